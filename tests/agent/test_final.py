"""The final answer: what streams, what is read, what the gate lets through."""

from __future__ import annotations

import json

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.agent.composer import _is_about
from core.agent.constraints import PromptConstraints
from core.agent.final import StatementStream, final_grammar, parse_final
from core.agent.gate import validate_agent_state
from core.agent.limits import Limits
from core.agent.planner import parse_plan
from core.agent.prompts import DEFAULT_PLAN
from core.agent.state import AgentState
from core.answer.assemble import build_answer
from tests.agent.test_state import HITS
from tests.answer.helpers import on_page_one, source_of

SOURCES = [
    source_of(1, "The warranty of the B-120 pump is 36 months from delivery. Spare parts are excluded."),
    source_of(2, "The B-120 weighs 42 kg.", "data sheet.pdf"),
]


def final(*rows: tuple[list[str], str], missing: list[str] | None = None) -> str:
    statements = [{"evidence": labels, "text": text} for labels, text in rows]
    value = {"statements": statements, "insufficiencies": missing or []}
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@settings(max_examples=200, deadline=None)
@given(
    rows=st.lists(
        st.tuples(
            st.lists(st.sampled_from(["1.1", "1.2", "2.1"]), min_size=1, max_size=3), st.text(min_size=1)
        ),
        min_size=1,
        max_size=4,
    ),
    ascii_only=st.booleans(),
    size=st.integers(1, 7),
)
def test_streaming_shows_each_text_once_and_then_its_numbers(
    rows: list[tuple[list[str], str]], ascii_only: bool, size: int
) -> None:
    statements = [{"evidence": labels, "text": text} for labels, text in rows]
    raw = json.dumps({"statements": statements}, ensure_ascii=ascii_only, separators=(",", ":"))
    stream = StatementStream()
    shown = "".join(stream.feed(raw[i : i + size]) for i in range(0, len(raw), size))
    expected = " ".join(
        text + " " + "".join(f"[{number}]" for number in dict.fromkeys(label[0] for label in labels))
        for labels, text in rows
    )
    assert shown == expected


def test_the_grammar_knows_only_opened_sentences() -> None:
    schema = final_grammar(SOURCES).json_schema
    assert schema is not None
    validator = jsonschema.Draft202012Validator(schema)
    assert validator.is_valid(json.loads(final((["1.2", "2.1"], "Both say it."))))
    assert not validator.is_valid(json.loads(final((["3.1"], "Invented."))))
    assert not validator.is_valid(json.loads(final(([], "No evidence."))))


def test_labels_that_name_nothing_never_reach_the_answer() -> None:
    draft = parse_final(final((["2.1", "9.9"], "It weighs 42 kg.")), SOURCES)
    assert draft.unknown == ("9.9",)
    assert draft.statements[0].labels == ("2.1",)
    assert draft.statements[0].citations == (2,)


def test_repeated_statements_are_read_once() -> None:
    draft = parse_final(final((["2.1"], "It weighs 42 kg."), (["2.1"], "It weighs 42 kg.")), SOURCES)
    assert len(draft.statements) == 1


def test_the_seeds_final_parses_too() -> None:
    text = (
        'FINAL {"answer": "It weighs 42 kg [2]. It is blue [5].", "insufficiencies": [{"section": "Price", '
    )
    text += '"missing": "the price", "queries_tried": ["price"]}]}'
    draft = parse_final(text, SOURCES)
    assert [(s.text, s.citations) for s in draft.statements] == [
        ("It weighs 42 kg.", (2,)),
        ("It is blue.", ()),
    ]
    assert draft.unknown == ("[5]",)
    assert draft.insufficiencies == ("the price",)


@pytest.mark.parametrize("cut", [1, 12, 40, 70, 95, 110, 150])
def test_a_draft_cut_at_the_token_limit_never_shows_json(cut: int) -> None:
    whole = final((["2.1"], "The B-120 weighs 42 kg."), (["1.1"], "Its warranty is 36 months."))
    draft = parse_final(whole[:cut], SOURCES)
    assert all("{" not in statement.text for statement in draft.statements)
    assert [s.text for s in draft.statements] == [
        text
        for text in ("The B-120 weighs 42 kg.", "Its warranty is 36 months.")
        if f'"text":"{text}"' in whole[:cut] and whole[:cut].count("}") > (text != "The B-120 weighs 42 kg.")
    ]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        (final((["2.1"], "The B-120 weighs 42 kg.")), ()),
        (final((["2.1", "7.7"], "The B-120 weighs 42 kg.")), ("HALLUCINATED_CITATION",)),
        (final((["2.1"], "The B-120 weighs 45 kg.")), ("UNSUPPORTED_ANSWER",)),
        ('{"statements":[],"insufficiencies":[]}', ("EMPTY_ANSWER",)),
        (final((["2.1"], "The price is not mentioned in the documents.")), ()),
    ],
)
def test_gate(text: str, codes: tuple[str, ...]) -> None:
    state = AgentState(Limits.standard(), tool_calls_used=3, queries=["weight"], opened=list(SOURCES))
    draft = parse_final(text, SOURCES)
    answer = build_answer(draft.statements, SOURCES, "How heavy is it?", locate=on_page_one)
    assert validate_agent_state(draft, answer, state).codes == codes


def test_gate_counts_what_was_really_done() -> None:
    state = AgentState(
        Limits.standard(),
        PromptConstraints(min_searches=3, min_open_citations=3),
        queries=["weight"],
        opened=list(SOURCES),
    )
    state.add_results("weight", HITS)
    draft = parse_final(final((["2.1"], "The B-120 weighs 42 kg.")), SOURCES)
    answer = build_answer(draft.statements, SOURCES, "How heavy is it?", locate=on_page_one)
    gate = validate_agent_state(draft, answer, state)
    assert gate.codes == ("MIN_SEARCHES_UNMET", "MIN_OPEN_CITATIONS_UNMET")
    assert "at least 3 separate searches, but only 1" in gate.messages[0]


@pytest.mark.parametrize(
    ("text", "steps", "source"),
    [
        ('["Search for X", "Open it", "Answer"]', ("Search for X", "Open it", "Answer"), "model"),
        ("1. Search for X\n2. Open it\n3) Answer", ("Search for X", "Open it", "Answer"), "model"),
        ("- Search for X\n- Answer", ("Search for X", "Answer"), "model"),
        ("I will look.", DEFAULT_PLAN, "default"),
        ('["only one"]', DEFAULT_PLAN, "default"),
    ],
)
def test_plans_parse_four_ways(text: str, steps: tuple[str, ...], source: str) -> None:
    assert parse_plan(text, Limits.standard()) == (steps, source)


def test_remarks_that_have_nothing_to_do_with_the_question_are_no_gaps() -> None:
    assert _is_about("How heavy is the B-120?", "the weight of the B-120 without its motor")
    assert not _is_about("How heavy is the B-120?", "The sentence does not directly answer")
