"""The drafted sections put together: judged once more as one answer, with conflicts, gaps and limits told."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.agent.disclosures import HEADING, labelled
from core.answer.assemble import EXTRACTIVE_ANSWER, build_answer, text_of
from core.answer.confidence import VERIFIED, confidence_of
from core.answer.disagreement.conflicts import (
    MAX_CONFLICTS,
    Conflict,
    Side,
    conflict_line,
    conflicts_of,
    decided,
    told_conflict,
)
from core.answer.figures.copied_cells import copied_statement
from core.answer.judged_sentences import judge_sentences, shown
from core.answer.relevance.answering import certainty_of_answer
from core.answer.sources import Source
from core.answer.statements import DraftStatement
from core.judge.calibration import LEAST
from core.plans.request_kinds import LOOKED_UP
from core.research.base import Parts
from core.research.checks import may_be_shown
from core.research.findings import reopened
from core.research.passages import are_covered
from core.research.research_texts import say
from core.research.standalone_sentences import says_something
from core.research.state import ResearchState
from core.search.place_words import place_in
from core.types import (
    Answer,
    Confidence,
    DocumentConflict,
    Insufficiency,
    InsufficiencyKind,
    NearestPassage,
    Statement,
    StatementStatus,
)

MOST_OPEN_REFERENCES = 8  # that the text names; the others are counted
WHOLE = 0.75  # of the passages on a matter; a report that tells less of them is not sure
_MARKS = re.compile(r"[“”\s]+")
_FOOTNOTE = re.compile(r"\[(\d+)\]")


@dataclass(frozen=True, slots=True)
class Told:
    """Of `passages` that speak of what a section's task asks everything about, `told` stand in it."""

    title: str
    told: int
    passages: int

    @property
    def share(self) -> float:
        return self.told / self.passages


@dataclass(frozen=True, slots=True)
class Assembled:
    """`answer` and its `drafts` are parallel; `sources` are all that were kept; `open_questions` tell of
    aspects that the passages read hardly cover, `limits` of the guards that ended the following of
    references. `breadth` is of the sections whose tasks ask for all there is."""

    answer: Answer
    drafts: tuple[DraftStatement, ...]
    sources: tuple[Source, ...]
    open_questions: tuple[str, ...]
    limits: tuple[str, ...]
    breadth: tuple[Told, ...] = ()

    def statements_of(self, section: str) -> list[Statement]:
        pairs = zip(self.drafts, self.answer.statements, strict=True)
        return [one for draft, one in pairs if draft.section == section]


def assembled(state: ResearchState, parts: Parts) -> Assembled:
    """The report as it would be shown now; no statement in it that its sources do not carry at all."""
    sources = reopened(state, parts)
    drafts = [_as_it_stands(one, sources) for section in state.sections for one in section.statements]
    titles = {section.title: section.title for section in state.sections}
    kept, dropped = _gated(drafts, sources, state, parts)
    rule = parts.demands_of(state.question).conflict_resolution_rule
    found = _conflicts(state, rule, kept, sources, parts)
    heading = say("conflicts_heading", state.language)
    kept += _sides_quoted(found, kept, sources, heading)
    answer = build_answer(kept, sources, state.question, locate=parts.retriever.locate, judge=parts.support)
    open_questions = _open_questions(state, sources, parts)
    limits = _limits(state)
    told_limits = (*limits, *_open_references(state))
    conflicts = tuple(told_conflict(one, rule) for one in found)
    gaps = _insufficiencies(state, kept, dropped)
    flags = state.safety_flags
    carried = [one for one in answer.statements if one.status in VERIFIED]
    certainty = certainty_of_answer((state.question, *titles), carried, sources, parts.judge)
    answer = replace(answer, confidence=confidence_of(answer.statements, certainty))
    if answer.statements and all(one.status is StatementStatus.QUOTED for one in answer.statements):
        flags = (*flags, EXTRACTIVE_ANSWER)
    # What is there may be sure, and is not all; or is only what one of the documents says.
    breadth = _breadth(state, kept, answer.statements, sources, parts)
    doubtful = bool(gaps or open_questions or conflicts)
    doubtful = doubtful or any(one.share < WHOLE for one in breadth)
    if doubtful and answer.confidence is Confidence.HIGH:
        answer = replace(answer, confidence=Confidence.MEDIUM)
    text = _text(state, answer, kept, [*titles, heading], gaps, conflicts, open_questions, told_limits)
    answer = replace(
        answer,
        text=text,
        insufficiencies=gaps,
        conflicts=conflicts,
        safety_flags=tuple(dict.fromkeys(flags)),
        nearest=_nearest(state, kept, sources, parts),
    )
    return Assembled(answer, tuple(kept), tuple(sources), open_questions, limits, breadth)


def _as_it_stands(draft: DraftStatement, sources: Sequence[Source]) -> DraftStatement:
    """A stored copy counts as one only if its sentence still has its words."""
    if not draft.quoted:
        return draft
    named = [sentence for source in sources for label in draft.labels if (sentence := source.sentence(label))]
    words = bare(draft.text)
    if any(words == bare(sentence.text) for sentence in named):
        return draft
    return replace(draft, quoted=False)


def bare(text: str) -> str:
    return _MARKS.sub(" ", _FOOTNOTE.sub(r"(\1)", text)).strip()


def _gated(
    drafts: Sequence[DraftStatement], sources: Sequence[Source], state: ResearchState, parts: Parts
) -> tuple[list[DraftStatement], int]:
    """The statements that may be shown, each once unless its section has no other, and how many may not."""
    answer = build_answer(drafts, sources, state.question, locate=parts.retriever.locate, judge=parts.support)
    allowed = [
        draft
        for draft, judged in zip(drafts, answer.statements, strict=True)
        if may_be_shown(judged, f"{draft.section} {state.question}", sources)
    ]
    dropped = len(drafts) - len(allowed)
    said: set[str] = set()
    is_new = []
    for draft in allowed:
        words = bare(draft.text).casefold()
        is_new.append(words not in said)
        said.add(words)
    filled = {draft.section for draft, new in zip(allowed, is_new, strict=True) if new}
    kept: list[DraftStatement] = []
    for draft, new in zip(allowed, is_new, strict=True):
        if new or draft.section not in filled:
            filled.add(draft.section)
            kept.append(draft)
    return kept, dropped


# --- conflicts -------------------------------------------------------------------------------------


def _conflicts(
    state: ResearchState,
    rule: str | None,
    drafts: Sequence[DraftStatement],
    sources: Sequence[Source],
    parts: Parts,
) -> list[Conflict]:
    """Where documents disagree about what a statement rests on, the first few."""
    answer = build_answer(drafts, sources, state.question, locate=parts.retriever.locate)
    found: list[Conflict] = []
    for section in state.sections:
        numbers = {found.number for found in state.findings_of(section.task_id)}
        own = [source for source in sources if source.number in numbers]
        known = {side.key for one in found for side in (one.first, one.second)}
        conflicts = conflicts_of([section.title], answer, own, parts.judge)
        found += [one for one in conflicts if one.first.key not in known]
    return decided(found, rule)[:MAX_CONFLICTS]


def _sides_quoted(
    found: Sequence[Conflict], drafts: Sequence[DraftStatement], sources: Sequence[Source], heading: str
) -> list[DraftStatement]:
    """Both sides of each, quoted where no statement copies them."""
    copied = {label for draft in drafts if draft.quoted for label in draft.labels}
    sides: dict[str, Side] = {side.sentence.label: side for one in found for side in (one.first, one.second)}
    return [
        copied_statement(side.sentence, side.source, marks=True, section=heading)
        for label, side in sides.items()
        if label not in copied
    ]


def _breadth(
    state: ResearchState,
    drafts: Sequence[DraftStatement],
    statements: Sequence[Statement],
    sources: Sequence[Source],
    parts: Parts,
) -> tuple[Told, ...]:
    """Of each section that says something, and whose task asks for more than one fact, how many of the
    passages that most likely answer it are told: cited, or quoted from another."""
    rows: list[Told] = []
    for section in state.sections:
        own = [one for draft, one in zip(drafts, statements, strict=True) if draft.section == section.title]
        relevant = {found.number for found in state.findings_of(section.task_id) if found.relevance >= LEAST}
        asked = section.title
        if not own or parts.kinds.kind_of(asked).kind in LOOKED_UP:
            continue
        passages = [one for one in sources if one.number in relevant]
        everything = sum(len(source.sentences) for source in passages)
        found = judge_sentences(asked, state.language, passages, parts.judge, everything)
        answering: dict[int, list[str]] = {}
        for one in found.as_likely:
            if says_something(one.sentence.text):
                answering.setdefault(one.source.number, []).append(one.sentence.text)
        evidence = [row for one in own for row in one.evidence]
        cited, quoted = {row.citation for row in evidence}, {row.quote for row in evidence}
        told = sum(number in cited or quoted.issuperset(texts) for number, texts in answering.items())
        if answering:
            rows.append(Told(section.title, told, len(answering)))
    return tuple(rows)


# --- what is missing -------------------------------------------------------------------------------


def _insufficiencies(
    state: ResearchState, kept: Sequence[DraftStatement], dropped: int
) -> tuple[Insufficiency, ...]:
    rows: list[Insufficiency] = []
    filled = {draft.section for draft in kept}
    tasks = {task.task_id: task for task in state.tasks}
    for section in state.sections:
        queries = tasks[section.task_id].queries if section.task_id in tasks else ()
        if section.title not in filled:
            missing = say("nothing_found", state.language)
            rows.append(Insufficiency(section.title, missing, queries))
        if section.left_out:
            rows.append(
                Insufficiency(
                    section.title, say("left_out", state.language), queries, InsufficiencyKind.LEFT_OUT
                )
            )
    if dropped:
        rows.append(Insufficiency("", say("left_out", state.language), (), InsufficiencyKind.LEFT_OUT))
    return tuple(rows)


def _nearest(
    state: ResearchState, kept: Sequence[DraftStatement], sources: Sequence[Source], parts: Parts
) -> tuple[NearestPassage, ...]:
    """Of each section that says nothing, what comes nearest to its task; cited by nothing."""
    filled = {draft.section for draft in kept}
    rows: list[NearestPassage] = []
    for section in state.sections:
        near = {found.number for found in state.findings_of(section.task_id) if found.via is None}
        if section.title in filled or not near:
            continue
        own = [source for source in sources if source.number in near]
        asked = section.title
        everything = sum(len(source.sentences) for source in own)
        found = judge_sentences(asked, state.language, own, parts.judge, everything).nearest
        rows += [replace(shown(one, parts.retriever.locate), section=section.title) for one in found]
    return tuple(rows)


def _open_questions(state: ResearchState, sources: Sequence[Source], parts: Parts) -> tuple[str, ...]:
    covered = are_covered(state.aspects, state.language, sources, parts.judge)
    return tuple(
        say("open_question", state.language, gap=aspect)
        for aspect, is_covered in covered.items()
        if not is_covered
    )


def _limits(state: ResearchState) -> tuple[str, ...]:
    """What guards ended."""
    return tuple(
        say("guards_stopped", state.language, title=task.title, reasons="; ".join(task.stopped))
        for task in state.tasks
        if task.stopped
    )


def _open_references(state: ResearchState) -> tuple[str, ...]:
    """The references that were not followed, the first few."""
    language = state.language
    left = state.still_open()
    rows: list[str] = []
    for one in left[:MOST_OPEN_REFERENCES]:
        place = f"{one.filename}, {place_in(language, one.where or f'page {one.page}')}"
        rows.append(say("open_reference", language, text=one.text, place=place, reason=one.reason))
    rest = len(left) - MOST_OPEN_REFERENCES
    if rest > 0:
        rows.append(say("more_open_references", language, count=rest))
    return tuple(rows)


def _text(
    state: ResearchState,
    answer: Answer,
    drafts: Sequence[DraftStatement],
    headings: Sequence[str],
    gaps: Sequence[Insufficiency],
    conflicts: Sequence[DocumentConflict],
    open_questions: Sequence[str],
    limits: Sequence[str],
) -> str:
    language = state.language
    parts = [] if answer.statements else [say("nothing_at_all", language)]
    for heading in headings:
        pairs = [pair for pair in zip(drafts, answer.statements, strict=True) if pair[0].section == heading]
        under = [labelled(row.kind, row.missing, state.question) for row in gaps if row.section == heading]
        if not pairs and not under:
            continue
        parts.append(f"{HEADING}{heading}")
        if pairs:
            parts.append(text_of([draft for draft, _ in pairs], [judged for _, judged in pairs]))
        parts += under
    parts += [conflict_line(conflict, language) for conflict in conflicts]
    parts += [labelled(row.kind, row.missing, state.question) for row in gaps if not row.section]
    rest = [*open_questions, *limits]
    if rest:
        parts.append(f"{HEADING}{say('limits_heading', language)}")
        parts.append("\n".join(f"- {row}" for row in rest))
    return "\n\n".join(parts)
