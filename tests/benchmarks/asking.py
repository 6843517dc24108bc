"""Asking what is not kept yet, within the time there is; what a run answered; things in turn of kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from core.cancel import CancelToken
from core.chat.pipeline import ChatPipeline
from core.chat.request import ChatQuestion
from core.engine import Engine
from core.errors import Cancelled
from core.events import AnswerReady, Event, EventStamper
from core.llm.base import ChatModel, GenerationRequest, Message
from core.runs.recorder import carry_out
from core.types import Answer
from tests.benchmarks.kept_lines import KeptLines, Line

QUICK_SECONDS = 40.0  # of 50; opening and closing take the rest
Thing = TypeVar("Thing")


@dataclass(frozen=True, slots=True)
class Wanted(Generic[Thing]):
    """A thing to be asked in one way, and how its kept line is known."""

    thing: Thing
    way: str
    key: tuple[str, ...]
    fingerprint: str


def lines_of(
    wanted: Sequence[Wanted[Thing]],
    kept: KeptLines[Line],
    opened: Callable[[], AbstractContextManager[Callable[[Thing, str], Line]]],
    until: CancelToken,
    cancel: CancelToken,
) -> tuple[list[Line], bool]:
    """The lines of what is wanted, and whether there was time for all of it.

    What is not kept yet is asked with the function that `opened` gives; nothing is opened where all is kept.

    Raises:
        core.errors.KnownError: something cannot be used; `Cancelled` after Stop, not when the time is over.
    """
    in_time = True
    if waiting := [one for one in wanted if kept.get(one.key, one.fingerprint) is None]:
        try:
            with opened() as ask:
                for one in waiting:
                    until.check()
                    kept.add(ask(one.thing, one.way))
        except Cancelled:
            if cancel.is_set:
                raise
            in_time = False
    found = (kept.get(one.key, one.fingerprint) for one in wanted)
    return [line for line in found if line is not None], in_time


def chat(
    engine: Engine,
    question: str,
    documents: Sequence[str] | None,
    cancel: CancelToken,
    *,
    model: ChatModel | None = None,
) -> Iterator[Event]:
    """Chat mode without the record that the program keeps of a run; sentences are copied without a model."""
    pipeline = ChatPipeline(engine.retriever(), engine.settings.answers, EventStamper(), cancel, model=model)
    return pipeline.run(ChatQuestion(question, None if documents is None else tuple(documents)))


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


def in_turn(things: Iterable[Thing], kind: Callable[[Thing], str]) -> list[Thing]:
    """One of every kind, then a second one of every kind, …: any part of them is balanced."""
    seen: Counter[str] = Counter()

    def place(thing: Thing) -> tuple[int, int]:
        seen[kind(thing)] += 1
        return seen[kind(thing)], [*seen].index(kind(thing))

    return sorted(things, key=place)
