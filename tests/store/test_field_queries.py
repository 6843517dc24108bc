"""What the fields of a bucket's documents are asked in SQL: which, how many, how much, by what."""

from __future__ import annotations

import datetime
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest

from core.errors import UsageError
from core.fields.filters import EVERYTHING, Filter, fields_of, matches, parse_filter, parse_where, to_packed
from core.fields.filters.tree import MOST_NODES, And, Comparison, IsNull, Not, Operator, Or
from core.fields.results import Amount, Counted
from core.fields.schema import FieldSpec
from core.fields.values import (
    Value,
    bool_value,
    date_value,
    enum_value,
    money_value,
    number_value,
    text_value,
)
from core.store.database import Database
from core.store.documents import DocumentRepository
from core.store.fields import selection
from core.store.fields.filters import condition_of
from core.store.fields.queries import FieldQueries
from core.store.fields.repository import FieldRepository, SortingRepository
from core.types import DocumentStatus
from tests.cases import Case, cases, plain, score
from tests.fields.filter_kit import NASTY, SCHEMA, Chance, Made
from tests.store.field_library import store


def money(amount: str, currency: str = "EUR") -> Value:
    return money_value(Decimal(amount), currency)


def day(text: str) -> Value:
    return date_value(datetime.date.fromisoformat(text))


INVOICES = (
    Made("a", {"vendor_name": text_value("Acme GmbH"), "total_amount": money("1000.10"),
               "invoice_date": day("2022-12-31"), "paid": bool_value(True), "status": enum_value("open")}),
    Made("b", {"vendor_name": text_value("ACME GmbH"), "total_amount": money("2000.20"),
               "invoice_date": day("2023-01-01"), "paid": bool_value(False)}),
    Made("c", {"vendor_name": text_value("Bolt Ltd"), "total_amount": money("500.5", "USD"),
               "invoice_date": day("2023-01-31"), "tax": money("0")}),
    Made("d", {"vendor_name": text_value("Bolt Ltd"), "total_amount": money("99"),
               "invoice_date": day("2023-12-31"), "status": enum_value("not_paid")}),
    Made("e", {"vendor_name": None, "total_amount": None}),
    Made("f", {"note": text_value("no date, no sum")}),
)  # fmt: skip


@pytest.fixture
def invoices(database: Database) -> FieldQueries:
    for made in INVOICES:
        store(database, made)
    store(database, Made("unread", dict(INVOICES[0].values)), status=DocumentStatus.FAILED)
    store(database, Made("contract", dict(INVOICES[0].values)), bucket="contracts")
    return FieldQueries(database, SCHEMA)


def where(line: str) -> Filter:
    return parse_where(line, SCHEMA)


def answer(queries: FieldQueries, case: Case) -> object:
    """What a question is answered with, as data."""
    given = {"of" if name == "sum_of" else name: value for name, value in case.given.items()}
    filtered = where(given.pop("where", ""))
    if case.of == "documents" and not given:
        held = [made.document_id for made in INVOICES if matches(filtered, made.values)]
        assert list(queries.documents(filtered).document_ids) == held
    try:
        return plain(getattr(queries, case.of)(where=filtered, **given))
    except UsageError as refused:
        return f"refused: {refused.message}"


def test_questions_are_answered(invoices: FieldQueries) -> None:
    questions = [case for case in cases("field_queries") if case.of != "index"]
    score(questions, lambda case: (got := answer(invoices, case)) == case.expected or f"answered {got!r}")


def test_many_decimals_add_up_exactly(database: Database) -> None:
    """As floats 0.1 + 0.2 + … is off after a few; and so are amounts beside much larger ones."""
    texts = ["0.1", "0.2", "0.07", "123456789012345.67", "-0.01", "1e-9", "99999999999999.99"] * 40
    with database.transaction():
        for number, text in enumerate(texts):
            store(database, Made(f"{number}", {"pieces": number_value(Decimal(text))}))
    (amount,) = FieldQueries(database, SCHEMA).total("pieces").per_unit
    assert Fraction(amount.figure) == sum(Fraction(text) for text in texts)
    assert amount.documents == len(texts)


def test_documents_of_an_extreme_are_listed_for_each_currency(database: Database) -> None:
    with database.transaction():
        for number in range(30):
            store(database, Made(f"{number:02}", {"tax": money("5", "EUR" if number < 25 else "USD")}))
    euros, dollars = FieldQueries(database, SCHEMA).extremes("tax").per_unit
    assert euros.least_documents == tuple(f"{number:02}" for number in range(20))
    assert dollars.greatest_documents == ("25", "26", "27", "28", "29")
    assert (euros.documents, dollars.documents) == (25, 5)


def test_only_selected_documents_count(database: Database, invoices: FieldQueries) -> None:
    some = FieldQueries(database, SCHEMA, ["a", "c", "e", "unread", "contract", "nowhere"])
    assert some.documents().document_ids == tuple("ace")
    assert some.count(where("paid = true")) == Counted(1, 3, {"paid": 2})
    assert some.total("total_amount").per_unit[0] == Amount("EUR", Decimal("1000.10"), 1)
    assert [group.key for group in some.values("vendor_name").groups] == ["acme gmbh", "bolt ltd"]
    assert FieldQueries(database, SCHEMA, []).documents().count == 0


def test_what_the_user_entered_in_a_former_bucket_does_not_count(
    database: Database, invoices: FieldQueries
) -> None:
    FieldRepository(database).correct("b", "invoices", "total_amount", money("7"))
    assert invoices.total("total_amount").per_unit[0].figure == Decimal("1106.10")
    SortingRepository(database).move(["b"], "contracts")
    assert invoices.total("total_amount").per_unit[0].figure == Decimal("1099.10")
    assert invoices.documents(where("total_amount = 7")).document_ids == ()
    assert "b" not in invoices.documents(order_by="total_amount").document_ids
    assert invoices.count().of == 5
    SortingRepository(database).move(["b"], "invoices")
    assert invoices.documents(where("total_amount = 7")).document_ids == ("b",)


def test_a_document_counts_as_soon_as_it_can_be_searched(database: Database, invoices: FieldQueries) -> None:
    DocumentRepository(database).set_status("unread", DocumentStatus.SEARCHABLE)
    assert invoices.total("total_amount").per_unit[0] == Amount("EUR", Decimal("4099.40"), 4)
    DocumentRepository(database).set_status("a", DocumentStatus.PARSING)
    assert "a" not in invoices.documents().document_ids
    assert invoices.count().of == 6


def test_values_of_a_former_type_are_left_out_of_sums(database: Database, invoices: FieldQueries) -> None:
    FieldRepository(database).correct("f", "invoices", "total_amount", day("2023-01-01"))
    total = invoices.total("total_amount")
    assert sum(amount.documents for amount in total.per_unit) == 4
    assert total.without == 2
    FieldRepository(database).correct("f", "invoices", "invoice_date", number_value(Decimal("-0.5")))
    assert invoices.groups("invoice_date").without == 2


def plan(database: Database, filtered: Filter) -> list[str]:
    condition = condition_of(filtered, "invoices", "placed.document_id")
    rows = database.query(
        "EXPLAIN QUERY PLAN SELECT document_id FROM sorted_documents AS placed "  # noqa: S608
        f"WHERE {condition.sql}",
        condition.parameters,
    )
    return [row["detail"] for row in rows if "fields" in row["detail"]]


def test_each_comparison_is_answered_by_an_index(database: Database, invoices: FieldQueries) -> None:
    for case in cases("field_queries", "index"):
        steps = [f"SEARCH fields USING COVERING INDEX {step}" for step in case.expected]
        assert plan(database, where(case.given["where"])) == steps


def test_the_largest_filters_are_within_the_limits_of_sqlite(database: Database) -> None:
    chance = Chance(3)
    documents = chance.made(30)
    with database.transaction():
        for made in documents:
            store(database, made)
    queries = FieldQueries(database, SCHEMA)
    leaves = [parse_filter({"tax": {"!=": f"{number} EUR"}}, SCHEMA) for number in range(MOST_NODES)]
    names = [f"vendor {number}" for number in range(MOST_NODES - 1)]
    nested: Filter = Or(tuple(leaves[:10]))
    for start in range(10, 180, 10):
        nested = Not(And((nested, Or(tuple(leaves[start : start + 9])))))
    missing = [parse_filter({spec.name: None}, SCHEMA) for spec in SCHEMA.fields] * (MOST_NODES // 9)
    for filtered in (
        And(tuple(leaves)),
        Or(tuple(leaves)),
        nested,
        parse_filter({"vendor_name": names}, SCHEMA),
        Or(tuple(missing)),
    ):
        expected = {made.document_id for made in documents if matches(filtered, made.values)}
        assert set(queries.documents(filtered).document_ids) == expected
        queries.total("total_amount", filtered)
        queries.groups("vendor_name", filtered, of="tax")


def test_nothing_of_a_filter_is_written_into_sql(database: Database, invoices: FieldQueries) -> None:
    attempts = (*NASTY, "x' OR '1'='1", "x'); DELETE FROM fields; --", "?", ":a", "{0}", "%s")
    for text in attempts:
        for operator in ("=", "!=", "LIKE", "IN", "NOT IN", "NOT LIKE"):
            value = [text, "other"] if operator.endswith("IN") else text
            filtered = parse_filter({"vendor_name": {operator: value}}, SCHEMA)
            condition = condition_of(filtered, "x'; --", "placed.document_id")
            harmless = parse_filter({"vendor_name": {operator: "a" if value == text else ["a", "b"]}}, SCHEMA)
            assert condition.sql == condition_of(harmless, "b", "placed.document_id").sql
            assert "x'; --" in condition.parameters
            expected = [made.document_id for made in INVOICES if matches(filtered, made.values)]
            assert list(invoices.documents(filtered).document_ids) == expected
    assert invoices.documents().count == 6
    assert database.query_one("SELECT COUNT(*) FROM fields")[0] > 10  # type: ignore[index]


def test_what_nothing_or_everything_passes(invoices: FieldQueries) -> None:
    """As patterns become that no key matches."""
    none = Comparison("vendor_name", Operator.IN, ())
    for filtered in (Or(()), none, And((EVERYTHING, Or(()))), Not(EVERYTHING)):
        assert invoices.documents(filtered).count == 0
        assert invoices.documents(Not(filtered)).count == 6
        assert not matches(filtered, INVOICES[0].values)


def test_a_pattern_full_of_wildcards_takes_no_time(database: Database) -> None:
    store(database, Made("a", {"note": text_value("a" * 5000)}))
    filtered = parse_filter({"note": {"LIKE": "%a" * 240 + "%b"}}, SCHEMA)
    start = time.monotonic()
    assert FieldQueries(database, SCHEMA).documents(filtered).count == 0
    assert not matches(filtered, {"note": text_value("a" * 5000)})
    assert time.monotonic() - start < 20


def test_the_same_documents_when_one_asks_in_pages(database: Database) -> None:
    chance = Chance(11)
    with database.transaction():
        for made in chance.made(60):
            store(database, made)
    queries = FieldQueries(database, SCHEMA)
    for spec in SCHEMA.fields:
        whole = queries.documents(order_by=spec.name, limit=100)
        assert len(set(whole.document_ids)) == whole.count == 60
        paged = [
            name
            for offset in range(0, 60, 7)
            for name in queries.documents(order_by=spec.name, limit=7, offset=offset).document_ids
        ]
        assert tuple(paged) == whole.document_ids
        assert queries.documents(EVERYTHING, order_by=spec.name, limit=0).document_ids == ()


@pytest.mark.parametrize(
    ("few", "filters"), [(0, 60), (1000, 60), pytest.param(0, 1500, marks=pytest.mark.slow)]
)
def test_questions_with_any_filter_are_answered_as_in_python(
    database: Database, monkeypatch: pytest.MonkeyPatch, few: int, filters: int
) -> None:
    """`few`: both ways to come by values, of many documents from an index and of few one by one."""
    monkeypatch.setattr(selection, "_FEW", few)
    chance = Chance(5)
    documents = chance.made(120)
    with database.transaction():
        for made in documents:
            store(database, made)
    queries = FieldQueries(database, SCHEMA)
    sizes = set[int]()
    for _ in range(filters):
        filtered = parse_filter(chance.filter(), SCHEMA)
        assert parse_filter(to_packed(filtered), SCHEMA) == filtered
        passing = {made.document_id: made for made in documents if matches(filtered, made.values)}
        sizes.add(len(passing))
        assert set(queries.ids(filtered)) == passing.keys()
        assert queries.count(filtered).count == len(passing)
        held = {
            name: value
            for name, made in passing.items()
            if (value := made.values.get("total_amount")) is not None and value.number is not None
        }
        sums: dict[str, Fraction] = {}
        for value in held.values():
            if "-" not in value.shown[1:]:  # a day, from when it was a field of dates
                sums[value.unit] = sums.get(value.unit, Fraction(0)) + Fraction(value.shown)
        total = queries.total("total_amount", filtered)
        assert {amount.unit: Fraction(amount.figure) for amount in total.per_unit} == sums
        page = queries.documents(filtered, order_by="total_amount", descending=True, limit=1000)
        assert set(page.document_ids) == passing.keys()
        assert page.without == len(passing) - len(held)
        in_order = [held[name].number or 0.0 for name in page.document_ids if name in held]
        assert in_order == sorted(in_order, reverse=True)
        for extreme in queries.extremes("total_amount", filtered).per_unit:
            own = {name: value.number or 0.0 for name, value in held.items() if value.unit == extreme.unit}
            assert (extreme.least.number, extreme.greatest.number) == (min(own.values()), max(own.values()))
            least = sorted(name for name, figure in own.items() if figure == extreme.least.number)
            assert extreme.least_documents == tuple(least[:20])
        keys = [value.key for made in passing.values() if (value := made.values.get("vendor_name"))]
        vendors = [key for key in keys if key is not None]
        groups = queries.groups("vendor_name", filtered, of="total_amount", limit=1000)
        assert {group.key: group.documents for group in groups.groups} == dict(Counter(vendors))
        assert groups.without == len(passing) - len(vendors)
        check_what_has_no_value(queries, filtered, chance.random.choice(SCHEMA.fields), [*passing.values()])
    assert len(sizes) > 15  # they tell documents apart, not only all from none


def check_what_has_no_value(
    queries: FieldQueries, filtered: Filter, spec: FieldSpec, passing: Sequence[Made]
) -> None:
    """All questions count the same documents, also where the filter is about the field itself."""
    held = sum(fits(spec.name, made.values.get(spec.name)) for made in passing)
    page = queries.documents(filtered, order_by=spec.name, limit=1000)
    assert sorted(page.document_ids) == sorted(made.document_id for made in passing)
    assert (page.count, page.without) == (len(passing), len(passing) - held)
    if spec.type.is_ordered:
        extremes = queries.extremes(spec.name, filtered)
        assert extremes.without == len(passing) - held
        assert sum(extreme.documents for extreme in extremes.per_unit) == held
    if not spec.type.is_numeric:
        groups = queries.values(spec.name, filtered, limit=1000)
        assert sum(group.documents for group in groups.groups) + groups.without == len(passing)


def three_valued(where: Filter, values: Mapping[str, Value | None]) -> bool | None:
    """Whether a document passes; None: that depends on a value that it lacks."""
    if isinstance(where, Comparison):
        missing = values.get(where.field) is None
        return None if missing and where.values else matches(where, values)
    if isinstance(where, IsNull):
        return matches(where, values)
    if isinstance(where, Not):
        found = three_valued(where.part, values)
        return None if found is None else not found
    parts = [three_valued(part, values) for part in where.parts]
    decides = isinstance(where, Or)
    return decides if decides in parts else None if None in parts else not decides


def test_those_that_nobody_can_tell_of_are_counted_as_in_python(database: Database) -> None:
    chance = Chance(7)
    documents = [
        replace(made, values={name: value for name, value in made.values.items() if fits(name, value)})
        for made in chance.made(120)
    ]
    with database.transaction():
        for made in documents:
            store(database, made)
    queries = FieldQueries(database, SCHEMA)
    told = 0
    for _ in range(200):
        filtered = parse_filter(chance.filter(), SCHEMA)
        unsure = [made for made in documents if three_valued(filtered, made.values) is None]
        without = queries.count(filtered).without
        assert without == {
            name: sum(made.values.get(name) is None for made in unsure) for name in fields_of(filtered)
        }
        told += sum(without.values())
    assert told > 100


def fits(name: str, value: Value | None) -> bool:
    """Whether a value is one of the field's type, none of its former type."""
    spec = SCHEMA.field(name)
    return value is not None and spec is not None and (value.number is not None) == spec.type.is_ordered
