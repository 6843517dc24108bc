"""Sentences of the sources in the place of an answer that did not pass: for each part, or each heading."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.agent.checks.base import gap
from core.agent.final import in_order_of
from core.agent.settling import quoted
from core.agent.state import AgentState
from core.answer.aboutness import is_about_other_matters
from core.answer.answering import only_near
from core.answer.assemble import Locate, build_answer
from core.answer.copied_cells import cell_statement, is_asked_for
from core.answer.extract import extract
from core.answer.facts import facts_of
from core.answer.parts import parts_of
from core.answer.sources import SourceSentence
from core.answer.statements import DraftStatement
from core.answer.verify_nearness import is_said
from core.types import Insufficiency

_SHARE = 0.75  # of the best sentence's score, as in concise chat answers
_MOST_OF_A_PART = 2


@dataclass(frozen=True, slots=True)
class Copied:
    """What was copied, and the parts of the question for which nothing was."""

    statements: tuple[DraftStatement, ...]
    missing: tuple[Insufficiency, ...] = ()


def copied_sentences(state: AgentState, locate: Locate) -> Copied:
    """What matches the question, each sentence once; of several questions, what answers each of them.

    Of sources about other years than the question names nothing is taken.
    """
    if is_about_other_matters(state.question, state.citable):
        return Copied(())
    if state.constraints.required_sections:
        return Copied(_under_headings(state))
    if parts_of(state.question):
        return _part_by_part(state, locate)
    found = extract(state.question, state.citable, share=_SHARE)
    return Copied(tuple(_copies([each.sentence for each in found if each.matches], state.question, state)))


def _part_by_part(state: AgentState, locate: Locate) -> Copied:
    """A part is missing where what matches it best is only near to it."""
    taken: dict[tuple[str, ...], DraftStatement] = {}
    missing: list[Insufficiency] = []
    for part in parts_of(state.question):
        found = extract(part.standing, state.citable, _MOST_OF_A_PART, _SHARE)
        copied = _copies([each.sentence for each in found if each.matches], part.standing, state)
        answer = build_answer(copied, state.citable, part.standing, locate=locate)
        if not copied or only_near(part.standing, answer.statements, answer.citations, state.citable):
            missing += gap(state, f"{part.asked}?")
            continue
        taken |= {draft.labels: draft for draft in copied}
    return Copied(tuple(taken.values()), tuple(missing) if taken else ())


def _copies(sentences: Sequence[SourceSentence], question: str, state: AgentState) -> list[DraftStatement]:
    """Beside the very figure that is asked for, others would only confuse."""
    copied = [_copy(sentence, question, state) for sentence in sentences]
    asked = [
        draft
        for draft, sentence in zip(copied, sentences, strict=True)
        if not draft.quoted and is_asked_for(sentence.text, question)
    ]
    return asked if len(asked) == 1 else copied


def _copy(sentence: SourceSentence, question: str, state: AgentState, section: str = "") -> DraftStatement:
    source = next(source for source in state.citable if source.number == sentence.citation)
    return cell_statement(sentence, source, question, section=section) or quoted(sentence, section)


def _under_headings(state: AgentState) -> tuple[DraftStatement, ...]:
    """What matches the question; of a heading that gets none, what matches the heading.

    A sentence stands under the heading of which it has most words, under none if it has none of any.
    """
    sections = state.constraints.required_sections
    found = [each.sentence for each in extract(state.question, state.citable, share=_SHARE) if each.matches]
    placed = {sentence: _heading_of(sentence, sections) for sentence in found}
    for section in sections:
        if section in placed.values():
            continue
        best = extract(section, state.citable, most=1)
        if best and best[0].matches and best[0].sentence not in placed:
            placed[best[0].sentence] = section
    copied = [_copy(sentence, state.question, state, section) for sentence, section in placed.items()]
    return in_order_of(copied, sections)


def _heading_of(sentence: SourceSentence, sections: Sequence[str]) -> str:
    facts = facts_of(sentence.text)
    words = facts.words | facts.identifiers
    shares = {section: _share(section, words) for section in sections}
    best = max(sections, key=lambda section: shares[section], default="")
    return best if best and shares[best] else ""


def _share(section: str, words: frozenset[str]) -> float:
    wanted = facts_of(section).words | facts_of(section).identifiers
    return sum(is_said(words, word) for word in wanted) / max(len(wanted), 1)
