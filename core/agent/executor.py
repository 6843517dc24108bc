"""The bounded loop: plan, act, compose, pass the gate. One generator of events per question.

Runs on whatever thread iterates it. Sees protocols only. Every way through ends within `Limits`.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Generator, Iterator, Sequence
from functools import partial
from itertools import takewhile

from core.agent import prompts
from core.agent.actions import ActionError, Compose, OpenCitation, SearchDocs, action_grammar, parse_action
from core.agent.composer import compose
from core.agent.limits import Limits
from core.agent.planner import parse_plan, plan_grammar
from core.agent.state import AgentState, AllowedActions
from core.agent.tools import AgentTools, ToolInputError
from core.agent.transcript import Transcript
from core.answer.guard import KEYWORDS_ONLY, check_question, contains_injection, refuse, still_checking
from core.answer.phrasing import phrasings_of
from core.answer.sources import Source
from core.cancel import CancelToken
from core.events import (
    Event,
    EventStamper,
    EvidenceDropped,
    NoticeGiven,
    PlanMade,
    Reprompted,
    StepStarted,
    ToolCalled,
    ToolReturned,
)
from core.llm.base import ChatModel, GenerationDone, GenerationRequest, Grammar
from core.llm.budget import FittedPrompt
from core.llm.calls import UsageMeter, call_model
from core.search.base import Retriever
from core.search.summaries import hit_summaries
from core.settings import ModelPass


class AgentExecutor:
    """Answers one question; make a new one for the next."""

    def __init__(
        self,
        model: ChatModel,
        retriever: Retriever,
        limits: Limits,
        document_ids: Sequence[str] | None,
        stamp: EventStamper,
        cancel: CancelToken,
        phrasing: ModelPass = "off",
    ) -> None:
        self._model = model
        self._phrasing: ModelPass = phrasing
        self._limits = limits
        self._stamp = stamp
        self._cancel = cancel
        self._tools = AgentTools(retriever, document_ids, limits.top_k, limits.max_citation_characters)
        self._state = AgentState(limits)
        self._transcript = Transcript(prompts.SYSTEM, limits.max_context_citations)
        self._meter = UsageMeter(model.model_name)
        self._last_prompt: FittedPrompt | None = None

    def run(self, question: str) -> Iterator[Event]:
        """Yield the run's events after `RunStarted`, ending with one `RunFinished`.

        Raises:
            core.errors.KnownError: from model or search; the caller turns it into `RunFinished(failed)`.
            core.errors.Cancelled: after Stop; likewise.
        """
        self._state.question = question
        yield self._stamp(StepStarted, step="guard")
        coverage = self._state.coverage = self._tools.coverage()
        verdict = check_question(
            question,
            coverage.searched,
            self._limits.max_question_characters,
            selection=self._tools.has_selection,
        )
        if not verdict.needs_retrieval:
            yield from refuse(verdict, coverage, self._stamp)
            return
        yield self._stamp(StepStarted, step="planner")
        yield from self._plan(question)
        yield self._stamp(StepStarted, step="tool loop")
        yield from self._loop()
        if not self._state.opened and self._state.results:
            yield from self._read_best_results()
        yield self._stamp(StepStarted, step="compose")
        yield from compose(
            question,
            self._state,
            self._meter,
            self.ask_model,
            self._transcript,
            self._tools.locate,
            self._stamp,
        )

    def ask_model(
        self,
        purpose: str,
        max_tokens: int,
        grammar: Callable[[], Grammar],
        visible: Callable[[str], str] | None = None,
        attempt: int = 1,
    ) -> Generator[Event, None, GenerationDone]:
        """One call on the transcript as it stands; the output becomes its next turn.

        `grammar` is made after the prompt has been fitted: what left the prompt cannot be cited.
        """
        fitted, changed = self._transcript.fit(self._model, max_tokens, self._cancel)
        if changed and fitted.dropped_labels:
            yield self._stamp(
                EvidenceDropped,
                labels=tuple(f"[{label}]" for label in fitted.dropped_labels),
                prompt_tokens=fitted.prompt_tokens,
                context_tokens=self._model.context_tokens,
            )
        request = GenerationRequest(fitted.messages, max_tokens, temperature=0.0, grammar=grammar())
        done = yield from call_model(
            self._model, request, purpose, self._stamp, self._cancel, visible=visible, attempt=attempt
        )
        self._meter.add(done, self._shared_with_last(fitted))
        self._transcript.assistant(done.text)
        return done

    def _shared_with_last(self, fitted: FittedPrompt) -> int:
        """Tokens of the prefix that this prompt has in common with the last one."""
        last, self._last_prompt = self._last_prompt, fitted
        if last is None:
            return 0
        same = list(
            takewhile(lambda pair: pair[0] == pair[1], zip(last.messages, fitted.messages, strict=False))
        )
        if len(same) == len(last.messages):
            return last.prompt_tokens
        shared = fitted.messages[: len(same)]
        return self._model.count_tokens(shared, self._cancel) if shared else 0

    def _plan(self, question: str) -> Iterator[Event]:
        limits = self._limits
        self._transcript.user(
            prompts.PLAN.format(question=question, low=limits.min_plan_steps, high=limits.max_plan_steps)
        )
        done = yield from self.ask_model("plan", limits.plan_tokens, lambda: plan_grammar(limits))
        steps, source = parse_plan(done.text, limits)
        yield self._stamp(PlanMade, steps=steps, source=source)
        self._transcript.user(prompts.FIRST_ACTION.format(calls=limits.max_tool_calls))

    def _loop(self) -> Iterator[Event]:
        state = self._state
        while True:
            self._cancel.check()
            allowed = state.allowed()
            if allowed.only_final:
                what = "tool calls" if state.calls_left <= 0 else "steps"
                yield self._stamp(NoticeGiven, code="forced", message=prompts.FORCED.format(what=what))
                return
            state.iterations += 1
            done = yield from self.ask_model(
                "action", self._limits.action_tokens, partial(action_grammar, allowed)
            )
            try:
                action = parse_action(done.text)
                self._require_allowed(action, allowed)
            except ActionError as error:
                if state.reprompts >= self._limits.max_reprompts:
                    message = prompts.FORCED.format(what="reprompts")
                    yield self._stamp(NoticeGiven, code="forced", message=message)
                    return
                state.reprompts += 1
                yield self._stamp(Reprompted, attempt=state.reprompts, codes=("INVALID_ACTION",))
                self._transcript.user(f"{error} {self._next_prompt()}")
                continue
            state.repeated_query = False
            if isinstance(action, Compose):
                return
            if isinstance(action, SearchDocs):
                yield from self._search(action.query)
            else:
                yield from self._open(action)
            self._transcript.user(self._next_prompt())

    def _require_allowed(self, action: SearchDocs | OpenCitation | Compose, allowed: AllowedActions) -> None:
        """Holds models without a grammar to the same rules."""
        if isinstance(action, SearchDocs) and not allowed.search:
            raise ActionError("search_docs is not possible now.")
        if isinstance(action, OpenCitation) and not allowed.open_results:
            raise ActionError("open_citation is not possible now.")
        if isinstance(action, Compose) and not allowed.final:
            raise ActionError("Gather more before you finish.")

    def _next_prompt(self) -> str:
        allowed = self._state.allowed()
        hints: list[str] = []
        if allowed.search:
            hints.append(prompts.MAY_SEARCH)
        if allowed.open_results:
            numbers = ", ".join(str(number) for number in allowed.open_results)
            hints.append(prompts.MAY_OPEN.format(numbers=numbers))
        if allowed.final:
            hints.append(prompts.MAY_FINISH.format())
        return prompts.NEXT_ACTION.format(calls=self._state.calls_left, allowed=" ".join(hints))

    def _search(self, query: str) -> Iterator[Event]:
        state = self._state
        if state.is_repeated(query):
            state.repeated_query = True
            message = prompts.REPEATED_QUERY.format(query=query)
            yield self._stamp(NoticeGiven, code="repeated_query", message=message)
            self._transcript.user(message)
            return
        phrasings = yield from self._phrasings(query)
        call_id = str(uuid.uuid4())
        yield self._stamp(ToolCalled, call_id=call_id, tool="search_docs", tool_input={"query": query})
        state.tool_calls_used += 1
        try:
            result = self._tools.search_docs(query, self._cancel, phrasings)
        except Exception:  # Stop included: every call has its return
            yield self._stamp(ToolReturned, call_id=call_id, ok=False, summary="The search did not finish.")
            raise
        state.queries.append(query)
        added = state.add_results(query, result.hits)
        yield self._stamp(
            ToolReturned,
            call_id=call_id,
            ok=True,
            summary=f"Found {len(result.hits)} chunks",
            hits=hit_summaries(result),
            milliseconds=result.milliseconds,
        )
        if result.embedding_failed and "keyword_fallback" not in state.safety_flags:
            state.safety_flags.append("keyword_fallback")
            yield self._stamp(NoticeGiven, code="keyword_fallback", message=KEYWORDS_ONLY)
        if result.unchecked_documents and not state.unchecked_told:
            state.unchecked_told = True
            message = still_checking(result.unchecked_documents)
            yield self._stamp(NoticeGiven, code="still_checking", message=message)
        if not result.hits:
            self._transcript.user(prompts.NO_RESULTS.format(query=query))
        elif not added:
            # The same results again: other words would hardly find more, opening would.
            state.repeated_query = True
            numbers = [state.listed(hit.chunk.document_id, hit.chunk.chunk_id) for hit in result.hits]
            best_first = ", ".join(str(listed.number) for listed in numbers if listed)
            self._transcript.user(prompts.NO_NEW_RESULTS.format(query=query, numbers=best_first))
        else:
            rows = [
                prompts.RESULT_ROW.format(
                    number=listed.number,
                    filename=listed.hit.filename,
                    page=listed.hit.page,
                    snippet=unfenced(listed.hit.snippet),
                )
                for listed in added
            ]
            self._transcript.user(prompts.RESULTS.format(query=query, rows="\n".join(rows)))

    def _phrasings(self, query: str) -> Generator[Event, None, tuple[str, ...]]:
        """Of the first search only: every further call would make the model read its transcript anew."""
        if self._phrasing == "off" or self._state.queries:
            return ()
        self._last_prompt = None
        return (
            yield from phrasings_of(
                self._model, self._phrasing, query, self._meter, self._stamp, self._cancel
            )
        )

    def _open(self, action: OpenCitation) -> Iterator[Event]:
        state = self._state
        listed = (
            state.result(action.result)
            if action.result is not None
            else state.listed(action.document_id, action.chunk_id)
        )
        document_id = listed.hit.chunk.document_id if listed else action.document_id
        chunk_id = listed.hit.chunk.chunk_id if listed else action.chunk_id
        already = next((source for source in state.opened if source.chunk.chunk_id == chunk_id), None)
        if already is not None:
            text = prompts.ALREADY_OPEN.format(result=action.result or chunk_id, number=already.number)
            self._transcript.user(text)
            return
        call_id = str(uuid.uuid4())
        tool_input = {"document_id": document_id, "chunk_id": chunk_id}
        yield self._stamp(ToolCalled, call_id=call_id, tool="open_citation", tool_input=tool_input)
        state.tool_calls_used += 1
        try:
            source = self._tools.open_citation(
                document_id,
                chunk_id,
                number=len(state.opened) + 1,
                score=listed.hit.score if listed else 0.0,
                snippet=listed.hit.snippet if listed else "",
                opened=state.opened,
            )
        except ToolInputError as error:
            yield self._stamp(ToolReturned, call_id=call_id, ok=False, summary=str(error))
            self._transcript.user(str(error))
            return
        except Exception:
            yield self._stamp(ToolReturned, call_id=call_id, ok=False, summary="Opening did not finish.")
            raise
        self._add_source(source)
        size = len(source.chunk.text) / 1024
        summary = f"Retrieved {size:.1f}KB of {source.document.filename}, page {source.page}"
        yield self._stamp(ToolReturned, call_id=call_id, ok=True, summary=summary, text=source.chunk.text)

    def _add_source(self, source: Source) -> None:
        self._state.opened.append(source)
        if contains_injection(source.chunk.text) and "injection_in_context" not in self._state.safety_flags:
            self._state.safety_flags.append("injection_in_context")
        sentences = "\n".join(f"{sentence.label} {unfenced(sentence.text)}" for sentence in source.sentences)
        context = f" ({' '.join(source.chunk.context.split())})" if source.chunk.context else ""
        self._transcript.evidence(
            str(source.number),
            prompts.OPENED.format(
                number=source.number,
                filename=source.document.filename + context,
                page=source.page,
                sentences=sentences,
            ),
        )

    def _read_best_results(self) -> Iterator[Event]:
        """Fall back to the search results when nothing was opened (models without a grammar)."""
        yield self._stamp(NoticeGiven, code="fallback_snippets", message=prompts.FALLBACK_SNIPPETS)
        for listed in self._state.results[: self._limits.max_context_citations]:
            try:
                source = self._tools.open_citation(
                    listed.hit.chunk.document_id,
                    listed.hit.chunk.chunk_id,
                    number=len(self._state.opened) + 1,
                    score=listed.hit.score,
                    snippet=listed.hit.snippet,
                )
            except ToolInputError:  # removed from the library since the search
                continue
            self._add_source(source)


def unfenced(text: str) -> str:
    """Document text without the characters that fence it in prompts."""
    return text.replace("«", '"').replace("»", '"')
