"""What a user's reply makes of a research that waits: an answer to its questions, or a change of its list.

The window sends lists as JSON (`TodoReply`), a terminal as lines of text with signs ("- 2", "+ new task") or
a whole list; these are exact. A reply in own words is read by a language model (`core.research.list_edits`).
"""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from core.agent.queries import query_key
from core.events import Event
from core.llm.reply_json import reply_json
from core.research.base import Parts
from core.research.list_edits import read_edits
from core.research.reply_words import agrees, gives_up, without_end
from core.research.research_texts import in_quotes, say
from core.research.state import ResearchState, Task

MAX_REPLY_CHARACTERS = 2000  # three answers of a form, each with its question
_LONGEST_TASK = 200
_LONGEST_QUOTED = 80
_NUMBERS = r"\d{1,2}\.?(?:(?:\s*[,&–−-]\s*[-–−]?\s*|\s+[-–−](?=\d))\d{1,2}\.?)*"
_WORDS = r"(?=.*[^\W\d_])\S.*"
_SIGN = re.compile(
    r"\+\s*(?P<add>\S.*?)(?:\s*(?:->|→)\s*(?P<at>\d{1,2}))?"
    rf"|[-–−]\s*(?:(?P<off>{_NUMBERS})|(?P<named>{_WORDS}))"
    r"|(?P<moved>\d{1,2})\s*(?:>|->|→)\s*(?P<to>\d{1,2})"
    rf"|(?P<changed>\d{{1,2}})(?:\s*[=:]\s*(?P<text>\S.*)|[.)]\s+(?P<item>{_WORDS}))"
)
_RANGE = re.compile(r"(\d{1,2})\.?(?:[-–−]|\s+[-–−]\s+)(\d{1,2})")  # "1 -3" is two numbers
_COMMAND_SIGN = re.compile(r"[-–−+•*☐{]|\d{1,2}\s*(?:[=:>→]|->|[.)]\s)")
_ITEM = re.compile(r"\s*(?:\d{1,2}[.)]|[-*•☐])\s+(?P<text>(?=.*[^\W\d_])\S.*)")
_TASK_BEHIND_DASH = re.compile(r"\s*-\s*(?P<at>\d{1,2})\b")
_FEWEST_LISTED = 2  # lines of a whole list


class TaskReply(BaseModel):
    """A task as a front end sends it back; `task_id` 0 for a new one."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)

    task_id: int = 0
    title: str = Field(min_length=1, max_length=_LONGEST_TASK)
    query: str = Field("", max_length=_LONGEST_TASK)


class TodoReply(BaseModel):
    """The whole list in its new order; without `tasks` it stays as it is."""

    model_config = ConfigDict(extra="forbid")

    tasks: list[TaskReply] | None = None
    approved: bool = False


@dataclass(frozen=True, slots=True)
class Edited:
    """The list after a reply, whether it is agreed to, and what was not understood. `is_read`: a model may
    read what is in own words."""

    tasks: tuple[Task, ...]
    approved: bool = False
    problems: tuple[str, ...] = ()
    is_read: bool = False


def after_reply(state: ResearchState, text: str, parts: Parts) -> Generator[Event, None, ResearchState]:
    """The state with the reply in it; it waits no longer. One that waited for nothing stays as it is."""
    if state.waiting == "questions":
        return _answered(state, text)
    if state.waiting == "approval":
        if gives_up(text):
            return state.but(ended=True, problems=())
        edited = yield from _edited(state, text, parts)
        left = {task.title for task in edited.tasks}
        gone = (task.title for task in state.tasks if task.title not in left)
        return state.but(
            tasks=edited.tasks,
            removed=tuple(dict.fromkeys((*state.removed, *gone))),
            approved=edited.approved,
            problems=edited.problems,
            waiting="",
        )
    return state


def _answered(state: ResearchState, text: str) -> ResearchState:
    said, ends = without_end(text)
    said = said[:MAX_REPLY_CHARACTERS]
    last = state.rounds[-1].but(reply=said, ended=ends)
    context = (*state.context, said) if said else state.context
    return state.but(rounds=(*state.rounds[:-1], last), context=context, problems=(), waiting="")


def _edited(state: ResearchState, text: str, parts: Parts) -> Generator[Event, None, Edited]:
    most, language = parts.limits.tasks, state.language
    edited = edit(state.tasks, text, most, language)
    if edited.is_read and len(text) <= MAX_REPLY_CHARACTERS:
        titles = [task.title for task in state.tasks]
        signs = yield from read_edits(titles, text, parts.asker, language)
        if signs:
            return with_signs(state.tasks, signs, most, language)
    return edited


def edit(tasks: Sequence[Task], text: str, most: int, language: str) -> Edited:
    """The list with all changes of the reply; numbers are those of the list as it was shown.

    A reply of which anything is no sign changes nothing, and is left to a model.
    """
    text = text.strip()
    if text.startswith("{"):
        return _from_json(tasks, text, most, language)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    agreed = bool(lines) and agrees(lines[-1])
    listed = lines[:-1] if agreed else lines
    titles = [_item(line, len(tasks)) for line in listed]
    if len(titles) >= _FEWEST_LISTED and all(titles):
        if _may_take_off(listed, titles, tasks):
            return Edited(tuple(tasks), problems=(say("keep_or_remove", language),))
        known = {task.title.casefold(): task for task in tasks}
        rows: list[Task] = []
        for title in titles:
            rows.append(known.get(title.casefold()) or _new(rows, tasks, title))
        return _within(rows, most, language, approved=agreed)
    pieces = [piece for line in lines for piece in _pieces(line)]
    return with_signs(tasks, pieces or [text], most, language)


def _not_understood(words: str, language: str) -> str:
    short = words if len(words) <= _LONGEST_QUOTED else f"{words[:_LONGEST_QUOTED]}…"
    return say("not_understood", language, words=in_quotes(short, language))


def _pieces(line: str) -> list[str]:
    """The changes of a line, between ";"; what is no sign of a change belongs to the words of a task before:
    "+ price of A; B and C"."""
    rows: list[str] = []
    for piece in (part.strip() for part in line.split(";")):
        if not piece:
            continue
        before = _SIGN.fullmatch(rows[-1]) if rows else None
        has_words = before is not None and (before["add"] or before["changed"])
        if has_words and not (agrees(piece) or _COMMAND_SIGN.match(piece)):
            rows[-1] = f"{rows[-1]}; {piece}"
        else:
            rows.append(piece)
    return rows


def _item(line: str, count: int) -> str:
    """The task of a line of a whole list; empty where it is none.

    "- 2 and the costs" would be one, but is a change of the shown list that went wrong: what is agreed to
    must not be thrown away for it.
    """
    found = _ITEM.fullmatch(line)
    dashed = _TASK_BEHIND_DASH.match(line)
    if found is None or agrees(found.group("text")):
        return ""
    return "" if dashed and 1 <= int(dashed.group("at")) <= count else found.group("text").strip()


def _may_take_off(lines: Sequence[str], titles: Sequence[str], tasks: Sequence[Task]) -> bool:
    """Each line is a dash and a task of the shown list, and they are not all: to be kept, or taken off?"""
    named = {task.task_id for title in titles if (task := _named(tasks, title)) is not None}
    dashed = all(line.startswith(("-", "–", "−")) for line in lines)
    return dashed and len(named) == len(titles) < len(tasks)


def _named(tasks: Sequence[Task], words: str) -> Task | None:
    """The one task of that title, or the only one that has all these words."""
    key = query_key(words)
    same = [task for task in tasks if query_key(task.title) == key]
    if not same and key:
        same = [task for task in tasks if key <= query_key(task.title)]
    return same[0] if len(same) == 1 else None


def with_signs(tasks: Sequence[Task], pieces: Sequence[str], most: int, language: str) -> Edited:
    """The list after changes that are told by signs; as it was where one of them cannot be made."""
    rows = list(tasks)
    for piece in pieces:
        changed = rows if agrees(piece) else _changed(rows, tasks, piece)
        if changed is None:
            return Edited(tuple(tasks), problems=(_not_understood(piece, language),), is_read=True)
        rows = changed
    return _within(rows, most, language, approved=any(map(agrees, pieces)))


def _changed(rows: list[Task], tasks: Sequence[Task], piece: str) -> list[Task] | None:
    """The list after one sign, whose numbers are those of `tasks`; None where it is no sign of these."""
    sign = _SIGN.fullmatch(piece)
    if sign is None:
        return None
    if sign["add"]:
        place = min(max(int(sign["at"] or len(rows) + 1), 1), len(rows) + 1) - 1
        return [*rows[:place], _new(rows, tasks, sign["add"]), *rows[place:]]
    if sign["named"]:
        task = _named(tasks, sign["named"])
        return [row for row in rows if row != task] if task else None
    told = _numbers(sign["off"] or f"{sign['moved'] or sign['changed']},{sign['to'] or 1}")
    if not told or not all(1 <= number <= len(tasks) for number in told):
        return None
    if sign["off"]:
        return [row for row in rows if row not in [tasks[number - 1] for number in told]]
    one, others = tasks[told[0] - 1], [row for row in rows if row != tasks[told[0] - 1]]
    if sign["moved"]:
        return [*others[: told[1] - 1], one, *others[told[1] - 1 :]] if one in rows else rows
    title = (sign["text"] or sign["item"]).strip()[:_LONGEST_TASK]
    changed = one.but(title=title, query=title, origin="user")
    return None if sign["item"] and agrees(title) else [changed if row == one else row for row in rows]


def _numbers(text: str) -> list[int]:
    """The numbers that a text tells, those between "2-4" included; none where a range goes backwards."""
    ranges = [(int(first), int(last)) for first, last in _RANGE.findall(text)]
    if any(first >= last for first, last in ranges):
        return []
    single = [int(number) for number in re.findall(r"\d+", text)]
    return [*single, *(number for first, last in ranges for number in range(first, last))]


def _from_json(tasks: Sequence[Task], text: str, most: int, language: str) -> Edited:
    try:
        reply = TodoReply.model_validate(reply_json(text))
    except (ValueError, ValidationError):
        return Edited(tuple(tasks), problems=(_not_understood(text, language),))
    if reply.tasks is None:
        return _within(list(tasks), most, language, approved=reply.approved)
    known = {task.task_id: task for task in tasks}
    rows: list[Task] = []
    for row in reply.tasks:
        task = known.pop(row.task_id, None)
        if task is None:
            task = _new(rows, tasks, row.title)
        if (task.title, task.query) != (row.title, row.query or row.title):
            task = task.but(title=row.title, query=row.query or row.title, origin="user")
        rows.append(task)
    return _within(rows, most, language, approved=reply.approved)


def _new(rows: Sequence[Task], tasks: Sequence[Task], title: str) -> Task:
    number = 1 + max((task.task_id for task in (*rows, *tasks)), default=0)
    title = " ".join(title.split())[:_LONGEST_TASK]
    return Task(task_id=number, title=title, query=title, origin="user")


def _within(rows: Sequence[Task], most: int, language: str, *, approved: bool) -> Edited:
    """The list as it may be: no title twice, and no more than `most`."""
    once: dict[str, Task] = {}
    for task in rows:
        once.setdefault(task.title.casefold(), task)
    rows = list(once.values())
    problems = (say("list_full", language, most=most),) if len(rows) > most else ()
    if not rows:
        return Edited((), problems=(say("list_empty", language),))
    return Edited(tuple(rows[:most]), approved and not problems, problems)
