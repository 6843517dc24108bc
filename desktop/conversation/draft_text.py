"""The draft at the end of the conversation: a heading, a dashed rule, slanted muted text. GUI thread.

A checked answer has none of the three, so nobody takes one for the other, whatever colours they see.
"""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QCoreApplication, QPointF, QRect, Qt
from PySide6.QtGui import (
    QPainter,
    QPen,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)

from core.runs.trace import Draft
from desktop.messages.core_words import said
from desktop.shared.theme import theme

INDENT = 14
_IS_DRAFT = QTextFormat.Property.UserProperty.value + 1
_PROBLEM_CHARACTERS = 140


def _tr(text: str) -> str:
    return QCoreApplication.translate("Draft", text)


def draft_heading(draft: Draft, *, ended: bool) -> tuple[str, str]:
    """What the text below it is worth, in words, and why it was rejected."""
    name = _tr("Draft") if draft.attempt == 1 else _tr("Draft {n}").format(n=draft.attempt)
    if ended:
        return _tr("{draft} · not checked").format(draft=name), ""
    if not draft.rejected:
        return _tr("{draft} · being checked").format(draft=name), ""
    problem = " ".join(said(draft.problems[0]).split()) if draft.problems else ""
    if len(problem) > _PROBLEM_CHARACTERS:
        problem = problem[:_PROBLEM_CHARACTERS].rsplit(" ", 1)[0] + " …"
    return _tr("✗ {draft} · did not pass the check").format(draft=name), problem


class DraftText:
    """Writes drafts at the end of a document, and takes away what it wrote."""

    def __init__(self, document: QTextDocument) -> None:
        self._document = document
        self._start = -1
        self._shown: Draft | None = None

    @property
    def is_shown(self) -> bool:
        return self._start >= 0

    def show(self, draft: Draft, *, ended: bool = False) -> None:
        """What is new is added; a new attempt, a verdict or the end of the run takes the old text's place."""
        shown = self._shown
        grows = (
            shown is not None
            and not ended
            and (shown.attempt, shown.rejected) == (draft.attempt, draft.rejected)
            and draft.text.startswith(shown.text)
        )
        if shown is not None and grows:
            self._end().insertText(draft.text[len(shown.text) :], _ink(draft))
        else:
            self.take_away()
            self._start = self._end().position()
            heading, problem = draft_heading(draft, ended=ended)
            self._end().insertBlock(_block(heading=True), _caption())
            self._end().insertText(heading, _caption(bold=True))
            self._end().insertText(f" · {problem}" if problem else "", _caption())
            self._end().insertBlock(_block(), _ink(draft))
            self._end().insertText(draft.text, _ink(draft))
        self._shown = draft

    def take_away(self) -> None:
        if self._start >= 0:
            cursor = QTextCursor(self._document)
            cursor.setPosition(self._start)
            cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
            cursor.removeSelectedText()
        self.leave()

    def leave(self) -> None:
        """What is written stays, or somebody else has taken it away."""
        self._start, self._shown = -1, None

    def _end(self) -> QTextCursor:
        cursor = QTextCursor(self._document)
        cursor.movePosition(QTextCursor.MoveOperation.End)
        return cursor


def paint_rules(painter: QPainter, document: QTextDocument, first: QTextBlock, visible: QRect) -> None:
    """The dashed rule beside each draft from block `first` on; `visible` in the document's coordinates."""
    pen = QPen(theme().color("muted"), 1.5, Qt.PenStyle.CustomDashLine)
    pen.setDashPattern([3.0, 3.0])
    painter.setPen(pen)
    layout = document.documentLayout()
    x = document.documentMargin() + 2.75
    for block in _blocks(first):
        area = layout.blockBoundingRect(block)
        if area.top() > visible.bottom():
            break
        if block.blockFormat().hasProperty(_IS_DRAFT):
            painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))


def _blocks(block: QTextBlock) -> Iterator[QTextBlock]:
    while block.isValid():
        yield block
        block = block.next()


def _block(*, heading: bool = False) -> QTextBlockFormat:
    block = QTextBlockFormat()
    block.setProperty(_IS_DRAFT, True)
    block.setLeftMargin(INDENT)
    block.setBottomMargin(2 if heading else 0)
    block.setLineHeight(130 if heading else 150, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
    return block


def _caption(*, bold: bool = False) -> QTextCharFormat:
    ink = QTextCharFormat()
    ink.setForeground(theme().color("muted"))
    ink.setFont(theme().font("caption", bold=bold))
    return ink


def _ink(draft: Draft) -> QTextCharFormat:
    font = theme().font("answer")
    font.setItalic(True)
    font.setStrikeOut(draft.rejected)
    ink = QTextCharFormat()
    ink.setForeground(theme().color("muted"))
    ink.setFont(font)
    return ink
