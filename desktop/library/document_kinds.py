"""What kind of file a document is: its icon, and the word for it. No widgets."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

_ICONS = {
    "pdf": "kind-pdf",
    "docx": "kind-text",
    "odt": "kind-text",
    "rtf": "kind-text",
    "text": "kind-plain",
    "markdown": "kind-plain",
    "pptx": "kind-slides",
    "xlsx": "kind-sheet",
    "csv": "kind-sheet",
    "html": "kind-web",
    "eml": "kind-mail",
    "msg": "kind-mail",
    "epub": "kind-book",
    "zip": "kind-archive",
    "png": "kind-picture",
    "jpeg": "kind-picture",
    "tiff": "kind-picture",
}


def _tr(text: str) -> str:
    return QCoreApplication.translate("Kinds", text)


def kind_icon(format_name: str) -> str:
    """A name for `desktop.shared.icons.icon`; formats of a later version look like any file."""
    return _ICONS.get(format_name, "document")


def kind_word(format_name: str) -> str:
    """`PDF`, `Word document`, …"""
    words = {
        "pdf": _tr("PDF"),
        "docx": _tr("Word document"),
        "odt": _tr("OpenDocument text"),
        "rtf": _tr("Rich text"),
        "text": _tr("Text file"),
        "markdown": _tr("Markdown"),
        "pptx": _tr("Presentation"),
        "xlsx": _tr("Excel workbook"),
        "csv": _tr("Table (CSV)"),
        "html": _tr("Web page"),
        "eml": _tr("E-mail"),
        "msg": _tr("Outlook e-mail"),
        "epub": _tr("E-book"),
        "zip": _tr("Archive"),
        "png": _tr("Picture"),
        "jpeg": _tr("Picture"),
        "tiff": _tr("Picture"),
    }
    return words.get(format_name, _tr("File"))
