"""What openpyxl's streaming reader leaves out of a sheet: hidden rows and columns, merged cells, headers of
tables, comments, text boxes, and formulas without a result. Runs in the parser process.

The sheet's XML is walked once in C and thrown away row by row, so a large sheet costs no memory here.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from lxml import etree

from core.ingest.readers.flow import gap
from core.ingest.readers.office_xml import child, children, local_name, parse_xml, related_parts
from core.ingest.readers.slide_colors import struck_reason
from core.ingest.readers.tables import column_name

_LAST_COLUMN = 16_384
_LAST_ROW = 1_048_576
_NARROW = 0.5  # characters of width, points of height: nothing can be seen in it
_AREA = re.compile(r"([A-Z]{1,3})(\d{1,7})(?::([A-Z]{1,3})(\d{1,7}))?")
_MERGES = 100_000  # merged ranges that are looked at
_SHOWN_FORMULAS = 3
_THREAD_AUTHOR = "tc="
_FILTERED = "_xlnm._FilterDatabase"
_NOT_CALCULATED = etree.XPath(
    "*[local-name()='c'][*[local-name()='f']][not(@t='str')][not(*[local-name()='v']/text())]/@r"
)


@dataclass(frozen=True, slots=True)
class Area:
    """A range of cells, both ends included, from 1."""

    first_row: int
    first_column: int
    last_row: int
    last_column: int


@dataclass(slots=True)
class SheetLayout:
    """What was found. `headers` are the header rows of declared tables and filters; `comments` are
    (address, author, text), `boxes` (address, text, what is struck out of it). `hidden_rows` and
    `hidden_columns` are hidden by hand; those that a filter leaves out come back with it, and those of a
    folded group with a click."""

    hidden_rows: set[int] = field(default_factory=set)
    hidden_columns: set[int] = field(default_factory=set)
    merges: list[Area] = field(default_factory=list)
    tables: list[Area] = field(default_factory=list)
    headers: dict[int, Area] = field(default_factory=dict)
    not_calculated: list[str] = field(default_factory=list)
    not_calculated_count: int = 0
    comments: list[tuple[str, str, str]] = field(default_factory=list)
    boxes: list[tuple[str, str, str]] = field(default_factory=list)


def sheet_layout(archive: zipfile.ZipFile, part: str, filtered: Area | None = None) -> SheetLayout:
    """Read the layout of the sheet in `part` ("xl/worksheets/sheet1.xml"). `filtered`: see `filtered_areas`.

    Raises:
        lxml.etree.XMLSyntaxError: not well formed.
        ValueError: not a sheet.
    """
    layout = SheetLayout()
    tags = ("{*}col", "{*}row", "{*}mergeCell", "{*}autoFilter", "{*}sheetPr")
    number, is_filtered = 0, False
    with archive.open(part) as file:
        parsing = etree.iterparse(file, tag=tags, resolve_entities=False, no_network=True)
        for _, element in parsing:
            name = local_name(element)
            if name == "row":
                number = int(element.get("r") or number + 1)
                _look_at_row(layout, element, number)
                element.clear()
                while element.getprevious() is not None:
                    del element.getparent()[0]
            elif name == "col":
                if _is_hidden(element, "width"):
                    first, last = int(element.get("min", 0)), int(element.get("max", 0))
                    layout.hidden_columns.update(range(max(1, first), min(last, _LAST_COLUMN) + 1))
            elif name == "mergeCell":
                area = parse_area(element.get("ref", ""))
                if area and len(layout.merges) < _MERGES:
                    layout.merges.append(area)
            elif name == "sheetPr":
                is_filtered = element.get("filterMode") in ("1", "true")
            elif local_name(element.getparent()) != "worksheet":
                continue  # a filter of a view that is kept for later
            elif (area := parse_area(element.get("ref", ""))) and area.last_row > area.first_row:
                layout.headers[area.first_row] = area
                is_filtered = is_filtered and not _leaves_out(element)
                _show_filtered(layout, element, area)
        if local_name(parsing.root) != "worksheet":
            raise ValueError(f"{part} is no sheet")
    if is_filtered and filtered:
        _show_rows(layout, filtered)
    people = _people(archive)
    for related in related_parts(archive, part):
        try:
            if related.kind == "table":
                _look_at_table(layout, parse_xml(archive.read(related.name)))
            elif related.kind in ("comments", "threadedComment"):
                layout.comments += _comments(parse_xml(archive.read(related.name)), people)
            elif related.kind == "drawing":
                layout.boxes += _boxes(parse_xml(archive.read(related.name)))
        except (KeyError, etree.XMLSyntaxError):
            continue  # a lost comment or drawing does not make the cells unreadable
    return layout


def parse_area(reference: str) -> Area | None:
    """ "B3:D9" or "B3"; None when it is no range of cells."""
    match = _AREA.fullmatch(reference.replace("$", ""))
    if match is None:
        return None
    first_column, first_row = _column_number(match[1]), int(match[2])
    if match[3] is None:
        return Area(first_row, first_column, first_row, first_column)
    last_column, last_row = _column_number(match[3]), int(match[4])
    if last_row > _LAST_ROW or last_column > _LAST_COLUMN:
        return None
    return Area(first_row, first_column, last_row, last_column)


def _column_number(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def _is_hidden(element: Any, size: str) -> bool:
    """By hand, or as a column or row in which nothing can be seen."""
    if element.get("hidden") in ("1", "true"):
        return bool(element.get("outlineLevel", "0") == "0")
    try:
        return float(element.get(size, "1")) < _NARROW
    except ValueError:
        return False


def _look_at_row(layout: SheetLayout, element: Any, number: int) -> None:
    if 0 < number <= _LAST_ROW and _is_hidden(element, "ht"):
        layout.hidden_rows.add(number)
    missing = _NOT_CALCULATED(element)
    layout.not_calculated_count += len(missing)
    layout.not_calculated += [str(address) for address in missing[:_SHOWN_FORMULAS]]
    del layout.not_calculated[_SHOWN_FORMULAS:]


def _look_at_table(layout: SheetLayout, root: Any) -> None:
    area = parse_area(root.get("ref", ""))
    if area is None:
        return
    layout.tables.append(area)
    _show_filtered(layout, child(root, "autoFilter"), area)
    if root.get("headerRowCount", "1") != "0":
        layout.headers[area.first_row] = area


def _show_filtered(layout: SheetLayout, auto_filter: Any | None, area: Area) -> None:
    if auto_filter is not None and _leaves_out(auto_filter):
        _show_rows(layout, area)


def _leaves_out(auto_filter: Any) -> bool:
    """False where it has buttons and nothing was chosen with them."""
    return any(len(column) for column in children(auto_filter, "filterColumn"))


def _show_rows(layout: SheetLayout, area: Area) -> None:
    """A filter that leaves rows out hides them as a hand does; below its header all are taken for its own."""
    layout.hidden_rows.difference_update(range(area.first_row + 1, area.last_row + 1))


def filtered_areas(archive: zipfile.ZipFile, book: str) -> dict[str, Area]:
    """By the sheet's name: where a filter lies, also one that cells drive, of which a sheet says no more."""
    if book not in archive.namelist():
        return {}
    root = parse_xml(archive.read(book))
    titles = [sheet.get("name", "") for sheet in root.iter("{*}sheet")]
    found: dict[str, Area] = {}
    for name in root.iter("{*}definedName"):
        place, area = name.get("localSheetId", ""), parse_area((name.text or "").rpartition("!")[2])
        if name.get("name") == _FILTERED and place.isdecimal() and int(place) < len(titles) and area:
            found[titles[int(place)]] = area
    return found


def _people(archive: zipfile.ZipFile) -> dict[str, str]:
    """Names of those who write in threads of comments, by id."""
    found = {}
    for name in archive.namelist():
        if name.startswith("xl/persons/") and name.endswith(".xml"):
            with suppress(etree.XMLSyntaxError):
                for person in parse_xml(archive.read(name)).iter("{*}person"):
                    found[person.get("id", "")] = person.get("displayName", "")
    return found


def _comments(root: Any, people: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """Threads are written a second time for old programs, under names that no person has."""
    authors = [author.text or "" for author in root.iter("{*}author")]
    for element in root.iter("{*}comment", "{*}threadedComment"):
        number = element.get("authorId", "")
        known = authors[int(number)] if number.isdecimal() and int(number) < len(authors) else ""
        author = people.get(element.get("personId", ""), known)
        if not author.startswith(_THREAD_AUTHOR):
            text = "".join(part.text or "" for part in element.iter("{*}t", "{*}text"))
            # Excel begins a note with the name of who writes it.
            yield element.get("ref", ""), author, text.removeprefix(f"{author}:") if author else text


def _boxes(root: Any) -> Iterator[tuple[str, str, str]]:
    """Text boxes and shapes; the address is the cell under their upper left corner."""
    for anchor in root:
        corner = child(anchor, "from")
        if corner is None:
            continue
        address = _corner(corner)
        for body in anchor.iter("{*}txBody"):
            pieces: tuple[list[str], list[str]] = ([], [])
            for paragraph in children(body, "p"):
                for run in paragraph:
                    text = "".join(part.text or "" for part in run.iter("{*}t"))
                    struck = bool(struck_reason(child(run, "rPr")))
                    pieces[0].append(gap(text) if struck else text)
                    pieces[1].append(text if struck else "")
                pieces[0].append(" ")
                pieces[1].append(" ")
            yield address, "".join(pieces[0]), "".join(pieces[1])


def _corner(corner: Any) -> str:
    numbers = [getattr(child(corner, name), "text", None) or "" for name in ("col", "row")]
    if not all(number.isdecimal() for number in numbers):
        return ""
    return f"{column_name(int(numbers[0]) + 1)}{int(numbers[1]) + 1}"
