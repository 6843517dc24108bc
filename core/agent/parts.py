"""What a run has to answer: the headings of the answer, else the parts of the question, else the question."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass

from core.agent.demands.constraints import PromptConstraints
from core.answer.asking.asked_at_once import questions_at_once, questions_under_headings
from core.answer.asking.question import asking_sentences, without_directions
from core.cancel import CancelToken
from core.events import Event, EventStamper
from core.llm.base import ChatModel
from core.llm.calls import UsageMeter


@dataclass(frozen=True, slots=True)
class Part:
    """A question that stands by itself. `section`: the heading below which it is answered; `own`: its words
    that no other heading's question has."""

    standing: str
    section: str = ""
    own: str = ""


def undivided(question: str, demands: PromptConstraints) -> tuple[Part, ...]:
    """Without a model: a heading with the whole question, else the question."""
    if sections := demands.required_sections:
        return tuple(Part(f"{one}: {question}", one, one) for one in sections)
    return (Part(_meant(question, demands)),)


def parts_to_answer(
    question: str,
    demands: PromptConstraints,
    model: ChatModel,
    may_be_several: Callable[[str], bool],
    meter: UsageMeter,
    stamp: EventStamper,
    cancel: CancelToken,
) -> Generator[Event, None, tuple[Part, ...]]:
    """At least one, in the order of the question."""
    sections, topics = demands.required_sections, demands.required_search_topics
    below = sections or (topics if "?" not in question else ())
    if below:
        asked = yield from questions_under_headings(question, below, model, meter, stamp, cancel)
        named = sections or ("",) * len(asked)
        return tuple(map(Part, asked, named, _own_words(asked, below)))
    meant = _meant(question, demands)
    several = yield from questions_at_once(meant, model, may_be_several, meter, stamp, cancel)
    return tuple(map(Part, several or (meant,)))


def _own_words(questions: Sequence[str], headings: Sequence[str]) -> list[str]:
    """Of each question, with its heading, the words that not all of them have."""
    texts = [
        text if name in text else f"{name}: {text}" for text, name in zip(questions, headings, strict=True)
    ]
    words = [re.findall(r"[\w'’-]+", text) for text in texts]
    shared = (
        set.intersection(*({word.casefold() for word in row} for row in words)) if len(words) > 1 else set()
    )
    return [" ".join(word for word in row if word.casefold() not in shared) for row in words]


def _meant(question: str, demands: PromptConstraints) -> str:
    """What stands behind the colon of a demand: "Open two passages: how heavy is it?"."""
    meant = asking_sentences(without_directions(question))
    behind = meant.partition(": ")[2].strip()
    return behind if behind.endswith("?") and demands != PromptConstraints() else meant
