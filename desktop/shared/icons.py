"""The one icon set (resources/icons, drawn on a 24 grid), tinted from the theme. GUI thread."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from core.system.paths import resources
from desktop.shared.theme import theme

_SIZES = (16, 20, 32, 40)  # logical 16 and 20, and twice that for dense screens


def icon(name: str, color: str = "text") -> QIcon:
    """`name` without `.svg`; `color` is a token of the theme. Ask again after `Theme.changed`."""
    return _icon(name, theme().name(color), theme().name("muted"))


def pixmap(name: str, size: int, color: str = "text", ratio: float = 1.0) -> QPixmap:
    """One size in logical pixels, for labels and painters."""
    return _draw(name, theme().name(color), size, ratio)


@lru_cache(maxsize=256)
def _icon(name: str, color: str, disabled: str) -> QIcon:
    made = QIcon()
    for size in _SIZES:
        made.addPixmap(_draw(name, color, size, 1.0))
        made.addPixmap(_draw(name, disabled, size, 1.0), QIcon.Mode.Disabled)
    return made


@lru_cache(maxsize=256)
def _draw(name: str, color: str, size: int, ratio: float) -> QPixmap:
    source = (resources() / "icons" / f"{name}.svg").read_text(encoding="utf-8")
    renderer = QSvgRenderer(QByteArray(source.replace("currentColor", color).encode()))
    picture = QPixmap(round(size * ratio), round(size * ratio))
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    renderer.render(painter, QRectF(0, 0, picture.width(), picture.height()))
    painter.end()
    picture.setDevicePixelRatio(ratio)
    return picture
