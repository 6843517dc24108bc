"""Where documents give different values for the same thing: does the answer follow the rule and name both?

What can be checked is checked: sentences of different documents that share their words and differ in a figure
or a date, and which document is newer. Other rules ("the official one") cannot be applied from here: such a
conflict is told, with both sides.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from core.agent.checks.base import Finding, Findings, gap
from core.agent.disclosures import told
from core.agent.final import FinalDraft
from core.agent.state import AgentState
from core.answer.facts import Facts, facts_of
from core.answer.facts_dates import Date
from core.answer.facts_numbers import Number
from core.answer.facts_words import has_word
from core.answer.sources import Source, SourceSentence
from core.types import Answer

CONFLICT_RULE_BROKEN = "CONFLICT_RULE_BROKEN"
CONFLICT_NOT_NAMED = "CONFLICT_NOT_NAMED"
CONFLICT_UNDECIDED = "CONFLICT_UNDECIDED"

MIN_SHARED_WORDS = 2
MIN_SHARED_PART = 0.6  # of the shorter sentence's words
MAX_CONFLICTS = 3


@dataclass(frozen=True, slots=True)
class Side:
    """One of two values that disagree, with the sentence and the document that give it."""

    source: Source
    sentence: SourceSentence
    value: Number | Date

    def __str__(self) -> str:
        date = f", {self.source.document.date}" if self.source.document.date else ""
        return f"[{self.source.number}] {self.source.document.filename}{date}: “{self.sentence.text}”"


@dataclass(frozen=True, slots=True)
class Conflict:
    """`first` counts when the rule decides; `decided` is False when it cannot."""

    first: Side
    second: Side
    decided: bool


def validate_conflict_resolution(_draft: FinalDraft, answer: Answer, state: AgentState) -> Findings:
    """Of each conflict that the answer touches: the value that counts, and both sides named."""
    if not state.constraints.requires_conflict_resolution:
        return ()
    findings: list[Finding] = []
    for conflict in touched_conflicts(answer, state):
        first, second = conflict.first, conflict.second
        text = f"Two documents disagree. {first} – {second}"
        if not conflict.decided:
            findings.append(_undecided(conflict, text, answer, state))
        elif not _is_told(first, answer):
            findings.append(
                Finding(
                    CONFLICT_RULE_BROKEN,
                    f"{text} The {state.constraints.conflict_resolution_rule} counts: answer with "
                    f"[{first.source.number}], and name the other, too.",
                    statements=tuple(
                        index
                        for index, statement in enumerate(answer.statements)
                        if _says(statement.text, second.value)
                    ),
                    quotes=(first.sentence.label, second.sentence.label),
                    by_writing=True,
                )
            )
        elif not _is_told(second, answer):
            findings.append(
                Finding(
                    CONFLICT_NOT_NAMED,
                    f"{text} Name both: say also what [{second.source.number}] gives.",
                    quotes=(second.sentence.label,),
                    by_writing=True,
                )
            )
    return tuple(findings)


def _undecided(conflict: Conflict, text: str, answer: Answer, state: AgentState) -> Finding:
    rule = state.constraints.conflict_resolution_rule
    names = {
        "first": conflict.first.source.document.filename,
        "second": conflict.second.source.document.filename,
    }
    key = "rule_undecided" if rule else "no_rule"
    return Finding(
        CONFLICT_UNDECIDED,
        f"{text} Name both.",
        disclosure=gap(state, told(key, state.question, rule=rule, **names)),
        quotes=tuple(
            side.sentence.label for side in (conflict.first, conflict.second) if not _is_told(side, answer)
        ),
    )


def touched_conflicts(answer: Answer, state: AgentState) -> list[Conflict]:
    """The conflicts between the citable sources of which the answer gives at least one side."""
    rule = state.constraints.conflict_resolution_rule
    return [
        conflict
        for conflict in find_conflicts(state.citable, state.question, rule)
        if any(
            _says(statement.text, side.value)
            for statement in answer.statements
            for side in (conflict.first, conflict.second)
        )
    ]


def find_conflicts(sources: Sequence[Source], question: str, rule: str | None) -> list[Conflict]:
    """Pairs of sentences of different documents that disagree about what is asked, the closest first.

    One for each pair of documents; with the rule "newest" or "oldest" the one that counts is `first`.
    """
    asked = facts_of(question)
    relevant = [
        (source, sentence, facts)
        for source in sources
        for sentence in source.sentences
        if _shared(asked, facts := facts_of(sentence.text)) >= min(MIN_SHARED_WORDS, len(_terms(asked)))
    ]
    best: dict[tuple[str, str], tuple[float, Side, Side]] = {}
    for (source, sentence, facts), (other, rival, rival_facts) in itertools.combinations(relevant, 2):
        pair = (source.document.document_id, other.document.document_id)
        shared = _shared(facts, rival_facts)
        part = shared / max(min(len(_terms(facts)), len(_terms(rival_facts))), 1)
        if pair[0] == pair[1] or shared < MIN_SHARED_WORDS or part < MIN_SHARED_PART:
            continue
        values = _differing(facts, rival_facts)
        if values is None or _about_others(facts, rival_facts, asked):
            continue
        score = part + _shared(asked, facts) + _shared(asked, rival_facts)
        if pair not in best or score > best[pair][0]:
            best[pair] = (score, Side(source, sentence, values[0]), Side(other, rival, values[1]))
    ranked = sorted(best.values(), key=lambda entry: -entry[0])[:MAX_CONFLICTS]
    return [_by_rule(one, other, rule) for _score, one, other in ranked]


def _about_others(facts: Facts, rival: Facts, asked: Facts) -> bool:
    """Each names what the other does not: another thing that was asked for, another code, another name."""
    here, there = _terms(facts) - _terms(rival), _terms(rival) - _terms(facts)
    for one, other in (
        (here & _terms(asked), there & _terms(asked)),
        (facts.identifiers - rival.identifiers, rival.identifiers - facts.identifiers),
        (here.intersection(facts.names), there.intersection(rival.names)),
    ):
        if one and other:
            return True
    return False


def _by_rule(one: Side, other: Side, rule: str | None) -> Conflict:
    newer = _is_newer(one.source.document.date, other.source.document.date)
    if newer is None or rule not in ("newest", "oldest"):
        return Conflict(one, other, decided=False)
    return Conflict(one, other, True) if newer == (rule == "newest") else Conflict(other, one, True)


def _is_newer(date: str, other: str) -> bool | None:
    """None when one of the ISO dates is unknown, or not precise enough to tell."""
    length = min(len(date), len(other))
    if date[:length] == other[:length]:
        return None
    return date > other


def _differing(facts: Facts, rival: Facts) -> tuple[Number | Date, Number | Date] | None:
    """A figure or, where neither has any, a date of the same kind that the sentences give differently."""
    numbers = (
        (one, other)
        for one, other in itertools.product(facts.numbers, rival.numbers)
        if _same_kind(one, other)
        and not any(one.equals(each) or one.is_carried_by(each) for each in rival.numbers)
        and not any(other.equals(each) or other.is_carried_by(each) for each in facts.numbers)
    )
    if facts.numbers or rival.numbers:
        return next(numbers, None)
    dates = (
        (one, other)
        for one, other in itertools.product(facts.dates, rival.dates)
        if one.precision == other.precision and one not in rival.dates and other not in facts.dates
    )
    return next(dates, None)


def _same_kind(one: Number, other: Number) -> bool:
    alike = one.unit == other.unit or (one.is_measure and one.measured == other.measured)
    return alike and one.percent == other.percent and one.currency == other.currency


def _is_told(side: Side, answer: Answer) -> bool:
    """Its value is said, by a statement that rests on its document."""
    return any(
        _says(statement.text, side.value)
        and any(row.document_id == side.source.document.document_id for row in statement.evidence)
        for statement in answer.statements
    )


def _says(text: str, value: Number | Date) -> bool:
    facts = facts_of(text)
    if isinstance(value, Date):
        return any(date.is_carried_by(value) for date in facts.dates)
    return any(number.is_carried_by(value) for number in facts.numbers)


def _terms(facts: Facts) -> frozenset[str]:
    """Words and codes, without the units of figures."""
    units = {f"{number.unit}{ending}" for number in facts.numbers for ending in ("", "s", "e", "en")}
    return (facts.words - units) | facts.identifiers


def _shared(facts: Facts, other: Facts) -> int:
    return sum(has_word(_terms(other), word) for word in _terms(facts))
