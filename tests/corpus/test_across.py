"""Questions over several buckets: which they are, how they belong together, and what is asked of each."""

from __future__ import annotations

from core.corpus.asking.across import buckets_across, decompose_across
from core.corpus.asking.decompose import Vocabulary
from core.corpus.decomposition import Decomposition, Intent
from core.corpus.library_routing import is_about_fields, is_german
from core.fields.schema import built_in_schemas
from tests.corpus.test_decompose import TODAY
from tests.scored import scored

VOCABULARY = Vocabulary(
    built_in_schemas(),
    {"invoices": {"vendor_name": ["Acme GmbH"]}, "contracts": {"party_a": ["Acme GmbH"]}},
)


def read(question: str) -> Decomposition | None:
    return decompose_across(question, VOCABULARY, german=is_german(question), today=TODAY)


def told(found: Decomposition) -> list[str]:
    return [f"{entry.bucket}.{entry.field} {entry.operator}" for entry in found.constraints]


@scored("asked", list)
def test_what_two_buckets_have_in_common(
    question: str, buckets: list[str], without: list[str], conditions: list[str]
) -> None:
    found = read(question)
    assert found is not None
    assert found.joined is not None
    assert (found.primary_buckets, found.joined.without) == (tuple(buckets), tuple(without))
    assert found.joined.names == ("substance", "product")
    assert told(found) == conditions
    assert found.left_over == ()
    assert Decomposition.model_validate(found.model_dump(mode="json")) == found


@scored("asked")
def test_companies_are_compared_by_the_fields_that_are_meant(
    question: str, fields: dict[str, tuple[str, ...]]
) -> None:
    found = read(question)
    assert found is not None
    assert found.joined is not None
    assert (found.joined.names, found.joined.fields) == (("company",), fields)


def test_each_bucket_is_asked_by_itself() -> None:
    found = read("List all invoices and contracts with Acme since 2022")
    assert found is not None
    assert found.joined is None
    assert (found.intent, found.primary_buckets) == (Intent.LIST, ("invoices", "contracts"))
    assert told(found) == [
        "invoices.vendor_name LIKE",
        "invoices.invoice_date >=",
        "contracts.party_a LIKE",
        "contracts.signed_date >=",
    ]
    assert is_about_fields(found)
    total = read("Total of invoices and contracts with Acme in 2023")
    assert total is not None
    fields = [part.computation.field for part in total.parts if part.computation is not None]
    assert fields == ["total_amount", "contract_value"]


def test_words_behind_a_bucket_are_its_own() -> None:
    found = read("invoices from Acme and contracts signed since 2022")
    assert found is not None
    assert told(found) == ["invoices.vendor_name LIKE", "contracts.signed_date >="]
    assert found.unsuited == ()


def test_a_condition_of_one_bucket_is_told_to_be_none_of_the_other() -> None:
    found = read("invoices and contracts over 1000 EUR due in May 2023")
    assert found is not None
    assert told(found) == [
        "invoices.due_date BETWEEN",
        "invoices.total_amount >",
        "contracts.contract_value >",
    ]
    assert [(entry.bucket, entry.raw_text) for entry in found.unsuited] == [("contracts", "in May 2023")]


@scored("asked")
def test_one_bucket_stays_one(question: str) -> None:
    assert read(question) is None


def test_a_bucket_is_named_by_a_kind_of_its_documents() -> None:
    schemas = built_in_schemas()
    asked = "Which transistors have a certificate of conformity?"
    assert buckets_across(asked, schemas, german=False) == ("datasheets", "certificates")
