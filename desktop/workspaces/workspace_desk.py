"""What the user wants of workspaces, with the dialogs it takes, and what is searched. GUI thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QInputDialog, QLineEdit, QWidget

from core.types.scope import WHOLE_LIBRARY, Scope
from desktop.library.document_words import folder_name
from desktop.messages.words import counted
from desktop.workspaces.scope_button import ScopeButton
from desktop.workspaces.workspace_control import WorkspacesController

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop.window_parts import Controllers, Panes


class WorkspaceDesk(QObject):
    """Connects the library panel and the button below the question with the workspaces controller.

    `library_wanted`: the library is to come to the front.
    """

    library_wanted = Signal()

    def __init__(
        self,
        controllers: Controllers,
        panes: Panes,
        take: Callable[[list[str]], None],
        window: QWidget,
    ) -> None:
        """`take` adds files and folders to the library; the dialogs belong to `window`."""
        super().__init__(window)
        self._window = window
        self._panes = panes
        self._take = take
        self._library = controllers.library
        self._talk = controllers.conversation
        self._state: WorkspacesController = controllers.workspaces
        self._buttons: list[ScopeButton] = []
        self._left_in = ""  # conversation in which the last session was left
        panel = panes.library
        panel.workspace.new_requested.connect(self.ask_new)
        panel.workspace.folder_requested.connect(self.choose_folder)
        panel.workspace.rename_requested.connect(self.ask_name)
        panel.workspace.delete_requested.connect(self._state.delete)
        panel.new_workspace_requested.connect(self.ask_new_with)
        self._state.scope_changed.connect(self.show_scope)
        self._state.listed.connect(self.show_scope)
        self._state.chosen_changed.connect(self.on_chosen_changed)
        self._state.undoable.connect(self.on_undoable)
        self._state.undone.connect(panel.undo.hide)
        self._state.told.connect(panel.notice.add)
        self._state.lost.connect(self.on_lost)
        self._talk.conversation_opened.connect(self.on_conversation_opened)
        self.serve(panes.composer.scope)

    def serve(self, button: ScopeButton) -> None:
        """A button that shows the scope and lets choose another one."""
        button.workspace_chosen.connect(self._state.choose)
        button.check_requested.connect(self.on_check_requested)
        self._buttons.append(button)
        self.show_scope()

    @Slot()
    def show_scope(self) -> None:
        state = self._state
        scope, found = state.scope, state.open_one
        checked = scope.document_ids
        count = state.count if checked is None else len(checked)
        library = self._library.documents.rowCount()
        choices = [(one.workspace_id, one.name, len(one.document_ids)) for one in state.all]
        for button in self._buttons:
            button.set_choices(library, choices)
            button.show_scope(scope.kind, state.chosen, found.name if found is not None else "", count)

    @Slot()
    def on_chosen_changed(self) -> None:
        found = self._state.open_one
        self._panes.tint.workspace = found.name if found is not None else ""

    def restore(self, scope: Scope, conversation_id: str) -> None:
        """What the last session was about to ask about, in that conversation, if one was open."""
        self._left_in = conversation_id
        if scope != WHOLE_LIBRARY:
            self._state.restore(scope)

    @Slot()
    def on_conversation_opened(self) -> None:
        """What its last question was asked about is asked about again, unless another choice was left."""
        talk = self._talk
        left_in, self._left_in = self._left_in, ""
        if talk.turns and talk.conversation_id != left_in:
            self._state.restore(talk.turns[-1].scope)

    @Slot()
    def on_check_requested(self) -> None:
        self.library_wanted.emit()
        self._panes.library.show_checks()

    @Slot(str)
    def on_lost(self, what: str) -> None:
        told = self.tr("The documents that were asked about here are no longer in the library.")
        if what == "workspace":
            told = self.tr("The workspace of this conversation was deleted.")
        self._panes.strip.tell(f"{told} {self._panes.composer.scope.toolTip()}")

    # --- dialogs --------------------------------------------------------------------------------

    @Slot()
    def ask_new(self) -> None:
        self.ask_new_with([])

    @Slot(list)
    def ask_new_with(self, document_ids: list[str]) -> None:
        """A name for a new workspace, with these documents in it."""
        label = self.tr("Name of the new workspace")
        if document_ids:
            label = counted(
                len(document_ids),
                self.tr("Name of the new workspace; the selected document is put into it"),
                self.tr("Name of the new workspace; the {n} selected documents are put into it"),
            )
        name = self._asked(self.tr("New workspace"), label, "")
        if name:
            self._state.create(name, document_ids)

    @Slot()
    def choose_folder(self) -> None:
        """A new workspace of a folder, whose files are added to the library, too."""
        path = QFileDialog.getExistingDirectory(self._window, self.tr("New workspace of a folder"))
        if not path:
            return
        name = self._asked(self.tr("New workspace"), self.tr("Name of the new workspace"), folder_name(path))
        if name:
            self._state.create(name, folders=[path])
            self._take([path])

    @Slot(str)
    def ask_name(self, workspace_id: str) -> None:
        found = self._state.get(workspace_id)
        if found is None:
            return
        name = self._asked(self.tr("Rename"), self.tr("Name of the workspace"), found.name)
        if name and name != found.name:
            self._state.rename(workspace_id, name)

    def _asked(self, title: str, label: str, text: str) -> str:
        name, given = QInputDialog.getText(self._window, title, label, QLineEdit.EchoMode.Normal, text)
        return " ".join(name.split()) if given else ""

    # --- what can be taken back -----------------------------------------------------------------

    @Slot(str, str, int)
    def on_undoable(self, what: str, name: str, count: int) -> None:
        told = self.tr("1 taken out of {name}") if count == 1 else self.tr("{n} taken out of {name}")
        if what == "deleted":
            told = self.tr("Deleted: {name}")
        self._panes.library.undo.tell(told.format(n=count, name=name))
