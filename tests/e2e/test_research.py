"""A research in a terminal over the sample documents: questions, list, report; without a language model."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from core.cancel import CancelToken
from core.engine import Engine, Question
from core.errors import ModelError
from core.events import Event
from core.types import Mode
from tests.e2e.conftest import OpenEngine, check_invariants, paths_in
from tests.e2e.program import docuchat
from tests.library_kit import copy_library
from tests.published import check_shape
from tests.scripted_model import ScriptedModel

pytestmark = pytest.mark.model

QUESTION = "How long is the warranty of the B-120 pump, and what does the contract say about seals?"


def asked(home: Path, *arguments: str) -> dict[str, object]:
    done = docuchat("ask", "--extractive", "--json", *arguments, home=home)
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    check_shape(answer, "answer")
    return dict(answer)


def researched(engine: Engine, text: str, stop_at: str = "", **wishes: Any) -> list[Event]:
    """A turn of one conversation, copied unless a wish says otherwise; it may be stopped at an event."""
    cancel, events = CancelToken(), list[Event]()
    question = Question(text, Mode.RESEARCH, conversation_id="c", **{"extractive": True} | wishes)
    for event in engine.ask(question, cancel):
        events.append(event)
        if event.kind == stop_at:
            cancel.set()
    check_invariants(events)
    return events


def test_a_research_from_question_to_report(indexed_samples: Path, tmp_path: Path) -> None:
    copy_library(indexed_samples, paths_in(tmp_path).data)
    first = asked(tmp_path, "--mode", "research", QUESTION)
    assert (first["outcome"], first["mode"]) == ("needs_input", "research")
    assert "round 1 of at most 3" in first["research"]["prompt"]
    # No mode is needed behind a research that waits.
    second = asked(tmp_path, "--continue", "/end")
    assert second["mode"] == "research"
    assert second["research"]["todo_approved"] is False
    assert second["research"]["estimated_seconds"] > 0
    third = asked(tmp_path, "--continue", "- 2; ok")
    assert third["outcome"] == "answered"
    report = third["research"]["report"]
    assert report["clarified_by"] == "user_end"
    assert len(report["quality"]) == 5
    assert report["quality_total"] == sum(score["score"] for score in report["quality"])
    statements = third["statements"]
    assert any("24 months" in statement["text"] for statement in statements)
    assert {statement["status"] for statement in statements} == {"quoted"}
    assert {source["number"] for source in report["sources"]} == {
        citation["number"] for citation in third["citations"]
    }
    listed = docuchat("runs", "list", home=tmp_path).stdout.splitlines()
    assert [line.partition(QUESTION)[2] for line in listed] == [" (reply: - 2; ok)", " (reply: /end)", ""]
    # What follows the report is a question of its own, in the default mode.
    after = asked(tmp_path, "--continue", "How much does the B-120 weigh?")
    assert after["mode"] == "chat"


def test_nothing_to_go_on_with_is_said(indexed_samples: Path, tmp_path: Path) -> None:
    copy_library(indexed_samples, paths_in(tmp_path).data)
    done = docuchat("ask", "--mode", "research", "/resume", home=tmp_path)
    assert done.returncode == 2
    assert "There is no research to go on with" in done.stderr


def test_a_cut_off_research_is_resumed_by_the_engine(open_engine: OpenEngine) -> None:
    engine = open_engine()
    at_once = {"skip_questions": True, "approve_tasks": True}
    stopped = researched(engine, QUESTION, stop_at="todo_listed", **at_once)
    assert stopped[-1].outcome == "cancelled"
    resumed = researched(engine, "/resume")
    assert resumed[0].parent_run_id == stopped[0].run_id
    assert resumed[-1].outcome == "answered"
    assert not [event for event in resumed if event.kind == "clarification_assessed"]
    # An answered research is over: what is asked next is another one.
    after = researched(engine, "What does the service report say?", skip_questions=True)
    assert after[0].parent_run_id == ""


def test_passages_of_a_text_file_are_told_by_their_lines(open_engine: OpenEngine, tmp_path: Path) -> None:

    notes = tmp_path / "notes.txt"
    lines = ["Notes on the service of the B-120 pump", "", "The seals of the B-120 pump are changed yearly."]
    notes.write_text("\n".join(lines), encoding="utf-8")
    engine = open_engine()
    for happened in (engine.add_paths([notes], CancelToken()), engine.ingest(CancelToken())):
        assert list(happened)
    added = [one.document_id for one in engine.documents() if one.filename == "notes.txt"]
    question, wishes = "How often are the seals of the B-120 pump changed?", {"document_ids": tuple(added)}
    events = researched(engine, question, skip_questions=True, approve_tasks=True, **wishes)
    kept = [event for event in events if event.kind == "finding_kept"]
    assert kept
    assert all(event.where.startswith("line") for event in kept)
    report = next(event.report for event in events if event.kind == "research_reported")
    assert {node.where for node in report.nodes if node.kind == "passage"} == {"line 3"}


def test_what_was_chosen_at_the_beginning_holds_for_the_replies(open_engine: OpenEngine) -> None:

    model = ScriptedModel([ModelError("nothing is written in this test")], repeat_last=True)
    engine = open_engine(model)
    assert researched(engine, QUESTION, skip_questions=True)[-1].outcome == "needs_input"
    reply = "+ Who services the pump?; - 1"
    assert researched(engine, reply, extractive=None)[-1].outcome == "needs_input"
    assert not model.history, "sentences are copied until a reply says otherwise"
    assert researched(engine, "ok", extractive=False)[-1].outcome == "answered"
    assert model.history


def test_a_reply_may_say_that_the_list_is_worked_off_as_it_is(open_engine: OpenEngine) -> None:
    engine = open_engine()
    assert researched(engine, QUESTION)[-1].outcome == "needs_input"
    assert researched(engine, "/end", extractive=None, approve_tasks=True)[-1].outcome == "answered"
