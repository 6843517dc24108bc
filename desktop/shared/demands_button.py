"""What the answers of agent mode must have: headings, exact quotes, passages to rest on. GUI thread."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QFormLayout,
    QLineEdit,
    QMenu,
    QPushButton,
    QSpinBox,
    QToolButton,
    QWidget,
    QWidgetAction,
)

from core.agent.demands.constraints import NO_DEMANDS, PromptConstraints
from desktop.messages.words import counted

_MOST_SOURCES = 3  # passages that an answer can rest on at a time


class DemandsButton(QToolButton):
    """`chosen(PromptConstraints)` with every change; they hold until they are taken back."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("look", "link")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setToolTip(self.tr("What the answers in agent mode must have"))
        form = QWidget(self)
        self.headings = QLineEdit(form)
        self.headings.setPlaceholderText(self.tr("Summary, Costs, Risks"))
        self.headings.setMinimumWidth(220)
        self.headings.setAccessibleName(self.tr("Headings of the answer, separated by commas"))
        self.sources = QSpinBox(form)
        self.sources.setRange(0, _MOST_SOURCES)
        self.sources.setAccessibleName(self.tr("Passages to read, at least"))
        self.sources.setSpecialValueText(self.tr("as many as needed"))
        self.quotes = QCheckBox(self.tr("Quote the exact words"), form)
        self.newest = QCheckBox(self.tr("Where documents disagree, the newest counts"), form)
        self.clear = QPushButton(self.tr("Clear"), form)
        rows = QFormLayout(form)
        rows.addRow(self.tr("Headings:"), self.headings)
        rows.addRow(self.tr("Passages to read, at least:"), self.sources)
        rows.addRow(self.quotes)
        rows.addRow(self.newest)
        rows.addRow(self.clear)
        menu = QMenu(self)
        action = QWidgetAction(menu)
        action.setDefaultWidget(form)
        menu.addAction(action)
        self.setMenu(menu)
        self.headings.textChanged.connect(self.on_changed)
        self.headings.returnPressed.connect(menu.close)
        self.sources.valueChanged.connect(self.on_changed)
        self.quotes.toggled.connect(self.on_changed)
        self.newest.toggled.connect(self.on_changed)
        self.clear.clicked.connect(self.on_cleared)
        self.on_changed()

    @property
    def demands(self) -> PromptConstraints:
        """What is set; `NO_DEMANDS` for nothing."""
        names = (" ".join(name.split()) for name in self.headings.text().split(","))
        newest = self.newest.isChecked()
        return PromptConstraints(
            required_sections=tuple(dict.fromkeys(name for name in names if name)),
            min_open_citations=self.sources.value(),
            requires_exact_quote=self.quotes.isChecked(),
            requires_conflict_resolution=newest,
            conflict_resolution_rule="newest" if newest else None,
        )

    @Slot()
    def on_changed(self) -> None:
        demands = self.demands
        number = sum(
            (
                bool(demands.required_sections),
                bool(demands.min_open_citations),
                demands.requires_exact_quote,
                demands.requires_conflict_resolution,
            )
        )
        some = counted(number, self.tr("1 demand"), self.tr("{n} demands"))
        name = some if number else self.tr("Demands")
        self.setText(f"{name} ▾")
        self.setAccessibleName(name)
        self.clear.setEnabled(demands != NO_DEMANDS)
        self.chosen.emit(demands)

    @Slot()
    def on_cleared(self) -> None:
        self.headings.clear()
        self.sources.setValue(0)
        self.quotes.setChecked(False)
        self.newest.setChecked(False)
