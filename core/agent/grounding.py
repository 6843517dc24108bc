"""From a draft to the answer as it would be shown: every marker an opened citation, every gap told."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from core.agent.checks.conflicts import touched_conflicts
from core.agent.disclosures import labelled
from core.agent.final import FinalDraft
from core.agent.state import AgentState
from core.answer.assemble import Locate, build_answer, text_of
from core.answer.confidence import VERIFIED
from core.answer.facts import facts_of
from core.answer.language import question_language
from core.answer.replies import reply
from core.answer.statements import DraftStatement, is_no_answer
from core.answer.verify import verify
from core.types import Answer, Insufficiency

SNIPPETS_ONLY = "snippets_only"
_MARKUP = re.compile(r"\[\d+\]|<[a-zA-Z/!]|\]\(")


@dataclass(frozen=True, slots=True)
class Attempt:
    """A draft and its answer; their statements are parallel."""

    draft: FinalDraft
    answer: Answer


def ground_citations_from_state(draft: FinalDraft, state: AgentState, locate: Locate) -> Attempt:
    """Rest every statement on what the run has opened, or on search snippets if it has opened nothing.

    A statement that only admits that something is not said becomes an insufficiency. What a model calls
    missing although it stands in a source, or although nobody asked for it, is left out. Citations that rest
    on a snippet are marked (`from_snippet`), and so is the answer (`snippets_only`).
    """
    draft = _without_admissions(draft, state)
    answer = build_answer(draft.statements, state.citable, state.question, locate=locate)
    queries = tuple(state.queries)
    gaps = [
        replace(row, missing=_only_topic(row, state.question), queries_tried=queries)
        for row in draft.insufficiencies
        if (row.section or is_about(state.question, row.missing)) and not _stands_in_a_source(row, state)
    ]
    if not draft.statements and not gaps:
        gaps.append(Insufficiency("", state.question, queries))
    gaps += draft.disclosed
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
    return Attempt(draft, replace(answer, text=_text(draft, answer, state)))


def _without_admissions(draft: FinalDraft, state: AgentState) -> FinalDraft:
    """The first sentence may say no for the whole answer, a later one or one of a section only for itself."""
    kept: list[DraftStatement] = []
    missing = list(draft.insufficiencies)
    for index, statement in enumerate(draft.statements):
        if not is_no_answer(statement.text):
            kept.append(statement)
        elif index == 0 and not statement.section:
            missing = missing or [Insufficiency("", state.question)]
            break
        else:
            missing.append(Insufficiency(statement.section, statement.text))
    return replace(draft, statements=tuple(kept), insufficiencies=tuple(missing))


def _only_topic(row: Insufficiency, question: str) -> str:
    """What is missing, in the model's words unless they claim something: nothing would check that."""
    said, asked = facts_of(row.missing), facts_of(question)
    figures = {number.text for number in said.numbers} - {number.text for number in asked.numbers}
    claims = said.quotes or said.commands or set(said.dates) - set(asked.dates)
    if figures or claims or said.identifiers - asked.identifiers or _MARKUP.search(row.missing):
        return row.section or question
    return row.missing


def is_about(question: str, missing: str) -> bool:
    """False for the remarks that models also write there, about their own sentences."""
    asked = facts_of(question)
    return bool((asked.words | asked.identifiers) & (facts_of(missing).words | facts_of(missing).identifiers))


def _stands_in_a_source(row: Insufficiency, state: AgentState) -> bool:
    """A model may call missing what it has just read."""
    return any(
        verify(row.missing, [sentence.text], "", source.surroundings).status in VERIFIED
        for source in state.citable
        for sentence in source.sentences
    )


def _text(draft: FinalDraft, answer: Answer, state: AgentState) -> str:
    """Statements with their markers under the demanded headings, then what is missing."""
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
        if section or demanded.requires_insufficiency_disclosure or not answer.statements:
            gaps = (row for row in answer.insufficiencies if row.section == section)
            parts += [labelled(row.kind, row.missing, state.question) for row in gaps]
    if demanded.requires_conflict_resolution:
        parts += _conflict_lines(answer, state, language)
    return "\n\n".join(parts)


def _conflict_lines(answer: Answer, state: AgentState, language: str) -> list[str]:
    """Which documents disagree about what the answer says, and which of them counts."""
    lines: list[str] = []
    for conflict in touched_conflicts(answer, state):
        sides = [
            f"{side.source.document.filename} [{side.source.number}]"
            + (f" ({side.source.document.date})" if side.source.document.date else "")
            for side in (conflict.first, conflict.second)
        ]
        key = f"{state.constraints.conflict_resolution_rule}_counts" if conflict.decided else "disagree"
        lines.append(reply(key, language, first=sides[0], second=sides[1]))
    return lines
