"""The documents: their files, what each of them states, and their pages as the library keeps them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from pathlib import Path

from core.cancel import CancelToken
from core.engine.buckets import schemas_of
from core.engine.field_library import StoredFieldLibrary
from core.errors import WorkerError
from core.fields.schema import FieldSpec, FieldType, built_in_schemas
from core.fields.values import (
    FieldValue,
    Method,
    Value,
    bool_value,
    date_value,
    enum_value,
    money_value,
    number_value,
    text_value,
)
from core.ingest.ocr.recogniser import TextRecognizer
from core.ingest.readers import format_of, load_reader
from core.store.database import Database
from core.store.documents import DocumentRepository
from core.store.fields import FieldRepository
from core.store.words import unpack_words
from core.types import Document, DocumentStatus, Page, Span, document_id_for

DATA = Path(__file__).parents[1] / "data" / "library"
FOLDER = DATA / "documents"


@dataclass(frozen=True, slots=True)
class Truth:
    """What one document states. A field that is not printed in it is not in `values`."""

    filename: str
    bucket: str
    layout: str
    language: str
    scanned: bool
    values: Mapping[str, Value]

    @property
    def look(self) -> str:
        return "scanned" if self.scanned else "clean"


def read_truths() -> list[Truth]:
    """Of every file in `FOLDER`, kinds mixed."""
    return _truths(DATA / "truth.jsonl")


def read_values_only() -> list[Truth]:
    """Of documents that are only asked about: their files are not kept."""
    return _truths(DATA / "values_only.jsonl")


def _truths(path: Path) -> list[Truth]:
    schemas = built_in_schemas()
    truths = []
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        schema = schemas[row["bucket"]]
        specs = {spec.name: spec for spec in schema.fields}
        row["values"] = {name: value_of(specs[name], stated) for name, stated in row["values"].items()}
        truths.append(Truth(**row))
    return truths


def value_of(spec: FieldSpec, stated: str | bool) -> Value:
    """A value as the data write it: "1234.50 EUR", "2023-04-01", a figure in the field's unit, true."""
    if isinstance(stated, bool):
        return bool_value(stated)
    if spec.type is FieldType.MONEY:
        amount, _, currency = stated.partition(" ")
        return money_value(Decimal(amount), currency)
    if spec.type is FieldType.NUMBER:
        return number_value(Decimal(stated), spec.unit)
    if spec.type is FieldType.DATE:
        return date_value(date.fromisoformat(stated))
    return enum_value(stated) if spec.type is FieldType.ENUM else text_value(stated)


@contextmanager
def true_library(
    folder: Path, truths: Sequence[Truth]
) -> Iterator[tuple[StoredFieldLibrary, Mapping[str, str]]]:
    """A library in `folder` that holds what the documents state, and document_id → file name."""
    database = Database(folder / "library.sqlite3")
    try:
        documents, fields = DocumentRepository(database), FieldRepository(database)
        schemas = schemas_of(database)
        files: dict[str, str] = {}
        for truth in truths:
            document_id = document_id_for(truth.filename)
            files[document_id] = truth.filename
            path = str(folder / truth.filename)
            documents.add(
                Document(document_id, truth.filename, path, truth.filename, "", 1, 1, DocumentStatus.INDEXED)
            )
            values = [
                FieldValue(spec.name, truth.values[spec.name], Method.LABEL, 0.9)
                for spec in schemas[truth.bucket].fields
                if spec.name in truth.values
            ]
            fields.keep_read(document_id, truth.bucket, 1.0, values, "truth")
        yield StoredFieldLibrary(database, None), files
    finally:
        database.close()


def pages_of(path: Path, *, last: int = 0) -> list[Page]:
    """The pages up to `last` (0: all).

    Raises:
        core.errors.DocumentError: the file cannot be read.
    """
    file_format = format_of(path)
    if file_format is None:
        raise ValueError(f"{path} is of no format that can be read.")
    document = load_reader(file_format).open(path, "")
    pages, start = [], 0
    try:
        end = min(last or document.page_count, document.page_count)
        for page in document.pages(1, end, check=False):
            span = Span(start, start + len(page.text))
            words = unpack_words(page.words, start)
            pages.append(Page(page.number, page.text, span, page.width, page.height, words=words))
            start = span.end + 1
    finally:
        document.close()
    return pages


def recognised_pages(recogniser: TextRecognizer, path: Path, cancel: CancelToken) -> list[Page]:
    """The pages of a scan with their text; some 7 s each.

    Raises:
        core.errors.KnownError: the file or one of its pages cannot be read; `Cancelled` after Stop.
    """
    pictures = pages_of(path)
    file_format = format_of(path)
    name = file_format.name if file_format else ""
    numbers = [page.number for page in pictures]
    found, start = [], 0
    for picture, page in zip(
        pictures, recogniser.recognise(path, "", name, "", "", numbers, "", cancel), strict=True
    ):
        if page.problem:
            raise WorkerError(
                f"Page {page.number} of {path.name} was not recognised: {page.problem}",
                "Run the measurement again.",
            )
        span = Span(start, start + len(page.text))
        found.append(replace(picture, text=page.text, span=span, words=unpack_words(page.words, start)))
        start = span.end + 1
    return found
