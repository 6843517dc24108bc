"""Questions that only a chain answers: how they are made, graded, and what a run may not go beyond."""

from __future__ import annotations

import pytest

from core.cancel import CancelToken
from core.research.limits import ResearchLimits
from core.research.references.detect import detect
from core.research.references.mentions import mentioned, with_names
from core.research.references.title_matching import DocumentNameTable
from core.research.state import Finding, ResearchState, Task, Via
from core.research.synthesis import told_by_references
from core.system.paths import AppPaths
from core.types import Answer, Statement, StatementStatus
from tests.answer.helpers import source_of
from tests.benchmarks.research.chain_plan import planned_chains
from tests.benchmarks.research.chains import ChainAnswer, judged, summed_up
from tests.benchmarks.research.limit_checks import over_limits
from tests.benchmarks.research.run import run_research
from tests.research.kit import Papers, Research, chapters, of, one

PART = Via(number=1, text="section 4.2", kind="section")
ANNEX = Via(number=1, text="Annex B", kind="section")


def found(number: int, relevance: float, via: Via | None) -> Finding:
    return Finding(
        number=number, document_id="d", chunk_id=str(number), score=0.5, relevance=relevance, via=via
    )


def test_documents_and_answers_are_drawn_by_the_seed() -> None:
    documents, known, questions = planned_chains(1)
    assert (documents, known, questions) == planned_chains(1)
    assert questions != planned_chains(2)[2]
    assert len(questions) >= 12
    assert sum(one.depth == 2 for one in questions) >= 2
    texts = {document.filename: " ".join(block.text for block in document.blocks) for document in documents}
    headings = {(document.filename, block.name) for document in documents for block in document.blocks}
    for reference in known:
        assert all(not place or (file, place) in headings for file, place in reference.targets), reference
    for asked in questions:
        holding = [name for name, text in texts.items() if all(said in text for said in asked.says)]
        assert len(holding) == 1, asked
        words = {word for word in asked.question.split() if len(word) > 7}
        # Where the answer stands is not what the question speaks of.
        assert not words & set(texts[holding[0]].split()), asked


def statement(text: str, status: StatementStatus = StatementStatus.QUOTED) -> Statement:
    return Statement(text, status)


def test_right_is_what_verified_statements_say() -> None:
    asked = planned_chains(1)[2][0]
    said, wrong = statement(f"Every {asked.says[0]}."), statement(f"Every {asked.wrong[0]}.")
    assert judged(asked, Answer("", (said,))) == (True, True)
    assert judged(asked, Answer("", (said, wrong))) == (True, False)
    assert judged(asked, Answer("", (wrong,))) == (False, False)
    doubtful = statement(said.text, StatementStatus.WEAK)
    assert judged(asked, Answer(said.text, (doubtful,))) == (False, False)
    rows = [
        ChainAnswer("a", 1, "research", True, True, 1.0, "answered", ()),
        ChainAnswer("b", 2, "research", False, False, 2.0, "answered", ()),
    ]
    results = summed_up(rows)
    assert (results["research.right"].count, results["research.right"].of) == (1, 2)
    assert results["research.right, 2 deep"].value == 0.0


def test_what_goes_beyond_a_limit_is_named() -> None:
    limits = ResearchLimits.reduced()
    task = Task(task_id=1, title="a", query="a", queries=("a", "b"), reference_tokens=limits.reference_tokens)
    finding = Finding(number=1, document_id="d", chunk_id="c", score=0, relevance=1, depth=2)
    state = ResearchState(
        question="q", tasks=(task,), findings=(finding,), visited=("1|d|a", "1|d|b", "1||c")
    )
    assert over_limits(state, limits, 1000) == ()
    deep = state.but(findings=(finding.but(depth=3),), visited=tuple(f"1|d|{letter}" for letter in "abcd"))
    assert over_limits(deep, limits, 1000) == ("3 levels of 2", "4 references into one document of 3")
    busy = state.but(tasks=(task.but(queries=("a", "b", "c"), reference_tokens=7_001),) * 5)
    assert "5 tasks of 4" in over_limits(busy, limits, 1000)
    assert "3 searches of a task of 2" in over_limits(busy, limits, 1000)
    assert "7001 tokens behind references of 7000" in over_limits(busy, limits, 1000)


def test_a_section_right_before_a_name_of_the_library_stands_in_that_document() -> None:
    sources = {
        name: source_of(0, "Text.", name) for name in ("Duty Order Halden.pdf", "Entgeltordnung Auental.pdf")
    }
    table = DocumentNameTable(Papers(sources).registry())

    def found(text: str) -> list[tuple[str, str]]:
        return [
            (one.words, one.document) for one in with_names(text, detect(text), mentioned(text, table, "own"))
        ]

    assert found("See Annex C of the Duty Order Halden.") == [("Annex C", "Duty Order Halden")]
    # A name elsewhere in the sentence is a reference of its own.
    assert found("See Annex C; it replaces the Duty Order Halden.") == [
        ("Annex C", ""),
        ("Duty Order Halden", ""),
    ]


def test_what_a_place_opens_with_answers_without_a_word_of_the_question(research: Research) -> None:
    noise = "The pump was looked at when it was overhauled, and the overhaul of the pump was noted."
    text = "How often the pump is overhauled: see section 4.2 of the Maintenance Plan."
    texts = {"handbook.pdf": source_of(0, text, "handbook.pdf")} | chapters(
        "maintenance plan.pdf",
        "4.1 One\nThis is due every 13 months.",
        f"4.2 Two\nThis is due every 42 months. {noise}",
    )
    research.shelf, research.papers = type(research.shelf)(texts), Papers(texts)
    research.limits = research.limits.__class__(hits_per_search=1, hits_per_query=1)
    events = research.ask("How often is the pump overhauled?", skip_questions=True, approve_tasks=True)
    assert [event.followed for event in of(events, "reference_judged")][:1] == [True]
    verified = [statement.text for statement in one(events, "answer_ready").answer.statements]
    assert "This is due every 42 months." in verified
    assert "This is due every 13 months." not in verified


def test_of_a_part_without_a_word_of_the_task_only_the_first_passage_is_told() -> None:
    by_search = found(1, 0.9, None)
    opens, rest = found(2, 0.2, PART), found(3, 0.3, PART)
    relevant, other = found(4, 0.7, ANNEX), found(5, 0.4, ANNEX)
    chosen = [by_search, relevant, other, rest, opens]
    assert told_by_references(chosen, 0.6, is_written=False) == [relevant, opens]
    assert told_by_references(chosen, 0.6, is_written=True) == [relevant]
    assert told_by_references([by_search], 0.6, is_written=False) == []


def test_the_passage_that_reaches_the_token_budget_is_the_last(research: Research) -> None:
    parts = [f"{letter * 400}." for letter in "abcd"]
    texts = {
        "handbook.pdf": source_of(
            0, "The pump is overhauled as in section 4 of the Maintenance Plan.", "handbook.pdf"
        )
    } | chapters("maintenance plan.pdf", "4 Overhaul\nThe pump is overhauled.", *parts)
    research.shelf, research.papers = type(research.shelf)(texts), Papers(texts)
    research.limits = research.limits.__class__(
        hits_per_search=1, hits_per_query=1, reference_tokens=50, tasks=1
    )
    research.ask("How is the pump overhauled?", skip_questions=True, approve_tasks=True)
    (task,) = research.state.tasks
    assert 0 < task.reference_tokens <= 50 + 101


@pytest.mark.model
def test_the_benchmark_asks_and_tells_how_it_went() -> None:
    report = run_research(
        part="runs", paths=AppPaths.from_environment(None), quick=True, cancel=CancelToken(), count=1
    )
    assert report.results["runs.within every limit"].value == 1.0
    assert any("kill -9" in note for note in report.notes)
