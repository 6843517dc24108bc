"""A conversation without its window: the view, an answer with a citation, and where things stand in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QTextBlock, QTextCursor

from core.runs.trace import Draft, TraceState
from core.types import Answer, Mode, StatementStatus
from desktop.conversation.conversation import Turn
from desktop.conversation.conversation_view import ConversationView
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


def blocks_of(view: ConversationView) -> Iterator[QTextBlock]:
    block = view.document().begin()
    while block.isValid():
        yield block
        block = block.next()


def drafting(view: ConversationView, turn: Turn, draft: Draft) -> None:
    turn.state = replace(turn.state, draft=draft)
    view.show_draft(turn)


def lines(view: ConversationView) -> list[str]:
    return view.toPlainText().replace("\u00a0", " ").splitlines()
