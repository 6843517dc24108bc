"""Figures over columns of tables and quantities of sentences: chosen by the model, computed exactly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from openpyxl import Workbook

from core.llm.base import GenerationRequest
from core.system.paths import resources
from core.types import Answer, StatementStatus
from core.types.requests import RequestKind
from tests.library_kit import make_pdf, open_library
from tests.plans.conftest import Plans
from tests.scripted_model import computing

ORDERS = """Order,Customer,Date,Quantity,Total
1001,Meyer GmbH,2024-01-15,12,"1,240.00"
1002,Kent Ltd,2024-02-03,5,615.50
1003,Rossi Srl,2024-03-07,30,"3,480.00"
1004,Meyer GmbH,2024-03-29,8,890.25
"""
COURSES = """Kurs;Leiter;Beginn;Teilnehmer;Gebühr
Töpfern;Anna Weber;03.03.2025;12;85,00 €
Yoga;Jonas Kern;04.03.2025;18;60,00 €
Nähen;Anna Weber;25.04.2025;;1.070,50 €
"""
MIXED = """Item,Stock,Weight,Share
Bolts,500,12 kg,50 %
Cable,40 m,3 l,30 %
Glue,75,2 kg,20 %
"""
BUDGET = """# Budget

| Department | 2022 | 2023 |
|---|---|---|
| Schools | 12,400 | 13,150 |
| Roads | 8,320 | 7,900 |
| Parks | 1,150 | 1,270 |
| Together | 21,870 | 22,320 |

# Holidays

| Holiday | Date |
|---|---|
| New Year | January 1st* |
| Labour Day | First Monday in September |
| Christmas | December 25th* |
"""
DAY = """# Workshop

## Schedule

1. Welcome takes 20 minutes in the main hall.
2. The lecture lasts 45 minutes.
3. Group work takes 1.5 hours.
4. A walk of 10-15 minutes follows.
"""
SHEETS: dict[str, list[list[object]]] = {
    "Budget": [["Item", "Planned"], ["Hall", 620], ["Scores", 600], ["Robes", 90]],
    "Events": [["Event", "Tickets"], ["Serenade", 110], ["Film night", 176], ["Carols", 213]],
}
TWO_TABLES = """# Rates

| Room | Hour |
|---|---|
| Small | 12 |
| Large | 15 |

| Extra | Price |
|---|---|
| Projector | 8 |
| Piano | 20 |
"""


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Plans]:
    folder = tmp_path_factory.mktemp("tables")
    library = open_library(folder / "home")
    texts = {
        "orders.csv": ORDERS,
        "kurse.csv": COURSES,
        "mixed.csv": MIXED,
        "budget.md": BUDGET,
        "day.md": DAY,
        "rates.md": TWO_TABLES,
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
        library.ingest(folder / name)
    book = Workbook()
    book.remove(book.active)
    for sheet, rows in SHEETS.items():
        page = book.create_sheet(sheet)
        for row in rows:
            page.append(row)
    book.save(folder / "choir.xlsx")
    library.ingest(folder / "choir.xlsx")
    yield Plans(library)
    library.close()


def _choice(compute: str, of: str = "", rows: Sequence[str] | str = "all", **where: Any) -> dict[str, Any]:
    told: dict[str, Any] = {"where": [], "rows": rows, "compute": compute}
    told |= {"of": of} if of else {}
    for column, (test, value) in where.items():
        told["where"].append({"column": column, "test": test, "value": value})
    return told


def _asked(
    tables: Plans, text: str, document: str, *turns: dict[str, Any], odds: float = 1.0, language: str = "en"
) -> Answer:
    told = computing(odds, leaves_out=1.0 if "leaving out" in text else -1.0)
    return tables.run(RequestKind.FIGURE, text, document, turns=list(turns), language=language, odds=told)


def test_the_highest_of_a_column_and_its_row(tables: Plans) -> None:
    choice = _choice("highest", "Total")
    (statement,) = _asked(tables, "Which order was the largest?", "orders.csv", choice).statements
    assert statement.text == "Highest “Total” of 4 rows: 3,480.00 (“1003”)"
    assert statement.status is StatementStatus.SUPPORTED
    assert statement.calculation is not None
    assert statement.calculation.shown == "max(1,240.00; 615.50; 3,480.00; 890.25) = 3,480.00"
    assert [one.evidence.quote for one in statement.calculation.operands] == ORDERS_ROWS
    assert [one.quote for one in statement.evidence] == [
        "Order | Customer | Date | Quantity | Total",
        *ORDERS_ROWS,
    ]


@pytest.mark.parametrize(
    ("document", "asked", "choices", "told"),
    [
        (
            "choir.xlsx",
            "How many tickets were sold together?",
            [_choice("nothing"), _choice("sum", "Tickets")],
            "Sum of “Tickets” of 3 rows: 499",
        ),
        (
            "rates.md",
            "What do the extras cost together?",
            [_choice("nothing"), _choice("sum", "Price")],
            "Sum of “Price” of 2 rows: 28",
        ),
    ],
)
def test_sheets_and_neighbouring_tables_are_tables_of_their_own(
    tables: Plans, document: str, asked: str, choices: list[dict[str, Any]], told: str
) -> None:
    (statement,) = _asked(tables, asked, document, *choices).statements
    assert statement.text == told


LARGEST_AND_SMALLEST = "Which order was the largest?\nWhich order was the smallest?"


@pytest.mark.parametrize(
    ("form", "told"),
    [
        (
            "Several",
            ["Highest “Total” of 4 rows: 3,480.00 (“1003”)", "Lowest “Total” of 4 rows: 615.50 (“1002”)"],
        ),
        (
            "Difference",
            [
                "Highest “Total” of 4 rows: 3,480.00 (“1003”); Lowest “Total” of 4 rows: 615.50 (“1002”); "
                "difference: 2,864.50"
            ],
        ),
    ],
)
def test_several_figures_and_how_far_they_are_apart(tables: Plans, form: str, told: list[str]) -> None:
    turns = [LARGEST_AND_SMALLEST, _choice("highest", "Total"), _choice("lowest", "Total")]
    asked = "Which order was the largest, which the smallest, and how far are they apart?"
    answer = tables.run(
        RequestKind.FIGURE, asked, "orders.csv", turns=turns, odds=computing(), choice=lambda _asked: form
    )
    assert [one.text for one in answer.statements] == told
    assert {one.status for one in answer.statements} == {StatementStatus.SUPPORTED}
    assert all(one.calculation is not None and one.calculation.is_right for one in answer.statements)


def test_a_part_of_a_whole(tables: Plans) -> None:
    choice = _choice("sum", "Total", Customer=("is", "Meyer GmbH"))
    answer = tables.run(
        RequestKind.FIGURE,
        "What percentage of the totals is from Meyer GmbH?",
        "orders.csv",
        turns=[choice],
        odds=computing(),
        choice=lambda _asked: "Percent",
    )
    (statement,) = answer.statements
    assert statement.text == (
        "Sum of “Total” of 2 rows with “Customer” is “Meyer GmbH”: 2,130.25; "
        "Sum of “Total” of 4 rows: 6,225.75; share: 34.2 %"
    )
    assert statement.status is StatementStatus.SUPPORTED


def test_figures_that_leave_out_what_was_asked_are_not_taken(tables: Plans) -> None:
    """The model forgot the month: the request is computed as a whole."""
    asked = "What was the sum in March 2024, and which order was the largest?"
    turns = ["What was the sum?\nWhich order was the largest?", _choice("highest", "Total")]
    answer = tables.run(
        RequestKind.FIGURE,
        asked,
        "orders.csv",
        turns=turns,
        odds=computing(),
        choice=lambda _asked: "Several",
    )
    assert not answer.statements


ORDERS_ROWS = [
    "1001 | Meyer GmbH | 2024-01-15 | 12 | 1,240.00",
    "1002 | Kent Ltd | 2024-02-03 | 5 | 615.50",
    "1003 | Rossi Srl | 2024-03-07 | 30 | 3,480.00",
    "1004 | Meyer GmbH | 2024-03-29 | 8 | 890.25",
]


@pytest.mark.parametrize(
    ("text", "choice", "told"),
    [
        (
            "What is the total of the orders in March 2024?",
            _choice("sum", "Total", Date=("in", "March 2024")),
            "Sum of “Total” of 2 rows with “Date” in “March 2024”: 4,370.25",
        ),
        (
            "How many orders were above 1,000?",
            _choice("count", Total=("more than", "1,000")),
            "2 of 4 rows with “Total” more than “1,000”: “1001”, “1003”",
        ),
        (
            "What is the mean quantity?",
            _choice("average", "Quantity"),
            "Average of “Quantity” of 4 rows: 13.75",
        ),
        (
            "How much did Meyer GmbH order?",
            _choice("sum", "Total", Customer=("is", "Meyer GmbH")),
            "Sum of “Total” of 2 rows with “Customer” is “Meyer GmbH”: 2,130.25",
        ),
        (
            "Which order was the largest, leaving out 1003?",
            _choice("highest", "Total", Order=("is not", "1003")),
            "Highest “Total” of 3 rows with “Order” is not “1003”: 1,240.00 (“1001”)",
        ),
        (
            "By how much do orders 1001 and 1002 differ?",
            _choice("difference", "Total", ["1001", "1002"]),
            "Difference in “Total” of “1001”, “1002”: 624.50",
        ),
    ],
)
def test_what_is_computed_is_told_and_verified(
    tables: Plans, text: str, choice: dict[str, Any], told: str
) -> None:
    (statement,) = _asked(tables, text, "orders.csv", choice).statements
    assert (statement.text, statement.status) == (told, StatementStatus.SUPPORTED)


def test_what_a_request_leaves_out_is_never_counted(tables: Plans) -> None:
    """ "Leaving out the Meyers" names no row: over all of them the sum would be another one."""
    choice = _choice("sum", "Total")
    assert not _asked(
        tables, "What do all orders come to, leaving out the Meyers?", "orders.csv", choice
    ).statements


def test_german_figures_and_an_empty_cell(tables: Plans) -> None:
    choice = _choice("sum", "Gebühr", Leiter=("is", "Anna Weber"))
    text = "Was kosten die Kurse von Anna Weber zusammen?"
    (statement,) = _asked(tables, text, "kurse.csv", choice, language="de").statements
    assert statement.text == "Summe von „Gebühr“ von 2 Zeilen mit „Leiter“ gleich „Anna Weber“: 1.155,50 €"
    choice = _choice("sum", "Teilnehmer")
    (statement,) = _asked(
        tables, "Wie viele Teilnehmer sind es?", "kurse.csv", choice, language="de"
    ).statements
    assert statement.text == "Summe von „Teilnehmer“ von 2 Zeilen: 30"


@pytest.mark.parametrize(
    ("choice", "code"),
    [
        (_choice("sum", "Stock"), "units_differ"),
        (_choice("sum", "Weight"), "units_differ"),
        (_choice("sum", "Share"), "does_not_add_up"),
    ],
)
def test_what_cannot_be_added_is_said(tables: Plans, choice: dict[str, Any], code: str) -> None:
    assert not _asked(tables, "What is the sum of it all?", "mixed.csv", choice).statements
    assert code in tables.notices


def test_a_row_that_is_the_sum_of_the_others_is_not_counted(tables: Plans) -> None:
    choice, nothing = _choice("highest", "2023"), _choice("nothing")
    text = "Which department spent most in 2023?"
    (statement,) = _asked(tables, text, "budget.md", choice, nothing).statements
    assert statement.text == "Highest “2023” of 3 rows: 13,150 (“Schools”)"


def test_rows_with_a_day_of_the_calendar(tables: Plans) -> None:
    choice = {"where": [{"column": "Date", "test": "calendar day"}], "rows": "all", "compute": "count"}
    text = "How many holidays have a fixed date (such as January 1st)?"
    (statement,) = _asked(tables, text, "budget.md", _choice("nothing"), choice).statements
    assert statement.text == "2 of 3 rows with “Date” calendar day: “New Year”, “Christmas”"
    assert statement.calculation is not None
    assert [one.text for one in statement.calculation.operands] == ["January 1st*", "December 25th*"]


def test_quantities_of_sentences_are_added_in_one_unit(tables: Plans) -> None:
    found = ["2. The lecture lasts 45 minutes", "3. Group work takes 1.5 hours"]
    (statement,) = _asked(
        tables, "How long are lecture and group work together?", "day.md", _choice("sum", "time", found)
    ).statements
    assert statement.text == f"Sum of “{found[0]}”, “{found[1]}”: 135 min"
    assert statement.status is StatementStatus.SUPPORTED


def test_a_span_is_no_figure(tables: Plans) -> None:
    choice = _choice("sum", "time")
    assert not _asked(tables, "How long does the workshop take?", "day.md", choice).statements
    assert "no_figures" in tables.notices


@pytest.mark.parametrize(
    ("text", "choice"),
    [
        ("What is the total of the orders in March 2024?", _choice("sum", "Total")),
        ("How much did Meyer GmbH order?", _choice("sum", "Total")),
        ("What is the total of orders above 1,000?", _choice("sum", "Total")),
        ("How many orders were sent by rail?", _choice("count")),
    ],
)
def test_what_the_request_names_must_go_in(tables: Plans, text: str, choice: dict[str, Any]) -> None:
    assert not _asked(tables, text, "orders.csv", choice).statements


def test_nothing_is_told_that_the_model_does_not_hold_for_the_answer(tables: Plans) -> None:
    choice = _choice("highest", "Total")
    assert not _asked(tables, "Which order was the latest?", "orders.csv", choice, odds=-1.0).statements


def test_without_a_model_nothing_is_chosen(tables: Plans) -> None:
    assert not tables.run(RequestKind.FIGURE, "Which order was the largest?", "orders.csv").statements


@pytest.fixture(scope="module")
def papers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Plans]:
    """Real PDF pages: a table in the cells of a page, with its sums below."""
    library = open_library(tmp_path_factory.mktemp("papers") / "home")
    for name in ("annual-summary-2025.pdf", "invoice-2025-0417.pdf"):
        library.ingest(resources() / "samples" / name)
    yield Plans(library)
    library.close()


@pytest.mark.parametrize(
    ("text", "document", "tables", "choice", "told"),
    [
        (
            "Which segment had the lowest revenue by segment in 2024?",
            "annual-summary-2025.pdf",
            3,
            _choice("lowest", "2024"),
            "Lowest “2024” of 3 rows: 10,750 (“Service and spare parts”)",
        ),
        (
            "What do all items of the invoice cost: description, quantity, unit price, amount?",
            "invoice-2025-0417.pdf",
            1,
            _choice("sum", "Amount, EUR"),
            "Sum of “Amount, EUR” of 5 rows: 53,513.00",
        ),
    ],
)
def test_tables_of_pdf_pages(
    papers: Plans, text: str, document: str, tables: int, choice: dict[str, Any], told: str
) -> None:
    nothing = _choice("nothing")

    def turn(request: GenerationRequest) -> dict[str, Any]:
        asked = request.messages[-1].content
        return choice if ("Revenue by segment" in asked or "Unit price" in asked) else nothing

    answer = papers.run(RequestKind.FIGURE, text, document, turns=[turn] * tables, odds=computing())
    (statement,) = answer.statements
    assert (statement.text, statement.status) == (told, StatementStatus.SUPPORTED)


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Plans]:
    """PDF pages with tables of several lines a row, and of heads over several columns."""
    folder = tmp_path_factory.mktemp("drawn")
    statement = [(60.0, 100.0, 9.0, "Date"), (120.0, 100.0, 9.0, "Text"), (300.0, 100.0, 9.0, "Debit")]
    statement.append((400.0, 100.0, 9.0, "Credit"))
    booked = (("Power", 300.0, "45.20"), ("Wages", 400.0, "2500.00"), ("Rent", 300.0, "850.00"))
    for n, (text, x, amount) in enumerate(booked):
        y = 120.0 + 40 * n
        statement += [(60, y, 9, f"0{n + 1}.03.2024"), (120, y, 9, text), (120, y + 11, 9, "contract")]
        statement.append((x, y, 9, amount))
    halls = [(180.0, 100.0, 9.0, "Hall A"), (340.0, 100.0, 9.0, "Hall B"), (60.0, 114.0, 9.0, "Stand")]
    for n in range(4):
        halls.append((180 + 80.0 * n, 114, 9, ("price", "weight")[n % 2]))
        halls += [(180 + 80.0 * n, 128 + 14.0 * row, 9, str(100 * n + row + 10)) for row in range(3)]
    halls += [(60, 128 + 14.0 * row, 9, f"Stand {'abc'[row]}") for row in range(3)]
    library = open_library(folder / "home")
    for name, page in (("statement.pdf", statement), ("halls.pdf", halls)):
        library.ingest(make_pdf(folder / name, [page]))
    yield Plans(library)
    library.close()


@pytest.mark.parametrize(
    ("text", "document", "choice", "told"),
    [
        (
            "What is the sum of the debits in the statement?",
            "statement.pdf",
            _choice("sum", "Debit"),
            "Sum of “Debit” of 2 rows: 895.20",
        ),
        (
            "Which stand of the halls had the highest price in hall B?",
            "halls.pdf",
            _choice("highest", "Hall B › price"),
            "Highest “Hall B › price” of 3 rows: 212 (“Stand c”)",
        ),
    ],
)
def test_rows_of_several_lines_and_heads_over_several_columns(
    drawn: Plans, text: str, document: str, choice: dict[str, Any], told: str
) -> None:
    answer = drawn.run(RequestKind.FIGURE, text, document, turns=[choice], odds=computing())
    (statement,) = answer.statements
    assert (statement.text, statement.status) == (told, StatementStatus.SUPPORTED)


@pytest.mark.parametrize(
    "choice",
    [
        _choice("average", "Total", Customer=("is", "Meyer GmbH")),
        _choice("sum", "Total", Customer=("is", "Meyer GmbH"), Date=("in", "March 2024")),
        _choice("sum", "Total"),
    ],
)
def test_what_may_be_a_part_of_another_whole_is_no_share(tables: Plans, choice: dict[str, Any]) -> None:
    answer = tables.run(
        RequestKind.FIGURE,
        "What percentage of the totals of March 2024 is from Meyer GmbH?"
        if len(choice["where"]) > 1
        else "What percentage of the totals is from Meyer GmbH?",
        "orders.csv",
        turns=[choice],
        odds=computing(),
        choice=lambda _asked: "Percent",
    )
    assert not answer.statements


def test_the_column_that_the_request_names_is_computed(tables: Plans) -> None:
    (statement,) = _asked(
        tables, "Which order has the lowest quantity?", "orders.csv", _choice("lowest", "Total")
    ).statements
    assert statement.text == "Lowest “Quantity” of 4 rows: 5 (“1002”)"


def test_a_column_that_a_condition_is_about_is_not_the_computed_one(tables: Plans) -> None:
    choice = _choice("average", "Total", Quantity=("more than", "10"))
    text = "What do orders with a quantity of more than 10 cost on average?"
    (statement,) = _asked(tables, text, "orders.csv", choice).statements
    assert "“Total” of 2 rows with “Quantity”" in statement.text
