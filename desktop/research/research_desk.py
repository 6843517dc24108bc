"""Research in the window: its panel beside the conversation, replies to it, its places and its export.
GUI thread.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QTabWidget, QWidget

from core.types import Mode
from desktop.conversation.citations import Target, way_target
from desktop.conversation.conversation import Turn
from desktop.conversation.run_strip import RunStrip
from desktop.research.research_chain import state_with_earlier
from desktop.research.research_panel import ResearchPanel
from desktop.shared.saving import ask_where

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop.conversation.conversation import ConversationController
    from desktop.workers.crew import Crew


class ResearchDesk(QObject):
    """Owns the panel, which is a tab of the side only while a research is shown."""

    _export_wanted = Signal(str, str)

    def __init__(
        self,
        crew: Crew,
        conversation: ConversationController,
        side: QTabWidget,
        strip: RunStrip,
        open_target: Callable[[Target], None],
        window: QWidget,
    ) -> None:
        """Its panel becomes a tab of `side`; the dialogs belong to `window`."""
        super().__init__(window)
        self._window = window
        self._talk = conversation
        self._side = side
        self._strip = strip
        self._open_target = open_target
        self.panel = ResearchPanel()
        self._tab = side.addTab(self.panel, self.tr("Research"))
        side.setTabVisible(self._tab, False)
        self.panel.replied.connect(self.reply)
        self.panel.stop_requested.connect(self._talk.stop)
        self.panel.target_chosen.connect(open_target)
        self.panel.source_chosen.connect(self.open_source)
        self.panel.export_requested.connect(self.choose_export)
        self._talk.running_changed.connect(self.refresh)
        self._talk.conversation_cleared.connect(self.leave)
        self._export_wanted.connect(crew.query.export_report)
        crew.query.report_exported.connect(self.on_exported)

    def show_turn(self, turn: Turn, *, come_forward: bool = False) -> None:
        """The turn that the side is about; the panel goes where it is no research."""
        is_research = turn.mode is Mode.RESEARCH
        self._side.setTabVisible(self._tab, is_research)
        if is_research:
            last = bool(self._talk.turns) and turn is self._talk.turns[-1]
            whole = state_with_earlier(self._talk.turns, turn)
            self.panel.show_turn(turn, whole, may_reply=last and not self._talk.running)
            if come_forward:
                self._side.setCurrentWidget(self.panel)

    def wants_user(self, turn: Turn) -> bool:
        """It is a research that waits for an answer, or was stopped on its way."""
        return turn.mode is Mode.RESEARCH and turn.state.outcome in ("needs_input", "cancelled", "failed")

    @Slot()
    def refresh(self) -> None:
        if self.panel.turn is not None and self.panel.turn in self._talk.turns:
            self.show_turn(self.panel.turn)

    @Slot()
    def leave(self) -> None:
        self.panel.turn = None
        self._side.setTabVisible(self._tab, False)

    @Slot(str)
    def reply(self, text: str) -> None:
        """To the research of the open conversation, of the documents that it was asked about."""
        turn = self.panel.turn
        if turn is not None:
            self._talk.ask(text, Mode.RESEARCH, turn.scope)

    def in_full(self, text: str, mode: Mode) -> str:
        """What is asked in the composer: "ok" behind a list that was changed beside it means that list."""
        turns = self._talk.turns
        waits = mode is Mode.RESEARCH and bool(turns) and turns[-1] is self.panel.turn
        return self.panel.in_full(text) if waits else text

    @Slot(int, int)
    def choose_option(self, turn_number: int, index: int) -> None:
        """A click below an answer. Of a research only the last turn waits for one: "/end" below questions
        that were answered long ago would give up the list that waits now."""
        turn = self._talk.turns[turn_number]
        if turn.mode is not Mode.RESEARCH:
            self._talk.ask_option(turn_number, index)
        elif turn is self._talk.turns[-1]:
            self._talk.ask(self.in_full(turn.state.input_options[index], turn.mode), turn.mode, turn.scope)
        else:
            self._strip.tell(self.tr("The research has gone on since then."))

    @Slot(int)
    def open_source(self, number: int) -> None:
        """The cited words; of a passage that only led to them, its page."""
        turn = self.panel.turn
        if turn is None:
            return
        target = self._talk.target(turn.number, number)
        if target is None and turn.state.report is not None:
            target = way_target(turn.state.report, number)
        if target is not None:
            self._open_target(target)

    @Slot()
    def choose_export(self) -> None:
        turn = self.panel.turn
        if turn is None or turn.state.report is None:
            return
        kinds = {
            self.tr("PDF (*.pdf)"): ".pdf",
            self.tr("Word document (*.docx)"): ".docx",
            self.tr("Web page (*.html)"): ".html",
            self.tr("Markdown (*.md)"): ".md",
        }
        name = re.sub(r"[^\w-]+", "-", turn.state.report.title)[:60].strip("-") or "report"
        path = ask_where(self._window, self.tr("Export the report"), f"{name}.pdf", kinds)
        if path:
            self._export_wanted.emit(turn.state.run_id, path)

    @Slot(str)
    def on_exported(self, path: str) -> None:
        self._strip.tell(self.tr("Saved as {name}.").format(name=Path(path).name))
