"""A document outside the scope of a question is never cited, opened by its id or counted, in any mode."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from core.cancel import CancelToken
from core.engine import Engine, Question
from core.errors import UsageError
from core.events import AnswerReady, Event, RunFinished, RunStarted, ToolReturned
from core.export import transcript_markdown
from core.types import Answer, Mode
from core.types.scope import AskedScope, Scope
from tests.e2e.conftest import OpenEngine, check_invariants, paths_in
from tests.e2e.program import docuchat
from tests.library_kit import copy_library
from tests.scripted_model import ScriptedModel

pytestmark = pytest.mark.model

WARRANTY = "How long is the warranty of the B-120 pump?"  # the manual says it best, the contract something
INSIDE = ("seal-supply-contract.pdf", "service-report-2025-088.pdf")


def ids_of(engine: Engine, *names: str) -> tuple[str, ...]:
    return engine.resolve_documents(names)


def workspace(engine: Engine, *names: str) -> str:
    made = engine.workspaces.create("Seals").workspace_id
    engine.workspaces.add(made, ids_of(engine, *names))
    return made


def run(engine: Engine, question: Question) -> list[Event]:
    events = list(engine.ask(question, CancelToken()))
    check_invariants(events)
    return events


def answer_of(events: Sequence[Event]) -> Answer:
    return next(event.answer for event in events if isinstance(event, AnswerReady))


def seen(events: Sequence[Event]) -> set[str]:
    """Every document that anything in the run names by its id."""
    text = "\n".join(event.model_dump_json() for event in events if not isinstance(event, RunStarted))
    found: set[str] = set()

    def collect(value: object) -> None:
        if isinstance(value, dict):
            for name, inner in value.items():
                if name in ("document_id", "docId", "target_id") and isinstance(inner, str) and inner:
                    found.add(inner)
                collect(inner)
        elif isinstance(value, list):
            for inner in value:
                collect(inner)

    for line in text.splitlines():
        collect(json.loads(line))
    return found


@pytest.mark.parametrize("mode", [Mode.CHAT, Mode.RESEARCH])
def test_chat_and_research_look_into_the_workspace_only(open_engine: OpenEngine, mode: Mode) -> None:
    engine = open_engine()
    made, allowed = workspace(engine, *INSIDE), set(ids_of(engine, *INSIDE))
    whole = run(engine, Question(WARRANTY, mode, extractive=True, skip_questions=True, approve_tasks=True))
    assert not seen(whole) <= allowed  # without a workspace the manual answers
    asked = Question(
        WARRANTY, mode, extractive=True, skip_questions=True, approve_tasks=True, workspace_id=made
    )
    events = run(engine, asked)
    assert seen(events)
    assert seen(events) <= allowed
    coverage = answer_of(events).coverage
    assert coverage is not None
    assert (coverage.searched, coverage.total) == (2, 2)
    assert isinstance(events[0], RunStarted)
    assert events[0].scope == AskedScope("workspace", "Seals", 2)


def test_a_reply_to_a_research_stays_where_the_research_is(open_engine: OpenEngine) -> None:
    engine = open_engine()
    made, allowed = workspace(engine, *INSIDE), set(ids_of(engine, *INSIDE))
    first = Question(WARRANTY, Mode.RESEARCH, None, "c", extractive=True, workspace_id=made)
    assert run(engine, first)[-1].outcome == "needs_input"
    # The window shows all documents by now; and one of the two has been taken out meanwhile.
    engine.workspaces.take_out(made, ids_of(engine, INSIDE[1]))
    reply = Question("/end", Mode.RESEARCH, None, "c", extractive=True)
    events = run(engine, reply)
    assert isinstance(events[0], RunStarted)
    assert events[0].scope == AskedScope("workspace", "Seals", 1)
    assert engine.scopes.of_run(events[0].run_id) == Scope(made)
    done = run(engine, Question("ok", Mode.RESEARCH, None, "c", extractive=True))
    assert done[-1].outcome in ("answered", "no_answer")
    assert answer_of(done).coverage.total == 1
    assert seen([*events, *done]) <= allowed - {*ids_of(engine, INSIDE[1])}


@pytest.mark.slow
def test_the_agent_can_neither_find_nor_open_what_is_outside(open_engine: OpenEngine) -> None:
    outside_text = "warranty period months pump"
    looked = open_engine()
    (manual,) = ids_of(looked, "b-120-manual.pdf")
    chunk = looked.search(outside_text, document_ids=(manual,)).hits[0].chunk
    looked.close()

    def call(tool: str, **given: str) -> str:
        return f"TOOL_CALL {json.dumps({'tool': tool, 'input': given})}"

    model = ScriptedModel(
        [
            json.dumps({"steps": ["Search for the warranty", "Compose the answer"]}),
            call("search_docs", query=outside_text),
            call("open_citation", docId=manual, chunkId=chunk.chunk_id),
            'FINAL {"statements": [], "insufficiencies": ["the warranty"]}',
        ],
        supports_gbnf=False,
        repeat_last=True,
    )
    engine = open_engine(model)
    made, allowed = workspace(engine, *INSIDE), set(ids_of(engine, *INSIDE))
    events = run(engine, Question(WARRANTY, Mode.AGENT, workspace_id=made))
    returned = [event for event in events if isinstance(event, ToolReturned)]
    hits = {hit.document_id for event in returned for hit in event.hits}
    assert hits
    assert hits <= allowed
    refused = [event.summary for event in returned if not event.ok]
    assert any("no such citation" in summary for summary in refused), [event.summary for event in returned]
    assert {citation.document_id for citation in answer_of(events).citations} <= allowed


def test_checked_documents_are_those_of_the_workspace(open_engine: OpenEngine) -> None:
    engine = open_engine()
    made = workspace(engine, *INSIDE)
    chosen = ids_of(engine, "seal-supply-contract.pdf", "b-120-manual.pdf")
    events = run(engine, Question(WARRANTY, Mode.CHAT, chosen, "c", extractive=True, workspace_id=made))
    assert seen(events) <= {chosen[0]}
    assert events[0].scope == AskedScope("documents", "Seals", 1)
    assert engine.scopes.of_runs("c")[events[0].run_id] == Scope(made, tuple(sorted(chosen)))
    assert engine.history.entry("c").workspace == "Seals"
    exported = transcript_markdown(engine.history.transcript("c"))
    assert "about 1 document of the workspace Seals" in exported

    nothing = run(engine, Question(WARRANTY, Mode.CHAT, (), extractive=True))
    assert nothing[-1].outcome == "refused"
    assert seen(nothing) == set()


def test_a_workspace_that_is_gone_is_no_whole_library(open_engine: OpenEngine) -> None:
    engine = open_engine()
    made = workspace(engine, *INSIDE)
    empty = engine.workspaces.create("Empty").workspace_id
    refused = run(engine, Question(WARRANTY, Mode.CHAT, extractive=True, workspace_id=empty))
    assert refused[-1].outcome == "refused"
    assert seen(refused) == set()
    engine.workspaces.delete(made)
    events = run(engine, Question(WARRANTY, Mode.CHAT, extractive=True, workspace_id=made))
    finished = events[-1]
    assert isinstance(finished, RunFinished)
    assert (finished.outcome, finished.error_code) == ("failed", "usage")
    assert "workspace does not exist any more" in finished.message
    assert len(events) == 2
    with pytest.raises(UsageError):
        engine.scopes.reach(Scope(made))


def test_tools_and_fields_count_the_scope_only(open_engine: OpenEngine) -> None:
    engine = open_engine()
    (invoice, contract) = ids_of(engine, "invoice-2025-0417.pdf", "seal-supply-contract.pdf")
    bucket = next(name for name, count in engine.buckets.counts().items() if count and name == "invoices")
    inside = engine.library_tools(CancelToken(), (invoice,))
    outside = engine.library_tools(CancelToken(), (contract,))
    assert inside.call("count", {"bucket": bucket})["count"] == 1
    assert outside.call("count", {"bucket": bucket})["count"] == 0
    assert outside.call("list", {"bucket": bucket})["documents"] == []
    for tool in ("search_text", "search_semantic"):
        given = {"bucket": bucket, "query": "total amount"}
        assert inside.call(tool, given)["results"]
        assert outside.call(tool, given) == {"documents_searched": 0, "results": []}
        assert outside.call(tool, given | {"doc_id": invoice})["results"] == []
    assert inside.call("get_document_metadata", {"doc_id": invoice})["bucket"] == bucket
    with pytest.raises(UsageError, match="no filed document"):
        outside.call("get_document_metadata", {"doc_id": invoice})


def test_the_command_line_asks_and_searches_within_a_workspace(indexed_samples: Path, tmp_path: Path) -> None:
    copy_library(indexed_samples, paths_in(tmp_path).data)

    def run(*arguments: str) -> str:
        done = docuchat(*arguments, home=tmp_path)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def asked(*arguments: str) -> dict[str, object]:
        return dict(json.loads(run("ask", "--extractive", "--json", *arguments)))

    assert run("workspaces", "create", "Seals", *INSIDE) == "Seals: 2 documents\n"
    first = asked("--workspace", "seals", WARRANTY)
    assert first["scope"] == {"kind": "workspace", "workspace": "Seals", "documents": 2}
    follow_up = asked("--continue", "And what weighs the pump?")
    assert follow_up["scope"] == first["scope"]
    for narrow in (first, follow_up):
        cited = [*narrow["citations"], *narrow["nearest"]]
        assert {row["document"] for row in cited} <= set(INSIDE)
    wide = asked("--continue", "--all-documents", WARRANTY)
    assert wide["scope"] == {"kind": "all", "workspace": "", "documents": 5}
    assert "b-120-manual.pdf" in {citation["document"] for citation in wide["citations"]}
    hits = json.loads(run("search", "--json", "--workspace", "Seals", WARRANTY))["hits"]
    assert {hit["document"] for hit in hits} <= set(INSIDE)


OTHERS = ("warranty period of the B-120 pump", "months of guarantee from delivery")


def test_phrasings_find_what_the_question_does_not_say(open_engine: OpenEngine) -> None:
    retriever = open_engine(ScriptedModel([])).retriever()
    vague = "For how long does the maker stand in?"
    alone = retriever.search(vague, limit=5)
    helped = retriever.search(vague, limit=5, phrasings=OTHERS)
    found = [hit.filename for hit in helped.hits]
    assert "b-120-manual.pdf" in found
    # The best hit of the question itself stays among the first five.
    assert alone.hits[0].chunk.chunk_id in {hit.chunk.chunk_id for hit in helped.hits}
    plain = retriever.search("warranty of the B-120", limit=5)
    misled = retriever.search("warranty of the B-120", limit=5, phrasings=["sales by region in 2024"])
    assert plain.hits[0].chunk.chunk_id in {hit.chunk.chunk_id for hit in misled.hits}
