"""What "how many" counts, and whether a text speaks of it: a number of stores is none of employees.

Pure functions over English and German, silent in doubt: where the question does not plainly name what it
counts, or is in another language than the text, everything speaks of it.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from core.answer.facts.checkable import facts_of
from core.answer.facts.stems import STOP_WORDS, has_word, is_compound_of, is_german, one_spelling, stem
from core.answer.facts.word_families import has_relative
from core.answer.verification.word_lists import stems
from core.text.numbers import with_digits
from core.text.textspan import is_table_row, word_list
from core.text.units import unit_named

_HOW_MANY = re.compile(r"\b(?:how many|wie ?viele)\s+(?P<rest>[^?.,;]+)", re.IGNORECASE)
_HEADCOUNT = re.compile(r"\b(?:headcount|number of employees|mitarbeiterzahl|belegschaft)\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W_][\w’'-]*")
# Behind the noun phrase, which ends with what is counted: "how many Xbox One consoles did".
_VERBS = word_list(
    "is are was were do does did have has had can could will would may might must should there",
    "ist sind war waren hat habe haben hatte hatten gibt gab kann können darf dürfen muss müssen",
    "wird werden wurde wurden",
)
_NUMBER = re.compile(
    r"(?<![\w.,-])(?:\d[\d.,]*(?:\s+(?:million|billion|thousand|hundred|millionen|milliarden|tausend|mio\.?))?"
    r"|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
    r"|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf)(?P<behind>(?:\s+[^\W\d_][\w’'-]*){1,5})",
    re.IGNORECASE,
)
_BEHIND_NAME = re.compile(r"(?<=[a-z,] )[A-Z][\w’'-]*\s+$")  # "a decline in Xbox 360 consoles"
_ANY_NUMBER = re.compile(
    r"(?P<currency>[$€£]\s?)?(?<![\w.,])(?P<number>\d[\d.,]*\d|\d)(?!\s?%|[\d.,]*\d)"
    r"(?:\s+(?:million|billion|thousand|hundred|millionen|milliarden|tausend))?(?:\s+(?P<next>[^\W\d_]+))?",
    re.IGNORECASE,
)
_MOST_WORDS = 5  # of the noun phrase
_LEAST_HEAD = 4  # letters of the last part of a German compound
# Behind a number they name nothing: "3.5 million worldwide", "14 others", "12.000 Stück".
_NAMING_NOTHING = word_list(
    "others other more further units pieces items worldwide globally nationwide overall altogether together",
    "annually yearly monthly weekly daily per percent",
    "stück exemplare einheiten weitere weiteren weltweit insgesamt zusammen jährlich täglich pro prozent",
)
_NOBODY = re.compile(r"\b(?:none|nobody|no one|niemand|keine[nrs]?)\b(?!\s+(?-i:[A-ZÄÖÜ]))", re.IGNORECASE)
_TIMES = stems("time times mal male")  # "twice", "in 1998 and in 2004": occasions stand beside no number
_PEOPLE = stems(
    "people persons person individuals employees staff workers associates personnel workforce headcount",
    "men women team colleagues personen leute menschen mitarbeiter mitarbeiterinnen mitarbeitende",
    "beschäftigte angestellte arbeitnehmer belegschaft kollegen kolleginnen arbeitskräfte",
)
# Whom only "people" and "children" mean: a number of pupils is none of employees.
_ANYBODY = stems("people persons person individuals personen person leute menschen")
_CHILDREN = stems("child children kids kind kinder")
_YOUNG = stems(
    "child children kids pupils students boys girls sons daughters babies",
    "kind kinder schüler schülerinnen jungen mädchen söhne töchter",
)
_SOMEBODY = _YOUNG | stems(
    "adults passengers guests visitors inhabitants residents citizens members travellers",
    "tourists soldiers miners firefighters teachers nurses doctors victims fatalities casualties dead",
    "erwachsene fahrgäste passagiere gäste besucher besucherinnen einwohner einwohnerinnen bewohner bürger",
    "mitglieder reisende soldaten lehrer lehrerinnen tote opfer verletzte teilnehmer",
)


def counted_things(question: str) -> tuple[str, ...]:
    """Stems of words one of which a text that gives the number says; empty where none is asked for."""
    words, is_named = _noun_phrase(question)
    return tuple(_stem(word) for word in (words[-1:] if is_named else words))


def _noun_phrase(question: str) -> tuple[list[str], bool]:
    """Behind "how many", and whether a verb ends it: then what is counted stands last."""
    found = _HOW_MANY.search(question)
    if found is None and _HEADCOUNT.search(question):
        return ["employees"], True
    words: list[str] = []
    for word in _WORD.findall(found.group("rest") if found else "")[: _MOST_WORDS + 1]:
        small = word.casefold()
        if small in _VERBS and words:
            return words, True
        if small in STOP_WORDS or any(sign.isdigit() for sign in word):
            break
        words.append(word)
    return words, False


def _is_measured(question: str) -> bool:
    """A measure is asked for, which other units give as well, or how often: "twice" says that.

    A unit stands first, "days of leave", "Tage Urlaub", or last, "square metres".
    """
    words, _is_named = _noun_phrase(question)
    ends = {*words[:1], *words[-1:]}
    return any(unit_named(word) or _stem(word) in _TIMES for word in ends)


def speaks_of_counted(text: str, question: str) -> bool:
    """Whether a line of `text` names what is counted, by a relative, a compound or another word for people.

    One whose number stands alone may mean it: "It has 150 million.", "Of the Xbox 360 alone 84 million were
    sold." A row of a table has a name for what it counts.
    """
    things = counted_things(question)
    if not things or _is_measured(question):
        return True
    if is_german(text) is not is_german(question) or is_german(text) is None:
        return True
    return any(
        any(_is_said(facts_of(line).words, thing) for thing in things)
        or not (is_table_row(line) or _counts_something(with_digits(line)))
        for line in text.splitlines()
    )


def _counts_something(line: str) -> bool:
    """A number that is no year, share, amount of money or part of a name has a word behind that is counted.

    Those beside it are then of the same ("13 million phones, compared with 11 million"). So it is taken
    where there is no number, unless nobody or none stands there.
    """
    german = is_german(line)  # has a capital for every noun
    numbers = [
        found
        for found in _ANY_NUMBER.finditer(line)
        if found.group("currency") is None
        and not _is_year(found)
        and (german or not _BEHIND_NAME.search(line, 0, found.start("number")))
    ]
    if not numbers:
        return _NOBODY.search(line) is None
    return any(_names(found.group("next")) for found in numbers)


def _names(behind: str | None) -> bool:
    small = (behind or "").casefold()
    return bool(small) and small not in STOP_WORDS and small not in _NAMING_NOTHING


def _is_year(found: re.Match[str]) -> bool:
    return re.fullmatch(r"(?:19|20)\d\d", found.group("number")) is not None


def counts(text: str, question: str) -> bool:
    """Whether a number stands right before what is counted: "approximately 114,000 employees"."""
    things = counted_things(question)
    if not things:
        return False
    return any(
        _is_said({_stem(word) for word in _WORD.findall(found.group("behind"))}, thing)
        for found in _NUMBER.finditer(text)
        if not _BEHIND_NAME.search(text, 0, found.start())
        for thing in things
    )


def _is_said(said: Collection[str], thing: str) -> bool:
    return (
        has_word(said, thing)
        or has_relative(said, thing)
        or is_compound_of(thing, said, frozenset({thing}))
        or (len(thing) >= _LEAST_HEAD and any(_ends_with(word, thing) for word in said))
        or any(has_word(said, person) for person in _called_otherwise(thing))
    )


def _ends_with(word: str, thing: str) -> bool:
    """ "stammakti" is a kind of "akti", and "vollzeitmitarbeiter" one of "mitarbeiter"."""
    return word.endswith(thing) and len(word) >= len(thing) + _LEAST_HEAD


def _called_otherwise(thing: str) -> frozenset[str]:
    """Other words for the people that are counted; empty where it is none of them."""
    if thing in _ANYBODY:
        return _PEOPLE | _SOMEBODY
    if thing in _CHILDREN:
        return _YOUNG
    return _PEOPLE if thing in _PEOPLE else frozenset()


def _stem(word: str) -> str:
    return stem(one_spelling(word))
