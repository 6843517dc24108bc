"""The trace beside the conversation: plan with ticks, tokens and codes, replay, export."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog

from core.engine import Question
from core.events import (
    AnswerReady,
    DraftDelta,
    Event,
    EventStamper,
    GateChecked,
    ModelCalled,
    PlanMade,
    Reprompted,
    RunFinished,
    RunStarted,
    ToolCalled,
    ToolReturned,
)
from core.types import Answer, Mode, Usage
from desktop.main_window import MainWindow
from desktop.shared.item_roles import Role
from tests.desktop.scripted import WAIT, ScriptedEngine
from tests.published import check_shape

PLAN = ("search_docs for “the seal”", "open_citation for the best result", "Compose the answer")


def agent(question: Question, stamp: EventStamper) -> Iterator[Event | str]:
    """Waits with a plan that is partly done, with a draft, with a rejected one, and with a second one."""
    yield stamp(RunStarted, mode=question.mode, question=question.text)
    yield stamp(PlanMade, steps=PLAN)
    yield stamp(ToolCalled, call_id="a", tool="search_docs", tool_input={"query": "the seal"}, plan_step=1)
    yield stamp(ToolReturned, call_id="a", ok=True, summary="Found 5 chunks")
    tokens = {"prompt_tokens": 1052, "evaluated_tokens": 212, "completion_tokens": 74}
    yield stamp(ModelCalled, purpose="action", seconds=1.5, **tokens)
    yield WAIT
    yield stamp(DraftDelta, text="It is a boat.", attempt=1)
    yield WAIT
    codes = ("UNGROUNDED_CLAIM",)
    yield stamp(GateChecked, attempt=1, passed=False, codes=codes, messages=("No boat stands anywhere.",))
    yield stamp(Reprompted, attempt=1, codes=codes)
    yield WAIT
    yield stamp(DraftDelta, text="It is a seal.", attempt=2)
    yield WAIT
    yield stamp(GateChecked, attempt=2, passed=True)
    yield stamp(AnswerReady, answer=Answer("It is a seal."), usage=Usage("scripted", 1052, 212, 212, 74, 1.5))
    yield stamp(RunFinished, outcome="answered")


@pytest.fixture
def window(open_window, engine: ScriptedEngine) -> MainWindow:
    engine.script = agent
    opened = open_window()
    opened.composer.set_mode(Mode.AGENT)
    opened.side.setCurrentWidget(opened.trace)
    return opened


def ask(window: MainWindow, qtbot, text: str = "What is it?") -> None:
    qtbot.keyClicks(window.composer.edit, text)
    qtbot.keyClick(window.composer.edit, Qt.Key.Key_Return)


def answered(window: MainWindow, engine: ScriptedEngine, qtbot) -> str:
    """Ask and let the run go to its end; its id."""
    for _ in range(4):
        engine.go_on()
    with qtbot.waitSignal(window.conversation.turn_finished) as finished:
        ask(window, qtbot)
    return str(finished.args[0].state.run_id)


def bodies(window: MainWindow) -> dict[str, str]:
    model = window.trace.model
    rows = [model.index(row) for row in range(model.rowCount())]
    return {row.data(Role.TITLE): row.data(Role.BODY) for row in rows}


def test_draft_rejected_draft_and_second_draft(window: MainWindow, engine: ScriptedEngine, qtbot) -> None:
    view = window.view
    ask(window, qtbot)
    qtbot.waitUntil(lambda: window.trace.plan.isVisible())
    engine.go_on()
    qtbot.waitUntil(lambda: "Draft · being checked\nIt is a boat." in view.toPlainText())
    assert "checking every sentence" in window.strip.text
    engine.go_on()
    qtbot.waitUntil(lambda: "did not pass the check · No boat stands anywhere." in view.toPlainText())
    assert "writing it anew" in window.strip.text
    engine.go_on()
    qtbot.waitUntil(lambda: "Draft 2 · being checked\nIt is a seal." in view.toPlainText())
    assert "boat" not in view.toPlainText()
    with qtbot.waitSignal(window.conversation.turn_finished):
        engine.go_on()
    assert "Draft" not in view.toPlainText()
    told = bodies(window)
    assert told["Wrote a draft that was not taken"] == "It is a boat."
    assert told["The check found gaps"] == "UNGROUNDED_CLAIM: No boat stands anywhere."
    assert told["Asked the model again"] == "UNGROUNDED_CLAIM"
    assert told["Model: chose the next step"] == "Read 1,052 tokens, 212 of them new; wrote 74"


def test_a_growing_draft_leaves_the_trace_as_it_is(window: MainWindow, engine: ScriptedEngine, qtbot) -> None:
    changes: list[int] = []
    window.conversation.trace_changed.connect(lambda turn: changes.append(len(turn.state.steps)))

    def writes(question: Question, stamp: EventStamper) -> Iterator[Event | str]:
        yield stamp(RunStarted, mode=question.mode, question=question.text)
        for _ in range(20):
            yield stamp(DraftDelta, text="word ")
            yield WAIT
        yield stamp(RunFinished, outcome="answered")

    engine.script = writes
    ask(window, qtbot)
    for count in range(1, 20):
        qtbot.waitUntil(lambda wanted=count: window.view.toPlainText().count("word") == wanted)
        engine.go_on()
    assert changes == [1]
    qtbot.waitUntil(lambda: bodies(window).get("Writing a draft", "").count("word") > 10)  # the tick
    with qtbot.waitSignal(window.conversation.turn_finished):
        engine.go_on()


def test_the_plan_ticks_off(window: MainWindow, engine: ScriptedEngine, qtbot) -> None:
    plan = window.trace.plan
    assert not plan.isVisible()
    ask(window, qtbot)
    qtbot.waitUntil(
        lambda: plan.lines == ["✓ Search for “the seal”", "▸ Open the best result", "○ Compose the answer"]
    )
    assert "1 of 3" in plan.accessibleName()
    qtbot.waitUntil(lambda: "read 1,052 tokens (212 new) · wrote 74" in window.trace.caption)
    assert not window.trace.replay.isVisible()
    with qtbot.waitSignal(window.conversation.turn_finished):
        for _ in range(4):
            engine.go_on()
    assert plan.lines == ["✓ Search for “the seal”", "– Open the best result", "✓ Compose the answer"]
    assert "scripted · read 1,052 tokens (212 new) · wrote 74" in window.trace.caption
    qtbot.keyClick(window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    assert not plan.isVisible()


def test_a_replay_fills_the_trace_again(window: MainWindow, engine: ScriptedEngine, qtbot) -> None:
    answered(window, engine, qtbot)
    whole = bodies(window)
    counts: list[int] = []
    window.runs.replay.state_changed.connect(lambda state: counts.append(len(state.steps)))
    with qtbot.waitSignals([window.runs.replay.running_changed] * 2):
        qtbot.mouseClick(window.trace.replay, Qt.MouseButton.LeftButton)
    assert counts == sorted(counts)
    assert counts[-1] == len(window.conversation.turns[0].state.steps)
    assert bodies(window) == whole
    assert window.trace.replay.text() == "Replay"
    assert len(engine.questions) == 1


@pytest.mark.parametrize("how", ["show all", "new question"])
def test_a_replay_can_be_ended(window: MainWindow, engine: ScriptedEngine, qtbot, how: str) -> None:
    run_id = answered(window, engine, qtbot)
    last = engine.runs[run_id][-1]
    engine.runs[run_id][-1] = last.model_copy(update={"t_ms": last.t_ms + 600_000})  # it would take minutes
    with qtbot.waitSignal(window.runs.replay.state_changed):
        qtbot.mouseClick(window.trace.replay, Qt.MouseButton.LeftButton)
    assert window.trace.replay.text() == "Show all"
    if how == "show all":
        qtbot.mouseClick(window.trace.replay, Qt.MouseButton.LeftButton)
        assert window.trace.model.rowCount() == len(window.conversation.turns[0].state.steps)
    else:
        ask(window, qtbot, "And now?")
        qtbot.waitUntil(lambda: window.trace.plan.isVisible())
    assert not window.runs.replay.running
    assert window.trace.replay.text() == "Replay"


@pytest.mark.parametrize("shape", ["answer", "seed-answer", "not written"])
def test_a_run_is_exported(
    window: MainWindow, engine: ScriptedEngine, qtbot, shape: str, tmp_path: Path, monkeypatch
) -> None:
    run_id = answered(window, engine, qtbot)
    path = tmp_path / ("no such folder" if shape == "not written" else "") / "run.json"

    def choose(_parent: object, _title: str, proposed: str, filters: str) -> tuple[str, str]:
        assert run_id[:8] in proposed
        return str(path), filters.split(";;")[shape == "seed-answer"]

    monkeypatch.setattr(QFileDialog, "getSaveFileName", choose)
    if shape == "not written":
        with qtbot.waitSignal(window.library_state.notice_given) as told:
            qtbot.mouseClick(window.trace.export, Qt.MouseButton.LeftButton)
        assert "run.json could not be written (No such file or directory)" in told.args[0]
        return
    qtbot.mouseClick(window.trace.export, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.trace.caption == "Saved as run.json")
    written = json.loads(path.read_text(encoding="utf-8"))
    check_shape(written, shape)
    assert written["answer"] == "It is a seal."
