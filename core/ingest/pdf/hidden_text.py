"""Tells which words of a PDF page a reader cannot see, by drawing the page with and without its text.

Where the two pictures are the same, the text is not seen, whatever the trick was: no contrast with what is
painted behind it, covered by something painted later, clipped away, transparent, without paint. A quick look
at the whole page finds the doubtful words; those are looked at closely, glyph by glyph, which says why.

Runs in the parser process, on its one thread. Coordinates: points on the unrotated page.

Not found: text that a reader could see but would not notice, glyphs drawn by a font whose character codes
lie, and words under a scan where the picture shows just as many strokes as the words would.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from core.ingest.pdf.closeup import STROKES_A_CHARACTER, TINY, WordLook, align, look_closely, strokes
from core.ingest.pdf.pageview import QUICK_PIXELS, QUICK_ZOOM, TEXT_OPERATIONS, PageView
from core.ingest.pdf.text_rows import RawWord

_DIFFERENCE = 12  # of 255, in grey
_INK = 0.05  # of a word's middle: text has 0.1 to 0.5 there
_LONG_WORD = 8  # characters; longer words are looked at in pieces of half of it
_SHARED = 0.4  # of a word's box that others overlap
_TELLING = 4  # letters: shorter words overlap their neighbours by chance
_ROWS = 12  # pixel rows on which ink is counted
_NEIGHBOURS = 400  # words that one is compared with
_MAX_WORDS = 3000  # looked at closely on one page; the rest of the doubtful ones is taken as hidden
_SCAN_REASONS = {"invisible", "covered", "transparent", "white"}
_SMALLEST_SCAN = 3.5  # points: height of a line that can be read off a picture
_NARROW = 0.12  # of the line's height: an advance that no typeface has
_SCAN_SHARE = 0.5  # of the page that pictures must cover for text under them to count as a scan's


@dataclass(slots=True)
class HiddenRun:
    """`end`: the index of its last word in `PageView.words`."""

    reason: str
    words: list[str] = field(default_factory=list)
    end: int = 0


@dataclass(slots=True)
class Verdict:
    """What a reader sees of a page, and what not.

    `words` are those seen, `places` for each of them its index in `PageView.words`; `hidden` are runs of
    words that follow each other there, with a reason of `core.types.HiddenText`. `is_scan`: text under or
    over a page's picture was kept.
    """

    words: list[RawWord]
    places: list[int]
    hidden: list[HiddenRun] = field(default_factory=list)
    is_scan: bool = False

    def set_aside(self, reason: str, place: int, word: str) -> None:
        """The word at this index of `PageView.words`, or a part of it."""
        last = self.hidden[-1] if self.hidden else None
        if last is None or last.reason != reason or place > last.end + 1:
            last = HiddenRun(reason)
            self.hidden.append(last)
        last.words.append(word)
        last.end = place


def judge(view: PageView) -> Verdict:
    """Sort the page's words into seen and hidden."""
    words = view.words
    doubtful, is_serious = _doubts(view)
    if not is_serious:
        return Verdict(words, list(range(len(words))))
    looks = align(view, words)
    for look, doubt in zip(looks, doubtful.tolist(), strict=True):
        look.give_plain_reasons(view.rect, doubt)
    close = [look for look, doubt in zip(looks, doubtful.tolist(), strict=True) if doubt and look.is_open]
    look_closely(view, close[:_MAX_WORDS])
    for look in close[_MAX_WORDS:]:
        look.reasons = ["covered"] * len(look.reasons)
    is_scan = _keep_scan_text(view, looks)
    verdict = Verdict([], [], is_scan=is_scan)
    for place, look in enumerate(looks):
        for reason, word in look.parts():
            if reason:
                verdict.set_aside(reason, place, word[4])
            else:
                verdict.words.append(word)
                verdict.places.append(place)
    return verdict


def _doubts(view: PageView) -> tuple[NDArray[np.bool_], bool]:
    """For each word: too little ink where it stands, or other words in the same place; is any of it serious?

    Ink is where the page differs from the page without text. Signs alone, and short words that touch their
    neighbours, are not serious.
    """
    words = view.words
    if not words:
        return np.zeros(0, dtype=bool), False
    zoom = min(QUICK_ZOOM, math.sqrt(QUICK_PIXELS / max(1.0, view.width * view.height)))
    full = view.picture(zoom, grey=True)[:, :, 0]
    bare = view.picture(zoom, grey=True, without=TEXT_OPERATIONS)[:, :, 0]
    # Further apart than that, either way: bytes go round at 256.
    ink = (full - bare + np.uint8(_DIFFERENCE)) > 2 * _DIFFERENCE
    boxes = np.nan_to_num(view.boxes, nan=-1e6, posinf=1e6, neginf=-1e6)
    lengths = np.array([len(word[4]) for word in words])
    lettered = np.array([word[4].isalnum() or any(map(str.isalnum, word[4])) for word in words])
    little = _has_little(ink, boxes, lengths, lettered, zoom)
    tiny = boxes[:, 3] - boxes[:, 1] <= 1.5 * TINY
    shared = _shared(boxes) > _SHARED
    serious = ((little | tiny) & lettered) | (shared & lettered & (lengths >= _TELLING))
    if not serious.any():
        return little, False
    # Once there is a reason to look, all of a doubtful word's line is looked at.
    doubtful = little | tiny | shared
    lines = {word[5:7] for word, doubt in zip(words, doubtful.tolist(), strict=True) if doubt}
    return np.array([word[5:7] in lines for word in words]), True


def _has_little(
    ink: NDArray[np.bool_],
    boxes: NDArray[np.float64],
    lengths: NDArray[np.int64],
    lettered: NDArray[np.bool_],
    zoom: float,
) -> NDArray[np.bool_]:
    """Words, or pieces of long words, without the ink that letters have in the middle of their line."""
    pieces = boxes.copy()
    margin = 0.2 * (boxes[:, 3] - boxes[:, 1]) * lettered
    pieces[:, 1] += margin
    pieces[:, 3] -= margin
    counts = np.where(lengths > _LONG_WORD, lengths // (_LONG_WORD // 2), 1)
    owner = np.repeat(np.arange(len(boxes)), counts)
    step = np.arange(len(owner)) - np.repeat(np.cumsum(counts) - counts, counts)
    pieces = pieces[owner]
    width = (pieces[:, 2] - pieces[:, 0]) / counts[owner]
    pieces[:, 0] += step * width
    pieces[:, 2] = pieces[:, 0] + width
    share = _ink_in(ink, pieces * zoom)
    little = np.zeros(len(boxes), dtype=bool)
    little[owner[np.where(lettered[owner], share < _INK, share <= 0)]] = True
    return little


def _ink_in(ink: NDArray[np.bool_], boxes: NDArray[np.float64]) -> NDArray[np.float64]:
    """Share of inked pixels on some rows through each box (n, 4), in pixels; 0 outside the picture."""
    height, width = ink.shape
    before = np.zeros((height, width + 1), dtype=np.int32)  # ink left of a pixel, row by row
    np.cumsum(ink, axis=1, dtype=np.int32, out=before[:, 1:])
    x0 = np.clip(np.floor(boxes[:, 0]), 0, width).astype(np.int64)
    x1 = np.clip(np.ceil(boxes[:, 2]), 0, width).astype(np.int64)
    y0 = np.clip(np.floor(boxes[:, 1]), 0, height).astype(np.int64)
    y1 = np.clip(np.ceil(boxes[:, 3]), 0, height).astype(np.int64)
    places = 2 * np.arange(_ROWS)[:, None] + 1
    rows = np.minimum(y0 + (y1 - y0) * places // (2 * _ROWS), height - 1)
    total = (before[rows, x1] - before[rows, x0]).sum(axis=0)
    total[y1 <= y0] = 0
    return np.asarray(total / np.maximum(1, (x1 - x0) * _ROWS), dtype=np.float64)


def _shared(boxes: NDArray[np.float64]) -> NDArray[np.float64]:
    """Share of each box in which others lie; each is compared with those that begin below its top edge."""
    order = np.argsort(boxes[:, 1], kind="stable")
    x0, y0, x1, y1 = boxes[order].T
    covered = np.zeros(len(boxes))
    active = np.arange(len(boxes))
    for step in range(1, _NEIGHBOURS):
        active = active[active + step < len(boxes)]
        active = active[y0[active + step] < y1[active]]
        if not active.size:
            break
        other = active + step
        across = np.minimum(x1[active], x1[other]) - np.maximum(x0[active], x0[other])
        is_shared = across > 0
        one, other = active[is_shared], other[is_shared]
        down = np.minimum(y1[one], y1[other]) - y0[other]
        common = across[is_shared] * np.maximum(down, 0.0)
        covered[one] += common
        covered[other] += common
    share = covered / np.maximum(1e-6, (x1 - x0) * (y1 - y0))
    share[active] = 1.0  # too many to compare
    result = np.empty(len(boxes))
    result[order] = share
    return result


def _keep_scan_text(view: PageView, looks: Sequence[WordLook]) -> bool:
    """Keep words without paint that lie on a page's picture, where the picture shows as many strokes."""
    under = [look for look in looks if look.reasons and set(look.reasons) <= _SCAN_REASONS]
    if not under or view.picture_share() < _SCAN_SHARE:
        return False
    zoom = min(2.0, math.sqrt(4 * QUICK_PIXELS / max(1.0, view.width * view.height)))
    bare = view.picture(zoom, without=TEXT_OPERATIONS)
    kept = False
    taken: set[tuple[int, int]] = set()
    for look in under:
        box = look.word
        height, width = box[3] - box[1], box[2] - box[0]
        (x_first, y_first), (x_last, y_last) = look.chars[0]["origin"], look.chars[-1]["origin"]
        upwards = abs(y_last - y_first) > abs(x_last - x_first)
        if upwards:
            height, width = width, height
        if height < _SMALLEST_SCAN or width < _NARROW * height * len(look.word[4]):
            continue  # far smaller or denser than anything that can be read off a picture
        middle = (round((box[0] + box[2]) / 2), round((box[1] + box[3]) / 2))
        if middle in taken:
            continue
        x0, y0, x1, y1 = box[0] * zoom, box[1] * zoom, box[2] * zoom, box[3] * zoom
        cut = bare[
            max(0, math.floor(y0)) : max(0, math.ceil(y1)), max(0, math.floor(x0)) : max(0, math.ceil(x1))
        ]
        if upwards:
            cut = cut.transpose(1, 0, 2)
        if strokes(cut) >= max(1.0, STROKES_A_CHARACTER * len(look.word[4])):
            look.reasons = [""] * len(look.reasons)
            taken.add(middle)
            kept = True
    return kept
