"""Colours, type and spacing by name, for style sheet, palette and painters alike. GUI thread.

The system's choice of light or dark is followed live; the user may override it.
"""

from __future__ import annotations

import logging
import re
from typing import Literal

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import QApplication

from core.system.paths import resources

Appearance = Literal["system", "light", "dark"]

LIGHT = {
    "window": "#F6F5F2",
    "surface": "#FFFFFF",
    "raised": "#FFFFFF",
    "border": "#DEDBD4",
    "text": "#1E2227",
    "muted": "#5A626C",
    "accent": "#2457C5",
    "on-accent": "#FFFFFF",
    "accent-soft": "#E9EEF9",
    "hover": "#EEECE6",
    "good": "#1B7A48",
    "weak": "#8A5A00",
    "bad": "#B3261E",
    "page-tray": "#E9E7E1",
}
DARK = {
    "window": "#15171B",
    "surface": "#1D2026",
    "raised": "#272B33",
    "border": "#3A404A",
    "text": "#E9EBEE",
    "muted": "#A4ACB8",
    "accent": "#8FB3FF",
    "on-accent": "#15171B",
    "accent-soft": "#27324A",
    "hover": "#262A32",
    "good": "#63C78F",
    "weak": "#E2B64C",
    "bad": "#FF938A",
    "page-tray": "#101215",
}
# Multiplied onto the page, so the same in light and dark.
PAGE_HIGHLIGHT = "#FFE38A"
PAGE_FOUND = "#CFE8C6"
PAGE_FOUND_HERE = "#FFC48A"
PAGE_SELECTED = "#BCD3FF"

FONT_FACTORS = {"caption": 0.86, "body": 1.0, "answer": 1.05, "heading": 1.15, "title": 1.45}

_TOKEN = re.compile(r"@([a-z][a-z-]*)")
_log = logging.getLogger(__name__)


class Theme(QObject):
    """One per application. `changed` is emitted after palette and style sheet are in place."""

    changed = Signal()

    def __init__(self, app: QApplication, appearance: Appearance = "system") -> None:
        super().__init__(app)
        self._app = app
        self._appearance: Appearance = appearance
        self._dark = False
        self._font = app.font()
        self._sheet = (resources() / "styles" / "app.qss").read_text(encoding="utf-8")
        app.styleHints().colorSchemeChanged.connect(self.on_color_scheme_changed)
        self._apply()

    @property
    def dark(self) -> bool:
        return self._dark

    @property
    def appearance(self) -> Appearance:
        return self._appearance

    def set_appearance(self, appearance: Appearance) -> None:
        """`system` follows the desktop; `light` and `dark` stay whatever the desktop says."""
        self._appearance = appearance
        if self._wants_dark() != self._dark:  # dressing every widget anew takes a third of a second
            self._apply()

    @Slot(Qt.ColorScheme)
    def on_color_scheme_changed(self, _scheme: Qt.ColorScheme) -> None:
        if self._appearance == "system":
            self._apply()

    def name(self, token: str) -> str:
        """The token's colour as `#RRGGBB`."""
        return (DARK if self._dark else LIGHT)[token]

    def color(self, token: str) -> QColor:
        return QColor(self.name(token))

    def font(self, role: str = "body", *, bold: bool = False) -> QFont:
        font = QFont(self._font)
        font.setPointSizeF(self.points(role))
        if bold:
            font.setWeight(QFont.Weight.DemiBold)
        return font

    def points(self, role: str = "body") -> float:
        base = self._font.pointSizeF()
        return round((base if base > 0 else 10.0) * FONT_FACTORS[role], 2)

    def _wants_dark(self) -> bool:
        scheme = self._app.styleHints().colorScheme()
        return self._appearance == "dark" or (self._appearance == "system" and scheme == Qt.ColorScheme.Dark)

    def _apply(self) -> None:
        self._dark = self._wants_dark()
        self._app.setPalette(self._palette())
        self._app.setStyleSheet(self.fill(self._sheet))
        self.changed.emit()

    def fill(self, sheet: str) -> str:
        """Replace `@token` by its colour and `@font-role` by its size in points."""
        values = dict(DARK if self._dark else LIGHT)
        values |= {f"font-{role}": f"{self.points(role)}pt" for role in FONT_FACTORS}
        values["icons"] = (resources() / "icons").as_posix()
        for name in ("arrow", "check", "partial"):  # a style sheet cannot tint
            values[name] = f"{name}-{'dark' if self._dark else 'light'}.svg"

        def value_of(match: re.Match[str]) -> str:
            if match[1] not in values:
                _log.error("the style sheet names an unknown token: %s", match[0])
            return values.get(match[1], "transparent")

        return _TOKEN.sub(value_of, sheet)

    def _palette(self) -> QPalette:
        palette = QPalette()
        roles = {
            QPalette.ColorRole.Window: "window",
            QPalette.ColorRole.WindowText: "text",
            QPalette.ColorRole.Base: "surface",
            QPalette.ColorRole.AlternateBase: "window",
            QPalette.ColorRole.ToolTipBase: "raised",
            QPalette.ColorRole.ToolTipText: "text",
            QPalette.ColorRole.Text: "text",
            QPalette.ColorRole.PlaceholderText: "muted",
            QPalette.ColorRole.Button: "surface",
            QPalette.ColorRole.ButtonText: "text",
            QPalette.ColorRole.BrightText: "bad",
            QPalette.ColorRole.Link: "accent",
            QPalette.ColorRole.LinkVisited: "accent",
            QPalette.ColorRole.Highlight: "accent",
            QPalette.ColorRole.HighlightedText: "on-accent",
            QPalette.ColorRole.Mid: "border",
            QPalette.ColorRole.Accent: "accent",
        }
        for role, token in roles.items():
            palette.setColor(role, self.color(token))
        for role in (QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText, QPalette.ColorRole.WindowText):
            palette.setColor(QPalette.ColorGroup.Disabled, role, self.color("muted"))
        return palette


def theme() -> Theme:
    """The application's theme, which `app.main` (or a test) created."""
    app = QApplication.instance()
    found = app.findChild(Theme) if app is not None else None
    if found is None:
        raise RuntimeError("Theme(app) must exist before any widget")
    return found
