"""Right-to-left lines in the order in which they are read, from where their characters stand on the page.

Files hold such lines in runs of the writer's order, and MuPDF takes runs with figures for left-to-right
text. What the Unicode bidirectional algorithm (UAX #9) does to a line is undone here: it is read from its
right, numbers and words of other scripts in it from their left. Pure functions; runs in the parser process.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, compress, pairwise
from typing import Any

from core.ingest.pdf.closeup import align
from core.ingest.pdf.drawn_rows import same_baseline
from core.ingest.pdf.pageview import Box, PageView
from core.ingest.pdf.text_rows import RawWord

_RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001eeff]"
)
_SPACE = 0.15  # of a line's height: a wider gap is one between words
_NO_WIDTH = 0.1  # points
_GUTTER = 1.5  # times a line's height: between two columns,
_LEAST_WORDS = 3  # of which each has so many words
_KINDS = {"L": "L", "R": "R", "AL": "R", "EN": "N", "AN": "N", "ES": "+", "CS": ",", "ET": "%"}  # others: " "
_OUTER_RUN = re.compile("R(?:[^L]*R)?")
# Read from the left within a right-to-left line: words of other scripts, with all that stands between them,
# and numbers. By Arabic letters signs are no part of a number (W2 to W5): "2024-03-01" runs from the right.
_INNER_RUN = re.compile("L(?:[^R]*[LN])?|%*N(?:[+,]?N)*%*")
_INNER_RUN_OF_ARABIC = re.compile("L(?:[^R]*[LN])?|N(?:,?N)*")
_MIRRORED = str.maketrans("()[]{}<>«»‹›", ")(][}{><»«›‹")


_Placed = tuple[RawWord, Any]  # with a close look at it, see `align`


@dataclass(slots=True)
class _Sign:
    """A character with what is set above or below it."""

    text: str
    box: Box


def in_reading_order(words: Sequence[RawWord], view: PageView) -> Sequence[RawWord]:
    """The words of a page; those of lines with right-to-left letters anew, in the order they are read in."""
    if not _RIGHT_TO_LEFT.search("".join([word[4] for word in words])):
        return words
    placed = list(zip(words, align(view, words), strict=True))
    ends = [n for n in range(1, len(placed)) if not _is_one_line(placed[n - 1][0], placed[n][0])]
    whole = (placed[first:last] for first, last in pairwise((0, *ends, len(placed))))
    lines = [part for line in whole for part in _columns(line)]
    theirs = [any(_RIGHT_TO_LEFT.search(word[4]) for word, _ in line) for line in lines]
    texts = [word[4] for line in compress(lines, theirs) for word, _ in line]
    are_mostly = (
        sum(2 * bool(_RIGHT_TO_LEFT.search(text)) - any(map(str.isalpha, text)) for text in texts) >= 0
    )
    ordered: list[RawWord] = []
    for line, is_theirs in zip(lines, theirs, strict=True):
        if is_theirs:
            signs = [sign for word, look in line for sign in _signs(word, look.chars)]
            ordered += _read(signs, line[0][0], are_mostly)
        else:
            ordered += (word for word, _ in line)
    return ordered


def _columns(line: Sequence[_Placed]) -> Sequence[Sequence[_Placed]]:
    """The line, in two where it goes over a column in each script: contracts are written in two languages."""
    seen = sorted((word for word, _ in line), key=lambda word: word[0])
    reached = accumulate((word[2] for word in seen), max)  # boxes of such words lie over each other
    gaps = ((word[0] - end, word[0]) for end, word in zip(reached, seen[1:], strict=False))
    wide, edge = max(gaps, default=(0.0, 0.0))
    parts = [[one for one in line if (one[0][0] < edge) is is_left] for is_left in (True, False)]
    texts = [[word[4] for word, _ in part if any(map(str.isalpha, word[4]))] for part in parts]
    are_theirs = {any(map(_RIGHT_TO_LEFT.search, part)) for part in texts}
    is_apart = wide > _GUTTER * (seen[0][3] - seen[0][1]) and min(map(len, texts)) >= _LEAST_WORDS
    return parts if is_apart and len(are_theirs) == 2 else [line]


def _is_one_line(word: RawWord, other: RawWord) -> bool:
    return word[5] == other[5] and same_baseline(word[1], word[3], other[1], other[3])


def _signs(word: RawWord, chars: Sequence[dict[str, Any]]) -> list[_Sign]:
    """The word's characters where they stand; in equal parts of its box where that is not known."""
    x0, y0, x1, y1 = word[:4]
    text = word[4]
    boxes: list[Box] = [char["bbox"] for char in chars] if len(chars) == len(text) else []
    if not all(
        x0 - 1 <= (box[0] + box[2]) / 2 <= x1 + 1 and box[1] < (y0 + y1) / 2 < box[3] for box in boxes
    ):
        boxes = []
    if not boxes:
        step = (x1 - x0) / len(text)
        begins = [x0 + place * step for place in range(len(text))]
        if _RIGHT_TO_LEFT.search(text):
            begins.reverse()
        boxes = [(begin, y0, begin + step, y1) for begin in begins]
    found: list[_Sign] = []
    held = ""
    for letter, box in zip(text, boxes, strict=True):
        last = found[-1] if found else None
        if last is not None and (unicodedata.combining(letter) or _is_rest(box, last.box)):
            last.text += letter
        elif box[2] - box[0] < _NO_WIDTH:  # MuPDF has the line, and with it the ligature, from behind
            held += letter
        else:
            found.append(_Sign(letter + held, box))
            held = ""
    return found


def _is_rest(box: Box, ligature: Box) -> bool:
    """A ligature's first letter has all of its box, the others none, at its right edge."""
    return box[2] - box[0] < _NO_WIDTH and abs(box[0] - ligature[2]) < _NO_WIDTH


def _read(signs: Sequence[_Sign], first: RawWord, are_mostly: bool) -> Iterator[RawWord]:
    """The words of one line, from its signs in any order; `first` says which block and line they are of, and
    `are_mostly` whether words of such lines mostly run from the right."""
    seen = sorted(signs, key=lambda sign: sign.box[0] + sign.box[2])
    gap = _SPACE * (first[3] - first[1])
    spaced: list[_Sign] = []
    for sign, other in pairwise([*seen, seen[-1]]):
        spaced.append(sign)
        if other.box[0] - sign.box[2] > gap:
            spaced.append(_Sign(" ", sign.box))
    word: list[_Sign] = []
    number = 0
    for sign in [*_logical(spaced, are_mostly), _Sign(" ", first[:4])]:
        if sign.text != " ":
            word.append(sign)
        elif word:
            yield _joined(word, first, number)
            word, number = [], number + 1


def _joined(word: Sequence[_Sign], first: RawWord, number: int) -> RawWord:
    x0, y0, x1, y1 = zip(*(sign.box for sign in word), strict=True)
    return min(x0), min(y0), max(x1), max(y1), "".join(sign.text for sign in word), *first[5:7], number


def _logical(seen: Sequence[_Sign], are_mostly: bool) -> list[_Sign]:
    """Signs as they are seen from left to right, in the order they are read in. A line with one end in each
    script runs as most words of the page's lines do."""
    classes = [unicodedata.bidirectional(sign.text[0]) for sign in seen]
    kinds = "".join(_KINDS.get(name, " ") for name in classes)
    inner = _INNER_RUN_OF_ARABIC if "AL" in classes else _INNER_RUN
    strong = kinds.strip(" N+,%")
    ends = f"{strong[:1]}{strong[-1:]}"
    is_from_right = are_mostly if ends in ("LR", "RL") else ends != "LL"
    if is_from_right:
        return _from_right(seen, kinds, 0, len(seen), inner)
    ordered: list[_Sign] = []
    end = 0
    for run in _OUTER_RUN.finditer(kinds):
        ordered += seen[end : run.start()]
        ordered += _from_right(seen, kinds, *run.span(), inner)
        end = run.end()
    return [*ordered, *seen[end:]]


def _from_right(
    seen: Sequence[_Sign], kinds: str, start: int, end: int, inner: re.Pattern[str]
) -> list[_Sign]:
    ordered: list[_Sign] = []
    for run in reversed(list(inner.finditer(kinds, start, end))):
        ordered += _mirrored(seen[run.end() : end])
        ordered += seen[run.start() : run.end()]
        end = run.start()
    return [*ordered, *_mirrored(seen[start:end])]


def _mirrored(seen: Sequence[_Sign]) -> Iterator[_Sign]:
    return (_Sign(sign.text.translate(_MIRRORED), sign.box) for sign in reversed(seen))
