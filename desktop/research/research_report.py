"""What a research says of its own report: quality, limits, where its sources came from; and the export of it.
GUI thread.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QVBoxLayout, QWidget

from core.types.research import ResearchReport
from desktop.messages.words import quoted
from desktop.research.research_graph import ResearchGraph
from desktop.research.research_words import score_words, way_words

_MOST = 12  # lines of a kind


class ResearchReportBox(QFrame):
    """`chosen(int)`: a source; `export_requested`."""

    chosen = Signal(int)
    export_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.quality = self._heading()
        self.scores = self._text()
        self.ways_heading = self._heading(self.tr("Where the sources came from"))
        self.graph = ResearchGraph(self)
        self.graph.chosen.connect(self.chosen)
        self.ways = self._text()
        self.open_heading = self._heading(self.tr("Not followed, and limits"))
        self.open = self._text()
        self.export = QPushButton(self.tr("Export the report …"), self)
        self.export.setProperty("look", "small")
        self.export.clicked.connect(self.export_requested)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        for part in (self.quality, self.scores, self.ways_heading, self.graph, self.ways):
            column.addWidget(part)
        column.addWidget(self.open_heading)
        column.addWidget(self.open)
        column.addWidget(self.export, 0, Qt.AlignmentFlag.AlignLeft)
        self.hide()

    def show_report(self, report: ResearchReport | None) -> None:
        self.setVisible(report is not None)
        self.graph.show_report(report)
        if report is None:
            return
        told = self.tr("Quality: {total} of 500") if report.quality else self.tr("Quality: not judged")
        again = self.tr(" · written twice") if report.retried else ""
        self.quality.setText(told.format(total=report.quality_total) + again)
        scores = " · ".join(map(score_words, report.quality))
        self._fill(self.scores, [*([scores] if scores else []), *report.issues])
        ways = [f"[{one.number}] {way_words(one, report)}" for one in report.sources if one.references]
        self.ways_heading.setVisible(bool(report.sources))
        self.graph.setVisible(bool(report.sources))
        self._fill(self.ways, ways)
        left = [*report.open_questions, *report.limits]
        for one in report.open_references:
            address = f" ({one.address})" if one.address not in ("", one.text) else ""
            left.append(f"{one.filename}, {one.page}: {quoted(one.text)}{address} – {one.reason}")
        self.open_heading.setVisible(bool(left))
        self._fill(self.open, left)

    def _heading(self, words: str = "") -> QLabel:
        label = QLabel(words, self)
        label.setProperty("look", "strong")
        return label

    def _text(self) -> QLabel:
        label = QLabel(self)
        label.setProperty("look", "caption")
        label.setWordWrap(True)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        return label

    def _fill(self, label: QLabel, lines: list[str]) -> None:
        more = len(lines) - _MOST
        shown = lines[:_MOST] + (
            [self.tr("… and {n} more, in the export").format(n=more)] if more > 0 else []
        )
        label.setText("\n".join(shown))
        label.setVisible(bool(lines))
