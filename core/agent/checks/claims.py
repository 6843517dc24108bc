"""Does what the answer says stand in what was read: commands, identifiers, figures, dates, names?

The verification of every mode (`core.answer.verify`) judges a statement by the sentences it cites. This check
asks less and of more: whether its facts stand in any source of the run. What stands nowhere was made up.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from core.agent.checks.base import Finding, Findings, unmet
from core.agent.final import FinalDraft
from core.agent.state import AgentState
from core.answer.confidence import VERIFIED
from core.answer.facts import Facts, facts_of
from core.answer.facts_dates import Date
from core.answer.facts_numbers import Number
from core.answer.facts_words import WORD, has_word, is_german, one_spelling, stem
from core.answer.sources import Source
from core.types import Answer, StatementStatus

UNGROUNDED_CLAIM = "UNGROUNDED_CLAIM"
UNSUPPORTED_STATEMENT = "UNSUPPORTED_STATEMENT"
UNSUPPORTED_ANSWER = "UNSUPPORTED_ANSWER"

# Commands that models like to add to instructions; a source has to say them.
SUSPICIOUS_TERMS = (
    "pg_reindex",
    "reindex",
    "vacuum",
    "vacuum analyze",
    "kubectl",
    "helm",
    "docker compose",
    "systemctl",
    "drop table",
    "truncate",
    "alter table",
)
_SHORT_NAME = re.compile(r"\b[A-ZÄÖÜ]{2,}\b")  # in German every noun has a capital, so only these are names


@dataclass(frozen=True, slots=True)
class Known:
    """What the sources of a run say, and what the question says."""

    text: str
    facts: tuple[Facts, ...]
    asked: Facts
    question: str

    @classmethod
    def of(cls, sources: Sequence[Source], question: str) -> Known:
        texts = [text for source in sources for text in (source.chunk.text, source.surroundings)]
        return cls(_folded(" ".join(texts)), tuple(map(facts_of, texts)), facts_of(question), question)


def validate_grounded_claims(_draft: FinalDraft, answer: Answer, state: AgentState) -> Findings:
    """No statement with a technical term that no source has, and none that its sources do not carry."""
    known = Known.of(state.citable, state.question)
    strange: dict[str, list[int]] = {}
    unsupported: list[int] = []
    for index, statement in enumerate(answer.statements):
        terms = suspicious_terms(statement.text, known)
        if statement.status not in VERIFIED:
            terms = (*terms, *ungrounded_facts(statement.text, known))
        for term in terms:
            strange.setdefault(term, []).append(index)
        if not terms and statement.status is StatementStatus.UNSUPPORTED:
            unsupported.append(index)
    findings: list[Finding] = []
    if strange:
        names = ", ".join(f"“{term}”" for term in strange)
        findings.append(
            Finding(
                UNGROUNDED_CLAIM,
                f"Not in any opened citation: {names}. Open a citation that says it, or leave it out.",
                statements=tuple(sorted({index for found in strange.values() for index in found})),
                disclosure=unmet(state, f"a source for {names}"),
                by_reading=True,
                by_writing=True,
            )
        )
    if unsupported:
        all_of_them = len(unsupported) == len(answer.statements)
        reasons = " ".join(dict.fromkeys(answer.statements[index].reason for index in unsupported))
        subject = "No statement is" if all_of_them else f"{_places(unsupported)} not"
        findings.append(
            Finding(
                UNSUPPORTED_ANSWER if all_of_them else UNSUPPORTED_STATEMENT,
                f"{subject} carried by the sentences it names. {reasons}",
                statements=tuple(unsupported),
                disclosure=unmet(state, state.question) if all_of_them else (),
                by_reading=True,
                by_writing=True,
            )
        )
    return tuple(findings)


def suspicious_terms(text: str, known: Known) -> tuple[str, ...]:
    """Terms of `SUSPICIOUS_TERMS` in `text` that no source says, the longest of those that overlap."""
    folded = _folded(text)
    found = [term for term in SUSPICIOUS_TERMS if _says(folded, term) and not _says(known.text, term)]
    return tuple(term for term in found if not any(term in other for other in found if other != term))


def ungrounded_facts(text: str, known: Known) -> tuple[str, ...]:
    """Checkable facts of `text` that stand in no source.

    Figures, dates, identifiers and names may also come from the question; commands may not.
    """
    said = facts_of(text)
    missing: list[str] = []
    missing += [command for command in said.commands if not _says(known.text, _folded(command))]
    missing += sorted(word for word in said.identifiers if not _has_identifier(word, known))
    missing += [_as_written(number, text) for number in said.numbers if not _has_number(number, known)]
    missing += [date.iso for date in said.dates if not _has_date(date, known)]
    missing += _strange_names(text, said, known)
    return tuple(dict.fromkeys(missing))


def _as_written(number: Number, text: str) -> str:
    """With the word behind it: "99 weeks"."""
    found = re.search(rf"{re.escape(number.text)}(?:[\s-][^\W\d_]+)?", text)
    return found.group() if found else number.text


def _has_identifier(word: str, known: Known) -> bool:
    return word in known.asked.identifiers or _says(known.text, word)


def _has_number(number: Number, known: Known) -> bool:
    """The same figure somewhere, and not everywhere as another measure: 42 lb are no 42 kg."""
    same = [
        other for facts in (*known.facts, known.asked) for other in facts.numbers if _equal(number, other)
    ]
    if number.is_measure and any(other.is_measure for other in same):
        return any(number.is_carried_by(other) for other in same)
    return bool(same) or any(number.is_carried_by(other) for facts in known.facts for other in facts.numbers)


def _equal(number: Number, other: Number) -> bool:
    """Equal as it is meant or as it is written: the scale of a table stands in its header."""
    return number.equals(other) or (number.value == other.value and number.percent == other.percent)


def _has_date(date: Date, known: Known) -> bool:
    """Said as precisely; or, as in tables, its day and month in one place and its year in another."""
    texts = (*known.facts, known.asked)
    dates = [other for facts in texts for other in facts.dates]
    if any(date.is_carried_by(other) for other in dates):
        return True
    year = str(date.year)
    has_year = not date.year or any(year == str(other.year) for other in dates) or _says(known.text, year)
    day = Date(0, date.month, date.day)
    return has_year and (not date.month or any(day.is_carried_by(other) for other in dates))


def _strange_names(text: str, said: Facts, known: Known) -> list[str]:
    words = {word for facts in (*known.facts, known.asked) for word in (*facts.words, *facts.identifiers)}
    german = is_german(f"{text} {known.question}")
    return [
        name
        for name in (_SHORT_NAME if german else WORD).findall(text)
        if (key := stem(one_spelling(name))) in said.names and not has_word(words, key)
    ]


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def _says(folded: str, term: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(term)}(?!\w)", folded) is not None


def _places(indices: Sequence[int]) -> str:
    numbers = ", ".join(str(index + 1) for index in indices)
    return f"Statements {numbers} are" if len(indices) > 1 else f"Statement {numbers} is"
