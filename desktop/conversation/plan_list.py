"""The plan of an agent run, ticked off while it is carried out. At most five steps. GUI thread."""

from __future__ import annotations

import html

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from core.runs.trace import TraceState
from desktop.conversation.trace_words import plan_step_words
from desktop.shared.theme import theme


class PlanList(QFrame):
    """Hidden while there is no plan. A step is done ✓, the next one ▸, still open ○, or was left out –."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = TraceState()
        self._heading = QLabel(self)
        self._heading.setProperty("look", "strong")
        self._steps = QLabel(self)
        self._steps.setWordWrap(True)
        self._steps.setTextFormat(Qt.TextFormat.RichText)
        self._steps.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 8)
        column.setSpacing(4)
        column.addWidget(self._heading)
        column.addWidget(self._steps)
        theme().changed.connect(self.refresh)
        self.hide()

    @property
    def lines(self) -> list[str]:
        """What stands there, a glyph and a text for each step."""
        return [f"{glyph} {text}" for glyph, _tone, text in self._rows()]

    def show_state(self, state: TraceState) -> None:
        if (state.plan, state.plan_done, state.outcome) != (
            self._state.plan,
            self._state.plan_done,
            self._state.outcome,
        ):
            self._state = state
            self.refresh()

    @Slot()
    def refresh(self) -> None:
        state = self._state
        told = self.tr("Plan · {done} of {all} steps done").format(
            done=len(state.plan_done), all=len(state.plan)
        )
        self._heading.setText(told)
        rows = "".join(
            f"<tr><td style='padding-right:8px;color:{theme().name(tone)}'>{glyph}</td>"
            f"<td style='padding-bottom:2px;color:{theme().name('muted' if glyph in '○–' else 'text')}'>"
            f"{html.escape(text)}</td></tr>"
            for glyph, tone, text in self._rows()
        )
        self._steps.setText(f"<table cellspacing='0' cellpadding='0'>{rows}</table>")
        self._steps.setAccessibleName("; ".join(self._spoken()))
        self.setAccessibleName(told)
        self.setVisible(bool(state.plan))

    def _rows(self) -> list[tuple[str, str, str]]:
        """Glyph, its tone and the step in plain words."""
        state = self._state
        left = [number for number in range(1, len(state.plan) + 1) if number not in state.plan_done]
        rows = []
        for number, text in enumerate(state.plan, start=1):
            if number not in left:
                glyph = ("✓", "good")
            elif state.finished:
                glyph = ("–", "muted")
            else:
                glyph = ("▸", "accent") if number == left[0] else ("○", "muted")
            rows.append((*glyph, plan_step_words(text)))
        return rows

    def _spoken(self) -> list[str]:
        states = {
            "✓": self.tr("done"),
            "▸": self.tr("next"),
            "○": self.tr("open"),
            "–": self.tr("not carried out"),
        }
        return [f"{text}: {states[glyph]}" for glyph, _tone, text in self._rows()]
