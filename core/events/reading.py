"""What happens while documents are read, folders kept in step and models downloaded."""

from __future__ import annotations

from typing import Literal

from core.events.base import BaseEvent
from core.types import DocumentStatus


class DocumentQueued(BaseEvent):
    kind: Literal["document_queued"] = "document_queued"
    document_id: str
    filename: str
    path: str


class DocumentProgressed(BaseEvent):
    """`stage` is `embedding` (units: chunks); `parsing`, `checking` (hidden text), `recognising` (pages)."""

    kind: Literal["document_progressed"] = "document_progressed"
    document_id: str
    filename: str
    stage: Literal["parsing", "checking", "recognising", "embedding"]
    done: int
    total: int
    per_second: float = 0.0
    eta_seconds: float | None = None


class IngestProgressed(BaseEvent):
    """Where the whole queue stands. `percent` counts work, not files; `eta_seconds` is None while unknown.

    `pages_per_second` is the speed at which pages become complete; `paused` by the user or for an answer.
    `renewing`: nothing that was added is left to do; documents that earlier readers read are read anew.
    """

    kind: Literal["ingest_progressed"] = "ingest_progressed"
    documents_done: int
    documents_total: int
    percent: float
    pages_per_second: float = 0.0
    eta_seconds: float | None = None
    paused: bool = False
    renewing: bool = False


class DocumentStatusChanged(BaseEvent):
    """`failure` is the sentence for the user when `status` is `failed` or `locked`."""

    kind: Literal["document_status_changed"] = "document_status_changed"
    document_id: str
    filename: str
    status: DocumentStatus
    page_count: int = 0
    chunk_count: int = 0
    failure: str = ""


class DocumentFiled(BaseEvent):
    """It was put into a bucket, and this many of its fields have values now. `confidence` from 0 to 1."""

    kind: Literal["document_filed"] = "document_filed"
    document_id: str
    filename: str
    bucket: str
    confidence: float
    values: int


class PathRejected(BaseEvent):
    """A dropped path never became a document: missing, unreadable, an unknown type, a duplicate."""

    kind: Literal["path_rejected"] = "path_rejected"
    path: str
    reason: str
    hint: str = ""


class FolderSynced(BaseEvent):
    """A watched folder was compared with the library. `problem`: why it could not be, nothing was changed."""

    kind: Literal["folder_synced"] = "folder_synced"
    folder_id: int
    path: str
    added: int = 0
    changed: int = 0
    moved: int = 0
    missing: int = 0
    ignored: int = 0
    in_cloud: int = 0
    problem: str = ""


class DownloadProgressed(BaseEvent):
    kind: Literal["download_progressed"] = "download_progressed"
    model_id: str
    stage: str
    done_bytes: int
    total_bytes: int
