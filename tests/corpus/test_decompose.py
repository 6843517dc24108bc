"""Questions as people write them, and the conditions and computations that are read from them."""

from __future__ import annotations

import datetime

from core.corpus.asking.decompose import Vocabulary, decompose
from core.corpus.decomposition import Constraint, Decomposition, Intent
from core.fields.schema import built_in_schemas

TODAY = datetime.date(2026, 11, 22)
VOCABULARY = Vocabulary(
    built_in_schemas(),
    {
        "invoices": {
            "vendor_name": ["Acme GmbH", "Bergmann Elektrotechnik GmbH", "Müller & Söhne KG"],
            "customer_name": ["Stadtwerke Neuburg AG", "Acme GmbH"],
            "invoice_number": ["RE-2023-118"],
        },
        "contracts": {
            "party_a": ["Acme GmbH", "Brightwater Consulting LLC"],
            "party_b": ["Global Freight Inc.", "Acme GmbH"],
            "governing_law": ["Germany", "State of New York"],
        },
        "datasheets": {"manufacturer": ["Voltrex Ltd."], "package": ["TO-92", "SOT-23"]},
        "certificates": {"holder": ["Karst Seals GmbH"], "standard": ["ISO 9001:2015"]},
        "manuals": {"manufacturer": ["Aldermoor Pumps B.V."]},
        "generic": {"organisation": ["PEPSICO"]},
    },
)


def read(question: str, german: bool | None = None) -> Decomposition:
    if german is None:
        german = any(mark in question for mark in ("ä", "ö", "ü", "Rechnung", "Welche", "Wie ", " mit "))
    return decompose(question, VOCABULARY, german=german, today=TODAY)


def told(constraint: Constraint) -> str:
    fields = "|".join((constraint.field, *constraint.any_of))
    value = constraint.value
    shown = "..".join(map(str, value)) if isinstance(value, tuple) else "" if value is None else str(value)
    return f"{fields} {constraint.operator} {shown}".rstrip()


def test_the_first_few_by_an_amount() -> None:
    found = read("top 5 invoices by total amount")
    assert found.intent is Intent.LIST
    assert found.ordering is not None
    assert (found.ordering.field, found.ordering.descending, found.ordering.limit) == (
        "total_amount",
        True,
        5,
    )


def test_either_of_two_years() -> None:
    found = read("credit notes from 2022 or 2023")
    assert [(told(constraint), constraint.group) for constraint in found.constraints] == [
        ("invoice_date BETWEEN 2022-01-01..2022-12-31", 1),
        ("invoice_date BETWEEN 2023-01-01..2023-12-31", 1),
        ("document_type = credit_note", 0),
    ]


def test_a_question_about_the_texts_of_many_documents() -> None:
    found = read("What do our invoices say about late fees?")
    assert (found.intent, found.primary_buckets) == (Intent.QA, ("invoices",))
    assert "late" in found.topic_terms


def test_what_is_not_understood_is_told() -> None:
    assert read("urgent invoices from Acme").left_over == ("urgent",)
    assert set(read("pumps heavier than 20 kg").left_over) == {"heavier", "20", "kg"}


def test_a_decomposition_is_the_json_of_the_specification() -> None:
    packed = read("Find invoices over $1k from Acme").model_dump(mode="json")
    assert set(packed) >= {
        "intent",
        "primary_buckets",
        "entities",
        "constraints",
        "topic_terms",
        "subqueries",
        "output_preferences",
    }
    assert packed["constraints"][1] == {
        "field": "total_amount",
        "operator": ">",
        "value": "1000 USD",
        "raw_text": "over $1k",
        "any_of": [],
        "group": 0,
        "bucket": "",
    }
    assert packed["output_preferences"] == {"format": "table", "needs_citations": True}
    assert Decomposition.model_validate(packed)
