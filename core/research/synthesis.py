"""Phase 4: one section of the report a step, from the passages of its task; drafted, judged, or copied.

What the model writes is judged like a chat answer; statements that may not be shown are dropped, and
sentences of the documents take the place of a draft that fails.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from dataclasses import replace

from core.answer.assemble import build_answer
from core.answer.confidence import VERIFIED
from core.answer.relevance.answering import answers
from core.answer.sources import Source
from core.answer.statements import DraftStatement, renumbered
from core.errors import ModelError
from core.events import Event, GateChecked
from core.judge.calibration import LEAST
from core.judge.ranking_order import ALIKE_CERTAINTIES, best_first
from core.research.base import Parts
from core.research.checks import may_be_shown
from core.research.copied_sections import copied
from core.research.section_draft import draft_section
from core.research.standalone_sentences import in_small, may_be_copied
from core.research.state import Finding, Phase, ResearchState, Section, Task

_FROM_REFERENCES = 2  # of a section's passages, so many may come from references before more of the search
_RETRY_SOURCES = 3


def write_section(state: ResearchState, parts: Parts) -> Generator[Event, None, ResearchState]:
    """The next section; without one the phase is over."""
    written = {section.task_id for section in state.sections}
    task = next((one for one in state.tasks if one.task_id not in written and one.status != "open"), None)
    if task is None:
        return state.but(phase=Phase.QUALITY)
    section = yield from _section(state, task, parts)
    sections = {one.task_id: one for one in (*state.sections, section)}
    ordered = tuple(sections[one.task_id] for one in state.tasks if one.task_id in sections)
    state = state.but(sections=ordered)
    return state if len(ordered) < len(state.tasks) else state.but(phase=Phase.QUALITY)


def _section(state: ResearchState, task: Task, parts: Parts) -> Generator[Event, None, Section]:
    limits = parts.limits if parts.asker.model is None else parts.limits.scaled(state.pace)
    chosen = chosen_findings(state, task, limits.sources_per_section)
    if state.focus:
        chosen = chosen[:_RETRY_SOURCES]
    sources, others, numbers = _numbered(chosen, _further(state, task, chosen, parts), parts)
    empty = Section(task_id=task.task_id, title=task.title)
    if not sources:
        return empty
    kept: list[DraftStatement] = []
    left_out = 0
    draft = yield from _drafted(state, task, sources, parts)
    if draft is not None:
        kept, left_out = _shown(draft, task, sources, parts)
        passed = bool(kept)
        yield parts.stamp(
            GateChecked,
            attempt=1,
            passed=passed,
            codes=() if passed else ("unsupported_section",),
            messages=() if passed else ("Nothing of the draft is carried by the passages.",),
        )
    by_model = len(kept)
    asked = task.title
    kept += copied(kept, asked, sources, others, parts, state.language)
    kept += _from_references(kept, told_by_references(chosen, LEAST, bool(by_model)), sources)
    statements = tuple(replace(renumbered(one, numbers), section=task.title) for one in kept)
    return empty.but(statements=statements, left_out=left_out)


def chosen_findings(state: ResearchState, task: Task, most: int) -> list[Finding]:
    """The most relevant passages of a task, among them the best that references led to."""
    rows = _best_first(state.findings_of(task.task_id))
    referred = [found for found in rows if found.via is not None][:_FROM_REFERENCES]
    others = [found for found in rows if found not in referred]
    taken = [*others[: max(most - len(referred), 0)], *referred]
    return _best_first(taken)[:most]


def _best_first(findings: Iterable[Finding]) -> list[Finding]:
    by_number = sorted(findings, key=lambda found: found.number)
    return best_first(by_number, lambda found: found.relevance, ALIKE_CERTAINTIES)


def _further(state: ResearchState, task: Task, chosen: Sequence[Finding], parts: Parts) -> list[Finding]:
    """The task's other relevant passages, to copy from: no model has to read them."""
    if parts.asker.model is not None:
        return []
    rows = [found for found in state.findings_of(task.task_id) if found not in chosen]
    return [found for found in rows if found.relevance >= LEAST]


def _numbered(
    chosen: Sequence[Finding], further: Sequence[Finding], parts: Parts
) -> tuple[list[Source], list[Source], dict[int, int]]:
    """Both as passages numbered from 1, as a model cites them, and what each number is in the report."""
    sources: list[Source] = []
    others: list[Source] = []
    numbers: dict[int, int] = {}
    for found in (*chosen, *further):
        place = len(numbers) + 1
        source = parts.sources.open(place, found.document_id, found.chunk_id, found.score)
        if source is not None:
            (sources if found in chosen else others).append(source)
            numbers[place] = found.number
    return sources, others, numbers


def _drafted(
    state: ResearchState, task: Task, sources: Sequence[Source], parts: Parts
) -> Generator[Event, None, tuple[DraftStatement, ...] | None]:
    """What the model writes; None without one."""
    asker = parts.asker
    if asker.model is None:
        return None
    most = parts.limits.scaled(state.pace).section_tokens
    asked = f"{task.title} {state.focus}".strip()
    try:
        return (yield from draft_section(asker.model, asked, state.language, sources, most, parts))
    except ModelError as error:
        yield from asker.failed(error, state.language)
        return None


def _shown(
    drafts: Sequence[DraftStatement], task: Task, sources: Sequence[Source], parts: Parts
) -> tuple[list[DraftStatement], int]:
    """The statements that may be shown, and how many may not."""
    if not drafts:
        return [], 0
    answer = build_answer(drafts, sources, task.title, locate=parts.retriever.locate, judge=parts.support)
    pairs = list(zip(drafts, answer.statements, strict=True))
    kept = [drafted for drafted, judged in pairs if may_be_shown(judged, task.title, sources)]
    carried = [judged for _drafted, judged in pairs if judged.status in VERIFIED]
    left_out = len(pairs) - len(kept)
    if carried and not answers([task.title], carried, sources, parts.judge):
        return [], left_out  # verified, and beside the question
    return kept, left_out


def told_by_references(chosen: Sequence[Finding], least: float, is_written: bool) -> list[Finding]:
    """Of the passages that references led to the relevant ones; where nothing is written yet, also the first
    of a part that has none: what a part says need not have a word of the task, and what else stands there is
    about something else."""
    referred = [found for found in chosen if found.via is not None]
    kept = [found for found in referred if found.relevance >= least]
    if is_written:
        return kept
    told = {found.via for found in kept}
    for found in sorted(referred, key=lambda one: one.number):
        if found.via not in told:
            told.add(found.via)
            kept.append(found)
    return [found for found in chosen if found in kept]


def _from_references(
    kept: Sequence[DraftStatement], referred: Sequence[Finding], sources: Sequence[Source]
) -> list[DraftStatement]:
    """The best sentence of each of these passages, where nothing that the model wrote rests on it."""
    cited = {number for one in kept if not one.quoted for number in one.citations}
    said = {in_small(one.text) for one in kept}
    by_chunk = {source.chunk.chunk_id: source for source in sources}
    rows = []
    for found in referred:
        source = by_chunk.get(found.chunk_id)
        if source is None or source.number in cited:
            continue
        telling = [place for place in found.sentences if place < len(source.sentences)]
        best = next((s for place in telling if may_be_copied((s := source.sentences[place]).text)), None)
        if best is not None and not source.gives_orders and in_small(best.text) not in said:
            rows.append(DraftStatement(best.text, (source.number,), (best.label,), quoted=True))
    return rows
