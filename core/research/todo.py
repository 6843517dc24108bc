"""Phase 2: the to-do list, from the question's parts and what a model adds; shown until the user agrees."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Sequence

from core.agent.queries import as_query, distinct, query_key
from core.events import Event, NoticeGiven, TodoListed
from core.research import prompts
from core.research.base import Parts
from core.research.clarification import (
    bare_words,
    context_of,
    is_about,
    names_of,
    short_form,
    terms_of,
)
from core.research.findings import reopened
from core.research.limits import Pace, estimated_seconds
from core.research.passages import are_covered
from core.research.state import Phase, ResearchState, Round, Task
from core.text.facts import facts_of

_LONGEST_TASK = 100
_TASK_TOKENS = 260
_MORE_TOKENS = 100
_MOST_PROPOSED = 6  # a model that may write fifteen tasks repeats itself
_LONGEST_QUERY = 300
_YEAR = re.compile(r"\b(?:1[89]|20)\d\d\b")


def list_tasks(state: ResearchState, parts: Parts) -> Generator[Event, None, ResearchState]:
    """The list, agreed to or waiting for that."""
    if not state.tasks and not state.problems:
        tasks = yield from _first_tasks(state, parts)
        state = state.but(tasks=tasks)
    approved = (state.approved or state.approve_tasks) and bool(state.tasks)
    for problem in state.problems:
        yield parts.stamp(NoticeGiven, code="reply_not_understood", message=problem)
    yield todo_listed(state, parts, approved=approved)
    if approved:
        return state.but(approved=True, problems=(), phase=Phase.TASKS)
    return state.but(waiting="approval")


def todo_listed(state: ResearchState, parts: Parts, *, approved: bool = True) -> TodoListed:
    pace = pace_of(state, parts)
    return parts.stamp(
        TodoListed,
        tasks=state.todo(),
        estimated_seconds=round(time_left(state, parts), 1),
        measured=pace.is_known,
        approved=approved,
    )


def pace_of(state: ResearchState, parts: Parts) -> Pace:
    """The model's speed as far as this research has measured it; unknown where no model writes."""
    if parts.asker.model is None:
        return Pace()
    return state.pace if state.pace.is_known else parts.asker.spent()


def time_left(state: ResearchState, parts: Parts) -> float:
    """Seconds that the open tasks and the report will take."""
    pace = pace_of(state, parts)
    limits = parts.limits.scaled(pace)
    count = sum(task.status == "open" for task in state.tasks)
    return estimated_seconds(pace, count, limits.section_tokens, limits.sources_per_section)


def _first_tasks(state: ResearchState, parts: Parts) -> Generator[Event, None, tuple[Task, ...]]:
    """The question or its parts first, then what the model makes of it."""
    most = parts.limits.tasks
    gaps = state.rounds[-1].gaps if state.rounds else ()
    few = min(most, _MOST_PROPOSED)
    context, uncovered = context_of(state), "; ".join(gaps) or "–"
    prompt = prompts.TASKS.format(question=state.question, context=context, gaps=uncovered, most=few)
    written = yield from parts.asker.ask_for(
        "tasks", prompt, (1, few), _LONGEST_TASK, _TASK_TOKENS, state.language, "to-do list"
    )
    written = [as_query(text, _LONGEST_TASK) for text in written if _is_whole(text)]
    own = [text for text in written if is_about(text, state)]
    several = len(state.questions) > 1
    ordered = [*state.aspects, *own] if several else [*own, *state.aspects]
    left_out = [words for thing in state.left_out if (words := terms_of(thing))]
    rows = specific(
        row
        for row in distinct([*ordered, *gaps], [state.question, *state.removed])
        if not any(thing <= terms_of(row) for thing in left_out) or row in state.aspects
    )
    whole = as_query(state.question, 2 * _LONGEST_TASK)
    # A question of several parts is answered part by part; asked as a whole, it finds the same again.
    titles = list(rows) if several else [whole, *rows]
    return tuple(
        Task(
            task_id=number,
            title=_begun(title, state),
            query=state.needs if title == whole else _with_replies(title, state),
        )
        for number, title in enumerate(titles[:most], start=1)
    )


def _with_replies(title: str, state: ResearchState) -> str:
    """The task as a query with what the user said of it: in reply to a question about it, or in its words;
    and with what every task is limited to."""
    asked = query_key(title)
    said = [
        bare_words(text)
        for round_ in state.rounds
        if (text := round_.said)
        and (
            asked in map(query_key, round_.gaps)
            or terms_of(text) & terms_of(title)
            or _limits_all(text, round_, state)
        )
    ]
    query = with_names(title, state)
    new = [word for text in said for word in text.split() if word.casefold() not in query.casefold()]
    return f"{query} {' '.join(dict.fromkeys(new))}".strip()[:_LONGEST_QUERY]


def _limits_all(text: str, round_: Round, state: ResearchState) -> bool:
    """A reply that says what all is about ("only NW-300 pumps", "50 pieces for Hull"): it has a figure, a
    code or a name, was not asked for one part, and speaks of none by its words."""
    if not (facts_of(text).numbers or names_of(f"– {text}")):
        return False
    if round_.limits:
        return True
    return not round_.gaps and not any(terms_of(text) & _own_words(part, state) for part in state.aspects)


def _own_words(part: str, state: ResearchState) -> frozenset[str]:
    """The words of a part of the question that no other part has."""
    others = frozenset[str]().union(*(terms_of(one) for one in state.aspects if one != part))
    return terms_of(part) - others


def specific(rows: Iterable[str]) -> tuple[str, ...]:
    """Without those that say no more than one before them: "risks" behind "risks of the supplier"."""
    kept: list[str] = []
    for row in rows:
        words = terms_of(row)
        if not any(words <= terms_of(other) for other in kept):
            kept.append(row)
    return tuple(kept)


def _is_whole(text: str) -> bool:
    """Not cut off where the schema allows no more."""
    return len(text) < _LONGEST_TASK - 1


def _begun(title: str, state: ResearchState) -> str:
    """A part of a question as a heading; one that asks ends like a question."""
    asks = state.question.endswith("?") and title in map(short_form, state.questions)
    return f"{title[:1].upper()}{title[1:]}{'?' if asks else ''}"


def with_names(title: str, state: ResearchState) -> str:
    """The task as a query: one that has no name of the question ("Which risks are there?") gets them, the
    years of it only where it has none."""
    names = names_of(state.question)
    if terms_of(title) & terms_of(names):
        return title
    has_year = _YEAR.search(title) is not None
    lacking = [
        name
        for name in names.split()
        if name.casefold() not in title.casefold() and not (name.isdigit() and has_year)
    ]
    return " ".join([title, *lacking])


def reevaluate(state: ResearchState, parts: Parts) -> Generator[Event, None, ResearchState]:
    """The list after a task: what is still open of the question, and what the model misses, within the limit.

    Nothing that the user agreed to is taken off the list, and nothing that the user took off comes back.
    """
    limits = parts.limits
    added = sum(task.origin == "added" for task in state.tasks)
    room = min(limits.tasks - len(state.tasks), limits.added_tasks - added)
    if room <= 0:
        return state
    covered = are_covered(state.aspects, state.language, reopened(state, parts), parts.judge)
    missing = [aspect for aspect, is_covered in covered.items() if not is_covered]
    proposed: list[str] = []
    if state.next_task is None:  # asked once, when all that was agreed to is done
        tasks = "\n".join(f"- {task.title}" for task in state.tasks)
        notes = " ".join(task.note for task in state.tasks if task.note)[:1500] or "–"
        prompt = prompts.MORE_TASKS.format(question=state.question, tasks=tasks, notes=notes)
        proposed = yield from parts.asker.ask_for(
            "tasks", prompt, (0, 2), _LONGEST_TASK, _MORE_TOKENS, state.language, "further tasks"
        )
        proposed = [text for text in proposed if is_about(text, state) and _is_whole(text)]
    tried = [text for task in state.tasks for text in (task.title, task.query, *task.queries)]
    return _with_added(state, distinct([*missing, *proposed], [*tried, *state.removed])[:room])


def _with_added(state: ResearchState, titles: Sequence[str]) -> ResearchState:
    first = 1 + max(task.task_id for task in state.tasks)
    added = (
        Task(task_id=number, title=_begun(title, state), query=with_names(title, state), origin="added")
        for number, title in enumerate(titles, start=first)
    )
    return state.but(tasks=(*state.tasks, *added))
