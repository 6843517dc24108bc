"""The phases of a research, done, present and to come. GUI thread."""

from __future__ import annotations

import html

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QLabel, QWidget

from core.types.research import RESEARCH_PHASES
from desktop.research.research_words import phase_words
from desktop.shared.theme import theme


class ResearchStepper(QLabel):
    """One line of phases: done ✓, present ▸, to come ○. It wraps where the panel is narrow."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._phase = ""
        self._all_done = False
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.RichText)
        theme().changed.connect(self.refresh)
        self.refresh()

    @property
    def marks(self) -> list[str]:
        """A glyph for each phase."""
        if self._all_done:
            return ["✓"] * len(RESEARCH_PHASES)
        now = RESEARCH_PHASES.index(self._phase) if self._phase in RESEARCH_PHASES else -1
        return ["✓" if at < now else "▸" if at == now else "○" for at in range(len(RESEARCH_PHASES))]

    def show_phase(self, phase: str, *, all_done: bool = False) -> None:
        if (phase, all_done) != (self._phase, self._all_done):
            self._phase, self._all_done = phase, all_done
            self.refresh()

    @Slot()
    def refresh(self) -> None:
        names = list(phase_words().values())
        tones = {"✓": "good", "▸": "accent", "○": "muted"}
        spoken = {"✓": self.tr("done"), "▸": self.tr("now"), "○": self.tr("to come")}
        pieces = []
        for mark, name in zip(self.marks, names, strict=True):
            words = f"<b>{html.escape(name)}</b>" if mark == "▸" else html.escape(name)
            color = theme().name("text" if mark == "▸" else "muted")
            pieces.append(
                f"<span style='color:{theme().name(tones[mark])}'>{mark}</span>&nbsp;"
                f"<span style='color:{color}'>{words.replace(' ', '&nbsp;')}</span>"
            )
        self.setText(" &nbsp; ".join(pieces))
        self.setAccessibleName(
            self.tr("Phases: {phases}").format(
                phases="; ".join(
                    f"{name}: {spoken[mark]}" for mark, name in zip(self.marks, names, strict=True)
                )
            )
        )
