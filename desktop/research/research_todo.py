"""The to-do list of a research: changed while it waits, ticked off while it is worked off. GUI thread."""

from __future__ import annotations

import json
from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from core.types.research import TodoItem
from desktop.messages.words import counted
from desktop.research.research_words import duration_words
from desktop.shared.icons import icon

_ID, _QUERY, _TITLE = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1, Qt.ItemDataRole.UserRole + 2
_GLYPHS = {"open": "○", "done": "✓", "empty": "∅"}
_LONGEST = 200  # characters of a task
_MOST = 15
_SHOWN_ROWS = 7


class ResearchTodo(QFrame):
    """`approved(str)`: the list as `core.research.user_replies.TodoReply` in JSON, to be worked off."""

    approved = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[tuple[TodoItem, ...], bool] = ((), False)
        self.heading = QLabel(self)
        self.heading.setProperty("look", "strong")
        self.estimate = QLabel(self)
        self.estimate.setProperty("look", "caption")
        self.estimate.setWordWrap(True)
        self.list = QListWidget(self)
        self.list.setWordWrap(True)
        self.list.setAccessibleName(self.tr("Tasks of the research"))
        self.list.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.list.currentRowChanged.connect(self.refresh)
        self.list.model().rowsMoved.connect(self.refresh)
        self.field = QLineEdit(self)
        self.field.setMaxLength(_LONGEST)
        self.field.setPlaceholderText(self.tr("Another task …"))
        self.field.setAccessibleName(self.tr("Another task"))
        self.field.returnPressed.connect(self.on_add)
        self.field.textChanged.connect(self.refresh)
        self.add = self._tool("plus", self.tr("Add this task (Enter)"), self.on_add)
        self.up = self._tool("up", self.tr("Move up (Alt+Up)"), self.on_up)
        self.down = self._tool("down", self.tr("Move down (Alt+Down)"), self.on_down)
        self.remove = self._tool("trash", self.tr("Remove (Delete)"), self.on_remove)
        for keys, slot in (("Alt+Up", self.on_up), ("Alt+Down", self.on_down), ("Delete", self.on_remove)):
            shortcut = QShortcut(QKeySequence(keys), self.list)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(slot)
        self.begin = QPushButton(self.tr("Work these off"), self)
        self.begin.setProperty("look", "primary")
        self.begin.clicked.connect(self.on_begin)
        entering = QHBoxLayout()
        entering.setSpacing(4)
        entering.addWidget(self.field, 1)
        for button in (self.add, self.up, self.down, self.remove):
            entering.addWidget(button)
        starting = QHBoxLayout()
        starting.addWidget(self.begin)
        starting.addStretch()
        self._editing = QWidget(self)
        below = QVBoxLayout(self._editing)
        below.setContentsMargins(0, 0, 0, 0)
        below.addLayout(entering)
        below.addLayout(starting)
        self.list.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.heading)
        column.addWidget(self.list)
        column.addWidget(self.estimate)
        column.addWidget(self._editing)
        self.hide()

    @property
    def titles(self) -> list[str]:
        """The tasks as they stand there."""
        return [self.list.item(row).data(_TITLE) for row in range(self.list.count())]

    @property
    def waits(self) -> bool:
        """It is shown to be changed and agreed to."""
        return self._shown[1]

    def show_tasks(self, tasks: Sequence[TodoItem], seconds: float, *, editable: bool) -> None:
        """A list that waits is shown anew only when the program has changed it: what was edited stays."""
        self.setVisible(bool(tasks))
        if (tuple(tasks), editable) == self._shown:
            return
        self._shown = (tuple(tasks), editable)
        self.list.clear()
        triggers = QAbstractItemView.EditTrigger
        self.list.setEditTriggers(
            triggers.DoubleClicked | triggers.EditKeyPressed if editable else triggers.NoEditTriggers
        )
        drag = QAbstractItemView.DragDropMode
        self.list.setDragDropMode(drag.InternalMove if editable else drag.NoDragDrop)
        for task in tasks:
            self._append(task, editable=editable)
        self._fit()
        done = sum(task.status != "open" for task in tasks)
        if editable:
            self.heading.setText(self.tr("Is this what is to be found out?"))
            told = self.tr("This will take {time}. Double-click a task to change it.")
            self.estimate.setText(told.format(time=duration_words(seconds)))
        else:
            self.heading.setText(self.tr("{done} of {all} tasks done").format(done=done, all=len(tasks)))
            self.estimate.setText("")
        self.estimate.setVisible(editable)
        self._editing.setVisible(editable)
        self.refresh()

    def reply(self) -> str:
        """The list in its new order, agreed to; a task that was typed and not added yet is its last."""
        self.on_add()
        rows = []
        for row in range(self.list.count()):
            item = self.list.item(row)
            title = " ".join(item.text().split())[:_LONGEST]
            kept = title == item.data(_TITLE)
            task = {"task_id": item.data(_ID), "title": title or item.data(_TITLE)}
            rows.append({**task, "query": item.data(_QUERY)} if kept else task)
        return json.dumps({"tasks": rows, "approved": True}, ensure_ascii=False)

    @Slot()
    def refresh(self) -> None:
        row, count = self.list.currentRow(), self.list.count()
        self.add.setEnabled(bool(self.field.text().strip()) and count < _MOST)
        self.up.setEnabled(row > 0)
        self.down.setEnabled(0 <= row < count - 1)
        self.remove.setEnabled(row >= 0 and count > 1)
        self.begin.setText(counted(count, self.tr("Work this task off"), self.tr("Work these {n} tasks off")))

    @Slot()
    def on_add(self) -> None:
        title = " ".join(self.field.text().split())
        if title and self.list.count() < _MOST:
            self._append(TodoItem(0, title, title, origin="user"), editable=True)
            self.list.setCurrentRow(self.list.count() - 1)
            self.field.clear()
            self._fit()

    @Slot()
    def on_up(self) -> None:
        self._move(-1)

    @Slot()
    def on_down(self) -> None:
        self._move(1)

    @Slot()
    def on_remove(self) -> None:
        if self._shown[1] and self.list.count() > 1 and self.list.currentRow() >= 0:
            self.list.takeItem(self.list.currentRow())
            self._fit()
            self.refresh()

    @Slot()
    def on_begin(self) -> None:
        reply = self.reply()
        self._shown = ((), False)
        self.approved.emit(reply)

    def _move(self, step: int) -> None:
        row = self.list.currentRow()
        if self._shown[1] and row >= 0 and 0 <= row + step < self.list.count():
            item = self.list.takeItem(row)
            self.list.insertItem(row + step, item)
            self.list.setCurrentRow(row + step)
            self.refresh()

    def _append(self, task: TodoItem, *, editable: bool) -> None:
        glyph = "" if editable else f"{_GLYPHS[task.status]}  "
        added = self.tr(" (added)") if task.origin == "added" and not editable else ""
        item = QListWidgetItem(f"{glyph}{task.title}{added}")
        item.setData(_ID, task.task_id)
        item.setData(_QUERY, task.query)
        item.setData(_TITLE, task.title)
        states = {"open": self.tr("open"), "done": self.tr("done"), "empty": self.tr("nothing was found")}
        item.setToolTip(task.title if editable else f"{task.title}: {states[task.status]}")
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{task.title}: {states[task.status]}")
        flags = item.flags() | Qt.ItemFlag.ItemIsEditable | Qt.ItemFlag.ItemIsDragEnabled
        item.setFlags(flags & ~Qt.ItemFlag.ItemIsDropEnabled if editable else item.flags())
        self.list.addItem(item)

    def _fit(self) -> None:
        """As high as its rows, up to a few of them."""
        heights = [self.list.sizeHintForRow(row) for row in range(self.list.count())]
        self.list.setFixedHeight(sum(heights[:_SHOWN_ROWS]) + 2 * self.list.frameWidth() + 4)

    def _tool(self, name: str, words: str, slot: object) -> QToolButton:
        button = QToolButton(self)
        button.setIcon(icon(name, "muted"))
        button.setAutoRaise(True)
        button.setToolTip(words)
        button.setAccessibleName(words)
        button.clicked.connect(slot)
        return button
