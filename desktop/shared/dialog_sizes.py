"""The sizes that a user gave to dialogs; the window's memory keeps them for the next start. GUI thread."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize
from PySide6.QtWidgets import QDialog

_sizes: dict[str, QSize] = {}


class _Keeper(QObject):
    """Writes down what its dialog is made to while it is shown."""

    def __init__(self, dialog: QDialog, name: str) -> None:
        super().__init__(dialog)
        self._dialog = dialog
        self._name = name
        dialog.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize and self._dialog.isVisible():
            _sizes[self._name] = self._dialog.size()
        return super().eventFilter(watched, event)


def keep_size(dialog: QDialog, name: str) -> None:
    """Give the dialog its last size, as far as the screen has room, and note what it is made to."""
    if (size := _sizes.get(name)) is not None:
        dialog.resize(size.boundedTo(dialog.screen().availableSize()))
    _Keeper(dialog, name)


def sizes_text() -> str:
    """All sizes, for a file: "settings 900x700, schema 1000x600"."""
    return ", ".join(f"{name} {size.width()}x{size.height()}" for name, size in sorted(_sizes.items()))


def take_sizes(text: object) -> None:
    """What `sizes_text` gave; anything else in the file is passed over."""
    for entry in text.split(", ") if isinstance(text, str) else ():
        name, _, size = entry.partition(" ")
        width, _, height = size.partition("x")
        if name and width.isdecimal() and height.isdecimal() and max(len(width), len(height)) < 6:
            _sizes[name] = QSize(int(width), int(height))
