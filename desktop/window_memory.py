"""Size of the window and its panes, mode, appearance, language, what was open, half written or not done yet,
kept in an ini file. GUI thread.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QByteArray, QSettings
from PySide6.QtWidgets import QSplitter, QWidget

from core.types import Mode
from desktop.dialog_sizes import sizes_text, take_sizes
from desktop.languages import Language, as_language
from desktop.theme import Appearance, theme
from desktop.unfinished import (
    additions_of,
    additions_text,
    questions_of,
    questions_text,
    scope_of,
    scope_text,
)

if TYPE_CHECKING:
    from desktop.main_window import MainWindow

_APPEARANCES = ("system", "light", "dark")


class WindowMemory:
    """Reads tolerate anything in the file. It is written on closing; what a crash must not cost, before: the
    open conversation when it is asked something, what is half written, waits or was chosen every few seconds.
    """

    def __init__(self, folder: Path) -> None:
        self._settings = QSettings(str(folder / "window.ini"), QSettings.Format.IniFormat)

    @property
    def appearance(self) -> Appearance:
        value = self._settings.value("appearance", "system")
        return cast("Appearance", value) if value in _APPEARANCES else "system"

    @property
    def language(self) -> Language:
        return as_language(self._settings.value("language", "system"))

    def keep_language(self, language: Language) -> None:
        """For the next start."""
        self._settings.setValue("language", language)
        self._settings.sync()

    def keep_conversation(self, conversation_id: str) -> None:
        """The one to be opened by the next start, with the scope of its last question."""
        self._settings.setValue("conversation", conversation_id)
        self._settings.remove("scope")
        self._settings.sync()

    @property
    def welcomed(self) -> bool:
        """Whether this user has seen the first steps."""
        return bool(self._settings.value("welcomed", defaultValue=False, type=bool))

    def note_welcome(self) -> None:
        self._settings.setValue("welcomed", True)
        self._settings.sync()

    def restore(self, window: MainWindow) -> None:
        geometry = self._settings.value("geometry")
        if isinstance(geometry, QByteArray):
            window.restoreGeometry(geometry)
        for name, splitter in _splitters(window).items():
            state = self._settings.value(name)
            if isinstance(state, QByteArray):
                splitter.restoreState(state)
        take_sizes(self._settings.value("dialogs"))
        window.document.side.setChecked(bool(self._settings.value("outline", defaultValue=False, type=bool)))
        mode = self._settings.value("mode")
        if mode in (Mode.AGENT.value, Mode.RESEARCH.value):
            window.composer.set_mode(Mode(mode))
        if self._settings.value("left") == "conversations":
            window.left.setCurrentWidget(window.past)
        side = _sides(window).get(str(self._settings.value("side", "")))
        if side is not None:
            window.side.setCurrentWidget(side)
        window.desk.list_under(self._texts("folders"))
        window.library.shown.set_folded_folders(self._texts("folded"))
        style = self._settings.value("style", "")
        if isinstance(style, str):
            window.composer.style_button.set_style(style)
        draft = self._settings.value("draft", "")
        if isinstance(draft, str):
            window.composer.edit.setPlainText(draft)
        conversation_id = self._settings.value("conversation", "")
        if isinstance(conversation_id, str):
            window.talks.restore(conversation_id)
        scope = self._settings.value("scope")
        if isinstance(scope, str) and scope:
            window.rooms.restore(scope_of(scope), str(conversation_id))
        page = self._settings.value("page")
        if isinstance(page, str | int) and str(page).isdecimal():
            window.reading.restore(str(self._settings.value("document", "")), int(page))
        window.conversation.take_up(questions_of(self._settings.value("waiting")), held=bool(conversation_id))
        for addition in additions_of(self._settings.value("additions")):
            window.library_state.add(list(addition.paths), addition.workspace_id)

    def save(self, window: MainWindow) -> None:
        self._settings.setValue("geometry", window.saveGeometry())
        for name, splitter in _splitters(window).items():
            self._settings.setValue(name, splitter.saveState())
        self._settings.setValue("dialogs", sizes_text())
        self._settings.setValue("outline", window.document.side.isChecked())
        past = window.left.currentWidget() is window.past
        self._settings.setValue("left", "conversations" if past else "library")
        front = window.side.currentWidget()
        self._settings.setValue("side", next((k for k, one in _sides(window).items() if one is front), ""))
        if window.library_state.known:
            self._settings.setValue("document", window.viewer.document_id)
            self._settings.setValue("page", window.viewer.number)
        if window.workspaces.known:
            self._settings.setValue("scope", scope_text(window.workspaces.scope))
        self._settings.setValue("folders", window.desk.added_folders())
        self._settings.setValue("folded", window.desk.folded_folders())
        self._settings.setValue("conversation", window.talks.left_in)
        for name, text in _unfinished(window).items():
            self._settings.setValue(name, text)
        self._settings.sync()

    def keep_unfinished(self, window: MainWindow) -> None:
        """What is half written and what waits, where that is not what the file says."""
        changed = {
            name: text for name, text in _unfinished(window).items() if self._settings.value(name, "") != text
        }
        for name, text in changed.items():
            self._settings.setValue(name, text)
        if changed:
            self._settings.sync()

    def _texts(self, name: str) -> list[str]:
        """A list; an ini file gives one of a single text as that text."""
        value = self._settings.value(name)
        found = [value] if isinstance(value, str) else value
        return [text for text in found if isinstance(text, str) and text] if isinstance(found, list) else []


def _splitters(window: MainWindow) -> dict[str, QSplitter]:
    return {
        "panes": window.panes,
        "trace-panes": window.trace.split,
        "table-panes": window.tables.page.split,
    }


def _sides(window: MainWindow) -> dict[str, QWidget]:
    """The tabs that are there at any time."""
    return {"sources": window.sources, "trace": window.trace, "document": window.document}


def _unfinished(window: MainWindow) -> dict[str, str]:
    return {
        "draft": window.composer.edit.toPlainText(),
        "waiting": questions_text(window.conversation.waiting),
        "additions": additions_text(window.library_state.additions),
        "mode": window.composer.mode.value,
        "style": window.composer.style_button.chosen_style,
        "appearance": theme().appearance,
    }
