"""A question back, its reply, and the library's tools: the whole engine over the sample documents."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.cancel import CancelToken
from core.engine import Engine, Question
from core.events import Event
from core.published.output import answer_output
from core.published.seed_output import seed_answer
from core.runs.trace import TraceState, fold_all
from core.types import Mode
from tests.e2e.conftest import OpenEngine, check_invariants, paths_in
from tests.e2e.program import docuchat
from tests.library_kit import copy_library

pytestmark = pytest.mark.model

CONVERSATION = "5f7d1a4e-1111-4222-8333-944444444444"


def ask(engine: Engine, text: str, conversation: str = CONVERSATION) -> tuple[list[Event], TraceState]:
    question = Question(text, Mode.AGENT, conversation_id=conversation)
    events = list(engine.ask(question, CancelToken()))
    check_invariants(events)
    return events, fold_all(events)


def test_the_question_behind_a_question_back_is_its_reply(open_engine: OpenEngine) -> None:
    engine = open_engine()
    waiting, state = ask(engine, "Which invoices from Nobody Ltd are over 1 EUR?")
    assert state.outcome == "needs_input"
    assert "No invoices match" in state.input_prompt
    assert set(state.conditions) == {"from Nobody Ltd", "over 1 EUR"}
    assert state.input_options
    published = answer_output(waiting).needs_input
    assert published is not None
    assert (published.type, published.options) == ("no_results", list(state.input_options))
    back = seed_answer(waiting).model_dump()
    assert (back["status"], back["clarification_details"]["type"]) == ("clarify", "no_results")
    assert back["clarification_details"]["missing_info"] in state.input_prompt
    run_id = waiting[0].run_id
    reply, answered = ask(engine, state.input_options[0])
    assert answered.outcome == "answered"
    assert reply[0].parent_run_id == run_id
    stored = engine.find_run(reply[0].run_id)
    assert stored.parent_run_id == run_id
    # An answered question waits for nobody, and another conversation is another matter.
    assert ask(engine, "How many invoices do we have?")[0][0].parent_run_id == ""
    ask(engine, "Which invoices from Nobody Ltd are over 1 EUR?")
    assert ask(engine, "How many invoices do we have?", "another")[0][0].parent_run_id == ""


@pytest.mark.slow
def test_the_tools_from_a_terminal(indexed_samples: Path, tmp_path: Path) -> None:
    copy_library(indexed_samples, paths_in(tmp_path).data)
    asked = {"bucket": "contracts", "query": "price of the seals", "top_k": 3, "context_chars": 120}
    done = docuchat("tool", "search_text", json.dumps(asked), home=tmp_path)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["documents_searched"] == 1
    assert {row["filename"] for row in found["results"]} == {"seal-supply-contract.pdf"}
    wrong = docuchat("tool", "count", '{"bucket": "nowhere"}', home=tmp_path)
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "There is no bucket nowhere." in wrong.stderr
    assert docuchat("tool", "count", "bucket", home=tmp_path).returncode == 2
