"""What a user's reply makes of a research that waits: an answer to its questions, or a change of its list.

Pure. The window sends lists as JSON (`TodoReply`), a terminal as lines of text; both may be mixed with "ok".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from core.llm.reply_json import reply_json
from core.research.state import ResearchState, Task
from core.research.wording import say
from core.textspan import word_list

END_WORDS = frozenset({"/end", "/ende", "/skip"})
RESUME_WORDS = frozenset({"/resume", "/weiter", "/continue"})
MAX_REPLY_CHARACTERS = 2000  # three answers of a form, each with its question
_LONGEST_TASK = 200
_APPROVING = word_list(
    "ok okay okey yes ja go los start begin beginne passt einverstanden approve approved y j /ok /start"
)
_CANCELLING = frozenset({"/end", "/ende", "/cancel"})
# At the end or the beginning of what is said, or a reply of nothing but the bare word.
_END = re.compile(r"(?i)(?:^|\s)/(?:ende?|skip)[\s.!]*$|^\s*/(?:ende?|skip)(?=\s)|^\s*(?:ende?|skip)[\s.!]*$")
_ADD = re.compile(r"\+\s*(?P<text>\S.*)")
_REMOVE = re.compile(r"[-–−]\s*\d{1,2}(?:(?:\s*(?:,|&|\band\b|\bund\b)\s*[-–−]?\s*|\s+[-–−](?=\d))\d{1,2})*")
_CHANGE = re.compile(r"(?P<at>\d{1,2})\s*[=:]\s*(?P<text>\S.*)")
_MOVE = re.compile(r"(?P<at>\d{1,2})\s*(?:>|->|→)\s*(?P<to>\d{1,2})")
_ITEM = re.compile(r"\s*(?:\d{1,2}[.)]|[-*•☐])\s+(?P<text>(?=.*[^\W\d_])\S.*)")
_TASK_BEHIND_DASH = re.compile(r"\s*-\s*(?P<at>\d{1,2})\b")


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
    """The list after a reply, whether it is agreed to, and what was not understood."""

    tasks: tuple[Task, ...]
    approved: bool = False
    problems: tuple[str, ...] = ()


def after_reply(state: ResearchState, text: str, most_tasks: int) -> ResearchState:
    """The state with the reply in it; it waits no longer. One that waited for nothing stays as it is."""
    if state.waiting == "questions":
        return _answered(state, text)
    if state.waiting == "approval":
        if text.strip(" .!\t\n").casefold() in _CANCELLING:
            return state.but(ended=True, problems=())
        edited = edit(state.tasks, text, most_tasks, state.language)
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
    said = " ".join(_END.sub("", text).split())[:MAX_REPLY_CHARACTERS]
    ends = _END.search(text.strip()) is not None
    last = state.rounds[-1].but(reply=next(iter(sorted(END_WORDS))) if ends else said)
    context = (*state.context, said) if said else state.context
    return state.but(rounds=(*state.rounds[:-1], last), context=context, waiting="")


def edit(tasks: Sequence[Task], text: str, most: int, language: str) -> Edited:
    """The list with all changes of the reply; numbers are those of the list as it was shown.

    A reply of which anything is not understood changes nothing.
    """
    text = text.strip()
    if text.startswith("{"):
        return _from_json(tasks, text, most, language)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    pieces = [piece.strip() for line in lines for piece in line.split(";") if piece.strip()]
    if pieces and all(_is_command(piece, len(tasks)) for piece in pieces):
        return _commanded(tasks, pieces, most, language)
    agreed = bool(lines) and agrees(lines[-1])
    titles = [_item(line, len(tasks)) for line in (lines[:-1] if agreed else lines)]
    if titles and all(titles):
        return _listed(tasks, titles, most, language, approved=agreed)
    strange = next((piece for piece in pieces if not _is_command(piece, len(tasks))), text)
    problem = say("not_understood", language, words=f"“{strange[:60]}”")
    return Edited(tuple(tasks), problems=(problem,))


def agrees(piece: str) -> bool:
    """It says that the list may be worked off as it is."""
    return piece.strip(" .!").casefold() in _APPROVING


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


def _is_command(piece: str, count: int) -> bool:
    if agrees(piece) or _ADD.fullmatch(piece):
        return True
    if _REMOVE.fullmatch(piece):
        return all(1 <= number <= count for number in _numbers(piece))
    found = _MOVE.fullmatch(piece) or _CHANGE.fullmatch(piece)
    return found is not None and all(
        1 <= int(number) <= count for name, number in found.groupdict().items() if name != "text"
    )


def _numbers(piece: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", piece)]


def _commanded(tasks: Sequence[Task], pieces: Sequence[str], most: int, language: str) -> Edited:
    rows: list[Task] = list(tasks)
    approved = False
    for piece in pieces:
        if agrees(piece):
            approved = True
        elif found := _ADD.fullmatch(piece):
            rows.append(_new(rows, tasks, found.group("text")))
        elif found := _MOVE.fullmatch(piece):
            moved = tasks[int(found.group("at")) - 1]
            if moved in rows:
                rows.remove(moved)
                rows.insert(int(found.group("to")) - 1, moved)
        elif found := _CHANGE.fullmatch(piece):
            old = tasks[int(found.group("at")) - 1]
            title = found.group("text").strip()[:_LONGEST_TASK]
            rows = [one.but(title=title, query=title, origin="user") if one == old else one for one in rows]
        elif _REMOVE.fullmatch(piece):
            gone = {tasks[number - 1].task_id for number in _numbers(piece)}
            rows = [one for one in rows if one.task_id not in gone]
    return _within(rows, most, language, approved=approved)


def _listed(
    tasks: Sequence[Task], titles: Sequence[str], most: int, language: str, *, approved: bool
) -> Edited:
    known = {task.title.casefold(): task for task in tasks}
    rows: list[Task] = []
    for title in titles:
        task = known.get(title.casefold())
        if task is None or task in rows:
            task = _new(rows, tasks, title)
        rows.append(task)
    return _within(rows, most, language, approved=approved)


def _from_json(tasks: Sequence[Task], text: str, most: int, language: str) -> Edited:
    try:
        reply = TodoReply.model_validate(reply_json(text))
    except (ValueError, ValidationError):
        problem = say("not_understood", language, words=f"“{text[:60]}”")
        return Edited(tuple(tasks), problems=(problem,))
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
    problems = (say("list_full", language, most=most),) if len(rows) > most else ()
    if not rows:
        return Edited((), problems=(say("list_empty", language),))
    return Edited(tuple(rows[:most]), approved and not problems, problems)
