"""Looks closely at single words of a PDF page: which of their characters show in its picture, and why not.

A glyph shows when, over at least half of its shape, the page with its text differs from the page without.
Runs in the parser process, on its one thread. Coordinates: points on the unrotated page.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pymupdf import mupdf

from core.ingest.pdf.pageview import (
    CLIPPED_TEXT_FLAGS,
    GREY,
    OTHER_OPERATIONS,
    TEXT_OPERATIONS,
    Box,
    PageView,
    Pixels,
    blank_pixmap,
    pixels_of,
)
from core.ingest.pdf.text_rows import RawWord

TINY = 1.0  # points: what is set this small or smaller cannot be read
STROKES_A_CHARACTER = 0.35  # that a picture shows of a word
_TRANSPARENT = 12  # of 255
_CONTRAST = 16.0  # of 255, perceived: less cannot be told from what is around it
_INK = 0.05  # of a word's box, where the shape of its glyphs is not known
_GLYPH_PIXELS = 18  # height of a glyph when looked at
_MIN_ZOOM, _MAX_ZOOM = 1.0, 8.0
_TILE = 2048  # pixels: the part of the page that is drawn at once
_SEEN = 0.5  # of a glyph's shape has to show
_SEEN_AMONG_OTHERS = 0.85  # where other words' ink covers up to half of it by chance
_SHORT = 5  # characters: such words may show by chance
_MIXED = 0.05  # of the place beside a word's glyphs: more ink there is other words'
_RUN = 3  # characters: shorter exceptions within a word are noise
_PICTURE_CONTRAST = 40  # of 255
_PAINTED, _CLIPPED = mupdf.FZ_STEXT_FILLED | mupdf.FZ_STEXT_STROKED, mupdf.FZ_STEXT_CLIPPED


@dataclass(slots=True)
class WordLook:
    """A word with its characters; `reasons` has one entry a character, empty while it counts as seen."""

    word: RawWord
    chars: list[dict[str, Any]]
    spans: list[dict[str, Any]]
    reasons: list[str]
    shown: float = 1.0  # of the shape of its glyphs
    is_mixed: bool = False  # with ink of other words

    @property
    def is_open(self) -> bool:
        return any(not reason for reason in self.reasons)

    def give_plain_reasons(self, rect: Box, doubtful: bool) -> None:
        """What can be told without looking: too small, outside the page, no paint at all."""
        for place, (char, span) in enumerate(zip(self.chars, self.spans, strict=True)):
            x0, y0, x1, y1 = char["bbox"]
            if not (rect[0] <= (x0 + x1) / 2 <= rect[2] and rect[1] <= (y0 + y1) / 2 <= rect[3]):
                self.reasons[place] = "off_page"
            elif not doubtful:
                continue
            elif (span["size"] <= TINY and y1 - y0 <= 1.5 * TINY) or min(
                y1 - y0, 2 * (x1 - x0)
            ) <= 0.5 * TINY:
                self.reasons[place] = "tiny"
            elif not span["char_flags"] & (_PAINTED | _CLIPPED):
                self.reasons[place] = "invisible"
            elif span.get("alpha", 255) <= _TRANSPARENT and not span["char_flags"] & _CLIPPED:
                self.reasons[place] = "transparent"

    def parts(self) -> Iterator[tuple[str, RawWord]]:
        """The word, or its pieces where only some of it is seen: (reason, piece)."""
        if len(set(self.reasons)) <= 1:
            yield (self.reasons[0] if self.reasons else ""), self.word
            return
        for reason, group in groupby(range(len(self.chars)), key=self.reasons.__getitem__):
            places = list(group)
            boxes = [self.chars[place]["bbox"] for place in places]
            text = "".join(self.chars[place]["c"] for place in places)
            yield (
                reason,
                (
                    min(box[0] for box in boxes),
                    min(box[1] for box in boxes),
                    max(box[2] for box in boxes),
                    max(box[3] for box in boxes),
                    text,
                    *self.word[5:],
                ),
            )


def align(view: PageView, words: Sequence[RawWord]) -> list[WordLook]:
    """Give each word its characters: both lists are in the same order, and words leave characters out."""
    characters = [(char, span) for char, span, _ in view.characters()]
    looks = []
    position = 0
    for word in words:
        found: list[tuple[dict[str, Any], dict[str, Any]]] = []
        start = position
        for wanted in word[4]:
            while position < len(characters) and characters[position][0]["c"] != wanted:
                position += 1
            if position == len(characters):
                break
            found.append(characters[position])
            position += 1
        if len(found) != len(word[4]):  # not in step: the word stands for its characters
            position = start
            span = characters[min(position, len(characters) - 1)][1] if characters else {}
            whole = {"c": word[4], "bbox": word[:4], "origin": (word[0], word[3])}
            found = [(whole, {"size": word[3] - word[1], "char_flags": _PAINTED, **span})]
        looks.append(WordLook(word, [c for c, _ in found], [s for _, s in found], [""] * len(found)))
    return looks


class _GlyphCollector(mupdf.FzDevice2):  # type: ignore[misc]
    """Takes the glyphs of the wanted words out of a page, each word's as a text of its own."""

    def __init__(self, wanted: dict[tuple[int, int], list[int]]) -> None:
        super().__init__()
        self.use_virtual_fill_text()
        self.use_virtual_stroke_text()
        self.use_virtual_clip_text()
        self._wanted = wanted
        self.texts: dict[int, Any] = {}

    def fill_text(self, ctx: Any, text: Any, ctm: Any, *rest: Any) -> None:
        self._take(text, mupdf.FzMatrix(ctm))

    def stroke_text(self, ctx: Any, text: Any, stroke: Any, ctm: Any, *rest: Any) -> None:
        self._take(text, mupdf.FzMatrix(ctm))

    def clip_text(self, ctx: Any, text: Any, ctm: Any, *rest: Any) -> None:
        self._take(text, mupdf.FzMatrix(ctm))

    def _take(self, text: Any, ctm: Any) -> None:
        span = text.head
        while span:
            wrapped = mupdf.FzTextSpan(span)
            for place in range(span.len):
                item = wrapped.items(place)
                if item.gid < 0:
                    continue
                x = item.x * ctm.a + item.y * ctm.c + ctm.e
                y = item.x * ctm.b + item.y * ctm.d + ctm.f
                for owner in self._wanted.get(_cell(x, y), ()):
                    trm = wrapped.trm()
                    matrix = mupdf.fz_concat(mupdf.FzMatrix(trm.a, trm.b, trm.c, trm.d, item.x, item.y), ctm)
                    if owner not in self.texts:
                        self.texts[owner] = mupdf.FzText()
                    mupdf.fz_show_glyph(
                        self.texts[owner], wrapped.font(), matrix, item.gid, item.ucs, span.wmode, 0, 0, 0
                    )
            span = span.next


def _cell(x: float, y: float) -> tuple[int, int]:
    return (math.floor(x * 8), math.floor(y * 8)) if math.isfinite(x + y) else (0, 0)


def look_closely(view: PageView, looks: Sequence[WordLook]) -> None:
    """Fill in the reasons of characters that do not show in the picture."""
    if not looks:
        return
    wanted: dict[tuple[int, int], list[int]] = {}
    for owner, look in enumerate(looks):
        for char, reason in zip(look.chars, look.reasons, strict=True):
            if reason:
                continue
            x, y = char["origin"]
            for shift_x in (-0.01, 0.01):
                for shift_y in (-0.01, 0.01):
                    owners = wanted.setdefault(_cell(x + shift_x, y + shift_y), [])
                    if owner not in owners:
                        owners.append(owner)
    collector = _GlyphCollector(wanted)
    view.run(collector)
    tiles: dict[tuple[float, int, int], list[int]] = {}
    for owner, look in enumerate(looks):
        box = look.word
        zoom = _zoom(box[3] - box[1])
        middle = ((box[0] + box[2]) / 2 * zoom, (box[1] + box[3]) / 2 * zoom)
        tiles.setdefault((zoom, int(middle[0] // _TILE), int(middle[1] // _TILE)), []).append(owner)
    clipped = _ClipTest(view)
    for (zoom, _, _), owners in tiles.items():
        close_up = _CloseUp(view, zoom, [looks[owner].word[:4] for owner in owners])
        for owner in owners:
            _settle(looks[owner], collector.texts.get(owner), close_up, clipped)
    _follow_lines(looks)


def _follow_lines(looks: Sequence[WordLook]) -> None:
    """Short words that seem to show among other words' ink are hidden when most of their line is."""
    lines: dict[tuple[int, int], list[WordLook]] = {}
    for look in looks:
        lines.setdefault(look.word[5:7], []).append(look)
    for line in lines.values():
        hidden = [look for look in line if not look.is_open]
        if 2 * sum(len(look.chars) for look in hidden) > sum(len(look.chars) for look in line):
            for look in line:
                unsure = look.is_mixed or look.shown < 0.95
                if look.is_open and unsure and len(look.chars) <= _SHORT:
                    look.reasons = hidden[0].reasons[:1] * len(look.chars)


def _zoom(height: float) -> float:
    """Pixels a point, in few steps, so that words share pictures."""
    wanted = _GLYPH_PIXELS / max(0.5, height)
    return min(_MAX_ZOOM, max(_MIN_ZOOM, 2.0 ** math.ceil(math.log2(wanted))))


class _CloseUp:
    """A part of the page with and without text, and with text only."""

    def __init__(self, view: PageView, zoom: float, boxes: Sequence[Box]) -> None:
        rect = view.rect
        self._area = (
            max(rect[0], min(box[0] for box in boxes) - 2),
            max(rect[1], min(box[1] for box in boxes) - 2),
            min(rect[2], max(box[2] for box in boxes) + 2),
            min(rect[3], max(box[3] for box in boxes) + 2),
        )
        most = math.sqrt(4) * _TILE  # a word across the whole page must not make the picture huge
        side = max(self._area[2] - self._area[0], self._area[3] - self._area[1], 1.0)
        self.zoom = min(zoom, most / side)
        self._view = view
        self._full = view.picture(self.zoom, self._area)
        self._bare = view.picture(self.zoom, self._area, without=TEXT_OPERATIONS)
        self._alone: dict[int, Pixels] = {}
        self._origin = (math.floor(self._area[0] * self.zoom), math.floor(self._area[1] * self.zoom))

    def cut(self, pixels: Pixels, box: Box) -> Pixels:
        x0, y0 = (math.floor(box[place] * self.zoom) - self._origin[place] for place in (0, 1))
        x1, y1 = (math.ceil(box[place + 2] * self.zoom) - self._origin[place] for place in (0, 1))
        return pixels[max(0, y0) : max(0, y1), max(0, x0) : max(0, x1)]

    def full(self, box: Box) -> Pixels:
        return self.cut(self._full, box)

    def bare(self, box: Box) -> Pixels:
        return self.cut(self._bare, box)

    def alone(self, box: Box, ground: int) -> Pixels:
        """The text as drawn with nothing else on the page."""
        if ground not in self._alone:
            self._alone[ground] = self._view.picture(
                self.zoom, self._area, without=OTHER_OPERATIONS, ground=ground
            )
        return self.cut(self._alone[ground], box)

    def mask(self, text: Any) -> Pixels:
        """0..255 where the glyphs of `text` have their shape."""
        pixmap = blank_pixmap(self._area, self.zoom, True, 255)
        device = mupdf.fz_new_draw_device(mupdf.FzMatrix(self.zoom, 0, 0, self.zoom, 0, 0), pixmap)
        mupdf.fz_fill_text(device, text, mupdf.FzMatrix(), GREY, [0.0], 1.0, mupdf.FzColorParams())
        mupdf.fz_close_device(device)
        return np.asarray(255 - pixels_of(pixmap), dtype=np.uint8)


def _settle(look: WordLook, text: Any, close_up: _CloseUp, clipped: _ClipTest) -> None:
    box: Box = look.word[:4]
    full, bare = close_up.full(box), close_up.bare(box)
    if not full.size:
        return
    seen = _perceived(full, bare)
    outlined = all(not span["char_flags"] & mupdf.FZ_STEXT_FILLED for span in look.spans)
    clip_only = all(span["char_flags"] & _CLIPPED for span in look.spans)
    mask = (
        close_up.cut(close_up.mask(text), box)[:, :, 0] / 255.0 if text is not None and not outlined else None
    )
    if clip_only:
        shown = strokes(full) >= STROKES_A_CHARACTER * len(look.word[4])
        shares = [1.0 if shown else 0.0] * len(look.chars)
    elif mask is None or mask.sum() < 2:
        share = float((seen > _CONTRAST / 2).mean())
        shares = [1.0 if share >= _INK else 0.0] * len(look.chars)
    else:
        shares, look.is_mixed = _shares(look, close_up, mask, seen)
        look.shown = sum(shares) / len(shares)
    hidden = _smooth([share < (_SEEN_AMONG_OTHERS if look.is_mixed else _SEEN) for share in shares])
    if not any(hidden):
        return
    reason = "invisible" if clip_only else _reason(look, hidden, close_up, mask, clipped)
    look.reasons = [
        reason if is_hidden and not given else given
        for is_hidden, given in zip(hidden, look.reasons, strict=True)
    ]


def _shares(
    look: WordLook, close_up: _CloseUp, mask: NDArray[np.float64], seen: NDArray[np.float64]
) -> tuple[list[float], bool]:
    """For each character the share of its shape that can be seen; is ink of other words in the same place?

    A character without a shape of its own gets the word's share.
    """
    shows = np.where(seen > _CONTRAST * mask, mask, 0.0)
    beside = mask < 0.02
    is_mixed = bool(beside.any()) and float((seen[beside] > _CONTRAST / 2).mean()) > _MIXED
    word_share = float(shows.sum() / mask.sum())
    left, top = math.floor(look.word[0] * close_up.zoom), math.floor(look.word[1] * close_up.zoom)
    shares = []
    for char in look.chars:
        x0, y0, x1, y1 = (value * close_up.zoom for value in char["bbox"])
        part = (
            slice(max(0, math.floor(y0) - top), max(0, math.ceil(y1) - top)),
            slice(max(0, math.floor(x0) - left), max(0, math.ceil(x1) - left)),
        )
        shape = float(mask[part].sum())
        shares.append(float(shows[part].sum()) / shape if shape >= 1 else word_share)
    return ([word_share] * len(shares) if is_mixed else shares), is_mixed


def _smooth(hidden: list[bool]) -> list[bool]:
    """Runs of fewer than three characters follow the rest of their word."""
    if len(set(hidden)) <= 1:
        return hidden
    most = sum(hidden) * 2 > len(hidden)
    result: list[bool] = []
    for value, group in groupby(hidden):
        length = len(list(group))
        result += [value if length >= _RUN else most] * length
    return result


def _perceived(one: Pixels, other: Pixels) -> NDArray[np.float64]:
    """How different two pictures look, 0..255 a pixel: brightness counts most, a mere tint half."""
    change = one.astype(np.float64) - other
    brightness = np.abs(change @ np.array((0.30, 0.59, 0.11)))
    return np.asarray(np.maximum(brightness, np.abs(change).max(axis=2) / 2), dtype=np.float64)


class _ClipTest:
    """Tells characters that a clip takes away; the page is read once more, when first asked."""

    def __init__(self, view: PageView) -> None:
        self._view = view
        self._kept: set[tuple[int, int]] | None = None

    def takes(self, look: WordLook, hidden: Sequence[bool]) -> bool:
        if self._kept is None:
            self._kept = {_cell(*char["origin"]) for char, _, _ in self._view.characters(CLIPPED_TEXT_FLAGS)}
        origins = [char["origin"] for char, is_hidden in zip(look.chars, hidden, strict=True) if is_hidden]
        kept = sum(
            any(_cell(x + dx, y + dy) in self._kept for dx in (-0.01, 0.01) for dy in (-0.01, 0.01))
            for x, y in origins
        )
        return 2 * kept < len(origins)


def _reason(
    look: WordLook,
    hidden: Sequence[bool],
    close_up: _CloseUp,
    mask: NDArray[np.float64] | None,
    clipped: _ClipTest,
) -> str:
    box: Box = look.word[:4]
    place = list(hidden).index(True)
    span = look.spans[place]
    if clipped.takes(look, hidden):
        return "off_page"
    if span.get("alpha", 255) <= 3 * _TRANSPARENT:
        return "transparent"
    value = int(span.get("color", 0))
    colour = np.array((value >> 16 & 255, value >> 8 & 255, value & 255), dtype=np.uint8)
    bare = close_up.bare(box)
    inked = mask > 0.5 if mask is not None and (mask > 0.5).any() else np.ones(bare.shape[:2], dtype=bool)
    behind = bare[inked][None]
    if float(np.median(_perceived(np.broadcast_to(colour, behind.shape), behind))) < _CONTRAST:
        return "white"
    ground = 0 if int(colour.max()) > 128 else 255
    alone = close_up.alone(box, ground).astype(np.int16)
    shows = bool((np.abs(alone - ground).max(axis=2)[inked] > 2 * _CONTRAST).mean() >= _SEEN)
    return "covered" if shows else "transparent"


def strokes(pixels: Pixels) -> int:
    """The most strokes of ink that a row of the picture crosses."""
    if not pixels.size:
        return 0
    grey = pixels.astype(np.float64).mean(axis=2)
    low, high = np.percentile(grey, (2, 98))
    if high - low < _PICTURE_CONTRAST:
        return 0
    inked = grey < (low + high) / 2
    if inked.mean() > 0.5:
        inked = ~inked  # light on dark
    edges = np.diff(inked.astype(np.int8), axis=1, prepend=0) > 0
    return int(edges.sum(axis=1).max(initial=0))
