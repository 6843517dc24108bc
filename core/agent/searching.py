"""`search_docs` in a run: one query or a batch at once, each counted; what was searched before is remembered.

The searches of a batch run side by side on threads of the pool; everything else here, events included, on the
run's own thread, in the order of the queries.
"""

from __future__ import annotations

import logging
import uuid
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, Future, wait

from core.agent import prompts
from core.agent.planner import Plan
from core.agent.run_parts import RunParts
from core.agent.state import ListedResult
from core.answer.asking.eligibility import KEYWORDS_ONLY, still_checking
from core.answer.asking.injection import unfenced, unfenced_line
from core.cancel import Deadline
from core.errors import Cancelled
from core.events import Event, NoticeGiven, StepFailed, ToolCalled, ToolReturned
from core.search.hit_summaries import hit_summaries
from core.types import SearchHit, SearchResult

NOT_FINISHED = "The search did not finish."
_POLL_S = 0.02  # between two looks at Stop while a search runs
_JOIN_S = 0.5  # for a search that was told to end, which it notices between two of its stages

log = logging.getLogger(__name__)


class Searching:
    """Runs searches for one run and tells its transcript what they found."""

    def __init__(self, run: RunParts, pool: Executor) -> None:
        self._run = run
        self._pool = pool
        self.gave_up = False  # a search has reached its time limit: the next one would, too

    def search(self, queries: Sequence[str], plan_step: int) -> Iterator[Event]:
        """Search for all `queries` at once; they are distinct and were not searched before.

        A time limit that is reached is a `StepFailed` and sets `state.timed_out`; what was found until
        then is kept. However it ends, searches that still run are told to end, and given a moment for it.

        Raises:
            core.errors.KnownError: index or library cannot be read.
            core.errors.Cancelled: after Stop. In both cases each call has had its `ToolReturned`.
        """
        state = self._run.state
        deadline = Deadline(self._run.cancel, state.limits.embedding_timeout_s)
        called: list[str] = []
        found: list[Future[SearchResult]] = []
        returned = 0
        late: list[str] = []
        try:
            for query in queries:
                called.append(str(uuid.uuid4()))
                yield self._run.stamp(
                    ToolCalled,
                    call_id=called[-1],
                    tool="search_docs",
                    tool_input={"query": query},
                    plan_step=plan_step,
                )
                state.tool_calls_used += 1
                found.append(self._pool.submit(self._run.tools.search_docs, query, deadline))
            for call_id, query, searched in zip(called, queries, found, strict=True):
                result = _result(searched, deadline)
                if result is None:
                    late.append(query)
                    returned += 1
                    yield self._run.stamp(ToolReturned, call_id=call_id, ok=False, summary=NOT_FINISHED)
                else:
                    known = {listed.hit.chunk.chunk_id for listed in self._run.state.results}
                    everything, result = result.hits, self._run.tools.shown(query, result, known)
                    returned += 1
                    self._run.state.not_shown += [
                        ListedResult(0, query, hit) for hit in everything if hit not in result.hits
                    ]
                    yield self._returned(call_id, result)
                    yield from self._take(query, result)
        except Exception as error:
            summary = NOT_FINISHED if isinstance(error, Cancelled) else "The search failed."
            for call_id in called[returned:]:
                yield self._run.stamp(ToolReturned, call_id=call_id, ok=False, summary=summary)
            raise
        finally:
            deadline.leave()
            _join(found)
        if late:
            yield from self._give_up(late)

    def remember(self, query: str) -> Iterator[Event]:
        """Answer a repeated query from the run's memory: no tool call, and from then on only given words."""
        state = self._run.state
        state.repeats += 1
        numbers = ", ".join(map(str, state.results_of(query))) or prompts.FOUND_NOTHING
        message = prompts.REPEATED_QUERY.format(query=query, numbers=numbers)
        yield self._run.stamp(NoticeGiven, code="repeated_query", message=message)
        self._run.transcript.user(message)

    def run_batch(self, plan: Plan) -> Iterator[Event]:
        """The independent searches of the plan's first step, as many as leave calls for the openings."""
        state = self._run.state
        demanded = state.constraints
        room = max(
            state.calls_left - max(demanded.min_open_citations, 1), len(demanded.required_search_topics), 1
        )
        queries = plan.batch[: min(room, state.calls_left)]
        if queries:
            yield from self.search(queries, 1)
            self._run.transcript.user(prompts.BATCH)

    def number_of(self, hit: SearchHit) -> int:
        """The number of a hit of this run, which is listed now if it lay too deep in its search."""
        if (deeper := self._run.state.list_deeper(hit.chunk.chunk_id)) is not None:
            self._run.transcript.listing(deeper.query, _listing(deeper.query, [deeper]))
        return self._run.state.number_of(hit.chunk.chunk_id)

    def _returned(self, call_id: str, result: SearchResult) -> ToolReturned:
        return self._run.stamp(
            ToolReturned,
            call_id=call_id,
            ok=True,
            summary=f"Found {len(result.hits)} chunks",
            hits=hit_summaries(result),
            milliseconds=result.milliseconds,
        )

    def _take(self, query: str, result: SearchResult) -> Iterator[Event]:
        """Number the hits, and tell the model and the user what they have to know of them."""
        state = self._run.state
        state.queries.append(query)
        added = state.add_results(query, result.hits)
        if result.embedding_failed and "keyword_fallback" not in state.safety_flags:
            state.safety_flags.append("keyword_fallback")
            yield self._run.stamp(NoticeGiven, code="keyword_fallback", message=KEYWORDS_ONLY)
        if result.unchecked_documents and not state.unchecked_told:
            state.unchecked_told = True
            message = still_checking(result.unchecked_documents)
            yield self._run.stamp(NoticeGiven, code="still_checking", message=message)
        if not result.hits:
            self._run.transcript.user(prompts.NO_RESULTS.format(query=query))
        elif not added:
            best_first = ", ".join(map(str, state.results_of(query)))
            self._run.transcript.user(prompts.NO_NEW_RESULTS.format(query=query, numbers=best_first))
        else:
            self._run.transcript.listing(query, _listing(query, added))

    def _give_up(self, late: Sequence[str]) -> Iterator[Event]:
        """Tell the user and the model which searches the time limit ended; nothing is known of them."""
        state = self._run.state
        state.timed_out = self.gave_up = True
        queries = ", ".join(f"“{query}”" for query in late)
        message = prompts.SEARCH_TIMEOUT.format(queries=queries, seconds=state.limits.embedding_timeout_s)
        yield self._run.stamp(StepFailed, code="search_timeout", message=message)
        self._run.transcript.user(message)


def _result(found: Future[SearchResult], deadline: Deadline) -> SearchResult | None:
    """What the search found; None when its time is over. After Stop `Cancelled`."""
    try:
        while not wait([found], timeout=_POLL_S).done:
            deadline.check()
        return found.result()
    except Cancelled:
        if deadline.passed:
            return None
        raise


def _join(searches: Sequence[Future[SearchResult]]) -> None:
    """Let no search outlive its batch, unless it is in the middle of what cannot be interrupted."""
    begun = [searched for searched in searches if not searched.cancel()]
    if wait(begun, timeout=_JOIN_S).not_done:
        log.warning("a search goes on after its batch has ended")


def _listing(query: str, added: Sequence[ListedResult]) -> str:
    rows = [
        prompts.RESULT_ROW.format(
            number=listed.number,
            filename=unfenced_line(listed.hit.filename),
            page=listed.hit.page,
            snippet=unfenced(listed.hit.snippet),
        )
        for listed in added
    ]
    return prompts.RESULTS.format(query=query, rows="\n".join(rows))
