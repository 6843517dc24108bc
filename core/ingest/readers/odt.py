"""Reads OpenDocument texts with odfdo. Runs in the parser process; macros are never looked at.

The body is walked in the order of the file. Deleted text that change tracking keeps is not read; where the
writing program left marks of its pages, sections are those pages.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any

import odfdo

from core.errors import DocumentError
from core.ingest.readers.base import OpenDocument
from core.ingest.readers.flow import Cell, FlowBuilder, FlowDocument, clean, commented_by, gap
from core.ingest.readers.office import finish, is_white, read_package
from core.ingest.readers.office_xml import child, children, local_name, parse_xml, value_of
from core.ingest.readers.size_limits import LIMITS, ReadLimits
from core.ingest.readers.tables import SheetRow, SpanningCells, column_name, head_rows
from core.types import STRUCK_OUT, PageKind

_MANIFEST = "META-INF/manifest.xml"
_SECTION_LEVEL = 2
_MOST_REPEATED = 1_000  # columns that one element may stand for
_DEEPEST = 60
_TINY = 1.0  # points
_SEEN = "-"  # a style that makes text visible within hidden text
_POINTS = {"pt": 1.0, "in": 72.0, "cm": 72 / 2.54, "mm": 72 / 25.4, "px": 0.75}
_SKIPPED = frozenset(("tracked-changes", "change", "bookmark", "bookmark-start", "bookmark-end"))
_BLOCKS = frozenset(
    ("section", "table-of-content", "index-body", "index-title", "alphabetical-index", "numbered-paragraph")
)


class OdtReader:
    """Opens `.odt` files."""

    def __init__(self, limits: ReadLimits = LIMITS) -> None:
        self._limits = limits

    def open(self, path: Path, password: str = "") -> OpenDocument:
        return read_package(
            path,
            "an OpenDocument text",
            "content.xml",
            lambda source: _read(path, source, self._limits),
            self._limits,
            manifest=_MANIFEST,
        )


def _read(path: Path, source: str | BytesIO, limits: ReadLimits) -> FlowDocument:
    document = odfdo.Document(source)
    if document.get_type() not in ("text", "text-template"):
        raise DocumentError(
            f"{path.name} is not an OpenDocument text, although its name says so.",
            "Open it in the program it comes from.",
        )
    content, styles = (_part(document, name) for name in ("content.xml", "styles.xml"))
    text = child(content, "body", "text") if content is not None else None
    if text is None:
        raise DocumentError(f"{path.name} is damaged: it has no text.", "Open it in LibreOffice to check it.")
    walker = _Walker(_Styles([styles, content]), limits)
    walker.body(text, styles)
    for deletion in text.iter("{*}deletion"):
        walker.builder.hidden(" ".join("".join(one.itertext()) for one in _paragraphs(deletion)), "deleted")
    # Optional: a text without its properties is whole.
    container: Any = document.container
    known = document.meta if "meta.xml" in container.parts else None
    if known is None:
        return finish(walker.builder, "", (), first_line=walker.title)
    metadata = (known.subject or "", known.description or "", known.keyword or "")
    return finish(walker.builder, known.title or "", metadata, first_line=walker.title)


def _part(document: Any, name: str) -> Any | None:
    data = document.container.get_part(name) if name in document.container.parts else None
    return parse_xml(data) if data else None


class _Styles:
    """What automatic and named styles say of text and of headings."""

    def __init__(self, roots: Sequence[Any | None]) -> None:
        self._styles: dict[tuple[str, str], Any] = {}
        self._reasons: dict[tuple[str, str], str] = {}
        self._lists: set[str] = set()
        for root in roots:
            for style in root.iter("{*}style") if root is not None else ():
                self._styles[value_of(style, "family"), value_of(style, "name")] = style
            for style in root.iter("{*}list-style") if root is not None else ():
                if next(style.iter("{*}list-level-style-number"), None) is not None:
                    self._lists.add(value_of(style, "name"))

    def is_numbered(self, list_style: str) -> bool:
        return list_style in self._lists

    def is_title(self, style: str) -> bool:
        return any(
            "Title" in (value_of(one, "name"), value_of(one, "display-name"))
            for one in self._chain("paragraph", style)
        )

    def reason(self, family: str, style: str) -> str:
        """Why text of this style cannot be seen; `_SEEN` when the style shows it, "" if it says nothing."""
        key = (family, style)
        if key not in self._reasons:
            self._reasons[key] = self._look_up(family, style)
        return self._reasons[key]

    def _look_up(self, family: str, style: str) -> str:
        color = background = size = display = ""
        for one in self._chain(family, style):
            for properties in children(one, "text-properties"):
                color = color or value_of(properties, "color")
                background = background or value_of(properties, "background-color")
                size = size or value_of(properties, "font-size")
                display = display or value_of(properties, "display")
            for properties in children(one, "paragraph-properties"):
                background = background or value_of(properties, "background-color")
        if display == "none":
            return "hidden_layer"
        points = _points(size)
        if points is not None and points <= _TINY:
            return "tiny"
        if color and is_white(color.lstrip("#")):
            is_paper = background in ("", "transparent") or is_white(background.lstrip("#"))
            return "white" if is_paper else _SEEN
        return _SEEN if color or display or size else ""

    def is_struck(self, family: str, style: str) -> bool | None:
        """Whether a line goes through text of this style; None if it says nothing."""
        for one in self._chain(family, style):
            for properties in children(one, "text-properties"):
                for name in ("text-line-through-style", "text-line-through-type", "text-crossing-out"):
                    if line := value_of(properties, name):
                        return line != "none"
        return None

    def shades(self, family: str, style: str) -> bool:
        """True when a cell or frame of this style lies on a colour."""
        for one in self._chain(family, style):
            for properties in one:
                color = value_of(properties, "background-color") or value_of(properties, "fill-color")
                if color and color != "transparent" and not is_white(color.lstrip("#")):
                    return True
        return False

    def _chain(self, family: str, style: str) -> Iterator[Any]:
        for _ in range(_DEEPEST):
            found = self._styles.get((family, style))
            if found is None:
                return
            yield found
            style = value_of(found, "parent-style-name")


def _points(size: str) -> float | None:
    for unit, factor in _POINTS.items():
        if size.endswith(unit):
            try:
                return float(size.removesuffix(unit)) * factor
            except ValueError:
                return None
    return None


@dataclass(slots=True)
class _Content:
    pieces: list[str] = field(default_factory=list)
    hidden: list[tuple[str, str]] = field(default_factory=list)
    notes: list[Any] = field(default_factory=list)
    boxes: list[Any] = field(default_factory=list)
    breaks_before: int = 0
    breaks_within: int = 0

    def add(self, text: str | None, reason: str) -> None:
        if not text:
            return
        if reason in ("", _SEEN):
            self.pieces.append(text)
            return
        if self.hidden and self.hidden[-1][0] == reason and not self.pieces[-1].strip():
            self.hidden[-1] = (reason, self.hidden[-1][1] + text)
        else:
            self.hidden.append((reason, text))
        self.pieces.append(gap(text))

    @property
    def text(self) -> str:
        return "".join(self.pieces).strip()


def _paragraphs(parent: Any, depth: int = 0) -> Iterator[Any]:
    """Paragraphs below an element in order, without those that hang on another paragraph."""
    for element in parent if depth <= _DEEPEST else ():
        if local_name(element) in ("p", "h"):
            yield element
        elif local_name(element) not in ("annotation", "note"):
            yield from _paragraphs(element, depth + 1)


class _Walker:
    def __init__(self, styles: _Styles, limits: ReadLimits) -> None:
        self.builder = FlowBuilder(limits)
        self.title = ""
        self._styles = styles
        self._has_pages = False
        self._page = 1
        self._paragraphs = self._tables = self._boxes = 0
        self._shaded = False

    def body(self, text: Any, styles: Any | None) -> None:
        self._has_pages = next(text.iter("{*}soft-page-break"), None) is not None
        self.builder.start_page(PageKind.SECTION, "page 1" if self._has_pages else "")
        self._blocks(text)
        self._headers(styles)

    def _headers(self, styles: Any | None) -> None:
        """Headers and footers, all different ones once, in a section of their own."""
        seen: dict[str, str] = {}
        struck: list[tuple[str, str]] = []
        for end in styles.iter("{*}header", "{*}footer") if styles is not None else ():
            for paragraph in _paragraphs(end):
                content = self._content(paragraph)
                struck += content.hidden
                text = content.text
                if any(character.isalpha() for character in text):
                    seen.setdefault(text, local_name(end))
        if seen:
            self.builder.start_page(PageKind.SECTION, "Header and footer")
            for text, kind in seen.items():
                self.builder.paragraph(text, kind, kind)
        for reason, text in struck:
            self.builder.hidden(text, reason)

    # --- blocks --------------------------------------------------------------------------------

    def _blocks(self, parent: Any, prefix: str = "", depth: int = 0) -> None:
        for block in parent if depth <= _DEEPEST else ():
            if self.builder.truncated:
                return
            name = local_name(block)
            if name in ("p", "h"):
                self._paragraph(block, prefix)
                prefix = ""
            elif name == "list":
                self._list(block, depth)
            elif name == "table":
                self._table(block)
            elif name == "soft-page-break":
                self._turn_pages(1)
            elif name == "section" and value_of(block, "display") == "none":
                self._hide(block)
            elif name in _BLOCKS:
                self._blocks(block, prefix, depth + 1)
            elif name in ("frame", "custom-shape", "g", "rect"):
                self._box(block)

    def _list(self, element: Any, depth: int, style: str = "") -> None:
        style = value_of(element, "style-name") or style
        numbered = self._styles.is_numbered(style)
        number = 0
        for item in element:
            name = local_name(item)
            if name not in ("list-item", "list-header"):
                continue
            start = value_of(item, "start-value")
            number = int(start) if start.isdecimal() else number + (name == "list-item")
            first = True
            for block in item if depth <= _DEEPEST else ():
                if local_name(block) == "list":
                    self._list(block, depth + 1, style)
                elif local_name(block) == "h":
                    self._paragraph(block, "")
                else:
                    mark = f"{number}." if numbered else "•"
                    self._blocks((block,), mark if first and name == "list-item" else "", depth + 1)
                first = False

    def _paragraph(self, element: Any, prefix: str) -> None:
        content = self._content(element)
        self._turn_pages(content.breaks_before)
        text = content.text
        if text:
            level = value_of(element, "outline-level") if local_name(element) == "h" else ""
            heading = max(1, int(level)) if level.isdecimal() else int(local_name(element) == "h")
            if self._styles.is_title(value_of(element, "style-name")):
                heading = heading or 1
                self.title = self.title or clean(text)
            if 0 < heading <= _SECTION_LEVEL and not self._has_pages:
                if self.builder.has_text:
                    self.builder.start_page(PageKind.SECTION, text)
                else:
                    self.builder.name_page(text)
            self._paragraphs += 1
            self.builder.paragraph(f"{prefix} {text}", "paragraph", f"¶ {self._paragraphs}", heading=heading)
        self._after(content)
        self._turn_pages(content.breaks_within)

    def _after(self, content: _Content) -> None:
        for reason, text in content.hidden:
            self.builder.hidden(text, reason)
        for note in content.notes:
            if local_name(note) == "annotation":
                said = " ".join("".join(paragraph.itertext()) for paragraph in _paragraphs(note))
                self.builder.annotation(said, commented_by(getattr(child(note, "creator"), "text", "")))
                continue
            kind = value_of(note, "note-class") or "footnote"
            number = "".join(citation.text or "" for citation in children(note, "note-citation"))
            for paragraph in _paragraphs(note):
                inner = self._content(paragraph)
                self.builder.paragraph(inner.text, kind, f"{kind} {number}")
                for reason, text in inner.hidden:
                    self.builder.hidden(text, reason)
        for box in content.boxes:
            self._box(box)

    def _box(self, box: Any) -> None:
        bodies = [box] if local_name(box) != "frame" else list(box.iter("{*}text-box"))
        for body in bodies:
            self._boxes += 1
            shaded, self._shaded = self._shaded, True  # what colour a frame has is not looked up
            for paragraph in _paragraphs(body):
                content = self._content(paragraph)
                self.builder.paragraph(content.text, "shape", f"text box {self._boxes}")
                for reason, text in content.hidden:
                    self.builder.hidden(text, reason)
            self._shaded = shaded

    def _hide(self, section: Any) -> None:
        for paragraph in section.iter("{*}p", "{*}h"):
            self.builder.hidden("".join(paragraph.itertext()), "hidden_layer")

    def _turn_pages(self, count: int, *, in_table: bool = False) -> None:
        if self._has_pages and count:
            self._page += count
            self.builder.start_page(PageKind.SECTION, f"page {self._page}", keep_header=in_table)

    # --- tables --------------------------------------------------------------------------------

    def _table(self, table: Any) -> None:
        self._tables += 1
        after = _Content()
        rows: list[SheetRow] = []
        spanning = SpanningCells()
        turns: list[int] = []
        declared = number = breaks = 0
        for element in table.iter("{*}table-row", "{*}soft-page-break"):
            if next(element.iterancestors("{*}table"), None) is not table:
                continue
            if local_name(element) == "soft-page-break":
                breaks += local_name(element.getparent()) in ("table", "table-rows")
                continue
            repeated = value_of(element, "number-rows-repeated")
            row = self._row(element, number + 1, after, spanning)
            number += int(repeated) if repeated.isdecimal() else 1
            if local_name(element.getparent()) == "table-header-rows" and declared == len(rows):
                declared += 1
            rows.append(row)
            turns.append(breaks)
            breaks = 0
        heads = head_rows(rows, declared)
        is_layout = all(len(row.cells) < 2 for row in rows)
        self.builder.end_table()
        for place, row in enumerate(rows):
            self._turn_pages(turns[place], in_table=place > heads.stop)
            if is_layout:
                for cell in row.cells.values():
                    self.builder.paragraph(cell.text, "cell", cell.address)
            else:
                row.say(self.builder, header=place in heads)
        self.builder.end_table()
        self._after(after)
        self._turn_pages(after.breaks_before + after.breaks_within + breaks)

    def _row(self, row: Any, number: int, after: _Content, spanning: SpanningCells) -> SheetRow:
        found = SheetRow(number)
        column = 1
        for element in row:
            name = local_name(element)
            if name not in ("table-cell", "covered-table-cell"):
                continue
            repeated = value_of(element, "number-columns-repeated")
            count = min(int(repeated), _MOST_REPEATED) if repeated.isdecimal() else 1
            text = ""
            if name == "table-cell":
                shaded = self._shaded
                self._shaded |= self._styles.shades("table-cell", value_of(element, "style-name"))
                text = " ".join(self._cell(element, after))
                self._shaded = shaded
            for place in range(column, column + count if text else 0):
                found.cells[place] = Cell(text, f"table {self._tables} {column_name(place)}{number}")
                width, height = (
                    int(span) if (span := value_of(element, f"number-{name}-spanned")).isdecimal() else 1
                    for name in ("columns", "rows")
                )
                spanning.keep(found, place, width, height)
            column += count
        spanning.fill(found)
        return found

    def _cell(self, cell: Any, after: _Content) -> Iterator[str]:
        for paragraph in _paragraphs(cell):
            content = self._content(paragraph)
            after.hidden += content.hidden
            after.notes += content.notes
            after.boxes += content.boxes
            after.breaks_within += content.breaks_before + content.breaks_within
            if content.text:
                yield content.text

    # --- text ----------------------------------------------------------------------------------

    def _content(self, paragraph: Any) -> _Content:
        content = _Content()
        self._inline(paragraph, content, self._reason("paragraph", paragraph), 0)
        return content

    def _reason(self, family: str, element: Any, around: str = "") -> str:
        """Why text in an element is set aside, which may have its reason from what is `around` it."""
        style = value_of(element, "style-name")
        reason = self._styles.reason(family, style)
        reason = _SEEN if reason == "white" and self._shaded else reason
        struck = self._styles.is_struck(family, style)
        if struck is None:
            struck = around == STRUCK_OUT
        reason = reason or (around if around != STRUCK_OUT else "")
        return STRUCK_OUT if struck and reason in ("", _SEEN) else reason

    def _inline(self, parent: Any, content: _Content, reason: str, depth: int) -> None:
        content.add(parent.text, reason)
        for element in parent if depth <= _DEEPEST else ():
            name = local_name(element)
            if name == "s":
                count = value_of(element, "c")
                content.add(" " * min(int(count), 100) if count.isdecimal() else " ", reason)
            elif name in ("tab", "line-break"):
                content.add("\t" if name == "tab" else "\n", reason)
            elif name == "soft-page-break":
                if content.text:
                    content.breaks_within += 1
                else:
                    content.breaks_before += 1
            elif name in ("note", "annotation"):
                content.notes.append(element)
            elif name in ("frame", "custom-shape", "g", "rect"):
                content.boxes.append(element)
            elif name in ("hidden-text", "hidden-paragraph"):
                content.hidden.append(("hidden_layer", value_of(element, "string-value")))
            elif name == "span":
                self._inline(element, content, self._reason("text", element, reason), depth + 1)
            elif name == "ruby":
                base = child(element, "ruby-base")
                if base is not None:
                    self._inline(base, content, reason, depth + 1)
            elif name and name not in _SKIPPED:
                self._inline(element, content, reason, depth + 1)
            content.add(element.tail, reason)
