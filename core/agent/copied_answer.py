"""Sentences of the sources in the place of an answer that did not pass: for each part, or each heading."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from core.agent.checks.base import gap
from core.agent.final.final_answer import FinalDraft, in_order_of
from core.agent.queries import subject_of
from core.agent.state import AgentState
from core.answer.asking.question import without_directions
from core.answer.asking.question_parts import parts_of
from core.answer.facts.checkable import facts_of
from core.answer.figures.copied_cells import cell_statement, copied_statement, is_asked_for
from core.answer.relevance.newest_source import of_the_newest
from core.answer.sources import SourceSentence
from core.answer.statements import DraftStatement, without_markers
from core.answer.verification.nearness import is_said
from core.text.textspan import is_table_row
from core.types import Insufficiency

_LESS = 0.1  # certain than the best sentence, as in concise chat answers
_MOST_OF_A_PART = 2
_MOST_TRIED = 12  # sentences for a heading
_AROUND = ' .;:"“”„'  # of a row that a model repeats
_LEAST = 0.5  # of a heading's words, that a sentence under it has


@dataclass(frozen=True, slots=True)
class Copied:
    """What was copied, and the parts of the question for which nothing was."""

    statements: tuple[DraftStatement, ...]
    missing: tuple[Insufficiency, ...] = ()


def copied_sentences(state: AgentState) -> Copied:
    """What most likely answers the question, each sentence once; of several questions, each of them.

    A figure that is read from tables answers its question, whatever else was opened; its table can be cited
    from now on.
    """
    state.figures_shown = bool(state.figures)
    if figure := state.figures.get(state.question):
        return Copied((figure,))
    if state.constraints.required_sections and not state.figures:
        return Copied(_under_headings(state))
    if parts_of(state.question):
        return _part_by_part(state)
    asked = without_directions(state.question)
    # Where words are demanded, the best there are.
    copied = _copied(asked, state, least=1 if state.constraints.requires_exact_quote else 0)
    return Copied(tuple(copied), () if copied else gap(state, state.question))


def _part_by_part(state: AgentState) -> Copied:
    """A part is missing where no figure was read for it, and no sentence answers it."""
    taken: list[DraftStatement] = []
    missing: list[Insufficiency] = []
    for part in parts_of(state.question):
        figure = state.figures.get(part.standing)
        copied = [figure] if figure else _copied(part.standing, state)
        taken += copied
        missing += () if copied else gap(state, f"{part.asked}?")
    # Two years of one row rest on the same sentences: only what says the same is the same.
    return Copied(tuple(dict.fromkeys(taken)), tuple(missing) if taken else ())


def _copied(question: str, state: AgentState, least: int = 0) -> list[DraftStatement]:
    """The likely sentences that are nearly as certain as the best; at least as many as said."""
    found = state.judged(question, of_the_newest(state.question, state.citable, state.judge))
    likely = [one for one in found.likely if one.certainty >= found.likely[0].certainty - _LESS]
    chosen = likely[:_MOST_OF_A_PART] or found.sentences[:least]
    return _copies([one.sentence for one in chosen], question, state)


def _copies(sentences: Sequence[SourceSentence], question: str, state: AgentState) -> list[DraftStatement]:
    """Beside the very figure that is asked for, others would only confuse."""
    copied = [copy_of(sentence, question, state) for sentence in sentences]
    asked = [
        draft
        for draft, sentence in zip(copied, sentences, strict=True)
        if not draft.quoted and is_asked_for(sentence.text, question)
    ]
    return asked if len(asked) == 1 else copied


def copy_of(sentence: SourceSentence, question: str, state: AgentState, section: str = "") -> DraftStatement:
    """A sentence word for word; of a row of a table the one figure asked for, or what it is counted in."""
    source = next(source for source in state.citable if source.number == sentence.citation)
    cell = cell_statement(sentence, source, question, section=section)
    return cell or copied_statement(sentence, source, marks=True, section=section)


def rows_as_read(draft: FinalDraft, state: AgentState) -> FinalDraft:
    """The draft with each row of a table that the model only repeated as the program copies one.

    A row by itself does not say what its figures are counted in. Where words are demanded it stays as it is.
    """
    if state.constraints.requires_exact_quote:
        return draft
    sentences = {sentence.label: sentence for source in state.citable for sentence in source.sentences}
    read = [
        copy_of(sentences[one.labels[0]], state.question, state, one.section)
        if _repeats_row(one, sentences)
        else one
        for one in draft.statements
    ]
    return replace(draft, statements=tuple(read))


def _repeats_row(statement: DraftStatement, sentences: Mapping[str, SourceSentence]) -> bool:
    sentence = sentences.get(statement.labels[0]) if len(statement.labels) == 1 else None
    return (
        sentence is not None
        and is_table_row(sentence.text)
        and without_markers(statement.text).strip(_AROUND) == sentence.text.strip(_AROUND)
    )


def _under_headings(state: AgentState) -> tuple[DraftStatement, ...]:
    """Under each heading the sentence that says most of it; nothing where none has half of its words."""
    sections = state.constraints.required_sections
    subject = subject_of(state.question, sections)
    placed: dict[SourceSentence, DraftStatement] = {}
    for section in sections:
        asked = " ".join(f"{section} {_detail_of(section, state.question)} {subject}".split())
        found = [one.sentence for one in state.judged(asked, most=_MOST_TRIED).sentences]
        about = (one for one in found if _share(section, one) >= _LEAST and one not in placed)
        if (best := next(about, None)) is not None:
            placed[best] = copy_of(best, asked, state, section)
    return in_order_of(list(placed.values()), sections)


def _detail_of(section: str, question: str) -> str:
    """What stands in parentheses behind a heading: "Dividend" (the quarterly rate per share)."""
    behind = re.search(rf"{re.escape(section)}[\"”“»«']?\s*\(([^()]*)\)", question)
    return behind.group(1) if behind else ""


def _share(section: str, sentence: SourceSentence) -> float:
    facts, wanted = facts_of(sentence.text), facts_of(section)
    words = wanted.words | wanted.identifiers
    return sum(is_said(facts.words | facts.identifiers, word) for word in words) / max(len(words), 1)
