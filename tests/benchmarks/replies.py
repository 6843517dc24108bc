"""Are replies to a research read as they are meant? Changes of a to-do list, and answers to its questions.

What each reply means was written by hand. On one half, replies that earlier rules were written with, the
prompts were tuned; the other was written before it was first run.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import Any, TypeVar

from core.events import Event, EventStamper
from core.research.list_edits import read_edits
from core.research.model_requests import Asker
from core.research.round_reply import ReadReply, read_round
from core.research.state import Task
from core.research.user_replies import with_signs
from tests.benchmarks.evaluation_data import json_lines, own_data
from tests.benchmarks.one_model import language_model
from tests.benchmarks.reporting import Bench

_MOST_TASKS = 15
Returned = TypeVar("Returned")


def run_replies(bench: Bench, *, tuned: bool = False, details: Path | None = None) -> None:
    """With the configured language model."""
    lists = [row for row in json_lines(own_data() / "list_replies.jsonl") if row["held_out"] is not tuned]
    rounds = [row for row in json_lines(own_data() / "round_replies.jsonl") if row["held_out"] is not tuned]
    step = 4 if bench.quick else 1
    with language_model(bench.paths, bench.settings.models.answer_model) as model:
        asker = Asker(model, EventStamper(), bench.cancel)
        edited = [row | _edited(row, asker) for row in lists[::step]]
        read = [row | _read(row, asker) for row in rounds[::step]]
    if details is not None:
        told = (json.dumps(row, ensure_ascii=False) + "\n" for row in (*edited, *read))
        details.write_text("".join(told), encoding="utf-8")
    bench.share("changes of a list read rightly", sum(row["right"] for row in edited), len(edited))
    changed = [row for row in edited if row["told"] != row["tasks"] or row["begins"]]
    bench.share(
        "of the lists that were changed, wrongly",
        sum(not row["right"] for row in changed),
        len(changed),
        "lower",
    )
    bench.share("answers to questions read rightly", sum(row["right"] for row in read), len(read))
    bench.notes.append(f"half: {'tuned' if tuned else 'held out'}")


def _edited(row: dict[str, Any], asker: Asker) -> dict[str, Any]:
    """The list after the reply, whether work begins, and whether both are as meant."""
    tasks = tuple(Task(task_id=n, title=title, query=title) for n, title in enumerate(row["tasks"], 1))
    signs = _returned(read_edits(row["tasks"], row["reply"], asker, "en"))
    after = with_signs(tasks, signs, _MOST_TASKS, "en")
    told = [task.title for task in after.tasks]
    right = _are_meant(told, row) and after.approved == row["approved"]
    return {"told": told, "begins": after.approved, "right": right}


def _are_meant(told: Sequence[str], row: dict[str, Any]) -> bool:
    """A number is a task of the list; words have to stand in a new one."""
    if len(told) != len(row["after"]):
        return False
    return all(
        title == row["tasks"][meant - 1]
        if isinstance(meant, int)
        else title not in row["tasks"] and _has_words(title, meant)
        for title, meant in zip(told, row["after"], strict=True)
    )


def _read(row: dict[str, Any], asker: Asker) -> dict[str, Any]:
    """What is searched for, left out and read alone, and whether all of it is as meant."""
    read: ReadReply = _returned(read_round(row["documents"], row["reply"], asker, "en"))
    things = list(read.left_out)
    right = (
        _has_words(read.said, row["said"])
        and bool(read.said) >= bool(row["said"])
        and (bool(row["said"]) or not read.said)
        and len(things) == len(row["left_out"])
        and all(any(_has_words(thing, meant) for thing in things) for meant in row["left_out"])
        and sorted(read.only) == sorted(row["only"])
        and read.enough == row["enough"]
    )
    return {"read": [read.said, things, read.only, read.enough], "right": right}


def _has_words(text: str, words: str) -> bool:
    return all(word.casefold() in text.casefold() for word in words.split())


def _returned(steps: Generator[Event, None, Returned]) -> Returned:
    """What a generator of events returns."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value
