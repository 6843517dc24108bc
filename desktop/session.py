"""What the last session was left in: size of the window and its panes, mode, appearance, what was open, half
written or not done yet. GUI thread.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray
from PySide6.QtWidgets import QSplitter, QWidget

from core.types import Mode
from desktop.shared.dialog_sizes import sizes_text, take_sizes
from desktop.shared.theme import theme
from desktop.start.unfinished import (
    additions_of,
    additions_text,
    questions_of,
    questions_text,
    scope_of,
    scope_text,
)
from desktop.start.window_memory import remembered

if TYPE_CHECKING:
    from desktop.desks import Desks
    from desktop.window_parts import Controllers, Panes


class Session:
    """Reads tolerate anything in the file. It is written on closing; what is half written, waits or was
    chosen, which a crash must not cost, every few seconds.
    """

    def __init__(
        self, folder: Path, controllers: Controllers, panes: Panes, desks: Desks, window: QWidget
    ) -> None:
        self._settings = remembered(folder)
        self._controllers = controllers
        self._panes = panes
        self._desks = desks
        self._window = window

    def restore(self) -> None:
        geometry = self._settings.value("geometry")
        if isinstance(geometry, QByteArray):
            self._window.restoreGeometry(geometry)
        for name, splitter in self._splitters().items():
            state = self._settings.value(name)
            if isinstance(state, QByteArray):
                splitter.restoreState(state)
        take_sizes(self._settings.value("dialogs"))
        self._panes.document.side.setChecked(
            bool(self._settings.value("outline", defaultValue=False, type=bool))
        )
        mode = self._settings.value("mode")
        if mode in (Mode.AGENT.value, Mode.RESEARCH.value):
            self._panes.composer.set_mode(Mode(mode))
        if self._settings.value("left") == "conversations":
            self._panes.left.setCurrentWidget(self._panes.past)
        side = self._sides().get(str(self._settings.value("side", "")))
        if side is not None:
            self._panes.side.setCurrentWidget(side)
        self._desks.library.list_under(self._texts("folders"))
        self._panes.library.shown.set_folded_folders(self._texts("folded"))
        style = self._settings.value("style", "")
        if isinstance(style, str):
            self._panes.composer.style_button.set_style(style)
        draft = self._settings.value("draft", "")
        if isinstance(draft, str):
            self._panes.composer.edit.setPlainText(draft)
        conversation_id = self._settings.value("conversation", "")
        if isinstance(conversation_id, str):
            self._desks.talks.restore(conversation_id)
        scope = self._settings.value("scope")
        if isinstance(scope, str) and scope:
            self._desks.rooms.restore(scope_of(scope), str(conversation_id))
        page = self._settings.value("page")
        if isinstance(page, str | int) and str(page).isdecimal():
            self._desks.reading.restore(str(self._settings.value("document", "")), int(page))
        self._controllers.conversation.take_up(
            questions_of(self._settings.value("waiting")), held=bool(conversation_id)
        )
        for addition in additions_of(self._settings.value("additions")):
            self._controllers.library.add(list(addition.paths), addition.workspace_id)

    def save(self) -> None:
        self._settings.setValue("geometry", self._window.saveGeometry())
        for name, splitter in self._splitters().items():
            self._settings.setValue(name, splitter.saveState())
        self._settings.setValue("dialogs", sizes_text())
        self._settings.setValue("outline", self._panes.document.side.isChecked())
        past = self._panes.left.currentWidget() is self._panes.past
        self._settings.setValue("left", "conversations" if past else "library")
        front = self._panes.side.currentWidget()
        self._settings.setValue("side", next((k for k, one in self._sides().items() if one is front), ""))
        if self._controllers.library.known:
            self._settings.setValue("document", self._controllers.viewer.document_id)
            self._settings.setValue("page", self._controllers.viewer.number)
        if self._controllers.workspaces.known:
            self._settings.setValue("scope", scope_text(self._controllers.workspaces.scope))
        self._settings.setValue("folders", self._desks.library.added_folders())
        self._settings.setValue("folded", self._desks.library.folded_folders())
        self._settings.setValue("conversation", self._desks.talks.left_in)
        for name, text in self._unfinished().items():
            self._settings.setValue(name, text)
        self._settings.sync()

    def keep_unfinished(self) -> None:
        """What is half written and what waits, where that is not what the file says."""
        changed = {
            name: text for name, text in self._unfinished().items() if self._settings.value(name, "") != text
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

    def _splitters(self) -> dict[str, QSplitter]:
        return {
            "panes": self._panes.split,
            "trace-panes": self._panes.trace.split,
            "table-panes": self._desks.tables.page.split,
        }

    def _sides(self) -> dict[str, QWidget]:
        """The tabs that are there at any time."""
        panes = self._panes
        return {
            "sources": panes.sources,
            "trace": panes.trace,
            "document": panes.document,
            "guide": panes.guide,
        }

    def _unfinished(self) -> dict[str, str]:
        return {
            "draft": self._panes.composer.edit.toPlainText(),
            "waiting": questions_text(self._controllers.conversation.waiting),
            "additions": additions_text(self._controllers.library.additions),
            "mode": self._panes.composer.mode.value,
            "style": self._panes.composer.style_button.chosen_style,
            "appearance": theme().appearance,
        }
