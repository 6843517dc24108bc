"""Tokens: every one the style sheet names exists, every pair of ink and ground can be read."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette

from core.system.paths import resources
from desktop.shared.icons import icon
from desktop.shared.theme import DARK, LIGHT, Theme, theme

INKS = ("text", "muted", "good", "weak", "bad", "accent")
PAIRS = [
    *((ink, ground) for ink in INKS for ground in ("window", "surface", "raised")),
    ("on-accent", "accent"),
    ("text", "accent-soft"),
    ("muted", "accent-soft"),
    ("accent", "accent-soft"),
    ("text", "hover"),
    ("muted", "hover"),
]


def luminance(color: QColor) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (color.redF(), color.greenF(), color.blueF())
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: QColor, second: QColor) -> float:
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
def test_every_pair_has_enough_contrast(tokens: dict[str, str]) -> None:
    found = {pair: contrast(*(QColor(tokens[name]) for name in pair)) for pair in PAIRS}
    assert {pair: strength for pair, strength in found.items() if strength < 4.5} == {}


def test_light_and_dark_have_the_same_tokens() -> None:
    assert LIGHT.keys() == DARK.keys()


def test_the_style_sheet_names_known_tokens_only(themed: Theme, caplog: pytest.LogCaptureFixture) -> None:
    filled = themed.fill((resources() / "styles" / "app.qss").read_text(encoding="utf-8"))
    assert "@" not in filled
    assert not caplog.records


def test_the_systems_choice_is_followed_live(themed: Theme, qtbot, monkeypatch: pytest.MonkeyPatch) -> None:
    themed.set_appearance("system")
    monkeypatch.setattr(themed._app, "styleHints", lambda: Hints())
    with qtbot.waitSignal(themed.changed):
        themed.on_color_scheme_changed(Qt.ColorScheme.Dark)
    assert themed.dark
    assert themed._app.palette().color(QPalette.ColorRole.Window).name().upper() == DARK["window"]


class Hints:
    def colorScheme(self) -> Qt.ColorScheme:
        return Qt.ColorScheme.Dark


def test_the_users_choice_stands_against_the_system(themed: Theme) -> None:
    themed.set_appearance("light")
    themed.on_color_scheme_changed(Qt.ColorScheme.Dark)
    assert not themed.dark


def test_every_icon_draws_something(themed: Theme) -> None:
    for path in (resources() / "icons").glob("*.svg"):
        image = icon(path.stem).pixmap(16, 16).toImage()
        assert any(image.pixelColor(x, y).alpha() > 100 for x in range(16) for y in range(16)), path


def test_the_parts_of_the_window_have_their_grounds(open_window) -> None:
    """A part that gets its name behind its place would keep the ground of the window."""
    window = open_window()
    talk, tables = window.middle.widget(0), window.tables.page
    grounds = [(talk, "surface"), (window.left, "window"), (window.side, "window")]
    for part, ground in [*grounds, (tables, "surface"), (tables.facet_side, "window")]:
        corner = part.grab().toImage().pixelColor(2, part.height() - 3)
        assert corner == theme().color(ground), part.objectName()
