"""The conversation as one document: questions, drafts, checked answers with chips. GUI thread.

Text is only appended, put on top, or replaced turn by turn, so a long conversation costs nothing while a new
answer streams. Of a stored one the last turns are shown, and earlier ones come when the top is reached. Chips
are real text in a link; the view paints their rounded boxes underneath, of what can be seen.
"""

from __future__ import annotations

from bisect import bisect_right

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, QTimer, QUrl, Signal, Slot
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
from PySide6.QtWidgets import QFrame, QTextBrowser, QToolButton, QToolTip, QWidget

from core.runs.trace import Draft, TraceState
from core.types import SourceState
from desktop.conversation.chip_places import box_of, chips_between
from desktop.conversation.conversation import Turn
from desktop.conversation.draft_text import DraftText, paint_rules
from desktop.conversation.turn_html import SourceStateOf, footer_html, question_html, sheet, tooltip_of
from desktop.shared.theme import theme

_MARGIN = 16
_LIST_INDENT = 24
_SHOWN_AT_ONCE = 12  # turns; each takes some ten milliseconds to lay out
_TOP = 8
_MAX_CHARACTERS = 76  # a line; longer ones are hard to follow


class ConversationView(QTextBrowser):
    """`citation_activated(turn, number, statement)` with statement -1 when unknown;
    `nearest_activated(turn, index)` for a passage that is not cited; `trace_requested(turn)`;
    `anyway_requested(turn)` for a refused question that is to be asked all the same;
    `form_chosen(turn, index)` for its answer in another form;
    `option_chosen(turn, index)` for what may be asked instead; `condition_activated(turn, index)` to change
    one of the question, `condition_dropped(turn, index)` to ask without it; `deed_wanted(deed, turn)` for
    what may be done with an answer (`copy`, `again`, `edit`, `good`, `bad`). No other link does anything.
    `earlier_wanted(turn)`: those before it are to be shown with `show_earlier`.
    """

    citation_activated = Signal(int, int, int)
    nearest_activated = Signal(int, int)
    trace_requested = Signal(int)
    anyway_requested = Signal(int)
    option_chosen = Signal(int, int)
    form_chosen = Signal(int, int)
    condition_activated = Signal(int, int)
    condition_dropped = Signal(int, int)
    deed_wanted = Signal(str, int)
    earlier_wanted = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.source_state_of: SourceStateOf = lambda _document_id: SourceState.PRESENT
        self._turns: list[Turn] = []
        self._first = 0  # number of the turn that is shown on top
        self._starts: list[int] = []  # position where each shown turn begins
        self._chips_of: list[list[tuple[int, int]]] = []  # of each shown turn, from its beginning
        self._ahead = 0  # down to this turn earlier ones are being put on top
        self._earlier = QToolButton(self)
        self._earlier.setProperty("look", "link")
        self._earlier.clicked.connect(self.on_earlier_clicked)
        self._earlier.hide()
        self._adding = QTimer(self, interval=0)
        self._adding.timeout.connect(self.on_adding)
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
        self.verticalScrollBar().valueChanged.connect(self.on_scrolled)
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
        self._chips_of.pop()
        # The line break before the turn goes too; `_append` makes it again.
        self._cut(start - 1 if self._starts else start)
        self._append(turn)
        if follow:
            self.show_turn(turn.number)

    def refresh_turn(self, turn: Turn) -> None:
        """The same turn again, after something small about it has changed."""
        at = turn.number - self._first
        if turn.running or not 0 <= at < len(self._starts):
            return
        place = self.verticalScrollBar().value()
        start = self._starts[at]
        cursor = QTextCursor(self.document())
        cursor.setPosition(start)
        if at + 1 < len(self._starts):
            cursor.setPosition(self._starts[at + 1] - 1, QTextCursor.MoveMode.KeepAnchor)
        else:
            cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
        before = self.document().characterCount()
        cursor.removeSelectedText()
        self._write(turn, start, first=at == 0)
        self._shift(at + 1, self.document().characterCount() - before)
        self._chips_of[at] = chips_between(self.document(), start, self._end_of(at))
        self.verticalScrollBar().setValue(place)
        self.viewport().update()

    def open_turns(self, turns: list[Turn]) -> None:
        """Another conversation, its last turns first, at its end."""
        self._turns = list(turns)
        self.rebuild()
        if turns:
            self.show_turn(turns[-1].number)

    def show_earlier(self, first: int) -> None:
        """The turns from this number on are loaded: put them on top, one at a time."""
        self._ahead = max(first, 0)
        if self._ahead < self._first and not self._draft.is_shown:
            self._adding.start()

    @Slot()
    def on_adding(self) -> None:
        if self._first <= self._ahead or self._draft.is_shown:
            self._adding.stop()
            self.on_scrolled(self.verticalScrollBar().value())  # who is at the top again wants more
            return
        self._first -= 1
        bar = self.verticalScrollBar()
        below = bar.maximum() - bar.value()
        cursor = QTextCursor(self.document())
        before = self.document().characterCount()
        if self._starts:
            cursor.mergeBlockFormat(self._question_block(first=False))
            cursor.insertBlock(QTextBlockFormat(), QTextCharFormat())
        self._write(self._turns[self._first], 0, first=True)
        self._starts.insert(0, 0)
        self._chips_of.insert(0, [])
        self._shift(1, self.document().characterCount() - before)
        self._chips_of[0] = chips_between(self.document(), 0, self._end_of(0))
        bar.setValue(bar.maximum() - below)
        self._place_earlier()

    @Slot(int)
    def on_scrolled(self, value: int) -> None:
        if value == 0 and self._first and self.verticalScrollBar().maximum():
            self.on_earlier_clicked()

    @Slot()
    def on_earlier_clicked(self) -> None:
        if self._first and not self._adding.isActive() and not self._draft.is_shown:
            self.earlier_wanted.emit(self._first)

    def show_turn(self, number: int) -> None:
        """Scroll to the end, but never past the question."""
        bar = self.verticalScrollBar()
        cursor = QTextCursor(self.document())
        at = max(number - self._first, 0)
        cursor.setPosition(min(self._starts[at], self.document().characterCount() - 1))
        top = self.document().documentLayout().blockBoundingRect(cursor.block()).top()
        bar.setValue(min(bar.maximum(), int(top)))

    def clear_turns(self) -> None:
        self._turns.clear()
        self.rebuild()

    @Slot()
    def rebuild(self) -> None:
        """The last turns again: after a change of theme, or for another conversation."""
        self._style()
        place = self.verticalScrollBar().value()
        at_end = self._at_bottom()
        self._adding.stop()
        self.clear()
        self._starts, self._chips_of = [], []
        self._draft.leave()
        first = max(len(self._turns) - _SHOWN_AT_ONCE, 0)
        while first < len(self._turns) and not self._turns[first].loaded:
            first += 1
        self._first = self._ahead = first
        for turn in self._turns[first:]:
            self._append(turn)
            if turn.running:
                self.show_draft(turn)
        self._place_earlier()
        bar = self.verticalScrollBar()
        bar.setValue(bar.maximum() if at_end else place)
        self.viewport().update()

    def _append(self, turn: Turn) -> None:
        self._draft.leave()
        chosen = self.textCursor().anchor(), self.textCursor().position()
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        if self._starts:
            cursor.insertBlock(QTextBlockFormat(), QTextCharFormat())
        start = cursor.position()
        self._starts.append(start)
        self._write(turn, start, first=len(self._starts) == 1)
        self._keep_chosen(*chosen)
        self._chips_of.append(chips_between(self.document(), start, self.document().characterCount()))
        self.viewport().update()

    def _keep_chosen(self, anchor: int, position: int) -> None:
        """What was selected up to the end stays so, and does not grow with what is written behind it."""
        if anchor == position:
            return
        place = self.verticalScrollBar().value()
        cursor = self.textCursor()
        cursor.setPosition(anchor)
        cursor.setPosition(position, QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)
        self.verticalScrollBar().setValue(place)  # Qt scrolls to a cursor that is set

    def _write(self, turn: Turn, start: int, *, first: bool) -> None:
        """Into the empty block at `start`."""
        cursor = QTextCursor(self.document())
        cursor.setPosition(start)
        draft = turn.state.draft if turn.state.finished and turn.state.answer is None else None
        ends = start >= self.document().characterCount() - 1
        cursor.insertHtml(question_html(turn) + ("" if draft and ends else footer_html(turn)))
        # Qt drops the first paragraph's format when HTML is inserted into an empty block.
        cursor.setPosition(start)
        cursor.mergeBlockFormat(self._question_block(first=first))
        if draft is not None and ends:
            self._append_ended(turn, draft)

    def _shift(self, first: int, by: int) -> None:
        """Turns from this one on have moved."""
        self._starts[first:] = [start + by for start in self._starts[first:]]

    def _end_of(self, at: int) -> int:
        return self._starts[at + 1] if at + 1 < len(self._starts) else self.document().characterCount()

    def _place_earlier(self) -> None:
        count = self._first
        self._earlier.setVisible(bool(count))
        if count:
            text = self.tr("1 earlier question") if count == 1 else self.tr("{n} earlier questions")
            self._earlier.setText(text.format(n=count))
            self._earlier.adjustSize()
            self._earlier.move((self.width() - self._earlier.width()) // 2, 2)
        self._set_margins()

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

    @property
    def _chips(self) -> list[tuple[int, int]]:
        """Position and length of all that are shown."""
        pairs = zip(self._starts, self._chips_of, strict=True)
        return [(start + at, length) for start, chips in pairs for at, length in chips]

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
        at_bottom = self._at_bottom()
        self._place_earlier()
        super().resizeEvent(event)
        if at_bottom:  # the strip of a run takes its room here: what follows is still followed
            self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())

    def _set_margins(self) -> None:
        column = self.fontMetrics().averageCharWidth() * _MAX_CHARACTERS + 2 * _MARGIN
        side = max((self.width() - column) // 2, 0)
        top = _TOP + (self._earlier.height() if self._first else 0)
        self.setViewportMargins(side, top, side, 0)

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
        for start in self._starts[1:][slice(*self._seen())]:
            top = layout.blockBoundingRect(self.document().findBlock(start)).top() - 16
            y = int(top) + 0.5  # on the pixel, so that a hairline stays one
            painter.drawLine(QPointF(_MARGIN, y), QPointF(self.viewport().width() - _MARGIN, y))

    def _paint_chips(self, painter: QPainter, event: QPaintEvent) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme().color("accent-soft"))
        visible = QRectF(event.rect().translated(0, self.verticalScrollBar().value()))
        first, last = self._seen()
        for start, chips in zip(self._starts[first:last], self._chips_of[first:last], strict=True):
            for at, length in chips:
                box = box_of(self.document(), start + at, length, visible)
                if box is not None:
                    painter.drawRoundedRect(box, 6, 6)

    def _seen(self) -> tuple[int, int]:
        """Of the shown turns those that can be seen, as a range."""
        area = self.viewport().rect()
        top = self.cursorForPosition(area.topLeft()).position()
        bottom = self.cursorForPosition(area.bottomRight()).position()
        return max(bisect_right(self._starts, top) - 1, 0), bisect_right(self._starts, bottom)

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

    def loadResource(self, kind: int, name: QUrl | str) -> QImage:
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
            case "option" if len(numbers) >= 2:
                self.option_chosen.emit(numbers[0], numbers[1])
            case "form" if len(numbers) >= 2:
                self.form_chosen.emit(numbers[0], numbers[1])
            case "change" if len(numbers) >= 2:
                self.condition_activated.emit(numbers[0], numbers[1])
            case "without" if len(numbers) >= 2:
                self.condition_dropped.emit(numbers[0], numbers[1])
            case "copy" | "again" | "edit" | "good" | "bad" if numbers:
                self.deed_wanted.emit(url.scheme(), numbers[0])
            case "status" | "coverage" | "confidence":
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
            # Without these tags one that has none is taken for plain text: `&amp;`, and all on one line.
            QToolTip.showText(position, f"<qt>{tip}</qt>", self)
        else:
            QToolTip.hideText()
