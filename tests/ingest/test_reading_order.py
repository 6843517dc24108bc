"""Columns of prose are read one after the other, tables row by row."""

from __future__ import annotations

from core.ingest.structure.reading_order import LineBox, reading_order


def column(x: float, first_y: float, lines: int, words: int = 7, width: float = 200) -> list[LineBox]:
    return [LineBox(x, first_y + 12 * at, x + width, first_y + 12 * at + 11, words) for at in range(lines)]


def order(lines: list[LineBox]) -> list[int]:
    return [place for block in reading_order(lines) for place in block]


def test_nothing_has_no_order() -> None:
    assert reading_order([]) == []


def test_lines_of_one_column_are_read_from_the_top() -> None:
    lines = column(50, 100, 6)
    assert order(lines[::-1]) == [5, 4, 3, 2, 1, 0]


def test_two_columns_are_read_one_after_the_other() -> None:
    left, right = column(50, 100, 8), column(300, 103, 8)
    mixed = [line for pair in zip(left, right, strict=True) for line in pair]
    assert [mixed[place] for place in order(mixed)] == left + right


def test_three_columns_are_read_one_after_the_other() -> None:
    columns = [column(x, 100, 9, width=140) for x in (50, 210, 370)]
    mixed = [line for row in zip(*columns, strict=True) for line in row]
    assert [mixed[place] for place in order(mixed)] == [line for each in columns for line in each]


def test_a_heading_across_two_columns_parts_them() -> None:
    above, below = column(50, 100, 5) + column(300, 100, 5), column(50, 220, 5) + column(300, 220, 5)
    heading = LineBox(50, 190, 480, 205, 5)
    lines = [*below, heading, *above]
    assert [lines[place] for place in order(lines)] == [*above, heading, *below]


def test_the_rows_of_a_table_stay_together() -> None:
    labels = column(50, 100, 8, words=3, width=120)
    first, second = column(260, 101, 8, words=1, width=40), column(340, 99, 8, words=2, width=40)
    lines = labels + first + second
    rows = [line for row in zip(labels, first, second, strict=True) for line in row]
    assert [lines[place] for place in order(lines)] == rows


def test_prose_beside_a_short_margin_note_is_not_cut() -> None:
    prose = column(50, 100, 10, width=300)
    note = column(380, 112, 2, words=3, width=80)
    assert len(reading_order(prose + note)) == 1
