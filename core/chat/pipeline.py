"""Chat mode: guard → retriever → reasoner → validator → responder, as one generator of events.

Runs on whatever thread iterates it (the window's chat worker, the command line). Sees protocols only.
"""

from __future__ import annotations

import uuid
from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace

from core.answer.assemble import build_answer
from core.answer.guard import KEYWORDS_ONLY, check_question, contains_injection, refuse, still_checking
from core.answer.phrasing import phrasings_of
from core.answer.sources import Source, make_source
from core.answer.statements import NO_ANSWER, is_no_answer, normalise_markers, split_statements
from core.cancel import CancelToken
from core.chat import prompts
from core.chat.gate import validate
from core.chat.grammar import answer_grammar
from core.events import (
    AnswerReady,
    Event,
    EventStamper,
    EvidenceDropped,
    GateChecked,
    NoticeGiven,
    RunFinished,
    StepStarted,
    ToolCalled,
    ToolReturned,
)
from core.llm.base import ChatModel, GenerationRequest, Message
from core.llm.budget import EvidenceBlock, fit_evidence
from core.llm.calls import UsageMeter, call_model
from core.search.base import Retriever
from core.search.summaries import hit_summaries
from core.settings import AnswerSettings, ModelPass
from core.types import Answer, Coverage, Insufficiency, SearchResult, Span, Usage

# Small models go on for as long as they may: the style is a limit, not only a request.
MAX_STATEMENTS = {"concise": 3, "bullet": 8, "detailed": 12}


class ChatPipeline:
    """One question, one retrieval, one answer. Stateless between questions."""

    def __init__(
        self,
        model: ChatModel,
        retriever: Retriever,
        settings: AnswerSettings,
        phrasing: ModelPass = "off",
    ) -> None:
        self._model = model
        self._phrasing: ModelPass = phrasing
        self._retriever = retriever
        self._settings = settings

    def run(
        self,
        question: str,
        document_ids: Sequence[str] | None,
        stamp: EventStamper,
        cancel: CancelToken,
    ) -> Iterator[Event]:
        """Yield the run's events after `RunStarted`, ending with one `RunFinished`.

        Raises:
            core.errors.KnownError: from model or search; the caller turns it into `RunFinished(failed)`.
            core.errors.Cancelled: after Stop; likewise.
        """
        yield stamp(StepStarted, step="guard")
        coverage = self._retriever.coverage(document_ids)
        verdict = check_question(question, coverage.searched, selection=document_ids is not None)
        if not verdict.needs_retrieval:
            yield from refuse(verdict, coverage, stamp)
            return

        yield stamp(StepStarted, step="retriever")
        meter = UsageMeter(self._model.model_name)
        phrasings = yield from phrasings_of(self._model, self._phrasing, question, meter, stamp, cancel)
        result = yield from self._retrieve(question, phrasings, document_ids, stamp, cancel)
        flags: list[str] = []
        if result.embedding_failed:
            flags.append("keyword_fallback")
            yield stamp(NoticeGiven, code="keyword_fallback", message=KEYWORDS_ONLY)
        if result.unchecked_documents:
            message = still_checking(result.unchecked_documents)
            yield stamp(NoticeGiven, code="still_checking", message=message)
        sources = self._sources(result)
        if any(contains_injection(source.chunk.text) for source in sources):
            flags.append("injection_in_context")
        cancel.check()

        text = NO_ANSWER
        if sources:
            yield stamp(StepStarted, step="reasoner")
            text, sources = yield from self._reason(question, sources, meter, stamp, cancel)

        yield stamp(StepStarted, step="validator")
        yield from self._respond(question, text, sources, flags, coverage, meter.usage, stamp)

    def _retrieve(
        self,
        question: str,
        phrasings: Sequence[str],
        document_ids: Sequence[str] | None,
        stamp: EventStamper,
        cancel: CancelToken,
    ) -> Generator[Event, None, SearchResult]:
        call_id = str(uuid.uuid4())
        yield stamp(ToolCalled, call_id=call_id, tool="search_docs", tool_input={"query": question})
        try:
            result = self._retriever.search(
                question,
                limit=self._settings.top_k,
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
        return result

    def _sources(self, result: SearchResult) -> list[Source]:
        """The hits opened, with the rest of what was cut at their edges; no text comes twice by that."""
        sources: list[Source] = []
        shown: dict[str, list[Span]] = {}
        for hit in result.hits:
            shown.setdefault(hit.chunk.document_id, []).extend(hit.chunk.spans)
        for hit in result.hits:
            beside = [span for span in shown[hit.chunk.document_id] if span not in hit.chunk.spans]
            opened = self._retriever.open_chunk(
                hit.chunk.document_id, hit.chunk.chunk_id, for_prompt=True, beside=beside
            )
            if opened is None:  # deleted since the search
                continue
            shown[hit.chunk.document_id] += opened[1].spans
            source = make_source(
                len(sources) + 1, *opened, hit.score, hit.snippet, page_of=self._retriever.page_of
            )
            if source.sentences:
                sources.append(source)
        return sources

    def _reason(
        self,
        question: str,
        sources: list[Source],
        meter: UsageMeter,
        stamp: EventStamper,
        cancel: CancelToken,
    ) -> Generator[Event, None, tuple[str, list[Source]]]:
        """Write the draft; returns it with the sources that fitted into the prompt."""
        by_label = {str(source.number): source for source in sources}

        def build(blocks: Sequence[EvidenceBlock]) -> tuple[Message, ...]:
            kept = sorted((by_label[block.label] for block in blocks), key=lambda source: source.number)
            return build_messages(question, kept, self._settings.style)

        # "Oldest first" is what leaves a prompt that is too long: here the least relevant counts as oldest.
        blocks = [EvidenceBlock(str(source.number), source_text(source)) for source in reversed(sources)]
        fitted = fit_evidence(self._model, build, blocks, self._settings.max_tokens, cancel)
        if fitted.dropped_labels:
            yield stamp(
                EvidenceDropped,
                labels=tuple(
                    f"[{label}] {by_label[label].document.filename}" for label in fitted.dropped_labels
                ),
                prompt_tokens=fitted.prompt_tokens,
                context_tokens=self._model.context_tokens,
            )
            sources = [source for source in sources if str(source.number) not in fitted.dropped_labels]
            if not sources:
                return NO_ANSWER, []
        request = GenerationRequest(
            messages=fitted.messages,
            max_tokens=self._settings.max_tokens,
            temperature=self._settings.temperature,
            grammar=answer_grammar(
                [source.number for source in sources],
                max_statements=MAX_STATEMENTS[self._settings.style],
                bullets=self._settings.style == "bullet",
            ),
        )
        done = yield from call_model(self._model, request, "answer", stamp, cancel, visible=lambda text: text)
        meter.add(done)
        text = done.text
        if done.finish == "length":
            text = _without_unfinished_tail(text)
        return text, sources

    def _respond(
        self,
        question: str,
        text: str,
        sources: Sequence[Source],
        flags: Sequence[str],
        coverage: Coverage,
        usage: Usage,
        stamp: EventStamper,
    ) -> Iterator[Event]:
        numbers = {source.document.document_id: source.number for source in sources}
        text = normalise_markers(text, numbers)
        drafts = split_statements(text, frozenset(source.number for source in sources))
        if drafts and is_no_answer(drafts[0].text):
            # What a model adds after admitting this (reasons, guesses) has nothing to rest on.
            missing = Insufficiency(section="", missing=question, queries_tried=(question,))
            answer = Answer(
                NO_ANSWER,
                insufficiencies=(missing,),
                safety_flags=tuple(flags),
                reasoning=f"None of {len(sources)} source chunks answers it",
            )
            outcome = "no_answer"
            yield stamp(GateChecked, attempt=1, passed=True)
        else:
            answer = build_answer(
                drafts, sources, question, locate=self._retriever.locate, safety_flags=flags
            )
            outcome = "answered"
            verdict = validate(text, answer)
            yield stamp(
                GateChecked,
                attempt=1,
                passed=verdict.passed,
                codes=verdict.codes,
                messages=verdict.messages,
            )
            answer = replace(answer, safety_flags=(*answer.safety_flags, *verdict.codes))
            if not verdict.passed:
                answer = Answer(prompts.NOT_PROPER, safety_flags=answer.safety_flags)
                outcome = "no_answer"
                yield stamp(GateChecked, attempt=2, passed=True)
        yield stamp(StepStarted, step="responder")
        yield stamp(AnswerReady, answer=replace(answer, coverage=coverage), usage=usage)
        yield stamp(RunFinished, outcome=outcome)


def build_messages(question: str, sources: Sequence[Source], style: str) -> tuple[Message, ...]:
    """The two messages of a chat call: rules, then question and fenced sources."""
    system = prompts.SYSTEM.format(style=prompts.STYLES[style])
    listed = "\n\n".join(source_text(source) for source in sources)
    return (
        Message("system", system),
        Message("user", prompts.USER.format(question=question, sources=listed)),
    )


def source_text(source: Source) -> str:
    """One source as the model sees it: number, file, page, borrowed context, fenced text."""
    context = f" ({' '.join(source.chunk.context.split())})" if source.chunk.context else ""
    # The fence's own characters inside a document would let its text step outside.
    text = source.chunk.text.replace("«", '"').replace("»", '"').strip()
    return prompts.SOURCE.format(
        number=source.number, filename=source.document.filename, page=source.page, context=context, text=text
    )


def _without_unfinished_tail(text: str) -> str:
    """Cut at the token limit: keep up to the last citation, so no half sentence passes for a statement."""
    end = text.rfind("]")
    return text[: end + 1] if end > 0 else ""
