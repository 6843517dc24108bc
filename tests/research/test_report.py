"""Phases 4 to 6: what is written or copied, what is shown as verified, and where it came from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from core.answer.assemble import build_answer
from core.answer.statements import DraftStatement
from core.events import Event
from core.judge.run_judge import RunJudge
from core.llm.base import GenerationRequest
from core.research.checks import may_be_shown
from core.research.report import _gated
from core.research.standalone_sentences import is_sentence, says_something
from tests.answer.helpers import source_of
from tests.research.kit import (
    IDS,
    TEXTS,
    WARRANTY,
    AgreeableJudge,
    Research,
    Shelf,
    answering,
    fresh,
    of,
    one,
)
from tests.scored import scored

RIGHT = "The warranty of the B-120 pump is 36 months from delivery [1]."
SEALS = "Is the warranty of the pump from delivery one without seals?"


class Agreeing:
    """A judge of support that always says yes, with the name of one that weights were fitted for."""

    name = "qwen2.5-coder-1.5b-instruct-q4_k_m"

    def supports(self, statement: str, evidence: str) -> float | None:
        """See `SupportJudge`."""
        return 10.0


def run(research: Research, question: str = WARRANTY) -> list[Event]:
    return research.ask(question, skip_questions=True, approve_tasks=True)


def answer_of(events: Sequence[Event]) -> Any:
    return one(events, "answer_ready").answer


def test_a_bad_report_is_written_once_more_with_a_focus(research: Research) -> None:
    asked: list[str] = []

    def section(request: GenerationRequest) -> str:
        asked.append(request.messages[-1].content)
        return "The warranty of the pump is short [1]." if len(asked) == 1 else RIGHT

    research.limits = replace(research.limits, accepted=480)
    research.turn = answering(section=section, score=8)
    events = run(research)
    first, second = of(events, "quality_checked")
    assert first.decision == "retry"
    assert first.issues == ("Not verified and left out: 1 of 3 statements.",)
    assert first.focus in asked[1]
    assert second.total > first.total
    report = one(events, "research_reported").report
    assert report.retried
    assert report.quality_total == second.total
    assert "short" not in answer_of(events).text


def test_it_is_written_twice_at_most_and_the_better_one_stays(research: Research) -> None:
    written: list[int] = []

    def section(_request: GenerationRequest) -> str:
        written.append(1)
        weak = "The warranty of the pump is short [1]."
        return weak if len(written) == 1 else f"{weak} The pump of the canteen has 36 months [1]."

    research.limits = replace(research.limits, accepted=500)
    research.turn = answering(section=section, score=0)
    events = run(research)
    first, second = of(events, "quality_checked")
    assert [first.decision, second.decision] == ["retry", "keep"]
    assert second.total < first.total
    assert len(written) == 2
    report = one(events, "research_reported").report
    assert report.quality_total == first.total
    assert not report.accepted
    assert "canteen" not in answer_of(events).text


def test_the_graph_leads_from_document_to_passage_to_document(research: Research) -> None:
    research.limits = replace(research.limits, hits_per_search=1, hits_per_query=1)
    research.judge = RunJudge(AgreeableJudge())
    events = run(research, SEALS)
    report = one(events, "research_reported").report
    by_name = {source.filename: source for source in report.sources}
    manual, contract = by_name["manual.pdf"], by_name["seal contract.pdf"]
    assert contract.path == (manual.number, contract.number)
    assert contract.references == ("Annex B",)
    assert contract.page == 1
    nodes = {node.node_id: node for node in report.nodes}
    steps = [(edge.kind, edge.text) for edge in report.edges if edge.source == manual.chunk_id]
    assert ("reference", "Annex B") in steps
    assert nodes[IDS["manual.pdf"]].kind == "document"
    assert all(edge.source in nodes and edge.target in nodes for edge in report.edges)
    assert {source.number for source in report.sources} == {
        citation.number for citation in answer_of(events).citations
    }


@scored("replies", list)
def test_a_repeat_stays_only_where_its_section_has_nothing_else(second: list[str], kept: list[str]) -> None:
    sentences = {
        "A": "The pump weighs 42 kg.",
        "B": "The warranty of the B-120 pump is 36 months from delivery.",
    }
    source = source_of(1, TEXTS["manual.pdf"], "manual.pdf")
    drafts = [DraftStatement(sentences["A"], (1,), section="one")]
    drafts += [DraftStatement(sentences[name], (1,), section="two") for name in second]
    parts: Any = SimpleNamespace(retriever=Shelf(), support=None)
    shown, dropped = _gated(drafts, [source], fresh("What does the manual say of the pump?"), parts)
    assert [one.text for one in shown] == [sentences[name] for name in kept]
    assert dropped == 0


def test_headings_and_rows_of_tables_are_not_copied() -> None:
    assert is_sentence("The pump weighs 42 kg.")
    assert not is_sentence("NOTE 1. BASIS OF PRESENTATION AND RECLASSIFICATIONS.")
    assert not is_sentence("Corporate unallocated expenses 132 (102) — 30")
    assert not is_sentence("Total (50) 67 2 19.")


@scored("references")
def test_what_only_points_and_entries_of_a_bibliography_are_not_copied(text: str) -> None:
    assert not says_something(text)


@scored("references")
def test_what_also_says_something_is_copied(text: str) -> None:
    assert says_something(text)


def test_what_a_source_only_supposes_is_not_stated_as_a_fact() -> None:
    text = "A hypothetical 10% change in prices would have decreased the net gains by $177 million."
    source = source_of(1, text, "report.pdf")

    def shown(said: str) -> bool:
        answer = build_answer(
            [DraftStatement(said, (1,))],
            [source],
            "What did it cost?",
            locate=Shelf().locate,
            judge=Agreeing(),
        )
        (statement,) = answer.statements
        return may_be_shown(statement, "What did it cost?", [source])

    assert not shown("The prices decreased the net gains by $177 million.")
    assert not shown("A 具体的 hypothetical change would have decreased the net gains by $177 million.")
    assert shown("A hypothetical change in prices would have decreased the net gains by $177 million.")


def test_a_figure_from_a_cell_under_words_of_its_own_is_left_out() -> None:
    text = "We hedge wheat with futures. Under 1 year (current) $ 2.3 $ 2.3"
    source = source_of(1, text, "report.pdf")

    def shown(said: str) -> bool:
        answer = build_answer(
            [DraftStatement(said, (1,))], [source], "What do prices cost?", locate=Shelf().locate
        )
        return may_be_shown(answer.statements[0], "", [source])

    assert not shown("Changes of commodity prices cost the company $2.3 million.")
    assert shown("We hedge wheat with futures.")


def test_a_statement_that_is_cut_off_is_left_out() -> None:
    text = "The office manages risks " + "and supports the committees of the divisions " * 9
    source = source_of(1, f"{text}.", "report.pdf")

    def shown(said: str) -> bool:
        answer = build_answer(
            [DraftStatement(said, (1,))], [source], "Who manages risks?", locate=Shelf().locate
        )
        return may_be_shown(answer.statements[0], "", [source])

    assert not shown(text[:398].replace("manages", "manages the"))
    assert shown(f"{text.strip()}.")
