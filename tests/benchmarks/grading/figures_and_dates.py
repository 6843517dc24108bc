"""The figures and dates of an answer, read by rules of their own: a mistake of `core.text.facts`,
which the program checks its answers with, must not pass a second time here. English texts; pure functions.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from core.text.textspan import split_sentences, word_list
from tests.benchmarks.reporting import own_table

FigureKind = Literal["percent", "points", "money", "foreign", "plain"]

_TABLE = own_table("grading/words")
_MONTHS, _ONES, _TENS = (_TABLE["words"][name] for name in ("months", "ones", "tens"))
_ANY_OF = {
    "{month}": "|".join(rf"{name}|{name[:3]}\.?" for name in _MONTHS) + r"|sept\.?",
    "{digit}": "|".join(_ONES[1:10]),
    "{ones}": "|".join(_ONES),
    "{tens}": "|".join(_TENS),
}


def _compiled(text: str) -> re.Pattern[str]:
    for name, words in _ANY_OF.items():
        text = text.replace(name, words)
    return re.compile(text, re.IGNORECASE)


def pattern(name: str) -> re.Pattern[str]:
    """One of the patterns of `data/grading/words.toml`."""
    return _compiled(_TABLE["patterns"][name])


_DATES = tuple(map(_compiled, _TABLE["patterns"]["dates"]))
_DAY_ONLY, _NAMED, _BEHIND = pattern("day_only"), pattern("named"), pattern("behind")
_SCALE_OF_SENTENCE, _IN_WORDS = pattern("scale_of_sentence"), pattern("in_words")
_MARKER = re.compile(r"\[\d+(?:\s*[,;]\s*\d+)*\]")
_NUMBER = re.compile(
    r"(?P<outer>[-−–])?(?P<open>\()?(?:(?P<currency>(?:US|U\.S\.\s?)?\$|[€£])\s?)?(?P<inner>[-−–])?(?P<open_inside>\()?"
    r"(?P<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)(?P<close>\))?"
)
_LETTER = re.compile(r"(?P<scale>[kKmMbB]|mn|bn|MM)\b")
_WORDS_BEHIND = re.compile(r"[\s-]*[A-Za-z][A-Za-z'’]*(?:[\s-]+[A-Za-z][A-Za-z'’]*){0,5}")
_BARE_YEAR = re.compile(r"(?:19|20)\d\d")
_SCALES: dict[str, int] = _TABLE["scales"]
_NO_UNIT = word_list(_TABLE["words"]["no_unit"])
_WORDS = {word: value for value, word in enumerate(_ONES)} | {
    word: 10 * value for value, word in enumerate(_TENS, 2)
}


@dataclass(frozen=True, slots=True)
class Figure:
    """One number of a text with its scale applied; money in dollars, cents as parts of them.

    `readings` are the values it may mean: "(6.2)" is -6.2 or 6.2 in brackets. `behind` are up to six words
    that follow, none where the first says nothing; `in_words`: spelled out; `bare`: without scale and unit.
    `before` and `after` are the parts of its sentence.
    """

    readings: tuple[Decimal, ...]
    kind: FigureKind
    behind: tuple[str, ...]
    written: str
    before: str
    after: str
    start: int
    bare: bool = False
    in_words: bool = False

    @property
    def sentence(self) -> str:
        return f"{self.before}{self.written}{self.after}"


@dataclass(frozen=True, slots=True)
class FoundDate:
    """ISO, to the day or the month; `start` and `end` are offsets of the text."""

    iso: str
    start: int
    end: int


def sentences_of(text: str) -> list[tuple[int, str]]:
    """Sentences and lines with their offsets."""
    found: list[tuple[int, str]] = []
    start = 0
    for line in text.split("\n"):
        found += [
            (span.start, line[span.start - start : span.end - start]) for span in split_sentences(line, start)
        ]
        start += len(line) + 1
    return found


def dates_of(text: str) -> list[FoundDate]:
    """Dates in the order of the text; each place counts once, for the fullest date that stands there."""
    found: list[FoundDate] = []
    for match in (match for dated in _DATES for match in dated.finditer(text)):
        parts = match.groupdict()
        month = _month(parts["name"]) if parts.get("name") else int(parts["month"])
        day = int(parts.get("day") or 0)
        taken = any(date.start < match.end() and match.start() < date.end for date in found)
        if 1 <= month <= 12 and day <= 31 and not taken:
            iso = f"{parts['year']}-{month:02}" + (f"-{day:02}" if day else "")
            found.append(FoundDate(iso, *match.span()))
    return sorted(found, key=lambda date: date.start)


def figures_of(text: str) -> list[Figure]:
    """The numbers of a text, but for dates, years, citation markers, names and references to places."""
    text = unicodedata.normalize("NFKC", text)
    blanked = _blank(text, [(date.start, date.end) for date in dates_of(text)])
    for pattern in (_DAY_ONLY, _MARKER, _NAMED):
        blanked = _blank(blanked, [match.span() for match in pattern.finditer(blanked)])
    found: list[Figure] = []
    for start, sentence in sentences_of(text):
        part = blanked[start : start + len(sentence)]
        in_scale = _SCALE_OF_SENTENCE.search(sentence)
        for match in _NUMBER.finditer(part):
            figure = _figure(match, part, start, sentence, in_scale.group(1).lower() if in_scale else "")
            if figure is not None:
                found.append(figure)
        found += [_word_figure(match, part, start, sentence) for match in _IN_WORDS.finditer(part)]
    return sorted(found, key=lambda figure: figure.start)


def _figure(match: re.Match[str], part: str, base: int, sentence: str, in_scale: str) -> Figure | None:
    before = part[match.start() - 1] if match.start() else " "
    begins = match.start("digits")
    if (before.isalnum() or before in "._/") and part[begins - 1 : begins] not in ("-", "–", "$", "€", "£"):
        return None  # part of a name, or of a number that is none
    if match.group("outer") and part[match.start() + 1] != "(" and before.isalpha():
        return None  # F-35
    end = match.end("digits")
    letter = _LETTER.match(part, end)
    behind = _BEHIND.match(part, match.end() if match.group("close") else end)
    assert behind is not None
    if letter is None and end < len(part) and (part[end].isalpha() or re.match(r"-[A-Z]\b", part[end:])):
        return None  # 5G, 10-K
    value = Decimal(match.group("digits").replace(",", ""))
    scale = (letter or behind).group("scale") or ""
    exponent = _SCALES.get(scale.lower().rstrip("s"), 0)
    kind, money = _kind(match, behind)
    readings = [value.scaleb(exponent)]
    if kind == "points" and behind.group("basis"):
        readings = [value / 100]
    if money in ("cent", "cents", "cps", "¢"):
        readings = [value / 100]
    if in_scale and not exponent and kind in ("money", "plain") and not money:
        # Counts and figures per share stand unscaled in such tables.
        unscaled = kind == "plain" or "." in match.group("digits")
        readings = [value.scaleb(_SCALES[in_scale]), *([value] if unscaled else [])]
    signed = match.group("inner") or (match.group("outer") and not before.isdigit())
    if signed:
        readings = [-reading for reading in readings]
    closes = match.group("close") or behind.group("close")
    if (match.group("open") or match.group("open_inside")) and closes:
        readings += [-reading for reading in readings]
    words = _words_behind(part, letter.end() if letter else behind.end()) if kind == "plain" else ()
    bare = kind == "plain" and not exponent and not words
    if bare and not signed and _BARE_YEAR.fullmatch(match.group("digits")):
        return None
    before, after = sentence[:begins], sentence[end:]
    return Figure(tuple(readings), kind, words, match.group("digits"), before, after, base + begins, bare)


def _kind(match: re.Match[str], behind: re.Match[str]) -> tuple[FigureKind, str]:
    money = (behind.group("money") or "").lower()
    currency = match.group("currency") or ""
    if behind.group("points") or behind.group("basis"):
        return "points", ""
    if behind.group("percent"):
        return "percent", ""
    if currency in ("€", "£") or money.startswith("eur"):
        return "foreign", money
    return "money" if currency or money else "plain", money


def _word_figure(match: re.Match[str], part: str, base: int, sentence: str) -> Figure:
    value = sum(_WORDS[match.group(name).lower()] for name in ("tens", "more", "one") if match.group(name))
    behind = _BEHIND.match(part, match.end())
    kinds: tuple[FigureKind, ...] = ("percent", "points")
    kind = next((kind for kind in kinds if behind and behind.group(kind)), "plain")
    words = _words_behind(part, match.end()) if kind == "plain" else ()
    before, after = sentence[: match.start()], sentence[match.end() :]
    place = base + match.start()
    return Figure((Decimal(value),), kind, words, match.group(), before, after, place, in_words=True)


def _words_behind(part: str, end: int) -> tuple[str, ...]:
    match = _WORDS_BEHIND.match(part, end)
    words = re.findall(r"[A-Za-z'’]+", match.group().lower()) if match else []
    return () if not words or words[0] in _NO_UNIT else tuple(words)


def _month(name: str) -> int:
    return next(number for number, month in enumerate(_MONTHS, 1) if month.startswith(name[:3].lower()))


def _blank(text: str, places: list[tuple[int, int]]) -> str:
    for start, end in places:
        text = text[:start] + " " * (end - start) + text[end:]
    return text
