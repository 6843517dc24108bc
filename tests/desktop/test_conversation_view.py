"""The conversation itself: chips by mouse and keyboard, tooltips, blocked images, drafts."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import FrameType

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt, QUrl
from PySide6.QtGui import QColor, QImage, QTextBlock, QTextCursor, QTextDocument

from core.answer.guard import check_question
from core.answer.limits import MAX_QUESTION_CHARACTERS
from core.runs import NOT_STORED
from core.trace import Draft, TraceState
from core.types import Answer, Calculation, Confidence, Insufficiency, Mode, NearestPassage, StatementStatus
from desktop.controllers.conversation import Turn
from desktop.theme import theme
from desktop.widgets.chip_places import box_of
from desktop.widgets.conversation_view import ConversationView
from tests.desktop.scripted import ScriptedEngine, answer_of, citation_of, statement_of


@pytest.fixture
def view(qtbot) -> ConversationView:
    made = ConversationView()
    qtbot.addWidget(made)
    made.resize(600, 500)
    with qtbot.waitExposed(made):
        made.show()
    return made


@pytest.fixture
def answer(engine: ScriptedEngine, manual: Path) -> Answer:
    document = engine.put(manual)
    page = engine.pages[document.document_id][0]
    cited = citation_of(document, page, "Operating manual")
    return answer_of(
        [
            statement_of("It is a manual.", StatementStatus.QUOTED, cited),
            statement_of("It is green.", StatementStatus.UNSUPPORTED),
        ],
        [cited],
    )


def answered(answer: Answer, number: int = 0, question: str = "What is it?") -> Turn:
    return Turn(number, question, Mode.CHAT, TraceState(answer=answer, outcome="answered"), 4.1)


def show(view: ConversationView, turn: Turn) -> None:
    view.start_turn(Turn(turn.number, turn.question, turn.mode))
    view._turns[-1] = turn
    view.finish_turn(turn)


def center_of(view: ConversationView, text: str) -> QPoint:
    """The middle of the first occurrence, in the viewport."""
    found = view.document().find(text)
    assert not found.isNull()
    start, end = QTextCursor(view.document()), QTextCursor(view.document())
    start.setPosition(found.selectionStart())
    end.setPosition(found.selectionEnd())
    return (view.cursorRect(start).center() + view.cursorRect(end).center()) / 2


def test_who_reads_the_end_stays_there_when_the_strip_of_a_run_takes_its_room(
    view: ConversationView, answer: Answer, qtbot
) -> None:
    for number in range(4):
        show(view, answered(answer, number, "What is it, and what is it good for? " * 4))
    view.start_turn(Turn(4, "And then?", Mode.CHAT))
    bar = view.verticalScrollBar()
    assert bar.value() == bar.maximum() > 0
    view.resize(600, 450)
    qtbot.waitUntil(lambda: view.height() == 450)
    assert bar.value() == bar.maximum()
    bar.setValue(0)
    view.resize(600, 400)
    assert bar.value() == 0


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
        ("answer_overlooked", "The model found no answer"),
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
def test_a_calculation_stands_below_the_answer(
    view: ConversationView, answer: Answer, is_right: bool, says: str
) -> None:
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
def test_a_gap_whose_words_only_occur_in_the_answer_is_shown(
    view: ConversationView, answer: Answer, told: str
) -> None:
    gaps = (Insufficiency("Price", "the list price"),)
    show(view, answered(replace(answer, text=f"{answer.text}\n\n{told}", insufficiencies=gaps)))
    assert "◐  Not found in what was read: the list price" in lines(view)


def test_copied_sentences_are_labelled_above_and_say_why(view: ConversationView, answer: Answer) -> None:
    show(view, answered(replace(answer, safety_flags=("unsupported_answer", "extractive_answer"))))
    shown = lines(view)
    assert shown[1] == "Copied from your documents word for word, not written by a language model:"
    assert any("it was set aside" in line for line in shown)


def test_small_talk_has_no_confidence(view: ConversationView) -> None:
    show(view, answered(Answer("You are welcome.", safety_flags=("small_talk",)), question="Thanks"))
    assert lines(view)[:3] == ["Thanks", "You are welcome.", "4.1 s"]


def test_flags_that_the_answer_explains_itself_add_nothing(view: ConversationView) -> None:
    for question in ("Why?", "x" * (MAX_QUESTION_CHARACTERS + 1)):
        verdict = check_question(question, 1)
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


def test_nearest_passages_stand_below_an_answer_that_found_nothing(
    view: ConversationView, answer: Answer, qtbot
) -> None:
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


def blocks_of(view: ConversationView) -> Iterator[QTextBlock]:
    block = view.document().begin()
    while block.isValid():
        yield block
        block = block.next()


def test_a_click_on_a_chip_opens_it(view: ConversationView, answer: Answer, qtbot) -> None:
    show(view, answered(answer))
    with qtbot.waitSignal(view.citation_activated) as clicked:
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=center_of(view, "[1]"))
    assert clicked.args == [0, 1, 0]


def test_tab_and_enter_open_a_chip(view: ConversationView, answer: Answer, qtbot) -> None:
    show(view, answered(answer))
    view.setFocus()
    view.moveCursor(QTextCursor.MoveOperation.Start)
    qtbot.keyClick(view, Qt.Key.Key_Tab)  # the status of the first sentence
    qtbot.keyClick(view, Qt.Key.Key_Tab)
    with qtbot.waitSignal(view.citation_activated) as opened:
        qtbot.keyClick(view, Qt.Key.Key_Return)
    assert opened.args == [0, 1, 0]


def test_chips_stay_right_in_a_later_turn(view: ConversationView, answer: Answer, qtbot) -> None:
    show(view, answered(answer))
    show(view, answered(answer, 1, "And again?"))
    view.moveCursor(QTextCursor.MoveOperation.End)
    last = view.document().find(
        "[1]", view.document().characterCount() - 1, QTextDocument.FindFlag.FindBackward
    )
    middle = QTextCursor(view.document())
    middle.setPosition(last.selectionStart() + 1)
    with qtbot.waitSignal(view.citation_activated) as clicked:
        qtbot.mouseClick(
            view.viewport(), Qt.MouseButton.LeftButton, pos=view.cursorRect(middle).center() + QPoint(2, 0)
        )
    assert clicked.args == [1, 1, 0]


def test_each_chip_has_a_box(view: ConversationView, answer: Answer) -> None:
    show(view, answered(answer))
    cursor = QTextCursor(view.document())
    texts = []
    for position, length in view._chips:
        cursor.setPosition(position)
        cursor.setPosition(position + length, QTextCursor.MoveMode.KeepAnchor)
        texts.append(cursor.selectedText())
    assert texts == ["[1]"]


def test_hovering_shows_quote_file_and_page(view: ConversationView, answer: Answer) -> None:
    show(view, answered(answer))
    tip = view.tip_of(QUrl(view.anchorAt(center_of(view, "[1]"))))
    assert "Operating manual" in tip
    assert "b-120-manual.pdf, page 1" in tip


def test_statuses_are_said_in_words(view: ConversationView, answer: Answer) -> None:
    show(view, answered(answer))
    assert "Quoted" in view.tip_of(QUrl("status:0/0"))
    assert "no support in your documents" in view.tip_of(QUrl("status:0/1"))


def test_quotes_in_tooltips_are_escaped(view: ConversationView, answer: Answer) -> None:
    evidence = answer.statements[0].evidence[0]
    hostile = evidence.__class__(1, evidence.document_id, 1, evidence.spans, "<img src='file:///x'>")
    statement = answer.statements[0].__class__("It is a manual.", StatementStatus.QUOTED, (hostile,))
    show(view, answered(Answer(answer.text, (statement,), answer.citations)))
    assert "<img" not in view.tip_of(QUrl("cite:0/1/0"))


def test_images_are_never_loaded(view: ConversationView, tmp_path: Path) -> None:
    picture = tmp_path / "secret.png"
    image = QImage(40, 40, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.red)
    assert image.save(str(picture))
    url = QUrl.fromLocalFile(str(picture))
    assert view.loadResource(QTextDocument.ResourceType.ImageResource.value, url).isNull()
    view.setHtml(f'<p>a<img src="{url.toString()}" width="40" height="40">b</p>')
    shown = view.viewport().grab().toImage()
    reds = sum(
        shown.pixelColor(x, y).red() > 200 and shown.pixelColor(x, y).green() < 60
        for x in range(0, shown.width(), 4)
        for y in range(0, min(shown.height(), 120), 4)
    )
    assert reds == 0


def test_what_was_asked_anyway_says_so_and_gives_no_advice(view: ConversationView, answer: Answer) -> None:
    show(view, answered(replace(answer, safety_flags=("prompt_injection",))))
    assert "you wanted an answer all the same" in view.toPlainText()
    assert "instead" not in view.toPlainText()


def test_a_citation_says_that_its_passage_gives_orders(view: ConversationView, answer: Answer) -> None:
    (cited,) = answer.citations
    assert "order to the program" not in view.tip_of(QUrl("cite:0/1/0"))
    show(view, answered(replace(answer, citations=(replace(cited, gives_orders=True),))))
    assert "reads like an order to the program" in view.tip_of(QUrl("cite:0/1/0"))


@pytest.mark.parametrize("outcome", ["refused", "answered"])
def test_a_refused_order_can_be_asked_anyway(view: ConversationView, qtbot, outcome: str) -> None:
    turn = answered(Answer("I cannot process this question.", safety_flags=("prompt_injection",)))
    turn.state = replace(turn.state, outcome=outcome)
    show(view, turn)
    assert ("Ask anyway" in view.toPlainText()) == (outcome == "refused")
    assert ("confidence" in view.toPlainText()) == (outcome == "answered")
    assert "Ask for what stands in your documents instead." in view.toPlainText()
    if outcome == "refused":
        with qtbot.waitSignal(view.anyway_requested) as asked:
            qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=center_of(view, "Ask anyway"))
        assert asked.args == [0]


def drafting(view: ConversationView, turn: Turn, draft: Draft) -> None:
    turn.state = replace(turn.state, draft=draft)
    view.show_draft(turn)


def lines(view: ConversationView) -> list[str]:
    return view.toPlainText().replace("\u00a0", " ").splitlines()


def test_a_draft_is_marked_and_gives_way_to_the_checked_answer(
    view: ConversationView, answer: Answer
) -> None:
    turn = Turn(0, "What is it?", Mode.AGENT)
    view.start_turn(turn)
    drafting(view, turn, Draft(1, "It is a "))
    drafting(view, turn, Draft(1, "It is a boat."))
    assert lines(view) == ["What is it?", "Draft · being checked", "It is a boat."]
    written = view.document().find("boat").charFormat()
    assert (written.fontItalic(), written.fontStrikeOut()) == (True, False)
    drafting(view, turn, Draft(1, "It is a boat.", rejected=True, problems=("No boat stands anywhere.",)))
    assert lines(view) == [
        "What is it?",
        "✗ Draft · did not pass the check · No boat stands anywhere.",
        "It is a boat.",
    ]
    assert view.document().find("boat.").charFormat().fontStrikeOut()
    drafting(view, turn, Draft(2, "It is a man"))
    assert lines(view) == ["What is it?", "Draft 2 · being checked", "It is a man"]
    turn.state = TraceState(answer=answer, outcome="answered")
    view.finish_turn(turn)
    assert not [line for line in lines(view) if "boat" in line or "Draft" in line]
    checked = view.document().find("It is a manual.").charFormat()
    assert (checked.fontItalic(), checked.fontStrikeOut()) == (False, False)


def test_only_a_draft_has_a_rule_beside_it(view: ConversationView, answer: Answer) -> None:
    def dots(view: ConversationView) -> int:
        """Muted points in the strip left of the text."""
        shown = view.viewport().grab().toImage()
        wanted = QColor(theme().name("muted")).lightness()
        strip = range(16, 21)
        return sum(
            abs(QColor(shown.pixelColor(x, y)).lightness() - wanted) < 40
            for x in strip
            for y in range(60, shown.height())
        )

    turn = Turn(0, "What is it?", Mode.AGENT)
    view.start_turn(turn)
    assert dots(view) == 0
    drafting(view, turn, Draft(1, "It is a boat. " * 30))
    assert dots(view) > 20


def test_stop_keeps_the_draft_and_says_so(view: ConversationView, answer: Answer) -> None:
    turn = Turn(0, "What is it?", Mode.AGENT)
    view.start_turn(turn)
    drafting(view, turn, Draft(1, "It is a"))
    turn.state = replace(turn.state, outcome="cancelled")
    view.finish_turn(turn)
    kept = ["What is it?", "Draft · not checked", "It is a"]
    assert lines(view)[:4] == [*kept, "Stopped. What had been written until then is above."]
    show(view, answered(answer, 1, "And now?"))
    assert lines(view)[:3] == kept
    assert "It is a manual." in view.toPlainText()


def test_a_change_of_theme_keeps_the_conversation(view: ConversationView, answer: Answer, themed) -> None:
    show(view, answered(answer))
    before = view.toPlainText()
    themed.set_appearance("dark")
    assert view.toPlainText() == before
    assert view._chips


def test_lines_are_at_most_76_characters_wide(view: ConversationView) -> None:
    view.resize(1600, 500)
    assert view.viewport().width() <= view.fontMetrics().averageCharWidth() * 76 + 40


MESSAGES = 500


def work_of(step: Callable[[], object]) -> int:
    """How many functions of Python a step calls: the same on every machine, however busy."""
    calls = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count)
    try:
        step()
    finally:
        sys.setprofile(None)
    return calls


def scrolled(view: ConversationView, parts: int = 40) -> list[int]:
    """The work of each step from the beginning to the end of the conversation, painting included."""
    bar = view.verticalScrollBar()
    found = []
    for part in range(parts + 1):
        bar.setValue(bar.maximum() * part // parts)
        found.append(work_of(view.viewport().repaint))
    return found


def test_a_conversation_of_500_messages_scrolls_and_streams_like_a_short_one(
    view: ConversationView, answer: Answer
) -> None:
    """Neither a step of scrolling nor a piece of a draft does more work the more stands above it."""
    work: dict[int, tuple[int, int]] = {}
    added = 0
    for length in (10, MESSAGES):
        while added < length:
            show(view, answered(answer, added))
            added += 1
        before = view.document().revision()
        steps = scrolled(view)
        assert view.document().revision() == before, "scrolling wrote something anew"
        turn = Turn(added, "And now?", Mode.CHAT)
        view.start_turn(turn)
        added += 1
        start, changes = view.document().characterCount() - 1, list[int]()
        view.document().contentsChange.connect(lambda at, _gone, _come, changes=changes: changes.append(at))
        pieces = [
            work_of(partial(drafting, view, turn, Draft(1, "some more words " * (count + 1))))
            for count in range(20)
        ]
        assert len(changes) >= 20
        assert min(changes) > start - 10, "earlier messages were written anew"
        view.document().contentsChange.disconnect()
        work[length] = max(steps), max(pieces)
    assert view.document().characterCount() > 40 * MESSAGES
    for few, many in zip(work[10], work[MESSAGES], strict=True):
        assert many <= 1.5 * few + 20, work


def asked_back(number: int = 0) -> Turn:
    state = TraceState(
        outcome="needs_input",
        input_prompt="No invoices match: Vendor contains foo.",
        input_options=("Invoices in 2023?", "Invoices from Foo?"),
        conditions=("from Foo", "in 2023"),
    )
    return Turn(number, "Invoices from Foo in 2023?", Mode.AGENT, state, 0.3)


def test_what_may_be_asked_instead_is_a_click(view: ConversationView, qtbot) -> None:
    show(view, asked_back())
    assert "No invoices match: Vendor contains foo." in view.toPlainText()
    with qtbot.waitSignal(view.option_chosen) as chosen:
        qtbot.mouseClick(
            view.viewport(), Qt.MouseButton.LeftButton, pos=center_of(view, "Invoices from Foo?")
        )
    assert chosen.args == [0, 1]


def test_conditions_are_chips_to_be_changed_or_left_out(view: ConversationView, qtbot) -> None:
    show(view, asked_back())
    shown = next(line for line in lines(view) if line.startswith("Conditions:"))
    assert shown.split() == ["Conditions:", "from", "Foo", "✕", "in", "2023", "✕"]
    assert len(view._chips) == 2
    for link, signal in (("change:0/1", view.condition_activated), ("without:0/1", view.condition_dropped)):
        assert view.tip_of(QUrl(link))
        with qtbot.waitSignal(signal) as told:
            view.on_anchor_clicked(QUrl(link))
        assert told.args == [0, 1]


def test_the_box_of_a_chip_lies_on_it_in_a_table_too(view: ConversationView, answer: Answer) -> None:
    table = "| File | Says |\n|---|---|\n| manual.pdf | It is a manual. [1] |"
    show(view, answered(replace(answer, text=f"It is green.\n\n{table}")))
    everything = QRectF(0, 0, 10_000, 10_000)
    [(position, length)] = view._chips
    box = box_of(view.document(), position, length, everything)
    assert box is not None
    cursor = QTextCursor(view.document())
    cursor.setPosition(position)
    assert cursor.currentTable() is not None
    place = QPoint(view.horizontalScrollBar().value(), view.verticalScrollBar().value())
    first = view.cursorRect(cursor).translated(place)
    cursor.setPosition(position + length)
    last = view.cursorRect(cursor).translated(place)
    assert abs(box.left() - first.center().x()) <= 3
    assert abs(box.right() - last.center().x()) <= 3
    assert first.top() - 3 <= box.center().y() <= first.bottom() + 3


def test_a_selection_does_not_grow_with_the_next_answer(view: ConversationView, answer: Answer) -> None:
    show(view, answered(answer))
    view.selectAll()
    chosen = view.textCursor().selectedText()
    show(view, answered(answer, 1, "And what else?"))
    assert view.textCursor().selectedText() == chosen
    assert "And what else?" in view.toPlainText()
