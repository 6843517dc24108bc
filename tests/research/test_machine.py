"""Runs that wait or are stopped, and go on where they were."""

from __future__ import annotations

from dataclasses import replace

from core.events import RunFinished
from core.judge.run_judge import RunJudge
from core.research.state import Phase, ResearchState
from core.runs.trace import fold_all
from core.store.research import ResearchRepository, forget_in_states
from core.store.runs import RunRepository
from core.store.traces import forget_in_runs
from core.types import Mode
from tests.research.kit import IDS, WARRANTY, AgreeableJudge, Research, answering, of, one

TURN = answering(
    queries=["warranty period of the pump"],
    tasks=["weight of the pump"],
    section="The warranty of the B-120 pump is 36 months from delivery [1]. The pump weighs 42 kg [1].",
)


def test_a_reply_starts_a_run_with_the_one_that_waits_as_parent(research: Research) -> None:
    research.ask(WARRANTY)
    first = research.run_id
    events = research.reply("The pump of 2019")
    assert events[0].parent_run_id == first
    assert one(events, "question_rewritten").standalone == WARRANTY
    assert research.state.context == ("The pump of 2019",)
    # The state that waited stays as it was: another reply to it begins again from there.
    stored = ResearchRepository(research.database).load(first)
    assert stored is not None
    assert ResearchState.model_validate_json(stored).context == ()


def test_what_waits_is_shown_again(research: Research) -> None:
    asked = one(research.ask(WARRANTY), "input_required")
    events = research.resume()
    assert one(events, "input_required").prompt == asked.prompt
    assert one(events, "clarification_assessed").questions
    assert events[-1].outcome == "needs_input"
    research.reply("/end")
    listed = one(research.resume(), "todo_listed")
    assert [task.title for task in listed.tasks] == [WARRANTY]


def test_a_run_cut_off_behind_its_last_save_tells_its_report_again(research: Research) -> None:
    research.turn = TURN
    first = research.ask(skip_questions=True, approve_tasks=True)
    assert research.state.phase is Phase.DONE
    events = research.resume()
    assert events[-1].outcome == "answered"
    assert one(events, "answer_ready").answer == one(first, "answer_ready").answer
    assert one(events, "research_reported").report == one(first, "research_reported").report


def test_stop_keeps_the_state_and_it_goes_on(research: Research) -> None:
    research.ask(WARRANTY)
    research.reply("/end")
    research.cancel.set()
    assert research.reply("ok")[-1].outcome == "cancelled"
    research.cancel = type(research.cancel)()
    events = research.resume()
    assert of(events, "notice_given")[0].code == "goes_on"
    assert events[-1].outcome == "answered"


def test_a_research_that_was_given_up_at_its_list_is_taken_up_again_there(research: Research) -> None:
    research.ask(WARRANTY)
    research.reply("/end")
    assert research.reply("/end")[-1].outcome == "cancelled"
    events = research.resume()
    assert one(events, "todo_listed").tasks
    assert events[-1].outcome == "needs_input"
    assert research.reply("ok")[-1].outcome == "answered"


def test_stored_runs_replay_to_the_same_state(research: Research) -> None:
    research.turn = TURN
    events = research.ask(skip_questions=True, approve_tasks=True)
    stored = RunRepository(research.database).load_events(research.run_id)
    live, replayed = fold_all(events), fold_all(stored)
    assert replayed.report == live.report is not None
    assert replayed.answer == live.answer
    assert replayed.todo == live.todo
    assert [step.title for step in replayed.steps if step.kind != "draft"] == [
        step.title for step in live.steps if step.kind != "draft"
    ]


def test_usage_and_pace_add_up_over_the_runs(research: Research) -> None:
    research.turn = TURN
    research.ask(WARRANTY)
    before = research.state.usage.prompt_tokens
    assert before > 0
    events = research.reply("/end")
    assert research.state.usage.prompt_tokens > before
    assert one(events, "todo_listed").measured
    events = research.reply("ok")
    ready = one(events, "answer_ready")
    assert ready.usage.prompt_tokens == research.state.usage.prompt_tokens > before
    assert research.state.pace.written == ready.usage.completion_tokens


def test_a_removed_document_leaves_the_states(research: Research) -> None:
    research.turn = TURN
    research.ask(skip_questions=True, approve_tasks=True)
    gone = IDS["manual.pdf"]
    assert gone in research.state.model_dump_json()
    with research.database.transaction() as connection:
        assert forget_in_states(connection, [gone]) == 1
    state = research.state
    text = state.model_dump_json()
    assert gone not in text
    assert "36 months" not in text
    assert not any(task.note for task in state.tasks)
    assert {found.document_id for found in state.findings}


def test_a_run_that_was_writing_writes_anew_without_the_removed_document(research: Research) -> None:
    research.ask(WARRANTY)
    research.reply("/end")
    research.reply("ok")
    written = research.state.but(phase=Phase.QUALITY, answered=False)
    states = ResearchRepository(research.database)
    states.save(research.run_id, "quality check", written.model_dump_json())
    with research.database.transaction() as connection:
        forget_in_states(connection, [IDS["manual.pdf"]])
    events = research.resume()
    answer = one(events, "answer_ready").answer
    assert events[-1].outcome == "answered"
    assert "manual.pdf" not in {citation.filename for citation in answer.citations}
    assert "36 months" not in answer.text


def test_a_report_cut_off_at_its_end_is_written_anew_without_the_removed_document(research: Research) -> None:
    research.ask(skip_questions=True, approve_tasks=True)
    assert research.state.phase is Phase.DONE
    with research.database.transaction() as connection:
        forget_in_states(connection, [IDS["old manual.pdf"]])
    events = research.resume()
    assert events[-1].outcome == "answered"
    answer = one(events, "answer_ready").answer
    assert "36 months" in answer.text
    assert "24 months" not in answer.text


SEALS = "Is the warranty of the pump from delivery one without seals?"


def test_the_way_over_a_removed_document_leaves_the_states(research: Research) -> None:
    research.limits = replace(research.limits, hits_per_search=1, hits_per_query=1)
    research.judge = RunJudge(AgreeableJudge())
    research.ask(SEALS, skip_questions=True, approve_tasks=True)
    assert any(found.via for found in research.state.findings)
    with research.database.transaction() as connection:
        forget_in_states(connection, [IDS["manual.pdf"]])
    state = research.state
    assert "Annex B" not in [found.via.text for found in state.findings if found.via]
    events = research.resume()
    for source in one(events, "research_reported").report.sources:
        assert len(source.references) == len(source.path) - 1
    assert "manual.pdf" not in {node.label for node in one(events, "research_reported").report.nodes}


def test_a_way_does_not_lead_over_what_the_workspace_does_not_hold_any_more(research: Research) -> None:
    research.limits = replace(research.limits, hits_per_search=1, hits_per_query=1)
    research.judge = RunJudge(AgreeableJudge())
    research.ask(SEALS, skip_questions=True, approve_tasks=True)
    left = tuple(name for name in IDS.values() if name != IDS["manual.pdf"])
    state = research.state.but(document_ids=left)
    ResearchRepository(research.database).save(research.run_id, "done", state.model_dump_json())
    sources = one(research.resume(), "research_reported").report.sources
    contract = next(source for source in sources if source.filename == "seal contract.pdf")
    assert contract.path == (contract.number,)
    assert contract.references == ()


def test_a_removed_document_leaves_the_events_of_a_research(research: Research) -> None:
    research.limits = replace(research.limits, hits_per_search=1, hits_per_query=1)
    research.judge = RunJudge(AgreeableJudge())
    events = research.ask(
        "Is the warranty of the pump from delivery one without seals?",
        skip_questions=True,
        approve_tasks=True,
    )
    assert "Annex B" in [event.text for event in of(events, "reference_judged")]
    gone = [IDS["manual.pdf"], IDS["seal contract.pdf"]]
    with research.database.transaction() as connection:
        forget_in_runs(connection, gone)
    left = RunRepository(research.database).load_events(research.run_id)
    assert not any(
        event.filename or event.snippet for event in of(left, "finding_kept") if event.document_id in gone
    )
    judged = of(left, "reference_judged")
    assert not any(event.text for event in judged if event.document_id in gone)
    assert not any(event.target_name for event in judged if event.target_id in gone)
    report = one(left, "research_reported").report
    assert "Annex B" not in [edge.text for edge in report.edges]
    assert not any(source.references for source in report.sources)
    # What is cited keeps its quotes and the names of its files, as in every answer.
    assert {source.filename for source in report.sources} >= {"manual.pdf"}


def test_states_go_with_their_run(research: Research) -> None:
    research.ask(WARRANTY)
    research.database.execute("DELETE FROM runs WHERE run_id = ?", (research.run_id,))
    assert ResearchRepository(research.database).load(research.run_id) is None


def test_runs_of_a_research_are_listed_as_such(research: Research) -> None:
    events = research.ask(WARRANTY)
    stored = RunRepository(research.database).get(research.run_id)
    assert stored is not None
    assert (stored.mode, stored.outcome) == (Mode.RESEARCH, "needs_input")
    assert isinstance(events[-1], RunFinished)
