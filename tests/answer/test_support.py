"""What evidence carries of a statement, and why: nothing that it does not carry may pass as verified."""

from __future__ import annotations

from collections.abc import Sequence

from core.answer.confidence import VERIFIED
from core.answer.facts import inverted_conditions as facts_conditions
from core.answer.facts.checkable import facts_of
from core.answer.facts.numbers_in_text import stated_scale
from core.answer.facts.stems import is_german, one_spelling, stem
from core.answer.facts.word_families import same_family
from core.answer.statements import DraftStatement
from core.answer.verification.contradictions import figure_in_clause
from core.answer.verification.statement import judge_statement
from core.answer.verification.verify import verify
from core.runs.recheck import _judged
from core.types import StatementStatus, VerdictCode
from tests.answer.helpers import source_of
from tests.cases import score_rules


def clause_has_figure(statement: str, evidence: str) -> object:
    return figure_in_clause(facts_of(statement), facts_of(evidence))


def scale(heading: str) -> object:
    return stated_scale(heading)


def one_family(left: str, right: str) -> object:
    return same_family(stem(one_spelling(left)), stem(one_spelling(right)))


def status(statement: str, evidence: Sequence[str], question: str = "") -> StatementStatus:
    return verify(statement, evidence, question).status


def reason(
    statement: str, evidence: Sequence[str], question: str = ""
) -> tuple[StatementStatus, VerdictCode]:
    verdict = verify(statement, evidence, question)
    return verdict.status, verdict.code


def verified(statement: str, evidence: Sequence[str], question: str = "", title: str = "") -> bool:
    return verify(statement, evidence, question, title).status in VERIFIED


def refuted(statement: str, evidence: Sequence[str]) -> bool:
    return verify(statement, evidence).status is StatementStatus.UNSUPPORTED


def cited(statement: str, text: str, labels: Sequence[str]) -> bool:
    found = judge_statement(DraftStatement(statement, (1,), tuple(labels)), [source_of(1, text)], "")
    assert _judged(found, found.evidence, "", "")[0] is found.status, "what is stored of it says the same"
    return found.status in VERIFIED


def bare_conditions(text: str) -> int:
    return len(list(facts_conditions.bare_conditions(text, is_german(text))))


RULES = (
    bare_conditions,
    cited,
    clause_has_figure,
    one_family,
    reason,
    refuted,
    scale,
    status,
    verified,
)


def test_what_evidence_carries() -> None:
    score_rules("support", {rule.__name__: rule for rule in RULES})
