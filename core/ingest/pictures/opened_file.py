"""The file that a worker process draws from: it stays open, so that the next page of it is drawn fast."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from core.errors import DocumentError
from core.ingest.readers.epub import open_epub
from core.ingest.readers.image import open_image
from core.ingest.readers.members import source_file
from core.ingest.readers.pdf import open_pdf


class OpenedFile:
    """At most one file at a time, unpacked when it lies in another."""

    def __init__(self) -> None:
        self.document: Any = None
        self.file = Path()  # what is drawn: the file itself, or unpacked from it
        self.mtime_ns = self.size_bytes = 0
        self._key: tuple[object, ...] = ()
        self._closing = ExitStack()

    def open(self, order: Mapping[str, Any], check: Callable[[Path], None] | None = None) -> bool:
        """Open what `order` names by path, member, format and password; False when it is open already.

        `check` looks at the file before it is opened, and raises what is wrong with it.

        Raises:
            PasswordError, DocumentError: it cannot be opened.
        """
        path, member = Path(order["path"]), order.get("member", "")
        file_format, password = order.get("format", "pdf"), order.get("password", "")
        try:
            status = path.stat()
        except OSError as error:
            raise DocumentError(
                f"{path} cannot be read ({error.strerror}).",
                "Put the file back, or add it again from its new place.",
            ) from error
        wanted = order.get("content_hash", "")
        key = (path, member, file_format, password, wanted, status.st_mtime_ns, status.st_size)
        if key == self._key:
            return False
        self.close()
        with ExitStack() as opened:
            file = opened.enter_context(source_file(path, member, password=password))
            if check is not None:
                check(file)
            # What lies inside a protected file was unpacked with its password and has none of its own.
            document = open_drawable(file, file_format, "" if member else password)
            opened.callback(document.close)
            self.document, self.file, self._key = document, file, key
            self.mtime_ns, self.size_bytes = status.st_mtime_ns, status.st_size
            self._closing = opened.pop_all()
        return True

    def close(self) -> None:
        """Close the file and delete what was unpacked for it."""
        self._key = ()
        self._closing.close()


def open_drawable(path: Path, format_name: str, password: str) -> Any:
    """A `pymupdf.Document` whose pages are those the reader of the format counted.

    Raises:
        PasswordError: a password is needed, or this one is wrong.
        DocumentError: damaged, or of a format whose pages have no pictures.
    """
    if format_name == "pdf":
        return open_pdf(path, password)
    if format_name in ("png", "jpeg", "tiff"):
        return open_image(path)
    if format_name == "epub":
        return open_epub(path)
    raise DocumentError(f"{path.name} has no pages that can be drawn.", "Open it in its own program.")
