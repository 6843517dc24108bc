"""What stands above and below the sentences of an answer: confidence, flags, gaps, nearest passages."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QTextTable

from core.answer.answer_table import gaps_of, table_text
from core.answer.asking.eligibility import check_question
from core.answer.asking.question_length import MAX_QUESTION_CHARACTERS
from core.runs.recorder import NOT_STORED
from core.types import (
    Answer,
    AnswerTable,
    Calculation,
    Confidence,
    Coverage,
    Insufficiency,
    InsufficiencyKind,
    NearestPassage,
)
from desktop.conversation.conversation_view import ConversationView
from tests.desktop.conversation_kit import answer, answered, blocks_of, center_of, lines, show, view

__all__ = ["answer", "view"]


@pytest.mark.parametrize(
    ("confidence", "word", "means"),
    [
        (Confidence.HIGH, "High confidence", "takes up what was asked"),
        (Confidence.MEDIUM, "Medium confidence", "in part"),
        (Confidence.LOW, "Low confidence", "beside the question"),
    ],
)
def test_the_confidence_is_a_link_that_says_what_it_means(
    view: ConversationView, answer: Answer, confidence: Confidence, word: str, means: str
) -> None:
    show(view, answered(replace(answer, confidence=confidence)))
    assert word in view.toPlainText().replace("\u00a0", " ")
    assert means in view.tip_of(QUrl("confidence:0"))


def test_an_answer_reads_as_on_paper(view: ConversationView, answer: Answer) -> None:
    show(view, answered(answer))
    assert view.toPlainText().replace("\u00a0", " ").splitlines() == [
        "What is it?",
        "It is a manual. ✓ [1] It is green. !",
        "High confidence · 1 source · 4.1 s · ! 1 sentence without support",
        "Copy    Ask again    Edit    Helpful    Not helpful",
    ]


def test_a_comparison_is_a_table_that_says_itself_what_is_not_stated(
    view: ConversationView, answer: Answer
) -> None:
    table = AnswerTable(("kind", "price"), ("manual.pdf", "lease.pdf"))
    cells = tuple(
        replace(one, row=row, column="manual.pdf", status=answer.statements[0].status)
        for one, row in zip(answer.statements, table.rows, strict=True)
    )
    gaps = (*gaps_of(table, cells), Insufficiency("", "colour"))
    text = table_text(table, cells, "en")
    show(view, answered(replace(answer, text=text, statements=cells, table=table, insufficiencies=gaps)))
    shown = view.toPlainText().replace("\u00a0", " ")
    assert shown.count("not stated") == 2
    assert shown.count("Not found in what was read") == 1
    (frame,) = [one for one in view.document().rootFrame().childFrames() if isinstance(one, QTextTable)]
    assert (frame.rows(), frame.columns()) == (3, 3)
    assert view.tip_of(QUrl("cite:0/1/0"))


@pytest.mark.parametrize(
    ("flag", "says"),
    [
        ("prompt_injection", "order to the program"),
        ("injection_in_context", "used as text only"),
        ("keyword_fallback", "by keywords only"),
        ("empty_knowledge_base", "Add files on the left"),
        ("answer_too_short", "Too little of what"),
        ("model_failed", "language model failed"),
        ("snippets_only", "No passage was opened"),
        ("ungrounded_words", "A sentence with words that no passage has"),
        ("altered_figure", "gives a figure otherwise"),
        ("section_overlooked", "left a heading empty"),
        ("answer_overlooked", "The model passed over"),
        ("inexact_quote", "Quotation marks were taken off"),
        ("ungrounded_claim", "facts that no passage has"),
        ("unsupported_statement", "that no passage carries"),
    ],
)
def test_flags_are_said_in_words(view: ConversationView, answer: Answer, flag: str, says: str) -> None:
    show(view, answered(replace(answer, safety_flags=(flag, flag))))
    text = view.toPlainText()
    assert text.count(says) == 1
    assert flag not in text


def test_a_gap_is_told_once(view: ConversationView, answer: Answer) -> None:
    gaps = (Insufficiency("Price", "the list price"), Insufficiency("", "the colour of the seal"))
    text = f"{answer.text}\n\n### Price\n\nInsufficient documentation: the list price"
    show(view, answered(replace(answer, text=text, insufficiencies=gaps)))
    assert lines(view)[2:5] == [
        "Price",
        "Insufficient documentation: the list price",
        "◐  Not found in what was read: the colour of the seal",
    ]


def test_a_gap_names_the_searches_that_did_not_find_it(view: ConversationView, answer: Answer) -> None:
    tried = ("list price", "<b>price</b> per piece")
    gaps = (Insufficiency("", "the list price", tried), Insufficiency("Seal", "the colour", ("seal colour",)))
    text = f"{answer.text}\n\n### Seal\n\nInsufficient documentation: the colour"
    show(view, answered(replace(answer, text=text, insufficiencies=gaps)))
    assert lines(view)[4:7] == [
        "◐  Not found in what was read: the list price",
        "Searched for “list price”; “<b>price</b> per piece”",
        "the colour: searched for “seal colour”",
    ]


@pytest.mark.parametrize(
    ("is_right", "says"),
    [
        (True, "Calculated: 30 − 24 = 6 months"),
        (False, "!  The answer says 6 months; calculated: 30 − 24 = 6 months"),
    ],
)
def test_a_calculation_is_shown(view: ConversationView, answer: Answer, is_right: bool, says: str) -> None:
    made = Calculation("difference", (), "30 − 24 = 6 months", "6", "6 months", "0", is_right)
    first, second = answer.statements
    show(view, answered(replace(answer, statements=(replace(first, calculation=made), second))))
    assert says in lines(view)


@pytest.mark.parametrize(
    "told",
    [
        "The list price is in the annex.",
        "### Price\n\nInsufficient documentation: the list price of seals",
        "### Weight\n\nInsufficient documentation: the list price",
        "### Price\n\nThey say: Insufficient documentation: the list price",
    ],
)
def test_a_gap_is_shown_unless_the_answer_tells_it(view: ConversationView, answer: Answer, told: str) -> None:
    gaps = (Insufficiency("Price", "the list price"),)
    show(view, answered(replace(answer, text=f"{answer.text}\n\n{told}", insufficiencies=gaps)))
    assert "◐  Not found in what was read: the list price" in lines(view)


def test_copied_sentences_are_labelled_above_and_say_why(view: ConversationView, answer: Answer) -> None:
    show(view, answered(replace(answer, safety_flags=("unsupported_answer", "extractive_answer"))))
    shown = lines(view)
    assert shown[1] == "Copied from your documents word for word, not written by a language model:"
    assert any("it was set aside" in line for line in shown)


def test_flags_that_the_answer_explains_itself_add_nothing(view: ConversationView) -> None:
    for question in ("Why?", "x" * (MAX_QUESTION_CHARACTERS + 1)):
        verdict = check_question(question, Coverage(1, 1))
        show(view, answered(Answer(verdict.response, safety_flags=verdict.safety_flags), len(view._turns)))
    lines = view.toPlainText().splitlines()
    assert [line for line in lines if "question" in line] == [
        "The question is very short. Please add a few words about what you want to know.",
        "The question has 1001 characters; 1000 are allowed. Please shorten it.",
    ]
    assert len(lines) == 8  # twice question, answer, caption, what can be done


def test_an_answer_that_could_not_be_saved_says_so(view: ConversationView, answer: Answer) -> None:
    turn = answered(answer)
    turn.state = replace(turn.state, message=NOT_STORED.format(reason="The disk is full."))
    show(view, turn)
    assert "It is a manual." in view.toPlainText()
    assert "could not be saved to the history: The disk is full." in view.toPlainText()


def test_nearest_passages_stand_below_an_honest_no(view: ConversationView, answer: Answer, qtbot) -> None:
    (cited,) = answer.citations
    nearest = NearestPassage(
        cited.document_id, cited.content_hash, cited.filename, "c", 0, 1, cited.spans, cited.quote, 0.4
    )
    show(view, answered(Answer("The documents do not say.", nearest=(nearest,))))
    assert lines(view)[2:4] == [
        "Nearest passages, for you to judge:",
        "“Operating manual” b-120-manual.pdf, p. 1 ›",
    ]
    with qtbot.waitSignal(view.nearest_activated) as opened:
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=center_of(view, "b-120-manual.pdf"))
    assert opened.args == [0, 0]


def test_bullets_stand_below_each_other(view: ConversationView, answer: Answer) -> None:
    show(view, answered(replace(answer, text="- It is a manual. [1]\n- It is green.\nNo more is said.")))
    lists = [block.textList() for block in blocks_of(view)]
    texts = [block.text().replace("\u00a0", " ") for block in blocks_of(view)]
    assert texts[1:4] == ["It is a manual. ✓ [1]", "It is green. !", "No more is said."]
    assert [found is not None for found in lists[:4]] == [False, True, True, False]


@pytest.mark.parametrize(
    ("kind", "label"),
    [
        (InsufficiencyKind.GAP, "Not found in what was read:"),
        (InsufficiencyKind.UNMET, "Not done as asked:"),
        (InsufficiencyKind.LEFT_OUT, "Left out:"),
    ],
)
def test_labels_of_gaps(view: ConversationView, answer: Answer, kind: InsufficiencyKind, label: str) -> None:
    show(view, answered(replace(answer, insufficiencies=(Insufficiency("", "the <price>", (), kind),))))
    assert f"{label} the <price>" in view.toPlainText().replace("\u00a0", " ")
