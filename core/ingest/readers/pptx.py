"""Reads PowerPoint presentations with python-pptx. Runs in the parser process; macros are never looked at.

A page is a slide, numbered as PowerPoint numbers it; one that is left out of the show says so in its label.
Speaker notes and comments are annotations: nobody in front of the slide sees them, so they are cited as such.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

from pptx.enum.shapes import PP_PLACEHOLDER
from pptx.package import Package
from pptx.parts.presentation import PresentationPart

from core.errors import DocumentError
from core.ingest.readers.base import OpenDocument
from core.ingest.readers.cell_numbers import shown
from core.ingest.readers.flow import Cell, FlowBuilder, FlowDocument, clean, commented_by, gap
from core.ingest.readers.office import finish, guarded_part, read_package
from core.ingest.readers.office_xml import child, children, parse_xml
from core.ingest.readers.size_limits import LIMITS, ReadLimits
from core.ingest.readers.slide_colors import hidden_reason, is_opaque, moving_shapes, white_counts
from core.ingest.readers.tables import SheetRow, SpanningCells, column_name, head_rows
from core.types import STRUCK_OUT, PageKind

_EMU_PER_POINT = 12_700
_ROW_TOLERANCE = 0.02  # of the slide's height: shapes this close begin on the same line
_LONGEST_LABEL = 120
_DEEPEST = 40  # groups inside groups
_COVERED = 0.9  # of a shape's area
_MOST_ON_TOP = 300  # filled shapes of a slide that are looked at
_REPEATED = (PP_PLACEHOLDER.FOOTER, PP_PLACEHOLDER.DATE, PP_PLACEHOLDER.HEADER)
_TITLES = (PP_PLACEHOLDER.TITLE, PP_PLACEHOLDER.CENTER_TITLE)


class PptxReader:
    """Opens `.pptx`, `.pptm` and `.ppsx` files."""

    def __init__(self, limits: ReadLimits = LIMITS) -> None:
        self._limits = limits

    def open(self, path: Path, password: str = "") -> OpenDocument:
        return read_package(
            path,
            "a PowerPoint presentation",
            "ppt/",
            lambda source: _read(path, source, self._limits),
            self._limits,
        )


def _read(path: Path, source: str | BytesIO, limits: ReadLimits) -> FlowDocument:
    part: Any = Package.open(source).main_document_part
    if not isinstance(part, PresentationPart):
        raise DocumentError(
            f"{path.name} is not a PowerPoint presentation, although its name says so.",
            "Open it in the program it comes from.",
        )
    presentation = part.presentation
    walker = _Walker(presentation, limits)
    for number, slide in enumerate(presentation.slides, 1):
        problem = f"Slide {number} is damaged, and not all of it can be read."
        guarded_part(path, walker.builder, problem, partial(walker.slide, number, slide))
        if walker.builder.truncated:
            break
    known: Any = part.core_properties
    metadata = (known.subject, known.keywords, known.comments, known.category)
    return finish(walker.builder, known.title, metadata)


@dataclass(frozen=True, slots=True)
class _Placed:
    """A shape with its box on the slide, in EMU; groups are already taken apart."""

    shape: Any
    left: float
    top: float
    width: float
    height: float


class _Walker:
    def __init__(self, presentation: Any, limits: ReadLimits) -> None:
        self.builder = FlowBuilder(limits)
        self._width = int(presentation.slide_width or 9_144_000)
        self._height = int(presentation.slide_height or 6_858_000)
        self._repeated: set[str] = set()
        self._authors = _authors(presentation.part)
        self._reason = ""  # why nothing of this slide or shape can be seen
        self._stands_on_white: Callable[[], bool] = lambda: False

    def slide(self, number: int, slide: Any) -> None:
        """Everything on one slide, in the order in which it is read."""
        points = self._width / _EMU_PER_POINT, self._height / _EMU_PER_POINT
        self.builder.start_page(PageKind.SLIDE, f"Slide {number}", width=points[0], height=points[1])
        title = slide.shapes.title
        name = self._name(title) if title is not None and title.has_text_frame else ""
        label = name[:_LONGEST_LABEL] or f"Slide {number}"
        if slide._element.get("show") in ("0", "false"):
            label += ", hidden slide"
        self.builder.name_page(label)
        placed = list(_flat(slide.shapes))
        moving = moving_shapes(slide)
        covers = [
            (place, item)
            for place, item in enumerate(placed)
            if is_opaque(item.shape) and str(item.shape.shape_id) not in moving
        ][-_MOST_ON_TOP:]
        depth = {id(item): place for place, item in enumerate(placed)}
        for item in self._in_order(placed):
            above = [cover for place, cover in covers if place > depth[id(item)]]
            self._reason = self._why_unseen(item, above)
            self._stands_on_white = partial(
                white_counts, slide, item.shape, [other.shape for other in placed]
            )
            self._shape(item.shape)
        if slide.has_notes_slide:
            self._reason, self._stands_on_white = "", lambda: True
            for shape in slide.notes_slide.shapes:
                kind = shape.placeholder_format.type if shape.is_placeholder else None
                if shape.has_text_frame and kind not in (*_REPEATED, PP_PLACEHOLDER.SLIDE_NUMBER):
                    said = (self._visible(paragraph) for paragraph in shape.text_frame.paragraphs)
                    self.builder.annotation(" ".join(said), "speaker notes")
        for author, text in _comments(slide, self._authors):
            self.builder.annotation(text, commented_by(author))

    def _in_order(self, placed: Sequence[_Placed]) -> list[_Placed]:
        """The title first, then line by line from the top, each from the left."""
        rest = sorted(placed, key=lambda item: (item.top, item.left))
        ordered: list[_Placed] = []
        line: list[_Placed] = []
        for item in rest:
            if line and item.top - line[0].top > _ROW_TOLERANCE * self._height:
                ordered += sorted(line, key=lambda member: member.left)
                line = []
            line.append(item)
        ordered += sorted(line, key=lambda member: member.left)
        return sorted(ordered, key=lambda item: not _is_title(item.shape))

    def _why_unseen(self, item: _Placed, above: Sequence[_Placed]) -> str:
        properties = item.shape._element._nvXxPr.cNvPr
        if properties.get("hidden") in ("1", "true"):
            return "hidden_layer"
        right, bottom = item.left + item.width, item.top + item.height
        is_placed = item.width > 0 or item.height > 0  # else its layout is lost, which says where it stands
        is_inside = right > 0 and bottom > 0 and item.left < self._width and item.top < self._height
        if is_placed and not is_inside:
            return "off_page"
        return "covered" if any(_covers(cover, item) for cover in above) else ""

    # --- shapes --------------------------------------------------------------------------------

    def _shape(self, shape: Any) -> None:
        name = shape.name or "shape"
        if getattr(shape, "has_table", False) and shape.has_table:
            self._table(shape.table, name)
        elif getattr(shape, "has_chart", False) and shape.has_chart:
            self._chart(shape.chart, name)
        elif getattr(shape, "has_text_frame", False) and shape.has_text_frame:
            self._text(shape, name)
        else:
            for text in _diagram(shape):
                self._say(text, name)

    def _text(self, shape: Any, name: str) -> None:
        kind = shape.placeholder_format.type if shape.is_placeholder else None
        if kind == PP_PLACEHOLDER.SLIDE_NUMBER:
            return
        if kind in _REPEATED:
            text = clean(shape.text_frame.text)
            if text in self._repeated:
                return
            self._repeated.add(text)
        heading = 1 if _is_title(shape) else 0
        if heading:
            paragraphs = [" ".join(self._visible(p) for p in shape.text_frame.paragraphs)]
        else:
            paragraphs = [self._visible(p) for p in shape.text_frame.paragraphs]
        for text in paragraphs:
            self._say(text, name, heading)

    def _say(self, text: str, address: str, heading: int = 0) -> None:
        if self._reason:
            self.builder.hidden(text, self._reason)
        else:
            self.builder.paragraph(text, "shape", address, heading=heading)

    def _visible(self, paragraph: Any) -> str:
        """The paragraph without runs that are set aside; those become hidden text."""
        pieces = []
        for text, reason in self._runs(paragraph):
            if reason:
                self.builder.hidden(text, reason)
            pieces.append(gap(text) if reason else text)
        return "".join(pieces)

    def _runs(self, paragraph: Any) -> Iterator[tuple[str, str]]:
        """Texts, and why each is set aside."""
        for element in paragraph._p:
            name = element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""
            if name == "br":
                yield "\n", ""
            elif name in ("r", "fld"):
                text = "".join(part.text or "" for part in children(element, "t"))
                yield (
                    text,
                    "" if self._reason else hidden_reason(child(element, "rPr"), self._stands_on_white),
                )
            elif name == "m":
                yield "".join(part.text or "" for part in element.iter("{*}t")), ""

    def _name(self, title: Any) -> str:
        """The title without what is struck out of it."""
        self._reason = ""
        runs = (
            run for paragraph in title.text_frame.paragraphs for run in (*self._runs(paragraph), (" ", ""))
        )
        return clean("".join(gap(text) if reason == STRUCK_OUT else text for text, reason in runs))

    def _table(self, table: Any, name: str) -> None:
        rows: list[SheetRow] = []
        spanning = SpanningCells()
        for number, row in enumerate(table.rows, 1):
            rows.append(SheetRow(number))
            for column, cell in enumerate(row.cells, 1):
                if cell.is_spanned:
                    continue
                text = " ".join(self._visible(p) for p in cell.text_frame.paragraphs)
                if text.strip():
                    rows[-1].cells[column] = Cell(text, f"{name} {column_name(column)}{number}")
                    if cell.is_merge_origin:
                        spanning.keep(rows[-1], column, cell.span_width, cell.span_height)
            spanning.fill(rows[-1])
        heads = head_rows(rows)
        if table.first_row and not heads and len(rows) > 1:
            heads = range(heads.start, heads.start + 1)
        self._rows(rows, heads)

    def _chart(self, chart: Any, name: str) -> None:
        if chart.has_title and chart.chart_title.has_text_frame:
            self._say(chart.chart_title.text_frame.text, f"{name} title")
        for plot in chart.plots:
            series = list(plot.series)
            categories = [str(label) for label in plot.categories]
            longest = max((len(list(one.values)) for one in series), default=0)
            labels = categories or [str(place) for place in range(1, longest + 1)]
            rows = [SheetRow(1, {place: Cell(one.name or "", name) for place, one in enumerate(series, 2)})]
            values = [list(one.values) for one in series]
            formats = [_format_of(one) for one in series]
            for place, label in enumerate(labels):
                figures = [
                    Cell(shown(column[place], number_format) if place < len(column) else "", name)
                    for column, number_format in zip(values, formats, strict=True)
                ]
                rows.append(SheetRow(len(rows) + 1, dict(enumerate([Cell(label, name), *figures], 1))))
            self._rows(rows, range(1))

    def _rows(self, rows: Sequence[SheetRow], heads: range) -> None:
        self.builder.end_table()
        for place, row in enumerate(rows):
            if self._reason:
                texts = (cell.text for cell in row.cells.values() if cell.text)
                self.builder.hidden(" | ".join(texts), self._reason)
            else:
                row.say(self.builder, header=place in heads)
        self.builder.end_table()


def _flat(
    shapes: Any,
    scale: tuple[float, float] = (1.0, 1.0),
    shift: tuple[float, float] = (0.0, 0.0),
    depth: int = 0,
) -> Iterator[_Placed]:
    """Shapes with their boxes on the slide; a group's shapes have coordinates of their own."""
    for shape in shapes if depth <= _DEEPEST else ():
        left = (shape.left or 0) * scale[0] + shift[0]
        top = (shape.top or 0) * scale[1] + shift[1]
        width, height = (shape.width or 0) * scale[0], (shape.height or 0) * scale[1]
        if not hasattr(shape, "shapes"):
            yield _Placed(shape, left, top, width, height)
            continue
        transform = child(shape._element, "grpSpPr", "xfrm")
        offset = child(transform, "chOff") if transform is not None else None
        extent = child(transform, "chExt") if transform is not None else None
        inner = (_length(extent, "cx"), _length(extent, "cy"))
        factor = (width / inner[0] if inner[0] else scale[0], height / inner[1] if inner[1] else scale[1])
        origin = (left - _length(offset, "x") * factor[0], top - _length(offset, "y") * factor[1])
        yield from _flat(shape.shapes, factor, origin, depth + 1)


def _covers(cover: _Placed, item: _Placed) -> bool:
    """True when hardly anything of `item` looks out from under `cover`."""
    area = item.width * item.height
    width = min(cover.left + cover.width, item.left + item.width) - max(cover.left, item.left)
    height = min(cover.top + cover.height, item.top + item.height) - max(cover.top, item.top)
    return area > 0 and width > 0 and height > 0 and width * height >= _COVERED * area


def _length(element: Any | None, name: str) -> int:
    text = element.get(name, "0") if element is not None else "0"
    return int(text) if text.lstrip("-").isdecimal() else 0


def _is_title(shape: Any) -> bool:
    return bool(shape.is_placeholder) and shape.placeholder_format.type in _TITLES


def _format_of(series: Any) -> str:
    for code in series._element.iter("{*}formatCode"):
        return str(code.text or "General")
    return "General"


def _diagram(shape: Any) -> list[str]:
    """The texts of a SmartArt diagram, as its data part lists them."""
    for ids in shape._element.iter("{http://schemas.openxmlformats.org/drawingml/2006/diagram}relIds"):
        relation_id = next((value for key, value in ids.attrib.items() if key.endswith("}dm")), "")
        if relation_id in shape.part.rels:
            root = parse_xml(shape.part.related_part(relation_id).blob)
            points = (point for point in root.iter("{*}pt") if point.get("type", "node") in ("node", "asst"))
            return ["".join(text.text or "" for text in point.iter("{*}t")) for point in points]
    return []


def _related(part: Any, *kinds: str) -> Iterator[Any]:
    """The roots of the parts that a part points to as one of these kinds."""
    for relation in part.rels.values():
        if relation.reltype.rsplit("/", 1)[-1] in kinds and not relation.is_external:
            yield parse_xml(relation.target_part.blob)


def _authors(presentation: Any) -> dict[str, str]:
    """Names by id, of comments of the old kind and of the new."""
    roots = _related(presentation, "commentAuthors", "authors")
    entries = (entry for root in roots for entry in root.iter("{*}cmAuthor", "{*}author"))
    return {entry.get("id", ""): entry.get("name", "") for entry in entries}


def _comments(slide: Any, authors: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Author and text of each comment, and of each reply to one."""
    for root in _related(slide.part, "comments"):
        for comment in root.iter("{*}cm", "{*}reply"):
            bodies = (body for name in ("text", "txBody") for body in children(comment, name))
            texts = (part.text or "" for body in bodies for part in body.iter("{*}text", "{*}t"))
            yield authors.get(comment.get("authorId", ""), ""), " ".join(texts)
