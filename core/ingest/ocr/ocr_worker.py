"""The recogniser process: draws pages and reads their text. Everything here runs in the child, main thread.

- `recognise` {path, member, format, password, content_hash, number, language} → `done` {text_bytes,
  line_bytes, confidence, turned, problem} with a blob: the page's UTF-8 text, its packed lines, its words

A page that cannot be drawn or read has a `problem` and confidence 0; a page without text has confidence 1.
The file stays open (and unpacked, when it lies in another) for the next page. `options`: {threads}.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pymupdf
from numpy.typing import NDArray

from core.errors import DocumentError
from core.ingest.ocr.engine import Engine, FoundLine
from core.ingest.ocr.recogniser import FONTS_MISSING, LETTERS_WRONG
from core.ingest.ocr.recognition_quality import (
    LEAST_LINE_CONFIDENCE,
    is_unreadable,
    mean_confidence,
    with_latin_signs,
)
from core.ingest.pdf.text_rows import RawWord, lay_out
from core.ingest.pdf.textquality import is_garbage
from core.ingest.pictures.opened_file import OpenedFile
from core.ingest.pictures.render_worker import render
from core.ingest.queue.content_hash import read_content
from core.ingest.readers.base import Line
from core.ingest.structure.lines import pack_lines
from core.ingest.structure.reading_order import LineBox, reading_order
from core.procs.channel import Channel, Request
from core.store.words import pack_arrays, unpack_words
from core.types import Word

DPI = 200  # what the models were measured with; letters of 8 points are 22 pixels high
MOST_PIXELS = 16_000_000  # drawn of one page: 50 MB, more than A2 at 200 dpi
# Lines are looked for in a smaller copy: at 110 dpi none of a report's was lost, in a fifth of the time.
_DETECTION_SHARE = 0.55
_DETECTION_SIDE = (960, 2400)
_SMALL_PICTURE = 1_000  # pixels of the longer side: screenshots and cuttings are drawn at twice their size
# MuPDF draws as much of a damaged picture as there is, and says so.
_DAMAGE = ("library error", "premature end", "truncated", "corrupt")
_LEAST_SKEW = 0.2  # degrees
_MOST_SKEW = 15.0


def main(channel: Channel) -> None:
    """Answer requests until the parent closes."""
    worker = _Worker(channel)
    try:
        channel.serve(worker.handle)
    finally:
        worker.close()


class _Worker:
    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._engine: Engine | None = None
        self._opened = OpenedFile()

    def handle(self, request: Request) -> None:
        if request.kind != "recognise":
            raise ValueError(f"unknown request {request.kind}")
        order = request.payload
        self._opened.open(order, lambda file: self._compare(file, order["content_hash"]))
        document, name = self._opened.document, self._opened.file.name
        number = int(order["number"])
        if not 1 <= number <= document.page_count:
            raise DocumentError(f"{name} has no page {number}.", "It may have changed; add it again.")
        if self._engine is None:
            self._engine = Engine(int(self._channel.options["threads"]))
        try:
            page = recognise(self._engine, document, number, name, order["language"])
        except DocumentError as error:
            self._channel.done(
                {"text_bytes": 0, "line_bytes": 0, "confidence": 0.0, "turned": 0, "problem": error.message}
            )
            return
        text = page.text.encode()
        sizes = {"text_bytes": len(text), "line_bytes": len(page.lines)}
        said = {"confidence": page.confidence, "turned": page.turned, "problem": ""}
        self._channel.done(sizes | said, text + page.lines + page.words)

    def close(self) -> None:
        self._opened.close()

    def _compare(self, file: Path, content_hash: str) -> None:
        """Pages that are put beside stored ones must come from the same content."""
        try:
            found, _ = read_content(file, self._channel.check)
        except OSError as error:
            raise DocumentError(f"{file.name} cannot be read ({error.strerror}).", "Put it back.") from error
        if content_hash and found != content_hash:
            raise DocumentError(
                f"{file.name} has changed since it was read.", "Add it again; it is then read as it is now."
            )


class PageText(NamedTuple):
    """One page: `lines` and `words` packed, in points on the unrotated page."""

    text: str
    lines: bytes
    words: bytes
    confidence: float
    turned: int


def recognise(engine: Engine, document: Any, number: int, name: str, language: str = "") -> PageText:
    """Draw a page (1-based), read it and lay its words out. `language`: of the document, "" when unknown.

    Raises:
        DocumentError: the page cannot be drawn, the models cannot read its writing, or what they read is
            no text.
    """
    pymupdf.TOOLS.reset_mupdf_warnings()
    zoom = _zoom(document, number)
    width, height, matrix, rgb = render(document, number, zoom, name)
    picture = np.ascontiguousarray(np.frombuffer(rgb, np.uint8).reshape(height, width, 3)[:, :, ::-1])
    longer = max(width, height)
    share = 1.0 if _is_picture(document) else _DETECTION_SHARE
    side = int(min(max(share * longer, _DETECTION_SIDE[0]), _DETECTION_SIDE[1], longer))
    found = engine.read(picture, side)
    confidence = mean_confidence(found.lines)
    if is_unreadable(found, confidence, language):
        raise DocumentError(
            f"The writing on page {number} of {name} cannot be read.",
            "Scripts other than Latin, Chinese and Japanese, and handwriting, are not recognised yet.",
        )
    readable = with_latin_signs(found.lines)
    lines = [line for line in readable if line.confidence >= LEAST_LINE_CONFIDENCE]
    if not lines:
        if any(sign in pymupdf.TOOLS.mupdf_warnings() for sign in _DAMAGE):
            raise DocumentError(f"Page {number} of {name} is damaged; its picture cannot be seen.")
        return PageText("", b"", b"", 1.0, found.turned)
    page = _laid_out(lines, found.turned, (width, height), pymupdf.Matrix(*matrix))
    # Without its embedded font a page is drawn with another one's letters, and those are read well.
    if is_garbage(page.text):
        raise DocumentError(FONTS_MISSING if _writes(document, number) else LETTERS_WRONG)
    return page


def _writes(document: Any, number: int) -> bool:
    """Whether the page draws letters, be it with a font that is gone, rather than being a picture of them."""
    try:
        return bool(document.is_pdf and document[number - 1].get_text().strip())
    except (RuntimeError, ValueError, IndexError, pymupdf.mupdf.FzErrorBase):
        return False


def _is_picture(document: Any) -> bool:
    """A file that is a picture itself: nobody knows how large its letters are."""
    return not document.is_pdf and not document.is_reflowable


def _zoom(document: Any, number: int) -> float:
    """Pixels a point: 200 dpi for a page, for a picture those it has; fewer when it is huge."""
    try:
        page = document[number - 1]
        area = max(1.0, page.rect.width * page.rect.height)
        zoom = DPI / 72
        if _is_picture(document):
            longer = max(max(int(p["width"]), int(p["height"])) for p in page.get_image_info())
            zoom = longer / max(page.rect.width, page.rect.height)
            zoom *= 2 if longer < _SMALL_PICTURE else 1
    except (RuntimeError, ValueError, IndexError, ZeroDivisionError, pymupdf.mupdf.FzErrorBase):
        return 1.0  # drawing it says what is wrong
    return float(min(zoom, math.sqrt(MOST_PIXELS / area)))


def _laid_out(lines: list[FoundLine], turned: int, size: tuple[int, int], to_picture: Any) -> PageText:
    """Lines are laid out on the upright, straightened page; their boxes go back to where they were."""
    scale = math.hypot(to_picture.a, to_picture.b)
    to_layout = pymupdf.Matrix(1 / scale, 1 / scale) * pymupdf.Matrix(-_skew(lines))
    words = [[_mapped(word.quad, to_layout) for word in line.words] for line in lines]
    boxes = [_around(rectangles) for rectangles in words]
    corner_x, corner_y = min(box.x0 for box in boxes), min(box.y0 for box in boxes)
    raw: list[RawWord] = []
    for block in reading_order(boxes):
        for place in block:
            # Every line a block of its own: paragraphs are then told by the gaps between lines.
            raw += [
                (x0 - corner_x, y0 - corner_y, x1 - corner_x, y1 - corner_y, word.text, place, 0, at)
                for at, ((x0, y0, x1, y1), word) in enumerate(
                    zip(words[place], lines[place].words, strict=True)
                )
            ]
    reach = max(max(word[2], word[3]) for word in raw)
    text, rows, packed, _ = lay_out(raw, reach, reach)
    back = pymupdf.Matrix(1, 0, 0, 1, corner_x, corner_y) * ~to_layout * _turning(turned, *size)
    back *= ~to_picture
    return PageText(
        text,
        pack_lines([_moved_line(line, back) for line in rows]),
        _moved_words(packed, back),
        mean_confidence(lines),
        turned,
    )


def _turning(turned: int, width: int, height: int) -> Any:
    """Pixels of the upright picture → pixels of the picture of `width` × `height` as it was drawn."""
    match turned:
        case 90:
            return pymupdf.Matrix(0, 1, -1, 0, width, 0)
        case 180:
            return pymupdf.Matrix(-1, 0, 0, -1, width, height)
        case 270:
            return pymupdf.Matrix(0, -1, 1, 0, 0, height)
    return pymupdf.Matrix(1, 1)


def _skew(lines: list[FoundLine]) -> float:
    """By how many degrees clockwise the lines fall, the long ones counting more; 0 when they hardly do."""
    angles, lengths = [], []
    for line in lines:
        first, last = line.words[0].quad, line.words[-1].quad
        run, fall = last[2] - first[0], last[3] - first[1]
        angles.append(math.degrees(math.atan2(fall, run)))
        lengths.append(math.hypot(run, fall))
    order = np.argsort(angles)
    middle = np.searchsorted(np.cumsum(np.array(lengths)[order]), sum(lengths) / 2)
    angle = angles[order[min(int(middle), len(order) - 1)]]
    return angle if _LEAST_SKEW <= abs(angle) <= _MOST_SKEW else 0.0


def _mapped(quad: NDArray[np.float64], matrix: Any) -> tuple[float, float, float, float]:
    """The rectangle around a quad's mapped corners."""
    x = quad[0::2] * matrix.a + quad[1::2] * matrix.c + matrix.e
    y = quad[0::2] * matrix.b + quad[1::2] * matrix.d + matrix.f
    return float(x.min()), float(y.min()), float(x.max()), float(y.max())


def _corners(x0: float, y0: float, x1: float, y1: float) -> NDArray[np.float64]:
    return np.array([x0, y0, x1, y0, x1, y1, x0, y1])


def _around(rectangles: list[tuple[float, float, float, float]]) -> LineBox:
    x0, y0, x1, y1 = zip(*rectangles, strict=True)
    return LineBox(min(x0), min(y0), max(x1), max(y1), len(rectangles))


def _moved_line(line: Line, matrix: Any) -> Line:
    x0, y0, x1, y1 = _mapped(_corners(line.x0, line.y0, line.x1, line.y1), matrix)
    return Line(line.start, line.end, x0, y0, x1, y1, line.height)


def _moved_words(packed: bytes, matrix: Any) -> bytes:
    words = unpack_words(packed, 0)
    spans = np.array([(word.span.start, word.span.end) for word in words], dtype=np.int64)
    boxes = [_mapped(_corners(*_box(word)), matrix) for word in words]
    return pack_arrays(spans.reshape(-1, 2), np.array(boxes).reshape(-1, 4))


def _box(word: Word) -> tuple[float, float, float, float]:
    return word.box.x0, word.box.y0, word.box.x1, word.box.y1
