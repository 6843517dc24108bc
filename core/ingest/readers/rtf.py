"""Reads rich text with striprtf. Runs in the parser process.

striprtf gives the text and knows nothing of looks and notes, so hidden, deleted, white, tiny and struck runs
are cut out of the file before, and become hidden text; footnotes come behind the text, and comments as
annotations. Nothing in the file is run, and nothing it links to is opened.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path

from striprtf.striprtf import rtf_to_text

from core.errors import DocumentError
from core.ingest.readers.base import OpenDocument
from core.ingest.readers.flow import Cell, FlowBuilder, commented_by
from core.ingest.readers.office import finish, guarded
from core.ingest.readers.size_limits import LIMITS, MIB, ReadLimits
from core.ingest.readers.tables import column_name
from core.text.table_heads import header_rows
from core.types import ANNOTATION, STRUCK_OUT, PageKind

_MOST_BYTES = 256 * MIB
_MOST_TEXT = 24 * MIB  # without pictures: striprtf takes half a second for each
_TOKEN = re.compile(
    r"\\'[0-9a-fA-F]{2}|\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\[^a-zA-Z]|[{}]|[^\\{}]+", re.DOTALL
)
_HEX_RUN = re.compile(rb"[0-9a-fA-F\r\n \t]+")
_BINARY = re.compile(rb"\\bin(\d{1,9}) ?")
_PICTURE_LENGTH = 1_000  # hexadecimal digits in a row are a picture
_COLOR = re.compile(r"\\red(\d+)\s*\\green(\d+)\s*\\blue(\d+)")
_COLOR_TABLE = re.compile(r"\{\\colortbl\s*([^}]*)\}")
_METADATA = re.compile(r"\{\\(title|subject|keywords|doccomm) ([^{}]*)\}")
# Groups whose text is neither the document's nor a comment's; styles are named there.
_DROPPED = (
    "stylesheet",
    "atnid",
    "atnref",
    "atndate",
    "atntime",
    "atnicn",
    "atnparent",
    "atrfstart",
    "atrfend",
)
_NOTE = "footnote"
_TINY = 2  # half-points
_WHITE = 0xFA


class RtfReader:
    """Opens `.rtf` files."""

    def __init__(self, limits: ReadLimits = LIMITS) -> None:
        self._limits = limits

    def open(self, path: Path, password: str = "") -> OpenDocument:
        try:
            if path.stat().st_size > _MOST_BYTES:
                raise DocumentError(
                    f"{path.name} is larger than {_MOST_BYTES // MIB} MB and was refused.",
                    "Save it as .docx and add that file.",
                )
            data = path.read_bytes()
        except OSError as error:
            raise DocumentError(
                f"{path.name} cannot be read ({error.strerror}).", "Check that the file is still there."
            ) from error
        if not data.strip():
            raise DocumentError(f"{path.name} is empty.", "Copy or download the file again.")
        if not data.lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b"{\\rtf"):
            raise DocumentError(
                f"{path.name} is not rich text, although its name says so.",
                "Open it in the program it comes from.",
            )
        data = _without_binary(data)
        data = _HEX_RUN.sub(lambda run: run[0] if len(run[0]) < _PICTURE_LENGTH else b" ", data)
        if len(data) > _MOST_TEXT:
            raise DocumentError(
                f"{path.name} holds more than {_MOST_TEXT // MIB} MB of text and was refused.",
                "Split it and add its parts.",
            )
        return guarded(path, lambda: _read(_escaped(data), self._limits))


def _without_binary(data: bytes) -> bytes:
    """Without bytes that stand for themselves, as some programs write pictures."""
    pieces, start = [], 0
    while match := _BINARY.search(data, start):
        pieces.append(data[start : match.start()])
        start = match.end() + int(match[1])
    return b"".join((*pieces, data[start:]))


def _escaped(data: bytes) -> str:
    """The file as ASCII: bytes beyond it, which some programs write, in the notation for them."""
    return re.sub(r"[\x80-\xff]", lambda match: f"\\'{ord(match[0]):02x}", data.decode("latin-1"))


def _read(source: str, limits: ReadLimits) -> OpenDocument:
    builder = FlowBuilder(limits)
    builder.start_page(PageKind.SECTION)
    visible, hidden = _parted(source)
    number = tables = 0
    rows: list[list[str]] = []
    for line in [*rtf_to_text(visible, errors="replace").split("\n"), ""]:
        if line.endswith("|"):  # striprtf ends every cell of a table with a bar
            rows.append([cell.strip() for cell in line[:-1].split("|")])
            continue
        if rows:
            tables += 1
            _say_table(builder, rows, f"table {tables}")
            rows = []
        if line.strip():
            number += 1
            builder.paragraph(line, "paragraph", f"¶ {number}")
    author = ""
    for reason, raw in hidden:
        text = rtf_to_text(_headed(source, raw), errors="replace")
        if reason == "atnauthor":
            author = text
        elif reason == _NOTE:
            builder.paragraph(text, _NOTE, _NOTE)
        elif reason == ANNOTATION:
            builder.annotation(text, commented_by(author))
            author = ""
        else:
            builder.hidden(text, reason)
    known = {
        match[1]: rtf_to_text(_headed(source, match[2])) for match in _METADATA.finditer(source[:100_000])
    }
    others = [text for name, text in known.items() if name != "title"]
    return finish(builder, known.get("title", ""), others)


def _say_table(builder: FlowBuilder, rows: list[list[str]], name: str) -> None:
    headers = header_rows(rows)
    builder.end_table()
    for number, row in enumerate(rows, 1):
        cells = [Cell(text, f"{name} {column_name(column)}{number}") for column, text in enumerate(row, 1)]
        builder.row(cells, header=number <= headers)
    builder.end_table()


def _headed(source: str, text: str) -> str:
    """A piece of the file as a file of its own, in the same code page."""
    code_page = re.search(r"\\ansicpg\d+", source[:1000])
    return f"{{\\rtf1\\ansi{code_page[0] if code_page else ''} {text}}}"


@dataclass(frozen=True, slots=True)
class _Look:
    vanish: bool = False
    deleted: bool = False
    note: str = ""  # a footnote, or a part of a comment
    white: bool = False
    marked: bool = False
    tiny: bool = False
    struck: bool = False

    @property
    def reason(self) -> str:
        if self.note:
            return self.note
        if self.vanish:
            return "hidden_layer"
        if self.tiny:
            return "tiny"
        if self.white and not self.marked:
            return "white"
        return STRUCK_OUT if self.struck else ""


def _parted(source: str) -> tuple[str, list[tuple[str, str]]]:
    """The file without comments and without text that a reader cannot see or that is struck out, and these
    with the reason for each piece."""
    whites = _white_numbers(source)
    look, stack = _Look(), []
    kept: list[str] = []
    hidden: list[tuple[str, str]] = []
    for match in _TOKEN.finditer(source):
        piece, word = match[0], match[1]
        if piece == "{":
            stack.append(look)
        elif piece == "}":
            look = stack.pop() if stack else _Look()
        elif word and word not in ("u", "tab", "line"):
            look = _changed(look, word, match[2], whites)
            if word in _DROPPED:
                look = replace(look, deleted=True)
            if word == _NOTE:
                hidden.append((_NOTE, ""))
        elif look.deleted or look.reason:
            if not look.deleted and piece != r"\*":  # that would drop what follows
                if hidden and hidden[-1][0] == look.reason:
                    hidden[-1] = (look.reason, hidden[-1][1] + piece)
                else:
                    hidden.append((look.reason, piece))
                if not word and " " in (piece[0], piece[-1]):
                    kept.append(" ")
            continue
        kept.append(piece)
    return "".join(kept), [(reason, text) for reason, text in hidden if text.strip()]


def _changed(look: _Look, word: str, argument: str | None, whites: set[int]) -> _Look:
    """The look after a control word."""
    is_on = argument != "0"
    number = int(argument) if argument else 0
    if word == "v":
        return replace(look, vanish=is_on)
    if word == "deleted":
        return replace(look, deleted=is_on)
    if word in (ANNOTATION, "atnauthor", _NOTE):
        return replace(look, note=word)
    if word in ("strike", "striked"):
        return replace(look, struck=is_on)
    if word == "plain":
        return replace(look, vanish=False, white=False, marked=False, tiny=False, struck=False)
    if word == "cf":
        return replace(look, white=number in whites)
    if word in ("highlight", "cb", "chcbpat", "cbpat", "clcbpat"):
        return replace(look, marked=number != 0 and number not in whites)
    if word == "fs":
        return replace(look, tiny=0 < number <= _TINY)
    return look


def _white_numbers(source: str) -> set[int]:
    """Numbers of the colour table that are white."""
    table = _COLOR_TABLE.search(source)
    entries = table[1].split(";") if table else []
    found = set()
    for place, entry in enumerate(entries):
        color = _COLOR.search(entry)
        if color and min(int(part) for part in color.groups()) >= _WHITE:
            found.add(place)
    return found
