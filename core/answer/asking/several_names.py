"""A question about two names at once ("of Pfizer in 2021 with that of Roche in 2022"): a question of each.

One search for both finds the passages of the one that has more of them. Pure functions; English and German.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from core.answer.asking.question import ASKING, asking_sentences, asking_words, is_german
from core.answer.facts.stems import STOP_WORDS
from core.text.textspan import split_sentences, word_list

_LEAST_WORDS = 1  # beside names and figures; without any a side does not say what is asked of its name
_MOST_BETWEEN = 5  # words from what joins two names to the second of them

_PREAMBLE = re.compile(r"^[^:?]*:\s+(?=\w)")  # "Search for each company separately: how many …"
_CAPITAL = r"[A-ZÄÖÜ][\w-]*(?:['’](?!s\b)\w+)?"
_NAME = re.compile(rf"{_CAPITAL}(?:\s+(?:&\s+)?{_CAPITAL})*")
_JOINT = re.compile(
    r",?\s+(?:and|or|und|oder|sowie|with|mit|versus|vs\.?|than|als|against|gegenüber)\s+", re.IGNORECASE
)
_EACH = re.compile(
    r"\b(?:each|both|respectively|separately|compare|compared|comparison|versus|vs|jeweils|beide[nr]?|einzeln"
    r"|getrennt|vergleich\w*)\b",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"\b(?:between|distance|differences?|zwischen|unterschiede?|abstand)\b", re.IGNORECASE)
_BARE = frozenset({"the", "a", "an", "der", "die", "das", "den", "dem"})
# "in the sections Backlog, Workforce and Sales": of the answer
_HEADINGS = re.compile(
    r"\b(?:sections?|headings?|titles?|parts?|chapters?|abschnitten?|überschriften|teilen?|kapiteln?)\W+$",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"\d")
_COMMA, _OR, _AS_WELL = re.compile(r",\s*$"), re.compile(r"\s(?:or|oder)\s"), re.compile(r"\ssowie\s")
_OWNING = re.compile(r"['’]s\b|['’](?=\s)")
_ARTICLE = re.compile(
    r"\b(?:der|die|das|den|dem|des|ein|eine[mnrs]?|kein\w*|ihr\w*|sein\w*|welche[mnrs]?)\s+$", re.IGNORECASE
)
_LISTED = re.compile(
    rf"(?<![\w&])(?:\b(?:both|either|sowohl|weder)\s+)?((?:{_NAME.pattern},\s+)*{_NAME.pattern}),?"
    rf"\s+(?:and|or|und|oder|sowie)\s+({_NAME.pattern})(?!\w)"
)
_WORD = re.compile(r"\w+(?:-\w+)*")
_THAT_OF = re.compile(r"\s*(?:(?:that|those)\s+of|(?:de[rnm]|denen|die|das)\s+von)\s+", re.IGNORECASE)
_OF = re.compile(r"\b(?:of|von)\s+$", re.IGNORECASE)
_NOT_A_NAME = word_list(
    "compare contrast please search find list show tell give name state use in on at for from by as",
    "the of to if what's",
    "vergleiche vergleich nenne zeige suche finde bitte im am in bei für von aus nach mit",
)


@dataclass(frozen=True, slots=True)
class QuestionPart:
    """One of several questions: as it was `asked`, and `standing` by itself, with the subject it leans on."""

    asked: str
    standing: str


def questions_of_each(question: str) -> tuple[QuestionPart, ...]:
    """A question of each of the names that a sentence sets beside each other; empty where it sets none."""
    # A sentence that only says how to answer divides nothing ("If the handbook and the notice disagree, …").
    asking = asking_sentences(question)
    sentences = [asking[span.start : span.end] for span in split_sentences(asking)]
    for sentence in reversed(sentences):
        asked = _PREAMBLE.sub("", sentence)
        if _BETWEEN.search(asked):
            continue
        questions = _of_list(asked, several=bool(_EACH.search(sentence))) or _of_sides(asked)
        if len(questions) > 1:
            return questions
    return ()


def _of_list(sentence: str, *, several: bool) -> tuple[QuestionPart, ...]:
    """ "Microsoft and Adobe each": the sentence with each of the names in the place of all.

    Only where `several` are meant by another word, or plainly: "Pride and Prejudice" is one name.
    """
    for listed in _LISTED.finditer(sentence):
        names = [*re.split(r",\s+", listed.group(1)), listed.group(2)]
        # "Bolt, Karst and Vogt", "B-120 and B-130", "Who is older, Karst or Bolt?"
        choice = _COMMA.search(sentence[: listed.start()]) and _OR.search(listed.group())
        choice = choice or _AS_WELL.search(listed.group())
        plain = len(names) > 2 or all(map(_DIGIT.search, names)) or choice
        headings = _HEADINGS.search(sentence[: listed.start()])
        if headings or not (plain or several):
            continue
        if len(names) == len({name for name in names if _is_name(name, sentence, listed.start(1))}):
            before, after = sentence[: listed.start()], sentence[listed.end() :]
            if _content(before) or _content(after):
                of_each = (f"{before}{name}{after}" for name in names)
                return tuple(QuestionPart(one.strip(" ?."), one) for one in of_each)
    return ()


def _of_sides(sentence: str) -> tuple[QuestionPart, ...]:
    """ "Pfizer's sales in 2021 and those of Roche": each side, with what only the other says is asked for."""
    for joint in _JOINT.finditer(sentence):
        left, right = sentence[: joint.start()], sentence[joint.end() :]
        first, second = _names(left), _names(right)
        if not first or not second or first[-1].group() == second[0].group():
            continue
        lead = _WORD.findall(right[: second[0].start()])
        # Side by side they may be one name, unless the second has something of its own; and "work with" joins
        # no two of them.
        bare = all(word.casefold() in _BARE for word in lead)
        if bare and not _OWNING.match(right[second[0].end() :]):
            continue
        if joint.group().strip(" ,").casefold() in ("with", "mit") and not _EACH.search(sentence):
            continue
        if len(lead) <= _MOST_BETWEEN and (_content(left) or _content(right)):
            standing = _filled(left, right), _asking_as(left, lead, _filled(right, left))
            asked = left.strip(" ,"), right.strip(" ?.")
            return tuple(QuestionPart(*pair) for pair in zip(asked, standing, strict=True))
    return ()


def _asking_as(left: str, lead: Sequence[str], right: str) -> str:
    """The second side with the words that ask, if only the first has them: "what percentage of" the other."""
    if asking_words(right, is_german(left)) or not asking_words(left, is_german(left)):
        return right
    before = left[: _names(left)[0].start()].split()
    own = [word.casefold() for word in lead]
    words = [word.casefold() for word in before]
    shared = next((place for place, word in enumerate(words) if own and word == own[0]), len(before))
    return " ".join([*before[:shared], right])


def _filled(side: str, other: str) -> str:
    own = _content(side)
    lacks = len(own) < _LEAST_WORDS
    figures = [] if re.search(r"\d", side) else re.findall(r"\b\d{4}\b", other)
    if lacks and (leaning := _THAT_OF.match(side)) and (head := _head(other)):
        return " ".join([head, side[leaning.end() :].strip(" ,;?"), *figures])
    added = [word for word in _content(other) if word.casefold() not in {w.casefold() for w in own}]
    return " ".join([side.strip(" ,;"), *(added if lacks else ()), *(figures if lacks else ())])


def _head(side: str) -> str:
    """What a side asks of its first name, up to it: "the expense for research and development of"."""
    names = _names(side)
    before = side[: names[0].start()] if names else ""
    if not _OF.search(before) or re.search(r"\d", before):
        return ""
    kept = before.split()
    while kept and kept[0].casefold() in _NOT_A_NAME:
        del kept[0]
    return " ".join(kept) if len(kept) > 1 else ""


def _content(text: str) -> list[str]:
    """Its words that say something, without names and figures."""
    named = {word for name in _names(text) for word in _WORD.findall(name.group())}
    words = (word for word in _WORD.findall(text) if word not in named and not word[0].isdigit())
    return [word for word in words if word.casefold() not in STOP_WORDS | ASKING | _NOT_A_NAME]


def _names(text: str) -> list[re.Match[str]]:
    return [name for name in _NAME.finditer(text) if _is_name(name.group(), text, name.start())]


def _is_name(name: str, sentence: str, start: int) -> bool:
    """Neither a German noun behind its article, nor the word that a sentence begins with, if that one asks or
    says what to do."""
    if _ARTICLE.search(sentence[:start]):
        return False
    first = name.split()[0].casefold()
    return not (
        sentence[:start].strip() == "" and " " not in name and first in ASKING | _NOT_A_NAME | STOP_WORDS
    )
