"""Headings of plain text, as their lines show them: underlined, or numbered on through the text. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

_UNDERLINE = re.compile(r"\s*([=\-~^*_#])\1{2,}\s*")
_NUMBERED = re.compile(r"\s*(?:§\s*)?(?P<number>\d{1,2})(?P<part>(?:\.\d{1,2})*)\.?\s+(?=[^\W\d_a-z])\S.*")
_GAP = re.compile(r"\S\s{2,}\S")  # between columns
_LONGEST, _MOST_WORDS = 100, 10
_FEWEST_NUMBERED = 3  # that follow one another


@dataclass(frozen=True, slots=True)
class _Numbered:
    line: int
    number: int
    level: int
    indent: int


def headings_in(lines: Sequence[str]) -> dict[int, int]:
    """The places of lines (from 0) that are headings, with their level from 1.

    Underlined is a line of its own over a rule of one sign, at least half as long. Numbered headings stand
    between blank lines, follow one another, and text stands below them that is not set in like a list's.
    """
    found: dict[int, int] = {}
    for place in range(len(lines) - 1):
        title, rule = lines[place].strip(), _UNDERLINE.fullmatch(lines[place + 1])
        stands_alone = place == 0 or not lines[place - 1].strip()
        if rule and stands_alone and _is_title(title) and 2 * len(rule[0].strip()) >= len(title):
            found[place] = 1 if rule[1] == "=" else 2
    numbered = _in_order(lines, [one for place in range(len(lines)) if (one := _numbered(lines, place))])
    return {one.line: one.level for one in numbered} | found


def is_rule(line: str) -> bool:
    """Whether a line only underlines another."""
    return _UNDERLINE.fullmatch(line) is not None


def _is_title(text: str) -> bool:
    return (
        0 < len(text) <= _LONGEST
        and len(text.split()) <= _MOST_WORDS
        and any(map(str.isalpha, text))
        and not _GAP.search(text)
    )


def _numbered(lines: Sequence[str], place: int) -> _Numbered | None:
    line = lines[place]
    behind = lines[place + 1] if place + 1 < len(lines) else ""
    if (place and lines[place - 1].strip()) or (behind.strip() and not is_rule(behind)):
        return None
    found = _NUMBERED.fullmatch(line)
    if found is None or not _is_title(line.strip()):
        return None
    level = 2 + found["part"].count(".")
    return _Numbered(place, int(found["number"]), level, len(line) - len(line.lstrip()))


def _in_order(lines: Sequence[str], numbered: Sequence[_Numbered]) -> list[_Numbered]:
    """Those of the runs of at least three main numbers, with the parts between them."""
    kept: list[_Numbered] = []
    run: list[_Numbered] = []
    for one, behind in zip_longest(numbered, numbered[1:]):
        if not _has_text(lines, one, behind):
            continue
        main = next((each for each in reversed(run) if each.level == 2), None)
        goes_on = main is not None and (
            one.number == main.number + 1 if one.level == 2 else one.number == main.number
        )
        if not goes_on:
            kept += _whole(run)
            run = []
        if goes_on or one.level == 2:
            run.append(one)
    return [*kept, *_whole(run)]


def _whole(run: Sequence[_Numbered]) -> Sequence[_Numbered]:
    return run if sum(one.level == 2 for one in run) >= _FEWEST_NUMBERED else ()


def _has_text(lines: Sequence[str], heading: _Numbered, behind: _Numbered | None) -> bool:
    """Text that is not set in further than the number; or a part of it is numbered next."""
    end = behind.line if behind else len(lines)
    below = [line for line in lines[heading.line + 1 : end] if line.strip() and not is_rule(line)]
    if not below:
        return behind is not None and behind.level > heading.level
    return min(len(line) - len(line.lstrip()) for line in below) <= heading.indent
