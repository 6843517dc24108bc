"""Reads web pages with lxml: headings, paragraphs, tables, and apart from them what a reader cannot see.

One thread of the parser process. Nothing is ever loaded: no style sheets, frames or pictures, and XHTML is
parsed as HTML too, which knows no entities of its own.

Places are elements: "p 14" is the 14th `p` of the page in document order, "table 2 › row 3 › cell 1" a cell.
Such an address is short, needs no ids and no classes, and is found again by anybody who parses the same bytes
(`html_root`; in a browser `document.querySelectorAll("p")[13]`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import count, islice, takewhile
from pathlib import Path
from typing import Any

import lxml.html
from lxml import etree

from core.errors import DocumentError
from core.ingest.readers.base import ReadPage
from core.ingest.readers.encoding import decode, read_text_bytes
from core.ingest.readers.flow import Cell, FlowBuilder, FlowDocument, gap
from core.ingest.readers.htmlstyle import STRUCK_TAGS, Look, StyleSheet, look_of
from core.ingest.readers.list_numbers import browser_number
from core.ingest.readers.office import is_shown
from core.ingest.readers.size_limits import MIB
from core.ingest.readers.tables import LONGEST_REPEATED
from core.text.table_heads import LOOK_AHEAD, header_rows
from core.text.textspan import word_list
from core.types import STRUCK_OUT, HiddenText, PageKind

LARGEST_BYTES = 48 * MIB  # of markup; the parsed tree takes about ten times as much
_SEPARATOR = " › "
_DECLARED = re.compile(rb"(?:charset|encoding)\s*=\s*[\"']?\s*([\w.:-]+)", re.IGNORECASE)
_XHTML = re.compile(r"<\?xml|http://www\.w3\.org/1999/xhtml", re.IGNORECASE)
_SELF_CLOSED = re.compile(r"<([A-Za-z][\w:-]*)(\s[^<>]*?)?/>")
_TITLE_JOINT = re.compile(r"\s+[-–—|·»:]+\s+")
_LONGEST_TITLE = 200
_HEAD_BYTES = 4096
_VOID = word_list("area base br col embed hr img input link meta param source track wbr")
_BLOCKS = word_list(
    "address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption",
    "figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol p pre",
    "section summary table tbody td text tfoot th thead tr ul xmp",
)
_ROWS = {"table": "tr", "dl": "dt"}  # what begins a row, and what is a cell
_CELLS = {"table": ("td", "th"), "dl": ("dt", "dd")}
_DROPPED = word_list("script style head base link title rp annotation annotation-xml")
# Shown only when something fails or a script says so.
_FALLBACK = word_list(
    "template noscript noframes noembed iframe object video audio canvas datalist desc metadata"
)
_SPACED = word_list("option button input label select textarea td th li")
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_SECTION_LEVEL = 2
_ARIA_CHARACTERS = 2_000  # a saved page with an open dialog has all its text under aria-hidden
_LONGEST_CELL = 600  # in tables that do not say that they are tables
_LISTS = ("ol", "ul")
_TYPES = {"a": "lower-alpha", "A": "upper-alpha", "i": "lower-roman", "I": "upper-roman"}
# An item that has its number in its text.
_NUMBERED = re.compile(r"\s*\(?(?:\d{1,3}(?:\.\d{1,3})+[.)]?|(?:\d{1,3}|[a-z])[.)])\s", re.IGNORECASE)
_LONGEST_VALUE = 120  # what is longer in a list of terms explains one
_WIDEST = 100  # columns of a cell
_TALLEST = 1_000  # rows
_HIDDEN_CHARACTERS = 500_000  # kept of what is hidden in one page
_PARSER_DEPTH = 2048  # libxml2 ends a page with elements deeper than this, and drops the rest of it
_TOO_DEEP = "Elements of the page lie too deep in each other; what comes after them was left out."
_CUT = "The page is too long; what comes after this was left out."
_INVISIBLE_CHARACTERS = dict.fromkeys(map(ord, "\u00ad\u200b\u2060\ufeff"))


def html_root(data: bytes | str, declared: str = "") -> Any:
    """The `html` element of a page, None when there is nothing in it. `declared`: the encoding, from outside.

    The same bytes give the same tree, so that an address leads to what a reader has seen.
    """
    if isinstance(data, bytes):
        match = _DECLARED.search(data[:_HEAD_BYTES])
        text = decode(data, declared or (match[1].decode("ascii", "replace") if match else ""))
    else:
        text = data
    if _XHTML.search(text[:_HEAD_BYTES]):
        text = _SELF_CLOSED.sub(_opened_and_closed, text)
    parser = lxml.html.HTMLParser(encoding="utf-8", no_network=True, huge_tree=True)
    try:
        return lxml.html.document_fromstring(text.replace("\x00", "").encode("utf-8", "replace"), parser)
    except (etree.LxmlError, ValueError):
        return None


def _opened_and_closed(match: re.Match[str]) -> str:
    """HTML knows no `<script/>`; to its parser the page would end there."""
    name = match[1].lower()
    return match[0] if name in _VOID else f"<{match[1]}{match[2] or ''}></{match[1]}>"


@dataclass(frozen=True, slots=True)
class PageFacts:
    """What a page says besides its text."""

    title: str
    hidden: tuple[HiddenText, ...]
    too_deep: bool


def write_html(
    root: Any, builder: FlowBuilder, *, sections: bool = True, label: str = "", numbered: bool = True
) -> PageFacts:
    """Write what a page shows, and what it hides, to `builder`.

    With `sections` each h1 and h2 begins a page; otherwise the text goes on the page begun last. `label` is
    that of the text before the first heading (else the title). `numbered`: items of ordered lists with the
    numbers that a browser writes before them.
    """
    title = (
        " ".join("".join(found.itertext()).split()) if (found := root.find(".//title")) is not None else ""
    )
    metadata = tuple(
        HiddenText(0, "metadata", content)
        for meta in root.iter("meta")
        if meta.get("name", "").lower() in ("description", "keywords", "author", "subject", "abstract")
        and (content := " ".join(meta.get("content", "").split())[: _LONGEST_CELL * 10])
    )
    sheet = StyleSheet((style.text or "" for style in root.iter("style")), root)
    walk = _Walk(builder, sheet, sections, label or title, numbered)
    walk.run(root)
    return PageFacts(title, metadata, walk.deepest >= _PARSER_DEPTH)


@dataclass(slots=True)
class _Frame:
    """An open element. `kept`: its text is used, seen or set aside; `reason`: why, or ""."""

    tag: str
    number: int
    look: Look
    kept: bool = True
    fallback: bool = False
    is_block: bool = False
    is_pre: bool = False
    reason: str = ""
    is_menu: bool = False
    numbering: str = ""  # of an ordered list, by its name in CSS
    count: int = 0  # the number of its next item
    step: int = 1
    item_number: str = ""  # of an item, until its first paragraph


@dataclass(slots=True)
class _Table:
    """An open table of data, or list of terms with their values; layout tables are ordinary blocks."""

    tag: str
    number: int
    has_header_cells: bool
    header_rows: int  # where no cell says that it is a header
    row: int = 0
    cells: list[Cell] = field(default_factory=list)
    header_cells: int = 0
    in_head: bool = False
    text: list[str] | None = None
    place: int = 0
    in_row: bool = False
    columns: list[int] = field(default_factory=list)  # of `cells`
    covered: dict[int, Cell] = field(default_factory=dict)  # what spans a further column
    column: int = 0  # of the open cell, from 0
    width: int = 1
    height: int = 1
    # Column → what stands there and reaches down, its columns, and the rows it has left.
    below: dict[int, tuple[Cell, int, int]] = field(default_factory=dict)
    opened: dict[int, tuple[Cell, int, int]] = field(default_factory=dict)


class _Walk:
    """One pass over the tree in document order, without recursion."""

    def __init__(
        self, builder: FlowBuilder, sheet: StyleSheet, sections: bool, label: str, numbered: bool
    ) -> None:
        self._numbered = numbered
        self._builder = builder
        self._sheet = sheet
        self._sections = sections
        self._label = label
        self._counts: Counter[str] = Counter()
        self._frames: list[_Frame] = [_Frame("", 0, Look(), is_block=True)]
        self._blocks: list[_Frame] = [self._frames[0]]
        self._table: _Table | None = None
        self._seen: list[str] = []
        self._hidden: dict[str, list[str]] = {}
        self._hidden_left = _HIDDEN_CHARACTERS
        self._waiting: list[tuple[str, str]] = []  # hidden before there is a page
        self._has_page = not sections
        self._has_body = False
        self._breaks = 0
        self.deepest = 0  # most elements open at once

    def run(self, root: Any) -> None:
        for event, element in etree.iterwalk(root, events=("start", "end", "comment", "pi")):
            if event == "start":
                self._open(element)
                self._feed(element.text)
            elif event == "end":
                self._close(element)
                self._feed(element.tail)
            else:
                if event == "comment":
                    self._hide("markup", element.text, anywhere=True)
                self._feed(element.tail)
        self._flush()
        if not self._has_page:
            self._start_page(self._label)

    # --- elements ------------------------------------------------------------------------------

    def _open(self, element: Any) -> None:
        tag = element.tag
        around = self._frames[-1]
        self._counts[tag] += 1
        attributes = element.attrib
        look = (
            look_of(tag, attributes, around.look, self._sheet, element)
            if attributes or self._sheet.rules or tag in STRUCK_TAGS
            else around.look
        )
        kept = around.kept and (tag not in _DROPPED or (tag == "title" and "svg" in self._open_tags()))
        frame = _Frame(
            tag,
            self._counts[tag],
            look,
            kept,
            around.fallback
            or tag in _FALLBACK
            or (tag == "option" and not _is_chosen(element))
            or (tag == "title" and kept)
            or _closed_dialog(tag, attributes),
            tag in _BLOCKS,
            around.is_pre or tag in ("pre", "xmp", "listing", "textarea"),
            is_menu=around.is_menu or tag == "nav" or attributes.get("role") == "navigation",
        )
        if not frame.fallback and attributes.get("aria-hidden", "").lower() == "true":
            frame.fallback = _is_short(element, _ARIA_CHARACTERS)
        if frame.fallback:
            frame.reason = "markup"
        else:
            frame.reason = around.reason if look is around.look else look.reason
        self.deepest = max(self.deepest, len(self._frames))
        self._frames.append(frame)
        if frame.is_block:
            self._flush()
            if tag in ("ol", "li"):
                self._number(frame, element)
            self._blocks.append(frame)
        if tag == "br":
            self._break()
        elif tag in _ROWS:
            self._open_table(element, frame)
        elif self._table is not None:
            self._open_in_table(self._table, frame, attributes)
        if kept and attributes:
            self._attributes(tag, attributes)

    def _number(self, frame: _Frame, element: Any) -> None:
        """What a browser writes before an item of an ordered list; of menus nothing is kept."""
        attributes = element.attrib
        style = self._sheet.declarations(frame.tag, attributes, element)
        chosen = style.get("list-style-type") or style.get("list-style") or ""
        named = chosen.lower().split()
        if frame.tag == "ol":
            frame.numbering = _TYPES.get(attributes.get("type", ""), "decimal")
            frame.step = -1 if "reversed" in attributes else 1
            usual = sum(1 for _ in element.iterchildren("li")) if frame.step < 0 else 1
            start = _integer(attributes.get("start", ""))
            frame.count = usual if start is None else start
            frame.numbering = named[0] if named else frame.numbering
            return
        among = next((block for block in reversed(self._blocks) if block.tag in _LISTS), None)
        if among is None or among.tag != "ol" or frame.look.gone or not self._numbered:
            return
        value = _integer(attributes.get("value", ""))
        count = among.count if value is None else value
        among.count = count + among.step
        number = "" if frame.is_menu else browser_number(count, named[0] if named else among.numbering)
        if self._table is not None and self._table.text is not None:
            self._feed(number)
        else:
            frame.item_number = number

    def _open_tags(self) -> set[str]:
        return {frame.tag for frame in self._frames}

    def _close(self, element: Any) -> None:
        frame = self._frames.pop()
        if frame.tag in _SPACED or (frame.tag == "a" and self._blocks[-1].tag in ("nav", "li", "div")):
            self._feed(" ")
        if not frame.is_block:
            return
        self._flush()
        self._blocks.pop()
        table = self._table
        if table is None:
            return
        if frame.tag in _CELLS[table.tag] and table.text is not None:
            text = "".join(table.text).translate(_INVISIBLE_CHARACTERS)
            place = _SEPARATOR.join((f"table {table.number}", f"row {table.row}", f"cell {table.place}"))
            place = place if table.tag == "table" else f"{frame.tag} {frame.number}"
            if text.strip():
                table.cells.append(Cell(text, place))
                table.columns.append(table.column)
                if len(text) <= LONGEST_REPEATED:
                    covered = range(table.column + 1, table.column + table.width)
                    table.covered |= dict.fromkeys(covered, table.cells[-1])
                table.header_cells += frame.tag == "th"
            if table.height > 1 and len(table.opened) < _WIDEST:
                again = Cell(text if len(text) <= LONGEST_REPEATED else "", place)
                table.opened[table.column] = (again, table.width, table.height)
            table.text = None
        elif frame.tag == "tr":
            self._end_row(table)
            table.in_row = False
        elif frame.tag == "thead":
            table.in_head = False
            table.below = {}
        elif (frame.tag, frame.number) == (table.tag, table.number):
            self._end_row(table)
            self._builder.end_table()
            self._table = None

    def _open_table(self, element: Any, frame: _Frame) -> None:
        if self._table is None and _is_data(element):
            self._table = _Table(
                frame.tag,
                frame.number,
                next(element.iter("th"), None) is not None,
                _header_rows(element),
            )
            self._builder.end_table()

    def _open_in_table(self, table: _Table, frame: _Frame, attributes: Any) -> None:
        if frame.tag == _ROWS[table.tag]:
            self._end_row(table)
            table.row += 1
            table.place = table.column = 0
            table.width = 0
            table.in_row = True
        if frame.tag in _CELLS[table.tag] and table.row:
            table.place += 1
            table.column += table.width
            while reach := next(
                (at + wide for at, (_, wide, _) in table.below.items() if at <= table.column < at + wide), 0
            ):
                table.column = reach
            table.width = _span(attributes, "colspan", _WIDEST)
            table.height = _span(attributes, "rowspan", _TALLEST)
            table.text = []
        elif frame.tag == "thead":
            table.in_head = True

    def _end_row(self, table: _Table) -> None:
        cells, table.cells = table.cells, []
        columns, table.columns = table.columns, []
        covered, table.covered = table.covered, {}
        header_cells, table.header_cells = table.header_cells, 0
        above = {at: cell for at, (cell, _, _) in table.below.items()}
        if table.in_row:
            reaching = (table.below | table.opened).items()
            table.below = {at: (cell, wide, rows - 1) for at, (cell, wide, rows) in reaching if rows > 1}
            table.opened = {}
        if not cells:
            return
        self._need_page()
        self._has_body = True
        header = (len(cells) > 1 or columns[0] > 0) and (
            (header_cells == len(cells) if table.has_header_cells else table.row <= table.header_rows)
            or table.in_head
        )
        placed = dict(zip(columns, cells, strict=True))
        if above and not header:
            # What reaches down is said in each of the rows: a row is read, and found, alone.
            placed = above | placed
        elif header:
            placed |= covered
        columns = sorted(placed)
        self._builder.row([placed[column] for column in columns], header=header, columns=columns)

    def _attributes(self, tag: str, attributes: Any) -> None:
        """Text in attributes: seen in filled-in fields only."""
        for name in ("alt", "title", "aria-label"):
            if value := attributes.get(name, "").strip():
                self._hide("markup", value)
        if tag != "input":
            return
        kind = attributes.get("type", "text").lower()
        if kind in ("checkbox", "radio") and "role" not in attributes:  # those with one fold menus
            self._feed("☒ " if "checked" in attributes else "☐ ")
        elif value := attributes.get("value", "").strip():
            if kind == "hidden":
                self._hide("markup", value)
            elif kind in ("text", "search", "email", "tel", "url", "number", "date", "submit", "button"):
                self._feed(value)

    # --- text ----------------------------------------------------------------------------------

    def _feed(self, text: str | None) -> None:
        frame = self._frames[-1]
        if not text or not frame.kept:
            return
        if reason := frame.reason:
            self._hide(reason, text)
            if reason != STRUCK_OUT:
                return
            text = gap(text)
        if self._table is not None and self._table.text is not None:
            self._table.text.append(text)
        elif text:
            if not text.isspace():
                self._breaks = 0
            self._seen.append(text)

    def _break(self) -> None:
        if self._table is not None and self._table.text is not None:
            self._table.text.append("\n")
            return
        self._breaks += 1
        if self._breaks > 1 and not self._frames[-1].is_pre:
            self._flush()
        else:
            self._seen.append("\n")

    def _hide(self, reason: str, text: str | None, *, anywhere: bool = False) -> None:
        folded = " ".join((text or "").split())[: self._hidden_left]
        if folded and (anywhere or self._frames[-1].kept):
            self._hidden_left -= len(folded)
            self._hidden.setdefault(reason, []).append(folded)

    def _flush(self) -> None:
        """The open paragraph is complete. In a cell paragraphs are only a space apart."""
        if self._table is not None and self._table.text is not None:
            self._table.text.append(" ")
        elif self._seen:
            text = "".join(self._seen).translate(_INVISIBLE_CHARACTERS)
            self._seen.clear()
            if text.strip():
                self._paragraph(text)
        self._breaks = 0
        if self._hidden:
            for reason, pieces in self._hidden.items():
                self._waiting.append((" ".join(pieces), reason))
            self._hidden = {}
        if self._has_page and self._waiting:
            for text, reason in self._waiting:
                self._builder.hidden(text, reason)
            self._waiting.clear()

    def _paragraph(self, text: str) -> None:
        block = self._blocks[-1]
        level = next((_HEADINGS[one.tag] for one in reversed(self._blocks) if one.tag in _HEADINGS), 0)
        if self._sections and 0 < level <= _SECTION_LEVEL and (self._has_body or not self._has_page):
            self._start_page(" ".join(text.split()))
        self._need_page()
        self._has_body = self._has_body or not level
        address = f"{block.tag} {block.number}"
        if numbers := "".join(one.item_number for one in self._blocks):
            for one in self._blocks:
                one.item_number = ""
            text = text if _NUMBERED.match(text) else numbers + text.lstrip()
        self._builder.paragraph(text, "element", address, heading=level, keep_lines=block.is_pre)

    def _need_page(self) -> None:
        if not self._has_page:
            self._start_page(self._label)

    def _start_page(self, label: str) -> None:
        self._builder.start_page(PageKind.SECTION, label[:200])
        self._has_page = True
        self._has_body = False
        for text, reason in self._waiting:
            self._builder.hidden(text, reason)
        self._waiting.clear()


def _integer(text: str) -> int | None:
    found = re.fullmatch(r"\s*([+-]?[0-9]{1,8})\s*", text)
    return int(found[1]) if found else None


def _span(attributes: Any, name: str, most: int) -> int:
    text = attributes.get(name, "").strip()
    return min(max(int(text), 1), most) if text.isdecimal() and len(text) < 10 else 1


def _closed_dialog(tag: str, attributes: Any) -> bool:
    return tag == "dialog" and "open" not in attributes


def _is_chosen(option: Any) -> bool:
    """Of a list that is folded without a choice the first entry shows."""
    around = next(option.iterancestors("select"), None)
    if "selected" in option.attrib or around is None:
        return True
    is_open = "multiple" in around.attrib or around.get("size", "1") != "1"
    others = around.iter("option")
    return (
        not is_open and next(others, None) is option and all("selected" not in one.attrib for one in others)
    )


def _is_short(element: Any, limit: int) -> bool:
    length = 0
    for text in element.itertext():
        length += len(text)
        if length > limit:
            return False
    return True


def _is_data(table: Any) -> bool:
    """A table or list of values; false for one that only places things on the page, or explains terms."""
    if table.get("role", "").lower() in ("presentation", "none"):
        return False
    if next(table.iterdescendants("table", *_HEADINGS, "form", "article", "section"), None) is not None:
        return False
    if table.tag == "dl":
        values = table.iter("dd")
        return table.find(".//dl") is None and all(_is_short(value, _LONGEST_VALUE) for value in values)
    if next(table.iter("th", "caption", "thead"), None) is not None:
        return True
    rows = 0
    for row in table.iter("tr"):
        cells = list(row.iterchildren("td"))
        if not all(_is_short(cell, _LONGEST_CELL) for cell in cells):
            return False
        rows += len(cells) > 1
    return rows > 1


def _header_rows(table: Any) -> int:
    """Without header cells: how many first rows name the columns, titles over all columns among them."""
    grid: list[dict[int, str]] = [{} for _ in range(LOOK_AHEAD)]
    joined: list[bool] = []
    for number, row in enumerate(islice(table.iter("tr"), LOOK_AHEAD)):
        column = 0
        joined.append(False)
        for cell in row.iterchildren("td"):
            column = next(place for place in count(column) if place not in grid[number])
            wide, high = _span(cell.attrib, "colspan", _WIDEST), _span(cell.attrib, "rowspan", LOOK_AHEAD)
            text = " ".join("".join(cell.itertext()).split())
            for below in grid[number : number + high]:
                below.update(dict.fromkeys(range(column, column + wide), text))
            joined[-1] |= wide > 1
            column += wide
    width = max((max(row, default=-1) for row in grid), default=-1) + 1
    texts = [[row.get(place, "") for place in range(width)] for row in grid[: len(joined)]]
    titles = sum(1 for _ in takewhile(lambda row: len(set(row)) == 1 < len(row), texts))
    named = header_rows(texts[titles:], joined=joined[titles:])
    if not named and len(texts) > titles + 1:  # words above figures with units
        has_figures = [any(map(str.isdigit, "".join(row))) for row in texts[titles:][:3]]
        named = int(not has_figures[0] and any(has_figures))
    return titles + named if named else 0


class HtmlReader:
    """The reader of `.html`, `.htm` and `.xhtml`."""

    def open(self, path: Path, password: str = "") -> FlowDocument:
        data = read_text_bytes(path, LARGEST_BYTES)
        root = html_root(data[:LARGEST_BYTES])
        builder = FlowBuilder()
        facts = PageFacts("", (), False)
        if root is not None:
            facts = write_html(root, builder)
        if facts.too_deep or len(data) > LARGEST_BYTES:
            builder.problem(_TOO_DEEP if facts.too_deep else _CUT)
        pages = builder.pages()
        if not any(page.text for page in pages):
            if facts.too_deep:
                raise DocumentError(
                    f"{path.name} cannot be read: its elements lie too deep in each other.",
                    "Save the page again from a browser.",
                )
            raise DocumentError(
                f"{path.name} shows no text.",
                "Pages made by scripts must be saved from the browser after they have loaded.",
            )
        title = _shown_title(facts.title, pages)
        unseen = [HiddenText(0, "metadata", facts.title)] if facts.title and not title else []
        return FlowDocument(pages, title=title, outline=builder.outline(), hidden=[*facts.hidden, *unseen])


def _shown_title(claimed: str, pages: Sequence[ReadPage]) -> str:
    """The title, or the longest part of it ("Soil – A site about gardens"), that the page itself shows.

    A tab has room for a few words; what nobody reads must not enter prompts as the title of all passages.
    """
    parts = [claimed, *sorted(_TITLE_JOINT.split(claimed), key=len, reverse=True)]
    texts = [replace(page, label="") for page in pages[:3]]  # the title is the label of what has no heading
    return next((part for part in parts if 4 <= len(part) <= _LONGEST_TITLE and is_shown(part, texts)), "")
