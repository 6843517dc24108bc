"""Tables of PDFs without a line for each row: one row with all its cells, each under its own headings."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pymupdf
import pytest

from core.ingest.readers.base import ReadPage
from core.ingest.readers.pdf import PdfReader

BOOKED = [
    ("02.01.", ["Lastschrift Stadtwerke", "Vertrag 993-771", "Mandat DE98ZZZ"], "45,20", ""),
    ("03.01.", ["Gehalt Muster GmbH", "Lohn 01/2025", "20250103"], "", "2.500,00"),
    ("05.01.", ["Miete Haus 12", "Wohnung links", "Dauerauftrag"], "850,00", ""),
    ("07.01.", ["Erstattung", "Rechnung 4711", "Bescheid vom 02.01."], "", "120,00"),
]
NAMES = ["price", "weight", "length", "width", "height"]
Text = tuple[float, float, str]


def written(path: Path, pages: Sequence[Sequence[Text]], *, rules: bool = False) -> list[ReadPage]:
    """Draw texts, each at the left end of its baseline, and read them; every word is read exactly once."""
    document = pymupdf.open()
    for texts in pages:
        drawing = document.new_page(width=595, height=842).new_shape()
        for x, y, text in texts:
            drawing.insert_text((x, y), text, fontsize=8)
            if rules:
                drawing.draw_rect(pymupdf.Rect(x - 4, y - 10, x + 30, y + 4))
                drawing.finish()
        drawing.commit()
    document.save(path)
    drawn = [sorted(word[4] for word in page.get_text("words")) for page in document]
    read = list(PdfReader().open(path).pages())
    assert [sorted(word for word in page.text.split() if word != "|") for page in read] == drawn
    return read


def right(x: float, y: float, text: str) -> Text:
    return (x - pymupdf.get_text_length(text, fontsize=8), y, text)


def middle(x0: float, x1: float, y: float, text: str) -> Text:
    return right((x0 + x1 + pymupdf.get_text_length(text, fontsize=8)) / 2, y, text)


def rows_of(pages: Sequence[ReadPage]) -> list[dict[str, str]]:
    """Each row that has headings, by these."""
    return [
        dict(zip(line.table_header.split(" | "), page.text[line.start : line.end].split(" | "), strict=True))
        for page in pages
        for line in page.lines
        if line.table_header
    ]


ORDERS = {
    "row by row": lambda text: (0, 0),
    "column by column": lambda text: (text[0] // 100, text[1]),
    "amounts first": lambda text: (text[1], -text[0]),
}


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("gap", [0, 7])
@pytest.mark.parametrize("amounts_at", [0, 2])
def test_a_booking_of_several_lines_is_one_row(tmp_path: Path, order: str, gap: int, amounts_at: int) -> None:
    head = [(60.0, 100.0, "Datum"), (120.0, 100.0, "Buchungstext")]
    head += [right(420, 100, "Soll"), right(520, 100, "Haben")]
    body: list[Text] = []
    y = 120
    for day, lines, debit, credit in BOOKED:
        body.append((60, y, day))
        body += [(120, y + 11 * n, line) for n, line in enumerate(lines)]
        body += [right(420, y + 11 * amounts_at, debit)] if debit else []
        body += [right(520, y + 11 * amounts_at, credit)] if credit else []
        y += 33 + gap
    body += [(120, y + 8, "Neuer Saldo"), right(520, y + 8, "5.791,78")]
    foot = (60, y + 70, "Bitte melden Sie Fehler innerhalb von sechs Wochen nach Zugang dieses Auszugs.")
    pages = written(tmp_path / "a.pdf", [[*head, *sorted(body, key=ORDERS[order]), foot]])
    assert rows_of(pages) == [
        *(
            {"Datum": day, "Buchungstext": " ".join(lines)}
            | ({"Soll": debit} if debit else {"Haben": credit})
            for day, lines, debit, credit in BOOKED
        ),
        {"Buchungstext": "Neuer Saldo", "Haben": "5.791,78"},
    ]


@pytest.mark.parametrize(("at", "gap"), [(1, 6), (2, 6), (2, 0)], ids=["middle", "bottom", "bottom, close"])
def test_cells_stand_at_the_middle_or_bottom_of_their_row(tmp_path: Path, at: int, gap: int) -> None:
    texts = [(60.0, 100.0, "Datum"), (120.0, 100.0, "Text der"), right(420, 100, "Betrag")]
    texts += [(120.0, 109.0, "Buchung"), right(420, 109, "(EUR)")]
    y = 130.0
    for day, lines, debit, credit in BOOKED[:3]:
        texts += [(120, y + 10 * n, line) for n, line in enumerate(lines)]
        beside = y + 10 * at
        texts += [(60, beside, day), right(420, beside, f"{debit} S" if debit else f"{credit} H")]
        y += 10 * len(lines) + gap
    assert rows_of(written(tmp_path / "a.pdf", [texts])) == [
        {
            "Datum": day,
            "Text der Buchung": " ".join(lines),
            "Betrag (EUR)": f"{debit} S" if debit else f"{credit} H",
        }
        for day, lines, debit, credit in BOOKED[:3]
    ]


@pytest.mark.parametrize("at", [0, 1], ids=["at the first row", "at the middle"])
def test_what_is_drawn_once_for_several_rows_is_said_in_each(tmp_path: Path, at: int) -> None:
    document = pymupdf.open()
    page = document.new_page()
    goods = ["Valves", "Pumps", "Seals"]
    for x, name in ((60, "Region"), (160, "Product"), (300, "Units")):
        page.insert_text((x, 100), name, fontsize=8)
    for n in range(6):
        if n % 3 == at:
            page.insert_text((60, 120 + 14 * n), ("North", "South")[n // 3], fontsize=8)
        page.insert_text((160, 120 + 14 * n), goods[n % 3], fontsize=8)
        page.insert_text((300, 120 + 14 * n), str(100 + n), fontsize=8)
    document.save(tmp_path / "a.pdf")
    assert rows_of(list(PdfReader().open(tmp_path / "a.pdf").pages())) == [
        {"Region": ("North", "South")[n // 3], "Product": goods[n % 3], "Units": str(100 + n)}
        for n in range(6)
    ]


def test_cells_of_two_lines(tmp_path: Path) -> None:
    texts: list[Text] = [(60, 100, "Part"), (180, 100, "Description"), (380, 100, "Price")]
    parts = {
        "Pump B-120": ["Centrifugal pump with", "cast iron housing"],
        "Valve V-7": ["Ball valve for", "hot water"],
    }
    for n, (part, lines) in enumerate(parts.items()):
        y = 130 + 30 * n
        texts += [(60, y, part), (180, y, lines[0]), (380, y, f"{n + 1}9.50"), (180, y + 10, lines[1])]
    texts += [(60, 190, "Seal kit for"), (180, 190, "Rings"), (380, 190, "12.00"), (60, 200, "pump B-120")]
    texts += [(60, 220, "Bolt"), (180, 220, "M8"), (380, 220, "0.50")]
    assert rows_of(written(tmp_path / "a.pdf", [texts])) == [
        {"Part": "Pump B-120", "Description": "Centrifugal pump with cast iron housing", "Price": "19.50"},
        {"Part": "Valve V-7", "Description": "Ball valve for hot water", "Price": "29.50"},
        {"Part": "Seal kit for pump B-120", "Description": "Rings", "Price": "12.00"},
        {"Part": "Bolt", "Description": "M8", "Price": "0.50"},
    ]


@pytest.mark.parametrize("rules", [True, False])
@pytest.mark.parametrize("flush_left", [True, False])
@pytest.mark.parametrize("groups", [("Hall A", "Hall B"), ("2023", "2024")])
def test_headings_over_columns_hold_for_three_pages(
    tmp_path: Path, rules: bool, flush_left: bool, groups: tuple[str, str]
) -> None:
    edges = [40.0, 90.0, *(140.0 + 40 * n for n in range(11))]

    def cell(first: int, last: int, y: float, text: str) -> Text:
        return (edges[first] + 4, y, text) if flush_left else middle(edges[first], edges[last], y, text)

    pages: list[list[Text]] = []
    for number in range(3):
        texts: list[Text] = [(40, 40, "Exhibition report")]
        if not number:
            texts += [cell(2, 7, 80, groups[0]), cell(7, 12, 80, groups[1])]
            names = ["City", "Stand", *NAMES, *NAMES]
            texts += [cell(n, n + 1, 94, name) for n, name in enumerate(names)]
        for row in range(20):
            stand = 20 * number + row
            values = ["Bonn" if row % 2 else "Halle", f"S{stand}", *(str(10 * stand + n) for n in range(10))]
            texts += [cell(n, n + 1, 110 + 14 * row, value) for n, value in enumerate(values)]
        pages.append([*texts, (290, 800, str(number + 1))])
    read = written(tmp_path / "a.pdf", pages, rules=rules)
    rows = rows_of(read)
    assert [row["Stand"] for row in rows] == [f"S{n}" for n in range(60)]
    for n, row in enumerate(rows):
        assert row[f"{groups[0]} › price"] == str(10 * n)
        assert row[f"{groups[0]} › height"] == str(10 * n + 4)
        assert row[f"{groups[1]} › price"] == str(10 * n + 5)
        assert row[f"{groups[1]} › height"] == str(10 * n + 9)
    (alone,) = PdfReader().open(tmp_path / "a.pdf").pages(3, 3)
    assert (alone.text, alone.lines) == (read[2].text, read[2].lines)


def test_prose_in_columns_and_statements_of_years_stay_as_they_are(tmp_path: Path) -> None:
    years: list[Text] = [(60, 100, "(in millions)"), right(400, 100, "2023"), right(480, 100, "2022")]
    years += [(60, 114, "Net cash provided by operating"), (60, 124, "activities"), right(400, 124, "210")]
    years += [right(480, 124, "190"), (60, 138, "Net income"), right(400, 138, "55"), right(480, 138, "44")]
    prose = [
        (x, 100.0 + 12 * n, f"{word} of the {n} measures that were taken")
        for n in range(9)
        for x, word in ((40.0, "Some"), (230.0, "Many"), (420.0, "None"))
    ]
    assert rows_of(written(tmp_path / "a.pdf", [years])) == []
    assert rows_of(written(tmp_path / "b.pdf", [prose])) == []


def test_a_list_behind_prose_does_not_go_on_with_the_table_of_the_page_before(tmp_path: Path) -> None:
    first = [(72.0, 600.0, "Service"), (250.0, 600.0, "Remark"), (400.0, 600.0, "Price")]
    for row in range(5):
        y = 620.0 + 30 * row
        first += [(72, y, "Service of the hall"), (250, y, "paid in"), (400, y, f"{row + 1}0.00")]
        first.append((250, y + 12, "two parts"))
    prose = [
        (72.0, 90.0 + 14 * line, "The tenant holds an insurance against all damage.") for line in range(9)
    ]
    items = [
        (x, 260.0 + 14 * n, text)
        for n, row in enumerate((("Minimum cover", "5,000.00"), ("Premium", "99.00")))
        for x, text in zip((72.0, 400.0), row, strict=True)
    ]
    one, two = written(tmp_path / "hall.pdf", [first, [*prose, *items]])
    assert any(line.table_header for line in one.lines)
    assert not any(line.table_header for line in two.lines)
    assert "Minimum cover 5,000.00" in " ".join(two.text.split())


def test_a_page_of_form_fields_behind_a_table_that_goes_on_is_read(tmp_path: Path) -> None:
    table = [(72.0, 600.0, "Service"), (250.0, 600.0, "Remark"), (400.0, 600.0, "Price")]
    for row in range(5):
        y = 620.0 + 30 * row
        table += [(72, y, "Service of the hall"), (250, y, "paid in"), (400, y, f"{row + 1}0.00")]
        table.append((250, y + 12, "two parts"))
    assert written(tmp_path / "table.pdf", [table])[0].lines[-1].table_header
    document = pymupdf.open(tmp_path / "table.pdf")
    field = pymupdf.Widget()
    field.field_type, field.field_name = pymupdf.PDF_WIDGET_TYPE_TEXT, "remark"
    field.field_value, field.rect = "Nothing was broken", pymupdf.Rect(72, 90, 300, 110)
    document.new_page(width=595, height=842).add_widget(field)
    document.save(tmp_path / "form.pdf")
    form = list(PdfReader().open(tmp_path / "form.pdf").pages())[1]
    assert (form.text, form.problem) == ("Nothing was broken", "")


@pytest.mark.parametrize("names", ["left", "middle"])
@pytest.mark.parametrize("is_tall", [True, False])
def test_heads_over_names_that_come_again(tmp_path: Path, names: str, is_tall: bool) -> None:
    """Names of unequal width over cells that begin elsewhere; the first one may stand beside the heads."""
    edges = (60, 160, 230, 310, 380, 460)
    heads = [middle(edges[at], edges[at + 2], 80, text) for at, text in ((1, "North"), (3, "South"))]
    leaves = ["Site", "sold", "returned", "sold", "returned"]
    for n, text in enumerate(leaves):
        y = 80 if is_tall and not n else 94
        x = edges[n] if names == "left" else middle(edges[n], edges[n + 1], y, text)[0]
        heads.append((x, y, text))
    rows = [
        (edges[n] if names == "middle" else edges[n] + 0.5, 110 + 14 * place, text)
        for place in range(4)
        for n, text in enumerate((f"S{place}", f"{10 + place}", f"{place}", f"{20 + place}", f"{5 + place}"))
    ]
    (row, *_) = rows_of(written(tmp_path / "a.pdf", [[*heads, *rows]]))
    assert row == {
        "Site": "S0",
        "North › sold": "10",
        "North › returned": "0",
        "South › sold": "20",
        "South › returned": "5",
    }


def test_names_of_several_lines_are_whole(tmp_path: Path) -> None:
    """Their first lines are no heads over several columns, and the number of the page is in no row."""
    heads = [middle(100, 540, 80, "Halls")]
    heads += [
        (60.0, 100.0, "Site"),
        *(middle(x, x + 80, 100, text) for x, text in ((300, "sold"), (400, "Total"))),
    ]
    heads += [middle(200, 280, 92, "Rigid"), middle(200, 280, 100, "parts")]
    rows = [
        (x, 120.0 + 24 * n + line, text)
        for n in range(3)
        for x, line, text in ((60, 0, "Hall of"), (60, 9, f"glass {n}"), (230, 0, f"{n}1"), (330, 0, "7"))
    ]
    pages = written(tmp_path / "a.pdf", [[*heads, *rows, (66, 196, "12")]])
    assert rows_of(pages) == [
        {"Site": f"Hall of glass {n}", "Rigid parts": f"{n}1", "sold": "7"} for n in range(3)
    ]
    assert pages[0].text.endswith("\n12")


def test_names_and_labels_that_are_drawn_cell_by_cell_are_whole(tmp_path: Path) -> None:
    cells = [(60.0, 100.0, "(in millions)"), (250.0, 92.0, "Digital"), (248.0, 100.0, "Media")]
    cells += [(330, 92, "Print and"), (328, 100, "Publishing"), (420, 100, "Total"), (60, 115, "Year 2016")]
    for y, label, figures in ((130, ["Revenue"], "945"), (145, ["Cost of goods", "sold abroad"], "312")):
        cells += [(60, y + 8 * n, line) for n, line in enumerate(label)]
        for x, figure in zip((250, 330, 420), figures, strict=True):
            cells += [(x, y, "$"), (x + 30, y, figure)]
    (page,) = written(tmp_path / "a.pdf", [cells])
    assert page.text.split("\n") == [
        "(in millions) Digital Media Print and Publishing Total",
        "Year 2016",
        "Revenue $ 9 $ 4 $ 5",
        "Cost of goods sold abroad $ 3 $ 1 $ 2",
    ]


def test_marks_of_notes_stand_at_their_text_wherever_the_file_has_them(tmp_path: Path) -> None:
    document = pymupdf.open()
    page = document.new_page()
    for y, label, figures in ((100, "Inventories", ("40", "56")), (114, "All other", ("89", "68"))):
        for x, text in zip((60, 300, 400), (label, *figures), strict=True):
            page.insert_text((x, y), text, fontsize=9)
    page.insert_text((68, 140), "Adjusted for currency.", fontsize=9)
    for x, y in ((61 + pymupdf.get_text_length("Inventories", fontsize=9), 97), (60, 138)):
        page.insert_text((x, y), "(a)", fontsize=5)
    document.save(tmp_path / "a.pdf")
    (read,) = PdfReader().open(tmp_path / "a.pdf").pages()
    assert read.text.split("\n") == [
        "Inventories (a) 40 56",
        "All other 89 68",
        "(a) Adjusted for currency.",
    ]
