"""A page as rows of cells: what stands on one baseline, and what of it stands close together.

Made from the boxes of words; where a format has none, from its lines and their separators. Pure functions.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from core.types import Box, Page, Span

_GAP, _SPACES = 0.42, 1.7  # of the height of a word, of its usual space: further apart are cells
_SET_WIDE = 1.6
_WIDE = 0.75  # of the height: always
_LETTER = 1.2  # of the width of a letter, where all are equally wide: no further apart are words
_EQUAL = 0.02
_NEXT_WORD = 3  # characters from the end of a word to the next one of the same text
_OVERLAP = 0.5  # of the lower of two boxes: they are on one baseline
_SEPARATORS = re.compile(r"\t| \| |\s{2,}")
_LINE_HEIGHT, _CELL_WIDTH = 12.0, 1000.0  # of pages without boxes
_GLUED = re.compile(r"(?<=[^\W\d_]:)(?=[\w€$£+-])(?!//)")  # "Date:2023-04-01"
_KEPT = re.compile(r"[^\w#§%]|_")


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a cell; `norm` is how labels compare it: small letters, digits, nothing else."""

    text: str
    span: Span
    box: Box

    @property
    def norm(self) -> str:
        return normal(self.text)

    @property
    def ends_label(self) -> bool:
        return self.text.endswith(":")


@dataclass(frozen=True)
class Cell:
    """Neighbouring words of a row. `text` joins them with single spaces."""

    tokens: tuple[Token, ...]

    @cached_property
    def text(self) -> str:
        return " ".join(token.text for token in self.tokens)

    @cached_property
    def norms(self) -> tuple[str, ...]:
        return tuple(token.norm for token in self.tokens)

    @property
    def x0(self) -> float:
        return self.tokens[0].box.x0

    @property
    def x1(self) -> float:
        return self.tokens[-1].box.x1

    @cached_property
    def height(self) -> float:
        heights = sorted(token.box.y1 - token.box.y0 for token in self.tokens)
        return heights[len(heights) // 2]


@dataclass(frozen=True)
class Row:
    """Cells on one baseline, from left to right; y in points from the top of the page."""

    cells: tuple[Cell, ...]
    y0: float
    y1: float

    @cached_property
    def text(self) -> str:
        return " ".join(cell.text for cell in self.cells)


@dataclass(frozen=True)
class Sheet:
    """A page: its rows from top to bottom, and its text as it is stored."""

    number: int
    text: str
    start: int
    width: float
    height: float
    rows: tuple[Row, ...]

    @cached_property
    def line_height(self) -> float:
        """The usual height of a word, in points."""
        heights = sorted(
            token.box.y1 - token.box.y0 for row in self.rows for c in row.cells for token in c.tokens
        )
        return heights[len(heights) // 2] if heights else _LINE_HEIGHT


def normal(text: str) -> str:
    """How words of labels are compared: "Rechnungs-Nr.:" and "rechnungsnr" are the same."""
    return _KEPT.sub("", unicodedata.normalize("NFKC", text).casefold())


def sheet_of(page: Page) -> Sheet:
    """The rows of a page."""
    tokens = _tokens(page)
    rows = _rows(tokens) if tokens else _rows_of_lines(page)
    return Sheet(page.number, page.text, page.span.start, page.width or 1.0, page.height or 1.0, rows)


def span_of(tokens: Sequence[Token]) -> Span | None:
    """Where words stand in the document's text; None when they do not follow each other there."""
    spans = [token.span for token in tokens]
    if not spans or any(left.end > right.start for left, right in pairwise(spans)):
        return None
    return Span(spans[0].start, spans[-1].end)


def first_run(tokens: Sequence[Token]) -> Sequence[Token]:
    """The first of the words, as far as they follow each other in the text: the others stand elsewhere."""
    for number, (left, right) in enumerate(pairwise(tokens), 1):
        if not 0 <= right.span.start - left.span.end <= _NEXT_WORD:
            return tokens[:number]
    return tokens


def tokens_between(cell: Cell, start: int, end: int) -> tuple[Token, ...]:
    """The words of which something lies in `[start, end)` of the cell's text."""
    found, at = [], 0
    for token in cell.tokens:
        if at < end and at + len(token.text) > start:
            found.append(token)
        at += len(token.text) + 1
    return tuple(found)


def join_cells(cells: Sequence[Cell]) -> Cell:
    """Several cells as if they were one."""
    return Cell(tuple(token for cell in cells for token in cell.tokens))


def _tokens(page: Page) -> list[Token]:
    found: list[Token] = []
    start = page.span.start
    for word in page.words:
        text = page.text[word.span.start - start : word.span.end - start]
        found += _split(text, word.span.start, word.box)
    return found


def _split(text: str, start: int, box: Box) -> list[Token]:
    """A word, or its parts where a label is glued to its value."""
    cuts = [match.start() for match in _GLUED.finditer(text)]
    if not cuts:
        return [Token(text, Span(start, start + len(text)), box)] if text.strip() else []
    tokens, width = [], (box.x1 - box.x0) / max(1, len(text))
    for left, right in zip([0, *cuts], [*cuts, len(text)], strict=True):
        part = Box(box.x0 + left * width, box.y0, box.x0 + right * width, box.y1)
        tokens.append(Token(text[left:right], Span(start + left, start + right), part))
    return tokens


def _rows(tokens: list[Token]) -> tuple[Row, ...]:
    """By baseline; a word joins the row it overlaps most."""
    rows: list[list[Token]] = []
    bounds: list[tuple[float, float]] = []
    for token in sorted(tokens, key=lambda token: (token.box.y0 + token.box.y1) / 2):
        low, high = token.box.y0, token.box.y1
        place = next(
            (
                place
                for place in range(len(rows) - 1, max(-1, len(rows) - 4), -1)
                if _overlap(bounds[place], (low, high)) >= _OVERLAP
            ),
            None,
        )
        if place is None:
            rows.append([token])
            bounds.append((low, high))
        else:
            rows[place].append(token)
    found = []
    for row in rows:
        row.sort(key=lambda token: token.box.x0)
    space = _usual_space(rows)
    for row in rows:
        found.append(Row(_cells(row, space), min(t.box.y0 for t in row), max(t.box.y1 for t in row)))
    return tuple(sorted(found, key=lambda row: row.y0))


def _overlap(left: tuple[float, float], right: tuple[float, float]) -> float:
    lower = min(left[1] - left[0], right[1] - right[0])
    return (min(left[1], right[1]) - max(left[0], right[0])) / lower if lower > 0 else 0.0


def _set_wide(row: Sequence[Token], gaps: Sequence[float], place: int) -> bool:
    """Whether a wide gap is only how words are set: words on both sides, and the next gap is as wide."""
    if gaps[place] > _WIDE or not all(token.text[:1].isalpha() for token in row[place : place + 2]):
        return False
    beside = [gaps[at] for at in (place - 1, place + 1) if 0 <= at < len(gaps)]
    return any(0.8 < other / gaps[place] < 1.25 for other in beside)


def _typed(left: Token, right: Token) -> bool:
    """Whether two words are typewritten, and a space apart: that is as wide as their letters, all alike."""
    letters = [len(token.text) for token in (left, right)]
    if max(letters) <= 2 or not any(character.isalpha() for character in left.text + right.text):
        return False
    widths = [
        (token.box.x1 - token.box.x0) / count for token, count in zip((left, right), letters, strict=True)
    ]
    if abs(widths[0] - widths[1]) > _EQUAL * max(widths):
        return False
    return right.box.x0 - left.box.x1 <= _LETTER * max(widths)


def _gap(left: Token, right: Token) -> float:
    """Between two words, as a share of the height of the lower one."""
    height = min(left.box.y1 - left.box.y0, right.box.y1 - right.box.y0)
    return (right.box.x0 - left.box.x1) / height if height > 0 else 0.0


def _usual_space(rows: Sequence[Sequence[Token]]) -> float:
    """The median gap between words of running text, as a share of their height."""
    gaps = [_gap(left, right) for row in rows for left, right in pairwise(row)]
    near = sorted(gap for gap in gaps if 0 < gap < _WIDE)
    return near[len(near) // 2] if near else _GAP / _SPACES


def _cells(row: list[Token], space: float) -> tuple[Cell, ...]:
    cells: list[list[Token]] = [[row[0]]]
    gaps = [_gap(left, right) for left, right in pairwise(row)]
    # Where even the narrowest gap of a row is wide, its words are set wide.
    least = _SET_WIDE * min(gaps) if len(gaps) > 1 else 0.0
    for place, (left, right) in enumerate(pairwise(row)):
        gap = min(_WIDE, max(_GAP, _SPACES * space, least))
        wide = gaps[place] > gap and not (_set_wide(row, gaps, place) or _typed(left, right))
        if wide or left.text == "|" or right.text == "|":
            cells.append([])
        cells[-1].append(right)
    return tuple(Cell(tuple(cell)) for cell in cells if cell)


def _rows_of_lines(page: Page) -> tuple[Row, ...]:
    rows, at = [], 0
    for number, line in enumerate(page.text.split("\n")):
        cells, place = [], 0
        for index, part in enumerate(_SEPARATORS.split(line)):
            begin = line.index(part, place)
            place = begin + len(part)
            tokens = []
            for word in re.finditer(r"\S+", part):
                start = page.span.start + at + begin + word.start()
                x0 = index * _CELL_WIDTH + word.start() * 6.0
                y0 = number * _LINE_HEIGHT
                box = Box(x0, y0, x0 + len(word.group()) * 6.0, y0 + _LINE_HEIGHT - 2)
                tokens += _split(word.group(), start, box)
            if tokens:
                cells.append(Cell(tuple(tokens)))
        if cells:
            rows.append(Row(tuple(cells), number * _LINE_HEIGHT, (number + 1) * _LINE_HEIGHT - 2))
        at += len(line) + 1
    return tuple(rows)
