"""What the user wants of guides: to see one, to open its places, to ask its questions. GUI thread."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Slot

from core.types import Mode
from core.types.scope import Scope
from desktop.conversation.citations import Target

if TYPE_CHECKING:
    from desktop.window_parts import Controllers, Panes


class GuideDesk(QObject):
    """A click on a document brings its guide to the front; the arrow keys change the one that is there."""

    def __init__(
        self,
        controllers: Controllers,
        panes: Panes,
        open_target: Callable[[Target], None],
        leave_tables: Callable[[], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._guides, self._talk = controllers.guides, controllers.conversation
        self._workspaces = controllers.workspaces
        self._side, self._view, self._list = panes.side, panes.guide, panes.library.list
        self._suggestions = panes.suggestions
        self._leave_tables = leave_tables
        self._followed = ""  # the document chosen last, until another is looked at
        self._list.clicked.connect(self.on_clicked)
        self._list.selectionModel().selectionChanged.connect(self.on_chosen)
        self._side.currentChanged.connect(self.on_chosen)
        self._view.target_chosen.connect(open_target)
        self._view.question_chosen.connect(self.ask)
        self._view.file_chosen.connect(self._guides.show)
        panes.library.card.report_requested.connect(self.show_report)
        panes.document.report_requested.connect(self.show_report)
        self._suggestions.chosen.connect(self.ask)
        self._guides.suggested.connect(self._suggestions.show_questions)
        self._talk.running_changed.connect(self._guides.on_running_changed)
        self._talk.turn_started.connect(self.on_talk_changed)
        self._workspaces.scope_changed.connect(self.on_scope_changed)
        controllers.library.listed.connect(self._guides.on_listed)
        controllers.library.listed.connect(self.on_listed)
        controllers.library.loaded.connect(self.on_scope_changed)

    @Slot()
    def on_clicked(self) -> None:
        if self._list.only_chosen():
            self._followed = ""
            self._side.setCurrentWidget(self._view)
            self.on_chosen()

    @Slot()
    def on_chosen(self) -> None:
        """Only what can be seen is made; what was opened in another way stays until another is chosen."""
        chosen = self._list.only_chosen()
        if chosen and chosen != self._followed and self._side.currentWidget() is self._view:
            self._followed = chosen
            self._guides.show(chosen)

    @Slot(str)
    def show_report(self, document_id: str) -> None:
        """How a document was read, below its guide."""
        self._followed = self._list.only_chosen()
        self._guides.show(document_id)
        self._side.setCurrentWidget(self._view)
        self._view.show_report()
        self._view.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def on_listed(self) -> None:
        if self._side.currentWidget() is self._view:
            self._guides.find_report()

    @Slot()
    def on_scope_changed(self) -> None:
        self._guides.set_scope(self._workspaces.scope)

    @Slot()
    def on_talk_changed(self) -> None:
        self._suggestions.set_wanted(not self._talk.turns)

    @Slot(str, str)
    def ask(self, document_id: str, question: str) -> None:
        """Of the document that answers it, in chat."""
        self._leave_tables()
        self._talk.ask(question, Mode.CHAT, Scope(document_ids=(document_id,)))
