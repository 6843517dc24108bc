"""What the five scores are made of, and what is accepted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

from core.answer.assemble import build_answer
from core.answer.sources import Source
from core.answer.statements import DraftStatement
from core.research.attribution import _path
from core.research.base import Parts
from core.research.limits import ResearchLimits
from core.research.quality import _beside, _judged
from core.research.report import Assembled, _conflicts
from core.research.state import Finding, Quality, ResearchState, Section, Task, Via
from core.types import StatementStatus
from core.types.research import QualityScore
from tests.answer.helpers import source_of
from tests.library_kit import answer_judge
from tests.research.kit import TEXTS, WARRANTY, Research, Shelf, answering, fresh, of, one
from tests.scored import scored

OIL = "The press P-20 needs oil of class 46."
HOSE = "A hydraulic hose costs 180 Euro."
ASKED = "Which oil does the press P-20 need, and what does a hydraulic hose cost?"
VALID = (QualityScore("semantic_validity", 100), ())
PARTS = ("Which oil does the press P-20 need?", "What does a hydraulic hose cost?")
SOURCES = (source_of(1, OIL, "manual.pdf"), source_of(2, HOSE, "prices.pdf"))


def finding_of(source: Source, task_id: int) -> Finding:
    document_id, chunk_id = source.document.document_id, source.chunk.chunk_id
    found = Finding(
        number=source.number, document_id=document_id, chunk_id=chunk_id, score=0.7, relevance=0.9
    )
    return found.but(task_id=task_id)


def written(*rows: Sequence[DraftStatement], question: str = ASKED) -> ResearchState:
    """A research with a section a row, under the parts of the question; each task has found both passages."""
    titles = PARTS[: len(rows)]
    tasks = tuple(Task(task_id=n, title=title, query=title) for n, title in enumerate(titles, 1))
    sections = tuple(
        Section(task_id=n, title=title, statements=tuple(replace(one, section=title) for one in row))
        for n, (title, row) in enumerate(zip(titles, rows, strict=True), 1)
    )
    findings = tuple(finding_of(source, task.task_id) for task in tasks for source in SOURCES)
    return fresh(question).but(questions=PARTS, tasks=tasks, sections=sections, findings=findings)


def report_of(state: ResearchState, sources: Sequence[Source] = SOURCES) -> Assembled:
    drafts = tuple(one for section in state.sections for one in section.statements)
    answer = build_answer(drafts, sources, state.question, locate=Shelf().locate)
    return Assembled(answer, drafts, tuple(sources), (), ())


def parts_of(limit: int) -> Parts:
    """What a score is made with, accepted from `limit` points on."""
    limits = replace(ResearchLimits.standard(), accepted=limit)
    return cast(Parts, SimpleNamespace(limits=limits, judge=answer_judge(), support=None))


def quality_of(state: ResearchState, limit: int = 375, *, retry_left: bool = False) -> Quality:
    return _judged(state, report_of(state), VALID, parts_of(limit), retry_left=retry_left)


def scores(quality: Quality) -> dict[str, int]:
    return {one.name: one.score for one in quality.scores}


GOOD = ([DraftStatement(OIL, (1,))], [DraftStatement(HOSE, (2,))])


def test_a_report_without_fault_has_all_points() -> None:
    quality = quality_of(written(*GOOD))
    assert set(scores(quality).values()) == {100}
    assert quality.issues == ()
    assert quality.accepted


def test_an_empty_section_costs_structure() -> None:
    quality = quality_of(written(GOOD[0], ()))
    assert scores(quality)["structural_integrity"] == 65  # 0.7 of one half, and 0.3
    assert "Nothing stands under 1 of 2 tasks." in quality.issues


def test_a_repeated_sentence_costs_structure() -> None:
    quality = quality_of(written([*GOOD[0], *GOOD[0]], [*GOOD[1], *GOOD[1]]))
    assert scores(quality)["structural_integrity"] == 85
    assert "Sentences that stand more than once: 2." in quality.issues


def test_what_is_not_taken_up_costs_relevance() -> None:
    quality = quality_of(written(GOOD[0], ()))
    assert scores(quality)["query_relevance"] < 80
    assert any("a hydraulic hose cost" in issue for issue in quality.issues)


def test_a_citation_that_carries_nothing_costs_points_though_the_statement_is_verified() -> None:
    """The statement as judged rests on a passage; the score reads what is cited anew."""
    state = written(*GOOD)
    report = report_of(state)
    oil, hose = report.answer.statements
    swapped = replace(
        report,
        answer=replace(report.answer, statements=(replace(oil, evidence=hose.evidence), hose)),
    )
    quality = _judged(state, swapped, VALID, parts_of(375), retry_left=False)
    assert scores(quality)["citation_correctness"] == 50
    assert any(issue.endswith("do not carry: 1.") for issue in quality.issues)


def test_a_copy_whose_quote_is_not_in_its_passage_costs_citations() -> None:
    state = written([DraftStatement(OIL, (1,), ("1.1",), quoted=True)])
    report = report_of(state)
    (copy,) = report.answer.statements
    assert copy.status is StatementStatus.QUOTED
    wrong = replace(copy, evidence=tuple(replace(row, quote="Oil of class 68.") for row in copy.evidence))
    changed = replace(report, answer=replace(report.answer, statements=(wrong,)))
    assert (
        scores(_judged(state, report, VALID, parts_of(375), retry_left=False))["citation_correctness"] == 100
    )
    assert (
        scores(_judged(state, changed, VALID, parts_of(375), retry_left=False))["citation_correctness"] == 0
    )


def test_nothing_is_accepted_without_a_statement() -> None:
    assert not quality_of(written([]), limit=0).accepted
    assert quality_of(written(*GOOD), limit=0).accepted


def test_what_was_written_and_left_out_costs_half_its_share() -> None:
    state = written(*GOOD)
    sections = (state.sections[0].but(left_out=1), *state.sections[1:])
    quality = quality_of(state.but(sections=sections))
    assert scores(quality)["factual_accuracy"] == 83
    assert "Not verified and left out: 1 of 3 statements." in quality.issues


def test_an_open_part_is_not_accepted_while_a_try_is_left() -> None:
    other = written(GOOD[0], [DraftStatement(OIL, (1,))])
    assert quality_of(other, limit=300).accepted
    quality = quality_of(other, limit=300, retry_left=True)
    assert not quality.accepted
    assert quality.rewrite == (2,), "the section of the part that is open"


def test_a_part_that_the_user_took_off_is_not_open() -> None:
    state = written(GOOD[0], [DraftStatement(OIL, (1,))]).but(removed=(PARTS[1],))
    assert quality_of(state, limit=300, retry_left=True).accepted


def test_a_section_that_says_what_belongs_to_another_is_beside() -> None:
    state = written(GOOD[0], [DraftStatement(OIL, (1,))])
    assert _beside(state, report_of(state), answer_judge()) == ([PARTS[1]], 2)
    state = written(*GOOD)
    assert _beside(state, report_of(state), answer_judge()) == ([], 2)


def test_an_open_part_is_written_once_more_and_then_kept_or_accepted(research: Research) -> None:
    asked: list[str] = []

    def section(request: object) -> str:
        asked.append(str(request))
        return "The warranty of the B-120 pump is 36 months from delivery [1]."

    research.turn = answering(section=section)
    question = "How long is the warranty of the B-120 pump, and what does the pump weigh?"
    events = research.ask(question, skip_questions=True, approve_tasks=True)
    decisions = [event.decision for event in of(events, "quality_checked")]
    report = one(events, "research_reported").report
    assert report.accepted is (decisions[-1] == "accept")


@scored("replies")
def test_the_limits_are_as_told(total: int, accepted: bool) -> None:
    limits = ResearchLimits.standard()
    assert (total >= limits.accepted) is accepted
    assert limits.tasks == 15


def test_a_passage_that_a_search_found_as_well_has_no_way_over_references() -> None:
    by_reference = Finding(
        number=2,
        document_id="d2",
        chunk_id="c2",
        score=0.5,
        relevance=0.9,
        task_id=1,
        depth=1,
        via=Via(number=1, text="Annex B", kind="section"),
    )
    first = by_reference.but(number=1, document_id="d1", chunk_id="c1", depth=0, via=None)
    state = fresh(WARRANTY).but(findings=(first, by_reference))
    assert [found.number for found in _path(state, 2, {1, 2})] == [1, 2]
    searched = by_reference.but(task_id=2, depth=0, via=None)
    state = state.but(findings=(first, by_reference, searched))
    assert [found.number for found in _path(state, 2, {1, 2})] == [2]


@scored("replies")
def test_only_a_conflict_about_what_is_said_is_told(said: str, conflicts: int) -> None:
    names = ("manual.pdf", "old manual.pdf")
    sources = [source_of(n, TEXTS[name], name) for n, name in enumerate(names, 1)]
    findings = tuple(finding_of(source, 1) for source in sources)
    state = fresh(WARRANTY).but(findings=findings, sections=(Section(task_id=1, title=WARRANTY),))
    parts: Any = SimpleNamespace(retriever=Shelf(), judge=answer_judge())
    found = _conflicts(state, None, [DraftStatement(said, (1,), section=WARRANTY)], sources, parts)
    assert len(found) == conflicts
