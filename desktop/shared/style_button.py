"""How chat words the answers to come: as usual, shorter, longer, as a list. GUI thread."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton, QWidget


class StyleButton(QToolButton):
    """`chosen(style)`: one of `core.settings.AnswerStyle`, or empty for what the settings say."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._style = ""
        self.setProperty("look", "link")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self)
        group = QActionGroup(menu)
        self._names = {
            "": self.tr("Usual length"),
            "concise": self.tr("Concise"),
            "detailed": self.tr("Detailed"),
            "bullet": self.tr("As a list"),
        }
        self.actions_: dict[str, QAction] = {}
        for style, name in self._names.items():
            action = QAction(name, menu)
            action.setCheckable(True)
            action.setData(style)
            group.addAction(action)
            menu.addAction(action)
            self.actions_[style] = action
        group.triggered.connect(self.on_triggered)
        self.setMenu(menu)
        self.setToolTip(self.tr("How answers in chat are worded"))
        self.set_style("")

    @property
    def chosen_style(self) -> str:
        return self._style

    def set_style(self, style: str) -> None:
        """One that is not known counts as the usual one."""
        self._style = style if style in self._names else ""
        name = self._names[self._style]
        self.actions_[self._style].setChecked(True)
        self.setText(f"{name} ▾")
        self.setAccessibleName(self.tr("Answers: {style}").format(style=name))
        self.chosen.emit(self._style)

    @Slot(QAction)
    def on_triggered(self, action: QAction) -> None:
        self.set_style(str(action.data()))
