"""Schemas: ours are valid, a user's are checked, and messages say where the mistake is."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from core.errors import UsageError
from core.fields.schema import (
    GENERIC,
    BucketSchema,
    FieldSpec,
    FieldType,
    built_in_schemas,
    described,
    read_schema,
    schema_from,
    schema_from_text,
    schema_problems,
    schema_text,
)
from core.fields.schema_files import schema_toml, write_schema
from tests.scored import scored

TOML = """
bucket = "leases"
title = "Leases"
description = "Contracts for rent"
[signs]
"rent" = 4
[[fields]]
name = "monthly_rent"
type = "money"
labels = ["rent", "Miete"]
"""


def test_the_buckets_that_come_with_the_program() -> None:
    schemas = built_in_schemas()
    assert set(schemas) == {"invoices", "contracts", "datasheets", "certificates", "manuals", GENERIC}
    for schema in schemas.values():
        assert schema.description
        assert schema.signs
        assert all(field.labels or field.values or field.stands or field.pattern for field in schema.fields)
        for field in schema.fields:
            assert set(field.sum_of) <= {other.name for other in schema.fields}


def test_a_schema_survives_being_kept() -> None:
    schema = schema_from_text(TOML, "mine.toml")
    assert schema_from_text(schema_text(schema), "library") == schema
    assert schema.field("monthly_rent") is not None
    assert schema.fingerprint() == schema.model_copy(update={"title": "Rents"}).fingerprint()
    assert schema.fingerprint() != schema.model_copy(update={"signs": {"rent": 5.0}}).fingerprint()


def test_json_is_as_good_as_toml() -> None:
    packed = {"bucket": "leases", "fields": [{"name": "rent", "type": "money"}]}
    schema = schema_from_text(json.dumps(packed), "mine.json")
    assert [field.type for field in schema.fields] == [FieldType.MONEY]


@scored("filters")
def test_a_mistake_is_named_with_its_place(change: tuple[str, str], told: str) -> None:
    with pytest.raises(UsageError) as refused:
        schema_from_text(TOML.replace(*change), "mine.toml")
    assert told in refused.value.message
    assert "mine.toml" in refused.value.message


def test_a_name_twice_is_refused() -> None:
    field = '[[fields]]\nname = "monthly_rent"\ntype = "text"\n'
    with pytest.raises(UsageError, match="named twice: monthly_rent"):
        schema_from_text(TOML + field, "mine.toml")


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        read_schema(tmp_path / "none.toml")


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "[" * 100_000,
        '{"a":' * 50_000,
        '{"bucket": ' + "9" * 20_000 + "}",
        "a" + ".a" * 50_000 + " = 1\n",
        '{"bucket": "x", "title": "' + "a" * 1_000_000 + '"}',
    ],
)
def test_a_hostile_file_is_refused_at_once(text: str) -> None:
    began = time.monotonic()
    with pytest.raises(UsageError, match=r"mine\.toml"):
        schema_from_text(text, "mine.toml")
    assert time.monotonic() - began < 5


def test_buckets_are_described_for_models_and_users() -> None:
    text = described([schema_from_text(TOML, "mine.toml"), BucketSchema(bucket="empty")])
    assert text.splitlines() == ["leases: Contracts for rent", "  monthly_rent: money", "empty: "]


def test_all_that_is_wrong_is_told_with_its_place() -> None:
    packed = {
        "bucket": "My Letters",
        "signs": {"letter": 50},
        "fields": [
            {"name": "a", "type": "nmber"},
            {"name": "b", "type": "text", "unit": "V"},
            {"name": "c", "type": "number", "unit": "zorks"},
            {"name": "d", "type": "text", "colour": "red"},
        ],
    }
    found = {(problem.location, problem.place): problem.reason for problem in schema_problems(packed)}
    assert found == {
        (("bucket",), "bucket"): "a name has small letters, digits and underscores, up to 40, a letter first",
        (("signs", "letter"), "signs, letter"): "at most 20.0",
        (("fields", 0, "type"), "field a, type"): (
            "it is one of 'text', 'number', 'money', 'date', 'bool' or 'enum'"
        ),
        (("fields", 1), "field b"): "only a number has a unit; money carries its currency with each value",
        (("fields", 2, "unit"), "field c, unit"): "the unit 'zorks' is not known",
        (("fields", 3, "colour"), "field d, colour"): "there is no such entry",
    }
    assert schema_problems({"bucket": "letters"}) == []


@pytest.mark.parametrize("schema", built_in_schemas().values(), ids=built_in_schemas())
def test_a_schema_is_written_as_it_is_read(schema: BucketSchema, tmp_path: Path) -> None:
    for name in ("mine.toml", "mine.json"):
        write_schema(tmp_path / name, schema)
        assert read_schema(tmp_path / name) == schema


def test_odd_words_are_written_as_they_are_read() -> None:
    odd = ('a "quote"', "back\\slash", "tab\tand\x7f", "ü € 1'2")
    schema = BucketSchema(
        bucket="odd",
        nouns=odd,
        signs=dict.fromkeys(odd, 1.5),
        fields=(FieldSpec(name="kind", type=FieldType.ENUM, values={"a": odd, "b": ()}),),
    )
    assert schema_from_text(schema_toml(schema), "odd") == schema


@scored("filters", list)
def test_a_sum_is_one_of_other_fields_of_the_schema(parts: list[str]) -> None:
    fields = [{"name": "net", "type": "money"}, {"name": "total", "type": "money", "sum_of": parts}]
    with pytest.raises(UsageError, match=f"total cannot be the sum of {parts[-1]}"):
        schema_from_text(json.dumps({"bucket": "leases", "fields": fields}), "mine.json")


def test_years_and_terms_of_ours_are_not_added_up() -> None:
    ours = built_in_schemas()
    added = {
        f"{bucket}.{spec.name}"
        for bucket, schema in ours.items()
        for spec in schema.fields
        if spec.type is FieldType.NUMBER and spec.totalled == "sum"
    }
    assert added == set()
    assert ours["generic"].field("year").totalled == "range"
    assert ours["contracts"].field("term_months").totalled == "average"


def test_a_total_makes_no_document_be_read_anew_and_is_kept_in_files(tmp_path: Path) -> None:
    schema = built_in_schemas()["invoices"]
    other = tuple(
        spec.model_copy(update={"total": "range"}) if spec.name == "tax_rate" else spec
        for spec in schema.fields
    )
    changed = schema.model_copy(update={"fields": other})
    assert changed.fingerprint() == schema.fingerprint()
    assert schema_from_text(schema_toml(changed), "mine.toml") == changed
    with pytest.raises(UsageError, match="only numbers and money have a total"):
        schema_from({"bucket": "a", "fields": [{"name": "it", "type": "text", "total": "sum"}]}, "of mine")


def test_words_of_questions_make_no_document_be_read_anew_and_are_kept_in_files() -> None:
    schema = schema_from_text(TOML, "mine.toml")
    field = FieldSpec(
        name="kind",
        type=FieldType.ENUM,
        values={"long": ("long term",)},
        said={"long": ("for years",)},
    )
    rent = schema.fields[0].model_copy(update={"more": ("dearer",), "less": ("cheaper",)})
    known = schema.model_copy(update={"fields": (schema.fields[0], field.model_copy(update={"said": {}}))})
    told = {"about": ("flats",), "sent": ("let",), "received": ("rented",), "amounts": ("rents",)}
    changed = schema.model_copy(update={**told, "fields": (rent, field)})
    assert changed.fingerprint() == known.fingerprint()
    assert schema_from_text(schema_toml(changed), "mine.toml") == changed
    assert schema_from_text(schema_text(changed), "library") == changed
