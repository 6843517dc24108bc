"""The draft of a section, written by the language model from numbered sources."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from core.answer.answer_grammar import answer_grammar
from core.answer.asking.injection import unfenced, unfenced_line
from core.answer.asking.question_language import LANGUAGE_NAMES
from core.answer.replies import reply
from core.answer.sources import Source
from core.answer.statements import DraftStatement, is_no_answer, normalise_markers, split_statements
from core.events import Event, EvidenceDropped, NoticeGiven
from core.llm.base import ChatModel, GenerationRequest, Message
from core.llm.budget import EvidenceBlock, fit_evidence
from core.llm.calls import call_model
from core.research import prompts
from core.research.base import Parts

MAX_STATEMENTS = 12  # small models go on for as long as they may
TOKEN_LIMIT = "token_limit"  # noqa: S105 - the name of a notice


def draft_section(
    model: ChatModel, question: str, language: str, sources: Sequence[Source], max_tokens: int, parts: Parts
) -> Generator[Event, None, tuple[DraftStatement, ...]]:
    """Stream the draft; its statements, none where it only says that the sources do not say it."""
    by_label = {str(source.number): source for source in sources}

    def build(blocks: Sequence[EvidenceBlock]) -> tuple[Message, ...]:
        kept = sorted((by_label[block.label] for block in blocks), key=lambda source: source.number)
        return build_messages(question, language, kept)

    # "Oldest first" is what leaves a prompt that is too long: here the least relevant counts as oldest.
    blocks = [EvidenceBlock(str(source.number), source_text(source)) for source in reversed(sources)]
    fitted = fit_evidence(model, build, blocks, max_tokens, parts.cancel)
    if fitted.dropped_labels:
        yield parts.stamp(
            EvidenceDropped,
            labels=tuple(f"[{label}] {by_label[label].document.filename}" for label in fitted.dropped_labels),
            prompt_tokens=fitted.prompt_tokens,
            context_tokens=model.context_tokens,
        )
    kept = [source for source in sources if str(source.number) not in fitted.dropped_labels]
    if not kept:
        return ()
    request = GenerationRequest(
        messages=fitted.messages,
        max_tokens=max_tokens,
        temperature=0.0,
        grammar=answer_grammar(
            [source.number for source in kept],
            max_statements=MAX_STATEMENTS,
            no_answer=reply("not_in_documents", language),
            texts=(question, *(source.chunk.text for source in kept)),
        ),
    )
    done = yield from call_model(
        model,
        request,
        "answer",
        parts.stamp,
        parts.cancel,
        visible=lambda text: text,
        meter=parts.asker.meter,
    )
    text = done.text
    if done.finish == "length":
        text = _without_unfinished_tail(text)
        yield parts.stamp(NoticeGiven, code=TOKEN_LIMIT, message=reply(TOKEN_LIMIT, language))
    return _read(text, kept)


def build_messages(question: str, language: str, sources: Sequence[Source]) -> tuple[Message, ...]:
    """The two messages of the call: rules, then question and fenced sources."""
    system = prompts.SECTION
    if language != "en" or any(source.document.language not in ("", "en") for source in sources):
        system += prompts.IN_LANGUAGE.format(language=LANGUAGE_NAMES[language])
    listed = "\n\n".join(source_text(source) for source in sources)
    return (
        Message("system", system),
        Message("user", prompts.SECTION_ASKED.format(question=question, sources=listed)),
    )


def source_text(source: Source) -> str:
    """One source as the model sees it: number, file, page, borrowed context, fenced text."""
    context = unfenced_line(source.chunk.context)
    return prompts.SOURCE.format(
        number=source.number,
        filename=unfenced_line(source.document.filename),
        page=source.page,
        context=f" («{context}»)" if context else "",
        text=unfenced(source.chunk.text).strip(),
    )


def _read(text: str, sources: Sequence[Source]) -> tuple[DraftStatement, ...]:
    numbers = {source.document.document_id: source.number for source in sources}
    text = normalise_markers(text, numbers)
    statements = split_statements(text, frozenset(source.number for source in sources))
    if statements and is_no_answer(statements[0].text):
        # What a model adds after admitting this (reasons, guesses) has nothing to rest on.
        return ()
    return tuple(statements)


def _without_unfinished_tail(text: str) -> str:
    """Cut at the token limit: keep up to the last citation, so no half sentence passes for a statement."""
    end = text.rfind("]")
    return text[: end + 1] if end > 0 else ""
