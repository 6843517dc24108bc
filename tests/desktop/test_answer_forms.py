"""An answer in another form: one click under it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QUrl

from core.engine import Question
from core.events import EventStamper, RunStarted
from core.types import Answer
from core.types.requests import FollowUp, RequestKind
from desktop.conversation.answer_forms import forms_of
from tests.desktop.history_kit import answer, at_once
from tests.desktop.scripted import ScriptedEngine

__all__ = ["answer"]


@pytest.mark.parametrize(
    ("words", "kind", "how", "text"),
    [
        ("As a list", RequestKind.LIST, None, "What is it? (As a list)"),
        ("In German", None, FollowUp.TRANSLATE, "In German"),
    ],
)
def test_a_click_asks_for_the_answer_in_that_form(
    open_window,
    engine: ScriptedEngine,
    answer: Answer,
    qtbot,
    words: str,
    kind: RequestKind | None,
    how: FollowUp | None,
    text: str,
) -> None:
    asked: list[Question] = []

    def script(question: Question, stamp: EventStamper):  # type: ignore[no-untyped-def]
        asked.append(question)
        yield stamp(RunStarted, mode=question.mode, question=question.text)
        yield from at_once(answer)(question, stamp)

    engine.script = script
    window = open_window()
    with qtbot.waitSignal(window.conversation.turn_finished, timeout=20_000):
        window.composer.edit.setPlainText("What is it?")
        window.composer.button.click()
    turn = window.conversation.turns[0]
    forms = [form.words for form in forms_of(turn.state)]
    assert words in window.view.toPlainText().replace("\xa0", " ")
    with qtbot.waitSignal(window.conversation.turn_finished, timeout=20_000):
        window.view.on_anchor_clicked(QUrl(f"form:0/{forms.index(words)}"))
    assert (asked[1].text, asked[1].kind, asked[1].how) == (text, kind, how)
    assert asked[1].of_run == turn.state.run_id
    assert window.view.tip_of(QUrl("form:0/0"))


def test_an_answer_that_rests_on_nothing_has_no_other_form(
    open_window, engine: ScriptedEngine, qtbot
) -> None:
    engine.script = at_once(Answer("The documents do not say."))
    window = open_window()
    with qtbot.waitSignal(window.conversation.turn_finished, timeout=20_000):
        window.composer.edit.setPlainText("What is it?")
        window.composer.button.click()
    assert "As a list" not in window.view.toPlainText().replace("\xa0", " ")
