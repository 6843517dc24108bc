"""What the window remembers from one start to the next, kept in an ini file. GUI thread."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from PySide6.QtCore import QSettings

from desktop.shared.languages import Language, as_language
from desktop.shared.theme import Appearance

_APPEARANCES = ("system", "light", "dark")


def remembered(folder: Path) -> QSettings:
    """The file; whoever opens it sees at once what others in this program write."""
    return QSettings(str(folder / "window.ini"), QSettings.Format.IniFormat)


class WindowMemory:
    """What is written when it is chosen or happens. Reads tolerate anything in the file."""

    def __init__(self, folder: Path) -> None:
        self._settings = remembered(folder)

    @property
    def appearance(self) -> Appearance:
        value = self._settings.value("appearance", "system")
        return cast("Appearance", value) if value in _APPEARANCES else "system"

    @property
    def language(self) -> Language:
        return as_language(self._settings.value("language", "system"))

    def keep_language(self, language: Language) -> None:
        """For the next start."""
        self._settings.setValue("language", language)
        self._settings.sync()

    def keep_conversation(self, conversation_id: str) -> None:
        """The one to be opened by the next start, with the scope of its last question."""
        self._settings.setValue("conversation", conversation_id)
        self._settings.remove("scope")
        self._settings.sync()

    @property
    def welcomed(self) -> bool:
        """Whether this user has seen the first steps."""
        return bool(self._settings.value("welcomed", defaultValue=False, type=bool))

    def note_welcome(self) -> None:
        self._settings.setValue("welcomed", True)
        self._settings.sync()
