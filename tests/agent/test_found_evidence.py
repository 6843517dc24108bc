"""What was found is looked through after every search, and what could not be opened is not called missing."""

from __future__ import annotations

from dataclasses import replace

from core.agent.found_evidence import FoundEvidence
from core.agent.limits import Limits
from core.agent.state import AgentState
from core.agent.tools import AgentTools
from core.answer.sources import Source
from core.judge.run_judge import RunJudge
from core.types import SearchHit
from tests.agent.scripted_run import Finding, Run
from tests.answer.helpers import source_of
from tests.library_kit import answer_judge

HERONS = source_of(0, "The reserve has 340 herons in its northern lakes.", "counts.pdf")
HUTS = [source_of(0, f"The hut at lake {number} is made of wood.", f"{number}.pdf") for number in range(30)]
THINGS = ("warranty", "weight", "price", "colour", "noise")
FACTS = [
    source_of(0, f"The {thing} of the B-120 is {place} units.", f"{thing}.pdf")
    for place, thing in enumerate(THINGS)
]


def hit_of(source: Source) -> SearchHit:
    return SearchHit(source.chunk, source.document.filename, 1, 0.7, 0.1, source.chunk.text)


def test_a_late_search_can_still_answer() -> None:
    question = "How many herons does the reserve have?"
    judge = RunJudge(answer_judge())
    state = AgentState(Limits.standard(), judge=judge, question=question)
    tools = AgentTools(Finding([HERONS, *HUTS]), judge, None, state.limits)
    evidence = FoundEvidence(state, tools)
    state.add_results("huts", [hit_of(source) for source in HUTS[:20]])
    assert [part.standing for part in evidence.wanting()] == [question]
    state.add_results("herons", [hit_of(HERONS)])
    assert evidence.wanting() == ()
    assert [hit.filename for hit in evidence.to_open()] == ["counts.pdf"]
    assert list(evidence.unread()) == [question]


def test_what_searches_have_shown_may_be_cited_when_no_call_is_left_to_open_it() -> None:
    headings = ", ".join(thing.capitalize() for thing in THINGS[:4])
    question = f"Describe the B-120 pump. Use these sections: {headings} and Noise."
    split = "\n".join(f"{thing.capitalize()}: What is the {thing} of the B-120?" for thing in THINGS)
    run = Run([], question, retriever=Finding(FACTS), split=split)
    (ready,) = run.of("answer_ready")
    assert len(run.of("tool_called")) == 5
    assert ready.answer.insufficiencies == ()
    assert sorted(row.text for row in ready.answer.statements) == sorted(
        source.sentences[0].text for source in FACTS
    )
    assert sum(one.from_snippet for one in ready.answer.citations) == 4


def test_what_was_shown_of_another_sentence_does_not_count_as_read() -> None:
    question = "How many herons does the reserve have?"
    judge = RunJudge(answer_judge())
    state = AgentState(Limits.standard(), judge=judge, question=question)
    source = source_of(
        0, "The reserve is closed in winter. It has 340 herons in its northern lakes.", "counts.pdf"
    )
    evidence = FoundEvidence(state, AgentTools(Finding([source]), judge, None, state.limits))
    state.add_results("reserve", [hit_of(source)])
    assert list(evidence.unread()) == [question]
    state.snippets.append(replace(source, sentences=source.sentences[:1], from_snippet=True))
    assert list(evidence.unread()) == [question]
    state.snippets.append(replace(source, sentences=source.sentences[1:], from_snippet=True))
    assert not evidence.unread()
