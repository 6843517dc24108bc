"""A page of HTML as a PDF, laid out in a child process: MuPDF holds its thread for long. Any thread."""

from __future__ import annotations

from core.cancel import CancelToken
from core.errors import WorkerError

_TIMEOUT_S = 120.0
_MEMORY_BYTES = 1024 * 1024**2


def pdf_from_html(html: str, cancel: CancelToken) -> bytes:
    """The bytes of the file.

    Raises:
        WorkerError: it could not be made.
        Cancelled: stopped meanwhile.
    """
    from core.procs.worker import WorkerProcess

    with WorkerProcess(
        "core.export.pdf_worker:main", name="PDF writer", memory_limit_bytes=_MEMORY_BYTES
    ) as worker:
        for reply in worker.call("pdf", blob=html.encode(), timeout_s=_TIMEOUT_S, cancel=cancel):
            if reply.kind == "done" and reply.blob:
                return reply.blob
    raise WorkerError("The PDF writer sent nothing.", "Try again, or choose another format.")
