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
_ADD = re.compile(r"\+\s*(?P<text>\S.*)")
_ADD_AT = re.compile(r"\+\s*(?P<text>\S.*?)\s*(?:->|→)\s*(?P<to>\d{1,2})")
_LONGEST_QUOTED = 80
_NUMBERS = r"\d{1,2}\.?(?:(?:\s*[,&–−-]\s*[-–−]?\s*|\s+[-–−](?=\d))\d{1,2}\.?)*"
_REMOVE = re.compile(rf"[-–−]\s*(?P<numbers>{_NUMBERS})")
_REMOVE_NAMED = re.compile(r"[-–−]\s*(?P<text>(?=.*[^\W\d_])\S.*)")
_RANGE = re.compile(r"(\d{1,2})\.?(?:[-–−]|\s+[-–−]\s+)(\d{1,2})")  # "1 -3" is two numbers
_CHANGE = re.compile(r"(?P<at>\d{1,2})\s*[=:]\s*(?P<text>\S.*)")
_CHANGE_NUMBERED = re.compile(r"(?P<at>\d{1,2})[.)]\s+(?P<text>(?=.*[^\W\d_])\S.*)")
_MOVE = re.compile(r"(?P<at>\d{1,2})\s*(?:>|->|→)\s*(?P<to>\d{1,2})")
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
    """The state with the reply in it; it waits no longer. One that waited for nothing stays as it is.

    Raises:
        core.errors.ModelError: from a model that nothing may stand in for.
        core.errors.Cancelled: after Stop.
    """
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
    pieces = [piece for line in lines for piece in _pieces(line)]
    if len(titles) >= _FEWEST_LISTED and all(titles):
        if _may_take_off(listed, titles, tasks):
            return Edited(tuple(tasks), problems=(say("keep_or_remove", language),))
        return _listed(tasks, titles, most, language, approved=agreed)
    if pieces and all(_is_command(piece, tasks) for piece in pieces):
        return with_signs(tasks, pieces, most, language)
    strange = next((piece for piece in pieces if not _is_command(piece, tasks)), text)
    return Edited(tuple(tasks), problems=(_not_understood(strange, language),), is_read=True)


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
        has_words = bool(rows) and (_ADD.fullmatch(rows[-1]) or _change(rows[-1]))
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


def _change(piece: str) -> re.Match[str] | None:
    return _CHANGE.fullmatch(piece) or _CHANGE_NUMBERED.fullmatch(piece)


def _is_command(piece: str, tasks: Sequence[Task]) -> bool:
    if agrees(piece) or _ADD.fullmatch(piece):
        return True
    if _REMOVE.fullmatch(piece) or _REMOVE_NAMED.fullmatch(piece):
        return bool(_taken_off(piece, tasks))
    if (found := _CHANGE_NUMBERED.fullmatch(piece)) and agrees(found.group("text")):
        return False
    found = _MOVE.fullmatch(piece) or _change(piece)
    return found is not None and all(
        1 <= int(number) <= len(tasks) for name, number in found.groupdict().items() if name != "text"
    )


def _taken_off(piece: str, tasks: Sequence[Task]) -> frozenset[int]:
    """The ids of the tasks that the piece takes off; none where it names any that is not there."""
    if found := _REMOVE.fullmatch(piece):
        numbers = _numbers(found.group("numbers"))
        if numbers and all(1 <= number <= len(tasks) for number in numbers):
            return frozenset(tasks[number - 1].task_id for number in numbers)
        return frozenset()
    found = _REMOVE_NAMED.fullmatch(piece)
    task = _named(tasks, found.group("text")) if found else None
    return frozenset({task.task_id}) if task else frozenset()


def _numbers(text: str) -> list[int]:
    """The numbers that a text tells, those between "2-4" included; none where a range goes backwards."""
    ranges = [(int(first), int(last)) for first, last in _RANGE.findall(text)]
    if any(first >= last for first, last in ranges):
        return []
    single = [int(number) for number in re.findall(r"\d+", text)]
    return [*single, *(number for first, last in ranges for number in range(first, last))]


def with_signs(tasks: Sequence[Task], pieces: Sequence[str], most: int, language: str) -> Edited:
    """The list after changes that are told by signs, each of which it can have."""
    rows: list[Task] = list(tasks)
    approved = False
    for piece in pieces:
        if agrees(piece):
            approved = True
        elif found := _ADD_AT.fullmatch(piece):
            at = min(int(found.group("to")), len(rows) + 1)
            rows.insert(max(at, 1) - 1, _new(rows, tasks, found.group("text")))
        elif found := _ADD.fullmatch(piece):
            rows.append(_new(rows, tasks, found.group("text")))
        elif found := _MOVE.fullmatch(piece):
            moved = tasks[int(found.group("at")) - 1]
            if moved in rows:
                rows.remove(moved)
                rows.insert(int(found.group("to")) - 1, moved)
        elif found := _change(piece):
            old = tasks[int(found.group("at")) - 1]
            title = found.group("text").strip()[:_LONGEST_TASK]
            rows = [one.but(title=title, query=title, origin="user") if one == old else one for one in rows]
        else:
            gone = _taken_off(piece, tasks)
            rows = [one for one in rows if one.task_id not in gone]
    return _within(rows, most, language, approved=approved)


def _listed(
    tasks: Sequence[Task], titles: Sequence[str], most: int, language: str, *, approved: bool
) -> Edited:
    known = {task.title.casefold(): task for task in tasks}
    rows: list[Task] = []
    for title in titles:
        task = known.get(title.casefold())
        rows.append(task or _new(rows, tasks, title))
    return _within(rows, most, language, approved=approved)


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
