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
    counts = iter(count([text for _, first, second, _ in cuts for text in (first + second, first, second)]))
    found: list[tuple[int, str]] = []
    for (offset, first, second, hangs), whole, *parts in zip(cuts, counts, counts, counts, strict=True):
        joined, compound = words[(first + second).casefold()], words[f"{first}-{second}".casefold()]
        alone = words[second.casefold()] - 1  # it stands alone here, too
        is_usual = alone * _USUAL_SHARE > words.total() and alone >= (1 if hangs else _USUAL_TIMES)
        is_joined = joined > compound or (joined == compound and whole < sum(parts))
        if is_usual and not joined and not compound and (hangs or not is_joined):
            hyphen = SUSPENDED_HYPHEN
        else:
            hyphen = SOFT_HYPHEN if is_joined else HYPHEN
        found.append((offset, hyphen))
    return found


def _cuts(pages: Sequence[ReadPage], structure: Structure) -> Iterator[tuple[int, str, str, bool]]:
    """Offset of the hyphen, both parts of the word, and whether a hyphen before it hangs, too.

    Running headers and footers between the parts are passed over.
    """
    lines = (
        (structure.page_starts[page_index] + line.start + found.start(), found[0])
        for page_index, page in enumerate(pages)
        for line_index, line in enumerate(page.lines)
        if not line.is_row and (page_index, line_index) not in structure.running
        for found in _LINE.finditer(page.text[line.start : line.end])  # a paragraph may be one of them
    )
    for (start, text), (_, following) in pairwise(lines):
        parts = parts_of_cut_word(text, following)
        if parts is not None and not text.endswith(SOFT_HYPHEN):
            begun, rest = parts
            hangs = _HANGING.search(text[: -len(begun)]) is not None
            yield start + len(text) - 1, hyphens_alike(begun[:-1]), rest, hangs
