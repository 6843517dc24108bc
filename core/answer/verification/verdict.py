"""What can be said of a statement and the sentences it cites, and how verdicts are ordered. Values only."""

from __future__ import annotations

from dataclasses import dataclass, replace

from core.types import StatementStatus, VerdictCode


@dataclass(frozen=True, slots=True)
class Verdict:
    """`code` says `reason` for checks. `score` orders candidate evidence: higher carries more. `is_open`:
    nothing exact speaks against it, so that a judge may find it said in other words."""

    status: StatementStatus
    code: VerdictCode
    reason: str
    score: float
    is_open: bool = False


STATUS_ORDER = {  # higher carries more
    StatementStatus.UNSUPPORTED: 0,
    StatementStatus.WEAK: 1,
    StatementStatus.SUPPORTED: 2,
    StatementStatus.QUOTED: 3,
}
ELSEWHERE = Verdict(
    StatementStatus.UNSUPPORTED, VerdictCode.ELSEWHERE, "The cited text is about something else.", 0.0
)
QUOTED = Verdict(StatementStatus.QUOTED, VerdictCode.CARRIED, "Stands in the document word for word.", 2.0)
BY_WORDS = "Words and figures stand in the cited text."
JUDGED = replace(QUOTED, status=StatementStatus.SUPPORTED, reason="The cited text says so in other words.")
UNCITED = Verdict(
    StatementStatus.UNSUPPORTED, VerdictCode.UNCITED, "No sentence of a document is cited.", 0.0
)
EMPTY = Verdict(StatementStatus.WEAK, VerdictCode.EMPTY, "It says nothing that could be checked.", 0.0)


def rank(verdict: Verdict) -> tuple[int, float]:
    """What carries more ranks higher."""
    return STATUS_ORDER[verdict.status], verdict.score
