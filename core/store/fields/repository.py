"""The tables of buckets, of which document is in which, and of the values of fields. Any thread, through
`Database`.

What the user entered is never overwritten by what the program reads.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from core.errors import KnownError, StorageError
from core.fields.schema import BucketSchema, schema_from_text, schema_text
from core.fields.values import FieldValue, Method, Value
from core.store.database import Database
from core.types import Span

SortedBy = Literal["rules", "user"]


@dataclass(frozen=True, slots=True)
class Sorting:
    """Where a document belongs. `read_with`: what its fields were read with, empty before."""

    document_id: str
    bucket: str
    sorted_by: SortedBy
    confidence: float
    read_with: str = ""


@dataclass(frozen=True, slots=True)
class Unfiled:
    """A document to be filed; where it is so far (empty: nowhere), and whether the user put it there."""

    document_id: str
    bucket: str
    by_user: bool


class BucketRepository:
    """Schemas the user changed or made. Those that were never touched come with the program."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> dict[str, BucketSchema]:
        """bucket → schema.

        Raises:
            StorageError: one of them is damaged.
        """
        found = {}
        for row in self._database.query("SELECT bucket, schema FROM buckets ORDER BY bucket"):
            try:
                found[row["bucket"]] = schema_from_text(row["schema"], f"of the bucket {row['bucket']}")
            except KnownError as error:
                raise StorageError(
                    f"The schema of {row['bucket']} in the library is damaged: {error.message}",
                    "Give that bucket its schema again, or the one the program comes with.",
                ) from error
        return found

    def keep(self, schema: BucketSchema) -> None:
        """Make or replace the user's schema of a bucket."""
        with self._database.transaction() as connection:
            connection.execute(
                "INSERT INTO buckets (bucket, schema, updated_at) VALUES (?, ?, ?) ON CONFLICT (bucket) "
                "DO UPDATE SET schema = excluded.schema, updated_at = excluded.updated_at",
                (schema.bucket, schema_text(schema), time.time()),
            )
            connection.execute(_CHANGED)

    def forget(self, bucket: str) -> bool:
        """Back to the schema the program comes with, or to none."""
        with self._database.transaction() as connection:
            gone = connection.execute("DELETE FROM buckets WHERE bucket = ?", (bucket,)).rowcount
            connection.execute(_CHANGED)
        return gone > 0


class SortingRepository:
    """Which document is in which bucket."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, document_id: str) -> Sorting | None:
        row = self._database.query_one("SELECT * FROM sorted_documents WHERE document_id = ?", (document_id,))
        return _sorting(row) if row else None

    def all(self) -> list[Sorting]:
        return [_sorting(row) for row in self._database.query("SELECT * FROM sorted_documents")]

    def by_user(self) -> list[Sorting]:
        """What the user moved: the sorter learns from it."""
        rows = self._database.query("SELECT * FROM sorted_documents WHERE sorted_by = 'user'")
        return [_sorting(row) for row in rows]

    def counts(self, document_ids: Sequence[str] | None = None) -> dict[str, int]:
        """bucket → number of its documents; empty buckets are left out. None: of all documents."""
        rows = self._database.query(
            "SELECT bucket, COUNT(*) AS n FROM sorted_documents "
            "WHERE ?1 IS NULL OR document_id IN (SELECT value FROM json_each(?1)) GROUP BY bucket",
            (None if document_ids is None else json.dumps(list(document_ids)),),
        )
        return {row["bucket"]: row["n"] for row in rows}

    def unfiled(self, stamps: Mapping[str, str], count: int) -> list[Unfiled]:
        """Documents that were read and checked, and have not been filed with these.

        Args:
            stamps: bucket → what its fields are read with now; see `core.ingest.stages.filing.read_mark`.

        Documents of which the rules were not sure are filed again once they are embedded.
        """
        rows = self._database.query(_UNFILED, (json.dumps(dict(stamps)), LEAST_SURE, count))
        return [Unfiled(row["document_id"], row["bucket"], row["sorted_by"] == "user") for row in rows]

    def changes(self) -> tuple[int, ...]:
        """Differs when documents were read, recognised, embedded or moved, or schemas edited."""
        row = self._database.query_one(
            "SELECT (SELECT value FROM search_stamp), (SELECT value FROM registry_stamp)"
        )
        return tuple(row) if row else ()

    def read_again(self, document_id: str) -> None:
        """Its text is another one: fields are read of that, places in the text with them."""
        self._database.execute(
            "UPDATE sorted_documents SET read_with = '' WHERE document_id = ?", (document_id,)
        )

    def release(self, document_id: str) -> None:
        """The bucket the user put it into is gone: the rules may sort it again."""
        self._database.execute(
            "UPDATE sorted_documents SET sorted_by = 'rules' WHERE document_id = ?", (document_id,)
        )

    def doubt(self) -> None:
        """The user moved a document: those the rules were not sure of are looked at again."""
        with self._database.transaction() as connection:
            connection.execute(
                "UPDATE sorted_documents SET read_with = '' WHERE sorted_by = 'rules' AND confidence < ?",
                (LEAST_SURE,),
            )
            connection.execute(_CHANGED)

    def doubt_all(self) -> None:
        """Buckets are told by other words now: whatever the rules have sorted is looked at again."""
        with self._database.transaction() as connection:
            connection.execute("UPDATE sorted_documents SET read_with = '' WHERE sorted_by = 'rules'")
            connection.execute(_CHANGED)

    def move(self, document_ids: Sequence[str], bucket: str) -> int:
        """The user says where these belong; their values in other buckets go, but for those the user entered.

        Returns:
            How many documents there are among them.
        """
        moved = 0
        with self._database.transaction() as connection:
            for document_id in document_ids:
                moved += _place(connection, document_id, bucket, "user", 1.0)
            connection.execute(_CHANGED)
        return moved


class FieldRepository:
    """Values of fields by document and bucket."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of_document(self, document_id: str, bucket: str) -> dict[str, FieldValue]:
        """field → value, also those of which the user said that there is none."""
        rows = self._database.query(
            "SELECT * FROM fields WHERE document_id = ? AND bucket = ?", (document_id, bucket)
        )
        return {row["field"]: field_value(row) for row in rows}

    def of_documents(self, document_ids: Sequence[str], bucket: str) -> dict[str, dict[str, FieldValue]]:
        """document_id → field → value; documents without any are left out."""
        found: dict[str, dict[str, FieldValue]] = {}
        for row in self._database.query(
            "SELECT * FROM fields WHERE bucket = ? AND document_id IN (SELECT value FROM json_each(?))",
            (bucket, json.dumps(list(document_ids))),
        ):
            found.setdefault(row["document_id"], {})[row["field"]] = field_value(row)
        return found

    def keep_read(
        self,
        document_id: str,
        bucket: str,
        confidence: float,
        values: Iterable[FieldValue],
        read_with: str,
    ) -> bool:
        """What the program read of a document, in place of what it read before, in one transaction.

        A document that the user moved elsewhere meanwhile keeps its place, and nothing is stored.

        Returns:
            Whether the values were stored.
        """
        with self._database.transaction() as connection:
            placed = _place(connection, document_id, bucket, "rules", confidence)
            row = connection.execute(
                "SELECT bucket FROM sorted_documents WHERE document_id = ?", (document_id,)
            ).fetchone()
            if not placed or row["bucket"] != bucket:
                return False
            connection.execute(
                "DELETE FROM fields WHERE document_id = ? AND bucket = ? AND method != ?",
                (document_id, bucket, Method.USER.value),
            )
            connection.executemany(
                _KEEP_OLD,
                [_row(document_id, bucket, value) for value in values],
            )
            connection.execute(
                "UPDATE sorted_documents SET read_with = ? WHERE document_id = ?", (read_with, document_id)
            )
        return True

    def is_corrected(self, document_id: str, bucket: str) -> bool:
        """Whether the user entered a value of it in that bucket."""
        row = self._database.query_one(
            "SELECT 1 FROM fields WHERE document_id = ? AND bucket = ? AND method = ? LIMIT 1",
            (document_id, bucket, Method.USER.value),
        )
        return row is not None

    def correct(self, document_id: str, bucket: str, field: str, value: Value | None) -> None:
        """The user's word for a field; None: the document has none. Stays until it is changed or dropped."""
        entered = FieldValue(field=field, value=value, method=Method.USER, confidence=1.0)
        self._database.execute(
            _TAKE_NEW,
            _row(document_id, bucket, entered),
        )

    def entered(self, bucket: str) -> dict[str, list[FieldValue]]:
        """document_id → what the user entered in that bucket, wherever the document is by now."""
        found: dict[str, list[FieldValue]] = {}
        for row in self._database.query(
            "SELECT * FROM fields WHERE bucket = ? AND method = ?", (bucket, Method.USER.value)
        ):
            found.setdefault(row["document_id"], []).append(field_value(row))
        return found

    def keep_entered(self, bucket: str, document_id: str, value: FieldValue) -> None:
        """What the user entered in another form."""
        self._database.execute(_TAKE_NEW, _row(document_id, bucket, value))

    def drop_correction(self, document_id: str, bucket: str, field: str) -> bool:
        """Forget the user's word and let the document be read again."""
        with self._database.transaction() as connection:
            dropped = connection.execute(
                "DELETE FROM fields WHERE document_id = ? AND bucket = ? AND field = ? AND method = ?",
                (document_id, bucket, field, Method.USER.value),
            ).rowcount
            if dropped:
                connection.execute(
                    "UPDATE sorted_documents SET read_with = '' WHERE document_id = ?", (document_id,)
                )
                connection.execute(_CHANGED)
        return dropped > 0


LEAST_SURE = 0.8  # below it, the rules ask for likeness

_UNFILED = """
    SELECT d.document_id, COALESCE(s.bucket, '') AS bucket, COALESCE(s.sorted_by, '') AS sorted_by
    FROM documents d
    LEFT JOIN sorted_documents s ON s.document_id = d.document_id
    LEFT JOIN json_each(?) e ON e.key = s.bucket
    WHERE d.status IN ('searchable', 'indexed')
    AND (s.document_id IS NULL OR e.value IS NULL
        OR s.read_with NOT IN (e.value || '/' || d.chunk_count, e.value || '/' || d.chunk_count || '+')
        OR (s.sorted_by = 'rules' AND s.confidence < ? AND d.status = 'indexed'
            AND s.read_with = e.value || '/' || d.chunk_count))
    AND NOT EXISTS (SELECT 1 FROM ingest_queue q
        WHERE q.document_id = d.document_id AND q.stage IN ('parse', 'check'))
    LIMIT ?
"""

_CHANGED = "UPDATE search_stamp SET value = value + 1"

_INSERT = (
    "INSERT {} INTO fields (document_id, bucket, field, number, key, unit, value, quote, page, start_at, "
    "end_at, method, confidence) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_KEEP_OLD = _INSERT.format("OR IGNORE")
_TAKE_NEW = _INSERT.format("OR REPLACE")


def field_value(row: sqlite3.Row) -> FieldValue:
    """From a row of the table `fields`."""
    has_value = row["number"] is not None or row["key"] is not None
    return FieldValue(
        field=row["field"],
        value=Value(row["value"], row["number"], row["key"], row["unit"]) if has_value else None,
        method=Method(row["method"]),
        confidence=row["confidence"],
        quote=row["quote"],
        page=row["page"],
        span=None if row["start_at"] is None else Span(row["start_at"], row["end_at"]),
    )


def _row(document_id: str, bucket: str, entry: FieldValue) -> tuple[object, ...]:
    value = entry.value
    return (
        document_id,
        bucket,
        entry.field,
        value.number if value else None,
        value.key if value else None,
        value.unit if value else "",
        value.shown if value else "",
        entry.quote,
        entry.page,
        entry.span.start if entry.span else None,
        entry.span.end if entry.span else None,
        entry.method.value,
        entry.confidence,
    )


def _place(
    connection: sqlite3.Connection, document_id: str, bucket: str, sorted_by: SortedBy, confidence: float
) -> int:
    """1 if there is such a document. What the user says goes before what the rules say."""
    if not connection.execute("SELECT 1 FROM documents WHERE document_id = ?", (document_id,)).fetchone():
        return 0
    connection.execute(
        "INSERT INTO sorted_documents (document_id, bucket, sorted_by, confidence) VALUES (?, ?, ?, ?) "
        "ON CONFLICT (document_id) DO UPDATE SET bucket = excluded.bucket, sorted_by = excluded.sorted_by, "
        "confidence = excluded.confidence, read_with = '' "
        "WHERE excluded.sorted_by = 'user' OR sorted_documents.sorted_by != 'user'",
        (document_id, bucket, sorted_by, confidence),
    )
    connection.execute(
        "DELETE FROM fields WHERE document_id = ? AND method != ? AND bucket != "
        "(SELECT bucket FROM sorted_documents WHERE document_id = ?)",
        (document_id, Method.USER.value, document_id),
    )
    return 1


def _sorting(row: sqlite3.Row) -> Sorting:
    return Sorting(
        document_id=row["document_id"],
        bucket=row["bucket"],
        sorted_by="user" if row["sorted_by"] == "user" else "rules",
        confidence=row["confidence"],
        read_with=row["read_with"],
    )
