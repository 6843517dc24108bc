"""The words of a request that say what it is about, without those that ask: they alone find passages.

A language model copies them, and is believed where its words follow each other in the request. Bound by a
grammar of copying it would begin at the last words that matter, and nowhere before.
"""

from __future__ import annotations

import re
from collections.abc import Generator
from dataclasses import dataclass

from core.events import Event
from core.llm.base import GenerationRequest, Message
from core.llm.calls import call_model
from core.plans.base import PlanRequest, PlanTools

_TOKENS = 60
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Copying:
    """What is to be copied of a request, and examples of requests with the words that are copied."""

    order: str
    examples: tuple[tuple[str, str], ...]


LOOKED_FOR = Copying(
    "Copy from the request only the words for what is looked for, leaving out the words that ask for a "
    "document, a place or a page.",
    (
        ("Which of my files talk about whale hunting in Norway?", "whale hunting in Norway"),
        ("Where does it say that the rent is paid in advance?", "the rent is paid in advance"),
        (
            "that thing about the cat being allowed into the garden, where was it? page and title pls",
            "the cat being allowed into the garden",
        ),
        (
            "Wo stand nochmal, dass man vor dem Besuch anrufen soll? Datei und Seite",
            "dass man vor dem Besuch anrufen soll",
        ),
        ("in welcher datei steht was zur garagenmiete", "garagenmiete"),
        ("which doc tells me who feeds the dog when we are away", "who feeds the dog when we are away"),
    ),
)
TO_BE_TOLD = Copying(
    "Copy from the request only the words for what the text is to say, leaving out who it goes to and what "
    "kind of text it is.",
    (
        (
            "Draft a reply to a guest who asks whether dogs are allowed and what they cost per night.",
            "whether dogs are allowed and what they cost per night",
        ),
        (
            "Short mail to Tom, he starts on Monday: what he has to bring and where he gets his key",
            "what he has to bring and where he gets his key",
        ),
        (
            "Schreib dem Vermieter, dass wir zum Jahresende kündigen und die Kaution zurückhaben wollen.",
            "dass wir zum Jahresende kündigen und die Kaution zurückhaben wollen",
        ),
        (
            "2-3 sentences to the supplier: the pump is late again, we want the penalty from the contract",
            "the pump is late again, we want the penalty from the contract",
        ),
    ),
)


def subject_of(copying: Copying, request: PlanRequest, tools: PlanTools) -> Generator[Event, None, str]:
    """The subject; the request itself without a model, or where the model writes other words.

    Raises:
        core.errors.ModelError: from the model.
        core.errors.Cancelled: Stop was asked for.
    """
    if tools.model is None:
        return request.text
    messages = [Message("system", copying.order)]
    for asked, copied in copying.examples:
        messages += [Message("user", asked), Message("assistant", copied)]
    generation = GenerationRequest(
        (*messages, Message("user", request.text)),
        max_tokens=_TOKENS,
        temperature=tools.settings.temperature,
        kept=len(messages),
    )
    stamp, cancel = tools.stamp, tools.cancel
    done = yield from call_model(tools.model, generation, "subject", stamp, cancel, meter=tools.meter)
    subject = done.text.strip()
    words, own = (_WORD.findall(text.casefold()) for text in (subject, request.text))
    is_copied = any(own[start : start + len(words)] == words for start in range(len(own)))
    return subject if words and is_copied else request.text
