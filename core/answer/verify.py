"""The verdict on one statement: how far the sentences it cites carry it.

Deliberately strict: a statement is only *quoted* or *supported* when nothing checkable in it is missing from
its evidence. What cannot be decided here (which column of a table row is meant, arithmetic over figures)
is *weak*, never verified.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from core import textspan
from core.answer.facts import Facts, facts_of
from core.types import StatementStatus

SUPPORTED_COVERAGE = 0.6
WEAK_COVERAGE = 0.3
MIN_QUOTED_WORDS = 4
_EDGE = re.compile(r"^[\s\"'“”‘’„.,;:!?()\[\]*_-]+|[\s\"'“”‘’„.,;:!?()\[\]*_-]+$")


@dataclass(frozen=True, slots=True)
class Verdict:
    """`score` orders candidate evidence: higher carries more."""

    status: StatementStatus
    reason: str
    score: float


def verify(statement: str, evidence: Sequence[str], question: str = "") -> Verdict:
    """Judge `statement` (without citation markers) against the quoted sentences.

    `question` supplies words and numbers the answer merely repeats: they need no support to be *weak*, but
    a year that stands only in the question keeps the statement from being *supported*.
    """
    if not evidence:
        return Verdict(StatementStatus.UNSUPPORTED, "No sentence of a document is cited.", 0.0)
    joined = " \n".join(evidence)
    if _is_verbatim(statement, evidence):
        return Verdict(StatementStatus.QUOTED, "Stands in the document word for word.", 2.0)
    said, given, asked = facts_of(statement), facts_of(joined), facts_of(question)
    coverage = _coverage(said, given)
    missing = [number for number in said.numbers if not _has_number(given, number.value, number.percent)]
    invented = [number for number in missing if not _has_number(asked, number.value, number.percent)]
    if invented:
        texts = ", ".join(number.text for number in invented)
        return Verdict(StatementStatus.UNSUPPORTED, f"Not in the cited text: {texts}.", coverage / 4)
    unknown = said.identifiers - given.identifiers - asked.identifiers
    if unknown:
        names = ", ".join(sorted(unknown))
        return Verdict(StatementStatus.UNSUPPORTED, f"Not in the cited text: {names}.", coverage / 4)
    bonus = 0.3 * len([number for number in said.numbers if number not in missing])
    if coverage < WEAK_COVERAGE and not bonus:
        return Verdict(StatementStatus.UNSUPPORTED, "The cited text is about something else.", coverage / 2)
    if said.negated != given.negated:
        return Verdict(StatementStatus.WEAK, "One of statement and source is negated.", coverage + bonus)
    if missing:
        texts = ", ".join(number.text for number in missing)
        reason = f"{texts} stands in the question, not in the cited text."
        return Verdict(StatementStatus.WEAK, reason, coverage + bonus)
    if said.numbers and any(is_table_row(sentence) for sentence in evidence):
        reason = "The cited row holds several figures; which column is meant was not checked."
        return Verdict(StatementStatus.WEAK, reason, coverage + bonus)
    if coverage < SUPPORTED_COVERAGE:
        return Verdict(StatementStatus.WEAK, "Only part of it stands in the cited text.", coverage + bonus)
    return Verdict(
        StatementStatus.SUPPORTED, "Words and figures stand in the cited text.", 1.0 + coverage + bonus
    )


def is_table_row(sentence: str) -> bool:
    """Two or more figures and hardly any prose between them."""
    if textspan.is_table_row(sentence):
        return True
    facts = facts_of(sentence)
    return len(facts.numbers) >= 2 and len(facts.words) <= 2 * len(facts.numbers) + 2


def _coverage(said: Facts, given: Facts) -> float:
    """Share of the statement's content words and identifiers that its evidence contains, 0..1."""
    wanted = said.words | said.identifiers
    if not wanted:
        return 1.0
    return len(wanted & (given.words | given.identifiers)) / len(wanted)


def _has_number(facts: Facts, value: object, percent: bool) -> bool:
    return any(number.value == value and number.percent == percent for number in facts.numbers)


def _is_verbatim(statement: str, evidence: Sequence[str]) -> bool:
    wanted = _normalise(statement)
    if len(wanted.split()) < MIN_QUOTED_WORDS:
        return False
    return any(f" {wanted} " in f" {_normalise(sentence)} " for sentence in evidence)


def _normalise(text: str) -> str:
    return _EDGE.sub("", " ".join(text.casefold().split()))
