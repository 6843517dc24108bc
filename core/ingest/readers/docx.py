"""Reads Word documents with python-docx. Runs in the parser process; macros are never looked at.

The body is walked in the order of the file: paragraphs, tables, and what content controls and tracked
insertions wrap, which `iter_inner_content` leaves out. Deleted text is set aside. Headers and footers are
said once, as a section of their own at the end; footnotes behind the paragraph that refers to them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any

from docx.document import Document
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.opc.part import PartFactory
from docx.package import Package
from docx.parts.document import DocumentPart

from core.errors import DocumentError
from core.ingest.readers.base import OpenDocument
from core.ingest.readers.flow import Cell, FlowBuilder, FlowDocument, clean, commented_by, gap
from core.ingest.readers.office import finish, read_package
from core.ingest.readers.office_xml import child, children, local_name, parse_xml, value_of
from core.ingest.readers.size_limits import LIMITS, ReadLimits
from core.ingest.readers.tables import LONGEST_REPEATED, SheetRow, column_name, cover, head_rows
from core.ingest.readers.word_styles import UNKNOWN, Numbering, Styles, shade_of
from core.text.symbol_fonts import sign_at, signs_of
from core.types import PageKind

_OTHER_TYPES = (
    "application/vnd.ms-word.document.macroEnabled.main+xml",
    "application/vnd.ms-word.template.macroEnabledTemplate.main+xml",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml",
)
for _content_type in _OTHER_TYPES:
    # python-docx knows only the type of plain documents; the others differ in nothing that is read here.
    PartFactory.part_type_for[_content_type] = DocumentPart

_WRAPPERS = (
    "sdt",
    "sdtContent",
    "ins",
    "moveTo",
    "customXml",
    "smartTag",
    "hyperlink",
    "fldSimple",
    "dir",
    "bdo",
)
_CHARACTERS = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-", "ptab": " "}
_CODE = re.compile(r"[0-9A-Fa-f]{2,4}")
_SECTION_LEVEL = 2  # headings down to this level begin a section
_LONG_CELL = 600  # characters; tables with longer cells of several paragraphs are there for the layout
_WIDEST = 1_000  # columns that one cell may span
_DEEPEST = 60  # boxes and tables inside each other


class DocxReader:
    """Opens `.docx` and `.docm` files."""

    def __init__(self, limits: ReadLimits = LIMITS) -> None:
        self._limits = limits

    def open(self, path: Path, password: str = "") -> OpenDocument:
        return read_package(
            path, "a Word document", "word/", lambda source: _read(path, source, self._limits), self._limits
        )


def _read(path: Path, source: str | BytesIO, limits: ReadLimits) -> FlowDocument:
    part = Package.open(source).main_document_part
    if not isinstance(part, DocumentPart):
        raise DocumentError(
            f"{path.name} is not a Word document, although its name says so.",
            "Open it in the program it comes from.",
        )
    document = part.document
    walker = _Walker(part, limits)
    walker.body(document.element.body)
    walker.headers_and_footers(document)
    for comment in walker.comments.values():
        walker.annotate(comment)
    known = document.core_properties
    metadata = (known.subject, known.keywords, known.comments, known.category)
    return finish(walker.builder, known.title, metadata, first_line=walker.title)


@dataclass(slots=True)
class _Content:
    """What one paragraph says."""

    pieces: list[str] = field(default_factory=list)
    hidden: list[tuple[str, str]] = field(default_factory=list)  # (reason, text)
    notes: list[tuple[str, str]] = field(default_factory=list)  # (kind, id), comments too
    boxes: list[Any] = field(default_factory=list)
    pages_before: int = 0  # that begin before its first word
    has_words: bool = False

    def add(self, other: _Content) -> None:
        self.hidden += other.hidden
        self.notes += other.notes
        self.boxes += other.boxes
        self.pages_before = max(self.pages_before, other.pages_before)

    @property
    def text(self) -> str:
        return "".join(self.pieces)


@dataclass(slots=True)
class _TableRow:
    line: SheetRow
    is_header: bool
    is_layout: bool = False
    content: _Content = field(default_factory=_Content)


class _Walker:
    def __init__(self, part: DocumentPart, limits: ReadLimits) -> None:
        self.builder = FlowBuilder(limits)
        self.title = ""
        self._styles = Styles(_root_of(part, RELATIONSHIP_TYPE.STYLES))
        self._numbering = Numbering(_root_of(part, RELATIONSHIP_TYPE.NUMBERING))
        self._footnotes = _notes(_root_of(part, RELATIONSHIP_TYPE.FOOTNOTES), "footnote")
        self._endnotes = _notes(_root_of(part, RELATIONSHIP_TYPE.ENDNOTES), "endnote")
        self._endnotes_seen: list[str] = []
        said = _root_of(part, RELATIONSHIP_TYPE.COMMENTS)
        self.comments = {
            value_of(one, "id"): one for one in (children(said, "comment") if said is not None else ())
        }
        body = part.element.body
        # Word leaves a mark wherever it began a page when it saved the file; nothing else knows the pages.
        self._has_pages = next(body.iter("{*}lastRenderedPageBreak"), None) is not None
        self._page = 1
        self._due = 0  # pages that begin before the next word
        self._marked_by_hand = False  # Word's own mark for the last of them is still to come
        self._in_body = True
        self._paragraphs = self._tables = self._boxes = 0
        background = child(part.element, "background")
        self._white_paper = background is None or value_of(background, "color").upper() in (
            "",
            "AUTO",
            "FFFFFF",
        )
        self._behind = ""  # the colour laid under what is read now, see `shade_of`

    # --- pages and sections --------------------------------------------------------------------

    def body(self, body: Any) -> None:
        """Everything between the headers and the footers."""
        self.builder.start_page(PageKind.SECTION, "page 1" if self._has_pages else "")
        self._blocks(body)
        for note_id in self._endnotes_seen:
            for paragraph in self._endnotes.get(note_id, ()):
                self._note(paragraph, "endnote", note_id)

    def headers_and_footers(self, document: Document) -> None:
        """All different ones, in a section of their own."""
        seen: dict[str, str] = {}
        for section in document.sections:
            ends = [(section.header, "header"), (section.footer, "footer")]
            if section.different_first_page_header_footer:
                ends += [(section.first_page_header, "header"), (section.first_page_footer, "footer")]
            for end, kind in ends:
                if end.is_linked_to_previous:
                    continue
                for paragraph in end._element.iter("{*}p"):
                    content = self._content(paragraph, in_body=False)
                    text = " ".join(content.text.split())
                    if any(character.isalpha() for character in text):
                        seen.setdefault(text, kind)
                    for reason, hidden in content.hidden:
                        self.builder.hidden(hidden, reason)
        if seen:
            self.builder.start_page(PageKind.SECTION, "Header and footer")
            for text, kind in seen.items():
                self.builder.paragraph(text, kind, kind)

    def _break(self, *, by_hand: bool) -> None:
        """A page ends here. Behind a break that a user made stands Word's own mark for the same one."""
        if not self._in_body:
            return
        if by_hand or not self._marked_by_hand:
            self._due += 1
        self._marked_by_hand = by_hand

    def _turn_pages(self, count: int, *, in_table: bool = False) -> None:
        if self._has_pages and count > 0:
            self._page += count
            self.builder.start_page(PageKind.SECTION, f"page {self._page}", keep_header=in_table)

    # --- blocks --------------------------------------------------------------------------------

    def _blocks(self, parent: Any, depth: int = 0) -> None:
        for block in parent:
            name = local_name(block)
            if self.builder.truncated or depth > _DEEPEST:
                return
            if name == "p":
                self._paragraph(block)
            elif name == "tbl":
                self._table(block)
            elif name in _WRAPPERS:
                self._blocks(block, depth + 1)
            elif name == "AlternateContent":
                self._blocks(_chosen(block), depth + 1)

    def _paragraph(self, paragraph: Any) -> None:
        properties = child(paragraph, "pPr")
        if child(paragraph, "pPr", "pageBreakBefore") is not None:
            self._break(by_hand=True)
        content = self._content(paragraph)
        text = content.text.strip()
        self._turn_pages(content.pages_before)
        if text:
            self._say(paragraph, text)
        self._after(content)
        section = child(properties, "sectPr") if properties is not None else None
        if section is not None and value_of(child(section, "type")) not in ("continuous", "nextColumn"):
            self._break(by_hand=True)

    def _say(self, paragraph: Any, text: str) -> None:
        level = self._styles.heading_level(paragraph)
        listed = self._styles.numbering(paragraph)
        if listed is not None:
            text = f"{self._numbering.label(*listed)} {text}".strip()
        if level and self._styles.is_title(paragraph) and not self.title:
            self.title = clean(text)
        if 0 < level <= _SECTION_LEVEL and not self._has_pages:
            self._begin_section(text)
        self._paragraphs += 1
        self.builder.paragraph(text, "paragraph", f"¶ {self._paragraphs}", heading=level)

    def _begin_section(self, label: str) -> None:
        if self.builder.has_text:
            self.builder.start_page(PageKind.SECTION, label)
        else:
            self.builder.name_page(label)

    def _after(self, content: _Content) -> None:
        """Hidden text, notes and text boxes that hang on a paragraph."""
        for reason, hidden in content.hidden:
            self.builder.hidden(hidden, reason)
        for kind, note_id in content.notes:
            if kind == "comment":
                if (comment := self.comments.pop(note_id, None)) is not None:
                    self.annotate(comment)
            elif kind == "endnote":
                self._endnotes_seen.append(note_id)
            else:
                for paragraph in self._footnotes.get(note_id, ()):
                    self._note(paragraph, kind, note_id)
        for box in content.boxes:
            self._box(box)

    def annotate(self, comment: Any) -> None:
        """Say a comment, without what is struck out of it."""
        contents = [self._content(paragraph, in_body=False) for paragraph in _paragraphs(comment)]
        self.builder.annotation(
            " ".join(content.text for content in contents), commented_by(value_of(comment, "author"))
        )
        for reason, hidden in (found for content in contents for found in content.hidden):
            self.builder.hidden(hidden, reason)

    def _note(self, paragraph: Any, kind: str, note_id: str) -> None:
        content = self._content(paragraph, in_body=False)
        self.builder.paragraph(content.text, kind, f"{kind} {note_id}")
        for reason, hidden in content.hidden:
            self.builder.hidden(hidden, reason)

    def _box(self, box: Any) -> None:
        self._boxes += 1
        behind, self._behind = self._behind, UNKNOWN  # what colour a shape has is not looked up
        for paragraph in _paragraphs(box):
            content = self._content(paragraph, in_body=False)
            self.builder.paragraph(content.text, "shape", f"text box {self._boxes}")
            for reason, hidden in content.hidden:
                self.builder.hidden(hidden, reason)
        self._behind = behind

    # --- tables --------------------------------------------------------------------------------

    def _table(self, table: Any) -> None:
        self._tables += 1
        for row in children(table, "tr"):
            if child(row, "trPr", "del") is not None:
                self.builder.hidden(_deleted(row), "deleted")
        behind = self._behind
        if self._styles.lays_colour(value_of(child(table, "tblPr", "tblStyle"))):
            self._behind = UNKNOWN
        rows: list[_TableRow] = []
        for row in _rows(table):
            rows.append(self._table_row(row, rows[-1].line if rows else SheetRow(0)))
        self._behind = behind
        declared = 0
        while declared < len(rows) and rows[declared].is_header:
            declared += 1
        lines = [row.line for row in rows]
        is_layout = any(row.is_layout for row in rows) or all(len(line.cells) < 2 for line in lines)
        heads = head_rows(lines, declared)
        self.builder.end_table()
        for number, row in enumerate(rows):
            self._turn_pages(row.content.pages_before, in_table=number > heads.stop)
            if is_layout:
                for column, cell in row.line.cells.items():
                    if not number or cell is not lines[number - 1].cells.get(column):
                        self.builder.paragraph(cell.text, "cell", cell.address)
            else:
                row.line.say(self.builder, header=number in heads)
        self.builder.end_table()
        for row in rows:
            self._after(row.content)

    def _table_row(self, element: Any, above: SheetRow) -> _TableRow:
        number = above.number + 1
        row = _TableRow(SheetRow(number), child(element, "trPr", "tblHeader") is not None)
        cells = row.line.cells
        column = last = 1 + min(_span(child(element, "trPr"), "gridBefore", 0), _WIDEST)
        for cell in _cells(element):
            properties = child(cell, "tcPr")
            width = min(max(1, _span(properties, "gridSpan", 1)), _WIDEST)
            if _continues(properties, "hMerge"):
                cover(row.line, last, column + width - last)
                column += width
                continue
            last = column
            if _continues(properties, "vMerge"):
                repeated = above.cells.get(column)
                if repeated is not None and len(repeated.text) <= LONGEST_REPEATED:
                    cells[column] = repeated
            else:
                paragraphs = self._cell(cell, properties, row.content)
                text = " ".join(paragraphs)
                row.is_layout |= len(paragraphs) > 1 and len(text) > _LONG_CELL
                if text:
                    cells[column] = Cell(text, f"table {self._tables} {column_name(column)}{number}")
            cover(row.line, column, width)
            column += width
        return row

    def _cell(self, cell: Any, properties: Any | None, content: _Content) -> list[str]:
        """The texts of a cell's paragraphs, those of tables in it too."""
        behind = self._behind
        self._behind = shade_of(properties) or behind
        found = []
        for paragraph in _paragraphs(cell):
            inner = self._content(paragraph)
            text = inner.text.strip()
            listed = self._styles.numbering(paragraph) if text else None
            if listed is not None:
                text = f"{self._numbering.label(*listed)} {text}".strip()
            if text:
                found.append(text)
            content.add(inner)
        self._behind = behind
        return found

    # --- runs ----------------------------------------------------------------------------------

    def _content(self, paragraph: Any, *, in_body: bool = True) -> _Content:
        was_in_body, self._in_body = self._in_body, in_body
        content = _Content()
        self._inline(paragraph, child(paragraph, "pPr"), content, 0)
        self._in_body = was_in_body
        return content

    def _inline(self, parent: Any, paragraph_properties: Any | None, content: _Content, depth: int) -> None:
        if depth > _DEEPEST:
            return
        for element in parent:
            name = local_name(element)
            if name == "r":
                self._run(element, paragraph_properties, content)
            elif name == "del":
                content.hidden.append(("deleted", _deleted(element)))
            elif name in _WRAPPERS:
                self._inline(element, paragraph_properties, content, depth + 1)
            elif name == "AlternateContent":
                self._inline(_chosen(element), paragraph_properties, content, depth + 1)
            elif name in ("oMath", "oMathPara"):
                self._add(content, "".join(text.text or "" for text in element.iter("{*}t")), "")

    def _run(self, run: Any, paragraph_properties: Any | None, content: _Content) -> None:
        behind = self._behind or ("" if self._white_paper else UNKNOWN)
        reason = self._styles.hidden_reason(child(run, "rPr"), paragraph_properties, behind)
        signs = signs_of(value_of(child(run, "rPr", "rFonts"), "ascii"))
        for element in run:
            name = local_name(element)
            if name == "t":
                text = element.text or ""
                if signs is not None:
                    text = "".join(sign_at(signs, ord(letter)) for letter in text if not letter.isspace())
                self._add(content, text, reason)
            elif name == "sym":
                self._add(content, _sign(element), reason)
            elif name == "fldChar":
                self._add(content, _filled_in(child(element, "ffData")), reason)
            elif name == "lastRenderedPageBreak" or (name == "br" and value_of(element, "type") == "page"):
                self._break(by_hand=name == "br")
            elif name in _CHARACTERS:
                self._add(content, _CHARACTERS[name], reason)
            elif name in ("footnoteReference", "endnoteReference", "commentReference"):
                content.notes.append((name.removesuffix("Reference"), value_of(element, "id")))
            elif name == "ruby":
                base = child(element, "rubyBase")
                if base is not None:
                    self._add(content, "".join(text.text or "" for text in base.iter("{*}t")), reason)
            elif name in ("drawing", "pict", "object"):
                content.boxes += _outermost(element)
            elif name == "AlternateContent":
                content.boxes += _outermost(_chosen(element))

    def _add(self, content: _Content, text: str, reason: str) -> None:
        if reason and text.strip():
            if content.hidden and content.hidden[-1][0] == reason and not content.pieces[-1].strip():
                content.hidden[-1] = (reason, content.hidden[-1][1] + text)
            else:
                content.hidden.append((reason, text))
            text = gap(text)
        content.pieces.append(text)
        if text.strip() and self._in_body:
            if not content.has_words:
                content.has_words = True
                content.pages_before, self._due = self._due, 0
            self._marked_by_hand = False


def _chosen(alternatives: Any) -> Any:
    """The same content twice: for new versions of Word and, as a fallback, for old ones."""
    for name in ("Choice", "Fallback"):
        found = child(alternatives, name)
        if found is not None:
            return found
    return ()


def _outermost(element: Any) -> list[Any]:
    """Text boxes in a drawing; those inside another box are read with it."""
    found: list[Any] = []
    for box in element.iter("{*}txbxContent") if len(element) else ():
        if not any(parent in found for parent in box.iterancestors("{*}txbxContent")):
            found.append(box)
    return found


def _sign(element: Any) -> str:
    signs, code = signs_of(value_of(element, "font")), value_of(element, "char")
    return sign_at(signs, int(code, 16)) if signs is not None and _CODE.fullmatch(code) else ""


def _filled_in(field: Any | None) -> str:
    """What a form's box or list shows; a line to write on has its text behind it."""
    box, chosen = (child(field, name) if field is not None else None for name in ("checkBox", "ddList"))
    if box is not None:
        mark = child(box, "checked")
        mark = child(box, "default") if mark is None else mark
        return "☒" if mark is not None and value_of(mark) not in ("0", "false", "off") else "☐"
    if chosen is None:
        return ""
    place = value_of(child(chosen, "result")) or value_of(child(chosen, "default"))
    entries = [value_of(entry) for entry in children(chosen, "listEntry")]
    number = int(place) if place.isdecimal() else 0
    return entries[number] if number < len(entries) else ""


def _deleted(element: Any) -> str:
    """The text of a tracked deletion, or of a row that is one."""
    paragraphs = list(element.iter("{*}p")) or [element]
    return " ".join("".join(text.text or "" for text in one.iter("{*}delText", "{*}t")) for one in paragraphs)


def _rows(table: Any) -> Iterator[Any]:
    for element in table:
        name = local_name(element)
        if name == "tr":
            if child(element, "trPr", "del") is None and child(element, "trPr", "hidden") is None:
                yield element
        elif name in _WRAPPERS:
            yield from _rows(element)


def _cells(row: Any) -> Iterator[Any]:
    for element in row:
        name = local_name(element)
        if name == "tc":
            yield element
        elif name in _WRAPPERS:
            yield from _cells(element)


def _paragraphs(parent: Any, depth: int = 0) -> Iterator[Any]:
    """Paragraphs in order, those of tables inside too."""
    for element in parent if depth <= _DEEPEST else ():
        name = local_name(element)
        if name == "p":
            yield element
        elif name in _WRAPPERS or name in ("tbl", "tr", "tc"):
            yield from _paragraphs(element, depth + 1)


def _continues(properties: Any | None, name: str) -> bool:
    """True for a cell that is a part of the merged cell above (vMerge) or left of it (hMerge)."""
    merge = child(properties, name) if properties is not None else None
    return merge is not None and value_of(merge) != "restart"


def _span(properties: Any | None, name: str, default: int) -> int:
    text = value_of(child(properties, name)) if properties is not None else ""
    return int(text) if text.isdecimal() else default


def _root_of(part: DocumentPart, relationship: str) -> Any | None:
    """The root of the part of a kind that belongs to the document; None when there is none."""
    for relation in part.rels.values():
        if relation.reltype == relationship and not relation.is_external:
            return parse_xml(relation.target_part.blob)
    return None


def _notes(root: Any | None, name: str) -> dict[str, list[Any]]:
    """Paragraphs by the number of their note; the lines that part notes from the text are left out."""
    if root is None:
        return {}
    return {
        value_of(note, "id"): list(_paragraphs(note))
        for note in children(root, name)
        if value_of(note, "type") in ("", "normal")
    }
