"""Fields are read in a child process: those with regular expressions of the user's, of many documents all.

A pattern like `(\\d+)+x` can take longer than the world exists, holds Python's lock meanwhile, and can only
be ended by ending its process; so the child has a time limit. Patterns that the program comes with are known
to be quick, but twenty milliseconds a document, for hundreds of documents, are twenty milliseconds in which
the window cannot paint: only the first few are read here, as they are not worth a process. One thread.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from core.errors import WorkerError
from core.fields.extraction.extract import Known, read_fields
from core.fields.schema import BucketSchema, FieldSpec, built_in_schemas, schema_text
from core.fields.values import FieldValue, Method, Value
from core.procs.worker import WorkerProcess
from core.store.words import pack_words
from core.types import Page, Span

log = logging.getLogger(__name__)

LIMIT_S = 8.0  # for a document; 20 ms are usual
FIRST_HERE = 4  # documents without patterns of the user's that are read in this process
_MEMORY_BYTES = 1024 * 1024 * 1024
_GIVEN_UP = ("worker_timeout", "worker_memory", "worker_died")


@dataclass(frozen=True, slots=True)
class SlowPattern:
    """A pattern that did not come to an end."""

    bucket: str
    field: str
    pattern: str

    @property
    def message(self) -> str:
        """For the user, with what to try."""
        return (
            f"The field {self.field} of the bucket {self.bucket} is left empty: its pattern {self.pattern} "
            f"did not come to an end within {LIMIT_S:g} seconds. Write it without a repetition inside a "
            "repetition."
        )


@cache
def _built_in() -> frozenset[str]:
    return frozenset(spec.pattern for schema in built_in_schemas().values() for spec in schema.fields)


def is_own(spec: FieldSpec) -> bool:
    """Whether its pattern is the user's."""
    return spec.pattern not in _built_in()


class FieldReader:
    """Reads the fields of documents, whatever patterns their schemas have."""

    def __init__(self) -> None:
        self._worker: WorkerProcess | None = None
        self._read_here = 0
        self._slow: set[SlowPattern] = set()

    def read(
        self, schema: BucketSchema, pages: Sequence[Page], known: Known
    ) -> tuple[list[FieldValue], list[SlowPattern]]:
        """Values, and the patterns that were found just now to take too long; their fields are left empty
        from then on.

        Raises:
            core.errors.WorkerError: the child process cannot be used, or met a mistake of ours
                (`worker_failed`).
        """
        schema = self._without_slow(schema)
        own = [spec for spec in schema.fields if is_own(spec)]
        if not own and self._read_here < FIRST_HERE and self._worker is None:
            self._read_here += 1
            return read_fields(schema, pages, known), []
        found = self._guarded(schema, pages, known)
        if found is not None or not own:
            return found or [], []
        slow = [
            SlowPattern(schema.bucket, spec.name, spec.pattern)
            for spec in own
            if self._guarded(_only(schema, [spec]), pages, known) is None
        ]
        self._slow.update(slow)
        if not slow:  # each ends by itself: the computer was busy, or all together are too much
            slow = [SlowPattern(schema.bucket, spec.name, spec.pattern) for spec in own]
        left_out = {pattern.field for pattern in slow}
        rest = _only(schema, [spec for spec in schema.fields if spec.name not in left_out])
        return self._guarded(rest, pages, known) or [], slow

    def close(self) -> None:
        """End the child process."""
        if self._worker is not None:
            self._worker.close()
            self._worker = None

    def _without_slow(self, schema: BucketSchema) -> BucketSchema:
        kept = [
            spec
            for spec in schema.fields
            if SlowPattern(schema.bucket, spec.name, spec.pattern) not in self._slow
        ]
        return schema if len(kept) == len(schema.fields) else _only(schema, kept)

    def _guarded(self, schema: BucketSchema, pages: Sequence[Page], known: Known) -> list[FieldValue] | None:
        """None where it took too long."""
        heads, parts = [], list[bytes]()
        for page in pages:
            text, words = page.text.encode("utf-8"), pack_words(page.words, page.span.start)
            heads.append(
                [page.number, page.span.start, page.span.end, page.width, page.height, len(text), len(words)]
            )
            parts += [text, words]
        order = {
            "schema": schema_text(schema),
            "pages": heads,
            "language": known.language,
            "names": list(known.names),
            "years": list(known.years),
        }
        answer = self._ask(order, b"".join(parts))
        return None if answer is None else [_unpacked(packed) for packed in answer["values"]]

    def _ask(self, order: dict[str, Any], blob: bytes) -> Mapping[str, Any] | None:
        if self._worker is None:
            self._worker = WorkerProcess(
                "core.ingest.stages.fields_worker:main",
                name="reader of fields",
                memory_limit_bytes=_MEMORY_BYTES,
                nice=5,
            )
        try:
            *_, done = self._worker.call("fields", order, blob=blob, timeout_s=LIMIT_S)
        except WorkerError as error:
            if error.code not in _GIVEN_UP:
                raise
            log.warning("fields were given up: %s", error.message)
            return None
        return done.payload


def _only(schema: BucketSchema, specs: Sequence[FieldSpec]) -> BucketSchema:
    """The schema with these fields; sums of fields that are left out are none."""
    names = {spec.name for spec in specs}
    kept = [spec if set(spec.sum_of) <= names else spec.model_copy(update={"sum_of": ()}) for spec in specs]
    return schema.model_copy(update={"fields": tuple(kept)})


def _unpacked(packed: Sequence[Any]) -> FieldValue:
    field, shown, number, key, unit, method, confidence, quote, page, start, end = packed
    span = None if start is None else Span(start, end)
    return FieldValue(field, Value(shown, number, key, unit), Method(method), confidence, quote, page, span)
