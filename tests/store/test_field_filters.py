"""Python and SQL select the same documents by any filter, and count what has no value alike."""

from __future__ import annotations

import pytest

from core.errors import UsageError
from core.fields.filters import Filter, described, matches, parse_filter, to_packed
from core.fields.schema import BucketSchema
from core.store.database import Database
from core.store.field_queries import FieldQueries
from tests.fields.filter_kit import SCHEMA, Chance, Made
from tests.store.field_library import store

FILTERS, ALL_FILTERS, DOCUMENTS = 300, 1500, 240
OTHER = BucketSchema(bucket="contracts", fields=SCHEMA.fields)


@pytest.mark.parametrize("filters", [FILTERS, pytest.param(ALL_FILTERS, marks=pytest.mark.slow)])
def test_python_and_sql_select_the_same(database: Database, filters: int) -> None:
    chance = Chance(20_240_607)
    documents = chance.made(DOCUMENTS)
    for made in documents:
        store(database, made)
    store(database, Made("elsewhere", dict(documents[0].values)), OTHER.bucket)
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
        expected = {made.document_id for made in documents if matches(where, made.values)}
        by_sql = set(queries.documents(where, limit=5000).document_ids)
        assert by_sql == expected, described(where, SCHEMA)
        check_what_has_no_value(
            queries, where, chance, [made for made in documents if made.document_id in expected]
        )
        assert parse_filter(to_packed(where), SCHEMA) == where
        sizes.add(len(expected))
        parsed += 1
        if parsed == filters:
            break
    assert parsed == filters
    assert all(" is between " in message for message in refused), refused
    assert len(sizes) > DOCUMENTS // 3  # they tell documents apart, not only all from none


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
