"""What the next question is asked about, or a table shows, in words, and the choice of it. GUI thread."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from core.types.scope import ScopeKind
from desktop.workspaces.scope_words import scope_sentence, scope_word, shown_sentence

_NAME_WIDTH = 220  # pixels of a workspace's name


class ScopeButton(QToolButton):
    """`workspace_chosen(id)`, empty for all documents. `check_requested`: documents are to be checked.

    That of a table is seen only where not all documents are shown.
    """

    workspace_chosen = Signal(str)
    check_requested = Signal()

    def __init__(self, parent: QWidget | None = None, *, of_table: bool = False) -> None:
        super().__init__(parent)
        self._of_table = of_table
        self._chosen = ""
        self._kind: ScopeKind = "all"
        self._library = 0
        self._workspaces: list[tuple[str, str, int]] = []
        self.setProperty("look", "chip" if of_table else "link")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu = QMenu(self)
        self._menu.aboutToShow.connect(self.fill_menu)
        self.setMenu(self._menu)
        self.show_scope("all", "", "", 0)

    def show_scope(self, kind: ScopeKind, workspace_id: str, name: str, count: int) -> None:
        """`count` documents of the workspace (`name`), or of the library, are what is asked about."""
        self._kind, self._chosen, self._count = kind, workspace_id, count
        short = self.fontMetrics().elidedText(name, Qt.TextElideMode.ElideMiddle, _NAME_WIDTH)
        self.setText(f"{scope_word(kind, short, count)} ▾")
        self.setToolTip((shown_sentence if self._of_table else scope_sentence)(kind, name, count))
        words = scope_word(kind, name, count)
        if self._of_table:
            self.setVisible(kind != "all")
        told = self.tr("What is shown: {scope}") if self._of_table else self.tr("What is searched: {scope}")
        self.setAccessibleName(told.format(scope=words))

    def set_choices(self, library: int, workspaces: list[tuple[str, str, int]]) -> None:
        """Number of documents in the library; (id, name, number of documents) of each workspace."""
        self._library, self._workspaces = library, workspaces

    @Slot()
    def fill_menu(self) -> None:
        self._menu.clear()
        group = QActionGroup(self._menu)
        if self._kind == "documents":
            chosen = self._entry(group, scope_word("documents", "", self._count), None)
            chosen.setChecked(True)
            self._menu.addSeparator()
        self._entry(group, scope_word("all", "", self._library), "")
        for workspace_id, name, count in self._workspaces:
            short = self.fontMetrics().elidedText(name, Qt.TextElideMode.ElideMiddle, _NAME_WIDTH)
            self._entry(group, scope_word("workspace", short, count).replace("&", "&&"), workspace_id)
        self._menu.addSeparator()
        self._menu.addAction(self.tr("Check documents in the library…"), self.check_requested.emit)

    def _entry(self, group: QActionGroup, words: str, workspace_id: str | None) -> QAction:
        action = QAction(words, self._menu)
        action.setCheckable(True)
        action.setChecked(self._kind != "documents" and workspace_id == self._chosen)
        action.setData(workspace_id)
        action.triggered.connect(self.on_chosen)
        group.addAction(action)
        self._menu.addAction(action)
        return action

    @Slot()
    def on_chosen(self) -> None:
        action = self.sender()
        if isinstance(action, QAction) and action.data() is not None:
            self.workspace_chosen.emit(str(action.data()))
