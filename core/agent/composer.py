"""The final turn: each part answered from what was opened, once; what is lacking is told at the gate."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from functools import partial

from core.agent.disclosures import HEADING, labelled, told
from core.agent.gate import gap, validate_agent_state
from core.agent.model_calls import Asking
from core.agent.run_parts import RunParts
from core.agent.state import AgentState
from core.agent.table_values import figures_of
from core.agent.tools import AgentTools
from core.answer.asked_parts import AskedPart, part_confidence, part_statements, with_phrase
from core.answer.asking.question_language import question_language
from core.answer.assemble import EXTRACTIVE_ANSWER, Locate, build_answer, text_of
from core.answer.confidence import no_surer_than
from core.answer.disagreement.both_sides import with_both_sides
from core.answer.disagreement.conflicts import (
    Conflict,
    conflict_line,
    conflicts_of,
    decided,
    told_conflict,
)
from core.answer.figures.figure_answers import FigureAnswer
from core.answer.judged_sentences import shown
from core.answer.relevance.newest_source import of_the_newest
from core.answer.replies import reply
from core.answer.short_answer import Phrase, shortest_answer
from core.answer.sources import Source
from core.answer.statements import DraftStatement
from core.cancel import CancelToken
from core.errors import KnownError
from core.events import AnswerReady, DraftDelta, Event, EventStamper, GateChecked, RunFinished, StepFailed
from core.types import Answer, Confidence, Insufficiency, InsufficiencyKind

SNIPPETS_ONLY = "snippets_only"
_SURENESS = (Confidence.LOW, Confidence.MEDIUM, Confidence.HIGH)


def compose(run: RunParts, asking: Asking) -> Iterator[Event]:
    """Yield drafts, the gate's verdicts, `AnswerReady` and `RunFinished`.

    Every statement is copied from what was opened or read from a table of it. No answer is ready before the
    gate has passed it. A model that stops costs the short answers, not the sentences.
    """
    state, tools, stamp = run.state, run.tools, run.stamp
    figures, pages = _opened_figures(state, tools)
    parts: list[AskedPart] = []
    for part in state.parts:
        sources = of_the_newest(state.question, state.citable, state.judge, part.standing)
        figure = figures.get(part.standing, FigureAnswer())
        parts.append(AskedPart(part.standing, state.evidence(part, sources), figure, section=part.section))
    if state.constraints.required_sections or not state.constraints.requires_exact_quote:
        parts = yield from _phrased(parts, state, asking, stamp)
    sources = (*state.citable, *pages)
    drafts = _drafts(parts, state)
    answer = _built(drafts, (), parts, sources, state, tools.locate)
    demanded = state.constraints
    asked = [part.standing for part in parts]
    found = conflicts_of(asked, answer, state.citable, state.judge)
    disagree = decided(found, demanded.conflict_resolution_rule)
    drafts = with_both_sides(drafts, disagree, demanded.required_sections)
    answer = _built(drafts, disagree, parts, sources, state, tools.locate)
    findings = validate_agent_state(drafts, answer, state)
    codes = tuple(one.code for one in findings)
    yield stamp(
        GateChecked,
        attempt=1,
        passed=not findings,
        codes=codes,
        messages=tuple(one.message for one in findings),
    )
    told = findings
    if failing := {place for one in findings for place in one.statements}:
        drafts = [one for place, one in enumerate(drafts) if place not in failing]
        answer = _built(drafts, disagree, parts, sources, state, tools.locate)
        answer = replace(answer, confidence=no_surer_than(answer.confidence, Confidence.MEDIUM))
        told = (*findings, *validate_agent_state(drafts, answer, state))
        codes = tuple(dict.fromkeys(one.code for one in told))
    if told:
        rows = (*answer.insufficiencies, *(row for one in told for row in one.disclosure))
        answer = _with_text(replace(answer, insufficiencies=tuple(dict.fromkeys(rows))), drafts, state)
        yield stamp(GateChecked, attempt=2, passed=True, codes=codes)
    if not answer.statements:
        nearest = dict.fromkeys(one for part in parts for one in part.evidence.nearest)
        answer = replace(answer, nearest=tuple(shown(one, tools.locate) for one in nearest))
    flags = dict.fromkeys((*answer.safety_flags, *state.safety_flags, *(code.lower() for code in codes)))
    queries = tuple(state.queries)
    reduced = (Insufficiency("", one, queries, InsufficiencyKind.UNMET) for one in state.reductions)
    answer = replace(
        answer,
        safety_flags=tuple(flags),
        coverage=state.coverage,
        insufficiencies=(*answer.insufficiencies, *reduced),
    )
    yield stamp(AnswerReady, answer=answer, usage=asking.meter.usage)
    yield stamp(RunFinished, outcome="answered" if answer.statements else "no_answer")


def _opened_figures(
    state: AgentState, tools: AgentTools
) -> tuple[dict[str, FigureAnswer], tuple[Source, ...]]:
    """The figures whose pages were all opened: what is cited has been opened."""
    opened = {source.chunk.chunk_id for source in state.opened}
    figures, pages = figures_of(state, tools)
    known = {page.number for page in pages if page.chunk.chunk_id in opened}
    read = {
        asked: figure
        for asked, figure in figures.items()
        if all(number in known for one in figure.statements for number in one.citations)
    }
    return read, tuple(page for page in pages if page.number in known)


def _phrased(
    parts: Sequence[AskedPart], state: AgentState, asking: Asking, stamp: EventStamper
) -> Generator[Event, None, list[AskedPart]]:
    """Each part with its short answer, as long as the model and its time allow."""
    phrased: list[AskedPart] = []
    state.timed_out = has_stopped = False  # an action that took too long need not mean that an answer does
    for part in parts:
        phrase: Phrase | None = None
        may_read = part.is_worth_reading(asking.model.model_name)
        if may_read and not (state.timed_out or has_stopped):
            try:
                if any(one.phrase for one in phrased):
                    yield stamp(DraftDelta, text="\n", attempt=1)
                phrase = yield from asking.aside("answer", partial(_phrase, part, asking, stamp), None)
            except KnownError as error:  # nothing opened is lost with a model that stops
                has_stopped = True
                yield stamp(StepFailed, code=error.code, message=str(error))
        phrased.append(with_phrase(part, phrase))
    return phrased


def _phrase(
    part: AskedPart, asking: Asking, stamp: EventStamper, cancel: CancelToken
) -> Generator[Event, None, Phrase | None]:
    read = part.evidence.sentences
    return shortest_answer(asking.model, part.standing, read, 0.0, asking.meter, stamp, cancel)


def _drafts(parts: Sequence[AskedPart], state: AgentState) -> list[DraftStatement]:
    """The statements of all parts, each once; of several questions as bullets."""
    marks = state.constraints.requires_exact_quote
    drafts: dict[tuple[object, ...], DraftStatement] = {}
    for part in parts:
        for one in part_statements(part, "concise", marks=marks):
            drafts.setdefault((one.section, one.labels, one.text, one.part), one)
    sections = state.constraints.required_sections
    bullets = len(parts) > 1 and not sections
    return [replace(one, bullet=bullets and one.part is None) for one in drafts.values()]


def _built(
    drafts: Sequence[DraftStatement],
    conflicts: Sequence[Conflict],
    parts: Sequence[AskedPart],
    sources: Sequence[Source],
    state: AgentState,
    locate: Locate,
) -> Answer:
    missing = [
        Insufficiency(part.section, _missing(part, state), tuple(state.queries))
        for part in parts
        if not part.is_answered
    ]
    missing = missing if drafts else list(gap(state, state.question))
    short = any(one.part for one in drafts) or all(
        part.figure.statements for part in parts if part.is_answered
    )
    flags = [] if short or not drafts else [EXTRACTIVE_ANSWER]
    snippets = {source.number for source in sources if source.from_snippet}
    answer = build_answer(drafts, sources, state.question, locate=locate, insufficiencies=missing)
    citations = tuple(replace(one, from_snippet=one.number in snippets) for one in answer.citations)
    if citations and not state.opened:
        flags.append(SNIPPETS_ONLY)
    answer = replace(
        answer,
        citations=citations,
        safety_flags=tuple(flags),
        conflicts=tuple(told_conflict(one, state.constraints.conflict_resolution_rule) for one in conflicts),
        confidence=_confidence(parts, conflicts, answer),
        reasoning=answer.reasoning if citations else f"Read {len(state.citable)} citations",
    )
    return _with_text(answer, drafts, state)


def _missing(part: AskedPart, state: AgentState) -> str:
    """Not "nothing was found" of what was found and not opened."""
    if part.standing in state.unread:
        return told("not_opened", state.question, what=part.section or part.standing)
    return told("empty_section", state.question) if part.section else part.standing


def _confidence(parts: Sequence[AskedPart], conflicts: Sequence[Conflict], answer: Answer) -> Confidence:
    """As certain as the least certain part; what is there may be sure, and is not all."""
    answered = [part for part in parts if part.is_answered]
    if not answered or not answer.statements:
        return Confidence.LOW
    least = min((part_confidence(part, answer) for part in answered), key=_SURENESS.index)
    whole = len(answered) == len(parts) and not conflicts
    return least if whole else no_surer_than(least, Confidence.MEDIUM)


def _with_text(answer: Answer, drafts: Sequence[DraftStatement], state: AgentState) -> Answer:
    """Statements with their markers under the demanded headings, then what is missing and what disagrees."""
    language = question_language(state.question)
    demanded = state.constraints
    lines = [] if answer.statements else [reply("dont_know", language)]
    for section in ("", *demanded.required_sections):
        if section:
            lines.append(f"{HEADING}{section}")
        pairs = zip(drafts, answer.statements, strict=True)
        under = [pair for pair in pairs if pair[0].section == section]
        if under:
            lines.append(text_of([one for one, _ in under], [other for _, other in under]))
        all_gaps = section or demanded.requires_insufficiency_disclosure or not answer.statements
        lines += [
            labelled(row.kind, row.missing, state.question)
            for row in answer.insufficiencies
            if row.section == section and (all_gaps or row.kind is InsufficiencyKind.UNMET)
        ]
    lines += [conflict_line(conflict, language) for conflict in answer.conflicts]
    return replace(answer, text="\n\n".join(lines))
