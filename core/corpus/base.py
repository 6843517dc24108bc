"""What the library mode sees of a library: schemas, exact questions to fields, and where values stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Literal, Protocol

from core.fields.filters.tree import Filter
from core.fields.results import Amounts, Counted, DocumentPage, Extremes, Groups, NamedText
from core.fields.schema import BucketSchema
from core.fields.values import FieldValue
from core.types import Citation, Coverage


@dataclass(frozen=True, slots=True)
class LibraryRow:
    """A document with the values that were read of it."""

    document_id: str
    filename: str
    values: Mapping[str, FieldValue]


class FieldQuestions(Protocol):
    """Exact questions to the documents of one bucket; `core.store.fields.queries` answers them."""

    def documents(
        self,
        where: Filter = ...,
        *,
        order_by: str | None = None,
        descending: bool = False,
        limit: int = 50,
        offset: int = 0,
    ) -> DocumentPage: ...

    def ids(self, where: Filter = ...) -> list[str]: ...

    def count(self, where: Filter = ...) -> Counted: ...

    def texts(self, field: str, where: Filter = ...) -> list[NamedText]: ...

    def total(self, field: str, where: Filter = ...) -> Amounts: ...

    def average(self, field: str, where: Filter = ...) -> Amounts: ...

    def extremes(self, field: str, where: Filter = ...) -> Extremes: ...

    def groups(
        self,
        by: str,
        where: Filter = ...,
        *,
        period: Literal["year", "month", "day"] = "year",
        of: str | None = None,
        limit: int = 100,
    ) -> Groups: ...


class FieldLibrary(Protocol):
    """A library with filed documents, within the selection of the question."""

    def schemas(self) -> Mapping[str, BucketSchema]: ...

    def names(self, bucket: str) -> Mapping[str, Sequence[str]]:
        """field → the values that its text fields have, as they are shown."""
        ...

    def questions(self, bucket: str) -> FieldQuestions: ...

    def rows(self, bucket: str, document_ids: Sequence[str]) -> list[LibraryRow]:
        """In the order of the ids; documents that went meanwhile are left out."""
        ...

    def filed(self, document_id: str) -> tuple[str, LibraryRow] | None:
        """The bucket of a document of the selection, and what is known of it; None while it has none."""
        ...

    def citation(self, number: int, document_id: str, value: FieldValue) -> Citation | None:
        """Where a value stands; None where it stands nowhere, or no more."""
        ...

    def coverage(self) -> Coverage: ...

    def of_one_moment(self) -> AbstractContextManager[FieldLibrary]:
        """The same library as it is now, so that counts, rows and sums agree while documents are filed. Of a
        library that is of one moment: itself."""
        ...
