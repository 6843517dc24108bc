"""Reads tables written as text, separated by commas, semicolons, tabs or bars. Runs in the parser process.

The file is read as a stream, twice: once for its encoding, once for its rows. Cells are said as they are
written: a decimal comma stays one.
"""

from __future__ import annotations

import codecs
import csv
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from core.errors import DocumentError
from core.ingest.readers import is_binary
from core.ingest.readers.base import OpenDocument
from core.ingest.readers.encoding import detect, is_utf8_with, strays_of
from core.ingest.readers.flow import Cell, FlowBuilder, FlowDocument, clean
from core.ingest.readers.office import NO_TEXT
from core.ingest.readers.size_limits import LIMITS, MIB, ReadLimits
from core.ingest.readers.tables import SheetRow, column_name, say_block
from core.text.table_heads import LOOK_AHEAD
from core.types import PageKind

_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# In this order: where a semicolon parts all rows alike, commas are decimal commas or prose.
_DELIMITERS = "\t;|,"
_SAMPLE_LINES = 50
_SAMPLE_CHARACTERS = 256 * 1024
_ALIKE = 0.8  # of the rows have the same number of cells
_LONGEST_CELL = 1_000_000  # characters; longer ones come from a quotation mark that is never closed


class CsvReader:
    """Opens `.csv` and `.tsv` files."""

    def __init__(self, limits: ReadLimits = LIMITS) -> None:
        self._limits = limits

    def open(self, path: Path, password: str = "") -> OpenDocument:
        try:
            encoding = _encoding(path)
            for quoted in (True, False):
                try:
                    return self._read(path, encoding, quoted=quoted)
                except csv.Error:
                    continue
        except OSError as error:
            raise DocumentError(
                f"{path.name} cannot be read ({error.strerror}).", "Check that the file is still there."
            ) from error
        raise DocumentError(f"{path.name} cannot be read as a table.", "Check how its cells are separated.")

    def _read(self, path: Path, encoding: str, *, quoted: bool) -> FlowDocument:
        with path.open(encoding=encoding, errors="replace", newline="") as file:
            sample = file.read(_SAMPLE_CHARACTERS)
            delimiter, skipped = _delimiter(sample, path)
            file.seek(0)
            csv.field_size_limit(_LONGEST_CELL)
            rows = csv.reader(
                file,
                delimiter=delimiter,
                quoting=csv.QUOTE_MINIMAL if quoted else csv.QUOTE_NONE,
            )
            for _ in range(skipped):
                next(rows, None)
            builder = FlowBuilder(self._limits)
            builder.start_page(PageKind.SHEET, path.stem)
            self._say(builder, rows)
        pages = builder.pages()
        if not any(page.text for page in pages):
            builder.problem(NO_TEXT)
        return FlowDocument(pages, outline=builder.outline())

    def _say(self, builder: FlowBuilder, rows: Iterator[list[str]]) -> None:
        block: list[SheetRow] = []
        decided = False
        cells = 0
        for number, fields in enumerate(rows, 1):
            row = SheetRow(number)
            for column, text in enumerate(fields, 1):
                if text and clean(text):
                    row.cells[column] = Cell(" ".join(text.split()), f"{column_name(column)}{number}")
            cells += len(row.cells)
            if decided:
                row.say(builder)
            elif row.cells:
                block.append(row)
            # An empty line ends what stands above the table, and is nothing within it.
            above = not row.cells and all(len(entry.cells) == 1 for entry in block)
            if block and (len(block) >= LOOK_AHEAD or above):
                say_block(builder, block)
                decided, block = not above, []
            if cells > self._limits.cells:
                builder.problem(
                    f"The table has more than {self._limits.cells:,} cells; what follows row {number} "
                    "was left out."
                )
                break
            if builder.truncated:
                break
        say_block(builder, block)


def _encoding(path: Path) -> str:
    """By its mark; UTF-8 when all of it is, but for stray bytes; else as what is not looks."""
    with path.open("rb") as file:
        head = file.read(4)
        if not head:
            raise DocumentError(f"{path.name} is empty (0 bytes).", "Copy or download the file again.")
        for mark, encoding in _MARKS:
            if head.startswith(mark):
                return encoding
        file.seek(0)
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        strays = beyond_ascii = 0
        doubtful = b""
        while block := file.read(MIB):
            if is_binary(block):
                raise DocumentError(
                    f"{path.name} is not a table, although its name says so.",
                    "Open it in the program it comes from.",
                )
            more, beyond = strays_of(decoder.decode(block))
            strays, beyond_ascii = strays + more, beyond_ascii + beyond
            if more and not doubtful:
                doubtful = block
        if is_utf8_with(strays, beyond_ascii):
            return "utf-8"
        return detect(doubtful) or "cp1252"


def _delimiter(sample: str, path: Path) -> tuple[str, int]:
    """What parts the cells, and how many lines only say so."""
    first = sample.lstrip("\ufeff").splitlines()[:1]
    if first and first[0].lower().startswith("sep=") and len(first[0]) == 5:
        return first[0][4], 1
    lines = [line for line in sample.splitlines()[: 4 * _SAMPLE_LINES] if line.strip()]
    if len(sample) >= _SAMPLE_CHARACTERS and len(lines) > 1:
        lines.pop()  # cut off
    best, best_score = ("\t" if path.suffix.lower() == ".tsv" else ","), 0.0
    for delimiter in _DELIMITERS:
        score = _likeness(lines, delimiter)
        if score > best_score:
            best, best_score = delimiter, score
    return best, 0


def _likeness(lines: Sequence[str], delimiter: str) -> float:
    """Share of the rows that have as many cells as most, 0 where that is one; full marks count alike."""
    try:
        widths = [len(row) for row in csv.reader(lines, delimiter=delimiter)][:_SAMPLE_LINES]
    except csv.Error:
        return 0.0
    wide = Counter(width for width in widths if width > 1)
    if not wide:
        return 0.0
    share = wide.most_common(1)[0][1] / len(widths)
    return 1.0 if share >= _ALIKE else share
