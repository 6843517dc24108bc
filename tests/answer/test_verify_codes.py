"""Why a statement got its status, as a code that checks can rely on."""

from __future__ import annotations

import pytest

from core.answer.statements import DraftStatement
from core.answer.verification.statement import judge_statement
from core.answer.verification.verify import verify
from core.types import StatementStatus, VerdictCode
from tests.answer.helpers import source_of

S, C = StatementStatus, VerdictCode
TERM = "The warranty of the pump is 36 months from delivery."


@pytest.mark.parametrize(
    ("statement", "evidence", "question", "status", "code"),
    [
        (TERM, TERM, "", S.QUOTED, C.CARRIED),
        ("The pump's warranty is 36 months.", TERM, "", S.SUPPORTED, C.CARRIED),
        ("The warranty of the pump is 99 weeks.", TERM, "", S.UNSUPPORTED, C.MISSING_FIGURE),
        ("The warranty of the pump is 99 weeks.", TERM, "Is it 99 weeks?", S.WEAK, C.MISSING_FIGURE),
        ("The warranty ended on 3 May 2021.", TERM, "Did it end on 3 May 2021?", S.WEAK, C.MISSING_DATE),
        ("The B-130 warranty is 36 months.", TERM, "And the B-130?", S.WEAK, C.MISSING_IDENTIFIER),
        ("The warranty of the Karst pump is 36 months.", TERM, "", S.WEAK, C.MISSING_NAME),
        ("The extended warranty of the pump is 36 months.", TERM, "", S.WEAK, C.MISSING_WORDS),
        ("The warranty of the pump is not 36 months.", TERM, "", S.WEAK, C.DENIAL_DIFFERS),
        # What it says otherwise counts more than the one word that is missing as well.
        ("The extended warranty of the pump is not 36 months.", TERM, "", S.WEAK, C.DENIAL_DIFFERS),
        ("Profits of the plant rose sharply.", "Profits of the plant fell sharply.", "", S.WEAK, C.OPPOSITE),
        (
            "The contract was signed by Miller in Karst.",
            "The contract was signed by Smith in Karst.",
            "Was it signed by Miller?",
            S.WEAK,
            C.EXCHANGED,
        ),
        ("Karst sued Aldermoor.", "Aldermoor sued Karst.", "", S.UNSUPPORTED, C.SWAPPED_RELATION),
        (
            "The pump weighs 12 kg.",
            "The pump weighs 42 kg and its motor weighs 12 kg.",
            "",
            S.UNSUPPORTED,
            C.OTHER_FIGURE,
        ),
        ("Customers are happy everywhere.", TERM, "", S.UNSUPPORTED, C.ELSEWHERE),
        ("The harbour had 31.", "The harbour | 31 | 44", "", S.WEAK, C.TABLE_COLUMN),
        (
            "The seal is covered by the warranty.",
            "The seal is covered by the warranty unless it was opened.",
            "",
            S.WEAK,
            C.LIMITED,
        ),
    ],
)
def test_each_verdict_says_why(
    statement: str, evidence: str, question: str, status: StatementStatus, code: VerdictCode
) -> None:
    verdict = verify(statement, [evidence], question)
    assert (verdict.status, verdict.code) == (status, code), verdict.reason


def test_a_judged_statement_carries_its_code() -> None:
    source = source_of(1, TERM)
    assert judge_statement(DraftStatement(TERM, (1,)), [source], "").code is C.CARRIED
    assert judge_statement(DraftStatement(TERM), [source], "").code is C.UNCITED
    wrong = judge_statement(DraftStatement("The warranty of the pump is not 36 months.", (1,)), [source], "")
    assert wrong.code is C.DENIAL_DIFFERS
    copied = judge_statement(DraftStatement(f"“{TERM}”", (1,), ("1.1",), quoted=True), [source], "")
    assert copied.code is C.CARRIED
    grown = source_of(2, "Sales were 100 tonnes in May. Sales were 150 tonnes in June.")
    claim = "Sales rose by 60 % from 100 tonnes in May to 150 tonnes in June."
    assert judge_statement(DraftStatement(claim, (2,)), [grown], "").code is C.WRONG_CALCULATION
