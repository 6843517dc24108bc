"""The roles that every list of the window shares, so that one delegate paints them all."""

from __future__ import annotations

from enum import IntEnum

from PySide6.QtCore import Qt


class Role(IntEnum):
    TITLE = Qt.ItemDataRole.UserRole + 1
    BODY = Qt.ItemDataRole.UserRole + 2
    META = Qt.ItemDataRole.UserRole + 3  # short, at the right of the title
    GLYPH = Qt.ItemDataRole.UserRole + 4
    TONE = Qt.ItemDataRole.UserRole + 5  # a colour token for the glyph
    FRACTION = Qt.ItemDataRole.UserRole + 6  # 0–1 or None
    KEY = Qt.ItemDataRole.UserRole + 7  # what the row stands for
    ICON = Qt.ItemDataRole.UserRole + 8  # a name for `desktop.shared.icons.icon`
    FOLDED = Qt.ItemDataRole.UserRole + 9  # of a heading: whether its rows are hidden; else None
