"""Phase 3: searches, what is kept, and references followed as far as the gate and the guards let them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from core.answer.sources import Source
from core.errors import StorageError
from core.events import Event
from core.llm.base import GenerationRequest
from core.research.base import FoundReference, NoTarget, Target
from core.research.limits import ResearchLimits
from core.research.passages import filtered, judged, relevance_of
from core.research.remaining_time import Pace, estimated_seconds
from tests.answer.helpers import source_of
from tests.research.kit import SOURCES, WARRANTY, Papers, Research, answering, chapters, of, one

SEALS = "Is the warranty of the pump from delivery one without seals?"


def judgements(events: list[Event]) -> list[tuple[str, bool, int]]:
    return [(event.text, event.followed, event.depth) for event in of(events, "reference_judged")]


@pytest.fixture
def chain(research: Research) -> Research:
    """Each search finds the manual alone; the rest can be reached by references."""
    research.limits = replace(research.limits, hits_per_search=1, hits_per_query=1, relevance=0.0)
    return research


def run(research: Research, question: str = SEALS) -> list[Event]:
    return research.ask(question, skip_questions=True, approve_tasks=True)


def test_references_are_followed_two_deep_and_no_deeper(chain: Research) -> None:
    events = run(chain)
    kept = {event.filename: (event.depth, event.via_number) for event in of(events, "finding_kept")}
    numbers = {event.filename: event.number for event in of(events, "finding_kept")}
    assert kept["seal contract.pdf"] == (1, numbers["manual.pdf"])
    assert kept["service guide.pdf"] == (2, numbers["seal contract.pdf"])
    assert "archive report.pdf" not in kept
    assert ("Archive Report", False, 3) in judgements(events)
    report = one(events, "research_reported").report
    assert "2 deep" in next(row for row in report.open_references if row.text == "Archive Report").reason
    assert "2 deep" in one(events, "answer_ready").answer.text


def test_a_task_keeps_the_names_of_the_question_in_each_of_its_searches(research: Research) -> None:
    run(research, "How long is the warranty of the B-120 pump, and what do the notes on turbines say?")
    task = next(one for one in research.state.tasks if "turbines" in one.title)
    assert len(task.queries) >= 1
    assert all("B-120" in query for query in task.queries)


def test_a_sentence_that_only_points_is_not_copied(research: Research) -> None:
    text = "See the notes to the warranty of the pump. The warranty of the pump is 36 months from delivery."
    texts = {"manual.pdf": source_of(0, text, "manual.pdf")}
    research.shelf, research.papers = type(research.shelf)(texts), Papers(texts)
    told = one(run(research, "How long is the warranty of the pump?"), "answer_ready").answer.text
    assert "36 months" in told
    assert "See the notes" not in told


def test_a_reference_is_followed_once_a_task(chain: Research) -> None:
    twice = "For seals see Annex B of the Seal Contract. On seals see Annex B of the Seal Contract."
    texts = chapters("plan.pdf", twice, "Seals of the pump: see Annex B of the Seal Contract.")
    texts |= {"seal contract.pdf": SOURCES["seal contract.pdf"]}
    chain.shelf, chain.papers = type(chain.shelf)(texts), Papers(texts)
    chain.limits = replace(chain.limits, hits_per_search=2)
    events = run(chain, "What does the plan say about seals of the pump?")
    from_plan = [row for row in judgements(events) if row[0] == "Annex B" and row[2] == 1]
    assert [follow for _text, follow, _depth in from_plan] == [True, False]
    assert "it was followed before" in [event.reason for event in of(events, "reference_judged")]


def test_a_cycle_ends(chain: Research) -> None:
    texts = {
        "north.pdf": source_of(0, "Seals are covered, see the South Plan.", "north plan.pdf"),
        "south.pdf": source_of(0, "Seals are covered, see the North Plan.", "south plan.pdf"),
    }
    chain.shelf = type(chain.shelf)(texts)
    chain.papers = Papers(texts)
    events = run(chain, "Which seals are covered?")
    assert events[-1].outcome == "answered"
    assert len([row for row in judgements(events) if row[1]]) <= 2
    report = one(events, "research_reported").report
    assert {(edge.kind) for edge in report.edges} == {"contains", "reference"}


def test_the_token_budget_ends_the_following(chain: Research) -> None:
    chain.limits = replace(chain.limits, reference_tokens=10)
    events = run(chain)
    # The first is read whole; then the budget is spent.
    first, *others = of(events, "reference_judged")
    assert first.followed
    assert not any(event.followed for event in others)
    assert any("10 tokens" in event.reason for event in others)
    assert any("10 tokens" in told for told in one(events, "research_reported").report.limits)


def test_references_that_keep_leading_to_one_document_are_stopped(chain: Research) -> None:
    named = " ".join(f"How long seals are covered: see Annex {one} of the Seal Contract." for one in "ABCD")
    annexes = [f"In Annex {letter} the seals of pump {letter} are covered." for letter in "ABCD"]
    texts = {"plan.pdf": source_of(0, named, "plan.pdf")} | chapters("seal contract.pdf", *annexes)
    chain.shelf, chain.papers = type(chain.shelf)(texts), Papers(texts)
    chain.limits = replace(chain.limits, follow_depth=1, relevance=0.99)
    events = run(chain, "How long seals are covered: what stands in the plan?")
    from_plan = [event for event in of(events, "reference_judged") if event.depth == 1]
    assert [event.followed for event in from_plan] == [True, True, True, False]
    assert "3 times" in from_plan[3].reason
    kept = [event for event in of(events, "finding_kept") if event.filename == "seal contract.pdf"]
    assert len(kept) == chain.limits.same_document == 3


def test_what_leads_out_of_the_library_is_listed_with_its_address(research: Research) -> None:
    events = run(research, WARRANTY)
    report = one(events, "research_reported").report
    (found,) = [row for row in report.open_references if row.address]
    assert (found.filename, found.address) == ("old manual.pdf", "https://example.org/b120")
    assert ("external", "https://example.org/b120") in [(node.kind, node.label) for node in report.nodes]


def test_a_reference_of_a_sentence_beside_the_task_is_not_followed(research: Research) -> None:
    events = run(research, "How heavy is the B-120 pump in kg?")
    reasons = {event.text: event.reason for event in of(events, "reference_judged") if not event.followed}
    assert "its sentence is about something else" in reasons.values()
    assert not one(events, "research_reported").report.open_references


def test_the_model_may_advise_against_a_reference_with_a_reason(chain: Research) -> None:
    chain.turn = answering(decisions=[{"reference": 1, "follow": False, "reason": "only about soup"}])
    events = run(chain)
    judged_first = of(events, "reference_judged")[0]
    assert judged_first.followed is False
    assert judged_first.reason == "the model says no: only about soup"


def test_a_reference_that_means_nothing_is_open(research: Research) -> None:
    class Lost:
        def references(self, source: Source) -> tuple[FoundReference, ...]:
            return (FoundReference("document", "the lost book", "lost", 0),)

        def target(self, reference: FoundReference, source: Source) -> NoTarget:
            return NoTarget("no such law is in the library", "§ 15 Lost Act")

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
        named = "HG-9" in source.chunk.text
        return (FoundReference("document_mention", "Handling Guide HG-9", "hg-9"),) if named else ()

    def target(self, reference: FoundReference, source: Source) -> Target:
        return Target("hose ladder dock handling guide", is_known=False)


def test_a_task_searches_at_most_three_times(research: Research) -> None:
    research.limits = replace(research.limits, hits_per_search=1, relevance=0.0)
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


def test_a_search_that_finds_nothing_new_is_the_last(research: Research) -> None:
    research.turn = answering(note={"note": "Not enough.", "enough": False, "search": "warranty of the pump"})
    events = run(research, WARRANTY)
    assert len(research.state.tasks[0].queries) == 2
    assert [event.purpose for event in of(events, "model_called")].count("note") == 1


def test_a_task_that_finds_nothing_says_so(research: Research) -> None:
    events = run(research, "Zebra giraffe elephant rhinoceros?")
    assert research.state.tasks[0].status == "empty"
    assert events[-1].outcome == "no_answer"
    answer = one(events, "answer_ready").answer
    assert answer.statements == ()
    assert answer.insufficiencies[0].missing == "nothing was found for this task"


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


def test_relevance_has_its_limit_where_copied_sentences_count_as_an_answer() -> None:
    assert relevance_of(0.29, 0.4) == pytest.approx(0.6)
    assert relevance_of(0.35, 0.0) == pytest.approx(0.6)
    assert relevance_of(0.0, 0.0) == 0.0
    assert relevance_of(1.0, 1.0) == 1.0
    assert relevance_of(0.1, 0.3) < 0.6 < relevance_of(0.5, 0.5) < relevance_of(0.9, 0.6)


def test_the_filter_refills_to_its_minimum() -> None:
    sources = [
        source_of(1, "The warranty of the pump is 36 months."),
        source_of(2, "Fish on Friday.", "menu.pdf", score=0.1),
        source_of(3, "Soup on Monday.", "soup.pdf", score=0.1),
    ]
    rows = judged("How long is the warranty of the pump?", sources)
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
