"""The menus and keys of the main window. GUI thread."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence, QShortcut
from PySide6.QtWidgets import QMainWindow, QMenu, QWidget

from core.types import Mode
from desktop.shared.theme import theme

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop.desks import Desks
    from desktop.window_parts import Controllers, Panes

Key = QKeySequence.StandardKey


@dataclass(frozen=True, slots=True)
class WindowSlots:
    """What the window does itself when it is wanted."""

    next_pane: Callable[[], None]
    next_citation: Callable[[], None]
    previous_citation: Callable[[], None]
    show_keys: Callable[[], None]
    open_documentation: Callable[[], None]
    open_log_folder: Callable[[], None]
    show_about: Callable[[], None]


class Actions(QObject):
    """Builds the menu bar. Single letters work only where nothing can be typed."""

    def __init__(
        self,
        window: QMainWindow,
        controllers: Controllers,
        panes: Panes,
        desks: Desks,
        slots: WindowSlots,
    ) -> None:
        super().__init__(window)
        self._panes = panes
        self._tables = desks.tables
        bar = window.menuBar()

        library = bar.addMenu(self.tr("&Library"))
        self._add(library, self.tr("Add &files…"), "Ctrl+O", desks.library.choose_files)
        self._add(library, self.tr("Add f&older…"), "Ctrl+Shift+O", desks.library.choose_folder)
        self._add(library, self.tr("Folders &kept in step…"), "", desks.library.show_folders)
        self._add(library, self.tr("&New workspace…"), "Ctrl+Shift+N", desks.rooms.ask_new)
        self._add(library, self.tr("&Buckets and fields…"), "", desks.tables.edit_schemas)
        self._add(library, self.tr("&Remove selected…"), "", panes.library.on_remove)
        library.addSeparator()
        self._add(library, self.tr("S&ettings…"), "Ctrl+,", desks.settings.show)
        library.addSeparator()
        self._add(library, self.tr("&Quit"), "Ctrl+Q", window.close)

        conversation = bar.addMenu(self.tr("&Conversation"))
        self.new = self._add(
            conversation, self.tr("&New conversation"), "Ctrl+N", controllers.conversation.clear
        )
        self._add(conversation, self.tr("&Write a question"), "Ctrl+L", panes.composer.setFocus)
        self._add(conversation, self.tr("&Send"), "Ctrl+Return", panes.composer.send)
        self.stop = self._add(conversation, self.tr("S&top"), "Esc", controllers.conversation.stop)
        self._add(conversation, self.tr("&Past conversations"), "Ctrl+H", self.on_past)
        self._add(conversation, self.tr("&Export…"), "Ctrl+E", desks.talks.export_open)
        conversation.addSeparator()
        self._add(conversation, self.tr("&Chat mode"), "Ctrl+1", self.on_chat_mode)
        self._add(conversation, self.tr("&Agent mode"), "Ctrl+2", self.on_agent_mode)
        self._add(conversation, self.tr("&Research mode"), "Ctrl+3", self.on_research_mode)

        view = bar.addMenu(self.tr("&View"))
        for index, name in enumerate((self.tr("&Sources"), self.tr("&Trace"), self.tr("&Document"))):
            self._add(
                view,
                name,
                f"Ctrl+Shift+{index + 1}",
                (self.on_sources, self.on_trace, self.on_document)[index],
            )
        self._add(view, self.tr("Ta&bles"), "Ctrl+T", desks.tables.toggle)
        view.addSeparator()
        self._add(view, self.tr("&Larger page"), "Ctrl++", panes.document.on_larger, "Ctrl+=")
        self._add(view, self.tr("S&maller page"), "Ctrl+-", panes.document.on_smaller)
        self._add(view, self.tr("&Fit width"), "Ctrl+0", controllers.viewer.fit)
        view.addSeparator()
        self._add(view, self.tr("Next &pane"), "F6", slots.next_pane)
        looks = view.addMenu(self.tr("&Appearance"))
        group = QActionGroup(self)
        for look, name, slot in (
            ("system", self.tr("Like the &system"), self.on_look_system),
            ("light", self.tr("&Light"), self.on_look_light),
            ("dark", self.tr("&Dark"), self.on_look_dark),
        ):
            action = self._add(looks, name, "", slot)
            action.setCheckable(True)
            action.setChecked(theme().appearance == look)
            group.addAction(action)

        desks.reading.fill(bar.addMenu(self.tr("&Document")))

        help_menu = bar.addMenu(self.tr("&Help"))
        self._add(help_menu, self.tr("&Keys"), "F1", slots.show_keys)
        self._add(help_menu, self.tr("&Documentation"), "", slots.open_documentation)
        self._add(help_menu, self.tr("Open &log folder"), "", slots.open_log_folder)
        self._add(help_menu, self.tr("&About DocuChat"), "", slots.show_about)

        for pane in (panes.view, panes.side):
            self._letter("n", pane, slots.next_citation)
            self._letter("p", pane, slots.previous_citation)

    def set_running(self, running: bool) -> None:
        self.stop.setEnabled(running)

    def _add(self, menu: QMenu, name: str, keys: str, slot: Callable[[], object], also: str = "") -> QAction:
        action = QAction(name, menu)
        shortcuts = [QKeySequence(key) for key in (keys, also) if key]
        if shortcuts:
            action.setShortcuts(shortcuts)
        action.triggered.connect(slot)
        menu.addAction(action)
        return action

    def _letter(self, key: str, pane: QWidget, slot: Callable[[], object]) -> None:
        shortcut = QShortcut(QKeySequence(key), pane)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(slot)

    def on_chat_mode(self) -> None:
        self._panes.composer.set_mode(Mode.CHAT)

    def on_agent_mode(self) -> None:
        self._panes.composer.set_mode(Mode.AGENT)

    def on_research_mode(self) -> None:
        self._panes.composer.set_mode(Mode.RESEARCH)

    def on_past(self) -> None:
        self._tables.leave()
        self._panes.left.setCurrentWidget(self._panes.past)
        self._panes.past.search.setFocus()

    def on_sources(self) -> None:
        self._panes.side.setCurrentWidget(self._panes.sources)

    def on_trace(self) -> None:
        self._panes.side.setCurrentWidget(self._panes.trace)

    def on_document(self) -> None:
        self._panes.side.setCurrentWidget(self._panes.document)

    def on_look_system(self) -> None:
        theme().set_appearance("system")

    def on_look_light(self) -> None:
        theme().set_appearance("light")

    def on_look_dark(self) -> None:
        theme().set_appearance("dark")
