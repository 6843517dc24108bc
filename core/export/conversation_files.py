"""Writes a conversation into a file that appears whole or not at all. Any thread."""

from __future__ import annotations

import uuid
from contextlib import suppress
from pathlib import Path

from core.cancel import CancelToken
from core.errors import StorageError, UsageError
from core.export.conversation_transcript import Transcript
from core.export.markdown import transcript_markdown
from core.export.page import transcript_html
from core.export.pdf import pdf_from_html

FORMATS = ("md", "html", "pdf", "docx")


def write_transcript(transcript: Transcript, path: Path, cancel: CancelToken) -> None:
    """In the format that the end of the name says.

    Raises:
        UsageError: the end of the name is none of `FORMATS`.
        StorageError: the file cannot be written.
        WorkerError: the PDF could not be made.
        Cancelled: stopped meanwhile; there is no file then.
    """
    kind = path.suffix.casefold().lstrip(".")
    match kind:
        case "md":
            written = transcript_markdown(transcript).encode()
        case "html":
            written = transcript_html(transcript).encode()
        case "pdf":
            written = pdf_from_html(transcript_html(transcript), cancel)
        case "docx":
            from core.export.word import transcript_docx  # heavy

            written = transcript_docx(transcript)
        case _:
            raise UsageError(
                f"{path.name} does not say what to write.",
                f"End its name in {', '.join(f'.{one}' for one in FORMATS)}.",
            )
    cancel.check()
    _write_whole(path, written)


def _write_whole(path: Path, written: bytes) -> None:
    part = path.with_name(f".{path.name}.{uuid.uuid4().hex[:8]}.part")
    try:
        part.write_bytes(written)
        part.replace(path)
    except OSError as error:
        raise StorageError(
            f"{path} could not be written ({error.strerror}).", "Choose another folder or free some space."
        ) from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
