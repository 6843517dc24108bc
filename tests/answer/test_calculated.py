"""Columns as exact figures, rows that are sums of others, and sentences that are computed anew."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

import pytest

from core.answer.calculated.cell_values import Misfit, comma_is_decimal, days_in, figures_in
from core.answer.calculated.combined import Part, Relation, read_again, sentence_of_both
from core.answer.calculated.computing import Choice, Computed, Condition, Refused, compute
from core.answer.calculated.grid import Grid, GridRow
from core.answer.calculated.quantity_rows import quantity_grid
from core.answer.calculated.request_values import values_in
from core.answer.calculated.told import recalculated, sentence_of
from core.answer.sources import SourceSentence
from core.types import Span


def grid_of(names: str, *rows: str, language: str = "en") -> Grid:
    def sentence(place: int, text: str) -> SourceSentence:
        return SourceSentence(f"1.{place}", 1, 1, Span(0, len(text)), text)

    cells = [tuple(cell.strip() for cell in row.split("|")) for row in rows]
    placed = tuple(
        GridRow(sentence(n, row), own) for n, (row, own) in enumerate(zip(rows, cells, strict=True), 2)
    )
    return Grid(
        "Table", sentence(1, names), tuple(name.strip() for name in names.split("|")), placed, language
    )


@pytest.mark.parametrize(
    ("cells", "comma", "amounts"),
    [
        (["12.450,00 €", "990,00 €"], True, ["12450.00", "990.00"]),
        (["$1,240.00", "$615.50"], False, ["1240.00", "615.50"]),
        (["(2)", "-3", "−4", "5*", "6 (1)"], None, ["-2", "-3", "-4", "5", "6"]),
        (["12.5 %", "3 %", "–"], False, ["12.5", "3", None]),
        (["20 min", "1.5 h"], False, ["20", "90"]),
        (["2 kg", "500 g"], None, ["2000", "500"]),
        (["95 m³", "310 m³"], None, ["95", "310"]),
    ],
)
def test_cells_are_exact_figures_in_one_unit(
    cells: Sequence[str], comma: bool | None, amounts: list[str]
) -> None:
    assert comma_is_decimal(cells) is comma
    found = figures_in(cells, comma)
    assert not isinstance(found, Misfit)
    assert [one.amount if one else None for one in found] == [
        Decimal(one) if one else None for one in amounts
    ]


@pytest.mark.parametrize(
    ("cells", "text", "other"),
    [
        (["500", "40 m"], "40 m", "500"),
        (["12 kg", "3 l"], "3 l", "12 kg"),
        (["500", "n/a"], "n/a", ""),
        (["10-15 min"], "10-15 min", ""),
        (["5 €", "5 $"], "5 $", "5 €"),
    ],
)
def test_the_cell_that_stands_in_the_way_is_named(cells: Sequence[str], text: str, other: str) -> None:
    assert figures_in(cells, None) == Misfit(text, other)


def test_days_are_told_from_months_only_where_one_of_them_tells() -> None:
    assert [day and day.iso for day in days_in(["13/02/2024", "03/04/2024"])] == ["2024-02-13", "2024-04-03"]
    assert days_in(["01/02/2024", "03/04/2024"]) == (None, None)
    assert [day and day.iso for day in days_in(["January 1st*", "Last Monday in May"])] == ["--01-01", None]


SALES = ("Shop | 2022 | 2023", "North | 10 | 20", "South | 30 | 40", "East | 5 | 6")


def test_a_condition_that_no_row_meets_is_said_to_be_that() -> None:
    choice = Choice("lowest", 2, (), (Condition(2, "is", "7.77"),))
    done = compute(grid_of(*SALES), choice)
    assert isinstance(done, Refused)
    assert done.code == "no_rows"
    assert "7.77" in str(done.values["conditions"])


def _sum(*rows: str) -> Computed | Refused:
    return compute(grid_of(*SALES, *rows), Choice("sum", 2))


def test_a_row_that_adds_up_in_every_column_is_left_out() -> None:
    done = _sum("Altogether | 45 | 66", "Per head | 1 | 2")
    assert isinstance(done, Computed)
    assert (done.amount, done.rows) == (66, (0, 1, 2))
    done = _sum("West | 45 | 67")
    assert isinstance(done, Computed)
    assert done.amount == 133


def test_a_row_that_may_be_a_sum_or_not_is_not_passed_over() -> None:
    grid = grid_of("Child | Sweets", "Ann | 2", "Ben | 3", "Cem | 5", "Dora | 4")
    done = compute(grid, Choice("sum", 1))
    assert isinstance(done, Refused)
    assert done.code == "doubtful_total"


@pytest.mark.parametrize(
    ("value", "rows"), [("1.500", (0,)), ("1,500", (0,)), ("900,5", (0, 1)), ("950 EUR", (0, 1))]
)
def test_figures_of_a_request_are_read_in_its_own_way(value: str, rows: tuple[int, ...]) -> None:
    grid = grid_of("Order | Total", "A | 1,700.00 €", "B | 1,000.00 €", "C | 900.00 €")
    done = compute(grid, Choice("count", -1, (), (Condition(1, "more than", value),)))
    assert isinstance(done, Computed)
    assert done.rows == rows


def test_two_values_of_one_column_are_alternatives() -> None:
    grid = grid_of("Part | Town | Stock", "A | Bonn | 1", "B | Ulm | 2", "C | Kiel | 4")
    choice = Choice("sum", 2, (), (Condition(1, "is", "Bonn"), Condition(1, "is", "Kiel")))
    done = compute(grid, choice)
    assert isinstance(done, Computed)
    assert sentence_of(grid, done, german=False) == (
        "Sum of “Stock” of 2 rows with “Town” is “Bonn” or “Town” is “Kiel”: 5"
    )


ROWS = ("North | 10 | 20", "South | 30 | 40", "East | 5 | 6")


@pytest.mark.parametrize(
    ("text", "cells", "right"),
    [
        ("Sum of “2023” of 3 rows: 66", ("20", "40", "6"), True),
        ("Lowest “2023” of 3 rows: 6 (“East”)", ("20", "40", "6"), True),
        ("Sum of “2023” of 3 rows: 67", ("20", "40", "6"), False),
        ("Sum of “2023” of 2 rows: 66", ("20", "40", "6"), None),
        ("Sum of “2023” of 3 rows: 66", ("20", "40", "7"), None),
        ("Average of “2023” of 3 rows: 22", ("20", "40", "6"), True),
        ("Highest “2023” of 3 rows: 40 (“South”)", ("20", "40", "6"), True),
        ("Highest “2023” of 3 rows: 40 (“North”)", ("20", "40", "6"), False),
        ("Lowest “2023” of 3 rows: 20 (“North”)", ("20", "40", "6"), False),
        ("Höchster Wert von „2023“ von 3 Zeilen: 40 („South“)", ("20", "40", "6"), True),
        ("3 of 5 rows with “2023” more than “5”: “North”, “South”, “East”", ("20", "40", "6"), True),
        ("2 of 5 rows with “2023” more than “5”: “North”, “South”", ("20", "40", "6"), False),
        ("The sum of it all is 66.", ("20", "40", "6"), None),
    ],
)
def test_a_told_figure_is_computed_from_the_cells_that_it_names(
    text: str, cells: Sequence[str], right: bool | None
) -> None:
    found = recalculated(text, cells, ROWS)
    assert (found and found.is_right) == right


def test_the_longest_may_be_told_in_its_own_unit() -> None:
    rows = ("A | 90 min", "B | 2 h")
    found = recalculated("Highest “Time” of 2 rows: 2 h (“B”)", ("90 min", "2 h"), rows)
    assert found is not None
    assert found.is_right


def test_quantities_of_sentences_stand_with_their_words() -> None:
    texts = ("• Prep time: 30 min", "• Cook time: 45 min", "Fry for 10-15 minutes, then bake for 1 hour.")
    sentences = [SourceSentence(f"1.{n}", 1, 1, Span(0, 1), text) for n, text in enumerate(texts, 1)]
    grid = quantity_grid("Pie", sentences, "en")
    assert grid is not None
    assert [row.cells for row in grid.rows] == [
        ("Prep time: 30 min", "30 min"),
        ("Cook time: 45 min", "45 min"),
        ("Fry for 10-15 minutes", "10-15 minutes"),
        ("then bake for 1 hour", "1 hour"),
    ]


def test_figures_and_times_that_a_request_names() -> None:
    found = values_in("Which orders above 1,500 € were placed after 15 March 2024 or in May?")
    assert found.figures == ("1,500 €",)
    assert found.times == ("15 March 2024", "May")


FEES = grid_of("Course | Planned | Spent", "Ash | 9 | 4", "Elm | 2 | 12", "Oak | 5 | 9")


def both_of(relation: Relation, *choices: Choice) -> tuple[str, list[str], list[str]]:
    """The sentence, its cells and the rows that these stand in."""
    parts = []
    for choice in choices:
        done = compute(FEES, choice)
        assert isinstance(done, Computed)
        parts.append(Part(FEES, done))
    text = sentence_of_both(*parts, relation, german=False)
    assert isinstance(text, str)
    rows = [(part.done.choice.column, row) for part in parts for row in part.done.rows]
    return (
        text,
        [FEES.rows[row].cells[column] for column, row in rows],
        [FEES.rows[row].sentence.text for _, row in rows],
    )


@pytest.mark.parametrize(
    ("relation", "choices", "text", "shown"),
    [
        (
            "difference",
            (Choice("highest", 1), Choice("lowest", 1)),
            "Highest “Planned” of 3 rows: 9 (“Ash”); Lowest “Planned” of 3 rows: 2 (“Elm”); difference: 7",
            "max(9; 2; 5) = 9; min(9; 2; 5) = 2; 9 − 2 = 7",
        ),
        (
            "difference",
            (Choice("sum", 1), Choice("sum", 2)),
            "Sum of “Planned” of 3 rows: 16; Sum of “Spent” of 3 rows: 25; difference: 9",
            "9 + 2 + 5 = 16; 4 + 12 + 9 = 25; 25 − 16 = 9",
        ),
        (
            "share",
            (Choice("sum", 2, (0, 2)), Choice("sum", 2)),
            "Sum of “Spent” of “Ash”, “Oak”: 13; Sum of “Spent” of 3 rows: 25; share: 52.0 %",
            "4 + 9 = 13; 4 + 12 + 9 = 25; 13 ÷ 25 = 52.0 %",
        ),
    ],
)
def test_two_computations_in_a_sentence_are_computed_anew(
    relation: Relation, choices: Sequence[Choice], text: str, shown: str
) -> None:
    told, cells, rows = both_of(relation, *choices)
    assert told == text
    again = read_again(told, cells, rows)
    assert again is not None
    assert (again.is_right, again.shown) == (True, shown)
    other = read_again(f"{told[:-3]}9{told[-2:]}" if relation == "share" else f"{told}9", cells, rows)
    assert other is None or not other.is_right
    elsewhere = read_again(told, ["77", *cells[1:]], ["Yew | 77 | 77", *rows[1:]])
    assert elsewhere is None or not elsewhere.is_right


def parts_of(*tables: tuple[Grid, Choice]) -> list[Part]:
    parts = []
    for grid, choice in tables:
        done = compute(grid, choice)
        assert isinstance(done, Computed)
        parts.append(Part(grid, done))
    return parts


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("Item | Cost", "Rope | 5 EUR"), ("Item | Weight", "Rope | 2 kg")),
        (("Way | Length (km)", "Weir | 3"), ("Way | Length (m)", "Weir | 500")),
        (("Item | Paid in EUR", "Rope | 5"), ("Item | Paid in USD", "Rope | 4")),
    ],
)
def test_figures_of_other_units_have_no_difference(first: Sequence[str], second: Sequence[str]) -> None:
    parts = parts_of(*((grid_of(*rows), Choice("sum", 1)) for rows in (first, second)))
    told = sentence_of_both(*parts, "difference", german=False)
    assert isinstance(told, Refused)
    assert told.code == "units_differ"


def test_a_number_of_rows_and_a_figure_have_no_difference() -> None:
    assert (
        sentence_of_both(
            *parts_of((FEES, Choice("count")), (FEES, Choice("sum", 1))), "difference", german=False
        )
        == ""
    )


def test_a_difference_is_told_in_the_smaller_unit() -> None:
    ways = grid_of("Way | Length", "Weir | 2 km", "Ford | 500 m")
    parts = parts_of((ways, Choice("sum", 1, (0,))), (ways, Choice("sum", 1, (1,))))
    told = sentence_of_both(*parts, "difference", german=True)
    assert (
        told
        == "Summe von „Length“ von „Weir“: 2 km; Summe von „Length“ von „Ford“: 500 m; Unterschied: 1,500 m"
    )
    again = read_again(told, ["2 km", "500 m"], ["Weir | 2 km", "Ford | 500 m"])
    assert again is not None
    assert again.is_right
    assert again.shown.endswith("2000 − 500 = 1,500 m")


def test_cells_are_parted_where_both_computations_are_right() -> None:
    trees = grid_of("Tree | Fee", "Ash; old | 9", "Elm | 2", "Oak | 3", "Fir | 4")
    parts = parts_of((trees, Choice("highest", 1, (0, 1))), (trees, Choice("lowest", 1, (2, 3))))
    told = sentence_of_both(*parts, "difference", german=False)
    assert isinstance(told, str)
    again = read_again(told, ["9", "2", "3", "4"], [row.sentence.text for row in trees.rows])
    assert again is not None
    assert (again.is_right, again.result) == (True, Decimal(6))
