"""The final turn as a script: the model's turns in, the list of events out."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.agent.demands.constraints import PromptConstraints
from core.answer.quotes import find_quote
from core.answer.sources import Source
from core.errors import StorageError
from core.events import Event, RunStarted
from core.text.quotations import quotations_in
from core.types import Mode, StatementStatus
from tests.agent.gate_kit import HEAVY, PRICE, WARRANTY, Script, answer_of, brief, final
from tests.answer.helpers import source_of
from tests.e2e.conftest import check_invariants


def test_a_library_that_cannot_be_read_takes_nothing_that_was_written() -> None:
    script = Script([final(HEAVY, ("1.1", "It lasts 99 weeks.")), final(HEAVY)], more=(PRICE,))

    def broken() -> Iterator[Event]:
        raise StorageError("The library cannot be read.")
        yield

    script.gather = broken  # type: ignore[method-assign]
    events = script.play()
    assert brief(events)[2:] == [
        "step_failed",
        ("checked", 1, True, ()),
        "answer_ready",
        ("finished", "answered"),
    ]
    assert answer_of(events).text == "The B-120 weighs 42 kg. [2]"


# --- whatever the model writes ------------------------------------------------------------------------

OLD = source_of(1, "The notice period is 14 days. Run VACUUM at night.", "notice.pdf", date="2021-03-01")
NEW = source_of(2, "The notice period is 30 days. It weighs 42 kg.", "handbook.pdf", date="2024-05-02")
ODD = source_of(3, "The notice period is 7 days.", "letter.pdf")
LABELS = ("1.1", "1.2", "2.1", "2.2", "3.1", "9.9")
TEXTS = (
    "The notice period is 14 days.",
    "The notice period is 30 days.",
    "The notice period is 31 days.",
    "It says “The notice period is 30 days.”",
    "It says “a notice period of 30 days”.",
    "Run pg_reindex and “VACUUM” at night.",
    "The notice period is not mentioned in the documents.",
    "The sky is blue in Aldermoor.",
)
SECTION_NAMES = ("Notice", "Price")
ROWS = st.fixed_dictionaries(
    {"evidence": st.lists(st.sampled_from(LABELS), max_size=3), "text": st.sampled_from(TEXTS)}
)
ANSWERS = st.one_of(
    st.fixed_dictionaries(
        {"statements": st.lists(ROWS, max_size=4)},
        optional={
            "quotes": st.lists(
                st.fixed_dictionaries({"evidence": st.lists(st.sampled_from(LABELS), max_size=3)}), max_size=2
            ),
            "sections": st.dictionaries(
                st.sampled_from(SECTION_NAMES),
                st.one_of(st.lists(ROWS, max_size=2), st.just({"missing": "it"})),
            ),
            "insufficiencies": st.lists(st.sampled_from(["the notice period", "the price", "x"]), max_size=2),
        },
    ).map(json.dumps),
    st.lists(st.sampled_from([*TEXTS, "[1]", "[2][8]", "## Notice\n", "\n- "]), max_size=8).map(" ".join),
)
DEMANDS = st.builds(
    PromptConstraints,
    min_searches=st.integers(1, 4),
    required_search_topics=st.sampled_from([(), ("notice", "price")]),
    min_open_citations=st.integers(0, 4),
    requires_exact_quote=st.booleans(),
    requires_conflict_resolution=st.booleans(),
    conflict_resolution_rule=st.sampled_from([None, "newest", "oldest", "official"]),
    required_sections=st.sampled_from([(), SECTION_NAMES]),
    requires_insufficiency_disclosure=st.booleans(),
)


RUNS = given(
    turns=st.lists(ANSWERS, min_size=4, max_size=4),
    demands=DEMANDS,
    opened=st.sampled_from([(OLD, NEW, ODD), (OLD, NEW), (NEW,), ()]),
    more=st.integers(0, 2),
)


def check_answer(turns: list[str], demands: PromptConstraints, opened: tuple[Source, ...], more: int) -> None:
    question = "How long is the notice period, and what does it weigh?"
    script = Script(list(turns), demands, opened, (PRICE, WARRANTY)[:more], question)
    events = script.play()
    state, answer = script.state, answer_of(events)
    started = RunStarted(run_id="run", seq=0, t_ms=0, mode=Mode.AGENT, question=question)
    check_invariants([started, *events])
    assert state.reprompts <= state.limits.max_reprompts
    assert state.tool_calls_used <= state.limits.max_tool_calls
    assert all(statement.status is not StatementStatus.UNSUPPORTED for statement in answer.statements)
    assert {citation.number for citation in answer.citations} <= {source.number for source in state.opened}
    for statement in answer.statements:
        assert "pg_reindex" not in statement.text
        for quotation in quotations_in(statement.text):
            assert find_quote(quotation.text, state.citable) is not None
    told = {row.missing for row in answer.insufficiencies} | {row.section for row in answer.insufficiencies}
    assert answer.statements or answer.insufficiencies
    for section in demands.required_sections:
        assert section in told | {statement.section for statement in answer.statements}
    if len(state.queries) < state.min_searches:
        assert any("separate searches" in missing for missing in told)
    if len(state.opened) < demands.min_open_citations:
        assert any("opened passages" in missing for missing in told)
    quotes = [each for statement in answer.statements for each in quotations_in(statement.text)]
    if demands.requires_exact_quote and not quotes:
        assert any("an exact quote" in missing for missing in told)


test_no_answer_claims_what_failed_and_every_demand_is_met_or_told = settings(max_examples=30, deadline=None)(
    RUNS(check_answer)
)
test_no_answer_of_many_does = pytest.mark.slow(settings(max_examples=300, deadline=None)(RUNS(check_answer)))
