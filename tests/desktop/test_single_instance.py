"""A second start hands its files to the window that is open."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from core.paths import AppPaths
from desktop.app import DesktopApp
from desktop.single_instance import SingleInstance
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


def test_nobody_who_takes_it_is_told(own_home: Path) -> None:
    paths = AppPaths.from_environment()
    first, second = SingleInstance(paths), SingleInstance(paths)
    assert not second.hand_over(["/a/b.pdf"], 0.1)  # the first does not run its events here
    assert list((paths.data / "window-requests").iterdir()) == []
    first.release()


@pytest.mark.qt_log_ignore("does not support raise", extend=True)
def test_the_window_adds_what_it_is_given(
    qapp, engine: ScriptedEngine, own_home: Path, tmp_path: Path, qtbot
) -> None:
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
