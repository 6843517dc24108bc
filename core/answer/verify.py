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


# Words that turn a sentence into its opposite; stems as `facts_of` cuts them.
_OPPOSITES = tuple(
    (frozenset(left.split()), frozenset(right.split()))
    for left, right in (
        (
            "increas rise rose risen grew grow grown higher gain up",
            "decreas fell fall fallen declin lower drop down",
        ),
        ("maximum most highest largest", "minimum least lowest smallest"),
        ("before", "after"),
        ("includ", "exclud"),
        ("profit", "loss losses"),
        ("buyer customer purchaser", "seller supplier vendor"),
    )
)


def verify(statement: str, evidence: Sequence[str], question: str = "", context: str = "") -> Verdict:
    """Judge `statement` (without citation markers) against the quoted sentences.

    Args:
        evidence: the cited sentences, word for word.
        question: what the answer may repeat without making it up; it carries nothing by itself, so what
            stands only there keeps the statement *weak*.
        context: title, headings and file name of the cited passage: names and codes may come from there,
            figures may not.
    """
    if not evidence:
        return Verdict(StatementStatus.UNSUPPORTED, "No sentence of a document is cited.", 0.0)
    if _is_verbatim(statement, evidence):
        return Verdict(StatementStatus.QUOTED, "Stands in the document word for word.", 2.0)
    said, given, asked = facts_of(statement), facts_of(" \n".join(evidence)), facts_of(question)
    around = facts_of(context)
    known_words = given.words | around.words
    known_identifiers = given.identifiers | around.identifiers
    coverage = _coverage(said, known_words | known_identifiers)
    missing = [number for number in said.numbers if not _has_number(given, number.value, number.percent)]
    unnamed = said.identifiers - known_identifiers
    invented = [number.text for number in missing if not _has_number(asked, number.value, number.percent)]
    invented += sorted(unnamed - asked.identifiers)
    if invented:
        reason = f"Not in the cited text: {', '.join(invented)}."
        return Verdict(StatementStatus.UNSUPPORTED, reason, coverage / 4)
    bonus = 0.3 * (len(said.numbers) - len(missing))
    if coverage < WEAK_COVERAGE and not bonus:
        return Verdict(StatementStatus.UNSUPPORTED, "The cited text is about something else.", coverage / 2)
    doubt = (
        _repeated_from_question([number.text for number in missing] + sorted(unnamed))
        or _strange_names(said, known_words, asked)
        or _strange_units(said, known_words)
        or _opposite(said, given)
        or _undecided_column(said, evidence)
    )
    if not doubt and coverage < SUPPORTED_COVERAGE:
        doubt = "Only part of it stands in the cited text."
    if doubt:
        return Verdict(StatementStatus.WEAK, doubt, coverage + bonus)
    return Verdict(
        StatementStatus.SUPPORTED, "Words and figures stand in the cited text.", 1.0 + coverage + bonus
    )


def _repeated_from_question(texts: Sequence[str]) -> str:
    return f"{', '.join(texts)} stands in the question, not in the cited text." if texts else ""


def _strange_names(said: Facts, known: frozenset[str], asked: Facts) -> str:
    """A name that the cited passage does not have: the sentence may be about somebody else."""
    strange = (said.names | (said.first_words & (asked.names | asked.first_words))) - known
    return f"Not named in the cited text: {', '.join(sorted(strange))}." if strange else ""


def _strange_units(said: Facts, known: frozenset[str]) -> str:
    strange = said.counted - known
    return f"Not said of a figure in the cited text: {', '.join(sorted(strange))}." if strange else ""


def _opposite(said: Facts, given: Facts) -> str:
    if said.negated != given.negated:
        return "One of statement and source is negated."
    for pair in _OPPOSITES:
        for mine, other in (pair, pair[::-1]):
            if said.words & mine and not given.words & mine and given.words & other:
                return "The cited text may say the opposite."
    return ""


def _undecided_column(said: Facts, evidence: Sequence[str]) -> str:
    if said.numbers and any(is_table_row(sentence) for sentence in evidence):
        return "The cited row holds several figures; which column is meant was not checked."
    return ""


def is_table_row(sentence: str) -> bool:
    """Two or more figures, and the shape of a row or hardly any prose between them."""
    facts = facts_of(sentence)
    if len(facts.numbers) < 2:
        return False
    return textspan.is_table_row(sentence) or len(facts.words) <= 2 * len(facts.numbers) + 2


def _coverage(said: Facts, known: frozenset[str]) -> float:
    """Share of the statement's content words and identifiers that its passage contains, 0..1."""
    wanted = said.words | said.identifiers
    return len(wanted & known) / len(wanted) if wanted else 1.0


def _has_number(facts: Facts, value: object, percent: bool) -> bool:
    return any(number.value == value and number.percent == percent for number in facts.numbers)


def _is_verbatim(statement: str, evidence: Sequence[str]) -> bool:
    wanted = _normalise(statement)
    if len(wanted.split()) < MIN_QUOTED_WORDS:
        return False
    return any(f" {wanted} " in f" {_normalise(sentence)} " for sentence in evidence)


def _normalise(text: str) -> str:
    return _EDGE.sub("", " ".join(text.casefold().split()))
