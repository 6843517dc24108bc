"""What must hold in every run, told from its events: limits, citations, quotes, demands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from core.agent.constraints import PromptConstraints
from core.agent.limits import Limits
from core.bench.agent.checks import (
    found_citations,
    not_verbatim,
    opened_citations,
    over_limits,
    quotations,
    read_pages,
    run_facts,
    unmet_demands,
)
from core.events import (
    AnswerReady,
    Event,
    EventStamper,
    HitSummary,
    ModelCalled,
    Reprompted,
    RunFinished,
    ToolCalled,
    ToolReturned,
)
from core.types import Answer, Citation, Evidence, Insufficiency, Statement, StatementStatus

PAGES = {
    (
        "d",
        3,
    ): "The warranty of the B-120 is 24 months from the date of deliv-\nery. Claims are made in writing."
}
WARRANTY = "The warranty of the B-120 is 24 months from the date of delivery."
LIMITS = Limits.standard()


def page_text(document_id: str, page: int) -> str:
    return PAGES.get((document_id, page), "")


def citation(chunk_id: str, quote: str = "") -> Citation:
    return Citation(1, "d", "hash", "manual.pdf", chunk_id, 0, 3, (), quote, "", 0.5)


def said(
    text: str, quote: str, *, chunk_id: str = "a", status: StatementStatus = StatementStatus.QUOTED
) -> Answer:
    evidence = Evidence(1, "d", 3, (), quote)
    return Answer(text, (Statement(text, status, (evidence,)),), (citation(chunk_id, quote),))


def hit(chunk_id: str, page: int) -> HitSummary:
    return HitSummary(
        document_id="d",
        chunk_id=chunk_id,
        chunk_index=0,
        filename="manual.pdf",
        page=page,
        snippet="",
        score=0.5,
    )


def run(
    answer: Answer | None,
    *,
    searches: int = 1,
    openings: Sequence[str] = ("a",),
    steps: int = 2,
    reprompts: int = 0,
    outcome: str = "answered",
) -> list[Event]:
    stamp = EventStamper()
    events: list[Event] = []
    hits = tuple(hit(chunk_id, page) for chunk_id, page in (("a", 3), ("b", 7)))
    for number in range(searches):
        call_id = f"s{number}"
        tool_input = {"query": f"warranty {number}"}
        events.append(stamp(ToolCalled, call_id=call_id, tool="search_docs", tool_input=tool_input))
        events.append(stamp(ToolReturned, call_id=call_id, ok=True, summary="", hits=hits))
    for number, chunk_id in enumerate(openings):
        call_id = f"o{number}"
        tool_input = {"document_id": "d", "chunk_id": chunk_id}
        events.append(stamp(ToolCalled, call_id=call_id, tool="open_citation", tool_input=tool_input))
        ok = chunk_id in ("a", "b")
        text = PAGES["d", 3] if ok else ""
        events.append(stamp(ToolReturned, call_id=call_id, ok=ok, summary="", text=text))
    call = {"prompt_tokens": 1, "evaluated_tokens": 1, "completion_tokens": 1, "seconds": 0.1}
    events += [stamp(ModelCalled, purpose="action", **call) for _ in range(steps)]
    events += [stamp(Reprompted, attempt=number, codes=("X",)) for number in range(reprompts)]
    if answer is not None:
        events.append(stamp(AnswerReady, answer=answer))
    events.append(stamp(RunFinished, outcome=outcome))
    return events


GOOD = said(WARRANTY, WARRANTY)


def test_a_run_inside_its_limits() -> None:
    facts = run_facts(run(GOOD, searches=2, openings=("a", "b", "a"), steps=10, reprompts=3))
    assert over_limits(facts, LIMITS) == ()
    assert (facts.searches, facts.tool_calls, facts.outcome) == (2, 5, "answered")


@pytest.mark.parametrize(
    ("events", "told"),
    [
        (run(GOOD, searches=6), "7 tool calls of 5"),
        (run(GOOD, steps=11), "11 steps of 10"),
        (run(GOOD, reprompts=4), "4 reprompts of 3"),
        (run(None, outcome="failed"), "ended as failed"),
        (run(GOOD)[:-1], "ended as nothing"),
        ([], "ended as nothing"),
    ],
)
def test_what_goes_beyond_the_limits_is_named(events: list[Event], told: str) -> None:
    assert over_limits(run_facts(events), LIMITS) == (told,)


def test_citations_must_point_at_what_was_opened() -> None:
    assert opened_citations(run_facts(run(GOOD))) == (1, 1)
    other = run_facts(run(said(WARRANTY, WARRANTY, chunk_id="b")))
    assert opened_citations(other) == (0, 1)
    assert found_citations(other) == (1, 1)
    marked = replace(GOOD, citations=(replace(citation("b"), from_snippet=True),))
    snippet = run_facts(run(marked, openings=()))
    assert (opened_citations(snippet), snippet.citations_from_snippets) == ((0, 0), 1)
    refused = run_facts(run(said(WARRANTY, WARRANTY, chunk_id="z"), openings=("z",)))
    assert opened_citations(refused) == found_citations(refused) == (0, 1)


def test_pages_that_were_read() -> None:
    facts = run_facts(run(GOOD))
    assert read_pages(facts, opened_only=True) == {("manual.pdf", 3)}
    assert read_pages(facts, opened_only=False) == {("manual.pdf", 3), ("manual.pdf", 7)}


def test_quotes_are_looked_up_on_their_page() -> None:
    question = "How long is the warranty?"
    assert not_verbatim(run_facts(run(GOOD)), question, page_text) == (1, ())
    changed = WARRANTY.replace("24", "36")
    assert not_verbatim(run_facts(run(said(WARRANTY, changed))), question, page_text) == (1, (changed,))
    text = f'It says: “{WARRANTY}” and "claims are made in person or by mail".'
    count, wrong = not_verbatim(run_facts(run(replace(GOOD, text=text))), question, page_text)
    assert (count, wrong) == (3, ("claims are made in person or by mail",))


def test_the_words_of_the_question_are_no_quotation_and_neither_is_a_term() -> None:
    assert quotations("The “B-120” has «no pump of that size».") == ["no pump of that size"]
    assert quotations("A table » 1 « 2 has “no pump of that size” » 3.") == ["no pump of that size"]
    text = "Nothing is said about “what happens after a flood”."
    facts = run_facts(run(Answer(text)))
    assert not_verbatim(facts, "Quote “what happens after a flood”!", page_text) == (0, ())


TWO_SEARCHES = PromptConstraints(min_searches=2)
TWO_OPENINGS = PromptConstraints(min_open_citations=2)
QUOTE = PromptConstraints(requires_exact_quote=True)
SECTIONS = PromptConstraints(required_sections=("Warranty", "Price"))
NEWEST = PromptConstraints(requires_conflict_resolution=True, conflict_resolution_rule="newest")
GAPS = PromptConstraints(requires_insufficiency_disclosure=True)
WEAK = said(WARRANTY, WARRANTY, status=StatementStatus.WEAK)
OTHER_WORDS = said("It lasts two years.", WARRANTY, status=StatementStatus.SUPPORTED)


@pytest.mark.parametrize(
    ("demands", "answer", "unmet"),
    [
        (PromptConstraints(), GOOD, ()),
        (TWO_SEARCHES, GOOD, ("1 of 2 searches",)),
        (TWO_OPENINGS, GOOD, ("1 of 2 openings",)),
        (QUOTE, GOOD, ()),
        (QUOTE, OTHER_WORDS, ("no exact quote",)),
        (QUOTE, replace(OTHER_WORDS, text="It says “Claims are made in writing.”"), ()),
        (SECTIONS, replace(GOOD, text=f"Warranty: {WARRANTY}\nPrice: 12 €"), ()),
        (SECTIONS, replace(GOOD, text=f"Warranty: {WARRANTY}"), ("no section Price",)),
        (NEWEST, GOOD, ("does not say which of several counts",)),
        (NEWEST, replace(GOOD, text=f"The newer manual says: {WARRANTY}"), ()),
        (GAPS, GOOD, ()),
        (GAPS, WEAK, ("does not say what is missing",)),
    ],
)
def test_demands_are_met_or_named(demands: PromptConstraints, answer: Answer, unmet: tuple[str, ...]) -> None:
    assert unmet_demands(run_facts(run(answer)), demands, page_text) == unmet


def test_a_demand_that_is_told_as_a_gap_is_not_unmet() -> None:
    gap = (Insufficiency("Price", "the price of the pump"),)
    unknown = Answer("I don't know based on the provided documents.", insufficiencies=gap)
    for demands in (TWO_SEARCHES, TWO_OPENINGS, QUOTE, SECTIONS, NEWEST, GAPS):
        assert unmet_demands(run_facts(run(unknown)), demands, page_text) == ()
    half = replace(GOOD, text=f"Warranty: {WARRANTY}", insufficiencies=gap)
    assert unmet_demands(run_facts(run(half)), SECTIONS, page_text) == ()
    elsewhere = replace(half, insufficiencies=(Insufficiency("", "the weight"),))
    assert unmet_demands(run_facts(run(elsewhere)), SECTIONS, page_text) == ("no section Price",)
