"""Python, SQL and the index select the same documents by any filter; what points carry outlives rewriting."""

from __future__ import annotations

import random
import uuid
from collections.abc import Iterator, Sequence
from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest
from qdrant_client import QdrantClient

from core.errors import UsageError
from core.fields.filters import EVERYTHING, Filter, described, matches, parse_filter, to_packed
from core.fields.filters.tree import Or
from core.fields.schema import BucketSchema, FieldSpec, FieldType
from core.fields.values import Value, enum_value, money_value, number_value, text_value
from core.search.base import ChunkIndex, IndexPoint
from core.search.edge import EdgeIndex
from core.search.field_conditions import (
    FieldConditions,
    field_conditions,
    field_payload,
    paths_of,
    payload_values,
)
from core.search.memory import MemoryIndex
from core.search.server import ServerIndex
from core.store.database import Database
from core.store.field_queries import FieldQueries
from tests.fields.filter_kit import SCHEMA, Chance, Made
from tests.store.field_library import store

DIMENSIONS = 8
FILTERS, ALL_FILTERS, DOCUMENTS = 300, 1500, 240
OTHER = BucketSchema(bucket="contracts", fields=SCHEMA.fields)


def chunk_id(document_id: str, place: int) -> str:
    return str(uuid.uuid5(uuid.NAMESPACE_OID, f"{document_id}/{place}"))


def points(document_id: str, count: int = 2) -> list[IndexPoint]:
    vectors = np.random.default_rng(len(document_id)).standard_normal((count, DIMENSIONS)).astype(np.float32)
    return [
        IndexPoint(chunk_id(document_id, place), document_id, "invoice text", 1, vectors[place])
        for place in range(count)
    ]


def found_by(
    index: ChunkIndex, conditions: FieldConditions | None, ids: Sequence[str] | None = None
) -> set[str]:
    """All documents that a search by meaning and one by words find, which must be the same."""
    vector = np.ones(DIMENSIONS, dtype=np.float32)
    dense = index.search_dense(vector, 5000, ids, conditions=conditions)
    words = index.search_keywords("invoice", 5000, ids, conditions=conditions)
    assert {point.chunk_id for point in dense} == {point.chunk_id for point in words}
    return {point.document_id for point in dense}


def no_keys(field: str, pattern: str) -> list[str]:
    raise AssertionError((field, pattern))


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = Database(tmp_path / "library.sqlite3")
    yield opened
    opened.close()


@pytest.mark.parametrize("filters", [FILTERS, pytest.param(ALL_FILTERS, marks=pytest.mark.slow)])
def test_python_sql_and_the_index_select_the_same(database: Database, tmp_path: Path, filters: int) -> None:
    chance = Chance(20_240_607)
    documents = chance.made(DOCUMENTS)
    index = EdgeIndex(tmp_path / "index", DIMENSIONS)
    for made in documents:
        store(database, made)
        index.upsert(points(made.document_id))
        index.set_field_payload(made.document_id, field_payload(SCHEMA.bucket, made.values))
    elsewhere = Made("elsewhere", dict(documents[0].values))
    store(database, elsewhere, OTHER.bucket)
    index.upsert(points("elsewhere"))
    index.set_field_payload("elsewhere", field_payload(OTHER.bucket, elsewhere.values))
    index.upsert(points("never sorted"))
    queries = FieldQueries(database, SCHEMA)
    parsed = 0
    sizes, refused = set[int](), set[str]()
    for _ in range(filters * 2):
        packed = chance.filter()
        try:
            where = parse_filter(packed, SCHEMA)
        except UsageError as error:
            refused.add(error.message)
            continue
        if parsed == filters // 3:  # from here on with indexes of all fields
            paths = [path for spec in SCHEMA.fields for path in (f"num.{spec.name}", f"key.{spec.name}")]
            index.index_fields([*paths, "unit.total_amount", "unit.tax"])
        expected = {made.document_id for made in documents if matches(where, made.values)}
        by_sql = set(queries.documents(where, limit=5000).document_ids)
        assert by_sql == expected, described(where, SCHEMA)
        check_what_has_no_value(
            queries, where, chance, [made for made in documents if made.document_id in expected]
        )
        conditions = field_conditions(SCHEMA.bucket, where, queries.keys_like)
        assert found_by(index, conditions) == expected, described(where, SCHEMA)
        assert parse_filter(to_packed(where), SCHEMA) == where
        sizes.add(len(expected))
        parsed += 1
        if parsed == filters:
            break
    assert parsed == filters
    assert all(" is between " in message for message in refused), refused
    assert len(sizes) > DOCUMENTS // 3  # they tell documents apart, not only all from none
    index.close()


def check_what_has_no_value(
    queries: FieldQueries, where: Filter, chance: Chance, expected: list[Made]
) -> None:
    """All questions count the same documents, also where the filter is about the field itself."""
    spec = chance.random.choice(SCHEMA.fields)
    values = [made.values.get(spec.name) for made in expected]
    held = [
        value
        for value in values
        if value and (value.key if not spec.type.is_ordered else value.number) is not None
    ]
    missing = len(expected) - len(held)
    page = queries.documents(where, order_by=spec.name, limit=5000)
    assert sorted(page.document_ids) == sorted(made.document_id for made in expected)
    assert (page.count, page.without) == (len(expected), missing)
    if spec.type.is_ordered:
        extremes = queries.extremes(spec.name, where)
        assert extremes.without == missing
        assert sum(extreme.documents for extreme in extremes.per_unit) == len(held)
    if not spec.type.is_numeric:
        groups = queries.values(spec.name, where, limit=5000)
        assert sum(group.documents for group in groups.groups) + groups.without == len(expected)


@pytest.fixture(params=["memory", "edge", "server"])
def index(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ChunkIndex]:
    made: ChunkIndex
    if request.param == "memory":
        made = MemoryIndex()
    elif request.param == "edge":
        made = EdgeIndex(tmp_path / "index", DIMENSIONS)
    else:
        made = ServerIndex(QdrantClient(":memory:"), "chunks", DIMENSIONS)
    yield made
    made.close()


@pytest.mark.filterwarnings("ignore:Payload indexes have no effect")
def test_all_indexes_know_the_same_conditions(index: ChunkIndex) -> None:
    chance = Chance(7)
    documents = chance.made(40)
    for made in documents:
        index.upsert(points(made.document_id))
        index.set_field_payload(made.document_id, field_payload("invoices", made.values))
    index.upsert(points("never sorted"))
    index.index_fields(["num.tax", "key.note"])
    told = 0
    for _ in range(150):
        try:
            where = parse_filter(chance.filter(), SCHEMA)
        except UsageError:
            continue

        def keys_like(field: str, pattern: str) -> list[str]:
            found = parse_filter({field: {"LIKE": pattern}}, SCHEMA)
            held = {made.values[field] for made in documents if made.values.get(field)}
            return [value.key for value in held if value and value.key and matches(found, {field: value})]

        expected = {made.document_id for made in documents if matches(where, made.values)}
        assert found_by(index, field_conditions("invoices", where, keys_like)) == expected
        told += 0 < len(expected) < len(documents)
    assert told > 60
    everything = FieldConditions("invoices", EVERYTHING)
    assert found_by(index, everything) == {made.document_id for made in documents}
    assert found_by(index, None) == {made.document_id for made in documents} | {"never sorted"}
    assert found_by(index, FieldConditions("invoices", Or(()))) == set()
    assert found_by(index, FieldConditions("contracts", EVERYTHING)) == set()
    assert found_by(index, everything, ["document 3", "never sorted"]) == {"document 3"}


def test_a_payload_takes_the_place_of_the_one_before(index: ChunkIndex) -> None:
    index.upsert(points("a") + points("b"))
    index.set_field_payload("a", field_payload("invoices", {"note": text_value("old"), "tax": None}))
    index.set_field_payload("b", field_payload("invoices", {"note": text_value("old")}))
    index.set_field_payload("a", field_payload("contracts", {"tax": money_value(Decimal(5), "EUR")}))
    old = parse_filter({"note": "old"}, SCHEMA)
    assert found_by(index, FieldConditions("invoices", old)) == {"b"}
    assert found_by(index, FieldConditions("contracts", old)) == set()
    five = parse_filter({"tax": "5 EUR", "note": None}, SCHEMA)
    assert found_by(index, FieldConditions("contracts", five)) == {"a"}


FIGURES = FieldSpec(name="figure", type=FieldType.NUMBER)


def test_ranges_are_exact_for_figures_of_fifteen_digits(tmp_path: Path) -> None:
    """Written, read back from the disk, and through the index made from what was read back."""
    chance = random.Random(5)
    texts = ["0", "0.1", "0.3", "1000", "999999999999999", "999999999999998", "0.100000000000001"]
    texts += ["123456789012345", "123456789012.345", "12345678901.2345", "-0.1", "1e-12", "4.7e-12"]
    texts += [
        "12345678901234567",
        "12345678901234568",
        "0.12345678901234567",
        "0.123456789012345679",
    ]  # one each
    for _ in range(70):
        digits = chance.randrange(10**14, 10**15 - 1)
        exponent = chance.randrange(-44, 15)
        texts += [f"{digits}e{exponent}", f"{digits + 1}e{exponent}", f"-{digits}e{exponent}"]
    values = {f"d{n}": number_value(Decimal(text)) for n, text in enumerate(dict.fromkeys(texts))}
    schema = BucketSchema(bucket="figures", fields=(FIGURES,))
    index = EdgeIndex(tmp_path / "index", DIMENSIONS)
    for document_id, value in values.items():
        index.upsert(points(document_id, 1))
        index.set_field_payload(document_id, field_payload("figures", {"figure": value}))
    index.close()
    index = EdgeIndex(tmp_path / "index", DIMENSIONS)
    for indexed in (False, True):
        if indexed:
            index.index_fields(["num.figure"])
        for document_id, value in list(values.items())[:: 2 if indexed else 10]:
            for operator in ("=", "!=", "<", "<=", ">", ">="):
                where = parse_filter({"figure": {operator: value.shown}}, schema)
                expected = {name for name, other in values.items() if matches(where, {"figure": other})}
                found = found_by(index, field_conditions("figures", where, no_keys))
                assert found == expected, (document_id, operator, value)
    index.close()


def test_payloads_and_indexes_survive_reopening_and_compacting(tmp_path: Path) -> None:
    index = EdgeIndex(tmp_path / "index", DIMENSIONS)
    index.upsert(points("a") + points("b") + points("gone"))
    for name in ("a", "gone"):
        index.set_field_payload(name, field_payload("invoices", {"status": enum_value("open")}))
    index.index_fields(["key.status"])
    index.delete_document("gone")
    conditions = FieldConditions("invoices", parse_filter({"status": "open"}, SCHEMA))
    assert found_by(index, conditions) == {"a"}
    index.close()
    index = EdgeIndex(tmp_path / "index", DIMENSIONS)
    assert found_by(index, conditions) == {"a"}
    index.compact()
    assert found_by(index, conditions) == {"a"}
    assert "key.status" in index_paths(index)
    index.upsert(points("a"))  # read anew: the payload is to be set again
    assert found_by(index, conditions) == set()
    index.close()


def test_what_is_set_while_the_graph_is_built_is_there_afterwards(tmp_path: Path) -> None:
    index = EdgeIndex(tmp_path / "index", DIMENSIONS)
    index.upsert(points("a") + points("b") + points("c"))
    index.set_field_payload("b", field_payload("invoices", {"note": text_value("before")}))
    copy = index.copy_for_graph(lambda: None)
    index.set_field_payload("a", field_payload("invoices", {"note": text_value("while")}))
    index.set_field_payload("b", field_payload("invoices", {"note": text_value("while")}))
    index.set_field_payload("c", field_payload("invoices", {"note": text_value("while")}))
    index.delete_document("c")
    index.index_fields(["key.note"])
    index.finish_graph(copy)
    conditions = FieldConditions("invoices", parse_filter({"note": "while"}, SCHEMA))
    assert found_by(index, conditions) == {"a", "b"}
    assert {"key.note", "bucket", "has", "document_id"} <= index_paths(index)
    index.close()


def index_paths(index: EdgeIndex) -> set[str]:
    return set(index._read(lambda shard: shard.info().payload_schema))


def test_a_selection_of_documents_and_conditions_hold_together(tmp_path: Path) -> None:
    """Also where most of the library is selected, which is looked through another way."""
    index = EdgeIndex(tmp_path / "index", DIMENSIONS)
    names = [f"{number:04}" for number in range(300)]
    index.upsert([point for name in names for point in points(name, 1)])
    for number, name in enumerate(names):
        values = {"pieces": number_value(Decimal(number))}
        index.set_field_payload(name, field_payload("invoices", values))
    where: Filter = parse_filter({"pieces": {">=": 100}}, SCHEMA)
    conditions = FieldConditions("invoices", where)
    for ids in (names[:250], names[90:110], names[:60]):
        expected = {name for name in ids if int(name) >= 100}
        assert found_by(index, conditions, ids) == expected
        few = index.search_dense(np.ones(DIMENSIONS, dtype=np.float32), 7, ids, conditions=conditions)
        assert len(few) == min(7, len(expected))
        assert {point.document_id for point in few} <= expected
    index.close()


def test_what_points_carry() -> None:
    values = {
        "total_amount": money_value(Decimal("1234.50"), "EUR"),
        "tax": money_value(Decimal(5), ""),
        "vendor_name": text_value("Acme  GmbH"),
        "note": None,
    }
    payload = field_payload("invoices", values)
    assert payload == {
        "bucket": "invoices",
        "num": {"total_amount": 1234.5, "tax": 5.0},
        "key": {"vendor_name": "acme gmbh"},
        "unit": {"total_amount": "EUR", "tax": "XXX"},
        "has": ["num.total_amount", "num.tax", "key.vendor_name"],
    }
    assert payload_values(payload) == {
        "total_amount": Value("", number=1234.5, unit="EUR"),
        "tax": Value("", number=5.0),
        "vendor_name": Value("", key="acme gmbh"),
    }
    assert field_payload("invoices", {}) == {
        "bucket": "invoices",
        "num": {},
        "key": {},
        "unit": {},
        "has": [],
    }


def test_paths_that_a_filter_looks_at() -> None:
    where = parse_filter(
        {"OR": [{"tax": {">": "5 EUR"}}, {"note": "x"}, {"paid": None}, {"pieces": 3}]}, SCHEMA
    )
    assert paths_of(where) == ["num.tax", "unit.tax", "key.note", "num.pieces"]
