"""Starts the window: application, theme, window, workers; waits for every thread on the way out. GUI thread.

Nothing heavy is imported here: the engine is, on its own thread, once the window stands.
"""

from __future__ import annotations

import argparse
import logging
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Sequence
from functools import partial
from types import TracebackType
from typing import NoReturn

from PySide6.QtCore import QCoreApplication, QSettings, QTimer
from PySide6.QtGui import QGuiApplication, QIcon
from PySide6.QtWidgets import QApplication

from core.errors import AlreadyRunningError, StorageError, UsageError
from core.system.about import version_and_commit
from core.system.logs import log_to_file
from core.system.paths import AppPaths, resources
from core.system.replaced import was_replaced
from desktop.conversation.end_notes import come_to_front
from desktop.main_window import MainWindow
from desktop.shared import dialogs
from desktop.shared.languages import speak
from desktop.shared.theme import Theme
from desktop.start.display import IN_THE_TERMINAL, has_display, needs_display, no_window_reason
from desktop.start.garbage import GuiThreadCollector
from desktop.start.qt_start import make_application
from desktop.start.single_instance import SingleInstance
from desktop.start.upgrade_watch import UpgradeWatch, updated_sentence
from desktop.start.upkeep import carry_out
from desktop.start.window_memory import WindowMemory
from desktop.workers.crew import Crew
from desktop.workers.engine_host import OpenEngine, open_real_engine

_log = logging.getLogger(__name__)

# How long a thread that computes in Python may keep the window waiting: painting hands Python's lock over and
# back hundreds of times, and each time would cost Python's usual five milliseconds.
SWITCH_S = 0.001
# For `docuchat self-check`: how long until the window stands.
QUIT_WHEN_SHOWN = "--quit-when-shown"
SHOWN = "shown"


class DesktopApp:
    """The application's parts and their one owner. `close` ends them in reverse order."""

    def __init__(self, app: QApplication, paths: AppPaths, open_engine: OpenEngine | None = None) -> None:
        self.paths = paths
        memory = WindowMemory(paths.data)
        speak(app, memory.language)
        self.theme = app.findChild(Theme) or Theme(app, memory.appearance)
        sys.setswitchinterval(SWITCH_S)
        self.collector = GuiThreadCollector(app)
        self.crew = Crew(open_engine or partial(open_real_engine, paths))
        self.crew.ready.connect(self.collector.leave_out_what_stays)
        self.window = MainWindow(self.crew, paths)
        self.upgrades = UpgradeWatch(app, self.window)
        self.upgrades.noticed.connect(self.window.tell_in_front)

    def start(self, files: Sequence[str] = ()) -> None:
        """Show the window, then open the engine; `files` are added as soon as it is open."""
        self.window.show()
        self.window.desk.take([os.path.abspath(path) for path in files])
        # After the first paint, so that the import of the engine does not delay it.
        QTimer.singleShot(0, self.crew.start)

    def welcome(self) -> None:
        """Show the first steps as soon as the library is open, once for each user."""
        if not WindowMemory(self.paths.data).welcomed:
            self.crew.ready.connect(self.window.settings.show_first_steps)

    def on_files_passed(self, files: Sequence[str]) -> None:
        """Another start of the program wants the window, with these added."""
        come_to_front(self.window)
        self.window.desk.take(list(files))

    def forget(self) -> None:
        """After `close`: the parts go, since another window follows."""
        self.window.deleteLater()
        self.crew.deleteLater()
        self.collector.deleteLater()

    def close(self) -> bool:
        """False when a thread could not be ended: see `Crew.close`."""
        self.window.close()
        QCoreApplication.processEvents()  # it vanishes now, not after the waiting
        ended = self.crew.close()
        self.collector.stop()
        return ended


def report_unexpected(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """An exception in a slot: into the log with its trace, and a plain sentence for the user."""
    _log.critical("unexpected error in the window", exc_info=(kind, error, trace))
    app = QApplication.instance()
    if app is not None and app.thread().isCurrentThread() and QApplication.activeModalWidget() is None:
        if was_replaced():  # what it wanted to load is not there any more
            dialogs.tell(updated_sentence())
            return
        dialogs.tell_mistake(AppPaths.from_environment().logs)


def main(
    argv: Sequence[str] | None = None, before_start: Callable[[DesktopApp], object] = DesktopApp.welcome
) -> int:
    """Run the window until it is closed. Arguments that are not Qt's are files or folders to add.

    `before_start` is called with each window before it starts. Returns the exit code: 2 when no window can
    open here.
    """
    multiprocessing.freeze_support()
    arguments = list(sys.argv if argv is None else ["docuchat-desktop", *argv])
    _build_parser().parse_known_args(arguments[1:])  # ends with --help and --version
    if needs_display(arguments) and not has_display():
        print(f"docuchat-desktop: {no_window_reason()} {IN_THE_TERMINAL}", file=sys.stderr)
        return UsageError.exit_code
    paths = AppPaths.from_environment()
    log_to_file(paths)
    sys.excepthook = report_unexpected
    QCoreApplication.setApplicationName("DocuChat")
    QGuiApplication.setDesktopFileName("docuchat")  # a Wayland window belongs to its menu entry by this name
    # Qt's file dialog keeps what was opened last in a file of its own, which else lies outside our folders.
    QSettings.setPath(QSettings.Format.NativeFormat, QSettings.Scope.UserScope, str(paths.data))
    app = make_application(arguments)
    app.setStyle("Fusion")  # the same everywhere; colours and spacing come from the style sheet
    app.setWindowIcon(QIcon(str(resources() / "icons" / "docuchat.svg")))
    files = [os.path.abspath(one) for one in app.arguments()[1:] if not one.startswith("-")]
    single = None if QUIT_WHEN_SHOWN in arguments else _single_instance(paths)
    if (
        single is not None
        and not single.is_first
        and (code := _pass_on(app, paths, single, files)) is not None
    ):
        return code
    if QUIT_WHEN_SHOWN in arguments:
        desktop = DesktopApp(app, paths)
        desktop.window.show()
        app.processEvents()  # the first paint
        print(SHOWN, flush=True)
        desktop.close()
        return 0
    # Both end the program in order; Python sees them at the collector's next tick, within a second.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: app.quit())
    return run_windows(app, paths, single, files, before_start)


def run_windows(
    app: QApplication,
    paths: AppPaths,
    single: SingleInstance | None,
    files: Sequence[str] = (),
    before_start: Callable[[DesktopApp], object] = DesktopApp.welcome,
) -> int:
    """Show the window until it is closed, and another one after each order that needs the library closed.

    `before_start` is called with each of them before it starts. Returns the exit code.
    """
    told = ""
    while True:
        desktop = DesktopApp(app, paths)
        before_start(desktop)
        if single is not None:
            single.files_passed.connect(desktop.on_files_passed)
        if told:
            desktop.window.tell(told)
        desktop.start(files)
        try:
            code = app.exec()
        finally:
            ended = desktop.close()
            if single is not None:
                single.release()
        order = desktop.window.settings.order
        if not ended:
            if order is not None:
                _log.error("not carried out, because a thread still runs: %s", order)
            # The thread that hangs may have the library open: nothing is put in its place.
            leave_at_once(code)
        if order is None:
            return code
        desktop.forget()
        told = carry_out(app, order, paths)
        paths = AppPaths.from_environment()
        files = ()
        single = _single_instance(paths)
        if single is not None and not single.is_first and single.hand_over([]):
            return code


def _pass_on(app: QApplication, paths: AppPaths, single: SingleInstance, files: Sequence[str]) -> int | None:
    """To the window that is open. The exit code; None when that window is gone, and this one follows it."""
    if single.hand_over(files):
        return 0
    if single.is_first:
        return None
    speak(app, WindowMemory(paths.data).language)
    dialogs.tell_no_answer(files)
    return AlreadyRunningError.exit_code


def _single_instance(paths: AppPaths) -> SingleInstance | None:
    """None where the data folder cannot be used: the window says so, with what to try."""
    try:
        return SingleInstance(paths)
    except StorageError as error:
        _log.warning("no look for another window: %s", error)
        return None


def _build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="docuchat-desktop",
        description="The window of DocuChat: ask questions about your own documents, offline.",
        epilog="Options of Qt, such as -platform, work, too. `docuchat --help`: the same in a terminal.",
        allow_abbrev=False,
    )
    parser.add_argument("files", nargs="*", metavar="FILES", help="files or folders to add to the library")
    version = f"docuchat-desktop {version_and_commit()}"
    parser.add_argument("--version", action="version", version=version)
    parser.add_argument(QUIT_WHEN_SHOWN, action="store_true", help=argparse.SUPPRESS)
    return parser


def leave_at_once(code: int) -> NoReturn:
    """End the process around a thread that hangs: leaving in order would destroy it, and Qt would abort."""
    for child in multiprocessing.active_children():
        child.kill()
    logging.shutdown()
    os._exit(code)


if __name__ == "__main__":
    raise SystemExit(main())
