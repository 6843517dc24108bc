"""The verdict on a statement: nothing that is not carried may pass as verified."""

from __future__ import annotations

import pytest

from core.answer.verification.compared_values import is_table_row
from core.answer.verification.verify import verify
from core.types import StatementStatus as S
from core.types import VerdictCode

WARRANTY = "The warranty of the B-120 pump is 36 months from delivery."


@pytest.mark.parametrize(
    ("statement", "evidence", "expected"),
    [
        (WARRANTY, [WARRANTY], S.QUOTED),
        ("the warranty of the B-120 pump is 36 months from delivery", [WARRANTY], S.QUOTED),
        ("The B-120 pump has a warranty of 36 months.", [WARRANTY], S.SUPPORTED),
        ("The B-120 pump has a warranty of 24 months.", [WARRANTY], S.UNSUPPORTED),
        ("The B-130 pump has a warranty of 36 months.", [WARRANTY], S.UNSUPPORTED),
        ("The B-120 pump has no warranty of 36 months.", [WARRANTY], S.WEAK),
        ("The pump weighs 120 kg.", [WARRANTY], S.UNSUPPORTED),
        ("Sales rose by 36 % in the months from delivery of the warranty.", [WARRANTY], S.UNSUPPORTED),
        ("Steel melts in furnaces.", [WARRANTY], S.UNSUPPORTED),
        ("The warranty of the pump covers seals and bearings.", [WARRANTY], S.WEAK),
        (WARRANTY, [], S.UNSUPPORTED),
    ],
)
def test_verdicts(statement: str, evidence: list[str], expected: S) -> None:
    verdict = verify(statement, evidence)
    assert verdict.status is expected, verdict.reason


def test_a_year_that_only_the_question_names_is_not_verified() -> None:
    verdict = verify("Operating income in 2022 was 44.9.", ["Operating income was 44.9."], "And in 2022?")
    assert verdict.status is S.WEAK
    assert "2022" in verdict.reason


def test_a_table_row_does_not_say_which_column_is_meant() -> None:
    row = "Operating income 51.2 44.9 38.0"
    assert is_table_row(row)
    assert verify("Operating income was 38.0.", [row]).status is S.WEAK


def test_prose_with_two_figures_is_no_table_row() -> None:
    prose = "Revenue rose from 100 million to 120 million because customers bought more pumps than before."
    assert not is_table_row(prose)


def test_several_sentences_carry_a_statement_together() -> None:
    evidence = [WARRANTY, "Claims must be filed within 30 days."]
    verdict = verify("The B-120 warranty is 36 months and claims must be filed within 30 days.", evidence)
    assert verdict.status is S.SUPPORTED


@pytest.mark.parametrize(
    ("statement", "evidence", "question"),
    [
        # What stands only in the question carries nothing.
        ("The B-130 weighs 42 kg.", "The B-120 weighs 42 kg.", "How heavy is the B-130?"),
        ("Nike earned 100 million in the quarter.", "Adidas earned 100 million in the quarter.", "And Nike?"),
        ("In the quarter, profits of Nike were 7 %.", "In the quarter, profits of Adidas were 7 %.", ""),
        # Units and scales belong to their figures.
        ("The warranty of the pump is 36 weeks.", "The warranty of the pump is 36 months.", ""),
        ("Revenue was 120 million euros.", "Revenue was 120 thousand euros.", ""),
        # Opposites.
        ("Revenue decreased to 120 euros.", "Revenue increased to 120 euros.", ""),
        ("The minimum casing pressure is 10 bar.", "The maximum casing pressure is 10 bar.", ""),
        ("The buyer pays the freight.", "The seller pays the freight.", ""),
        ("The seller does not pay the freight.", "The seller pays the freight.", ""),
        # One figure of a row.
        ("Operating income was 44.9.", "Operating income 51.2 44.9 38.0", ""),
    ],
)
def test_near_misses_are_never_verified(statement: str, evidence: str, question: str) -> None:
    verdict = verify(statement, [evidence], question)
    assert verdict.status in (S.WEAK, S.UNSUPPORTED), verdict.reason


def test_codes_and_names_may_come_from_the_passages_title_but_figures_may_not() -> None:
    paid = ["The total of 61,901.18 is to be paid within 30 days."]
    statement = "The total to be paid on invoice 2025-0417 is 61,901.18."
    assert verify(statement, paid, "", "Invoice 2025-0417").status is S.SUPPORTED
    assert verify(statement, paid, "", "Invoice 2025-0418").status is S.UNSUPPORTED
    assert (
        verify("The total is 61,901.18.", ["The total is to be paid."], "", "61,901.18").status
        is S.UNSUPPORTED
    )


@pytest.mark.parametrize(
    ("statement", "evidence"),
    [
        ("The warranty on the seals is 24 months.", "The warranty on the motor is 24 months."),
        ("Q3 revenue was 12 million.", "Q3 costs were 12 million."),
        ("Revenue of the segment rose by 4%.", "Costs of the segment rose by 4%."),
        ("The tenant pays the repairs.", "The landlord pays the repairs."),
        ("Smoking is allowed in the hall.", "Smoking is prohibited in the hall."),
        ("The valve is closed during start.", "The valve is opened during start."),
        ("The AES-256 key is optional.", "The AES-256 key is mandatory."),
        ("The rent is paid weekly.", "The rent is paid monthly."),
        ("Interest is 2% per week.", "Interest is 2% per day."),
        ("The office opens at 10 pm.", "The office opens at 10 am."),
        ("Notice is given two weeks before.", "Notice is given six weeks before."),
        ("Die Garantie endet nach drei Jahren.", "Die Garantie endet nach zwei Jahren."),
        ("The price is €40.", "The price is $40."),
        ("The price is 40 euros.", "The price is USD 40."),
        ("Net sales were $51.2.", "Net sales 51.2"),
        ("The warranty lasts 12 months.", "The warranty lasts 12 months for model C-7 only."),
        (
            "The guarantee covers wear of seals.",
            "No part of this contract says that the guarantee covers wear of seals.",
        ),
        ("The pump must not run dry and it never leaks.", "The pump must run dry and it never leaks."),
        ("ACME sued Globex in March.", "Globex sued ACME in March."),
    ],
)
def test_wrong_statements_a_reviewer_found_are_not_verified(statement: str, evidence: str) -> None:
    verdict = verify(statement, [evidence], "What does it say?")
    assert verdict.status in (S.WEAK, S.UNSUPPORTED), verdict.reason


@pytest.mark.parametrize(
    ("statement", "evidence"),
    [
        ("The B-120 weighs 42 kg.", "The B-120 weighs 42 kg and moves 120 litres a minute."),
        (
            "The B-120 is warranted for 24 months.",
            "Aldermoor warrants the B-120 for 24 months from delivery.",
        ),
        ("According to the manual, the casing holds 10 bar.", "The casing holds 10 bar."),
        ("The price is 40 euros.", "The price is €40."),
        ("The seal does not contain PFAS.", "The seal does not contain PFAS."),
    ],
)
def test_true_statements_are_still_verified(statement: str, evidence: str) -> None:
    verdict = verify(statement, [evidence])
    assert verdict.status in (S.QUOTED, S.SUPPORTED), verdict.reason


ROW = "West harbour district | 31 | 44 | 1,200.50"


@pytest.mark.parametrize(
    ("statement", "status"),
    [
        (ROW, S.QUOTED),
        ("West harbour district 31 44 1,200.50", S.QUOTED),
        # Which column the figure stands in is not known, so no sentence about it is more than weak.
        ("The west harbour district had 44.", S.WEAK),
        ("harbour district | 31 | 44", S.WEAK),
        ("West harbour district | 44 | 31 | 1,200.50", S.WEAK),
        ("West harbour district | 31 | 45 | 1,200.50", S.UNSUPPORTED),
    ],
)
def test_rows_of_tables_that_know_their_cells(statement: str, status: S) -> None:
    assert verify(statement, [ROW]).status is status


@pytest.mark.parametrize(
    "heading",
    [
        "Paragraph 77. ", "Section 4.2 ", "§ 15 ", "§ 15 Abs. 2 ", "Article 3: ", "Artikel 12. ",
        "Art. 6(1) ", "(3) ", "77. ", "4.2 ",
    ],
)  # fmt: skip
def test_a_number_before_a_sentence_is_no_part_of_it(heading: str) -> None:
    sentence = "The controller must not move the files to another country."
    assert verify(sentence, [heading + sentence]).status is S.QUOTED
    limited = f"{heading}The controller must not move the files to another country, unless asked."
    assert verify(sentence, [limited]).status is S.WEAK


@pytest.mark.parametrize(
    "before", ["Under Section 4.2 ", "If § 15 applies, ", "Section 4.2 applies: ", "Unless Article 3. "]
)
def test_a_condition_with_a_number_is_left_off(before: str) -> None:
    sentence = "The controller must not move the files to another country."
    assert verify(sentence, [before + sentence]).status is S.WEAK


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("Tenants may withhold the rent.", "Section 8 Tenants may withhold the rent."),
        ("Pumps were sold in Bremen.", "24 Pumps were sold in Bremen."),
    ],
)
def test_a_number_may_belong_to_the_first_word(statement: str, sentence: str) -> None:
    assert verify(statement, [sentence]).status is S.WEAK


@pytest.mark.parametrize("statement", ["and", "No.", "The following:"])
def test_what_says_nothing_is_not_verified(statement: str) -> None:
    verdict = verify(statement, ["8 Spare parts", "Prices are list prices."])
    assert (verdict.status, verdict.code) == (S.WEAK, VerdictCode.EMPTY)
