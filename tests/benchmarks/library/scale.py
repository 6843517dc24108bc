"""Exact questions and filtered search over as many synthetic documents as wanted.

Documents have the fields of our own schemas, with values spread as those of real ones are, and two chunks of
`tests.benchmarks.scale.synthetic`. What is timed: a question to the fields; and a filter, the documents it
selects, and the hybrid search among these, without the question's own embedding and the reading of texts.
"""

from __future__ import annotations

import datetime
import random
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import islice
from typing import Any

from core.fields.filters import EVERYTHING, Filter, parse_filter
from core.fields.schema import BucketSchema, FieldSpec, FieldType, built_in_schemas
from core.fields.values import FieldValue, Method
from core.search.base import IndexPoint
from core.search.edge import EdgeIndex
from core.store.database import Database
from core.store.documents import DocumentRepository
from core.store.fields.queries import FieldQueries
from core.store.fields.repository import FieldRepository
from core.types import Span, chunk_id_for
from tests.benchmarks.library.documents import stored_document, value_of
from tests.benchmarks.machine import load
from tests.benchmarks.reporting import Bench
from tests.benchmarks.scale.run import hybrid
from tests.benchmarks.scale.synthetic import DIMENSIONS, SyntheticLibrary

AGGREGATE_AIM_MS, SEARCH_AIM_MS = 200.0, 50.0
BUCKET = "invoices"  # of half of the documents; the questions are about them
_OTHERS = ("contracts", "datasheets", "certificates", "manuals")
_CHUNKS = 2  # of each document
_REPEATS, _QUESTIONS = 15, 40
_BATCH = 500  # documents of one transaction, and of one call to the index
_NAMES = 2000
_FIRST_DAY, _DAYS = datetime.date(2014, 1, 1), 3652
_FILTERS: dict[str, dict[str, Any]] = {
    "1 name": {"vendor_name": "name 77 GmbH"},
    "1 % by amount": {"total_amount": {">": 8000}},
    "10 % by year": {"invoice_date": {"BETWEEN": ["2019-01-01", "2019-12-31"]}},
    "name and year": {"vendor_name": {"LIKE": "name 1%"}, "invoice_date": {">=": "2020-01-01"}},
    "90 % by amount": {"total_amount": {">": 1.2}},
}


def run_library_scale(bench: Bench, *, documents: int) -> None:
    """Make the library, then measure."""
    bench.notes.append(f"load at the beginning: {load()}")
    schemas = built_in_schemas()
    synthetic = SyntheticLibrary(documents * _CHUNKS)
    with (
        closing(Database(bench.folder / "library.sqlite3")) as database,
        closing(EdgeIndex(bench.folder / "index", DIMENSIONS)) as index,
    ):
        began = time.monotonic()
        made = _documents(documents, synthetic, schemas)
        while batch := list(islice(made, _BATCH)):
            _store(database, index, batch)
            bench.cancel.check()
        index.flush()
        spent = time.monotonic() - began
        bench.notes.append(f"{documents:,} documents were made and stored in {spent:.0f} s")
        questions, schema = FieldQueries(database, schemas[BUCKET]), schemas[BUCKET]
        filters = {"none": EVERYTHING} | {name: parse_filter(one, schema) for name, one in _FILTERS.items()}
        for name, where in filters.items():
            bench.cancel.check()
            matching = questions.count(where).count
            bench.notes.append(f"filter “{name}”: {matching:,} of {documents // 2:,} documents")
            _measure(questions, f"filter {name}", where, bench)
            selecting: list[float] = []
            whole: list[float] = []
            for number in range(_QUESTIONS):
                text, vector = synthetic.question(number)
                began = time.perf_counter()
                ids = questions.ids(where)
                selecting.append(1000 * (time.perf_counter() - began))
                hybrid(index, text, vector, ids)
                whole.append(1000 * (time.perf_counter() - began))
            bench.percentiles(selecting, {f"filter {name}.selection.p95": 0.95}, digits=1)
            search = f"filter {name}.hybrid search"
            bench.percentiles(whole, {f"{search}.p50": 0.5}, digits=1)
            bench.percentiles(whole, {f"{search}.p95": 0.95}, target=SEARCH_AIM_MS, digits=1)
    bench.notes.append(f"load at the end: {load()}")


def _measure(questions: FieldQueries, name: str, where: Filter, bench: Bench) -> None:
    """Exact questions to the fields."""
    asked: dict[str, Callable[[], object]] = {
        "count": lambda: questions.count(where),
        "sum": lambda: questions.total("total_amount", where),
        "min and max": lambda: questions.extremes("invoice_date", where),
        "list": lambda: questions.documents(where, order_by="invoice_date", descending=True),
        "by month": lambda: questions.groups("invoice_date", where, period="month"),
        "by name, summed": lambda: questions.groups("vendor_name", where, of="total_amount", limit=20),
    }
    for kind, ask in asked.items():
        times: list[float] = []
        for _ in range(_REPEATS):
            began = time.perf_counter()
            ask()
            times.append(1000 * (time.perf_counter() - began))
        bench.percentiles(times, {f"{name}.{kind}.p50": 0.5}, target=AGGREGATE_AIM_MS, digits=1)


# --- making ------------------------------------------------------------------------------------

_Made = tuple[str, str, list[FieldValue], list[IndexPoint]]  # document_id, bucket, values and chunks


def _documents(count: int, synthetic: SyntheticLibrary, schemas: dict[str, BucketSchema]) -> Iterator[_Made]:
    rng = random.Random(1)
    chunks = (pair for one in synthetic for pair in zip(one.texts, one.vectors, strict=True))
    for number in range(count):
        bucket = BUCKET if number % 2 == 0 else _OTHERS[number // 2 % len(_OTHERS)]
        document_id = f"{number:032x}"
        points = [
            IndexPoint(chunk_id_for(document_id, [Span(n, n + 1)]), document_id, text, 1, vector, "en")
            for n, (text, vector) in enumerate(islice(chunks, _CHUNKS))
        ]
        values = [_value(spec, rng) for spec in schemas[bucket].fields if rng.random() < 0.95]
        yield document_id, bucket, values, points


def _store(database: Database, index: EdgeIndex, batch: list[_Made]) -> None:
    documents, fields = DocumentRepository(database), FieldRepository(database)
    with database.transaction():
        for document_id, bucket, values, _ in batch:
            documents.add(stored_document(document_id, f"{document_id}.pdf"))
            fields.keep_read(document_id, bucket, 0.95, values, "bench")
    index.upsert([point for *_, points in batch for point in points])


def _value(spec: FieldSpec, rng: random.Random) -> FieldValue:
    value = value_of(spec, _drawn(spec, rng))
    return FieldValue(spec.name, value, Method.LABEL, 0.9, f"{spec.shown}: {value.shown}", 1, Span(5, 20))


def _drawn(spec: FieldSpec, rng: random.Random) -> str | bool:
    if spec.type is FieldType.MONEY:
        return f"{10 ** rng.uniform(0, 4):.2f} {rng.choice(['EUR'] * 8 + ['USD', 'CHF'])}"
    if spec.type is FieldType.NUMBER:
        return f"{10 ** rng.uniform(0, 3):.2f}"
    if spec.type is FieldType.DATE:
        return (_FIRST_DAY + datetime.timedelta(days=rng.randrange(_DAYS))).isoformat()
    if spec.type is FieldType.BOOL:
        return rng.random() < 0.5
    if spec.type is FieldType.ENUM:
        return rng.choice(list(spec.values))
    return f"name {rng.randrange(_NAMES)} GmbH"
