"""What the user wants of conversations, past and present, with the dialogs it takes. GUI thread."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QInputDialog, QLineEdit, QWidget

from core.export import answer_text
from core.types import Mode
from desktop.history.history_control import HistoryController
from desktop.shared.saving import ask_where

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop.conversation.conversation import Turn
    from desktop.window_parts import Controllers, Panes
    from desktop.workers.crew import Crew

_FORBIDDEN_IN_NAMES = '<>:"/\\|?*\n\r\t'
_NAME_CHARACTERS = 60


class HistoryDesk(QObject):
    """Connects the list of conversations, the links below answers and the queue with their controllers."""

    def __init__(
        self,
        crew: Crew,
        controllers: Controllers,
        panes: Panes,
        show_conversation: Callable[[], None],
        wants_user: Callable[[Turn], bool],
        window: QWidget,
    ) -> None:
        """`wants_user` tells of a turn whether it waits for a reply; the dialogs belong to `window`."""
        super().__init__(window)
        self._window = window
        self._crew = crew
        self._panes = panes
        self._show_conversation = show_conversation
        self._wants_user = wants_user
        self._state: HistoryController = controllers.history
        self._talk = controllers.conversation
        self._restored = ""
        panel = panes.past
        panel.new_requested.connect(self._talk.clear)
        panel.rename_requested.connect(self.ask_name)
        panel.export_requested.connect(self.choose_export)
        self._state.listed.connect(self.on_listed)
        self._state.exported.connect(self.on_exported)
        self._state.told.connect(panes.strip.tell)
        self._state.earlier_loaded.connect(panes.view.show_earlier)
        self._talk.conversation_opened.connect(self.on_opened)
        self._talk.conversation_cleared.connect(self.mark_open)
        self._talk.queue_changed.connect(self.on_queue_changed)
        panes.composer.style_button.chosen.connect(self._talk.set_style)
        panes.composer.demands_button.chosen.connect(self._talk.set_demands)
        panes.queue.dropped.connect(self._talk.drop_waiting)
        panes.view.deed_wanted.connect(self.on_deed_wanted)
        panes.view.earlier_wanted.connect(self._state.load_before)

    def restore(self, conversation_id: str) -> None:
        """The conversation of the last session, as soon as the library is open."""
        self._restored = conversation_id
        if conversation_id:
            self._crew.ready.connect(self.on_ready)

    @Slot()
    def on_ready(self) -> None:
        restored, self._restored = self._restored, ""
        if self._talk.turns:
            self._talk.release()
        else:
            self._state.open(restored)

    @property
    def left_in(self) -> str:
        """The conversation for the next start; that of the last session where the library never opened."""
        return self._talk.conversation_id if self._talk.turns else self._restored

    @Slot()
    def mark_open(self) -> None:
        self._panes.past.mark(self._talk.conversation_id)

    @Slot()
    def on_listed(self) -> None:
        self._panes.past.keep(self._talk.conversation_id)

    @Slot()
    def on_opened(self) -> None:
        """A reply to a research that waits for one goes to it, unless something else is half written."""
        self._show_conversation()
        self.mark_open()
        turns, composer = self._talk.turns, self._panes.composer
        waits = bool(turns) and self._wants_user(turns[-1])
        if waits and not composer.edit.toPlainText().strip():
            composer.set_mode(Mode.RESEARCH)

    @Slot()
    def on_queue_changed(self) -> None:
        self._panes.queue.show_questions([one.text for one in self._talk.waiting])

    # --- one answer -----------------------------------------------------------------------------

    @Slot(str, int)
    def on_deed_wanted(self, deed: str, number: int) -> None:
        turn = self._talk.turns[number]
        match deed:
            case "copy" if turn.state.answer is not None:
                QGuiApplication.clipboard().setText(answer_text(turn.state.answer))
                self._panes.strip.tell(self.tr("Copied with its sources."))
            case "again":
                self._talk.ask_again(number)
            case "edit":
                self._panes.composer.propose(turn.question, turn.mode)
            case "good" | "bad" if turn.state.run_id:
                self._state.judge(turn, "good" if deed == "good" else "bad")
                self._panes.view.refresh_turn(turn)
            case _:
                pass

    # --- one conversation -----------------------------------------------------------------------

    @Slot(str, str)
    def ask_name(self, conversation_id: str, title: str) -> None:
        name, given = QInputDialog.getText(
            self._window,
            self.tr("Rename"),
            self.tr("Name of the conversation"),
            QLineEdit.EchoMode.Normal,
            title,
        )
        if given and name.strip():
            self._state.rename(conversation_id, name)

    @Slot()
    def export_open(self) -> None:
        """The conversation that is open; without one that is stored there is nothing to write."""
        entry = self._state.model.entry(self._state.model.row_of(self._talk.conversation_id))
        if entry is not None:
            self.choose_export(entry.conversation_id, entry.title)
        elif self._talk.turns:
            self.choose_export(self._talk.conversation_id, self._talk.turns[0].question)

    @Slot(str, str)
    def choose_export(self, conversation_id: str, title: str) -> None:
        kinds = {
            self.tr("PDF (*.pdf)"): ".pdf",
            self.tr("Word document (*.docx)"): ".docx",
            self.tr("Web page (*.html)"): ".html",
            self.tr("Markdown (*.md)"): ".md",
        }
        name = "".join(" " if letter in _FORBIDDEN_IN_NAMES else letter for letter in title)
        name = " ".join(name.split())[:_NAME_CHARACTERS].strip(" .") or "conversation"
        path = ask_where(self._window, self.tr("Export this conversation"), f"{name}.pdf", kinds)
        if path:
            self._state.export(conversation_id, path)

    @Slot(str)
    def on_exported(self, path: str) -> None:
        self._panes.strip.tell(self.tr("Saved as {name}").format(name=Path(path).name))
