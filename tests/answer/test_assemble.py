"""Answers from statements and sources: literal quotes, moved citations, honest confidence."""

from __future__ import annotations

from core.answer.assemble import build_answer
from core.answer.sources import make_source
from core.answer.statements import DraftStatement
from core.types import Chunk, Confidence, Span, StatementStatus
from tests.answer.helpers import on_page_one, source_of

QUESTION = "How long is the warranty of the B-120?"
WARRANTY = source_of(
    1, "The warranty of the B-120 pump is 36 months from delivery. Spare parts are excluded."
)
WEIGHT = source_of(2, "The B-120 weighs 42 kg and moves 120 litres a minute.", "data sheet.pdf")


def test_the_quote_is_the_documents_own_text() -> None:
    answer = build_answer(
        [DraftStatement("The B-120 warranty is 36 months.", (1,))],
        [WARRANTY, WEIGHT],
        QUESTION,
        locate=on_page_one,
    )
    (statement,) = answer.statements
    (evidence,) = statement.evidence
    assert statement.status is StatementStatus.SUPPORTED
    assert evidence.quote == "The warranty of the B-120 pump is 36 months from delivery."
    (span,) = evidence.spans
    assert WARRANTY.chunk.text[span.start : span.end] == evidence.quote
    assert [citation.number for citation in answer.citations] == [1]
    assert answer.text == "The B-120 warranty is 36 months. [1]"
    assert answer.confidence is Confidence.HIGH


def test_a_wrong_number_is_moved_to_the_source_that_says_it() -> None:
    answer = build_answer(
        [DraftStatement("The B-120 weighs 42 kg.", (1,))], [WARRANTY, WEIGHT], QUESTION, locate=on_page_one
    )
    assert [evidence.citation for evidence in answer.statements[0].evidence] == [2]
    assert [citation.filename for citation in answer.citations] == ["data sheet.pdf"]


def test_a_weak_statement_is_moved_too() -> None:
    drafts = [DraftStatement("In 2023 the B-120 weighs 42 kg.", (1,))]
    answer = build_answer(drafts, [WARRANTY, WEIGHT], "How heavy is it in 2023?", locate=on_page_one)
    assert answer.statements[0].status is StatementStatus.WEAK
    assert [citation.number for citation in answer.citations] == [2]


def test_an_unsupported_statement_lowers_confidence_and_stays_visible() -> None:
    drafts = [
        DraftStatement("The B-120 warranty is 36 months.", (1,)),
        DraftStatement("It costs 900 euros.", (2,)),
    ]
    answer = build_answer(drafts, [WARRANTY, WEIGHT], QUESTION, locate=on_page_one)
    assert [statement.status for statement in answer.statements] == [
        StatementStatus.SUPPORTED,
        StatementStatus.UNSUPPORTED,
    ]
    assert answer.confidence is Confidence.LOW


def test_a_statement_without_citation_has_no_evidence() -> None:
    answer = build_answer(
        [DraftStatement("The B-120 warranty is 36 months.")], [WARRANTY], QUESTION, locate=on_page_one
    )
    assert answer.statements[0].status is StatementStatus.UNSUPPORTED
    assert answer.citations == ()


def test_sentences_never_cross_a_page() -> None:
    text = "The lease ends on\fthe last day of March. It renews itself."
    chunk = Chunk(
        WARRANTY.chunk.chunk_id, WARRANTY.document.document_id, 0, (Span(100, 100 + len(text)),), 4, 5, text
    )
    page_break = 100 + text.index("\f")
    source = make_source(
        1,
        WARRANTY.document,
        chunk,
        0.5,
        "",
        page_of=lambda _document, span: 4 if span.start < page_break else 5,
    )
    assert [(sentence.page, sentence.text) for sentence in source.sentences] == [
        (4, "The lease ends on"),
        (5, "the last day of March."),
        (5, "It renews itself."),
    ]
    for sentence in source.sentences:
        assert text[sentence.span.start - 100 : sentence.span.end - 100] == sentence.text


def test_a_true_sentence_that_answers_something_else_is_not_confident() -> None:
    drafts = [DraftStatement("The B-120 weighs 42 kg and moves 120 litres a minute.", (2,))]
    answer = build_answer(
        drafts, [WARRANTY, WEIGHT], "Within how many days must Karst deliver an order?", locate=on_page_one
    )
    assert answer.statements[0].status is StatementStatus.QUOTED
    assert answer.confidence is Confidence.LOW


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
