"""The documents: their files, what each of them states, and their pages as the library keeps them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

from core.cancel import CancelToken
from core.engine.buckets import schemas_of
from core.engine.field_library import StoredFieldLibrary
from core.errors import WorkerError
from core.fields import values as made
from core.fields.schema import FieldSpec, FieldType, built_in_schemas
from core.ingest.ocr.recogniser import TextRecognizer
from core.ingest.readers import format_of, load_reader
from core.store.database import Database
from core.store.documents import DocumentRepository
from core.store.fields.repository import FieldRepository
from core.store.words import unpack_words
from core.types import Document, DocumentStatus, Page, Span, document_id_for
from tests.benchmarks.evaluation_data import json_lines, own_data

DATA = own_data() / "library"
FOLDER = DATA / "documents"


@dataclass(frozen=True, slots=True)
class Truth:
    """What one document states. A field that is not printed in it is not in `values`."""

    filename: str
    bucket: str
    layout: str
    language: str
    scanned: bool
    values: Mapping[str, made.Value]

    @property
    def look(self) -> str:
        return "scanned" if self.scanned else "clean"


def read_truths(name: str = "truth") -> list[Truth]:
    """Of every file in `FOLDER`, kinds mixed; `values_only`: of documents whose files are not kept."""
    schemas = built_in_schemas()
    truths = []
    for row in json_lines(DATA / f"{name}.jsonl"):
        specs = {spec.name: spec for spec in schemas[row["bucket"]].fields}
        row["values"] = {name: value_of(specs[name], stated) for name, stated in row["values"].items()}
        truths.append(Truth(**row))
    return truths


def value_of(spec: FieldSpec, stated: str | bool) -> made.Value:
    """A value as the data write it: "1234.50 EUR", "2023-04-01", a figure in the field's unit, true."""
    if isinstance(stated, bool):
        return made.bool_value(stated)
    if spec.type is FieldType.MONEY:
        amount, _, currency = stated.partition(" ")
        return made.money_value(Decimal(amount), currency)
    if spec.type is FieldType.NUMBER:
        return made.number_value(Decimal(stated), spec.unit)
    if spec.type is FieldType.DATE:
        return made.date_value(date.fromisoformat(stated))
    return made.enum_value(stated) if spec.type is FieldType.ENUM else made.text_value(stated)


def stored_document(document_id: str, filename: str) -> Document:
    """A document that a library knows and that lies nowhere."""
    path = f"/nowhere/{filename}"
    return Document(document_id, document_id, path, filename, "", 1, 1, DocumentStatus.INDEXED)


@contextmanager
def true_library(
    folder: Path, truths: Sequence[Truth]
) -> Iterator[tuple[StoredFieldLibrary, Mapping[str, str]]]:
    """A library in `folder` that holds what the documents state, and document_id → file name."""
    with closing(Database(folder / "library.sqlite3")) as database:
        documents, fields = DocumentRepository(database), FieldRepository(database)
        schemas = schemas_of(database)
        files = {document_id_for(truth.filename): truth.filename for truth in truths}
        for document_id, truth in zip(files, truths, strict=True):
            documents.add(stored_document(document_id, truth.filename))
            values = [
                made.FieldValue(spec.name, truth.values[spec.name], made.Method.LABEL, 0.9)
                for spec in schemas[truth.bucket].fields
                if spec.name in truth.values
            ]
            fields.keep_read(document_id, truth.bucket, 1.0, values, "truth")
        yield StoredFieldLibrary(database, None), files


def pages_of(path: Path, *, last: int = 0) -> list[Page]:
    """The pages up to `last` (0: all)."""
    file_format = format_of(path)
    if file_format is None:
        raise ValueError(f"{path} is of no format that can be read.")
    with closing(load_reader(file_format).open(path, "")) as document:
        end = min(last or document.page_count, document.page_count)
        return _placed((page, page) for page in document.pages(1, end, check=False))


def recognised_pages(recogniser: TextRecognizer, path: Path, cancel: CancelToken) -> list[Page]:
    """The pages of a scan with their text; some 7 s each."""
    pictures = pages_of(path)
    file_format = format_of(path)
    name = file_format.name if file_format else ""
    numbers = [page.number for page in pictures]
    texts = list(recogniser.recognise(path, "", name, "", "", numbers, "", cancel))
    for page in texts:
        if page.problem:
            raise WorkerError(
                f"Page {page.number} of {path.name} was not recognised: {page.problem}",
                "Run the measurement again.",
            )
    return _placed(zip(pictures, texts, strict=True))


def _placed(pages: Iterable[tuple[Any, Any]]) -> list[Page]:
    """Pages of a document with their sizes and what was read on them, at their places in its text."""
    found: list[Page] = []
    start = 0
    for page, read in pages:
        span = Span(start, start + len(read.text))
        words = unpack_words(read.words, start)
        found.append(Page(page.number, read.text, span, page.width, page.height, words=words))
        start = span.end + 1
    return found
