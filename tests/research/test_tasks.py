"""Phase 3: searches, what is kept, and references followed as far as the gate and the guards let them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from core.answer.sources import Source
from core.errors import StorageError
from core.events import Event
from core.judge.run_judge import RunJudge
from core.llm.base import GenerationRequest
from core.research.base import FoundReference
from core.research.limits import Pace, ResearchLimits, estimated_seconds
from core.research.passages import filtered, judged
from tests.answer.helpers import source_of
from tests.library_kit import answer_judge
from tests.research.kit import WARRANTY, AgreeableJudge, Papers, Research, answering, of, one

SEALS = "Is the warranty of the pump from delivery one without seals?"


def judgements(events: list[Event]) -> list[tuple[str, bool, int]]:
    return [(event.text, event.followed, event.depth) for event in of(events, "reference_judged")]


@pytest.fixture
def chain(research: Research) -> Research:
    """Each search finds the manual alone; the rest can be reached by references."""
    research.limits = replace(research.limits, hits_per_search=1, hits_per_query=1)
    research.judge = RunJudge(AgreeableJudge())
    return research


def run(research: Research, question: str = SEALS) -> list[Event]:
    return research.ask(question, skip_questions=True, approve_tasks=True)


def test_a_reference_that_means_nothing_is_open(research: Research) -> None:
    class Lost:
        def references(self, source: Source) -> tuple[FoundReference, ...]:
            why, where = "no such law is in the library", "§ 15 Lost Act"
            return (
                FoundReference("document", "the lost book", "lost", leads=False, reason=why, address=where),
            )

    research.follower = Lost()
    events = run(research, WARRANTY)
    assert {event.followed for event in of(events, "reference_judged")} == {False}
    report = one(events, "research_reported").report
    told = {(row.text, row.address, row.reason) for row in report.open_references}
    assert told == {("the lost book", "§ 15 Lost Act", "no such law is in the library")}


def test_what_one_task_followed_is_not_told_as_not_followed(chain: Research) -> None:
    usual = answering(tasks=["warranty of the pump and seals"])
    asked: list[str] = []

    def turn(request: GenerationRequest) -> str | dict[str, Any]:
        """Against all references of the first task, and none of the second."""
        if request.grammar is None or "decisions" not in str(request.grammar.json_schema):
            return usual(request)
        asked.append(request.messages[-1].content.splitlines()[0])
        follow = asked[0] != asked[-1]
        return {"decisions": [{"reference": 1, "follow": follow, "reason": "not now"}]}

    chain.turn = turn
    events = run(chain)
    assert {("Annex B", False), ("Annex B", True)} <= {row[:2] for row in judgements(events)}
    left = one(events, "research_reported").report.open_references
    assert ("Annex B", "manual.pdf") not in {(row.text, row.filename) for row in left}
    assert "“Annex B” (manual.pdf" not in one(events, "answer_ready").answer.text


def test_what_was_only_searched_for_is_no_way_that_a_passage_names(research: Research) -> None:
    texts = {
        "hose.pdf": "Which hose fits the ladder of the dock is told in the Handling Guide HG-9.",
        "tips.pdf": "The hose that fits the ladder of the dock is in the handling guide: 25 mm.",
    }
    sources = {name: source_of(0, text, name) for name, text in texts.items()}
    research.shelf, research.papers = type(research.shelf)(sources), Papers(sources)
    research.limits = replace(research.limits, hits_per_search=1, hits_per_query=1, least_passages=1)
    research.follower = _Searching()
    events = run(research, "Which hose fits the ladder of the dock, told in the Handling Guide?")
    found = {event.filename: event for event in of(events, "finding_kept") if event.task_id}
    assert found["tips.pdf"].depth == 1
    assert found["tips.pdf"].via_number == 0, "hose.pdf does not name tips.pdf"
    report = one(events, "research_reported").report
    (edge,) = [edge for edge in report.edges if edge.kind != "contains"]
    assert (edge.kind, edge.text) == ("search", "Handling Guide HG-9")
    assert report.is_searched(found["hose.pdf"].number, found["tips.pdf"].number)


class _Searching:
    """Knows of the guide no more than its name."""

    def references(self, source: Source) -> tuple[FoundReference, ...]:
        if "HG-9" not in source.chunk.text:
            return ()
        query = "hose ladder dock handling guide"
        return (
            FoundReference("document_mention", "Handling Guide HG-9", "hg-9", query=query, is_known=False),
        )


def test_a_task_searches_at_most_three_times(research: Research) -> None:
    research.limits = replace(research.limits, hits_per_search=1)
    research.judge = RunJudge(AgreeableJudge())
    searches = iter(["pump canteen soup fish", "pump archive report Bonn", "pump service office"])

    def turn(request: GenerationRequest) -> str | dict[str, Any]:
        note = "Passages found" in request.messages[-1].content
        search = next(searches) if note else ""
        return answering(note={"note": "Not enough.", "enough": False, "search": search})(request)

    research.turn = turn
    run(research, WARRANTY)
    task = research.state.tasks[0]
    assert task.queries == (WARRANTY, "pump canteen soup fish", "pump archive report Bonn")
    assert len(task.queries) == research.limits.iterations == 3
    assert task.note == "Not enough."


def test_a_search_that_fails_ends_the_run_and_keeps_the_state(research: Research) -> None:
    research.ask(WARRANTY)
    research.reply("/end")

    class Broken(type(research.shelf)):  # type: ignore[misc]
        def search(self, query: str, **options: object) -> object:
            raise StorageError("The index cannot be read.", "Restart the program.")

    whole, research.shelf = research.shelf, Broken()
    events = research.reply("ok")
    assert (events[-1].outcome, events[-1].error_code) == ("failed", "storage")
    research.shelf = whole
    assert research.resume()[-1].outcome == "answered"


# --- relevance, pace and budgets -------------------------------------------------------------------


def test_the_filter_refills_to_its_minimum() -> None:
    sources = [
        source_of(1, "The warranty of the pump is 36 months."),
        source_of(2, "Fish on Friday.", "menu.pdf", score=0.1),
        source_of(3, "Soup on Monday.", "soup.pdf", score=0.1),
    ]
    rows = judged("How long is the warranty of the pump?", "en", sources, answer_judge())
    assert rows[0].source.number == 1
    assert [(row.source.number, refilled) for row, refilled in filtered(rows, 0.6, 2)] == [
        (1, False),
        (rows[1].source.number, True),
    ]
    assert len(filtered(rows, 0.6, 0)) == 1


def test_budgets_follow_the_speed_of_the_model() -> None:
    whole = ResearchLimits.standard()
    assert whole.scaled(Pace()) == whole
    fast = Pace(read=10_000, written=1_000, seconds=20)
    assert whole.scaled(fast) == whole
    slow = Pace(read=1_000, written=300, seconds=100)  # about 6 tokens/s
    scaled = whole.scaled(slow)
    assert 2_000 <= scaled.reference_tokens < 10_000
    assert scaled.section_tokens == 120
    assert scaled.sources_per_section == 3
    assert estimated_seconds(slow, 3, 120, 6) > estimated_seconds(fast, 3, 120, 6) > 0
    assert estimated_seconds(slow, 6, 120, 6) == pytest.approx(2 * estimated_seconds(slow, 3, 120, 6))
