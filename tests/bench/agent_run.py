"""A run of the agent over one page, for the tests of what the benchmark tells of it."""

from __future__ import annotations

from collections.abc import Sequence

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
from core.types import Answer, Citation, Evidence, Statement, StatementStatus

PAGES = {
    (
        "d",
        3,
    ): "The warranty of the B-120 is 24 months from the date of deliv-\nery. Claims are made in writing."
}
WARRANTY = "The warranty of the B-120 is 24 months from the date of delivery."


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
    queries: Sequence[str] = (),
) -> list[Event]:
    stamp = EventStamper()
    events: list[Event] = []
    hits = tuple(hit(chunk_id, page) for chunk_id, page in (("a", 3), ("b", 7)))
    for number, query in enumerate(queries or [f"warranty {number}" for number in range(searches)]):
        call_id = f"s{number}"
        tool_input = {"query": query}
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
