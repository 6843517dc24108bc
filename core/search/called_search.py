"""One search as a tool call: announced before, and answered with what it found, whatever becomes of it."""

from __future__ import annotations

import uuid
from collections.abc import Generator, Sequence

from core.cancel import CancelToken
from core.events import Event, EventStamper, ToolCalled, ToolReturned
from core.search.base import Retriever
from core.search.hit_summaries import hit_summaries
from core.types import SearchResult


def called_search(
    retriever: Retriever,
    query: str,
    limit: int,
    document_ids: Sequence[str] | None,
    stamp: EventStamper,
    cancel: CancelToken,
    *,
    phrasings: Sequence[str] = (),
    within: str = "",
) -> Generator[Event, None, SearchResult]:
    """Search for what may enter a prompt; `within` names the document it is limited to, for the trace.

    Raises:
        core.errors.KnownError: index or library cannot be read.
        Cancelled: Stop was asked for.
    """
    call_id = str(uuid.uuid4())
    given = {"query": query} | ({"document": within} if within else {})
    yield stamp(ToolCalled, call_id=call_id, tool="search_docs", tool_input=given)
    try:
        result = retriever.search(
            query,
            limit=limit,
            document_ids=document_ids,
            cancel=cancel,
            for_prompt=True,
            phrasings=phrasings,
        )
    except Exception:  # Stop included: every call has its return
        yield stamp(ToolReturned, call_id=call_id, ok=False, summary="The search did not finish.")
        raise
    yield stamp(
        ToolReturned,
        call_id=call_id,
        ok=True,
        summary=f"Found {len(result.hits)} chunks",
        hits=hit_summaries(result),
        milliseconds=result.milliseconds,
    )
    cancel.check()
    return result
