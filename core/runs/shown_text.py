"""What a reader of a stored answer sees, held against what the answer says it rests on. Pure."""

from __future__ import annotations

import re

from core.answer.answer_table import table_text, words_shown
from core.types import Answer, AnswerTable, Statement

_MARKER = re.compile(r"\[(\d+)\]")


def text_faults(answer: Answer, question: str) -> tuple[str, ...]:
    """Where the shown text is not that of the answer's statements and citations, in sentences.

    Each statement has to stand in it with its own markers, a table has it in its row and column, each other
    marker has to be a citation, and each citation has to be that of a statement. Words that the program adds
    between them are not looked at.
    """
    text = _plain(answer.text)
    faults: list[str] = []
    for statement in answer.statements:
        shown = _plain(words_shown(statement)) + _markers_of(statement)
        if shown not in text:
            faults.append(f"The text does not say “{statement.text}” with its citations.")
    if answer.table is not None and text not in _tables(answer, answer.table):
        faults.append("The text is not the table of its statements.")
    # What documents and the question themselves have in brackets is no citation.
    own = [*(words_shown(one) for one in answer.statements), *(row.missing for row in answer.insufficiencies)]
    for words in sorted(filter(None, (*own, _plain(question))), key=len, reverse=True):
        text = text.replace(_plain(words), " ")
    cited = {citation.number for citation in answer.citations}
    sides = {side.citation for row in answer.conflicts for side in (row.first, row.second)}
    resting = {row.citation for statement in answer.statements for row in statement.evidence}
    shown_numbers = {int(digits[:9]) for digits in _MARKER.findall(text)}
    faults += [
        f"The text cites [{number}], which is none of its citations."
        for number in sorted(shown_numbers - cited - sides)
    ]
    faults += [f"No statement rests on [{number}]." for number in sorted(cited - resting)]
    return tuple(faults)


def _tables(answer: Answer, table: AnswerTable) -> list[str]:
    """What the table says, in each language that it may be in."""
    return [_plain(table_text(table, answer.statements, language)) for language in ("en", "de")]


def _markers_of(statement: Statement) -> str:
    numbers = sorted({row.citation for row in statement.evidence})
    return "".join([" " if numbers else "", *(f"[{number}]" for number in numbers)])


def _plain(text: str) -> str:
    return " ".join(text.split())
