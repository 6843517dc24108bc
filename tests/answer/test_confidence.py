"""How confident an answer may look: the table, and what caps it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.answer.assemble import build_answer
from core.answer.confidence import WRITTEN, Features, features_of, word_for
from core.answer.statements import DraftStatement
from core.types import Confidence
from tests.answer.helpers import on_page_one, source_of

SURE = Features(
    verified=1.0, unsupported=0.0, quoted=0.0, cosine=0.6, margin=0.1, asked=0.9, parts=1.0, hedged=False
)
PUMP = source_of(
    1, "Aldermoor warrants the B-120 pump for 24 months from the date of delivery. The pump weighs 42 kg."
)


def test_another_table_gives_another_word() -> None:
    assert word_for(SURE, replace(WRITTEN, high=0.999)) is Confidence.MEDIUM


def test_a_question_of_two_parts_that_are_both_answered_may_be_high() -> None:
    question = "How long is the B-120 pump under warranty and how much does it weigh?"
    drafts = [DraftStatement(sentence.text, (1,)) for sentence in PUMP.sentences]
    answer = build_answer(drafts, [PUMP], question, locate=on_page_one)
    features = features_of(answer.statements, answer.citations, question)
    assert (features.parts, features.quoted) == (1.0, 1.0)


def test_the_margin_is_over_what_was_retrieved_and_not_cited() -> None:
    draft = DraftStatement(PUMP.sentences[0].text, (1,))
    answer = build_answer([draft], [PUMP], "How long is the pump under warranty?", locate=on_page_one)
    (citation,) = answer.citations
    features = features_of(answer.statements, answer.citations, "?", [0.2, citation.score, 0.1])
    assert features.margin == pytest.approx(citation.score - 0.2)


def test_a_sentence_need_not_repeat_what_its_file_is_named_after() -> None:
    said = "We employed approximately 798,000 full-time and part-time employees as of December 31, 2019."
    question = "Please give me the exact sentence in which Amazon states how many employees it had in 2019."
    shares = []
    for filename in ("AMAZON_2019_10K.pdf", "annual report.pdf"):
        source = source_of(1, said, filename)
        answer = build_answer(
            [DraftStatement(said, (1,), ("1.1",), quoted=True)], [source], question, locate=on_page_one
        )
        shares.append(features_of(answer.statements, answer.citations, question).asked)
    assert shares == [1.0, 0.5]  # of "Amazon" and "employees"; the rest of the question asks for a form
