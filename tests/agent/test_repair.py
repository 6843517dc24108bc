"""JSON with the damage that models do to it: read where its meaning is plain, refused elsewhere."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.agent.actions import ActionError, OpenCitation, SearchDocs, parse_action
from core.agent.repair import read_json_object
from tests.scored import scored

SEARCH = {"type": "tool_call", "tool": "search_docs", "input": {"query": "seal price"}}
WHOLE = json.dumps(SEARCH)


@scored("actions")
def test_usual_damage_is_repaired(text: str) -> None:
    assert read_json_object(text) == SEARCH
    assert parse_action(text) == SearchDocs("seal price")


@scored("actions", list)
def test_what_it_means_is_kept_and_nothing_guessed(text: str, value: dict[str, Any] | None) -> None:
    assert read_json_object(text) == value


def test_an_action_cut_off_before_its_input_is_none() -> None:
    for cut in range(1, WHOLE.index("seal")):
        with pytest.raises(ActionError):
            parse_action(WHOLE[:cut])


def test_a_number_in_quotation_marks_names_a_result() -> None:
    text = '{"type":"tool_call","tool":"open_citation","input":{"result":"%s"}}'
    assert parse_action(text % "2") == OpenCitation(result=2)
    assert parse_action(text % "[12]") == OpenCitation(result=12)


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=120, deadline=None)
@given(value=st.dictionaries(st.text(max_size=8), _VALUES, min_size=1, max_size=4), ascii_only=st.booleans())
def test_undamaged_objects_are_read_as_json_reads_them(value: dict[str, Any], ascii_only: bool) -> None:
    assert read_json_object(json.dumps(value, ensure_ascii=ascii_only)) == value


@settings(max_examples=120, deadline=None)
@given(text=st.text(alphabet="{}[]:,'\"\\ntrue1. ax“”", max_size=80))
def test_any_text_is_read_or_refused(text: str) -> None:
    value = read_json_object(text)
    assert value is None or (isinstance(value, dict) and value)


@pytest.mark.parametrize(
    "text",
    [
        "{" * 100_000,
        '{"a":' * 20_000,
        "{'" * 50_000,
        '{"a": "' + "x" * 200_000,
        "[{" * 9000,
        '{"a": 1' + "0" * 9000,
    ],
)
def test_giant_output_is_read_in_no_time(text: str) -> None:
    began = time.thread_time()
    read_json_object(text)
    assert time.thread_time() - began < 5
