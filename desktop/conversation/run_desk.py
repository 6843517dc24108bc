"""What the user wants of the run whose trace is shown: to see it again, to save it. GUI thread."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QWidget

from desktop.conversation.run_replay import ReplayController
from desktop.conversation.trace_panel import TracePanel
from desktop.shared.saving import with_end

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop.conversation.conversation import ConversationController
    from desktop.workers.crew import Crew


class RunDesk(QObject):
    """Connects the trace panel's wishes with the replay and with the worker that writes files."""

    _export_wanted = Signal(str, str, str)

    def __init__(
        self,
        crew: Crew,
        conversation: ConversationController,
        panel: TracePanel,
        show_again: Callable[[], None],
        window: QWidget,
    ) -> None:
        """`show_again` shows the whole trace after a replay; the dialogs belong to `window`."""
        super().__init__(window)
        self._window = window
        self._panel = panel
        self._show_again = show_again
        self.replay = ReplayController(crew, self)
        self._panel.replay_requested.connect(self.replay.start)
        self._panel.replay_ended.connect(self.replay.stop)
        self._panel.export_requested.connect(self.choose_export)
        self.replay.state_changed.connect(self._panel.show_replay)
        self.replay.running_changed.connect(self.on_running_changed)
        conversation.turn_started.connect(self.replay.stop)
        conversation.conversation_cleared.connect(self.replay.stop)
        self._export_wanted.connect(crew.query.export_run)
        crew.query.run_exported.connect(self.on_exported)

    @Slot(bool)
    def on_running_changed(self, running: bool) -> None:
        self._panel.set_replaying(running)
        if not running:
            self._show_again()

    @Slot(str)
    def choose_export(self, run_id: str) -> None:
        ours, seed = self.tr("DocuChat (*.json)"), self.tr("Only what the specification names (*.json)")
        path, kind = QFileDialog.getSaveFileName(
            self._window, self.tr("Export this run"), f"docuchat-{run_id[:8]}.json", f"{ours};;{seed}"
        )
        if path and (whole := with_end(self._window, path, ".json")):
            self._export_wanted.emit(run_id, whole, "seed" if kind == seed else "docuchat")

    @Slot(str)
    def on_exported(self, path: str) -> None:
        self._panel.tell(self.tr("Saved as {name}").format(name=Path(path).name))
