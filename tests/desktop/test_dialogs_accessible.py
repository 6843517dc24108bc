"""The windows beside the main one: whatever takes the focus has a name, and its text can be read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication, QDialog

from core.engine import Engine
from core.system.paths import AppPaths
from core.types import HiddenText
from desktop.conversation.first_steps import FirstSteps
from desktop.library.folders_dialog import FoldersDialog
from desktop.main_window import MainWindow
from desktop.settings.settings_dialog import SettingsDialog
from desktop.shared.about_box import AboutDialog
from desktop.shared.theme import Theme
from desktop.tables.schema_dialog import SchemaDialog
from desktop.viewer.hidden_text import HiddenTextDialog
from tests.desktop.test_accessibility import LEAST_CONTRAST, drawn_contrast, name_of, nameless, written


@pytest.fixture
def window(open_window, tmp_path: Path, qtbot) -> MainWindow:
    paths = AppPaths(tmp_path / "data", tmp_path / "models", tmp_path / "cache", tmp_path / "logs")
    window: MainWindow = open_window(lambda: Engine.open(paths))
    return window


@pytest.fixture
def dialogs(window: MainWindow) -> Iterator[list[QDialog]]:
    window.settings.show()
    window.tables.edit_schemas()
    window.desk.show_folders()
    made: list[QDialog] = [
        AboutDialog(window),
        FirstSteps(window.settings.state, offer_samples=True, parent=window),
        HiddenTextDialog("a.pdf", [HiddenText(1, "white", "white on white")], window),
    ]
    for kind in (SettingsDialog, SchemaDialog, FoldersDialog):
        made += window.findChildren(kind)
    assert len(made) == 6
    for dialog in made:
        dialog.show()
    for _ in range(5):
        QApplication.processEvents()
    yield made
    for dialog in made:
        dialog.close()


def test_whatever_takes_the_focus_has_a_name(dialogs: list[QDialog]) -> None:
    found = [told for dialog in dialogs for told in nameless(dialog)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("look", ["light", "dark"])
def test_text_can_be_read(look: str, dialogs: list[QDialog], themed: Theme) -> None:
    themed.set_appearance(look)
    faint: set[str] = set()
    for dialog in dialogs:
        pages = dialog.pages.count() if isinstance(dialog, SettingsDialog) else 1
        for page in range(pages):
            if isinstance(dialog, SettingsDialog):
                dialog.names.setCurrentRow(page)
            QApplication.processEvents()
            picture = dialog.grab().toImage()
            for widget in written(dialog):
                box = QRect(widget.mapTo(dialog, QPoint(0, 0)), widget.size())
                found = drawn_contrast(picture, box.adjusted(2, 2, -2, -2))
                if found < LEAST_CONTRAST:
                    name = name_of(widget) or widget.objectName()
                    faint.add(f"{type(dialog).__name__}, {type(widget).__name__} {name!r}: {found:.1f}")
    assert faint == set()
