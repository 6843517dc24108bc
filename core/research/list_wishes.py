"""Changes of a to-do list in own words ("drop the second one and add shipping costs"), as signs. Pure.

English and German. Only what is certain becomes a sign ("- 2", "+ shipping costs", "3 > 1"); of a reply with
anything else nothing does, since half of a wish may be worse than none.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import zip_longest

from core.answer.facts.stems import STOP_WORDS
from core.research.reply_clauses import clauses
from core.research.reply_words import agrees
from core.text.number_words import (
    ENGLISH_NUMBERS,
    ENGLISH_ORDINALS,
    GERMAN_NUMBERS,
    GERMAN_ORDINALS,
    ordinal_in_figures,
    words_for,
)
from core.text.textspan import word_list

_COUNTED = range(1, 11)
_ORDINALS = {
    **words_for(ENGLISH_ORDINALS, _COUNTED),
    **{ordinal_in_figures(number): number for number in _COUNTED},
    **{
        f"{word}{ending}": number
        for word, number in words_for(GERMAN_ORDINALS, _COUNTED).items()
        for ending in ("", "n", "r", "s")
    },
}
_CARDINALS = words_for(ENGLISH_NUMBERS, _COUNTED) | words_for(GERMAN_NUMBERS, _COUNTED) | {"beiden": 2}
_LAST = word_list("last letzte letzten letzter letztes")
_ARTICLES = word_list("the a an der die das den dem des ein eine einen einer und and no nr nummer number")
_ITEM = (
    r"(?:ones?|tasks?|points?|items?|questions?|entry|entries|lines?"
    r"|punkte?n?|aufgaben?|fragen?|zeilen?|einträge?|eintrag)"
)
_ABOUT = r"(?:about|on|for|asking|of|zu|zur|zum|über|nach|mit|für|with)"
_FILLER = (
    r"(?:(?:please|bitte|also|then|instead|furthermore|additionally|but|rather|could you|can you|would you"
    r"|will you|i(?:.d| would) like (?:you )?to|i want (?:you )?to|auch|noch|dann|stattdessen|außerdem|zudem"
    r"|aber|lieber|doch|mal|und|and|zwar|könn(?:en|ten) sie|kannst du|könntest du|würden sie|ich möchte"
    r"|(?:ok|okay|ja|yes|gut|good|fine|thanks|danke)(?=,))\b,?\s*)"
)
_TAKE_OFF = r"(?:drop|remove|delete|strike|omit|skip|leave out|cross out|take off|forget|get rid of)"
_STREICHE = r"(?:streichen? sie|streiche?|lösch(?:en sie|e)?|entfern(?:en sie|e)|vergiss|vergessen sie)"
_LOOK_UP = r"(?:add(?! up\b)|include|look up|look into|look for|search for|find out)"
_FÜGE = r"(?:füg(?:en sie|e)?|ergänz(?:en sie|e)?|nimm|nehmen sie)"
_PUT = r"(?:put|move|place|setz(?:en sie|e)?|stell(?:en sie|e)?|schieb(?:en sie|e)?|verschieb(?:en sie|e)?)"
_REPLACE = r"(?:replace|change|swap|ersetz(?:en sie|e)?|änder(?:n sie|e)?|tausch(?:en sie|e)?)"
_TO_FIRST = (
    r"(?:as the first(?: task| one| point)?|first|to the (?:top|front|beginning|start)"
    r"|at the (?:top|beginning|start)|in (?:the )?first place|(?:an|auf) (?:die )?erste[rn]? stelle"
    r"|als erste[ns]?(?: punkt| aufgabe)?|an den anfang|ganz (?:nach )?oben|nach oben|nach vorne?|zuerst)"
)
_TO_LAST = r"(?:last|(?:to|at) the (?:end|bottom)|ans ende|an den schluss|nach (?:unten|hinten)|zuletzt)"
_FROM_LIST = (
    r"(?:\s+(?:from|off|to|on|in) (?:the|this|my) (?:to-?do )?list"
    r"|\s+(?:von|aus|in|auf) (?:der|die) (?:aufgaben)?liste)?"
)
_BEGINS = (
    rf"(?:{_TAKE_OFF}|{_STREICHE}|{_LOOK_UP}|{_FÜGE}|{_PUT}|{_REPLACE}"
    r"|start with|begin with|beginn(?:en sie|e) mit|lass(?:en sie)?)\b"
)
_ENDS = r"(?:streichen|löschen|entfernen|weglassen|hinzufügen|hinzu|ergänzen|aufnehmen|raus|weg|auf|dazu)"
_LINKS = "and|und|but|aber|then|dann"
_AFTER_END = re.compile(rf"\b({_ENDS}),?\s+(?:und|and)\s+", re.IGNORECASE)
_REMOVES = tuple(
    re.compile(shape, re.IGNORECASE)
    for shape in (
        rf"{_TAKE_OFF}\s+(?P<what>.+?){_FROM_LIST}",
        r"(?:take|leave|cross|strike)\s+(?P<what>.+?)\s+(?:off|out)(?: (?:of )?(?:the|this) list)?",
        rf"{_STREICHE}\s+{_FILLER}?(?P<what>.+?){_FROM_LIST}",
        r"(?:lass(?:en sie)?|nimm|nehmen sie)\s+(?P<what>.+?)\s+(?:weg|raus|heraus|aus)",
        rf"(?P<what>.+?){_FROM_LIST}\s+{_FILLER}?(?:streichen|löschen|entfernen|weglassen)",
    )
)
_ADDS = tuple(
    re.compile(shape, re.IGNORECASE)
    for shape in (
        rf"{_LOOK_UP}\s+{_FILLER}?(?P<what>.+?){_FROM_LIST}",
        rf"füg(?:en sie|e)?\s+{_FILLER}*(?P<what>.+?){_FROM_LIST}\s+(?:hinzu|ein|an)",
        rf"ergänz(?:en sie|e)?\s+{_FILLER}*(?:die liste )?(?:um )?(?P<what>.+?){_FROM_LIST}",
        rf"(?:nimm|nehmen sie)\s+{_FILLER}*(?P<what>.+?)\s+(?:mit )?(?:auf|dazu|hinzu|mit rein)",
        rf"(?P<what>.+?){_FROM_LIST}\s+{_FILLER}?(?:hinzufügen|ergänzen|aufnehmen)",
    )
)
_MOVES = tuple(
    re.compile(shape, re.IGNORECASE)
    for shape in (
        rf"{_PUT}\s+{_FILLER}*(?P<what>.+?)\s+(?:(?P<first>{_TO_FIRST})|(?P<last>{_TO_LAST}))",
        r"(?P<first>start|begin|beginn(?:en sie|e))\s+(?:with|mit)\s+(?P<what>.+)",
    )
)
_REPLACES = re.compile(
    rf"{_REPLACE}\s+{_FILLER}*(?P<what>.+?)\s+(?:with|by|to|into|for|durch|in|gegen)\s+(?P<new>.+)",
    re.IGNORECASE,
)
_AT_FIRST = re.compile(rf"(?:(?P<what>.+?),?\s+{_TO_FIRST}|{_TO_FIRST}\s+(?P<behind>.+))", re.IGNORECASE)
_ONLY_FIRST = re.compile(_TO_FIRST, re.IGNORECASE)
_ASKS = re.compile(
    r"(?:how|what|which|who|whose|when|where|why|wie|was|welche[mnrs]?|wer|wann|wo|warum|ob)\b", re.IGNORECASE
)
# "add the costs to the second task", "… after the first": another change than a new task.
_BESIDE_A_TASK = re.compile(
    rf"\b(?:to|into|before|after|behind|zu[mr]?|bei[mr]?|vor|nach|hinter)\s+(?:(?:the|de[mnr]|die|das)\s+)?"
    rf"(?:{'|'.join([*_ORDINALS, *_LAST])}|{_ITEM}(?:\s+\d+)?)(?:\s+{_ITEM})?$",
    re.IGNORECASE,
)
_THANKS = re.compile(
    r"(?:(?:many )?thanks|thank you|(?:vielen )?dank|danke)(?: (?:very much|schön|sehr))?[\s.!]*",
    re.IGNORECASE,
)
_AGREED_LAST = re.compile(
    r"(?P<wish>.+?)(?:\s*,\s*(?:and|und|then|dann)?|\s+(?:and|und|then|dann))\s+(?P<rest>[^,]+)",
    re.IGNORECASE,
)
_ITS = re.compile(r"(?:it|that|this|them|that one|this one|sie|es|ihn|das|diese[ns]?|die)", re.IGNORECASE)
_OF_THE_LIST = re.compile(rf"\b{_ITEM}\b", re.IGNORECASE)
# "a task about", "eine Aufgabe zu", "the question:"
_TASK_ABOUT = re.compile(
    rf"^(?:(?:a|an|another|one more|the|ein|eine|einen|noch eine|noch einen|die|den)\s+)?"
    r"(?:new |further |neuen? |weiteren? )?"
    rf"{_ITEM}(?:\s*:\s*|\s+{_ABOUT}\s+)",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"^(?:the|an?|die|der|das|den|dem|eine?[nmr]?)\s+(?=\S)", re.IGNORECASE)
# Nothing that could be searched for: "add more tasks", "add up", "füge etwas hinzu".
_SAYS_NOTHING = word_list(
    "more some few other others further task tasks point points item items question questions detail details",
    "something anything nothing everything up it that this them one two three list mehr weitere weiteren",
    "etwas nichts alles aufgabe aufgaben punkt punkte frage fragen einige paar andere liste sie es das dazu",
)
_TO_TOP, _STAYS = "^", "="  # of the task added before: to the top, or where it is


@dataclass(frozen=True, slots=True)
class InSigns:
    """The changes as signs; empty where `strange`, a clause, is not understood."""

    signs: tuple[str, ...] = ()
    strange: str = ""


def in_signs(text: str, count: int, named: Callable[[str], int], is_sign: Callable[[str], bool]) -> InSigns:
    """A reply in own words as signs of changes.

    Args:
        count: tasks on the list as it was shown.
        named: the number of the one task that has these words; 0 where none or several have.
        is_sign: whether a clause is a sign already.
    """
    signs: list[str] = []
    for clause, joined in _clauses(text):
        sign = clause if is_sign(clause) else _sign(_bare(clause), count, named, signs, joined=joined)
        if not sign:
            return InSigns(strange=clause)
        if sign == _TO_TOP:
            signs[-1] = f"{signs[-1]} -> 1"
        elif sign != _STAYS:
            signs.append(sign)
    # "OK, drop the second": the list as it is then was not seen yet; with "ok" at the end it need not be.
    return InSigns(tuple(sign for at, sign in enumerate(signs, 1) if at == len(signs) or not agrees(sign)))


def _clauses(text: str) -> list[tuple[str, bool]]:
    """Each with whether a mere "and" joins it to the one before."""
    rows: list[tuple[str, bool]] = []
    cut = clauses(_AFTER_END.sub(r"\1; ", text.strip()), rf"{_FILLER}*{_BEGINS}", _LINKS)
    for clause, behind in zip_longest(cut, cut[1:]):
        ends_sentence = behind is None or not behind.joint
        joined = clause.joint in ("and", "und")
        agreed = _AGREED_LAST.fullmatch(clause.text) if ends_sentence else None
        if agreed and agrees(agreed.group("rest")):
            rows += [(agreed.group("wish"), joined), (agreed.group("rest"), False)]
        else:
            rows.append((clause.text, joined))
    return [row for row in rows if not _THANKS.fullmatch(row[0])]


def _bare(clause: str) -> str:
    """Without courtesy before it and behind it."""
    said = re.sub(rf"^{_FILLER}+", "", clause.strip(), flags=re.IGNORECASE)
    said = re.sub(r"[\s.,!?]+$", "", said)
    return re.sub(
        r",?\s+(?:please|bitte|too|as well|instead|stattdessen|thanks|danke)$", "", said, flags=re.IGNORECASE
    )


def _sign(clause: str, count: int, named: Callable[[str], int], before: list[str], *, joined: bool) -> str:
    """The change of a clause as a sign; empty where it is none that is certain."""
    if _ONLY_FIRST.fullmatch(clause):
        return _TO_TOP if before and before[-1].startswith("+") else ""
    for shape in _MOVES:
        if found := shape.fullmatch(clause):
            return _moved(found, count, named, before)
    if found := _REPLACES.fullmatch(clause):
        what, new = found.group("what"), _title(found.group("new"))
        at = _places(what, count, named) if _OF_THE_LIST.search(what) else _numbers(what, count)
        return f"{at[0]} = {new}" if len(at) == 1 and new else ""
    for shape in _REMOVES:
        if found := shape.fullmatch(clause):
            what = found.group("what")
            # "how to install and remove the seal": the words of a task, or a change of the list?
            unsure = joined and before and before[-1].startswith("+") and not _OF_THE_LIST.search(what)
            at = _numbers(what, count) if unsure else _places(what, count, named)
            return f"- {', '.join(map(str, at))}" if at else ""
    for shape in _ADDS:
        if found := shape.fullmatch(clause):
            what = found.group("what")
            first = None if _ASKS.match(_TASK_ABOUT.sub("", what)) else _AT_FIRST.fullmatch(what)
            title = _title((first.group("what") or first.group("behind")) if first else what)
            if _numbers(what, count) or _BESIDE_A_TASK.search(title):
                return ""
            return f"+ {title}{' -> 1' if first else ''}" if title else ""
    return ""


def _moved(found: re.Match[str], count: int, named: Callable[[str], int], before: list[str]) -> str:
    what, is_first = found.group("what"), found.group("first") is not None
    if _ITS.fullmatch(what):
        if not (before and before[-1].startswith("+")):
            return ""
        return _TO_TOP if is_first else _STAYS
    at = _places(what, count, named)
    return f"{at[0]} > {1 if is_first else count}" if len(at) == 1 else ""


def _places(what: str, count: int, named: Callable[[str], int]) -> tuple[int, ...]:
    """The numbers of the tasks that are meant: told by their places, else by the words of one."""
    if found := _numbers(what, count):
        return found
    words = _ARTICLE.sub("", _TASK_ABOUT.sub("", what, count=1), count=1)
    words = re.sub(rf"(?i)\s+{_ITEM}$", "", words)
    number = named(words) if _tells(words) else 0
    return (number,) if number else ()


def _numbers(what: str, count: int) -> tuple[int, ...]:
    """The tasks that are told by their places ("the first and the third", "the last two", "Punkt 2"); none
    where any of it is something else."""
    told = re.findall(r"\w+", what.casefold())
    nouns = [word for word in told if re.fullmatch(_ITEM, word) and word not in _CARDINALS]
    rows = [word for word in told if word not in nouns and word not in _ARTICLES]
    ordinal = [word for word in rows if word in _ORDINALS or word in _LAST]
    if ordinal and rows[-1] == "one":
        rows = rows[:-1]
    if len(rows) == 2 and len(ordinal) == 1 and rows[1] in _CARDINALS:
        many = _CARDINALS[rows[1]]
        first = count - many + 1 if rows[0] in _LAST else 1 if _ORDINALS[rows[0]] == 1 else 0
        return tuple(range(first, first + many)) if first >= 1 and first + many - 1 <= count else ()
    if not ordinal and not nouns and not any(word.isdigit() for word in rows):
        return ()  # "drop one"
    found = [count if word in _LAST else _ORDINALS.get(word) or _cardinal(word, ordinal) for word in rows]
    return tuple(found) if found and all(1 <= number <= count for number in found) else ()


def _cardinal(word: str, ordinals: list[str]) -> int:
    if word.isdigit():
        return int(word) if len(word) <= 2 else 0
    return 0 if ordinals else _CARDINALS.get(word, 0)


def _title(what: str) -> str:
    """What is to be looked up, as a heading; empty where that says nothing."""
    said = _ARTICLE.sub("", _TASK_ABOUT.sub("", what.strip(), count=1), count=1).strip(" .,:")
    return f"{said[:1].upper()}{said[1:]}" if _tells(said) else ""


def _tells(said: str) -> bool:
    words = re.findall(r"\w+", said.casefold())
    return any(word not in STOP_WORDS and word not in _SAYS_NOTHING and not word.isdigit() for word in words)
