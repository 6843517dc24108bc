"""What a front end does with buckets and fields: schemas, where documents belong, values and corrections.

Any thread, through `Database`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.errors import UsageError
from core.fields.refitting import refitted
from core.fields.schema import GENERIC, BucketSchema, FieldSpec, built_in_schemas
from core.fields.values import FieldValue, parse_value
from core.store.database import Database
from core.store.fields.repository import BucketRepository, FieldRepository, Sorting, SortingRepository
from core.store.pages import PageRepository
from core.types import Box


def schemas_of(database: Database) -> dict[str, BucketSchema]:
    """bucket → its schema as it is now: ours, as the user changed them, and the user's own.

    Raises:
        core.errors.StorageError: one of them is damaged.
    """
    return built_in_schemas() | BucketRepository(database).all()


@dataclass(frozen=True, slots=True)
class FiledDocument:
    """Where a document belongs and what was read of it: `values` in the order of the schema."""

    sorting: Sorting
    schema: BucketSchema
    values: tuple[FieldValue, ...]


@dataclass(frozen=True, slots=True)
class Refitted:
    """What became of the user's values when a schema was changed: how many were converted, and (field, text)
    of those that are no value of their field any more, which are kept as they were written."""

    converted: int = 0
    misfits: tuple[tuple[str, str], ...] = ()


class LibraryBuckets:
    """The buckets of one library."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._buckets = BucketRepository(database)
        self._sortings = SortingRepository(database)
        self._fields = FieldRepository(database)
        self._pages = PageRepository(database)

    # --- schemas -------------------------------------------------------------------------------

    def schemas(self) -> dict[str, BucketSchema]:
        """See `schemas_of`."""
        return schemas_of(self._database)

    def schema(self, bucket: str) -> BucketSchema:
        """The schema of a bucket.

        Raises:
            UsageError: there is no such bucket; names those there are.
        """
        schemas = self.schemas()
        if bucket not in schemas:
            raise UsageError(f"There is no bucket {bucket}.", f"There are {', '.join(schemas)}.")
        return schemas[bucket]

    def changed_by_user(self) -> frozenset[str]:
        """Buckets with a schema of the user's."""
        return frozenset(self._buckets.all())

    def keep_schema(self, schema: BucketSchema) -> Refitted:
        """Use this schema from now on; documents are filed anew with the next `ingest`. What the user entered
        is kept: as the field holds it now, or as it was written. Where other words tell the bucket than
        before, documents of all buckets are sorted anew."""
        before = self.schemas().get(schema.bucket)
        with self._database.transaction():
            self._sort_anew(before, schema)
            if schema == built_in_schemas().get(schema.bucket):
                self._buckets.forget(schema.bucket)
            else:
                self._buckets.keep(schema)
            return self._refit(schema)

    def forget_schema(self, bucket: str) -> Refitted:
        """Back to what the program comes with. A bucket of the user's own goes; its documents are sorted
        anew, and what the user entered for them is kept in case the bucket comes back.

        Raises:
            UsageError: nothing of the user's is to be forgotten.
        """
        built_in = built_in_schemas().get(bucket)
        before = self.schemas().get(bucket)
        with self._database.transaction():
            if not self._buckets.forget(bucket):
                told = "The schema is the one the program comes with." if built_in else ""
                raise UsageError(f"No schema of yours is kept for {bucket}.", told)
            self._sort_anew(before, built_in)
            return self._refit(built_in) if built_in else Refitted()

    def _sort_anew(self, before: BucketSchema | None, now: BucketSchema | None) -> None:
        """A bucket without words never drew a document; one that is gone lets its own go by itself."""
        if now is not None and (before.signs if before else {}) != now.signs:
            self._sortings.doubt_all()

    def _refit(self, schema: BucketSchema) -> Refitted:
        converted, misfits = 0, list[tuple[str, str]]()
        for document_id, values in self._fields.entered(schema.bucket).items():
            for value in values:
                spec = schema.field(value.field)
                now = refitted(spec, value) if spec is not None else value
                if now == value:
                    continue
                self._fields.keep_entered(schema.bucket, document_id, now)
                if now.misfit:
                    misfits.append((value.field, now.misfit))
                else:
                    converted += 1
        return Refitted(converted, tuple(misfits))

    # --- documents -----------------------------------------------------------------------------

    def counts(self, document_ids: Sequence[str] | None = None) -> dict[str, int]:
        """bucket → number of its documents, empty ones too; of these documents only, if any are named."""
        counted = self._sortings.counts(document_ids)
        return {bucket: counted.get(bucket, 0) for bucket in self.schemas()}

    def filed(self, document_id: str) -> FiledDocument | None:
        """None while the document has not been filed."""
        sorting = self._sortings.get(document_id)
        if sorting is None:
            return None
        schema = self.schemas().get(sorting.bucket) or self.schemas()[GENERIC]
        found = self._fields.of_document(document_id, sorting.bucket)
        values = tuple(found[field.name] for field in schema.fields if field.name in found)
        return FiledDocument(sorting, schema, values)

    def move(self, document_ids: Sequence[str], bucket: str) -> int:
        """The user says where documents belong; the sorter learns from it. How many there are among them.

        Raises:
            UsageError: there is no such bucket.
        """
        moved = self._sortings.move(document_ids, self.schema(bucket).bucket)
        self._sortings.doubt()
        return moved

    def correct(
        self, document_id: str, field: str, text: str, *, german: bool = False, bucket: str = ""
    ) -> FieldValue:
        """Enter a value; it is never overwritten. An empty text says that the document has none.

        Args:
            bucket: where the user sees the document; empty: wherever it is.

        Raises:
            UsageError: the document is not filed, or is in another bucket by now, or has no such field, or
                the text is no value of it.
        """
        if bucket and (now := self.filed(document_id)) is not None and now.sorting.bucket != bucket:
            raise UsageError(
                f"The document is in the bucket {now.schema.shown} by now; nothing was changed.",
                "Look at it there, or move it back first.",
            )
        filed, spec = self._spec(document_id, field)
        value = parse_value(spec, text, german=german) if text.strip() else None
        self._fields.correct(document_id, filed.sorting.bucket, field, value)
        return self._fields.of_document(document_id, filed.sorting.bucket)[field]

    def drop_correction(self, document_id: str, field: str) -> bool:
        """Forget what the user entered; the document is read anew. False when there was nothing.

        Raises:
            UsageError: the document is not filed, or has no such field.
        """
        filed, _ = self._spec(document_id, field)
        return self._fields.drop_correction(document_id, filed.sorting.bucket, field)

    def boxes(self, document_id: str, value: FieldValue) -> list[Box]:
        """Where a value stands on its page, a box a word; empty where it stands on none."""
        if value.span is None or not value.page:
            return []
        page = self._pages.get(document_id, value.page)
        if page is None:
            return []
        span = value.span
        return [word.box for word in page.words if word.span.start < span.end and word.span.end > span.start]

    def _spec(self, document_id: str, field: str) -> tuple[FiledDocument, FieldSpec]:
        filed = self.filed(document_id)
        if filed is None:
            raise UsageError(
                "This document has not been put into a bucket yet.", "Read it first: `docuchat index`."
            )
        spec = filed.schema.field(field)
        if spec is None:
            names = ", ".join(known.name for known in filed.schema.fields)
            raise UsageError(f"{filed.schema.shown} have no field {field}.", f"There are {names}.")
        return filed, spec
