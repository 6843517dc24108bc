"""Hyphens at the ends of lines: does the word have it, or the line? Runs in the parser process.

Told by the document itself: a word that is cut here stands whole elsewhere. Where it does not, by the subword
vocabulary of the embedder's tokenizer: "admini" and "stration" take more tokens than "administration", "well"
and "known" do not take more than "wellknown". Pure functions.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from core.ingest.readers.base import ReadPage
from core.ingest.structure.page_edges import body_lines
from core.ingest.structure.structure import Structure
from core.ingest.structure.token_count import TokenCounter
from core.text.hyphenation import (
    HYPHEN,
    SOFT_HYPHEN,
    SUSPENDED_HYPHEN,
    hyphens_alike,
    parts_of_cut_word,
)

_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_LINE = re.compile(r"\S(?:[^\n]*\S)?")
_IN_CELL = re.compile(
    rf"^[^{SOFT_HYPHEN}]*{SOFT_HYPHEN}?| [^{SOFT_HYPHEN}]*{SOFT_HYPHEN}?"
)  # see `with_soft_hyphens`
_HANGING = re.compile(r"-,?\s+\w*\s*$")  # "one-, five-": a hyphen before this one that joins nothing
_USUAL_SHARE = 200  # a word that is one of so many of a text holds its sentences together ("and")
_USUAL_TIMES = 3


def line_end_hyphens(
    pages: Sequence[ReadPage], structure: Structure, count: TokenCounter
) -> list[tuple[int, str]]:
    """Offsets of hyphens that cut a word (in the document's text), each with how it is to be stored (see
    `core.text.hyphenation`). What follows a soft hyphen is left as it is."""
    cuts = list(_cuts(pages, structure))
    if not cuts:
        return []
    words: Counter[str] = Counter()
    for page in pages:
        words.update(_WORD.findall(hyphens_alike(page.text).casefold()))
    texts = [text for _, first, second, _ in cuts for text in (first + second, first, second)]
    counts = iter(count([text.lower() if text.isupper() else text for text in texts]))
    found: list[tuple[int, str]] = []
    for (offset, first, second, hangs), whole, *parts in zip(cuts, counts, counts, counts, strict=True):
        joined, compound = words[(first + second).casefold()], words[f"{first}-{second}".casefold()]
        alone = words[second.casefold()] - 1  # it stands alone here, too
        is_usual = alone * _USUAL_SHARE > words.total() and alone >= (1 if hangs else _USUAL_TIMES)
        is_joined = first[-1].isalpha() and (joined, sum(parts)) > (compound, whole)
        if is_usual and not joined and not compound and (hangs or not is_joined):
            hyphen = SUSPENDED_HYPHEN
        else:
            hyphen = SOFT_HYPHEN if is_joined else HYPHEN
        found.append((offset, hyphen))
    return found


def _cuts(pages: Sequence[ReadPage], structure: Structure) -> Iterator[tuple[int, str, str, bool]]:
    """Offset of the hyphen, both parts of the word, and whether a hyphen before it hangs, too."""
    for lines in _texts(pages, structure):
        for (start, text), (_, following) in pairwise(lines):
            in_cell = following.startswith(" ")
            parts = parts_of_cut_word(text, following)
            if parts is not None and (in_cell or not text.endswith(SOFT_HYPHEN)):
                begun, rest = parts
                hangs = _HANGING.search(text[: -len(begun)]) is not None
                yield start + len(text) - 1, hyphens_alike(begun[:-1]), rest, hangs


def _texts(pages: Sequence[ReadPage], structure: Structure) -> Iterator[Iterator[tuple[int, str]]]:
    """Lines that follow each other, with where they begin: those of the body, those at each edge of a page,
    and parts of cells at the ends of their lines."""
    bodies = body_lines(pages, structure)

    def lines_of(place: int, first: int, last: int) -> Iterator[tuple[int, str]]:
        page, begins = pages[place], structure.page_starts[place]
        for number, line in enumerate(page.lines[first:last], first):
            if not line.is_row and (place, number) not in structure.running:
                for found in _LINE.finditer(page.text[line.start : line.end]):  # a paragraph may be one line
                    yield begins + line.start + found.start(), found[0]

    yield (line for place, (first, last) in enumerate(bodies) for line in lines_of(place, first, last))
    for place, (page, (first, last)) in enumerate(zip(pages, bodies, strict=True)):
        yield lines_of(place, 0, first)
        yield lines_of(place, last, len(page.lines))
        if SOFT_HYPHEN in page.text:
            begins = structure.page_starts[place]
            for row in page.lines:
                if row.is_row:
                    yield (
                        (begins + row.start + found.start(), found[0])
                        for found in _IN_CELL.finditer(page.text[row.start : row.end])
                    )
