"""Reads Markdown with markdown-it: headings, paragraphs, lists, tables and code, each with its lines.

One thread of the parser process. Sections are pages, as on web pages; places are lines of the file
("lines 14–18"). HTML in it is read as web pages are: what a browser would not show is kept apart.
"""

from __future__ import annotations

import re
from pathlib import Path

import lxml.html
from lxml import etree
from markdown_it import MarkdownIt
from markdown_it.token import Token

from core.errors import DocumentError
from core.ingest.readers.encoding import decode, read_text_bytes
from core.ingest.readers.flow import Cell, FlowBuilder, FlowDocument, gap
from core.ingest.readers.html import html_root, write_html
from core.ingest.readers.htmlstyle import Look, StyleSheet, look_of
from core.ingest.readers.size_limits import MIB
from core.ingest.readers.text import TextDocument, TextReader, plain
from core.text.textspan import CELL_SEPARATOR
from core.types import STRUCK_OUT, HiddenText, PageKind

_LARGEST_BYTES = 4 * MIB  # larger ones are read as plain text: nothing is lost, and nothing takes minutes
_SECTION_LEVEL = 2
_FRONT_MATTER = re.compile(
    r"\A---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)|\A\+\+\+[ \t]*\n(.*?)\n\+\+\+[ \t]*(?:\n|\Z)",
    re.DOTALL,
)
_TITLE = re.compile(r"^title[ \t]*[:=][ \t]*(.+)$", re.MULTILINE | re.IGNORECASE)
_TAG = re.compile(r"<(/?)([A-Za-z][\w-]*)([^<>]*)>")
_VOID = frozenset({"br", "hr", "img", "input", "wbr", "meta", "link", "col", "area", "source"})
_NO_STYLES = StyleSheet(())


class MarkdownReader:
    """The reader of `.md` and `.markdown`."""

    def open(self, path: Path, password: str = "") -> FlowDocument | TextDocument:
        data = read_text_bytes(path, _LARGEST_BYTES)
        if len(data) > _LARGEST_BYTES:
            return TextReader().open(path)
        text = plain(decode(data), path.name)
        builder = FlowBuilder()
        title = ""
        metadata: tuple[HiddenText, ...] = ()
        if match := _FRONT_MATTER.match(text):
            front = match[1] or match[2] or ""
            found = _TITLE.search(front)
            title = " ".join(found[1].strip().strip("\"'").split())[:200] if found else ""
            rest = " ".join(_TITLE.sub("", front, count=1).split())
            metadata = (HiddenText(0, "metadata", rest),) if rest else ()
            text = "\n" * match[0].count("\n") + text[match.end() :]
        _Writer(builder, title).write(MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(text))
        pages = builder.pages()
        if not any(page.text for page in pages):
            raise DocumentError(f"{path.name} shows no text.", "Open it in an editor to check it.")
        outline = builder.outline()
        if not title:
            title = next((entry.title for entry in outline if entry.level == 1), "")
        return FlowDocument(pages, title=title, outline=outline, hidden=metadata)


class _RawTags:
    """HTML tags between Markdown: whether what stands between them can be seen."""

    def __init__(self) -> None:
        self._open: list[tuple[str, Look]] = []

    @property
    def look(self) -> Look:
        return self._open[-1][1] if self._open else Look()

    def feed(self, markup: str) -> None:
        for closing, name, rest in _TAG.findall(markup):
            tag = name.lower()
            if closing:
                for place in range(len(self._open) - 1, -1, -1):
                    if self._open[place][0] == tag:
                        del self._open[place:]
                        break
            elif tag not in _VOID and not rest.endswith("/") and len(self._open) < 100:
                self._open.append((tag, look_of(tag, _attributes(tag, rest), self.look, _NO_STYLES)))


def _attributes(tag: str, rest: str) -> dict[str, str]:
    try:
        element = lxml.html.fragment_fromstring(f"<span {rest}></span>")
    except (etree.LxmlError, ValueError):
        return {}
    return {str(name): str(value) for name, value in element.attrib.items()}


class _Writer:
    def __init__(self, builder: FlowBuilder, label: str) -> None:
        self._builder = builder
        self._tags = _RawTags()
        self._heading = 0
        self._cells: list[Cell] = []
        self._in_head = False
        self._in_cell = False
        self._row_line = 0
        self._has_body = False
        self._lists: list[int | None] = []  # those that are open: the number of the next item, if it has any
        self._mark = ""  # of an item of a list, until its first line
        builder.start_page(PageKind.SECTION, label)

    def write(self, tokens: list[Token]) -> None:
        lines = (0, 0)
        for token in tokens:
            if token.map:
                lines = (token.map[0], token.map[1])
            address = _address(*lines)
            match token.type:
                case "heading_open":
                    self._heading = int(token.tag[1:])
                case "heading_close":
                    self._heading = 0
                case "table_close":
                    self._builder.end_table()
                case "thead_open" | "thead_close":
                    self._in_head = token.type == "thead_open"
                case "tr_open":
                    self._row_line = lines[0] + 1
                    self._cells = []
                case "tr_close":
                    self._has_body, self._mark = True, ""
                    self._builder.row(self._cells, header=self._in_head and len(self._cells) > 1)
                case "th_open" | "td_open":
                    place = f"line {self._row_line} › cell {len(self._cells) + 1}"
                    self._cells.append(Cell("", place))
                    self._in_cell = True
                case "th_close" | "td_close":
                    self._in_cell = False
                case "inline":
                    text = self._inline(token)
                    if self._in_cell:
                        self._cells[-1] = Cell(text, self._cells[-1].address)
                    else:
                        self._paragraph(text, _address(*_trimmed(token, lines)))
                case "ordered_list_open":
                    self._lists.append(int(token.attrs.get("start", 1)))
                case "bullet_list_open":
                    self._lists.append(None)
                case "ordered_list_close" | "bullet_list_close":
                    self._lists.pop()
                case "list_item_open":
                    self._mark += self._next_mark(token.markup)
                case "list_item_close":
                    self._mark = ""
                case "fence" | "code_block":
                    self._code(token, lines)
                case "html_block":
                    self._html(token.content, address)

    def _next_mark(self, sign: str) -> str:
        """As a browser counts; below a number a bullet: the numbers of a procedure go on behind it."""
        *outer, number = self._lists
        if number is not None:
            self._lists[-1] = number + 1
        is_below = any(one is not None for one in outer)
        return "• " if number is None or is_below else f"{number}{sign} "

    def _paragraph(self, text: str, address: str) -> None:
        if not text.strip():
            return
        if 0 < self._heading <= _SECTION_LEVEL:
            label = " ".join(text.split())[:200]
            if self._has_body:
                self._builder.start_page(PageKind.SECTION, label)
                self._has_body = False
            else:
                self._builder.name_page(label)
        self._has_body = self._has_body or not self._heading
        mark, self._mark = self._mark, ""
        marked = text if self._heading else mark + text
        self._builder.paragraph(marked, "line", address, heading=self._heading)

    def _code(self, token: Token, lines: tuple[int, int]) -> None:
        first, end = lines
        if token.type == "fence":
            first += 1
            end = first + token.content.count("\n")
        if reason := self._tags.look.reason:
            self._builder.hidden(token.content, reason)
        elif token.content.strip():
            self._has_body = True
            mark, self._mark = self._mark, ""
            self._builder.paragraph(mark + token.content, "line", _address(first, end), keep_lines=True)

    def _inline(self, token: Token) -> str:
        """What is shown of a paragraph; the rest goes to what is hidden."""
        shown: list[str] = []
        struck = 0
        aside: dict[str, str] = {}  # by reason
        for child in token.children or []:
            if child.type == "html_inline":
                self._tags.feed(child.content)
                if child.content.startswith("<!"):
                    self._builder.hidden(child.content[4:-3], "markup")
                elif child.content.lower().startswith("<br"):
                    shown.append("\n")
                continue
            if child.type == "image":
                self._builder.hidden(f"{child.content} {child.attrs.get('title', '')}", "markup")
                continue
            if child.type == "link_open" and (title := str(child.attrs.get("title", ""))):
                self._builder.hidden(title, "markup")
            if child.type in ("s_open", "s_close"):
                struck += child.nesting
            text = "\n" if child.type in ("softbreak", "hardbreak") else child.content
            if reason := self._tags.look.reason or STRUCK_OUT * bool(struck):
                aside[reason] = aside.get(reason, "") + text
                text = gap(text)
            shown.append(text)
        for reason, text in aside.items():
            self._builder.hidden(text, reason)
        return "".join(shown)

    def _html(self, markup: str, address: str) -> None:
        """A block of HTML, which may open what a later one closes."""
        around = self._tags.look.reason
        self._tags.feed(markup)
        root = html_root(markup)
        if root is None:
            self._builder.hidden(re.sub(r"<!--|-->", " ", _TAG.sub(" ", markup)), "markup")
            return
        found = FlowBuilder()
        write_html(root, found)
        for page in found.pages():
            for hidden in page.hidden:
                self._builder.hidden(hidden.text, hidden.reason)
            for line in page.lines:
                text = page.text[line.start : line.end]
                if around:
                    self._builder.hidden(text, around)
                elif line.is_row:
                    self._has_body = True
                    cells = [
                        Cell(cell, f"{address} › cell {place}")
                        for place, cell in enumerate(text.split(CELL_SEPARATOR), 1)
                    ]
                    self._builder.row(cells, header=not line.table_header and not line.heading)
                else:
                    self._heading = line.heading
                    self._paragraph(text, address)
                    self._heading = 0


def _trimmed(token: Token, lines: tuple[int, int]) -> tuple[int, int]:
    """A paragraph at the end of a list item must not count the blank lines behind it."""
    breaks = token.content.count("\n")
    return (lines[0], min(lines[1], lines[0] + breaks + 1)) if token.map else lines


def _address(first: int, end: int) -> str:
    """`first` from 0, `end` behind the last line."""
    return f"line {first + 1}" if end <= first + 1 else f"lines {first + 1}–{end}"
