"""Documents with values of fields, put into a real library."""

from __future__ import annotations

from core.fields.values import FieldValue, Method
from core.store.database import Database
from core.store.documents import DocumentRepository
from core.store.fields.repository import FieldRepository
from core.types import Document, DocumentStatus
from tests.fields.filter_kit import Made


def store(
    database: Database, made: Made, bucket: str = "invoices", status: DocumentStatus = DocumentStatus.INDEXED
) -> None:
    """As if it had been read: its values by the program, those that are None by the user."""
    document = Document(
        document_id=made.document_id,
        content_hash=made.document_id,
        path=f"/{made.document_id}",
        filename=made.document_id,
        title="",
        size_bytes=1,
        page_count=1,
        status=status,
    )
    assert DocumentRepository(database).add(document)
    fields = FieldRepository(database)
    read = [FieldValue(name, value, Method.LABEL, 0.9) for name, value in made.values.items() if value]
    assert fields.keep_read(made.document_id, bucket, 0.9, read, "reader 1")
    for name, value in made.values.items():
        if value is None:
            fields.correct(made.document_id, bucket, name, None)
