"""What a drag from another program holds: files of this computer, or something else. GUI thread."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QDropEvent

from desktop.library.document_items import DOCUMENTS_MIME


def local_files(mime: QMimeData) -> list[str]:
    """Paths of the files and folders."""
    return [url.toLocalFile() for url in mime.urls() if url.isLocalFile()]


def is_from_elsewhere(mime: QMimeData) -> bool:
    """Whether there is an address, a text or a picture that is no file here; what the window itself drags is
    none of them."""
    if mime.hasUrls():
        return not all(url.isLocalFile() for url in mime.urls())
    return not mime.hasFormat(DOCUMENTS_MIME) and (mime.hasText() or mime.hasHtml() or mime.hasImage())


def take_copy(event: QDropEvent) -> None:
    """Accept it, and leave what is dragged where it is: taken text that is "moved" is deleted there."""
    may_copy = bool(event.possibleActions() & Qt.DropAction.CopyAction)
    event.setDropAction(Qt.DropAction.CopyAction if may_copy else Qt.DropAction.IgnoreAction)
    event.accept()
