"""The final answer: what can be written, what streams, what is read, and what damage does to it."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.agent.demands.constraints import PromptConstraints
from core.agent.final.draft_stream import StatementStream
from core.agent.final.final_answer import parse_final
from core.agent.final.final_grammar import answer_tokens, final_grammar
from core.llm.grammars import compile_json_schema
from tests.answer.helpers import source_of
from tests.cases import plain
from tests.scored import scored

SOURCES = [
    source_of(1, "The warranty of the B-120 pump is 36 months from delivery. Spare parts are excluded."),
    source_of(2, "The B-120 weighs 42 kg.", "data sheet.pdf"),
]
SECTIONS = ("Warranty", "Weight")
DEMANDS = PromptConstraints(required_sections=SECTIONS, requires_exact_quote=True)


def final(*rows: tuple[list[str], str], missing: list[str] | None = None) -> str:
    statements = [{"evidence": labels, "text": text} for labels, text in rows]
    value = {"statements": statements, "insufficiencies": missing or []}
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


# --- the grammar -----------------------------------------------------------------------------------


def permitted(constraints: PromptConstraints | None = None) -> jsonschema.Draft202012Validator:
    schema = final_grammar(SOURCES, constraints).json_schema
    assert schema is not None
    compile_json_schema(schema)  # llama.cpp gets it as GBNF
    return jsonschema.Draft202012Validator(schema)


def test_the_grammar_knows_only_opened_sentences() -> None:
    grammar = permitted()
    assert grammar.is_valid(json.loads(final((["1.2", "2.1"], "Both say it."))))
    assert not grammar.is_valid(json.loads(final((["3.1"], "Invented."))))
    assert not grammar.is_valid(json.loads(final(([], "No evidence."))))


def test_demanded_headings_and_quotes_cannot_be_left_out() -> None:
    grammar = permitted(DEMANDS)
    answer = {
        "quotes": [{"section": "Warranty", "evidence": ["1.1"]}],
        "sections": {
            "Warranty": [{"evidence": ["1.1"], "text": "It is 36 months."}],
            "Weight": [{"evidence": [], "text": "the weight"}],
        },
        "insufficiencies": [],
    }
    assert grammar.is_valid(answer)
    assert not grammar.is_valid({**answer, "quotes": []})
    assert not grammar.is_valid({**answer, "sections": {"Warranty": answer["sections"]["Warranty"]}})  # type: ignore[index]
    assert not grammar.is_valid({**answer, "sections": {**answer["sections"], "Price": []}})  # type: ignore[dict-item]
    assert not permitted().is_valid(answer)


def test_more_demands_get_more_tokens() -> None:
    assert answer_tokens(500, PromptConstraints()) == 500
    assert answer_tokens(500, DEMANDS) > 500


# --- streaming ---------------------------------------------------------------------------------------


@settings(max_examples=80, deadline=None)
@given(
    rows=st.lists(
        st.tuples(
            st.lists(st.sampled_from(["1.1", "1.2", "2.1"]), min_size=1, max_size=3), st.text(min_size=1)
        ),
        min_size=1,
        max_size=4,
    ),
    ascii_only=st.booleans(),
    separators=st.sampled_from([(",", ":"), (", ", ": ")]),
    size=st.integers(1, 7),
)
def test_streaming_shows_each_text_once_and_then_its_numbers(
    rows: list[tuple[list[str], str]], ascii_only: bool, separators: tuple[str, str], size: int
) -> None:
    statements = [{"evidence": labels, "text": text} for labels, text in rows]
    raw = json.dumps({"statements": statements}, ensure_ascii=ascii_only, separators=separators)
    stream = StatementStream()
    shown = "".join(stream.feed(raw[i : i + size]) for i in range(0, len(raw), size))
    expected = " ".join(
        text + " " + "".join(f"[{number}]" for number in dict.fromkeys(label[0] for label in labels))
        for labels, text in rows
    )
    assert shown == expected


@pytest.mark.parametrize("size", [1, 5, 1000])
def test_headings_stream_with_their_statements(size: int) -> None:
    raw = json.dumps(
        {
            "quotes": [{"section": "Weight", "evidence": ["2.1"]}],
            "sections": {
                "Warranty": [
                    {"evidence": ["1.1"], "text": "It is 36 months."},
                    {"evidence": ["1.2"], "text": "Not for spare parts."},
                ],
                "Weight": [{"evidence": ["2.1"], "text": "It weighs 42 kg."}],
            },
        }
    )
    stream = StatementStream()
    shown = "".join(stream.feed(raw[i : i + size]) for i in range(0, len(raw), size))
    assert shown == (
        "### Warranty\nIt is 36 months. [1] Not for spare parts. [1]\n\n### Weight\nIt weighs 42 kg. [2]"
    )


# --- reading -----------------------------------------------------------------------------------------


@scored("actions", list)
def test_what_is_read_of_a_final_answer(text: str, comes_to: dict[str, Any], **given: list[str]) -> None:
    """JSON of several shapes, plain text, or what is left: statements, citations, and what is missing."""
    sources = [source_of(number, one) for number, one in enumerate(given.get("sources", ()), 1)]
    draft = parse_final(text, sources or SOURCES, given.get("sections", ()))
    statements = [(row.text, row.citations, row.labels, row.section, row.quoted) for row in draft.statements]
    missing = [(row.section, row.missing) for row in draft.insufficiencies]
    assert plain({"statements": statements, "unknown": draft.unknown, "missing": missing}) == comes_to


# --- damage ------------------------------------------------------------------------------------------

WHOLE = final((["2.1"], "The B-120 weighs 42 kg {net}."), (["1.1"], "Its warranty is 36 months."))
TEXTS = ("The B-120 weighs 42 kg {net}.", "Its warranty is 36 months.")


@pytest.mark.parametrize("cut", range(len(WHOLE)))
def test_half_a_statement_is_never_shown(cut: int) -> None:
    draft = parse_final(WHOLE[:cut], SOURCES)
    finished = [text for text in TEXTS if f'{text}"}}' in WHOLE[:cut]]
    assert [statement.text for statement in draft.statements] == finished


@settings(max_examples=150, deadline=None)
@given(
    text=st.one_of(
        st.text(max_size=300),
        st.text("{}[]\":,\\n'` 12.atexsmn", max_size=200),
        st.builds(
            lambda cut, junk, at: WHOLE[:cut] + junk + WHOLE[at:],
            st.integers(0, 200),
            st.text(max_size=20),
            st.integers(0, 200),
        ),
    )
)
def test_whatever_is_written_is_read_and_cites_only_what_is_open(text: str) -> None:
    draft = parse_final(text, SOURCES, SECTIONS)
    assert {number for statement in draft.statements for number in statement.citations} <= {1, 2}
    assert {label for statement in draft.statements for label in statement.labels} <= {"1.1", "1.2", "2.1"}
    assert {statement.section for statement in draft.statements} <= {"", *SECTIONS}
    assert not draft.disclosed
