"""Does what a text says stand in what was read: commands, identifiers, figures, dates, names?

`core.answer.verification.verify` judges a statement by the sentences it cites. What no source says was
made up.
"""

from __future__ import annotations

from core.answer.facts.checkable import facts_of
from core.answer.verification.read_texts import Known, as_written, folded, says
from core.types import Statement, StatementStatus, VerdictCode

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
