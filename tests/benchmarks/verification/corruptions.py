"""Controlled corruptions: a true statement changed in one way that makes it false or unfounded.

Each kind of change gives at most one statement, chosen by the given generator of random numbers; a statement
that offers no place for it gives none. `passage` is what the true statement rests on: what is put in must not
stand there, except where the mistake is to take another name of the same passage.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from core.answer.facts.checkable import facts_of
from core.answer.facts.stems import STOP_WORDS, WORD, has_word, stem
from core.text.number_words import ENGLISH_NUMBERS, words_for
from core.text.textspan import word_list

_FIGURE = re.compile(r"(?<![\w.,/-])\d(?:[\d,.]*\d)?(?![\w/-]|[.,]\d)")
_YEAR = re.compile(r"(?<![\w.,/–-])(?<!× )(?:1[0-9]|20)\d\d(?!\w|[.,]\d)")
_MONTH_NAMES = "January February March April May June July August September October November December"
_MONTH = re.compile(rf"\b(?:{'|'.join(_MONTH_NAMES.split())})\b(?=\s\d|\sof\s\d)")
_NUMBER_WORDS = tuple(words_for(ENGLISH_NUMBERS, (*range(2, 16), 20, 30)))
_NUMBER_WORD = re.compile(rf"\b(?:{'|'.join(_NUMBER_WORDS)})\b", re.IGNORECASE)
_UNITS = (
    ("million", "billion"), ("thousand", "million"), ("years", "months"), ("year", "month"),
    ("days", "weeks"), ("weeks", "months"), ("hours", "minutes"), ("minutes", "seconds"),
    ("hour", "minute"), ("km", "miles"), ("kilometers", "miles"), ("kilometres", "miles"),
    ("meters", "feet"), ("metres", "feet"), ("yards", "miles"), ("feet", "inches"), ("ft", "m"),
    ("m", "km"), ("mi", "km"), ("kg", "g"), ("tons", "kilograms"), ("acres", "hectares"),
    ("percent", "points"), ("%", " points"), ("$", "€"), ("£", "$"), ("dollars", "euros"),
    ("pounds", "dollars"), ("GW", "MW"), ("mg", "g"), ("centuries", "decades"), ("century", "decade"),
    ("°C", "°F"), ("volts", "amperes"),
)  # fmt: skip
_AUXILIARY = re.compile(
    r"\b(?:is|are|was|were|has|have|had|can|could|will|would|must|should|may|might)\b(?! not\b)"
)
_NOT = re.compile(r"\b(?:not|never) ")
_OPPOSITES = (
    ("increase", "decrease"), ("increases", "decreases"), ("increased", "decreased"), ("higher", "lower"),
    ("high", "low"), ("more", "less"), ("most", "least"), ("largest", "smallest"), ("larger", "smaller"),
    ("first", "last"), ("before", "after"), ("above", "below"), ("early", "late"), ("earlier", "later"),
    ("older", "younger"), ("oldest", "youngest"), ("north", "south"), ("northern", "southern"),
    ("east", "west"), ("eastern", "western"), ("rich", "poor"), ("allowed", "forbidden"), ("won", "lost"),
    ("began", "ended"), ("started", "ended"), ("positive", "negative"), ("long", "short"),
    ("longer", "shorter"), ("common", "rare"), ("same", "opposite"), ("support", "oppose"),
    ("supported", "opposed"), ("old", "new"), ("great", "small"), ("greater", "smaller"),
    ("fast", "slow"), ("reduce", "raise"), ("reduces", "raises"), ("reduced", "raised"),
    ("promotes", "prevents"), ("activates", "inhibits"), ("activation", "inhibition"),
    ("associated with", "unrelated to"), ("improves", "worsens"), ("maximum", "minimum"),
    ("upper", "lower"), ("public", "private"), ("with", "without"), ("internal", "external"),
    ("always", "never"), ("all", "no"),
)  # fmt: skip
_NAME = re.compile(r"(?:[A-Z]\.|[A-Z][\w’'-]*)(?:\s(?:of |de |the |von |van )?(?:[A-Z]\.|[A-Z][\w’'-]*))*")
_NO_NAMES = word_list(
    "The A An In On At By From Of For With To Under During After Before As It He She They This That These",
    "Those There When While What Who Which Where Why How If Its His Her Their Some Most Many One According",
    "However Although And But Or Not No Such Both Each All Another Other Also Among About Over Since Because",
    "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
    _MONTH_NAMES,
)
_DETAILS = (
    " in cooperation with a company from Basel", " at a cost of 4.2 million dollars", " despite heavy rain",
    " for the third time", ", according to a study by researchers in Oslo", " on the advice of a physician",
    " with the help of volunteers", ", which was later revoked by a court", " without any public funding",
    ", the only such case in Europe", " after a delay of eleven months", " and received an award for it",
    ", mainly for religious reasons", " under a secret agreement", " by means of a steam engine",
    ", to the surprise of most experts", " in exchange for land", " because of a shortage of labour",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Corruption:
    """`kind` is a key of `CORRUPTIONS`; `text` is the false statement."""

    kind: str
    text: str


def corruptions_of(statement: str, passage: str, others: Sequence[str], random: Random) -> list[Corruption]:
    """Each kind of change that this statement allows.

    Args:
        others: names from other documents.
    """
    found = []
    for kind, change in CORRUPTIONS.items():
        text = change(statement, passage, others, random)
        if text and " ".join(text.split()) != " ".join(statement.split()):
            found.append(Corruption(kind, text))
    return found


EXCHANGED = "exchanged word"
_SHORTEST = 5  # letters of a word that is exchanged


def exchanged_word(
    statement: str, question: str, passage: str, foreign: Sequence[str], random: Random
) -> tuple[str, str]:
    """Statement and question with one word of the question exchanged: the question is about something else.

    What a search finds for such a question is often near it, and a small model repeats the question's words.
    Only words of the same ending are exchanged for each other; `("", "")` where there is none.
    """
    known = facts_of(passage).words
    asked = set(WORD.findall(question))
    places = [
        match
        for match in WORD.finditer(statement)
        if match.group() in asked and _is_content(match.group()) and has_word(known, stem(match.group()))
    ]
    random.shuffle(places)
    for place in places:
        old = place.group()
        alike = [
            word
            for word in foreign
            if _is_content(word) and _ending(word) == _ending(old) and not has_word(known, stem(word))
        ]
        if alike:
            new = random.choice(alike)
            return _put(statement, place, new), re.sub(rf"\b{old}\b", new, question)
    return "", ""


def _is_content(word: str) -> bool:
    return len(word) >= _SHORTEST and word.islower() and word not in STOP_WORDS


def _ending(word: str) -> str:
    return next(
        (ending for ending in ("ed", "ing", "ly", "ion", "ity", "ers", "s") if word.endswith(ending)), ""
    )


def names_in(text: str) -> list[str]:
    """Runs of capitalised words, each once, without words that only begin a sentence."""
    found: dict[str, None] = {}
    for match in _NAME.finditer(text):
        begins = match.start() == 0 or text[: match.start()].rstrip().endswith((".", "?", "!"))
        words = match.group().split()
        breaks = [n for n, word in enumerate(words) if _is_no_name(word)]
        for start, end in zip([-1, *breaks], [*breaks, len(words)], strict=True):
            name = " ".join(words[start + 1 : end]).removesuffix("'s").removesuffix("’s")
            alone = begins and start < 0 and end == 1
            if len(name) > 2 and not alone:
                found[name] = None
    return list(found)


def _is_no_name(word: str) -> bool:
    """A common word with a capital, or one of a heading in capitals."""
    return word in _NO_NAMES or word.casefold() in STOP_WORDS or (word.isupper() and len(word) > 6)


def _number(statement: str, passage: str, _others: Sequence[str], random: Random) -> str:
    known = {number.amount for number in facts_of(passage).numbers}
    dates = [match.span() for pattern in (_YEAR, _MONTH) for match in pattern.finditer(statement)]
    places = [
        match
        for match in [*_FIGURE.finditer(statement), *_NUMBER_WORD.finditer(statement)]
        if match.span() not in dates
        and not _MONTH.search(statement, max(0, match.start() - 12), match.end() + 8)
    ]
    random.shuffle(places)
    for place in places:
        for _attempt in range(8):
            written = _other_figure(place.group(), random)
            numbers = facts_of(written).numbers
            if numbers and not {number.amount for number in numbers} & known:
                return _put(statement, place, written)
    return ""


def _figure_near(statement: str, passage: str, _others: Sequence[str], random: Random) -> str:
    """Another figure of the same passage in its place: the wrong row, or the wrong half of a sentence."""
    figures = [match.group() for match in _FIGURE.finditer(passage) if not _YEAR.fullmatch(match.group())]
    places = [match for match in _FIGURE.finditer(statement) if not _YEAR.fullmatch(match.group())]
    foreign = sorted({figure for figure in figures if figure not in statement})
    if not places or not foreign:
        return ""
    place = random.choice(places)
    alike = [figure for figure in foreign if ("." in figure) == ("." in place.group())]
    return _put(statement, place, random.choice(alike or foreign))


def _other_figure(written: str, random: Random) -> str:
    if not written[0].isdigit():
        return random.choice([word for word in _NUMBER_WORDS if word != written.casefold()])
    places = [place for place, character in enumerate(written) if character.isdigit()]
    place = random.choice(places)
    digits = [digit for digit in "123456789" if digit != written[place]]
    return written[:place] + random.choice(digits) + written[place + 1 :]


def _unit(statement: str, _passage: str, _others: Sequence[str], random: Random) -> str:
    places = []
    for pair in _UNITS:
        for old, new in (pair, pair[::-1]):
            unit = re.escape(old.strip())
            if old in "$€£":
                pattern = rf"{unit}(?=\s?\d)"
            else:
                pattern = (
                    rf"(?<=\d){unit}(?!\w)|(?<=\d[ -]){unit}\b|(?<=\d\d\s){unit}\b|(?<=illion\s){unit}\b"
                )
            places += [(match, new) for match in re.finditer(pattern, statement)]
            places += [
                (match, new)
                for match in re.finditer(rf"(?<=\b){unit}\b", statement)
                if _NUMBER_WORD.search(statement[max(0, match.start() - 9) : match.start()]) and old.isalpha()
            ]
    if not places:
        return ""
    match, new = random.choice(places)
    return _put(statement, match, new)


def _date(statement: str, passage: str, _others: Sequence[str], random: Random) -> str:
    places = [*_YEAR.finditer(statement), *_MONTH.finditer(statement)]
    random.shuffle(places)
    for place in places:
        if place.group().isdigit():
            year = int(place.group()) + random.choice([-30, -11, -3, -2, -1, 1, 2, 3, 9, 20])
            written = str(year)
        else:
            written = random.choice([name for name in _MONTH_NAMES.split() if name != place.group()])
        if written not in passage:
            return _put(statement, place, written)
    return ""


def _entity_near(statement: str, passage: str, _others: Sequence[str], random: Random) -> str:
    """Another name of the same passage in its place: the mistake a small model makes."""
    return _with_other_name(statement, names_in(passage), random)


def _entity_far(statement: str, passage: str, others: Sequence[str], random: Random) -> str:
    return _with_other_name(statement, [name for name in others if name not in passage], random)


def _with_other_name(statement: str, names: Sequence[str], random: Random) -> str:
    own = names_in(f"— {statement}")
    known = {word for name in own for word in name.split()}
    foreign = [name for name in names if not known & set(name.split())]
    if not own or not foreign:
        return ""
    old = random.choice(own)
    alike = [name for name in foreign if len(name.split()) == len(old.split())]
    return statement.replace(old, random.choice(alike or foreign))


def _negation(statement: str, _passage: str, _others: Sequence[str], random: Random) -> str:
    if denied := _NOT.search(statement):
        return statement[: denied.start()] + statement[denied.end() :]
    places = list(_AUXILIARY.finditer(statement))
    if not places:
        return ""
    place = random.choice(places)
    return f"{statement[: place.end()]} not{statement[place.end() :]}"


def _opposite(statement: str, _passage: str, _others: Sequence[str], random: Random) -> str:
    places = [
        (match, new)
        for pair in _OPPOSITES
        for old, new in (pair, pair[::-1])
        for match in re.finditer(rf"\b{old}\b", statement)
    ]
    if not places:
        return ""
    match, new = random.choice(places)
    return _put(statement, match, new)


def _subject(statement: str, _passage: str, _others: Sequence[str], _random: Random) -> str:
    """The two outer names change places, unless they are only listed."""
    names = [name for name in names_in(f"— {statement}") if statement.count(name) == 1]
    names.sort(key=statement.find)
    if len(names) < 2:
        return ""
    first, last = names[0], names[-1]
    between = statement[statement.find(first) + len(first) : statement.find(last)]
    acts = any(word.islower() and word not in STOP_WORDS for word in WORD.findall(between))
    if not acts or first in last or last in first:
        return ""
    return statement.replace(first, "\x00").replace(last, first).replace("\x00", last)


def _detail(statement: str, passage: str, _others: Sequence[str], random: Random) -> str:
    detail = random.choice([text for text in _DETAILS if text.strip(" ,") not in passage])
    return f"{statement.rstrip('. ')}{detail}."


def _put(statement: str, place: re.Match[str], written: str) -> str:
    return statement[: place.start()] + written + statement[place.end() :]


CORRUPTIONS: dict[str, Callable[[str, str, Sequence[str], Random], str]] = {
    "number": _number,
    "number, same passage": _figure_near,
    "unit": _unit,
    "date": _date,
    "entity, same passage": _entity_near,
    "entity, elsewhere": _entity_far,
    "negation": _negation,
    "opposite": _opposite,
    "swapped subject": _subject,
    "invented detail": _detail,
}
RARE = ("number", "number, same passage", "unit", "date")  # only statements with figures allow them
