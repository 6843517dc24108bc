"""The sources' own sentences in the place of an answer that did not pass, under the headings demanded."""

from __future__ import annotations

from collections.abc import Sequence

from core.agent.final import in_order_of
from core.agent.settling import quoted
from core.agent.state import AgentState
from core.answer.aboutness import is_about_other_matters
from core.answer.extract import extract
from core.answer.facts import facts_of
from core.answer.sources import SourceSentence
from core.answer.statements import DraftStatement
from core.answer.verify_nearness import is_said

_SHARE = 0.75  # of the best sentence's score, as in concise chat answers


def copied_sentences(state: AgentState) -> tuple[DraftStatement, ...]:
    """What matches the question, each sentence once; of a heading that gets none, what matches the heading.

    A sentence stands under the heading of which it has most words, under none if it has none of any. Of
    sources about other years than the question names nothing is taken.
    """
    if is_about_other_matters(state.question, state.citable):
        return ()
    sections = state.constraints.required_sections
    found = [each.sentence for each in extract(state.question, state.citable, share=_SHARE) if each.matches]
    placed = {sentence: _heading_of(sentence, sections) for sentence in found}
    for section in sections:
        if section in placed.values():
            continue
        best = extract(section, state.citable, most=1)
        if best and best[0].matches and best[0].sentence not in placed:
            placed[best[0].sentence] = section
    statements = [quoted(sentence, section) for sentence, section in placed.items()]
    return in_order_of(statements, sections)


def _heading_of(sentence: SourceSentence, sections: Sequence[str]) -> str:
    facts = facts_of(sentence.text)
    words = facts.words | facts.identifiers
    shares = {section: _share(section, words) for section in sections}
    best = max(sections, key=lambda section: shares[section], default="")
    return best if best and shares[best] else ""


def _share(section: str, words: frozenset[str]) -> float:
    wanted = facts_of(section).words | facts_of(section).identifiers
    return sum(is_said(words, word) for word in wanted) / max(len(wanted), 1)
