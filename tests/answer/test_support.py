"""What evidence carries of a statement, and why: nothing that it does not carry may pass as verified."""

from __future__ import annotations

from collections.abc import Sequence

from core.answer.assemble import build_answer
from core.answer.confidence import VERIFIED, confidence_of
from core.answer.relevance.answering import certainty_of_answer
from core.answer.sources import make_source
from core.answer.statements import DraftStatement
from core.answer.verification.compared_values import is_table_row
from core.answer.verification.statement import judge_statement
from core.answer.verification.verify import verify
from core.runs.recheck import _judged
from core.text.facts import facts_of
from core.text.numbers import stated_scale
from core.types import Chunk, Confidence, Span, StatementStatus, VerdictCode
from core.types import StatementStatus as S
from tests.answer.helpers import on_page_one, source_of
from tests.cases import score_rules
from tests.library_kit import answer_judge


def scale(heading: str) -> object:
    return stated_scale(heading)


def status(statement: str, evidence: Sequence[str], question: str = "") -> StatementStatus:
    return verify(statement, evidence, question).status


def reason(
    statement: str, evidence: Sequence[str], question: str = ""
) -> tuple[StatementStatus, VerdictCode]:
    verdict = verify(statement, evidence, question)
    return verdict.status, verdict.code


def verified(statement: str, evidence: Sequence[str], question: str = "", title: str = "") -> bool:
    return verify(statement, evidence, question, title).status in VERIFIED


def is_open(statement: str, evidence: Sequence[str], title: str = "") -> bool:
    return verify(statement, evidence, "", title).is_open


def refuted(statement: str, evidence: Sequence[str]) -> bool:
    return verify(statement, evidence).status is StatementStatus.UNSUPPORTED


def cited(statement: str, text: str, labels: Sequence[str]) -> bool:
    found = judge_statement(DraftStatement(statement, (1,), tuple(labels)), [source_of(1, text)], "")
    assert _judged(found, found.evidence, "", "")[0] is found.status, "what is stored of it says the same"
    return found.status in VERIFIED


def test_what_evidence_carries() -> None:
    score_rules("support", globals())


TERMS = "The warranty of the pump is 36 months from delivery."


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
    statement = "Invoice 2025-0417: the total of 61,901.18 is to be paid within 30 days."
    assert verify(statement, paid, "", "Invoice 2025-0417").status is S.SUPPORTED
    assert verify(statement, paid, "", "Invoice 2025-0418").status is S.UNSUPPORTED
    assert (
        verify("The total is 61,901.18.", ["The total is to be paid."], "", "61,901.18").status
        is S.UNSUPPORTED
    )


def test_a_judged_statement_carries_its_code() -> None:
    source = source_of(1, TERMS)
    assert judge_statement(DraftStatement(TERMS, (1,)), [source], "").code is VerdictCode.CARRIED
    assert judge_statement(DraftStatement(TERMS), [source], "").code is VerdictCode.UNCITED
    wrong = judge_statement(DraftStatement("The warranty of the pump is not 36 months.", (1,)), [source], "")
    assert wrong.code is VerdictCode.DENIAL_DIFFERS
    copied = judge_statement(DraftStatement(f"“{TERMS}”", (1,), ("1.1",), quoted=True), [source], "")
    assert copied.code is VerdictCode.CARRIED
    grown = source_of(2, "Sales were 100 tonnes in May. Sales were 150 tonnes in June.")
    claim = "Sales rose by 60 % from 100 tonnes in May to 150 tonnes in June."
    assert judge_statement(DraftStatement(claim, (2,)), [grown], "").code is VerdictCode.WRONG_CALCULATION


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


QUESTION = "How long is the warranty of the B-120?"
MANUAL = source_of(1, "The warranty of the B-120 pump is 36 months from delivery. Spare parts are excluded.")
SHEET = source_of(2, "The B-120 weighs 42 kg and moves 120 litres a minute.", "data sheet.pdf")


def test_the_quote_is_the_documents_own_text() -> None:
    answer = build_answer(
        [DraftStatement("The warranty of B-120 pump is 36 months from delivery.", (1,))],
        [MANUAL, SHEET],
        QUESTION,
        locate=on_page_one,
    )
    (statement,) = answer.statements
    (evidence,) = statement.evidence
    assert statement.status is StatementStatus.SUPPORTED
    assert evidence.quote == "The warranty of the B-120 pump is 36 months from delivery."
    (span,) = evidence.spans
    assert MANUAL.chunk.text[span.start : span.end] == evidence.quote
    assert [citation.number for citation in answer.citations] == [1]
    assert answer.text == "The warranty of B-120 pump is 36 months from delivery. [1]"
    assert answer.confidence is Confidence.MEDIUM  # nobody has judged whether it answers


def test_a_wrong_number_is_moved_to_the_source_that_says_it() -> None:
    answer = build_answer(
        [DraftStatement("The B-120 weighs 42 kg.", (1,))], [MANUAL, SHEET], QUESTION, locate=on_page_one
    )
    assert [evidence.citation for evidence in answer.statements[0].evidence] == [2]
    assert [citation.filename for citation in answer.citations] == ["data sheet.pdf"]


def test_a_weak_statement_is_moved_too() -> None:
    drafts = [DraftStatement("In 2023 the B-120 weighs 42 kg.", (1,))]
    answer = build_answer(drafts, [MANUAL, SHEET], "How heavy is it in 2023?", locate=on_page_one)
    assert answer.statements[0].status is StatementStatus.WEAK
    assert [citation.number for citation in answer.citations] == [2]


def test_an_unsupported_statement_lowers_confidence_and_stays_visible() -> None:
    drafts = [
        DraftStatement("The warranty of B-120 pump is 36 months from delivery.", (1,)),
        DraftStatement("It costs 900 euros.", (2,)),
    ]
    answer = build_answer(drafts, [MANUAL, SHEET], QUESTION, locate=on_page_one)
    assert [statement.status for statement in answer.statements] == [
        StatementStatus.SUPPORTED,
        StatementStatus.UNSUPPORTED,
    ]
    assert answer.confidence is Confidence.LOW


def test_a_statement_without_citation_has_no_evidence() -> None:
    answer = build_answer(
        [DraftStatement("The B-120 warranty is 36 months.")], [MANUAL], QUESTION, locate=on_page_one
    )
    assert answer.statements[0].status is StatementStatus.UNSUPPORTED
    assert answer.citations == ()


def test_a_sentence_over_a_page_end_is_one_and_has_both_places() -> None:
    text = "The lease ends on\fthe last day of March. It renews itself."
    chunk = Chunk(
        MANUAL.chunk.chunk_id, MANUAL.document.document_id, 0, (Span(100, 100 + len(text)),), 4, 5, text
    )
    page_break = 100 + text.index("\f")
    source = make_source(
        1,
        MANUAL.document,
        chunk,
        0.5,
        "",
        page_of=lambda _document, span: 4 if span.start < page_break else 5,
    )
    assert [(sentence.page, sentence.text) for sentence in source.sentences] == [
        (4, "The lease ends on the last day of March."),
        (5, "It renews itself."),
    ]
    for sentence in source.sentences:
        pieces = [text[span.start - 100 : span.end - 100] for span in sentence.spans]
        assert " ".join(pieces) == sentence.text


def test_a_true_sentence_that_answers_something_else_is_not_confident() -> None:
    drafts = [DraftStatement("The B-120 weighs 42 kg and moves 120 litres a minute.", (2,))]
    question = "Within how many days must Karst deliver an order?"
    statements = build_answer(drafts, [MANUAL, SHEET], question, locate=on_page_one).statements
    assert statements[0].status is StatementStatus.QUOTED
    certainty = certainty_of_answer([question], statements, [MANUAL, SHEET], answer_judge())
    assert confidence_of(statements, certainty) is Confidence.LOW


def test_a_citation_quotes_the_sentence_not_its_heading() -> None:
    source = source_of(1, "Period\n\nAldermoor warrants the pump for 24 months.")
    answer = build_answer(
        [DraftStatement("The period is 24 months for the pump.", (1,))],
        [source],
        QUESTION,
        locate=on_page_one,
    )
    (citation,) = answer.citations
    assert citation.quote == "Aldermoor warrants the pump for 24 months."


def test_what_the_program_copied_counts_as_quoted_however_short() -> None:
    drafts = [DraftStatement("“Period”", (1,), ("1.1",), quoted=True, section="Terms")]
    source = source_of(1, "Period\n\nAldermoor warrants the pump for 24 months.")
    (statement,) = build_answer(drafts, [source], QUESTION, locate=on_page_one).statements
    assert (statement.status, statement.section) == (StatementStatus.QUOTED, "Terms")
    assert [evidence.quote for evidence in statement.evidence] == ["Period"]


def test_a_word_cut_at_the_end_of_a_line_is_shown_without_a_gap() -> None:
    text = "We use co-\nsourced and outsourced arrangements, short- and long-term,\nin 2020-\n2021."
    (sentence,) = source_of(1, text).sentences
    assert sentence.text == (
        "We use co-sourced and outsourced arrangements, short- and long-term, in 2020- 2021."
    )
