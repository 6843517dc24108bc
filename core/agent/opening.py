"""`open_citation` in a run: ids checked and completed, no chunk opened twice, sentences shown to the model.

Runs on the run's own thread.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.agent import prompts
from core.agent.actions import OpenCitation
from core.agent.bounded_names import LONGEST_ID, shortened
from core.agent.run_parts import RunParts
from core.agent.state import ListedResult
from core.agent.tools import ToolInputError
from core.answer.asking.eligibility import INJECTION_IN_CONTEXT
from core.answer.asking.injection import unfenced, unfenced_line
from core.answer.asking.question_language import question_language
from core.answer.replies import reply
from core.answer.sources import Source, places_of
from core.events import Event, NoticeGiven, ToolCalled, ToolReturned


class Opening:
    """Opens citations for one run and shows their numbered sentences to its model."""

    def __init__(self, run: RunParts) -> None:
        self._run = run

    def open(self, action: OpenCitation, plan_step: int) -> Iterator[Event]:
        """Open what the action names. A foreign, unknown or malformed id is an error the model sees.

        Raises:
            core.errors.KnownError: the library cannot be read; the call has had its `ToolReturned`.
        """
        state = self._run.state
        if action.result is None:
            listed = state.listed(action.document_id, action.chunk_id)
            ids = (action.document_id, action.chunk_id)
            document_id, chunk_id = (shortened(text, LONGEST_ID) for text in ids)
            tool_input = {"document_id": document_id, "chunk_id": chunk_id}
        else:
            listed = state.result(action.result)
            tool_input = {"result": shortened(str(action.result), LONGEST_ID)}
        if listed is not None:
            chunk = listed.hit.chunk
            tool_input = {"document_id": chunk.document_id, "chunk_id": chunk.chunk_id}
        already = state.opened_as(tool_input.get("chunk_id", ""))
        if already is not None:
            message = prompts.ALREADY_OPEN.format(number=already.number)
            yield self._run.stamp(NoticeGiven, code="already_open", message=message)
            self._run.transcript.user(message)
            return
        call_id = str(uuid.uuid4())
        yield self._run.stamp(
            ToolCalled, call_id=call_id, tool="open_citation", tool_input=tool_input, plan_step=plan_step
        )
        state.tool_calls_used += 1
        try:
            source = self._source(tool_input, listed)
        except ToolInputError as error:
            yield self._run.stamp(ToolReturned, call_id=call_id, ok=False, summary=str(error))
            self._run.transcript.user(str(error))
            return
        except Exception:
            yield self._run.stamp(ToolReturned, call_id=call_id, ok=False, summary="Opening did not finish.")
            raise
        size = len(source.chunk.text) / 1024
        summary = f"Retrieved {size:.1f}KB of {source.document.filename}, page {source.page}"
        yield self._run.stamp(ToolReturned, call_id=call_id, ok=True, summary=summary, text=source.chunk.text)
        if source.gives_orders:
            yield from self._flag(source)
        self._show(source)

    def open_best(self, wanted: int, plan_step: int) -> Iterator[Event]:
        """Open the first of the listed results until `wanted` citations are open or no call is left."""
        state = self._run.state
        tried: set[int] = set()
        while len(state.opened) < wanted and state.calls_left > 0:
            number = next((number for number in state.next_to_open if number not in tried), None)
            if number is None:
                return
            tried.add(number)
            yield from self.open(OpenCitation(result=number), plan_step)

    def read_snippets(self) -> Iterator[Event]:
        """When nothing could be opened: the sentences of the best results that their snippets show."""
        yield self._run.stamp(NoticeGiven, code="fallback_snippets", message=prompts.FALLBACK_SNIPPETS)
        results = self._run.state.results[: self._run.state.limits.max_context_citations]
        yield from self.read_shown([listed.number for listed in results])

    def read_shown(self, numbers: Sequence[int]) -> Iterator[Event]:
        """Take the sentences that a search has shown of results as read."""
        state = self._run.state
        for listed in filter(None, map(state.result, numbers)):
            chunk = listed.hit.chunk
            number = state.next_number
            try:
                source = self._run.tools.open_citation(
                    chunk.document_id, chunk.chunk_id, number, listed.hit.score, listed.hit.snippet
                )
            except ToolInputError:  # removed from the library since the search
                continue
            shown = tuple(one for one in source.sentences if _is_shown(one.text, listed.hit.snippet))
            source = replace(source, sentences=shown, from_snippet=True)
            if shown:
                if source.gives_orders:
                    yield from self._flag(source)
                state.snippets.append(source)
                self._put_into_prompt(source)

    def _source(self, tool_input: dict[str, str], listed: ListedResult | None) -> Source:
        if "result" in tool_input:
            count = len(self._run.state.results)
            text = prompts.UNKNOWN_RESULT if count else prompts.NO_RESULT_YET
            raise ToolInputError(text.format(number=tool_input["result"], last=count))
        source = self._run.tools.open_citation(
            tool_input["document_id"],
            tool_input["chunk_id"],
            number=self._run.state.next_number,
            score=listed.hit.score if listed else 0.0,
            snippet=listed.hit.snippet if listed else "",
            opened=self._run.state.opened,
        )
        if self._run.state.opened_as(source.chunk.chunk_id):  # the same id in another spelling
            raise ToolInputError("That citation is open already.")
        return source

    def _flag(self, source: Source) -> Iterator[Event]:
        """Tell of a source with orders in it; each is told, the flag of the answer is set once."""
        if INJECTION_IN_CONTEXT not in self._run.state.safety_flags:
            self._run.state.safety_flags.append(INJECTION_IN_CONTEXT)
        language = question_language(self._run.state.question)
        message = reply(INJECTION_IN_CONTEXT, language, places=places_of([source]))
        yield self._run.stamp(NoticeGiven, code=INJECTION_IN_CONTEXT, message=message)

    def _show(self, source: Source) -> None:
        state = self._run.state
        state.opened.append(source)
        self._put_into_prompt(source)

    def _put_into_prompt(self, source: Source) -> None:
        sentences = "\n".join(unfenced(sentence.text) for sentence in source.sentences)
        context = unfenced_line(source.chunk.context)
        self._run.transcript.citation(
            source.number,
            prompts.OPENED.format(
                number=source.number,
                filename=unfenced_line(source.document.filename) + (f" («{context}»)" if context else ""),
                page=source.page,
                sentences=sentences,
            ),
        )


def _is_shown(sentence: str, snippet: str) -> bool:
    """Whether a snippet has the sentence, or its beginning, where it is cut."""
    begun = snippet.removesuffix("…").rstrip()
    return sentence in snippet or (begun != snippet and bool(begun) and sentence.startswith(begun))
