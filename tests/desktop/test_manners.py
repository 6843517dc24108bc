"""Battery, notes when long work ends, the button for updates: on a real engine and a real window."""

from __future__ import annotations

import sys
from pathlib import Path

import psutil
import pytest
from PySide6.QtWidgets import QApplication

from core.settings import Settings
from core.system.paths import AppPaths
from core.types import DocumentStatus, Mode
from desktop.conversation import end_notes
from desktop.main_window import MainWindow
from desktop.settings.privacy_page import PrivacyPage
from tests.desktop.conftest import OpenWindow
from tests.desktop.history_kit import at_once
from tests.desktop.scripted import ScriptedEngine, answer_of, make_pdf
from tests.test_power import supply
from tests.test_updates import server_saying


def on_battery(folder: Path, plugged: str) -> None:
    supply(folder, "AC0", online=plugged, type="Mains")
    supply(folder, "BAT0", status="Discharging" if plugged == "0" else "Charging", capacity="80",
           energy_now="40", energy_full="50", power_now="5")  # fmt: skip


def statuses(window: MainWindow) -> set[DocumentStatus]:
    return {document.status for document in window.library_state.documents.documents()}


@pytest.mark.skipif(sys.platform != "linux", reason="these are the files of Linux")
def test_reading_waits_for_the_plug(
    open_window: OpenWindow, engine: ScriptedEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot
) -> None:
    power = tmp_path / "power"
    monkeypatch.setattr(psutil._psplatform, "POWER_SUPPLY_PATH", str(power))
    on_battery(power, "0")
    engine.settings = Settings().with_values("library", {"pause_on_battery": True})
    window = open_window()
    library, panel, watch = window.library_state, window.library, window.settings.power
    qtbot.waitUntil(lambda: library.waits_for_power, timeout=20_000)
    assert watch._timer.isActive()
    library.add([str(make_pdf(tmp_path / "a.pdf", ["The pump weighs 12 kg."]))])
    qtbot.waitUntil(lambda: library.reading, timeout=20_000)
    assert panel._line.text() == "On battery – 1 document waits"
    assert panel.pause.text() == "Read anyway"
    on_battery(power, "1")
    watch._timer.timeout.emit()
    qtbot.waitUntil(lambda: statuses(window) == {DocumentStatus.INDEXED}, timeout=20_000)
    assert not engine.ingest_paused  # the user's own pause was not touched
    on_battery(power, "0")
    watch._timer.timeout.emit()
    qtbot.waitUntil(lambda: library.waits_for_power, timeout=20_000)
    library.add([str(make_pdf(tmp_path / "b.pdf", ["The pump needs 230 V."]))])
    qtbot.waitUntil(lambda: library.reading, timeout=20_000)
    panel.pause.click()
    qtbot.waitUntil(lambda: statuses(window) == {DocumentStatus.INDEXED}, timeout=20_000)
    assert library.documents.rowCount() == 2


@pytest.mark.qt_log_ignore("does not support raise", extend=True)
def test_the_end_of_long_work_is_told_only_behind_other_programs(
    open_window: OpenWindow, engine: ScriptedEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot
) -> None:
    monkeypatch.setattr(end_notes, "LONG_S", 0.0)
    engine.script = at_once(answer_of([], []))
    window = open_window()
    told: list[tuple[str, str]] = []
    window.settings.notes.told.connect(lambda *note: told.append(note))
    window.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is not None)
    with qtbot.waitSignal(window.conversation.run_ended, timeout=20_000):
        window.conversation.ask("Is the secret pump there?", Mode.CHAT)
    assert not told
    window.hide()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is None)
    with qtbot.waitSignal(window.conversation.run_ended, timeout=20_000):
        window.conversation.ask("Is the secret pump there?", Mode.CHAT)
    window.library_state.add([str(make_pdf(tmp_path / "secret.pdf", ["The pump weighs 12 kg."]))])
    qtbot.waitUntil(lambda: len(told) == 2, timeout=20_000)
    assert [title for title, _text in told] == ["The answer is there", "Reading is done"]
    assert "secret" not in str(told)
    state = window.settings.state
    state.settings = state.settings.with_values("window", {"notify": False})
    with qtbot.waitSignal(window.conversation.run_ended, timeout=20_000):
        window.conversation.ask("And now?", Mode.CHAT)
    assert len(told) == 2
    end_notes.come_to_front(window)
    assert window.isVisible()


def test_updates_are_asked_for_with_the_button_only(open_window: OpenWindow, qtbot) -> None:
    from core.engine import Engine

    paths = AppPaths.from_environment()
    with server_saying("999.0") as (url, asked):
        Settings().with_values("window", {"updates_url": url}).save(paths.settings)
        window = open_window(lambda: Engine.open(paths))
        with qtbot.waitSignal(window.settings.state.listed, timeout=30_000):
            window.settings.show()
        page = window.settings.dialog.privacy
        assert url in page.says_updates.text()
        assert page.updates.text() in page.network.text()
        assert not asked
        with qtbot.waitSignal(window.settings.state.update_told, timeout=30_000) as said:
            page.updates.click()
        assert said.args[1]
        assert "Version 999.0 is there" in page.update_told.text()
        assert len(asked) == 1
    with qtbot.waitSignal(window.settings.state.update_told, timeout=30_000):
        page.updates.click()
    assert "cannot be reached" in page.update_told.text()
    assert page.update_told.property("look") == "bad"
    assert page.updates.isEnabled()


def test_a_button_that_is_not_there_is_not_spoken_of(qtbot) -> None:
    page = PrivacyPage()
    qtbot.addWidget(page)
    page.show_settings(Settings())
    assert page.updates.isHidden()
    assert "Fetch" in page.network.text()
    assert page.updates.text() not in page.network.text()


@pytest.mark.skipif(sys.platform != "linux", reason="these are the files of Linux")
def test_without_the_setting_a_battery_changes_nothing(
    open_window: OpenWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot
) -> None:
    monkeypatch.setattr(psutil._psplatform, "POWER_SUPPLY_PATH", str(tmp_path / "power"))
    on_battery(tmp_path / "power", "0")
    window = open_window()
    library = window.library_state
    library.add([str(make_pdf(tmp_path / "a.pdf", ["The pump weighs 12 kg."]))])
    qtbot.waitUntil(lambda: statuses(window) == {DocumentStatus.INDEXED})
    assert not window.settings.power._timer.isActive()


def test_short_work_is_not_told(open_window: OpenWindow, engine: ScriptedEngine, qtbot) -> None:
    engine.script = at_once(answer_of([], []))
    window = open_window()
    told: list[str] = []
    window.settings.notes.told.connect(lambda title, _text: told.append(title))
    window.hide()
    with qtbot.waitSignal(window.conversation.run_ended):
        window.conversation.ask("What is it?", Mode.CHAT)
    assert not told
