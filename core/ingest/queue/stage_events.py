"""The events the stages of ingestion have in common. Values only."""

from __future__ import annotations

import time
from typing import Literal

from core.events import DocumentProgressed, DocumentStatusChanged, EventStamper, NoticeGiven
from core.types import Document, DocumentStatus


def status_changed(
    stamp: EventStamper, document: Document, status: DocumentStatus, failure: str = ""
) -> DocumentStatusChanged:
    """`document` as it is stored now."""
    return stamp(
        DocumentStatusChanged,
        document_id=document.document_id,
        filename=document.filename,
        status=status,
        page_count=document.page_count,
        chunk_count=document.chunk_count,
        failure=failure,
    )


def progressed(
    stamp: EventStamper,
    document: Document,
    stage: Literal["parsing", "checking", "recognising", "embedding"],
    done: int,
    total: int,
    *,
    units: int,
    since: float,
) -> DocumentProgressed:
    """`units` were done since the monotonic time `since`; the rest is expected at that speed."""
    rate = units / max(time.monotonic() - since, 1e-3)
    return stamp(
        DocumentProgressed,
        document_id=document.document_id,
        filename=document.filename,
        stage=stage,
        done=done,
        total=total,
        per_second=round(rate, 1),
        eta_seconds=round((total - done) / rate, 1) if rate else None,
    )


def notice(stamp: EventStamper, code: str, message: str) -> NoticeGiven:
    """A sentence for the user."""
    return stamp(NoticeGiven, code=code, message=message)
