"""Asking what is not kept yet, within the time there is: in which ways, and what came of it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar

from core.cancel import CancelToken
from core.chat.pipeline import ChatPipeline
from core.chat.request import ChatQuestion
from core.engine import Engine, Question
from core.errors import Cancelled
from core.events import AnswerReady, DraftDelta, Event, EventStamper, EvidenceFound
from core.llm.base import ChatModel, GenerationRequest, Message
from core.runs.recorder import carry_out
from core.types import Answer, Mode
from tests.benchmarks.kept_lines import AskedLine, KeptLines, model_of
from tests.benchmarks.machine import commit
from tests.benchmarks.plain_answer import plain_answer

QUICK_SECONDS = 40.0  # of 50; opening and closing take the rest


class Askable(Protocol):
    """`key` knows it, `fingerprint` tells whether it still asks the same."""

    @property
    def key(self) -> tuple[str, ...]: ...

    @property
    def fingerprint(self) -> str: ...


Thing = TypeVar("Thing", bound=Askable)
One = TypeVar("One")
Asked = Callable[[Thing, str], dict[str, Any]]  # asks a thing in one way: what else its line holds


class ThingLine(AskedLine):
    """A thing, of the kind that a benchmark asks, that was asked in one way, and what came."""

    thing: Any

    @property
    def key(self) -> tuple[str, ...]:
        return *self.thing.key, self.way, self.model


Line = TypeVar("Line", bound=ThingLine)


def lines_of(
    kind: type[Line],
    asked: Sequence[tuple[Thing, str]],
    model: str,
    kept: KeptLines[Line],
    opened: Callable[[], AbstractContextManager[Asked[Thing]]],
    until: CancelToken,
    cancel: CancelToken,
) -> tuple[list[Line], bool]:
    """The lines of things, each in one way, and whether there was time for all of them.

    What is not kept yet is asked with the function that `opened` gives; nothing is opened where all is kept.

    Raises:
        core.errors.KnownError: something cannot be used; `Cancelled` after Stop, not when the time is over.
    """

    def line(thing: Thing, way: str) -> Line | None:
        return kept.get((*thing.key, way, model_of(way, model)), thing.fingerprint)

    in_time = True
    if waiting := [one for one in asked if line(*one) is None]:
        now = commit()
        try:
            with opened() as ask:
                for thing, way in waiting:
                    until.check()
                    told = {"thing": thing, "way": way, "model": model_of(way, model), "commit": now}
                    kept.add(kind(fingerprint=thing.fingerprint, **told, **ask(thing, way)))
        except Cancelled:
            if cancel.is_set:
                raise
            in_time = False
    return [found for one in asked if (found := line(*one))], in_time


@dataclass(frozen=True, slots=True)
class Told:
    """What came of a question; no events of the plain way. Seconds until there is evidence, until its first
    words, and in all."""

    answer: Answer
    events: list[Event]
    evidence_seconds: float | None
    first_seconds: float | None
    seconds: float


def told(
    engine: Engine, question: str, documents: Sequence[str] | None, way: str, cancel: CancelToken
) -> Told:
    """Ask without the record that the program keeps of a run.

    `way`: `copied` by the program, written by the model and checked, in `agent` mode, or `plain`.
    """
    began, first, evidence = time.perf_counter(), None, None
    chosen = None if documents is None else tuple(documents)
    stream: Iterator[Event | str]
    if way == "plain":
        stream = plain_answer(engine, engine.settings.answers, question, chosen, cancel)
    elif way == "agent":
        stream = engine.ask(Question(question, Mode.AGENT, chosen), cancel)
    else:
        model = None if way == "copied" else engine.language_model()
        answers, stamp = engine.settings.answers, EventStamper()
        judge = engine.answer_judge()
        pipeline = ChatPipeline(engine.retriever(), judge, answers, stamp, cancel, model=model)  # facts only
        stream = pipeline.run(ChatQuestion(question, chosen))
    text, events = "", []
    for one in stream:
        if first is None and isinstance(one, str | DraftDelta | AnswerReady):
            first = time.perf_counter() - began
        if evidence is None and isinstance(one, EvidenceFound):
            evidence = time.perf_counter() - began
        if isinstance(one, str):
            text += one
        else:
            events.append(one)
    answer = Answer(text) if way == "plain" else answer_in(events)
    return Told(answer, events, evidence, first, time.perf_counter() - began)


def read_in(engine: Engine, files: Sequence[Path], cancel: CancelToken) -> None:
    """Add files and folders to the library and read all that is waiting there.

    Raises:
        core.errors.KnownError: something cannot be used; `Cancelled` after Stop.
    """
    for events in (engine.add_paths(files, cancel), engine.ingest(cancel)):
        carry_out(events, lambda _event: None)
    cancel.check()


def answer_in(events: Iterable[Event]) -> Answer:
    """The last answer of a run; one that says nothing where there is none."""
    answer = Answer("")
    for event in events:
        answer = event.answer if isinstance(event, AnswerReady) else answer
    return answer


def warm_up(engine: Engine, model: ChatModel | None, cancel: CancelToken) -> None:
    """Embedder and model are read from the disk before any time is taken."""
    engine.retriever().search("What is it?", limit=1)
    if model is not None:
        for _ in model.generate(GenerationRequest((Message("user", "Hello."),), max_tokens=1), cancel):
            pass


def in_turn(things: Iterable[One], kind: Callable[[One], str]) -> list[One]:
    """One of every kind, then a second one of every kind, …: any part of them is balanced."""
    seen: Counter[str] = Counter()

    def place(thing: One) -> tuple[int, int]:
        seen[kind(thing)] += 1
        return seen[kind(thing)], [*seen].index(kind(thing))

    return sorted(things, key=place)
