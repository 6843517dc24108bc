"""The verdict on a statement: nothing that is not carried may pass as verified."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from core.answer.facts.checkable import facts_of
from core.answer.facts.stems import one_spelling, stem
from core.answer.facts.word_families import synonyms_of
from core.answer.statements import DraftStatement
from core.answer.verification.compared_values import is_table_row
from core.answer.verification.near_copies import altered_copy
from core.answer.verification.statement import judge_statement
from core.answer.verification.verify import verify
from core.search.base import Vectors
from core.types import StatementStatus as S
from core.types import VerdictCode
from tests.answer.helpers import source_of

TERM = "The warranty of the pump is 36 months from delivery."


def test_a_year_that_only_the_question_names_is_not_verified() -> None:
    verdict = verify("Operating income in 2022 was 44.9.", ["Operating income was 44.9."], "And in 2022?")
    assert verdict.status is S.WEAK
    assert "2022" in verdict.reason


def test_a_table_row_does_not_say_which_column_is_meant() -> None:
    assert is_table_row("Operating income 51.2 44.9 38.0")


def test_prose_with_two_figures_is_no_table_row() -> None:
    prose = "Revenue rose from 100 million to 120 million because customers bought more pumps than before."
    assert not is_table_row(prose)


def test_codes_and_names_may_come_from_the_passages_title_but_figures_may_not() -> None:
    paid = ["The total of 61,901.18 is to be paid within 30 days."]
    statement = "The total to be paid on invoice 2025-0417 is 61,901.18."
    assert verify(statement, paid, "", "Invoice 2025-0417").status is S.SUPPORTED
    assert verify(statement, paid, "", "Invoice 2025-0418").status is S.UNSUPPORTED
    assert (
        verify("The total is 61,901.18.", ["The total is to be paid."], "", "61,901.18").status
        is S.UNSUPPORTED
    )


def test_a_judged_statement_carries_its_code() -> None:
    source = source_of(1, TERM)
    assert judge_statement(DraftStatement(TERM, (1,)), [source], "").code is VerdictCode.CARRIED
    assert judge_statement(DraftStatement(TERM), [source], "").code is VerdictCode.UNCITED
    wrong = judge_statement(DraftStatement("The warranty of the pump is not 36 months.", (1,)), [source], "")
    assert wrong.code is VerdictCode.DENIAL_DIFFERS
    copied = judge_statement(DraftStatement(f"“{TERM}”", (1,), ("1.1",), quoted=True), [source], "")
    assert copied.code is VerdictCode.CARRIED
    grown = source_of(2, "Sales were 100 tonnes in May. Sales were 150 tonnes in June.")
    claim = "Sales rose by 60 % from 100 tonnes in May to 150 tonnes in June."
    assert judge_statement(DraftStatement(claim, (2,)), [grown], "").code is VerdictCode.WRONG_CALCULATION


def test_names_are_not_alike() -> None:
    said, given = (
        facts_of("He saw the Western shore of the lake."),
        facts_of("He saw the West shore of the lake."),
    )
    assert altered_copy(said, given)


def test_a_figure_in_the_place_of_the_sources_own_is_no_calculation() -> None:
    sentence = "The leaks decreased in 7 pumps (by 8 % of all) and the noise in 6 pumps."
    source = source_of(1, sentence)
    draft = DraftStatement(sentence.replace("8 %", "14 %"), (1,))
    judged = judge_statement(draft, [source], "")
    assert judged.calculation is None
    assert judged.status is S.UNSUPPORTED


def test_a_dash_behind_a_percent_sign_is_no_minus() -> None:
    assert [number.amount for number in facts_of("a loss of 8%-74%, or -5 %").numbers] == [8, 74, -5]


def test_a_row_is_read_in_the_scale_of_its_heading() -> None:
    statement = "Operating income was 44.9 million."
    row = ["Operating income 44.9"]
    assert verify(statement, row, "", "Income statement (in millions)").status is S.SUPPORTED
    assert verify(statement, row, "", "Income statement (in thousands)").status is S.UNSUPPORTED


def test_opposites_are_no_synonyms() -> None:
    for left, right in (
        ("buy", "sell"),
        ("increase", "decrease"),
        ("tenant", "landlord"),
        ("mieter", "vermieter"),
    ):
        assert stem(one_spelling(right)) not in synonyms_of(stem(one_spelling(left)))


class _FixedEmbedder:
    """Two vectors with the given cosine."""

    fingerprint = "fixed"
    dimensions = 2

    def __init__(self, cosine: float) -> None:
        self._cosine = cosine

    def embed(self, texts: Sequence[str]) -> Vectors:
        assert len(texts) == 2
        rows = [[1.0, 0.0], [self._cosine, (1 - self._cosine**2) ** 0.5]]
        return np.asarray(rows, dtype=np.float32)

    def embed_query(self, text: str) -> Vectors:
        return self.embed([text, text])[0]

    def count_tokens(self, text: str) -> int:
        return len(text.split())


@pytest.mark.parametrize(("cosine", "status"), [(0.8, S.SUPPORTED), (0.1, S.WEAK)])
def test_with_an_embedder_support_must_also_be_near_in_meaning(cosine: float, status: S) -> None:
    draft = DraftStatement("Karst acquired the mill in 2004.", (1,))
    source = source_of(1, "Karst bought the mill in 2004.")
    assert judge_statement(draft, [source], "", _FixedEmbedder(cosine)).status is status
