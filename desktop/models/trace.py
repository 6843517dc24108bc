"""The steps of the shown run as a list model; fills while the run goes on. GUI thread."""

from __future__ import annotations

import re
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from core.trace import TraceState, TraceStep
from desktop.core_words import said
from desktop.models.roles import Role
from desktop.numbers import decimal, grouped

Index = QModelIndex | QPersistentModelIndex
_GLYPHS = {"running": ("●", "accent"), "ok": ("✓", "good"), "failed": ("!", "bad"), "note": ("·", "muted")}
_TOLD = ("note", "check failed", "error", "search_docs")  # steps in whose detail the engine says something
_CODE = re.compile(r"(?:[A-Z][A-Z_]+: )?")


class TraceModel(QAbstractListModel):
    """`show(state)` changes only the rows that differ, so that selection and scroll position stay."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._steps: tuple[TraceStep, ...] = ()
        self._run_id = ""

    @property
    def run_id(self) -> str:
        return self._run_id

    def show(self, state: TraceState) -> None:
        if state.run_id != self._run_id or len(state.steps) < len(self._steps):
            self.beginResetModel()
            self._run_id, self._steps = state.run_id, state.steps
            self.endResetModel()
            return
        old, new = self._steps, state.steps
        known = len(old)
        if len(new) > known:
            self.beginInsertRows(QModelIndex(), known, len(new) - 1)
            self._steps = (*old, *new[known:])
            self.endInsertRows()
        self._steps = new
        for row in range(known):
            if new[row] != old[row]:
                self.dataChanged.emit(self.index(row), self.index(row))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else len(self._steps)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        step = self._steps[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Role.TITLE):
            return self.title_of(step)
        if role == Role.BODY:
            return self._body_of(step)
        if role == Qt.ItemDataRole.ToolTipRole:
            return step.detail
        if role == Role.META:
            return seconds(step.duration_ms) if step.duration_ms is not None else ""
        if role == Role.GLYPH:
            return _GLYPHS[step.state][0]
        if role == Role.TONE:
            return _GLYPHS[step.state][1]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            state = {
                "running": self.tr("running"),
                "ok": self.tr("done"),
                "failed": self.tr("failed"),
                "note": self.tr("note"),
            }[step.state]
            return f"{self.title_of(step)}, {state}. {step.detail}"
        return None

    def title_of(self, step: TraceStep) -> str:
        """The step in words for people who do not know the pipeline's names."""
        plain = {
            "search_docs": self.tr("Searched your documents"),
            "open_citation": self.tr("Opened a passage"),
            "plan": self.tr("Made a plan"),
            "understood as": self.tr("Understood the question as"),
            "tool loop": self.tr("Searching and reading"),
            "compose": self.tr("Composing the answer"),
            "error": self.tr("Went on without a part"),
            "checked": self.tr("The check was passed"),
            "check failed": self.tr("The check found gaps"),
            "asked again": self.tr("Asked the model again"),
            "note": self.tr("Note"),
            "guard": self.tr("Looked at the question"),
            "demands": self.tr("Read what the question demands"),
            "planner": self.tr("Planned the answer"),
            "retriever": self.tr("Gathered passages"),
            "reasoner": self.tr("Wrote the answer"),
            "validator": self.tr("Compared it with its sources"),
            "responder": self.tr("Put the answer together"),
            "evidence left out (prompt full)": self.tr("Left out the oldest passages (no room)"),
        }
        if step.kind == "draft":
            return {
                "running": self.tr("Writing a draft"),
                "failed": self.tr("Wrote a draft that was not taken"),
            }.get(step.state, self.tr("Wrote a draft"))
        if step.title.startswith("model: "):
            purpose = step.title.removeprefix("model: ")
            did = {
                "plan": self.tr("wrote the plan"),
                "action": self.tr("chose the next step"),
                "answer": self.tr("wrote the answer"),
            }
            return self.tr("Model: {did}").format(did=did.get(purpose, purpose))
        return plain.get(step.title, step.title[:1].upper() + step.title[1:])

    def _body_of(self, step: TraceStep) -> str:
        """The detail without identifiers, which the chosen step's full text still shows."""
        if step.tokens is not None:
            read, new, wrote = step.tokens.prompt, step.tokens.evaluated, step.tokens.written
            return self.tr("Read {read} tokens, {new} of them new; wrote {wrote}").format(
                read=grouped(read), new=grouped(new), wrote=grouped(wrote)
            )
        if step.title == "open_citation":
            return step.detail.partition("\n")[2]
        if step.kind == "plan_made":
            return ""  # the plan with its ticks stands above the list
        if step.title in _TOLD:
            return "\n".join(map(_said, step.detail.split("\n")))
        return step.detail

    def doing(self, step: TraceStep) -> str:
        """What goes on after `step` began (or ended), for the line above the composer."""
        now = {
            "search_docs": self.tr("Searching your documents …"),
            "retriever": self.tr("Searching your documents …"),
            "open_citation": self.tr("Reading a passage …"),
            "plan": self.tr("Following the plan …"),
            "planner": self.tr("Planning …"),
            "guard": self.tr("Looking at the question …"),
            "validator": self.tr("Checking the answer against its sources …"),
        }
        return now.get(step.title, self.tr("Thinking …"))


def _said(line: str) -> str:
    """`CODE: sentence`, or a sentence, in the language of the window."""
    start = len(_CODE.match(line)[0])  # type: ignore[index]  # it matches nothing, too
    return f"{line[:start]}{said(line[start:])}"


def seconds(milliseconds: int) -> str:
    """`0.4 s`, `12 s`."""
    value = milliseconds / 1000
    return f"{decimal(value, 1 if value < 10 else 0)} s"
