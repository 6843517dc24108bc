"""A comparison as a Markdown table, whose cells are the statements of an answer. Pure functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.answer.replies import reply
from core.types import AnswerTable, Insufficiency, Statement


def table_text(table: AnswerTable, statements: Sequence[Statement], language: str) -> str:
    """The names of rows and columns, each statement with its `[n]`, and "not stated" where there is none."""
    cells = cells_of(statements)
    nothing = f"*{reply('not_stated', language)}*"
    lines = [_line(["", *map(_named, table.columns)]), f"|{'---|' * (len(table.columns) + 1)}"]
    for row in table.rows:
        texts = [_cell(cells.get((row, column)), nothing) for column in table.columns]
        lines.append(_line([f"**{_named(row)}**", *texts]))
    return "\n".join(lines)


def cells_of(statements: Sequence[Statement]) -> Mapping[tuple[str, str], Statement]:
    """The statements of a table by row and column."""
    return {(one.row, one.column): one for one in statements if one.row or one.column}


def gaps_of(table: AnswerTable, statements: Sequence[Statement]) -> tuple[Insufficiency, ...]:
    """What is not stated: the names of the row, under that of the column."""
    cells = cells_of(statements)
    return tuple(
        Insufficiency(column, row)
        for row in table.rows
        for column in table.columns
        if (row, column) not in cells
    )


def is_cell(gap: Insufficiency, table: AnswerTable | None) -> bool:
    """Whether a table already says that it is not stated."""
    return table is not None and gap.section in table.columns and gap.missing in table.rows


def words_shown(statement: Statement) -> str:
    """A statement as the text of its answer has it: a stroke within a cell would end it."""
    return statement.text.replace("|", r"\|") if statement.row or statement.column else statement.text


def _cell(statement: Statement | None, nothing: str) -> str:
    if statement is None:
        return nothing
    numbers = sorted({evidence.citation for evidence in statement.evidence})
    markers = "".join(f"[{number}]" for number in numbers)
    return f"{words_shown(statement)} {markers}".strip()


def _named(name: str) -> str:
    return " ".join(name.replace("|", r"\|").replace("*", r"\*").split())


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
