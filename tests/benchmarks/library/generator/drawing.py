"""Pages that are filled from the top, or at fixed places, with text that may carry marks (`facts`).

Only this module and `scanning` touch PyMuPDF. The fonts are those it brings along, so that a document is the
same on every machine. Lengths are points; y grows downwards; a text's y is its baseline.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from tests.benchmarks.library.generator.facts import BOLD, NBSP, PLAIN, Facts, bare

Ink = tuple[float, float, float]
_Stroke = Callable[[Any, Any, set[str]], None]  # draws on a PyMuPDF page with its shape; fonts it has
BLACK: Ink = (0, 0, 0)
GREY: Ink = (0.4, 0.4, 0.4)
WHITE: Ink = (1, 1, 1)

_FACES = {
    "sans": ("helv", "hebo", "heit", "hebi"),
    "serif": ("tiro", "tibo", "tiit", "tibi"),
    "mono": ("cour", "cobo", "coit", "cobi"),
}
_STYLES = ("", "b", "i", "bi")


@lru_cache(maxsize=16)
def _font(face: str) -> Any:
    import pymupdf

    return pymupdf.Font(face)


@lru_cache(maxsize=16)
def _font_file(face: str) -> bytes:
    return bytes(_font(face).buffer)


@lru_cache(maxsize=4_000)
def _advance(face: str, sign: str) -> float:
    return float(_font(face).text_length(sign, fontsize=1))


@lru_cache(maxsize=20_000)
def _length(face: str, run: str) -> float:
    """Width at size 1; the fonts are set without kerning, so that it grows with the size."""
    return sum(_advance(face, sign) for sign in run)


class Sheet:
    """One document in the making. `running` is called for every page at the end, with page and pages."""

    def __init__(
        self,
        facts: Facts,
        *,
        family: str = "sans",
        size: float = 9.5,
        paper: tuple[float, float] = (595, 842),
        margins: tuple[float, float, float, float] = (60, 60, 60, 60),
    ) -> None:
        self.facts = facts
        self.family, self.size = family, size
        self.width, self.height = paper
        self.left, self.top = margins[0], margins[1]
        self.right, self.bottom = self.width - margins[2], self.height - margins[3]
        self.running: list[Callable[[Sheet, int, int], None]] = []
        self.cut_off: list[str] = []  # what does not fit on the paper
        # PyMuPDF forgets its pages when one is added, so that they are drawn one after the other at the end.
        self._pages: list[list[_Stroke]] = []
        self._at = 0
        self._frames: list[tuple[float, float]] = [(self.left, self.right)]
        self._frame = 0
        self._frame_top = self.top
        self.y = self.top
        self.new_page()

    @property
    def x0(self) -> float:
        return self._frames[self._frame][0]

    @property
    def x1(self) -> float:
        return self._frames[self._frame][1]

    @property
    def page(self) -> int:
        """1-based."""
        return self._at + 1

    @property
    def room(self) -> float:
        return self.bottom - self.y

    def new_page(self) -> None:
        self._pages.append([])
        self._at = len(self._pages) - 1
        self._frame, self._frame_top, self.y = 0, self.top, self.top

    def columns(self, count: int, gap: float = 22) -> None:
        """From here on, text fills so many columns a page."""
        width = (self.right - self.left - gap * (count - 1)) / count
        self._frames = [
            (self.left + n * (width + gap), self.left + n * (width + gap) + width) for n in range(count)
        ]
        self._frame, self._frame_top = 0, self.y

    def need(self, height: float) -> bool:
        """Goes to the next column or page where less is left; says whether it did."""
        if self.y + height <= self.bottom:
            return False
        if self._frame + 1 < len(self._frames):
            self._frame, self.y = self._frame + 1, self._frame_top
        else:
            self.new_page()
        return True

    @contextmanager
    def between(self, left: float, right: float) -> Iterator[None]:
        """What is drawn meanwhile stands between two x."""
        kept, frame = self._frames, self._frame
        self._frames, self._frame = [(left, right)], 0
        try:
            yield
        finally:
            self._frames, self._frame = kept, frame

    # Text

    def measure(self, text: str, size: float | None = None, style: str = "", family: str = "") -> float:
        return sum(_length(face, run) * (size or self.size) for face, run in self._runs(text, style, family))

    def put(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float | None = None,
        style: str = "",
        align: str = "l",
        ink: Ink = BLACK,
        family: str = "",
    ) -> float:
        """One line; x is its left, right or middle (`align` l, r or c). Returns its right end."""
        size = size or self.size
        length = self.measure(text, size, style, family)
        x -= length if align == "r" else length / 2 if align == "c" else 0
        if x < 4 or x + length > self.width - 4 or y > self.height - 4 or y < 4:
            self.cut_off.append(bare(text))
        self.facts.note(text, self.page)
        for face, run in self._runs(text, style, family):
            self._pages[self._at].append(_text(face, (x, y), run, size, ink))
            x += _length(face, run) * size
        return x

    def block(
        self,
        x: float,
        y: float,
        lines: Sequence[str],
        *,
        size: float | None = None,
        leading: float = 1.3,
        style: str = "",
        align: str = "l",
        ink: Ink = BLACK,
        family: str = "",
    ) -> float:
        """Lines below each other; returns the baseline that would come next."""
        for line in lines:
            if line:
                self.put(x, y, line, size=size, style=style, align=align, ink=ink, family=family)
            y += leading * (size or self.size)
        return y

    def wrap(
        self, text: str, width: float, size: float | None = None, style: str = "", family: str = ""
    ) -> list[str]:
        """Lines no wider than `width`; each carries its own bold switches."""
        lines: list[str] = []
        heavy = False
        space = self.measure(" ", size, style, family)
        for paragraph in text.split("\n"):
            line: list[str] = []
            taken = 0.0
            opening = BOLD if heavy else ""
            for word in self._parts(paragraph, width, size, style, family):
                length = self.measure(BOLD + word if heavy else word, size, style, family)
                if line and taken + space + length > width:
                    lines.append(opening + " ".join(line))
                    opening, line, taken = BOLD if heavy else "", [], 0.0
                taken += length + (space if line else 0)
                line.append(word)
                heavy = word.rfind(BOLD) > word.rfind(PLAIN) or (heavy and PLAIN not in word)
            lines.append(opening + " ".join(line))
        return lines

    def _parts(
        self, paragraph: str, width: float, size: float | None, style: str, family: str
    ) -> Iterator[str]:
        """Words; those that are kept together by hard spaces are parted where they would not fit."""
        for word in paragraph.split(" "):
            if NBSP in word and self.measure(word, size, style, family) > width:
                yield from word.split(NBSP)
            else:
                yield word

    def flow(
        self,
        text: str,
        *,
        size: float | None = None,
        style: str = "",
        align: str = "l",
        leading: float = 1.35,
        after: float = 6,
        indent: float = 0,
        hang: str = "",
        ink: Ink = BLACK,
        keep_with: float = 0,
        family: str = "",
    ) -> None:
        """A paragraph at the cursor, never parted by a page's end. `hang` stands left of its first line;
        `align` may be j (justified); `keep_with` is what must follow on the same page, in points."""
        size = size or self.size
        left = self.x0 + indent
        lines = self.wrap(text, self.x1 - left, size, style, family)
        if self.need(leading * size * len(lines) + keep_with):
            left = self.x0 + indent
        for number, line in enumerate(lines):
            base = self.y + size
            if hang and number == 0:
                self.put(self.x0, base, hang, size=size, style=style, ink=ink, family=family)
            if align == "j" and number < len(lines) - 1:
                self._justified(left, base, line, self.x1 - left, size, style, family)
            else:
                x = left if align in "jl" else self.x1 if align == "r" else (left + self.x1) / 2
                if line:
                    aligned = align if align in "lrc" else "l"
                    self.put(x, base, line, size=size, style=style, align=aligned, ink=ink, family=family)
            self.y += leading * size
        self.y += after

    def _justified(
        self, x: float, y: float, line: str, width: float, size: float, style: str, family: str
    ) -> None:
        words = line.split(" ")
        spare = width - self.measure(line, size, style, family)
        gap = self.measure(" ", size, style, family) + spare / max(1, len(words) - 1)
        heavy = False
        for word in words:
            drawn = BOLD + word if heavy else word
            heavy = drawn.rfind(BOLD) > drawn.rfind(PLAIN)
            x = self.put(x, y, drawn, size=size, style=style, family=family) + gap

    def _runs(self, text: str, style: str, family: str) -> Iterator[tuple[str, str]]:
        faces = _FACES[family or self.family]
        for number, part in enumerate(text.replace(PLAIN, BOLD).split(BOLD)):
            run = bare(part)
            if run:
                heavy = style if number % 2 == 0 or "b" in style else "b" + style
                yield faces[_STYLES.index(heavy)], run

    # Lines and areas

    def rule(
        self, x0: float, y0: float, x1: float, y1: float, *, width: float = 0.6, ink: Ink = BLACK
    ) -> None:
        self.path([(x0, y0), (x1, y1)], width=width, ink=ink)

    def box(
        self,
        x0: float,
        y0: float,
        x1: float,
        y1: float,
        *,
        width: float = 0.6,
        ink: Ink | None = BLACK,
        fill: Ink | None = None,
    ) -> None:
        corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
        self.path(corners, width=width, ink=ink, fill=fill, closed=True)

    def circle(
        self,
        x: float,
        y: float,
        radius: float,
        *,
        width: float = 0.8,
        ink: Ink | None = BLACK,
        fill: Ink | None = None,
    ) -> None:
        def stroke(page: Any, shape: Any, fonts: set[str]) -> None:
            shape.draw_circle((x, y), radius)
            shape.finish(width=width, color=ink, fill=fill)

        self._pages[self._at].append(stroke)

    def path(
        self,
        points: Sequence[tuple[float, float]],
        *,
        width: float = 0.8,
        ink: Ink | None = BLACK,
        fill: Ink | None = None,
        closed: bool = False,
    ) -> None:
        corners = [*points, points[0]] if closed else list(points)

        def stroke(page: Any, shape: Any, fonts: set[str]) -> None:
            shape.draw_polyline(corners)
            shape.finish(width=width, color=ink, fill=fill, closePath=closed)

        self._pages[self._at].append(stroke)

    def finished(self) -> Any:
        """The PyMuPDF document."""
        import pymupdf

        document = pymupdf.open()
        total = len(self._pages)
        for number, strokes in enumerate(self._pages):
            self._at = number
            for draw in self.running:
                draw(self, number + 1, total)
            page = document.new_page(width=self.width, height=self.height)
            shape = page.new_shape()
            fonts: set[str] = set()
            for stroke in strokes:
                stroke(page, shape, fonts)
            shape.commit()
        document.subset_fonts()
        return document


def _text(face: str, at: tuple[float, float], run: str, size: float, ink: Ink) -> _Stroke:
    def stroke(page: Any, shape: Any, fonts: set[str]) -> None:
        if face not in fonts:
            page.insert_font(fontname=f"F{face}", fontbuffer=_font_file(face))
            fonts.add(face)
        shape.insert_text(at, run, fontname=f"F{face}", fontsize=size, color=ink)

    return stroke
