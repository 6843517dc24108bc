"""Where the sources of a report came from: documents, their passages, and what named them. GUI thread.

Documents stand in columns by how many references led to them. Tab and the arrows walk from passage to
passage, Enter opens its page, as a click does.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QBrush, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import (
    QGraphicsItem,
    QGraphicsRectItem,
    QGraphicsScene,
    QGraphicsView,
    QSizePolicy,
    QWidget,
)

from core.types.research import GraphEdge, GraphNode, ResearchReport
from desktop.research.research_words import named_words, where_words
from desktop.shared.theme import theme

_WIDE, _LINE, _GAP, _PAD = 170.0, 24.0, 56.0, 8.0
_NODE = 0  # key of an item's data
_GROUND, _WAYS = -2.0, -1.0  # documents, then what leads from one to another; passages and words lie above


class ResearchGraph(QGraphicsView):
    """`chosen(int)`: the number of a passage among the report's sources."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._report: ResearchReport | None = None
        self._passages: list[tuple[GraphNode, QGraphicsRectItem]] = []
        self._at = -1
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setScene(QGraphicsScene(self))
        self.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Where the sources came from"))
        self.setToolTip(self.tr("Click a passage, or walk with the arrows and press Enter"))
        theme().changed.connect(self.refresh)

    @property
    def numbers(self) -> list[int]:
        """The passages in the order that the arrows follow."""
        return [node.number for node, _item in self._passages]

    def show_report(self, report: ResearchReport | None) -> None:
        if report != self._report:
            self._report = report
            self._at = -1
            self.refresh()

    @Slot()
    def refresh(self) -> None:
        self.scene().clear()
        self._passages = []
        report = self._report
        if report is None:
            return
        self.setBackgroundBrush(theme().color("surface"))
        passages: dict[str, list[GraphNode]] = {}
        for node in report.nodes:
            if node.kind == "passage":
                passages.setdefault(node.document_id, []).append(node)
        depth = {source.number: max(len(source.path) - 1, 0) for source in report.sources}
        columns: dict[int, float] = {}
        places: dict[str, QRectF] = {}
        for node in report.nodes:
            if node.kind == "passage":
                continue
            own = sorted(passages.get(node.node_id, []), key=lambda one: (one.page, one.number))
            column = min((depth.get(one.number, 0) for one in own), default=0)
            if node.kind == "external":
                column = max(depth.values(), default=0) + 1
            top = columns.get(column, 0.0)
            box = QRectF(column * (_WIDE + _GAP), top, _WIDE, _LINE * (1 + len(own)) + 2 * _PAD)
            columns[column] = box.bottom() + 16
            self._draw_document(node, own, box, places)
        for edge in report.edges:
            if edge.kind != "contains" and edge.source in places and edge.target in places:
                self._draw_reference(places[edge.source], places[edge.target], edge)
        self._passages.sort(key=lambda pair: (pair[1].rect().x(), pair[1].rect().y()))
        self.setSceneRect(self.scene().itemsBoundingRect().adjusted(-8, -8, 8, 8))
        self.setFixedHeight(min(int(self.sceneRect().height()) + 24, 320))
        self._mark()
        for bar in (self.horizontalScrollBar(), self.verticalScrollBar()):
            bar.setValue(bar.minimum())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_Left: -1}
        if event.key() in steps and self._passages:
            self._at = (self._at + steps[Qt.Key(event.key())]) % len(self._passages)
            self._mark()
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and 0 <= self._at < len(self._passages):
            self.chosen.emit(self._passages[self._at][0].number)
            return
        super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        for item in self.items(event.position().toPoint()):
            number = item.data(_NODE)
            if isinstance(number, int):
                self._at = self.numbers.index(number)
                self._mark()
                self.chosen.emit(number)
                return

    def _mark(self) -> None:
        for at, (node, item) in enumerate(self._passages):
            here = at == self._at
            item.setPen(QPen(theme().color("accent" if here else "border"), 2 if here else 1))
            if here:
                self.ensureVisible(item)
                words = self.tr("Where the sources came from: [{number}] {name}")
                self.setAccessibleName(words.format(number=node.number, name=node.label))

    def _draw_document(
        self, node: GraphNode, own: list[GraphNode], box: QRectF, places: dict[str, QRectF]
    ) -> None:
        ground = self.scene().addRect(box, QPen(theme().color("border")), QBrush(theme().color("window")))
        ground.setZValue(_GROUND)
        self._write(node.label, QRectF(box.x(), box.y() + _PAD / 2, box.width(), _LINE), bold=True)
        places[node.node_id] = box
        for row, passage in enumerate(own, start=1):
            area = QRectF(box.x() + _PAD, box.y() + _PAD / 2 + row * _LINE, _WIDE - 2 * _PAD, _LINE - 4)
            item = self.scene().addRect(area, QPen(), QBrush(theme().color("accent-soft")))
            item.setData(_NODE, passage.number)
            item.setCursor(Qt.CursorShape.PointingHandCursor)
            item.setToolTip(f"{node.label}: {passage.label}")
            words = f"[{passage.number}] {where_words(passage.where, passage.page)}"
            self._write(words, area, bold=False)
            places[passage.node_id] = area
            self._passages.append((passage, item))

    def _write(self, words: str, area: QRectF, *, bold: bool) -> None:
        font = theme().font("caption", bold=bold)
        room = area.width() - 2 * _PAD
        elided = QFontMetricsF(font).elidedText(words, Qt.TextElideMode.ElideMiddle, room)
        text = self.scene().addSimpleText(elided, font)
        text.setBrush(theme().color("text"))
        text.setPos(area.x() + _PAD, area.center().y() - text.boundingRect().height() / 2)
        text.setToolTip(words)
        text.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def _draw_reference(self, source: QRectF, target: QRectF, edge: GraphEdge) -> None:
        begin = QPointF(source.right(), source.center().y())
        end = QPointF(target.left(), target.center().y())
        if target.left() < source.right():  # in the same column, or back: round the right side
            end = QPointF(target.right(), target.center().y())
        bend = max(abs(end.x() - begin.x()) / 2, 36.0)
        path = QPainterPath(begin)
        side = 1 if end.x() == target.right() else -1
        path.cubicTo(begin + QPointF(bend, 0), end + QPointF(side * bend, 0), end)
        tip = QPainterPath(end)
        tip.lineTo(end + QPointF(side * 6, -4))
        tip.moveTo(end)
        tip.lineTo(end + QPointF(side * 6, 4))
        searched = edge.kind == "search"
        pen = QPen(theme().color("accent"), 1.4, Qt.PenStyle.DashLine if searched else Qt.PenStyle.SolidLine)
        for shape in (path, tip):
            item = self.scene().addPath(shape, pen)
            item.setToolTip(named_words(edge.text, searched=searched))
            item.setZValue(_WAYS)
            item.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIsSelectable, enabled=False)
