"""Draws a chart: columns over time, bars by group, with axes, by mouse and by keyboard. GUI thread."""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QFocusEvent,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from desktop.shared.theme import theme
from desktop.tables.charts import Bar, Chart

_PAD = 16
_BAR_HEIGHT = 30  # of a group, with the space between
_LONGEST_NAME = 180
_TICKS = 5
_MOST_WIDE = 64
_BACK = (Qt.Key.Key_Left, Qt.Key.Key_Up)
_FORTH = (Qt.Key.Key_Right, Qt.Key.Key_Down)


@dataclass(frozen=True, slots=True)
class Scale:
    """An axis from `low` to `high`, both round, with a tick at each `step`."""

    low: float
    high: float
    step: float

    def ticks(self) -> list[float]:
        count = round((self.high - self.low) / self.step)
        return [self.low + place * self.step for place in range(count + 1)]

    def part(self, figure: float) -> float:
        """0 at the low end, 1 at the high one."""
        return (figure - self.low) / (self.high - self.low)


def scale_of(figures: list[float], *, whole: bool = False) -> Scale:
    """Zero is always on it: lengths of bars are compared. `whole`: no ticks between whole numbers."""
    low, high = min([0.0, *figures]), max([0.0, *figures])
    if low == high:
        return Scale(0.0, 1.0, 1.0)
    rough = (high - low) / _TICKS
    power = 10.0 ** math.floor(math.log10(rough))
    step = power * next(lead for lead in (1, 2, 2.5, 5, 10) if power * lead >= rough * 0.999)
    if whole:
        step = max(1.0, math.ceil(step))
    return Scale(math.floor(low / step) * step, math.ceil(high / step) * step, step)


def short_figure(figure: float) -> str:
    """`1.2M`, `350k`, `0.05`: what stands at a tick."""
    for size, sign in ((1e9, "bn"), (1e6, "M"), (1e3, "k")):
        if abs(figure) >= size:
            return f"{figure / size:.6g}{sign}"
    return f"{figure:.6g}"


class ChartView(QWidget):
    """`bar_chosen(Bar)`: Enter or a double click. `told(sentence)`: which bar is looked at;
    `reached(rectangle)`: where it is, to be brought into sight.

    One bar is the current one; the arrow keys go from bar to bar, Home and End to the first and last.
    """

    bar_chosen = Signal(object)
    told = Signal(str)
    reached = Signal(QRectF)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chart: Chart | None = None
        self._words: list[str] = []
        self._rects: list[QRectF] = []
        self._whole = False
        self.current = -1
        self._hovered = -1
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Chart"))
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        theme().changed.connect(self.update)

    def show_chart(self, chart: Chart, words: list[str], name: str) -> None:
        """`words`: each bar in full; `name`: what the chart is about."""
        self._chart, self._words = chart, words
        self._whole = all(bar.figure is None or bar.figure == int(bar.figure) for bar in chart.bars)
        self.current = min(self.current, len(chart.bars) - 1)
        self._hovered = -1
        self.setAccessibleName(name)
        self.setAccessibleDescription("\n".join(words[:60]))
        self.setMinimumHeight(self.sizeHint().height() if not chart.over_time else 160)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        if self._chart is None or self._chart.over_time:
            return QSize(480, 320)
        return QSize(480, 2 * _PAD + 24 + _BAR_HEIGHT * len(self._chart.bars))

    def words(self, place: int) -> str:
        return self._words[place] if 0 <= place < len(self._words) else ""

    # --- painting -------------------------------------------------------------------------------

    def paintEvent(self, _event: QPaintEvent) -> None:
        chart = self._chart
        painter = QPainter(self)
        if chart is None or not chart.bars:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(theme().font("caption"))
        figures = [float(bar.figure) for bar in chart.bars if bar.figure is not None]
        scale = scale_of(figures, whole=self._whole)
        if chart.over_time:
            self._paint_columns(painter, chart, scale)
        else:
            self._paint_bars(painter, chart, scale)

    def _paint_columns(self, painter: QPainter, chart: Chart, scale: Scale) -> None:
        metrics = QFontMetricsF(painter.font())
        ticks = [(tick, short_figure(tick)) for tick in scale.ticks()]
        left = _PAD + max(metrics.horizontalAdvance(text) for _tick, text in ticks) + 8
        top = _PAD + 2 * metrics.height()  # below the unit
        area = QRectF(
            left, top, self.width() - left - _PAD, self.height() - top - _PAD - metrics.height() - 8
        )
        if area.width() < 10 or area.height() < 10:
            return
        self._unit(painter, chart, QPointF(_PAD, _PAD + metrics.ascent()))
        for tick, text in ticks:
            y = area.bottom() - scale.part(tick) * area.height()
            self._grid(painter, QPointF(area.left(), y), QPointF(area.right(), y), zero=tick == 0)
            painter.setPen(theme().color("muted"))
            box = QRectF(0, y - metrics.height() / 2, left - 8, metrics.height())
            painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)
        room = area.width() / len(chart.bars)
        wide = min(max(room * 0.7, 1.0), _MOST_WIDE)
        zero = area.bottom() - scale.part(0.0) * area.height()
        self._rects = []
        for place, bar in enumerate(chart.bars):
            middle = area.left() + (place + 0.5) * room
            end = area.bottom() - scale.part(float(bar.figure or 0)) * area.height()
            rect = QRectF(middle - wide / 2, min(zero, end), wide, abs(end - zero))
            self._rects.append(QRectF(area.left() + place * room, area.top(), room, area.height()))
            self._bar(painter, place, bar, rect)
        self._below(painter, chart, area, room, metrics)

    def _below(
        self, painter: QPainter, chart: Chart, area: QRectF, room: float, metrics: QFontMetricsF
    ) -> None:
        """Names of periods, as many as have room."""
        painter.setPen(theme().color("muted"))
        widest = max(metrics.horizontalAdvance(bar.label) for bar in chart.bars) + 12
        every = max(1, math.ceil(widest / room))
        for place in range(0, len(chart.bars), every):
            middle = area.left() + (place + 0.5) * room
            box = QRectF(middle - widest / 2, area.bottom() + 6, widest, metrics.height())
            if box.right() > self.width():
                box.moveRight(self.width())
            painter.drawText(box, Qt.AlignmentFlag.AlignHCenter, chart.bars[place].label)

    def _paint_bars(self, painter: QPainter, chart: Chart, scale: Scale) -> None:
        metrics = QFontMetricsF(painter.font())
        most = min(_LONGEST_NAME, self.width() * 0.35)
        names = [metrics.elidedText(bar.label, Qt.TextElideMode.ElideRight, most) for bar in chart.bars]
        left = _PAD + max(metrics.horizontalAdvance(name) for name in names) + 10
        top = _PAD + metrics.height() + 6
        behind = max(metrics.horizontalAdvance(self._figure(bar)) for bar in chart.bars) + 10
        area = QRectF(left, top, self.width() - left - _PAD - behind, _BAR_HEIGHT * len(chart.bars))
        if area.width() < 10:
            return
        for tick in self._sparse(scale, area.width(), metrics):
            x = area.left() + scale.part(tick) * area.width()
            self._grid(painter, QPointF(x, area.top()), QPointF(x, area.bottom()), zero=tick == 0)
            painter.setPen(theme().color("muted"))
            box = QRectF(x - 40, _PAD - 2, 80, metrics.height())
            painter.drawText(box, Qt.AlignmentFlag.AlignHCenter, short_figure(tick))
        self._unit(painter, chart, QPointF(_PAD, _PAD - 2 + metrics.ascent()))
        zero = area.left() + scale.part(0.0) * area.width()
        self._rects = []
        for place, bar in enumerate(chart.bars):
            y = area.top() + place * _BAR_HEIGHT
            end = area.left() + scale.part(float(bar.figure or 0)) * area.width()
            rect = QRectF(min(zero, end), y + 5, abs(end - zero), _BAR_HEIGHT - 10)
            self._rects.append(QRectF(0, y, self.width(), _BAR_HEIGHT))
            self._bar(painter, place, bar, rect)
            painter.setPen(theme().color("text"))
            box = QRectF(_PAD, y, left - _PAD - 10, _BAR_HEIGHT)
            painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, names[place])
            painter.setPen(theme().color("muted"))
            box = QRectF(rect.right() + 6, y, behind, _BAR_HEIGHT)
            painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, self._figure(bar))

    def _sparse(self, scale: Scale, width: float, metrics: QFontMetricsF) -> list[float]:
        """Ticks whose words do not touch."""
        ticks = scale.ticks()
        widest = max(metrics.horizontalAdvance(short_figure(tick)) for tick in ticks) + 16
        every = max(1, math.ceil(widest * len(ticks) / max(width, 1.0)))
        return ticks[::every]

    def _figure(self, bar: Bar) -> str:
        if bar.figure is None:
            return "–"
        if abs(bar.figure) >= 1000:
            return short_figure(float(_cut(bar)))
        return short_figure(float(round(bar.figure, 2)))

    def _unit(self, painter: QPainter, chart: Chart, at: QPointF) -> None:
        if chart.unit:
            painter.setPen(theme().color("muted"))
            painter.drawText(at, chart.unit)

    def _grid(self, painter: QPainter, start: QPointF, end: QPointF, *, zero: bool) -> None:
        painter.setPen(QPen(theme().color("muted" if zero else "border"), 1))
        painter.drawLine(start, end)

    def _bar(self, painter: QPainter, place: int, bar: Bar, rect: QRectF) -> None:
        colours = theme()
        colour = colours.color("accent")
        if self._hovered >= 0 and place != self._hovered:
            colour.setAlphaF(0.55)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        if bar.figure is not None and rect.width() > 0 and rect.height() > 0:
            round_by = min(3.0, rect.width() / 2, rect.height() / 2)
            painter.drawRoundedRect(rect, round_by, round_by)
        if place == self.current and self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(colours.color("text"), 2))
            painter.drawRoundedRect(rect.adjusted(-3, -3, 3, 3), 4, 4)

    # --- looking at a bar -----------------------------------------------------------------------

    def place_at(self, at: QPointF) -> int:
        """The bar below a point; -1 for none."""
        return next((place for place, rect in enumerate(self._rects) if rect.contains(at)), -1)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        place = self.place_at(event.position())
        if place != self._hovered:
            self._hovered = place
            self.update()
            if place >= 0:
                self.told.emit(self.words(place))

    def leaveEvent(self, event: QEvent) -> None:
        self._hovered = -1
        self.update()
        super().leaveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = self.place_at(event.position())
        if place >= 0:
            self._go_to(place)
        super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._choose(self.place_at(event.position()))

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            place = self.place_at(QPointF(event.pos()))
            if place >= 0:
                QToolTip.showText(event.globalPos() + QPoint(0, 4), self.words(place), self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self.current < 0 and self._words:
            self._go_to(0)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        last = len(self._words) - 1
        key = event.key()
        if key in _BACK:
            self._go_to(max(self.current - 1, 0))
        elif key in _FORTH:
            self._go_to(min(self.current + 1, last))
        elif key == Qt.Key.Key_Home:
            self._go_to(0)
        elif key == Qt.Key.Key_End:
            self._go_to(last)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose(self.current)
        else:
            super().keyPressEvent(event)

    def _go_to(self, place: int) -> None:
        if not 0 <= place < len(self._words):
            return
        self.current = place
        self.setAccessibleDescription(self.words(place))
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.DescriptionChanged))
        self.told.emit(self.words(place))
        if place < len(self._rects):
            self.reached.emit(self._rects[place])
        self.update()

    def _choose(self, place: int) -> None:
        if self._chart is not None and 0 <= place < len(self._chart.bars):
            self.bar_chosen.emit(self._chart.bars[place])


def _cut(bar: Bar) -> Decimal:
    """To three digits: what stands behind a bar is read at a glance."""
    figure = bar.figure or Decimal(0)
    return figure.quantize(Decimal(1).scaleb(figure.adjusted() - 2))
