"""Does what the answer says stand in what was read: commands, identifiers, figures, dates, names?

The verification of every mode (`core.answer.verify`) judges a statement by the sentences it cites. This check
asks less and of more: whether its facts stand in any source of the run. What stands nowhere was made up.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from core.agent.checks.base import Finding, Findings, gap
from core.agent.checks.echoes import as_written, claimed_echoes, denies_that_it_is_said
from core.agent.checks.known import Known, folded, says
from core.agent.final import FinalDraft
from core.agent.state import AgentState
from core.answer.confidence import VERIFIED
from core.answer.facts import facts_of
from core.types import Answer, Statement, StatementStatus, VerdictCode

UNGROUNDED_CLAIM = "UNGROUNDED_CLAIM"
ECHOED_CLAIM = "ECHOED_CLAIM"
CONTRADICTED_STATEMENT = "CONTRADICTED_STATEMENT"
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
_CONTRADICTING = (VerdictCode.DENIAL_DIFFERS, VerdictCode.OPPOSITE, VerdictCode.EXCHANGED)


def validate_grounded_claims(_draft: FinalDraft, answer: Answer, state: AgentState) -> Findings:
    """No statement with a technical term that no source has, and none that its sources do not carry.

    Each statement is refused for one thing, the first of: what no source has, what only the question says,
    what its sources say otherwise, what they do not carry.
    """
    known = Known.of(state.citable, state.question)
    strange: dict[str, list[int]] = {}
    echoed: dict[str, list[int]] = {}
    contradicted: list[int] = []
    unsupported: list[int] = []
    for index, statement in enumerate(answer.statements):
        terms = suspicious_terms(statement.text, known)
        echoes: tuple[str, ...] = ()
        if statement.status not in VERIFIED:
            terms = (*terms, *ungrounded_facts(statement.text, known))
            echoes = claimed_echoes(statement, state.question, state.citable)
        for term in terms:
            strange.setdefault(term, []).append(index)
        if terms:
            continue
        for fact in echoes:
            echoed.setdefault(fact, []).append(index)
        if echoes:
            continue
        if statement.status is StatementStatus.UNSUPPORTED:
            unsupported.append(index)
        elif is_contradicted(statement):
            contradicted.append(index)
    findings: list[Finding] = []
    if strange:
        names = _quoted(strange)
        message = f"Not in any opened citation: {names}. Open a citation that says it, or leave it out."
        findings.append(_refusal(UNGROUNDED_CLAIM, message, _all_of(strange)))
    if echoed:
        message = (
            f"Only the question says {_quoted(echoed)}, the cited text does not. Say what the opened text "
            "gives instead, or that it does not say so."
        )
        findings.append(_refusal(ECHOED_CLAIM, message, _all_of(echoed)))
    if contradicted:
        message = f"{_places(contradicted)} not what the cited text says. {_reasons(contradicted, answer)}"
        findings.append(_refusal(CONTRADICTED_STATEMENT, message, tuple(contradicted), by_reading=False))
    if unsupported:
        all_of_them = len(unsupported) == len(answer.statements)
        subject = "No statement is" if all_of_them else f"{_places(unsupported)} not"
        findings.append(
            replace(
                _refusal(
                    UNSUPPORTED_ANSWER if all_of_them else UNSUPPORTED_STATEMENT,
                    f"{subject} carried by the sentences it names. {_reasons(unsupported, answer)}",
                    tuple(unsupported),
                ),
                disclosure=gap(state, state.question) if all_of_them else (),
            )
        )
    return tuple(findings)


def is_contradicted(statement: Statement) -> bool:
    """Weak because its source denies it, or says the opposite or another name in its place.

    Of the labelled statements that this refuses (`docuchat bench verification`), 4 of 100 were true.
    """
    contradicts = statement.code in _CONTRADICTING and statement.status is StatementStatus.WEAK
    return contradicts and not denies_that_it_is_said(facts_of(statement.text))


def _refusal(code: str, message: str, statements: tuple[int, ...], by_reading: bool = True) -> Finding:
    return Finding(code, message, statements=statements, by_reading=by_reading, by_writing=True)


def _quoted(terms: Iterable[str]) -> str:
    return ", ".join(f"“{term}”" for term in terms)


def _all_of(found: Mapping[str, Sequence[int]]) -> tuple[int, ...]:
    return tuple(sorted({index for indices in found.values() for index in indices}))


def _reasons(indices: Sequence[int], answer: Answer) -> str:
    return " ".join(dict.fromkeys(answer.statements[index].reason for index in indices))


def suspicious_terms(text: str, known: Known) -> tuple[str, ...]:
    """Terms of `SUSPICIOUS_TERMS` in `text` that no source says, the longest of those that overlap."""
    said = folded(text)
    found = [term for term in SUSPICIOUS_TERMS if says(said, term) and not says(known.text, term)]
    return tuple(term for term in found if not any(term in other for other in found if other != term))


def ungrounded_facts(text: str, known: Known) -> tuple[str, ...]:
    """Checkable facts of `text` that stand in no source.

    Figures, dates, identifiers and names may also come from the question, of which `claimed_echoes` judges
    what the statement makes of them; commands may not.
    """
    said = facts_of(text)
    missing: list[str] = []
    missing += [command for command in said.commands if not known.has_command(command)]
    missing += sorted(word for word in said.identifiers if not known.has_identifier(word))
    missing += [as_written(number, text) for number in said.numbers if not known.has_number(number)]
    missing += [date.iso for date in said.dates if not known.has_date(date)]
    missing += known.strange_names(text, said)
    return tuple(dict.fromkeys(missing))


def _places(indices: Sequence[int]) -> str:
    numbers = ", ".join(str(index + 1) for index in indices)
    return f"Statements {numbers} are" if len(indices) > 1 else f"Statement {numbers} is"
