"""Does what the answer says stand in what was read: commands, identifiers, figures, dates, names?

The verification of every mode (`core.answer.verification.verify`) judges a statement by the sentences it
cites. This check asks less and of more: whether its facts stand in any source of the run. What stands nowhere
was made up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.agent.checks.added_words import altered_figures, strange_words
from core.agent.checks.base import Finding, Findings, gap
from core.agent.checks.read_texts import Known, as_written, folded, says
from core.agent.final.final_answer import FinalDraft
from core.agent.state import AgentState
from core.answer.confidence import VERIFIED
from core.answer.facts.checkable import facts_of
from core.types import Answer, Statement, StatementStatus, VerdictCode

UNGROUNDED_CLAIM = "UNGROUNDED_CLAIM"
ALTERED_FIGURE = "ALTERED_FIGURE"
CONTRADICTED_STATEMENT = "CONTRADICTED_STATEMENT"
UNGROUNDED_WORDS = "UNGROUNDED_WORDS"
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
_CODES = (
    UNGROUNDED_CLAIM,
    CONTRADICTED_STATEMENT,
    ALTERED_FIGURE,
    UNGROUNDED_WORDS,
    UNSUPPORTED_STATEMENT,
)
_CONTRADICTING = (VerdictCode.DENIAL_DIFFERS, VerdictCode.OPPOSITE, VerdictCode.EXCHANGED)


def validate_grounded_claims(_draft: FinalDraft, answer: Answer, state: AgentState) -> Findings:
    """No statement with a technical term that no source has, and none that its sources do not carry.

    Each statement is refused for one thing, the first of: what no source has, what only the question says,
    what its sources do not carry, what they say otherwise, what it adds in words of its own.
    """
    known = Known.of(state.citable, state.question)
    faults: dict[str, dict[str, list[int]]] = {}
    for index, statement in enumerate(answer.statements):
        code, terms = _fault_of(statement, known, state)
        for term in terms:
            faults.setdefault(code, {}).setdefault(term, []).append(index)
    return tuple(_refusal(code, faults[code], answer, state) for code in _CODES if code in faults)


def _fault_of(statement: Statement, known: Known, state: AgentState) -> tuple[str, tuple[str, ...]]:
    """The code, and what of the statement it is about; no terms where nothing is wrong."""
    suspicious = suspicious_terms(statement.text, known)
    if suspicious or statement.status in VERIFIED:
        return UNGROUNDED_CLAIM, suspicious
    if terms := ungrounded_facts(statement.text, known):
        return UNGROUNDED_CLAIM, terms
    if statement.status is StatementStatus.UNSUPPORTED:
        return UNSUPPORTED_STATEMENT, (statement.reason,)
    if is_contradicted(statement):
        return CONTRADICTED_STATEMENT, (statement.reason,)
    if terms := altered_figures(statement, state.citable):
        return ALTERED_FIGURE, terms
    return UNGROUNDED_WORDS, strange_words(statement, state.citable, state.question)


def _refusal(code: str, terms: Mapping[str, Sequence[int]], answer: Answer, state: AgentState) -> Finding:
    indices = tuple(sorted({index for places in terms.values() for index in places}))
    names = ", ".join(f"“{term}”" for term in terms)
    if code == UNSUPPORTED_STATEMENT:
        return _unsupported(indices, " ".join(terms), answer, state)
    message = {
        UNGROUNDED_CLAIM: f"Not in any opened citation: {names}. Open a citation that says it, or leave it "
        "out.",
        CONTRADICTED_STATEMENT: f"{_places(indices)} not what the cited text says. {' '.join(terms)}",
        ALTERED_FIGURE: f"The cited text does not say {names}. Copy figures with the words around them.",
        UNGROUNDED_WORDS: f"The cited documents do not have {names}. Use the words of the sentences you "
        "name, or leave it out.",
    }[code]
    by_reading = code == UNGROUNDED_CLAIM
    return Finding(code, message, statements=indices, by_reading=by_reading, by_writing=True)


def _unsupported(indices: tuple[int, ...], reasons: str, answer: Answer, state: AgentState) -> Finding:
    all_of_them = len(indices) == len(answer.statements)
    subject = "No statement is" if all_of_them else f"{_places(indices)} not"
    return Finding(
        UNSUPPORTED_ANSWER if all_of_them else UNSUPPORTED_STATEMENT,
        f"{subject} carried by the sentences it names. {reasons}",
        statements=indices,
        disclosure=gap(state, state.question) if all_of_them else (),
        by_reading=True,
        by_writing=True,
    )


def is_contradicted(statement: Statement) -> bool:
    """Weak because its source denies it, or says the opposite or another name in its place.

    Of the labelled statements that this refuses (`tests.benchmarks verification`), 4 of 100 were true.
    """
    return statement.code in _CONTRADICTING and statement.status is StatementStatus.WEAK


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
    told = {word for term in missing for word in term.split()}  # "165 USD"
    missing += [name for name in known.strange_names(text, said) if name not in told]
    return tuple(dict.fromkeys(missing))


def _places(indices: Sequence[int]) -> str:
    numbers = ", ".join(str(index + 1) for index in indices)
    return f"Statements {numbers} are" if len(indices) > 1 else f"Statement {numbers} is"
