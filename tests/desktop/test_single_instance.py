"""A second start hands its files to the window that is open."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from core.system.paths import AppPaths
from desktop.app import DesktopApp, _pass_on
from desktop.shared import dialogs
from desktop.start.single_instance import SingleInstance
from tests.desktop.scripted import ScriptedEngine, make_pdf
from tests.window_kit import close_for_good


def test_the_first_takes_what_the_second_hands_over(own_home: Path, qtbot) -> None:
    paths = AppPaths.from_environment()
    first, second = SingleInstance(paths), SingleInstance(paths)
    assert first.is_first
    assert not second.is_first
    taken: list[bool] = []
    handing = threading.Thread(target=lambda: taken.append(second.hand_over(["/a/b.pdf"], 30.0)))
    with qtbot.waitSignal(first.files_passed) as passed:
        handing.start()
    handing.join()
    assert passed.args == [["/a/b.pdf"]]
    assert taken == [True]
    first.release()
    third = SingleInstance(paths)
    assert third.is_first
    third.release()


class Waiting:
    """`time` for who waits: it passes at once, and something may happen meanwhile."""

    def __init__(self, meanwhile: Callable[[float], None] = lambda _now: None) -> None:
        self.now = 0.0
        self._meanwhile = meanwhile

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        self._meanwhile(self.now)


def test_a_window_that_answers_late_gets_its_files(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It reads a large library or draws a page: ten seconds are no reason to lose a file."""
    paths = AppPaths.from_environment()
    first, second = SingleInstance(paths), SingleInstance(paths)
    taken: list[list[str]] = []
    first.files_passed.connect(taken.append)
    waiting = Waiting(lambda now: first.on_changed() if now > 10 else None)
    monkeypatch.setattr("desktop.start.single_instance.time", waiting)
    assert second.hand_over(["/a/b.pdf"])
    assert taken == [["/a/b.pdf"]]
    first.release()


def test_nobody_who_takes_it_is_told_with_the_files(
    own_home: Path, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = AppPaths.from_environment()
    first, second = SingleInstance(paths), SingleInstance(paths)
    waiting = Waiting()  # the first does not run its events here
    monkeypatch.setattr("desktop.start.single_instance.time", waiting)
    said: list[str] = []
    monkeypatch.setattr(dialogs, "tell", said.append)
    assert _pass_on(qapp, paths, second, ["/a/b.pdf", *(f"/a/{number}.pdf" for number in range(9))]) == 6
    assert 15 <= waiting.now < 16
    [told] = said
    assert "does not answer" in told
    assert "/a/b.pdf" in told
    assert "… and 5 more" in told
    assert list((paths.data / "window-requests").iterdir()) == []
    first.release()


def test_a_window_that_closes_meanwhile_is_followed(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = AppPaths.from_environment()
    first, second = SingleInstance(paths), SingleInstance(paths)
    monkeypatch.setattr(
        "desktop.start.single_instance.time", Waiting(lambda now: first.release() if now > 3 else None)
    )
    assert not second.hand_over(["/a/b.pdf"])
    assert second.is_first
    third = SingleInstance(paths)
    assert not third.is_first
    second.release()


@pytest.mark.qt_log_ignore("does not support raise", extend=True)
def test_passed_files_are_added(qapp, engine: ScriptedEngine, own_home: Path, tmp_path: Path, qtbot) -> None:
    desktop = DesktopApp(qapp, AppPaths.from_environment(), lambda: engine)
    try:
        with qtbot.waitSignal(desktop.window.library_state.loaded):
            desktop.start()
        desktop.window.showMinimized()
        desktop.on_files_passed([str(make_pdf(tmp_path / "passed.pdf", ["Words"]))])
        qtbot.waitUntil(lambda: [one.filename for one in engine.documents()] == ["passed.pdf"])
        assert not desktop.window.isMinimized()
    finally:
        close_for_good(desktop)
