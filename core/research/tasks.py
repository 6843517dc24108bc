"""Phase 3: one task a step. Search, keep what is relevant, follow its references, search again if needed."""

from __future__ import annotations

from collections.abc import Container, Generator, Mapping
from dataclasses import dataclass, replace

from core.agent.queries import as_query, distinct, query_key
from core.answer.asking.injection import unfenced, unfenced_line
from core.answer.relevance.named_document import of_the_named
from core.answer.sources import Source
from core.events import Event
from core.judge.calibration import LEAST
from core.llm.grammars import object_schema
from core.research import prompts
from core.research.base import Parts
from core.research.clarification import bare_words, is_about, opened
from core.research.findings import add_findings, reopened
from core.research.following import follow_references
from core.research.passages import Judged, are_covered, filtered, judged_by_any
from core.research.state import Finding, Phase, ResearchState, Task
from core.research.todo import reevaluate, todo_listed, with_names
from core.search.called_search import called_search

_NOTE_TOKENS = 140
_LONGEST_NOTE = 300
_LONGEST_SEARCH = 100
_MOST_SHOWN = 3  # passages in the prompt of a note
_SHOWN_CHARACTERS = 400
_NOTE_SCHEMA = object_schema(
    {
        "note": {"type": "string", "minLength": 1, "maxLength": _LONGEST_NOTE},
        "enough": {"type": "boolean"},
        "search": {"type": "string", "maxLength": _LONGEST_SEARCH},
    }
)


@dataclass(frozen=True, slots=True)
class _Note:
    text: str
    enough: bool
    search: str


def work_on_task(state: ResearchState, parts: Parts) -> Generator[Event, None, ResearchState]:
    """The next open task, and the list as it is after it; without one the phase is over."""
    task = state.next_task
    if task is None:
        return state.but(phase=Phase.SYNTHESIS)
    limits = parts.limits.scaled(state.pace)
    query: str = task.query
    for iteration in range(limits.iterations):
        before = len(state.findings_of(task.task_id))
        state, task = yield from _searched(state, task, query, iteration, parts)
        found_more = len(state.findings_of(task.task_id)) > before
        if iteration + 1 == limits.iterations or (iteration and not found_more):
            break
        note = yield from _noted(state, task, parts)
        task = task.but(note=note.text)
        state = state.with_task(task)
        query = note.search
        if note.enough or not query:
            break
    found = bool(state.findings_of(task.task_id))
    task = task.but(status="done" if found else "empty")
    state = yield from reevaluate(state.with_task(task), parts)
    yield todo_listed(state, parts)
    return state if state.next_task else state.but(phase=Phase.SYNTHESIS)


def _searched(
    state: ResearchState, task: Task, query: str, iteration: int, parts: Parts
) -> Generator[Event, None, tuple[ResearchState, Task]]:
    limits = parts.limits
    result = yield from called_search(
        parts.retriever,
        query,
        limits.hits_per_search,
        state.document_ids,
        parts.stamp,
        parts.cancel,
        phrasings=(task.title,) if iteration == 0 and task.title != query else (),
    )
    task = task.but(queries=(*task.queries, query))
    known = {found.chunk_id for found in state.findings_of(task.task_id)}
    new = [hit for hit in result.hits if hit.chunk.chunk_id not in known]
    sources = opened(new, parts)
    if iteration == 0:
        sources += _found_before(state, {*known, *(hit.chunk.chunk_id for hit in new)}, parts, len(sources))
    sources = of_the_named(task.title, sources)
    ways = (task.query, with_names(task.title, state))
    rows = judged_by_any(ways, state.language, sources, parts.judge)
    scores = {found.chunk_id: found.score for found in state.findings}
    rows = [_scored(row, scores) for row in rows]
    kept = filtered(rows, LEAST, limits.least_passages if iteration == 0 else 0)
    before = {(found.chunk_id, found.task_id) for found in state.findings}
    state = yield from add_findings(state, kept, parts, task.task_id)
    added = [found for found in state.findings if (found.chunk_id, found.task_id) not in before]
    state, task = yield from follow_references(state, task, added, parts)
    return state.with_task(task), task


def _found_before(state: ResearchState, known: Container[str], parts: Parts, count: int) -> list[Source]:
    """What searches of the clarification and of other tasks kept, numbered behind `count`: it may say
    something about this task as well, and the task's own search need not find it again. Without the scores
    of those searches, which tell nothing of this task: only its words count."""
    sources: list[Source] = []
    seen: set[str] = set()
    for found in state.findings:
        if found.via is not None or found.chunk_id in known or found.chunk_id in seen:
            continue
        seen.add(found.chunk_id)
        source = parts.sources.open(count + len(sources) + 1, found.document_id, found.chunk_id)
        if source is not None:
            sources.append(source)
    return sources


def _scored(row: Judged, scores: Mapping[str, float]) -> Judged:
    """With the score of the search that found the passage, where it was judged without one."""
    if row.source.score:
        return row
    score = scores.get(row.source.chunk.chunk_id, 0.0)
    return replace(row, source=replace(row.source, score=score))


def _noted(state: ResearchState, task: Task, parts: Parts) -> Generator[Event, None, _Note]:
    """What the passages say about the task, for reading on, and what to search for next."""
    sources = reopened(state, parts, task.task_id)
    (covered,) = are_covered([task.title], state.language, sources, parts.judge).values()
    by_number = {source.number: source for source in sources}
    best = sorted(state.findings_of(task.task_id), key=lambda found: -found.relevance)[:_MOST_SHOWN]
    shown = [
        prompts.PASSAGE.format(
            number=found.number,
            filename=unfenced_line(source.document.filename),
            page=source.page,
            text=_telling(found, source),
        )
        for found in best
        if (source := by_number.get(found.number)) is not None
    ]
    content = None
    if best:
        content = yield from parts.asker.ask(
            "note",
            prompts.NOTE.format(task=task.title, passages="\n".join(shown)),
            _NOTE_SCHEMA,
            _NOTE_TOKENS,
            state.language,
        )
    if content is not None and isinstance(content.get("note"), str):
        note = " ".join(content["note"].split())[:_LONGEST_NOTE]
        wanted = content.get("search")
        search = as_query(wanted, _LONGEST_SEARCH) if isinstance(wanted, str) else ""
        enough = content.get("enough") is True and covered
        if search and is_about(search, state) and _is_new(search, task):
            return _Note(note, enough, search)
        return _Note(note, enough, _next_query(state, task))
    return _Note("", covered, _next_query(state, task))


def _next_query(state: ResearchState, task: Task) -> str:
    """The task in other words: its bare matter, or with what else the question asks for."""
    added = bare_words(" ".join(state.said))
    candidates = [bare_words(task.title), task.title, f"{task.title} {added}"]
    return next(iter(distinct((with_names(text, state) for text in candidates), task.queries)), "")


def _is_new(query: str, task: Task) -> bool:
    return all(query_key(query) != query_key(tried) for tried in task.queries)


def _telling(found: Finding, source: Source) -> str:
    """The sentences that matter, without what could end their fence."""
    chosen = [
        source.sentences[place].text for place in sorted(found.sentences) if place < len(source.sentences)
    ]
    text = unfenced(" ".join(chosen))
    return text if len(text) <= _SHOWN_CHARACTERS else text[:_SHOWN_CHARACTERS].rpartition(" ")[0] + " …"
