"""The conversation as one document: questions, drafts, checked answers with chips. GUI thread.

Text is only appended, or replaced from the beginning of the last turn, so a long conversation costs nothing
while a new answer streams. Chips are real text in a link; the view paints their rounded boxes underneath.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, QUrl, Signal, Slot
from PySide6.QtGui import (
    QHelpEvent,
    QImage,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QFrame, QTextBrowser, QToolTip, QWidget

from core.trace import Draft, TraceState
from core.types import SourceState
from desktop.controllers.conversation import Turn
from desktop.theme import theme
from desktop.widgets.draft_text import DraftText, paint_rules
from desktop.widgets.turn_html import SourceStateOf, footer_html, question_html, sheet, tooltip_of

_MARGIN = 16
_LIST_INDENT = 24
_MAX_CHARACTERS = 76  # a line; longer ones are hard to follow


class ConversationView(QTextBrowser):
    """`citation_activated(turn, number, statement)` with statement -1 when unknown;
    `nearest_activated(turn, index)` for a passage that is not cited; `trace_requested(turn)`;
    `anyway_requested(turn)` for a refused question that is to be asked all the same. No other link does
    anything.
    """

    citation_activated = Signal(int, int, int)
    nearest_activated = Signal(int, int)
    trace_requested = Signal(int)
    anyway_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.source_state_of: SourceStateOf = lambda _document_id: SourceState.PRESENT
        self._turns: list[Turn] = []
        self._starts: list[int] = []  # position where each turn begins
        self._chips: list[tuple[int, int]] = []
        self._draft = DraftText(self.document())
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.setAcceptDrops(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName(self.tr("Conversation"))
        self.setUndoRedoEnabled(False)
        self.document().setDocumentMargin(_MARGIN)
        self.document().setIndentWidth(_LIST_INDENT)
        self.anchorClicked.connect(self.on_anchor_clicked)
        self.highlighted.connect(self.on_highlighted)
        theme().changed.connect(self.rebuild)
        self._style()

    # --- content --------------------------------------------------------------------------------

    def start_turn(self, turn: Turn) -> None:
        self._turns.append(turn)
        self._append(turn)
        self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())
        self.viewport().update()

    @Slot(object)
    def show_draft(self, turn: Turn) -> None:
        """The text of the running turn that has not been checked, as far as it has come."""
        if not self._turns or turn is not self._turns[-1] or turn.state.draft is None:
            return
        follow = self._at_bottom()
        self._draft.show(turn.state.draft)
        if follow:
            self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())
        self.viewport().update()  # the rule beside it is ours to paint

    def finish_turn(self, turn: Turn) -> None:
        """Replace the draft by the checked answer, or by the sentence that says why there is none.

        Without an answer the draft stays, and says that nothing checked it.
        """
        if not self._turns or turn is not self._turns[-1]:
            return
        follow = self._at_bottom()
        start = self._starts.pop()
        # The line break before the turn goes too; `_append` makes it again.
        self._cut(start - 1 if self._starts else start)
        self._append(turn)
        if follow:
            self.show_turn(turn.number)

    def show_turn(self, number: int) -> None:
        """Scroll to the end, but never past the question."""
        bar = self.verticalScrollBar()
        cursor = QTextCursor(self.document())
        cursor.setPosition(min(self._starts[number], self.document().characterCount() - 1))
        top = self.document().documentLayout().blockBoundingRect(cursor.block()).top()
        bar.setValue(min(bar.maximum(), int(top)))

    def clear_turns(self) -> None:
        self._turns.clear()
        self.rebuild()

    @Slot()
    def rebuild(self) -> None:
        """All turns again: after a change of theme, or for a new conversation."""
        self._style()
        place = self.verticalScrollBar().value()
        self.clear()
        self._starts = []
        self._draft.leave()
        for turn in self._turns:
            self._append(turn)
            if turn.running:
                self.show_draft(turn)
        self._find_chips()
        self.verticalScrollBar().setValue(place)

    def _append(self, turn: Turn) -> None:
        self._draft.leave()
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        if self._starts:
            cursor.insertBlock(QTextBlockFormat(), QTextCharFormat())
        start = cursor.position()
        self._starts.append(start)
        draft = turn.state.draft if turn.state.finished and turn.state.answer is None else None
        cursor.insertHtml(question_html(turn) + ("" if draft else footer_html(turn)))
        # Qt drops the first paragraph's format when HTML is inserted into an empty block.
        cursor.setPosition(start)
        cursor.mergeBlockFormat(self._question_block(first=len(self._starts) == 1))
        if draft is not None:
            self._append_ended(turn, draft)
        self._find_chips()

    def _append_ended(self, turn: Turn, draft: Draft) -> None:
        """The draft of a run that came to no answer, and below it why."""
        self._draft.show(draft, ended=True)
        self._draft.leave()
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        block = QTextBlockFormat()
        block.setTopMargin(8)
        cursor.insertBlock(block, QTextCharFormat())
        cursor.insertHtml(footer_html(turn))

    def _cut(self, start: int) -> None:
        cursor = QTextCursor(self.document())
        cursor.setPosition(start)
        cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()

    def _find_chips(self) -> None:
        self._chips = []
        block = self.document().begin()
        while block.isValid():
            iterator = block.begin()
            while not iterator.atEnd():
                fragment = iterator.fragment()
                if fragment.charFormat().anchorHref().startswith("cite:"):
                    self._add_chips(fragment.position(), fragment.text())
                iterator += 1
            block = block.next()
        self.viewport().update()

    def _add_chips(self, position: int, text: str) -> None:
        """`[1][2]` with the same link format may be one fragment: one box for each bracket."""
        at = 0
        for piece in text.split("]")[:-1]:
            self._chips.append((position + at, len(piece) + 1))
            at += len(piece) + 1

    # --- look -----------------------------------------------------------------------------------

    def _style(self) -> None:
        self.setFont(theme().font("answer"))
        self.document().setDefaultFont(theme().font("answer"))
        self.document().setDefaultStyleSheet(theme().fill(sheet()))

    def _question_block(self, *, first: bool) -> QTextBlockFormat:
        block = QTextBlockFormat()
        block.setTopMargin(0 if first else 32)
        block.setBottomMargin(8)
        return block

    def _at_bottom(self) -> bool:
        bar = self.verticalScrollBar()
        return bar.value() >= bar.maximum() - 8

    def resizeEvent(self, event: QResizeEvent) -> None:
        column = self.fontMetrics().averageCharWidth() * _MAX_CHARACTERS + 2 * _MARGIN
        side = max((self.width() - column) // 2, 0)
        self.setViewportMargins(side, 8, side, 0)
        super().resizeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(-self.horizontalScrollBar().value(), -self.verticalScrollBar().value())
        if self._turns:
            self._paint_lines(painter)
            self._paint_chips(painter, event)
            visible = event.rect().translated(0, self.verticalScrollBar().value())
            first = self.cursorForPosition(event.rect().topLeft()).block()
            paint_rules(painter, self.document(), first, visible)
        else:
            painter.resetTransform()
            self._paint_welcome(painter)
        painter.end()
        super().paintEvent(event)

    def _paint_lines(self, painter: QPainter) -> None:
        painter.setPen(QPen(theme().color("border"), 1))
        layout = self.document().documentLayout()
        for start in self._starts[1:]:
            top = layout.blockBoundingRect(self.document().findBlock(start)).top() - 16
            y = int(top) + 0.5  # on the pixel, so that a hairline stays one
            painter.drawLine(QPointF(_MARGIN, y), QPointF(self.viewport().width() - _MARGIN, y))

    def _paint_chips(self, painter: QPainter, event: QPaintEvent) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme().color("accent-soft"))
        visible = event.rect().translated(0, self.verticalScrollBar().value())
        layout = self.document().documentLayout()
        for position, length in self._chips:
            block = self.document().findBlock(position)
            area = layout.blockBoundingRect(block)
            if not block.isValid() or area.bottom() < visible.top() or area.top() > visible.bottom():
                continue
            offset = position - block.position()
            line = block.layout().lineForTextPosition(offset)
            if not line.isValid():
                continue
            left, right = line.cursorToX(offset), line.cursorToX(offset + length)
            # PySide returns (x, position) for the overload that may move the position.
            left, right = (value[0] if isinstance(value, tuple) else value for value in (left, right))
            origin = block.layout().position()
            height = line.ascent() + line.descent()
            box = QRectF(origin.x() + left, origin.y() + line.y(), right - left, height)
            painter.drawRoundedRect(box.adjusted(-0.5, 1, 0.5, 1), 6, 6)

    def _paint_welcome(self, painter: QPainter) -> None:
        area = self.viewport().rect().adjusted(24, 0, -24, 0)
        middle = area.height() * 2 // 5
        painter.setPen(theme().color("text"))
        painter.setFont(theme().font("title", bold=True))
        flags = Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(area.adjusted(0, middle - 44, 0, 0), flags, self.tr("Ask about your documents"))
        painter.setPen(theme().color("muted"))
        painter.setFont(theme().font("body"))
        sentence = self.tr(
            "Every sentence of an answer shows where it comes from.\n"
            "Click a number in brackets to see the page with the words marked."
        )
        painter.drawText(area.adjusted(0, middle, 0, 0), flags, sentence)

    # --- links ----------------------------------------------------------------------------------

    def loadResource(self, kind: int, name: QUrl) -> QImage:
        """Nothing is ever loaded. `None` or empty bytes would let QTextBrowser read the file itself."""
        return QImage()

    @Slot(QUrl)
    def on_anchor_clicked(self, url: QUrl) -> None:
        numbers = [int(part) for part in url.path().split("/") if part.isdigit()]
        match url.scheme():
            case "cite" if len(numbers) >= 2:
                self.citation_activated.emit(numbers[0], numbers[1], numbers[2] if len(numbers) > 2 else -1)
            case "near" if len(numbers) >= 2:
                self.nearest_activated.emit(numbers[0], numbers[1])
            case "steps" if numbers:
                self.trace_requested.emit(numbers[0])
            case "anyway" if numbers:
                self.anyway_requested.emit(numbers[0])
            case "status" | "coverage":
                self._show_tip(url, self.viewport().mapToGlobal(self.cursorRect().bottomLeft()))
            case _:
                pass

    @Slot(QUrl)
    def on_highlighted(self, url: QUrl) -> None:
        """Tab reached a link: show what the mouse would show on hovering."""
        if not url.isEmpty() and self.hasFocus() and not self.viewport().underMouse():
            self._show_tip(url, self.viewport().mapToGlobal(self.cursorRect().bottomRight()))

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            self._show_tip(QUrl(self.anchorAt(event.pos())), event.globalPos())
            return True
        return super().viewportEvent(event)

    def tip_of(self, url: QUrl) -> str:
        states: list[TraceState] = [turn.state for turn in self._turns]
        return tooltip_of(url.toString(), states, self.source_state_of)

    def _show_tip(self, url: QUrl, position: QPoint) -> None:
        tip = self.tip_of(url)
        if tip:
            QToolTip.showText(position, tip, self)
        else:
            QToolTip.hideText()
