"""Where the words of a quote stand in a document that may have been read anew since. Pure; any thread.

Today's readers put columns, cells and cut words in another order than those that an answer was given with, so
words that no longer follow each other are looked for together, wherever most of them stand side by side.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from core.search.in_document import find_pattern
from core.text.hyphenation import one_line
from core.types import PAGE_BREAK, Span

PARTS_JOINED = " … "  # between quotes of one page
MOST_WORDS, ALL_WORDS = 0.6, 1.0  # of a quote
_WORD = re.compile(r"\w+")
_LEAST_WORDS = 3  # that are found side by side, unless the quote has fewer
_MOST_PIECES = 4
_ROOM = 1.5  # words side by side may be so many times those that are looked for
_LEAST_DENSE = 0.5  # of a stretch of words

PageText = tuple[int, int, str]  # number, start in the document's text, text


class QuotePlace(NamedTuple):
    """A page, and the parts of the document's text, there or on the next one, that say the quote."""

    page: int
    spans: tuple[Span, ...]


def quote_place(
    texts: Callable[[int, int], Sequence[PageText]],
    page_count: int,
    page: int,
    spans: Sequence[Span],
    quote: str,
    least: float = MOST_WORDS,
) -> QuotePlace | None:
    """Where a quote that stood on `page` at `spans` stands now, as near to that as it does; None: nowhere.

    Args:
        texts: the pages from one number to another, as they are now.
        least: the share of its words that must stand together where it does not stand word for word.
    """
    patterns = [find_pattern(part, len(part)) for part in quote.split(PARTS_JOINED)]
    parts = [pattern for pattern in patterns if pattern is not None]
    if not parts:
        return None
    here = " ".join(_cut(texts(page, page + 1), spans))
    if all(part.search(here) for part in parts):
        return QuotePlace(page, tuple(spans))
    near: list[PageText] = []
    for number in sorted(range(1, page_count + 1), key=lambda number: abs(number - page)):
        for one in texts(number, number):
            if found := _word_for_word(one, spans, parts):
                return QuotePlace(number, found)
            near.append(one)
    # A sentence may go on on the next page, behind what stands at the end of this one.
    pairs = [pair for one in near[:3] if len(pair := texts(one[0], one[0] + 1)) == 2]
    joined = [(one[0], one[1], PAGE_BREAK.join((one[2], other[2]))) for one, other in pairs]
    best, most = None, 0.0
    for one in (*near, *joined):
        found, share = _side_by_side(one, quote)
        if share >= least and share > most:
            best, most = QuotePlace(one[0], found), share
    return best


def _cut(pages: Sequence[PageText], spans: Sequence[Span]) -> list[str]:
    return [
        text[max(span.start - start, 0) : span.end - start]
        for span in spans
        for _number, start, text in pages
        if span.start < start + len(text) and start < span.end
    ]


def _word_for_word(
    page: PageText, spans: Sequence[Span], parts: Sequence[re.Pattern[str]]
) -> tuple[Span, ...]:
    """Of several places those nearest to where it stood; empty unless all parts are there."""
    _number, start, text = page
    was = spans[0].start if spans else 0
    found = []
    for part in parts:
        places = [Span(start + match.start(), start + match.end()) for match in part.finditer(text)]
        if not places:
            return ()
        found.append(min(places, key=lambda place: abs(place.start - was)))
    return tuple(found)


def _side_by_side(page: PageText, quote: str) -> tuple[tuple[Span, ...], float]:
    """The places where most of its words stand together, and the share of them that was found."""
    _number, start, text = page
    wanted = [word.casefold() for word in _WORD.findall(one_line(quote))]
    total = len(wanted)
    words = [(found[0].casefold(), found.start(), found.end()) for found in _WORD.finditer(text)]
    taken: set[int] = set()
    for _ in range(_MOST_PIECES):
        piece = _densest([word if at not in taken else "" for at, (word, *_) in enumerate(words)], wanted)
        if len(piece) < min(_LEAST_WORDS, total):
            break
        taken.update(piece)
        for at in piece:
            wanted.remove(words[at][0])
    runs: list[list[int]] = []
    for at in sorted(taken):
        if runs and at == runs[-1][-1] + 1:
            runs[-1].append(at)
        else:
            runs.append([at])
    spans = tuple(Span(start + words[run[0]][1], start + words[run[-1]][2]) for run in runs)
    return spans, len(taken) / total if total else 0.0


def _densest(words: Sequence[str], wanted: Sequence[str]) -> list[int]:
    """Places of wanted words in the stretch that has most of them: those in order first, then others."""
    left = Counter(wanted)
    length = int(_ROOM * len(wanted)) + 1
    inside: Counter[str] = Counter()
    count = most = end = 0
    for at, word in enumerate(words):
        inside[word] += 1
        count += inside[word] <= left[word]
        if at >= length:
            gone = words[at - length]
            count -= inside[gone] <= left[gone]
            inside[gone] -= 1
        if count > most:
            most, end = count, at + 1
    first = max(0, end - length)
    stretch = words[first : end + length]
    blocks = SequenceMatcher(None, stretch, wanted, autojunk=False).get_matching_blocks()
    places = [block.a + place for block in blocks for place in range(block.size)]
    left -= Counter(stretch[at] for at in places)
    middle = sum(places) / len(places) if places else 0
    for at in sorted({*range(len(stretch))} - set(places), key=lambda at: abs(at - middle)):
        if left[stretch[at]] > 0 and _is_dense([*places, at]):
            left[stretch[at]] -= 1
            places.append(at)
    return [first + at for at in places] if _is_dense(places) else []


def _is_dense(places: Sequence[int]) -> bool:
    return bool(places) and len(places) >= _LEAST_DENSE * (max(places) - min(places) + 1)
