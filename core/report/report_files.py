"""A report as the bytes of a file, and into one: it appears whole or not at all. Any thread."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from core.cancel import CancelToken
from core.errors import StorageError, UsageError
from core.export.pdf import pdf_from_html
from core.report.docx import to_docx
from core.report.html import to_html
from core.report.markdown import to_markdown
from core.report.report_content import ReportContent

FORMATS: Mapping[str, Callable[[ReportContent], bytes]] = {
    "markdown": lambda content: to_markdown(content).encode(),
    "html": lambda content: to_html(content).encode(),
    "docx": to_docx,
}
PDF = "pdf"  # made of the HTML, by a process of its own
ENDINGS = {
    ".md": "markdown",
    ".markdown": "markdown",
    ".html": "html",
    ".htm": "html",
    ".docx": "docx",
    ".pdf": PDF,
}


def format_of(path: Path) -> str:
    """The format that the ending of a file names.

    Raises:
        UsageError: it names none.
    """
    found = ENDINGS.get(path.suffix.casefold())
    if found is None:
        raise UsageError(
            f"{path.name} names no format a report can be written in.",
            "End it with .md, .html, .docx or .pdf.",
        )
    return found


def write_report(
    path: Path, content: ReportContent, format_name: str, cancel: CancelToken | None = None
) -> None:
    """Write the file in place of what may be there.

    Raises:
        StorageError: it cannot be written; what was there before is left as it was.
        WorkerError: the PDF could not be made.
        Cancelled: stopped meanwhile; what was there before is left as it was.
    """
    if format_name == PDF:
        written = pdf_from_html(to_html(content), cancel or CancelToken())
    else:
        written = FORMATS[format_name](content)
    part = path.with_name(f".{path.name}.part")
    try:
        part.write_bytes(written)
        part.replace(path)
    except OSError as error:
        raise StorageError(
            f"{path} could not be written ({error.strerror or error}).",
            "Name another file or free some space.",
        ) from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
