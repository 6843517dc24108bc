"""Which result is opened next: the one that answers what nothing open does, however deep a search had it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from core.agent.demands.constraints import PromptConstraints
from core.agent.limits import Limits
from core.agent.missing_results import next_need
from core.agent.state import AgentState, ListedResult
from core.agent.tools import AgentTools
from core.answer.sources import Source
from core.types import Chunk, Document, SearchHit
from tests.agent.scripted_run import Finding, Run
from tests.answer.helpers import source_of

QUESTION = "How many herons does the reserve have?"
FRAGE = "Wie viele Reiher gibt es in dem Gebiet?"
BESIDE = "The reserve is known for the herons that breed in it."
COUNTED = "The reserve has 340 herons in its northern lakes."
GEZAEHLT = "In dem Gebiet gibt es 340 Reiher."
OTHERS = [source_of(0, f"The reserve has a hut at lake {letter}.", f"{letter}.pdf") for letter in "ABCDEFGH"]


def hit_of(source: Source) -> SearchHit:
    return SearchHit(source.chunk, source.document.filename, 1, 0.7, 0.1, source.chunk.text[:60])


def state_of(question: str, listed: list[Source], deeper: list[Source]) -> AgentState:
    state = AgentState(Limits.standard(), question=question, queries=["herons"], tool_calls_used=1)
    state.add_results("herons", [hit_of(source) for source in listed])
    state.not_shown = [ListedResult(0, "herons", hit_of(source)) for source in deeper]
    return state


def tools_of(sources: list[Source], selected: list[str] | None = None) -> AgentTools:
    return AgentTools(Library(sources), selected, Limits.standard())


class Library(Finding):
    """Opens its own sources, within the selection."""

    def open_chunk(
        self, document_id: str, chunk_id: str, document_ids: Sequence[str] | None = None, **_options: Any
    ) -> tuple[Document, Chunk] | None:
        return next(
            (
                (source.document, source.chunk)
                for source in self._sources
                if source.chunk.chunk_id == chunk_id and (document_ids is None or document_id in document_ids)
            ),
            None,
        )


@pytest.mark.parametrize(("question", "text"), [(QUESTION, COUNTED), (FRAGE, GEZAEHLT)])
def test_what_answers_is_needed_however_deep_it_lay(question: str, text: str) -> None:
    near, answering = source_of(0, BESIDE, "near.pdf"), source_of(0, text, "counts.pdf")
    state = state_of(question, [near, *OTHERS], [answering])
    need = next_need(state, tools_of([near, *OTHERS, answering]))
    assert need is not None
    assert need.filename == "counts.pdf"


@pytest.mark.parametrize(
    "question", ["Why do herons breed in the reserve?", "Warum brüten Reiher im Gebiet?"]
)
def test_of_a_question_for_no_figure_nothing_is_needed(question: str) -> None:
    answering = source_of(0, COUNTED, "counts.pdf")
    assert next_need(state_of(question, [answering], []), tools_of([answering])) is None


def test_what_is_answered_needs_nothing_more() -> None:
    answering, again = source_of(1, COUNTED, "counts.pdf"), source_of(0, COUNTED, "again.pdf")
    state = state_of(QUESTION, [answering, again], [])
    state.opened = [answering]
    assert next_need(state, tools_of([answering, again])) is None


def test_nothing_outside_the_selection_is_needed() -> None:
    near, answering = source_of(0, BESIDE, "near.pdf"), source_of(0, COUNTED, "counts.pdf")
    state = state_of(QUESTION, [near], [answering])
    assert next_need(state, tools_of([near, answering], [near.document.document_id])) is None


def test_a_figure_of_an_earlier_year_or_of_others_is_not_needed() -> None:
    old = source_of(0, "In 2014 the reserve had 310 herons.", "old.pdf")
    huts = source_of(0, "The reserve has 12 huts for the friends of the herons.", "huts.pdf")
    state = state_of("How many herons did the reserve have in 2016?", [old, huts], [])
    need = next_need(state, tools_of([old, huts]))
    assert need is None or need.filename == "huts.pdf"


def test_a_hit_is_listed_deeper_once_and_behind_all_others() -> None:
    near, answering = source_of(0, BESIDE, "near.pdf"), source_of(0, COUNTED, "counts.pdf")
    state = state_of(QUESTION, [near, *OTHERS], [answering, answering])
    before = [listed.number for listed in state.results]
    listed = state.list_deeper(answering.chunk.chunk_id)
    assert listed is not None
    assert [one.number for one in state.results] == [*before, listed.number]
    assert state.results_of("herons")[-1] == listed.number
    assert state.number_of(answering.chunk.chunk_id) == listed.number
    assert state.list_deeper(answering.chunk.chunk_id) is None
    assert state.list_deeper("unknown") is None
    assert len(state.found) == len(state.results)


def test_only_what_is_needed_is_offered_until_it_is_open() -> None:
    sources = [source_of(0, BESIDE, "near.pdf"), *OTHERS]
    state = state_of(QUESTION, sources, [])
    state.needed = 4
    assert state.offered == (4,)
    assert state.next_to_open[0] == 4
    assert sorted(state.next_to_open) == list(range(1, len(sources) + 1))
    state.opened = [replace(sources[3], number=1)]
    assert 4 not in state.next_to_open
    state.needed = 99  # of no result
    assert state.offered
    assert 99 not in state.next_to_open


def test_demanded_searches_keep_their_calls() -> None:
    state = state_of(QUESTION, OTHERS, [])
    state.needed = 3
    state.constraints = PromptConstraints(min_searches=3)
    state.tool_calls_used = state.limits.max_tool_calls - 2
    allowed = state.allowed()
    assert allowed.search
    assert not allowed.open_results


def test_where_documents_may_disagree_another_one_comes_before_what_is_needed() -> None:
    """Of two openings that are left one has to show the other side."""
    known, other = source_of(1, BESIDE, "near.pdf"), source_of(0, "Herons are counted.", "other.pdf")
    more = replace(known, chunk=replace(known.chunk, chunk_id="0" * 32))
    state = state_of(QUESTION, [known, more, other], [])
    state.opened = [known]
    state.needed = 2
    state.constraints = PromptConstraints(requires_conflict_resolution=True)
    assert state.next_to_open == (3, 2)
    assert state.offered == (3, 2)
    state.constraints = PromptConstraints()
    assert state.offered == (2,)


def test_without_the_model_what_is_needed_is_opened_first_and_nothing_twice() -> None:
    near, answering = source_of(0, BESIDE, "near.pdf"), source_of(0, COUNTED, "counts.pdf")
    run = Run([], QUESTION, retriever=Library([near, *OTHERS, answering]))
    calls = run.of("tool_called")
    opened = [call.tool_input["chunk_id"] for call in calls if call.tool == "open_citation"]
    assert opened[0] == answering.chunk.chunk_id
    assert len(opened) == len(set(opened))
    assert len(calls) <= Limits.standard().max_tool_calls
