"""A row of a table that a model only repeats is shown as the program copies one: with its unit."""

from __future__ import annotations

import pytest

from core.agent.copied_answer import rows_as_read
from core.agent.demands.constraints import PromptConstraints
from core.agent.final.final_answer import FinalDraft
from core.agent.limits import Limits
from core.agent.state import AgentState
from core.answer.statements import DraftStatement
from tests.answer.helpers import source_of
from tests.scored import scored

TABLE = "Consolidated Statements of Income (in millions)\nNet revenue 17,846 16,200\nIt was a good quarter."
READ = "“Consolidated Statements of Income (in millions)” · “Net revenue 17,846 16,200”"


def _shown(text: str, labels: tuple[str, ...], *, exact: bool = False) -> DraftStatement:
    state = AgentState(Limits.standard(), question="What was the net revenue?")
    state.opened = [source_of(1, TABLE, "karst 2023.pdf")]
    state.constraints = PromptConstraints(requires_exact_quote=exact)
    draft = FinalDraft((DraftStatement(text, (1,), labels, section="Revenue"),))
    (statement,) = rows_as_read(draft, state).statements
    return statement


@pytest.mark.parametrize(
    "text",
    ["Net revenue 17,846 16,200", "Net revenue 17,846 16,200.", "“Net revenue 17,846 16,200” [1]"],
)
def test_a_row_that_is_repeated_says_what_it_is_counted_in(text: str) -> None:
    shown = _shown(text, ("1.2",))
    assert shown.text == READ
    assert (shown.labels, shown.quoted, shown.section) == (("1.1", "1.2"), True, "Revenue")


@scored("gate")
def test_what_a_model_says_in_its_words_or_of_a_sentence_stays(text: str, labels: tuple[str, ...]) -> None:
    assert _shown(text, labels).text == text


def test_where_words_are_demanded_the_row_stays_as_it_stands() -> None:
    assert _shown("Net revenue 17,846 16,200", ("1.2",), exact=True).text == "Net revenue 17,846 16,200"
