"""The third step of chat mode: the shortest answer, copied by the language model from a few sentences."""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from dataclasses import dataclass

from core.answer.asking.injection import unfenced
from core.answer.copy_grammar import copy_grammar
from core.answer.judged_sentences import JudgedSentence
from core.answer.quotes import find_in_sentence
from core.cancel import CancelToken
from core.chat.prompts import ASKED, EITHER, SENTENCE, SHORTEST
from core.events import Event, EventStamper
from core.llm.base import ChatModel, GenerationRequest, Message
from core.llm.budget import RESERVE_TOKENS
from core.llm.calls import UsageMeter, call_model
from core.types import Span

_MOST_CHARACTERS = 1400  # of sentences in a prompt: about 350 tokens
_LONGEST = 700  # characters of one of them
_MOST_TOKENS = 60  # of a phrase
_MARK = re.compile(r"\(?\d{1,3}[.)]\s")  # the number of an item


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words of a document that answer: `text` as the page has it, at `span` in `found`."""

    text: str
    span: Span
    found: JudgedSentence


def shortest_answer(
    model: ChatModel,
    question: str,
    sentences: Sequence[JudgedSentence],
    temperature: float,
    meter: UsageMeter,
    stamp: EventStamper,
    cancel: CancelToken,
) -> Generator[Event, None, Phrase | None]:
    """The phrase in the most likely of the sentences that have it; None for a yes or no, which has no place.

    Raises:
        core.errors.ModelError: from the model.
        Cancelled: Stop was asked for.
    """
    read = fitting(model, question, sentences, cancel)
    request = GenerationRequest(
        messages=_messages(question, read),
        max_tokens=_MOST_TOKENS,
        temperature=temperature,
        grammar=copy_grammar([_line(one) for one in read], EITHER),
    )
    done = yield from call_model(
        model, request, "answer", stamp, cancel, visible=lambda text: text, meter=meter
    )
    return placed(done.text, read)


def fitting(
    model: ChatModel, question: str, sentences: Sequence[JudgedSentence], cancel: CancelToken
) -> list[JudgedSentence]:
    """As many of the best as the prompt may hold, in the order of their documents; at least the best one."""
    read: list[JudgedSentence] = []
    characters = 0
    for one in sentences:
        characters += len(_line(one))
        if read and characters > _MOST_CHARACTERS:
            break
        read.append(one)
    room = model.context_tokens - _MOST_TOKENS - RESERVE_TOKENS
    while len(read) > 1 and model.count_tokens(_messages(question, read), cancel) > room:
        read.pop()
    return sorted(read, key=lambda one: (one.source.number, one.sentence.span))


def placed(text: str, sentences: Sequence[JudgedSentence]) -> Phrase | None:
    """Where the words stand: in the likeliest of the sentences that have them."""
    wanted = text.strip().strip(".").strip()
    for one in sorted(sentences, key=lambda found: -found.certainty):
        if _MARK.match(one.sentence.text) and wanted == one.sentence.text.split()[0].strip("().").strip():
            continue  # which is no answer
        span = find_in_sentence(wanted, one.sentence, one.source) if wanted else None
        if span is not None:
            return Phrase(wanted, span, one)
    return None


def _messages(question: str, read: Sequence[JudgedSentence]) -> tuple[Message, ...]:
    listed = "\n".join(SENTENCE.format(number=number, text=_line(one)) for number, one in enumerate(read, 1))
    asked = ASKED.format(sentences=listed, question=question)
    return Message("system", SHORTEST), Message("user", asked)


def _line(one: JudgedSentence) -> str:
    return unfenced(one.sentence.text)[:_LONGEST]
