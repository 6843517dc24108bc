"""The conversation itself: chips by mouse and keyboard, tooltips, blocked images, drafts."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from types import FrameType

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt, QUrl
from PySide6.QtGui import QColor, QTextCursor

from core.runs.trace import Draft, TraceState
from core.types import Answer, Mode
from desktop.conversation.chip_places import box_of
from desktop.conversation.conversation import Turn
from desktop.conversation.conversation_view import ConversationView
from desktop.shared.theme import theme
from tests.desktop.conversation_kit import answer, answered, center_of, drafting, lines, show, view

__all__ = ["answer", "view"]


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


def test_a_chip_tells_its_quote_and_keys_open_it_too(view: ConversationView, answer: Answer, qtbot) -> None:
    show(view, answered(answer))
    place = center_of(view, "[1]")
    with qtbot.waitSignal(view.citation_activated) as clicked:
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert clicked.args == [0, 1, 0]
    tip = view.tip_of(QUrl(view.anchorAt(place)))
    assert "Operating manual" in tip
    assert "b-120-manual.pdf, page 1" in tip
    assert "no support in your documents" in view.tip_of(QUrl("status:0/1"))
    view.setFocus()
    view.moveCursor(QTextCursor.MoveOperation.Start)
    qtbot.keyClick(view, Qt.Key.Key_Tab)  # the status of the first sentence
    qtbot.keyClick(view, Qt.Key.Key_Tab)
    with qtbot.waitSignal(view.citation_activated) as opened:
        qtbot.keyClick(view, Qt.Key.Key_Return)
    assert opened.args == [0, 1, 0]


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


def test_a_draft_is_marked_and_gives_way_to_the_answer(view: ConversationView, answer: Answer) -> None:
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
    assert (view.toPlainText(), len(view._chips)) == (before, 1)


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


@pytest.mark.slow
def test_500_messages_scroll_and_stream_like_a_few(view: ConversationView, answer: Answer) -> None:
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
