"""A PDF page drawn in parts: with and without its text, text alone, and its words and characters.

Runs in the parser process, on its one thread. Coordinates: points on the unrotated page.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import pymupdf
from numpy.typing import NDArray
from pymupdf import mupdf

from core.ingest.pdf.text_rows import RawWord

# Ligatures are taken apart, so that "ﬁnance" is found as "finance". What a font's glyphs say counts, not the
# replacement text (ActualText) that a file may claim for them: nobody sees that.
# Text outside the page and outside of clips is read too, so that it can be said to be hidden.
TEXT_FLAGS = (
    pymupdf.TEXTFLAGS_WORDS & ~(pymupdf.TEXT_PRESERVE_LIGATURES | pymupdf.TEXT_CLIP)
) | pymupdf.TEXT_IGNORE_ACTUALTEXT
CLIPPED_TEXT_FLAGS = TEXT_FLAGS | pymupdf.TEXT_CLIP

TEXT_OPERATIONS = ("fill_text", "stroke_text")
OTHER_OPERATIONS = ("fill_path", "stroke_path", "fill_shade", "fill_image", "fill_image_mask")
QUICK_ZOOM = 0.75  # pixels a point
QUICK_PIXELS = 2_000_000
GREY = mupdf.FzColorspace(mupdf.FzColorspace.Fixed_GRAY)
_RGB = mupdf.FzColorspace(mupdf.FzColorspace.Fixed_RGB)
_EVERYWHERE = mupdf.FzRect(mupdf.FzRect.Fixed_INFINITE)
_INK = 32  # of 255: fainter is paper
_MOST_PATHS = 2_000  # lines of a page that are compared with its words
_BLOCK = 500  # words that are compared at once
_BAR = 4.0  # points: what is drawn thicker is no line
_MIDDLE = 0.3  # of a word, at either side, that a line through it keeps away from

Pixels = NDArray[np.uint8]
Box = tuple[float, float, float, float]


class PageView:
    """One page, looked at in several ways. The page must not be rotated."""

    def __init__(self, page: Any, *, annotations: bool = True) -> None:
        self._page = page
        self.rect: Box = tuple(page.rect)
        self.width, self.height = self.rect[2] - self.rect[0], self.rect[3] - self.rect[1]
        self._annotations = annotations
        self._recorded: Any = None
        self._text_page: Any = None
        self._words: list[RawWord] | None = None

    @cached_property
    def fonts(self) -> list[tuple[Any, ...]]:
        """As `get_fonts` lists them."""
        return list(self._page.get_fonts())

    @property
    def words(self) -> list[RawWord]:
        """As `get_text("words")` gives them, with form fields and other annotations that show text.

        Those outside the page and outside of clips are among them.
        """
        if self._words is None:
            self._words = self._structured().extractWORDS()
        return self._words

    @cached_property
    def boxes(self) -> NDArray[np.float64]:
        """Those of the words, one a row."""
        return np.array([word[:4] for word in self.words], dtype=np.float64).reshape(-1, 4)

    @property
    def clipped_words(self) -> list[RawWord]:
        """The words without those that lie outside the page or a clip."""
        return list(self._read(CLIPPED_TEXT_FLAGS).extractWORDS())

    def characters(self, flags: int = TEXT_FLAGS) -> Iterator[tuple[dict[str, Any], dict[str, Any], bool]]:
        """Each character with its span (PyMuPDF's dictionaries) and whether it begins a line."""
        text = self._structured() if flags == TEXT_FLAGS else self._read(flags)
        for block in text.extractRAWDICT()["blocks"]:
            for line in block.get("lines", ()):
                begins = True
                for span in line["spans"]:
                    for char in span["chars"]:
                        yield char, span, begins
                        begins = False

    def _structured(self) -> Any:
        if self._text_page is None:
            self._text_page = self._read(TEXT_FLAGS)
        return self._text_page

    def _read(self, flags: int) -> Any:
        # From the page itself: a display list has lost what lies outside the page and outside of clips.
        if self._annotations:
            return self._page.get_textpage(flags=flags, clip=pymupdf.INFINITE_RECT())
        structured = mupdf.FzStextPage(_EVERYWHERE)
        device = mupdf.fz_new_stext_device(structured, mupdf.FzStextOptions(flags))
        mupdf.fz_run_page_contents(self._page.this, device, mupdf.FzMatrix(), mupdf.FzCookie())
        mupdf.fz_close_device(device)
        return pymupdf.TextPage(structured)

    def picture(
        self,
        zoom: float,
        area: Box | None = None,
        *,
        without: Sequence[str] = (),
        grey: bool = False,
        ground: int = 255,
    ) -> Pixels:
        """Pixels (rows, columns, channels) of an area, drawn without some operations, on a grey `ground`."""
        x0, y0, x1, y1 = area or self.rect
        pixmap = blank_pixmap((x0, y0, x1, y1), zoom, grey, ground)
        device = mupdf.fz_new_draw_device(mupdf.FzMatrix(zoom, 0, 0, zoom, 0, 0), pixmap)
        for name in without:
            setattr(device.m_internal, name, None)  # a device skips what it has no function for
        self.run(device)
        return pixels_of(pixmap)

    def run(self, device: Any) -> None:
        """Replay the page into a device of MuPDF."""
        if self._recorded is None:
            self._recorded = self._page.get_displaylist(annots=int(self._annotations))
        mupdf.fz_run_display_list(
            self._recorded.this, device, mupdf.FzMatrix(), _EVERYWHERE, mupdf.FzCookie()
        )
        mupdf.fz_close_device(device)

    def picture_share(self) -> float:
        """Share of the page that pictures cover (0..1); pictures over pictures count twice."""
        whole = max(1.0, self.width * self.height)
        covered = 0.0
        for kind, box, *_ in self._page.get_bboxlog():
            if kind in ("fill-image", "fill-imgmask"):
                width = min(box[2], self.rect[2]) - max(box[0], self.rect[0])
                height = min(box[3], self.rect[3]) - max(box[1], self.rect[1])
                covered += max(0.0, width) * max(0.0, height)
        return min(1.0, covered / whole)

    def struck_areas(self) -> list[Box]:
        """The boxes of text that has a line through it, however far the line goes on."""
        if not self._has_bar_in_words():
            return []
        blocks = self._read(TEXT_FLAGS | mupdf.FZ_STEXT_COLLECT_STYLES).extractDICT()["blocks"]
        return [
            span["bbox"]
            for block in blocks
            for line in block.get("lines", ())
            for span in line["spans"]
            if span["char_flags"] & mupdf.FZ_STEXT_STRIKEOUT
        ]

    def _has_bar_in_words(self) -> bool:
        """Whether a line is drawn through the middle of a word: to have MuPDF look for it takes 20 ms, and
        seconds where there are thousands of lines. A map or another such drawing is not looked at."""
        drawn = _Paths()
        self.run(drawn)
        if not self.words or len(drawn.boxes) > _MOST_PATHS:
            return False
        parts = self.drawn_parts() if drawn.has_shapes else drawn.boxes
        bars = np.array([box for box in parts if _is_thin(box)])
        if not 0 < len(bars) <= _MOST_PATHS:
            return False
        blocks = range(0, len(self.boxes), _BLOCK)
        return any(_crossed(self.boxes[first : first + _BLOCK], bars) for first in blocks)

    def drawn_parts(self) -> list[Box]:
        """The boxes of the straight lines and rectangles that are drawn, part by part."""
        corners = [
            item[1] if item[0] == "re" else (*item[1], *item[2])
            for path in self._page.get_cdrawings()
            for item in path["items"]
            if item[0] in ("l", "re")
        ]
        return [(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)) for x0, y0, x1, y1 in corners]

    def ink_share(self) -> float:
        """Share of the page (0..1) that differs from its most common shade."""
        zoom = min(QUICK_ZOOM, math.sqrt(QUICK_PIXELS / max(1.0, self.width * self.height)))
        grey = self.picture(zoom, grey=True)
        common = int(np.bincount(grey.ravel(), minlength=256).argmax())
        return float((np.abs(grey.astype(np.int16) - common) > _INK).mean())


class _Paths(mupdf.FzDevice2):  # type: ignore[misc]
    """The boxes of what is drawn in lines. `has_shapes`: not all of it are lines, each a path of its own, and
    rectangles."""

    def __init__(self) -> None:
        super().__init__()
        self.use_virtual_fill_path()
        self.use_virtual_stroke_path()
        self.boxes: list[Box] = []
        self.has_shapes = False

    def fill_path(self, ctx: Any, path: Any, even_odd: Any, ctm: Any, *rest: Any) -> None:
        self._take(path, None, ctm)

    def stroke_path(self, ctx: Any, path: Any, stroke: Any, ctm: Any, *rest: Any) -> None:
        self._take(path, stroke, ctm)

    def _take(self, path: Any, stroke: Any, ctm: Any) -> None:
        rect = mupdf.ll_fz_bound_path(path, stroke, ctm)
        box = rect.x0, rect.y0, rect.x1, rect.y1
        self.boxes.append(box)
        if not (self.has_shapes or _is_thin(box)):
            self.has_shapes = not mupdf.ll_fz_path_is_rect(path, ctm)


def _is_thin(box: Box) -> bool:
    return min(box[2] - box[0], box[3] - box[1]) <= _BAR


def _crossed(words: NDArray[np.float64], bars: NDArray[np.float64]) -> bool:
    """Whether a bar runs through the middle of a word, along it."""
    is_level = bars[:, 2] - bars[:, 0] > bars[:, 3] - bars[:, 1]
    for own, along, across in ((bars[is_level], 0, 1), (bars[~is_level], 1, 0)):
        low, high = words[:, across, None], words[:, across + 2, None]
        spare = _MIDDLE * (high - low)
        middle = (own[:, across] + own[:, across + 2]) / 2
        is_beside = (own[:, along] < words[:, along + 2, None]) & (words[:, along, None] < own[:, along + 2])
        if (is_beside & (low + spare < middle) & (middle < high - spare)).any():
            return True
    return False


def blank_pixmap(area: Box, zoom: float, grey: bool, ground: int) -> Any:
    """An RGB or grey pixmap of an area (points) filled with one shade."""
    x0, y0 = math.floor(area[0] * zoom), math.floor(area[1] * zoom)
    x1, y1 = max(x0 + 1, math.ceil(area[2] * zoom)), max(y0 + 1, math.ceil(area[3] * zoom))
    pixmap = mupdf.fz_new_pixmap_with_bbox(
        GREY if grey else _RGB, mupdf.FzIrect(x0, y0, x1, y1), mupdf.FzSeparations(), 0
    )
    mupdf.fz_clear_pixmap_with_value(pixmap, ground)
    return pixmap


def pixels_of(pixmap: Any) -> Pixels:
    """A copy of its samples: rows, columns, channels."""
    wrapped = pymupdf.Pixmap("raw", pixmap)
    samples = np.frombuffer(wrapped.samples, dtype=np.uint8)
    return samples.reshape(wrapped.height, wrapped.width, wrapped.n)
