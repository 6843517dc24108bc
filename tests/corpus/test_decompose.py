"""Questions as people write them, and the conditions and computations that are read from them."""

from __future__ import annotations

import datetime

import pytest

from core.corpus.asking.decompose import Vocabulary, decompose
from core.corpus.decomposition import Constraint, Decomposition, Intent
from core.corpus.library_routing import is_about_fields
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


@pytest.mark.parametrize(
    ("question", "bucket", "conditions"),
    [
        (
            "List all invoices from Acme over $1k in 2023",
            "invoices",
            [
                "vendor_name LIKE %acme%",
                "invoice_date BETWEEN 2023-01-01..2023-12-31",
                "total_amount > 1000 USD",
            ],
        ),
        (
            "Welche Rechnungen von Acme sind höher als 1.000 Euro?",
            "invoices",
            ["vendor_name LIKE %acme%", "total_amount > 1000 EUR"],
        ),
        ("invoices not from Acme", "invoices", ["vendor_name NOT LIKE %acme%"]),
        ("Which invoices have no purchase order?", "invoices", ["purchase_order IS NULL"]),
        ("Rechnungen ohne Bestellnummer", "invoices", ["purchase_order IS NULL"]),
        (
            "Invoices between 500 and 1,000 EUR due in May 2024",
            "invoices",
            ["due_date BETWEEN 2024-05-01..2024-05-31", "total_amount BETWEEN 500 EUR..1000 EUR"],
        ),
        ("all overdue invoices", "invoices", ["due_date < 2026-11-22"]),
        ("invoices from Foobar Industries", "invoices", ["vendor_name LIKE %foobar industries%"]),
        ("Which contracts renew automatically?", "contracts", ["auto_renewal = true"]),
        ("Welche Verträge verlängern sich nicht automatisch?", "contracts", ["auto_renewal = false"]),
        (
            "Verträge mit Global Freight, die in den nächsten 90 Tagen enden",
            "contracts",
            ["party_b LIKE %global freight%", "end_date BETWEEN 2026-11-22..2027-02-20"],
        ),
        (
            "Contracts with Acme signed before March 2022 with a value over 100,000 EUR",
            "contracts",
            ["party_a|party_b LIKE %acme%", "signed_date <= 2022-02-28", "contract_value > 100000 EUR"],
        ),
        (
            "contracts with a notice period of more than 60 days",
            "contracts",
            ["notice_period_days > 60 days"],
        ),
        ("Which contracts are governed by the law of Germany?", "contracts", ["governing_law = germany"]),
        (
            "NPN transistors with more than 100 mA and at least 60 V",
            "datasheets",
            ["current_max > 100 mA", "voltage_max >= 60 V", "device_type = npn_transistor"],
        ),
        (
            "Show transistors in SOT-23 package",
            "datasheets",
            ["package = sot-23", "device_type IN npn_transistor..pnp_transistor"],
        ),
        (
            "Lösungsmittel mit Flammpunkt unter 60 °C",
            "datasheets",
            ["flash_point < 60 °C", "device_type = solvent"],
        ),
        ("certificates that expire before 2025-01-01", "certificates", ["expiry_date <= 2024-12-31"]),
        (
            "Welche Kalibrierscheine sind abgelaufen?",
            "certificates",
            ["expiry_date < 2026-11-22", "certificate_type = calibration"],
        ),
        (
            "ISO 9001 certificates issued to Karst Seals",
            "certificates",
            ["standard LIKE %iso 9001%", "holder LIKE %karst seals%"],
        ),
        (
            "Handbücher von Aldermoor Pumps seit 2020",
            "manuals",
            ["manufacturer LIKE %aldermoor pumps%", "publication_date >= 2020-01-01"],
        ),
        (
            "annual reports of PepsiCo for 2021",
            "generic",
            ["organisation = pepsico", "year = 2021", "document_kind = annual_report"],
        ),
        ("List every invoice", "invoices", []),
    ],
)
def test_conditions_of_a_list(question: str, bucket: str, conditions: list[str]) -> None:
    found = read(question)
    assert found.intent is Intent.LIST
    assert found.primary_buckets == (bucket,)
    assert [told(constraint) for constraint in found.constraints] == conditions
    assert found.left_over == ()
    assert found.output_preferences.format == "table"


@pytest.mark.parametrize(
    ("question", "kind", "field", "group"),
    [
        ("How many invoices did we get from Bergmann in Q2 2023?", "count", "", ""),
        ("Wie viele Gutschriften gab es 2023?", "count", "", ""),
        (
            "Wie hoch ist die Summe aller Rechnungen von Müller & Söhne im Jahr 2022?",
            "sum",
            "total_amount",
            "",
        ),
        ("What is the total net amount of invoices from Acme in 2023?", "sum", "net_amount", ""),
        ("How much did we spend in 2023?", "sum", "total_amount", ""),
        ("average contract value of leases", "average", "contract_value", ""),
        ("Which invoice has the highest total?", "max", "total_amount", ""),
        ("oldest contract", "min", "signed_date", ""),
        ("Number of invoices per vendor", "count", "", "vendor_name"),
        ("Rechnungssumme pro Jahr", "sum", "total_amount", "invoice_date/year"),
        ("Sum of VAT of our invoices by vendor", "sum", "tax_amount", "vendor_name"),
        ("What is the sum of net amounts of all invoices?", "sum", "net_amount", ""),
        ("Summe der Mehrwertsteuer aller Rechnungen", "sum", "tax_amount", ""),
        ("Summe der Nettobeträge aller Rechnungen pro Lieferant", "sum", "net_amount", "vendor_name"),
        ("Highest tax amount in our invoices", "max", "tax_amount", ""),
        ("Largest invoice by net amount", "max", "net_amount", ""),
        ("highest tax rate of our invoices", "max", "tax_rate", ""),
        ("largest notice period of our contracts", "max", "notice_period_days", ""),
        ("Sum of the net amounts of invoices over 1000 EUR", "sum", "net_amount", ""),
        ("largest invoice with a tax rate of 19 %", "max", "total_amount", ""),
        ("Sum of all invoices including VAT", "sum", "total_amount", ""),
        ("Summe aller Rechnungen inkl. MwSt", "sum", "total_amount", ""),
        ("Sum of all invoices excl. VAT", "sum", "net_amount", ""),
        ("highest contract value", "max", "contract_value", ""),
    ],
)
def test_computations(question: str, kind: str, field: str, group: str) -> None:
    found = read(question)
    assert found.intent is Intent.COMPUTE
    assert found.computation is not None
    assert (found.computation.kind, found.computation.field, found.computation.group_by) == (
        kind,
        field,
        group,
    )
    assert found.left_over == ()


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


@pytest.mark.parametrize(
    "question",
    [
        "Which seal does the B-120 use?",
        "What was PepsiCo's revenue in 2021?",
        "What is the notice period in the contract with Global Freight?",
        "How do I change the shaft seal?",
        "Was kostet die Wartung?",
    ],
)
def test_a_question_about_a_text_is_left_to_the_text(question: str) -> None:
    found = read(question)
    assert found.intent is Intent.QA
    assert found.primary_buckets == ()
    assert found.constraints == ()


def test_a_question_about_the_texts_of_many_documents() -> None:
    found = read("What do our invoices say about late fees?")
    assert (found.intent, found.primary_buckets) == (Intent.QA, ("invoices",))
    assert "late" in found.topic_terms


@pytest.mark.parametrize(
    "question",
    [
        "contracts with Acme since 2022 or with a value over 100,000 EUR",
        "Alle Sonder- und Dienstleistungsverträge",
        "What is the average colour of our manuals?",
        "average hardness of all solvents",
    ],
)
def test_what_conditions_cannot_say_is_left_to_the_texts(question: str) -> None:
    found = read(question)
    assert (found.intent, found.primary_buckets) == (Intent.QA, ())


@pytest.mark.parametrize(
    "question",
    ["material certificates w/o serial number", "Everything but calibrations: all certificates of 2019"],
)
def test_a_negation_is_used_or_speaks_against_a_table(question: str) -> None:
    found = read(question)
    used = any(one.operator in ("IS NULL", "!=") for one in found.constraints)
    assert used or not is_about_fields(found)


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


@pytest.mark.parametrize(
    ("question", "of_texts"),
    [
        ("What does section 4.2 of the service handbook, which the contract refers to, require?", True),
        ("What does the contract say in clause 7 about late delivery?", True),
        ("Was verlangt Abschnitt 3.1 der Anleitung, auf die der Vertrag verweist?", True),
        ("Was regelt § 5 des Vertrags?", True),
        ("Which contracts with Acme GmbH have an annex B?", False),
        ("How many contracts were signed in 2023?", False),
        ("Which invoices of section leaders are over 500 EUR?", False),
    ],
)
def test_a_numbered_part_of_a_text_is_asked_of_that_text(question: str, of_texts: bool) -> None:
    found = read(question)
    assert ((found.intent, found.primary_buckets) == (Intent.QA, ())) is of_texts
