"""The language of the window: the one chosen in the settings, or the system's. GUI thread.

A choice holds from the next start on. `packaging/translate.py` makes the texts in `resources/translations`.
English is the language of the source and needs none.
"""

from __future__ import annotations

import logging
from typing import Literal, cast

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from core.system.paths import resources

_log = logging.getLogger(__name__)

Language = Literal["system", "en", "de"]
LANGUAGES = ("system", "en", "de")


def as_language(value: object) -> Language:
    """What was kept, or `system` where that is none of them."""
    return cast("Language", value) if value in LANGUAGES else "system"


def spoken(language: Language) -> str:
    """`de` or `en`: the choice, or the nearest to the system's language."""
    if language != "system":
        return language
    return "de" if QLocale.system().language() is QLocale.Language.German else "en"


def speak(app: QApplication, language: Language) -> None:
    """Texts, figures, and the right words of Qt's own dialogs; widgets that stand already keep theirs."""
    for old in app.findChildren(QTranslator):
        app.removeTranslator(old)
        old.deleteLater()
    if spoken(language) == "en":
        QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))
        return
    QLocale.setDefault(QLocale(QLocale.Language.German, QLocale.Country.Germany))
    qt = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    for name, folder in (("qtbase_de", qt), ("docuchat_de", str(resources() / "translations"))):
        translator = QTranslator(app)
        if translator.load(name, folder):
            app.installTranslator(translator)
        else:
            _log.warning("no translation %s", name)
