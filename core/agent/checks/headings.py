"""Does what stands under a demanded heading belong there, as far as words and figures tell?"""

from __future__ import annotations

from collections.abc import Sequence

from core.agent.checks.base import Finding, Findings
from core.agent.final.final_answer import FinalDraft
from core.agent.state import AgentState
from core.answer.facts.checkable import Facts, facts_of
from core.answer.verification.nearness import is_said
from core.answer.verification.word_lists import stems
from core.types import Answer, Statement

SECTION_MISPLACED = "SECTION_MISPLACED"
# Headings that want a figure of one kind, and what such figures measure.
_KINDS: tuple[tuple[frozenset[str], frozenset[str]], ...] = (
    (stems("weight mass gewicht masse"), frozenset({"mass", "pound"})),
    (
        stems(
            "price prices cost costs fee fees rent salary wage preis preise kosten gebühr miete gehalt lohn"
        ),
        frozenset({"money"}),
    ),
    (
        stems("length width height depth distance länge breite höhe tiefe entfernung"),
        frozenset({"length", "foot", "mile"}),
    ),
    (
        stems("warranty guarantee duration period term garantie gewährleistung dauer laufzeit frist"),
        frozenset({"time", "month", "date"}),
    ),
    (stems("power leistung"), frozenset({"power"})),
    (stems("voltage spannung"), frozenset({"voltage"})),
    (stems("pressure druck"), frozenset({"pressure"})),
)


def validate_headings(draft: FinalDraft, answer: Answer, state: AgentState) -> Findings:
    """No weight under "Price": a heading's own words, or a figure of the kind that it asks for.

    Told only of headings that ask for a kind of figure, or where the figures and words are those of another
    demanded heading. What belongs under "Risks" no words tell.
    """
    sections = state.constraints.required_sections
    wrong = [
        index
        for index, (drafted, statement) in enumerate(zip(draft.statements, answer.statements, strict=True))
        if drafted.section and _is_misplaced(statement, drafted.section, sections)
    ]
    if not wrong:
        return ()
    places = ", ".join(f"{index + 1} (under “{draft.statements[index].section}”)" for index in wrong)
    message = f"Not about its heading: statement {places}. Write it under the heading that it is about."
    return (Finding(SECTION_MISPLACED, message, statements=tuple(wrong), by_writing=True),)


def heading_of(text: str, sections: Sequence[str]) -> str:
    """The first of the headings with a word of the text; empty if none has one."""
    facts = facts_of(text)
    return next((section for section in sections if _has_word_of(section, facts)), "")


def _is_misplaced(statement: Statement, section: str, sections: tuple[str, ...]) -> bool:
    said = facts_of(statement.text)
    measured = _measured(said)
    evidence = (facts_of(row.quote) for row in statement.evidence)
    if not measured or any(_has_word_of(section, facts) for facts in (said, *evidence)):
        return False
    wanted = _kind_of(section)
    if wanted:
        return measured.isdisjoint(wanted)
    others = [other for other in sections if other != section and _has_word_of(other, said)]
    return any(measured <= kind for other in others if (kind := _kind_of(other)))


def _has_word_of(section: str, facts: Facts) -> bool:
    words = facts_of(section).words | facts_of(section).identifiers
    return any(is_said(facts.words | facts.identifiers, word) for word in words)


def _kind_of(section: str) -> frozenset[str]:
    words = facts_of(section).words
    return frozenset[str]().union(*(kind for names, kind in _KINDS if not names.isdisjoint(words)))


def _measured(facts: Facts) -> frozenset[str]:
    """What its figures measure, as far as they tell; bare ones and counted things tell nothing."""
    kinds = {number.measured for number in facts.numbers if number.is_measure}
    kinds |= {"money" for number in facts.numbers if number.currency}
    kinds |= {"date" for _date in facts.dates}
    return frozenset(kinds)
