"""From a draft to the answer as it would be shown: every marker an opened citation, every gap told."""

from __future__ import annotations

from dataclasses import dataclass, replace

from core.agent.checks.base import gap
from core.agent.checks.conflicts import Side, touched_conflicts
from core.agent.disclosures import labelled, told
from core.agent.final.final_answer import FinalDraft
from core.agent.gaps import asked_for, questions_of, topic_of
from core.agent.repair_answer import left_out
from core.agent.state import AgentState
from core.answer.asking.question import asked_parts
from core.answer.asking.question_language import question_language
from core.answer.asking.question_parts import parts_of
from core.answer.assemble import Locate, build_answer, text_of
from core.answer.confidence import VERIFIED, confidence_of, no_surer_than
from core.answer.facts.checkable import facts_of
from core.answer.relevance.answering import certainty_of_answer, open_parts
from core.answer.replies import reply
from core.answer.statements import DraftStatement, is_no_answer, without_admission
from core.answer.verification.verify import verify
from core.answer.verification.word_lists import CONFIRMING, SOURCES, stems
from core.types import (
    Answer,
    Confidence,
    ConflictSide,
    DocumentConflict,
    Insufficiency,
    InsufficiencyKind,
)

SNIPPETS_ONLY = "snippets_only"
_THE_QUESTION = stems("question answer information detail details frage antwort informationen angaben")


@dataclass(frozen=True, slots=True)
class Attempt:
    """A draft and its answer; their statements are parallel."""

    draft: FinalDraft
    answer: Answer


def ground_citations_from_state(draft: FinalDraft, state: AgentState, locate: Locate) -> Attempt:
    """Rest every statement on what the run has opened, or on search snippets if it has opened nothing.

    A statement that only admits that something is not said becomes an insufficiency; behind one that says no
    to the whole question only what is verified stays. What a model calls missing although it stands in a
    source or is answered, or although nobody asked for it, is left out; of the rest the topic is told, never
    the model's claims. Citations that rest on a snippet are marked (`from_snippet`), and so is the answer
    (`snippets_only`).
    """
    draft, all_of_it = _without_admissions(draft, state)
    answer = _built(draft, state, locate)
    if all_of_it and draft.statements:
        draft = _only_verified(draft, answer, state)
        answer = _built(draft, state, locate)
    gaps = [row for row in draft.admitted if not _is_answered(row, answer, state)]
    gaps += _gaps_named(draft, answer, state)
    unwritten = told("unwritten", state.question) in (row.missing for row in draft.disclosed)
    if not (draft.statements or gaps or unwritten):
        gaps += gap(state, state.question)
    # Of a question that has no answer at all its parts need not be named again.
    parts = asked_parts(state.question) if not draft.statements else ()
    gaps += [row for row in draft.disclosed if row.missing not in parts]
    answer = replace(answer, confidence=_confidence(draft, answer, state))
    if any(row.kind is InsufficiencyKind.GAP for row in gaps):  # what is there may be sure, and is not all
        answer = replace(answer, confidence=no_surer_than(answer.confidence, Confidence.MEDIUM))
    snippets = {source.number for source in state.citable if source.from_snippet}
    answer = replace(
        answer,
        insufficiencies=tuple(dict.fromkeys(gaps)),
        citations=tuple(
            replace(citation, from_snippet=True) if citation.number in snippets else citation
            for citation in answer.citations
        ),
        safety_flags=(SNIPPETS_ONLY,) if snippets and answer.citations else (),
        reasoning=answer.reasoning if answer.citations else f"Read {len(state.citable)} citations",
    )
    conflicts = _conflicts(answer, state)
    if conflicts:  # an earlier attempt touched none, and told so
        told_so = {told(key, state.question) for key in ("no_conflict", "conflict_untouched")}
        gaps = [row for row in answer.insufficiencies if row.missing not in told_so]
        answer = replace(answer, insufficiencies=tuple(gaps))
    answer = replace(answer, conflicts=conflicts)
    return Attempt(draft, replace(answer, text=_text(draft, answer, state)))


def _confidence(draft: FinalDraft, answer: Answer, state: AgentState) -> Confidence:
    """As certain as what is carried answers; a figure that was read for the question does."""
    if not set(state.figures.values()).isdisjoint(draft.statements):
        return confidence_of(answer.statements, 1.0)
    carried = [statement for statement in answer.statements if statement.status in VERIFIED]
    sections = {statement.section for statement in carried}
    questions = [one for section in sections for one in questions_of(state, section)]
    return confidence_of(
        answer.statements, certainty_of_answer(questions, carried, state.citable, state.judge)
    )


def _without_admissions(draft: FinalDraft, state: AgentState) -> tuple[FinalDraft, bool]:
    """True when the first sentence says no to the question as a whole.

    A no to what nobody asked says nothing; where all that was written is that, it is a no to the question.
    """
    kept: list[DraftStatement] = []
    gaps = list(draft.admitted)
    all_of_it = beside = False
    for index, statement in enumerate(draft.statements):
        if not is_no_answer(statement.text):
            kept.append(statement)
            continue
        section, asked_for = statement.section, without_admission(statement.text)
        topic = topic_of(asked_for, state.question, state.constraints, section) if asked_for else ""
        if not (topic or section) and _says_something(asked_for):
            beside = True
            continue
        all_of_it = all_of_it or (index == 0 and not section and topic in ("", state.question))
        empty = told("empty_section", state.question) if section else state.question
        gaps += gap(state, topic or empty, section)
    if beside and not (kept or gaps):
        gaps += gap(state, state.question)
    admitted = tuple(dict.fromkeys(gaps))
    return replace(draft, statements=tuple(kept), admitted=admitted), all_of_it


def _says_something(asked_for: str) -> bool:
    """More than "this question"."""
    facts = facts_of(asked_for)
    return bool((facts.words | facts.identifiers) - SOURCES - CONFIRMING - _THE_QUESTION)


def _is_answered(row: Insufficiency, answer: Answer, state: AgentState) -> bool:
    """Called missing by the model, and told by what the documents carry: the question, or a whole section."""
    verified = [statement for statement in answer.statements if statement.status in VERIFIED]
    whole = (state.question, asked_for(state.question))
    if row.missing in whole and not row.section and any(each.section for each in verified):
        return True  # each heading tells for itself what is missing
    carried = [statement for statement in verified if statement.section == row.section]
    if not carried:
        return False
    if row.section and row.missing in (told("empty_section", state.question), *whole):
        return True
    parts = tuple(part.standing for part in parts_of(state.question))
    asked = parts or questions_of(state) if row.missing in whole else (row.missing,)
    return not open_parts(asked, carried, state.citable, state.judge)


def _only_verified(draft: FinalDraft, answer: Answer, state: AgentState) -> FinalDraft:
    pairs = list(zip(draft.statements, answer.statements, strict=True))
    dropped = [drafted for drafted, judged in pairs if judged.status not in VERIFIED]
    disclosed = dict.fromkeys((*draft.disclosed, *left_out(dropped, state)))
    kept = tuple(drafted for drafted, judged in pairs if judged.status in VERIFIED)
    return replace(draft, statements=kept, disclosed=tuple(disclosed))


def _gaps_named(draft: FinalDraft, answer: Answer, state: AgentState) -> list[Insufficiency]:
    """What the model calls missing, as far as it was asked for and is not answered."""
    found: list[Insufficiency] = []
    for row in draft.insufficiencies:
        topic = topic_of(row.missing, state.question, state.constraints, row.section)
        if _stands_in_a_source(row, state) or not (topic or row.section):
            continue
        if topic == row.missing or not answer.statements:
            is_open = True
        else:
            is_open = bool(row.section or open_parts((topic,), answer.statements, state.citable, state.judge))
        if is_open:
            empty = told("empty_section", state.question)
            own_words = topic == row.missing or not row.section
            found += gap(state, topic if own_words else empty, row.section)
    return [row for row in found if not _is_answered(row, answer, state)]


def _built(draft: FinalDraft, state: AgentState, locate: Locate) -> Answer:
    return build_answer(draft.statements, state.citable, state.question, locate=locate, judge=state.support)


def _stands_in_a_source(row: Insufficiency, state: AgentState) -> bool:
    """A model may call missing what it has just read."""
    return any(
        verify(row.missing, [sentence.text], "", source.surroundings).status in VERIFIED
        for source in state.citable
        for sentence in source.sentences
    )


def _text(draft: FinalDraft, answer: Answer, state: AgentState) -> str:
    """Statements with their markers under the demanded headings, then what is missing.

    Where nothing demands to be told of gaps, those that the model itself wrote into its answer are, and
    what was not done as asked.
    """
    language = question_language(state.question)
    demanded = state.constraints
    parts = [] if answer.statements else [reply("dont_know", language)]
    for section in ("", *demanded.required_sections):
        if section:
            parts.append(f"### {section}")
        pairs = zip(draft.statements, answer.statements, strict=True)
        under = [pair for pair in pairs if pair[0].section == section]
        if under:
            parts.append(text_of([one for one, _ in under], [other for _, other in under]))
        all_gaps = section or demanded.requires_insufficiency_disclosure or not answer.statements
        parts += [
            labelled(row.kind, row.missing, state.question)
            for row in answer.insufficiencies
            if row.section == section
            and (all_gaps or row in draft.admitted or row.kind is InsufficiencyKind.UNMET)
        ]
    parts += [conflict_line(conflict, language) for conflict in answer.conflicts]
    return "\n\n".join(parts)


def _conflicts(answer: Answer, state: AgentState) -> tuple[DocumentConflict, ...]:
    """Which documents disagree about what the answer says, if the question asked for that."""
    if not state.constraints.requires_conflict_resolution:
        return ()
    rule = state.constraints.conflict_resolution_rule or ""
    return tuple(
        DocumentConflict(side_of(conflict.first), side_of(conflict.second), rule, conflict.decided)
        for conflict in touched_conflicts(answer, state)
    )


def side_of(side: Side) -> ConflictSide:
    document = side.source.document
    return ConflictSide(
        document.document_id,
        document.filename,
        document.date,
        side.source.number,
        side.sentence.page,
        side.shown_value,
        side.sentence.text,
    )


def conflict_line(conflict: DocumentConflict, language: str) -> str:
    first, second = (
        f"{side.filename} [{side.citation}]" + (f" ({side.date})" if side.date else "")
        for side in (conflict.first, conflict.second)
    )
    key = f"{conflict.rule}_counts" if conflict.decided else "disagree"
    return reply(key, language, first=first, second=second)
