"""Prints documents, page by page, on a thread of its own; the pictures come from the renderer process."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal, Slot
from PySide6.QtGui import QImage, QImageReader, QImageWriter, QPainter, QTextDocument
from PySide6.QtPrintSupport import QPrinter

from core.cancel import CancelToken
from core.errors import Cancelled, DocumentError
from desktop.workers.base import Worker, failure_of

_DPI = 200  # enough for small print; a page of A4 is then 11 MB


class PrintWorker(Worker):
    """`progressed(done, total)`; then `finished(pages)`, `stopped()` or `failed(message, hint)`."""

    progressed = Signal(int, int)
    finished = Signal(int)
    stopped = Signal()
    failed = Signal(str, str)

    def __init__(self) -> None:
        super().__init__()
        self._token = CancelToken()
        self._closing = False

    def new_token(self) -> CancelToken:
        """GUI thread: the token of the next job.

        Qt loads its picture formats with the first picture that is printed, and hands them to the GUI thread.
        A worker holds the interpreter meanwhile and can wait there for ever: for the GUI thread,
        which waits for the interpreter. So they are loaded here, before.
        """
        QImageReader.supportedImageFormats()
        QImageWriter.supportedImageFormats()
        self._token = CancelToken()
        return self._token

    @Slot(object, object, str, int, int, int)
    def print_pages(
        self, token: CancelToken, printer: QPrinter, document_id: str, first: int, last: int, turn: int
    ) -> None:
        """Pages `first` to `last` as pictures, each on a sheet of its own, as large as it fits."""
        painter = QPainter()
        try:
            if self._closing:
                raise Cancelled
            for number in range(first, last + 1):
                page = self.engine.viewing.render_page(document_id, number, _DPI / 72, token, turn)
                image = QImage(page.rgb, page.width, page.height, 3 * page.width, QImage.Format.Format_RGB888)
                if not painter.isActive():
                    if not painter.begin(printer):
                        raise DocumentError("The printer could not be started.", "Choose another one.")
                elif not printer.newPage():
                    raise DocumentError("The printer took no further page.", "Look at the printer.")
                room = QRectF(painter.viewport())
                size = image.size().scaled(room.size().toSize(), Qt.AspectRatioMode.KeepAspectRatio)
                target = QRectF(0, 0, size.width(), size.height())
                target.moveCenter(room.center())
                painter.drawImage(target, image)
                self.progressed.emit(number - first + 1, last - first + 1)
        except Cancelled:
            printer.abort()
            self.stopped.emit()
        except Exception as error:  # noqa: BLE001 - told to the user
            printer.abort()
            _code, message, hint = failure_of(error)
            self.failed.emit(message, hint)
        else:
            painter.end()
            self.finished.emit(last - first + 1)
        finally:
            if painter.isActive():
                painter.end()

    @Slot(object, object, str, int, int)
    def print_text(
        self, token: CancelToken, printer: QPrinter, document_id: str, first: int, last: int
    ) -> None:
        """The text that was read of pages `first` to `last`."""
        try:
            parts = []
            for number in range(first, last + 1):
                token.check()
                page = self.engine.viewing.page(document_id, number)
                parts.append(page.text if page is not None else "")
            text = QTextDocument("\n\n".join(parts))
            text.print_(printer)
        except Cancelled:
            self.stopped.emit()
        except Exception as error:  # noqa: BLE001 - told to the user
            _code, message, hint = failure_of(error)
            self.failed.emit(message, hint)
        else:
            self.finished.emit(last - first + 1)

    def interrupt_one(self) -> None:
        """GUI thread: what is being printed is given up."""
        self._token.set()

    def interrupt(self) -> None:
        self._closing = True
        self._token.set()
