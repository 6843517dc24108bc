"""Exact questions and filtered search over as many synthetic documents as wanted.

The documents have the fields of our own schemas with values spread as those of real ones are (few kinds, many
names, amounts over four powers of ten, ten years), and two chunks each with the vectors and words of
`tests.benchmarks.scale.synthetic`. Questions go through the classes of a user's. What is timed: a question
to the fields; and a filter, the documents it selects, and the hybrid search among these. The question's own
embedding and the reading of texts are not in it.
"""

from __future__ import annotations

import datetime
import os
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from core.cancel import CancelToken
from core.fields.filters import EVERYTHING, Filter, parse_filter
from core.fields.schema import BucketSchema, FieldSpec, FieldType, built_in_schemas
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
from core.published.schemas import BenchOutput
from core.search.base import IndexPoint
from core.search.edge import EdgeIndex
from core.store.database import Database
from core.store.documents import DocumentRepository
from core.store.field_queries import FieldQueries
from core.store.fields import FieldRepository
from core.types import Document, DocumentStatus, Span, chunk_id_for
from tests.benchmarks.figures import Results, figure, percentile
from tests.benchmarks.reporting import report
from tests.benchmarks.scale.run import hybrid
from tests.benchmarks.scale.synthetic import DIMENSIONS, SyntheticLibrary

AGGREGATE_AIM_MS, SEARCH_AIM_MS = 200.0, 50.0
BUCKET = "invoices"
_OTHERS = ("contracts", "datasheets", "certificates", "manuals")
_CHUNKS = 2  # of each document
_REPEATS, _QUESTIONS = 15, 40
_BATCH = 500  # documents of one transaction, and of one call to the index
_NAMES = 2000
_FIRST_DAY, _DAYS = datetime.date(2014, 1, 1), 3652


@dataclass(frozen=True, slots=True)
class _Made:
    document_id: str
    bucket: str
    values: tuple[FieldValue, ...]
    points: tuple[IndexPoint, ...]


def run_library_scale(*, documents: int, cancel: CancelToken) -> BenchOutput:
    """Make the library, then measure; half of it are invoices, which the questions are about.

    Raises:
        OSError: there is no room for it.
    """
    schemas = built_in_schemas()
    results: Results = {}
    notes = [f"load at the beginning: {_load()}"]
    synthetic = SyntheticLibrary(documents * _CHUNKS)
    with tempfile.TemporaryDirectory(prefix="docuchat-scale-") as folder:
        database = Database(Path(folder) / "library.sqlite3")
        index = EdgeIndex(Path(folder) / "index", DIMENSIONS)
        try:
            began = time.monotonic()
            _store(database, index, _documents(documents, synthetic, schemas), cancel)
            notes.append(f"{documents:,} documents were made and stored in {time.monotonic() - began:.0f} s")
            questions = FieldQueries(database, schemas[BUCKET])
            for name, where in _filters(schemas[BUCKET]).items():
                cancel.check()
                matching = questions.count(where).count
                notes.append(f"filter “{name}”: {matching:,} of {documents // 2:,} documents")
                _aggregates(questions, name, where, results)
                _searches(questions, index, synthetic, name, where, results)
        finally:
            index.close()
            database.close()
    notes.append(f"load at the end: {_load()}")
    return report("library", results, notes=notes)


def _filters(schema: BucketSchema) -> dict[str, Filter]:
    written: dict[str, dict[str, Any]] = {
        "1 name": {"vendor_name": "name 77 GmbH"},
        "1 % by amount": {"total_amount": {">": 8000}},
        "10 % by year": {"invoice_date": {"BETWEEN": ["2019-01-01", "2019-12-31"]}},
        "name and year": {"vendor_name": {"LIKE": "name 1%"}, "invoice_date": {">=": "2020-01-01"}},
        "90 % by amount": {"total_amount": {">": 1.2}},
    }
    return {"none": EVERYTHING} | {name: parse_filter(each, schema) for name, each in written.items()}


def _aggregates(questions: FieldQueries, name: str, where: Filter, results: Results) -> None:
    asked: dict[str, Callable[[], object]] = {
        "count": lambda: questions.count(where),
        "sum": lambda: questions.total("total_amount", where),
        "min and max": lambda: questions.extremes("invoice_date", where),
        "list": lambda: questions.documents(where, order_by="invoice_date", descending=True),
        "by month": lambda: questions.groups("invoice_date", where, period="month"),
        "by name, summed": lambda: questions.groups("vendor_name", where, of="total_amount", limit=20),
    }
    for kind, ask in asked.items():
        times = [_timed(ask) for _ in range(_REPEATS)]
        label = f"filter {name}.{kind}.p50"
        results[label] = figure(_ms(times, 0.5), "ms", better="lower", target=AGGREGATE_AIM_MS, digits=1)


def _searches(
    questions: FieldQueries,
    index: EdgeIndex,
    synthetic: SyntheticLibrary,
    name: str,
    where: Filter,
    results: Results,
) -> None:
    selecting: list[float] = []
    whole: list[float] = []
    for number in range(_QUESTIONS):
        text, vector = synthetic.question(number)
        began = time.perf_counter()
        ids = questions.ids(where)
        selecting.append(time.perf_counter() - began)
        hybrid(index, text, vector, ids)
        whole.append(time.perf_counter() - began)
    results[f"filter {name}.selection.p95"] = figure(_ms(selecting, 0.95), "ms", better="lower", digits=1)
    results[f"filter {name}.hybrid search.p50"] = figure(_ms(whole, 0.5), "ms", better="lower", digits=1)
    results[f"filter {name}.hybrid search.p95"] = figure(
        _ms(whole, 0.95), "ms", better="lower", target=SEARCH_AIM_MS, digits=1
    )


# --- making ------------------------------------------------------------------------------------


def _documents(count: int, synthetic: SyntheticLibrary, schemas: dict[str, BucketSchema]) -> Iterator[_Made]:
    rng = random.Random(1)
    chunks = _chunks(synthetic)
    for number in range(count):
        bucket = BUCKET if number % 2 == 0 else _OTHERS[number // 2 % len(_OTHERS)]
        document_id = f"{number:032x}"
        points = []
        for place in range(_CHUNKS):
            text, vector = next(chunks)
            chunk_id = chunk_id_for(document_id, [Span(place, place + 1)])
            points.append(IndexPoint(chunk_id, document_id, text, 1, vector, "en"))
        values = tuple(_value(spec, rng) for spec in schemas[bucket].fields if rng.random() < 0.95)
        yield _Made(document_id, bucket, values, tuple(points))


def _chunks(synthetic: SyntheticLibrary) -> Iterator[tuple[str, Any]]:
    for document in synthetic:
        yield from zip(document.texts, document.vectors, strict=True)


def _value(spec: FieldSpec, rng: random.Random) -> FieldValue:
    value = _drawn(spec, rng)
    quote = f"{spec.shown}: {value.shown}"
    return FieldValue(spec.name, value, Method.LABEL, 0.9, quote, 1, Span(5, 20))


def _drawn(spec: FieldSpec, rng: random.Random) -> Value:
    if spec.type is FieldType.MONEY:
        amount = Decimal(f"{10 ** rng.uniform(0, 4):.2f}")
        return money_value(amount, rng.choice(["EUR"] * 8 + ["USD", "CHF"]))
    if spec.type is FieldType.NUMBER:
        return number_value(Decimal(f"{10 ** rng.uniform(0, 3):.2f}"), spec.unit)
    if spec.type is FieldType.DATE:
        return date_value(_FIRST_DAY + datetime.timedelta(days=rng.randrange(_DAYS)))
    if spec.type is FieldType.BOOL:
        return bool_value(rng.random() < 0.5)
    if spec.type is FieldType.ENUM:
        return enum_value(rng.choice(list(spec.values)))
    return text_value(f"name {rng.randrange(_NAMES)} GmbH")


def _store(database: Database, index: EdgeIndex, made: Iterator[_Made], cancel: CancelToken) -> None:
    documents, fields = DocumentRepository(database), FieldRepository(database)
    batch: list[_Made] = []

    def write() -> None:
        with database.transaction():
            for one in batch:
                documents.add(_document(one.document_id))
                fields.keep_read(one.document_id, one.bucket, 0.95, one.values, "bench")
        index.upsert([point for one in batch for point in one.points])
        batch.clear()
        cancel.check()

    for one in made:
        batch.append(one)
        if len(batch) == _BATCH:
            write()
    write()
    index.flush()


def _document(document_id: str) -> Document:
    return Document(
        document_id=document_id,
        content_hash=document_id,
        path=f"/nowhere/{document_id}.pdf",
        filename=f"{document_id}.pdf",
        title="",
        size_bytes=1000,
        page_count=1,
        status=DocumentStatus.INDEXED,
        format="pdf",
    )


def _timed(action: Callable[[], object]) -> float:
    began = time.perf_counter()
    action()
    return time.perf_counter() - began


def _ms(seconds: list[float], share: float) -> float | None:
    found = percentile(seconds, share)
    return None if found is None else found * 1000


def _load() -> str:
    return f"{os.getloadavg()[0]:.1f} on {os.cpu_count()} cores" if hasattr(os, "getloadavg") else "unknown"
