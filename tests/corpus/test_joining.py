"""Which documents name the same company, product or substance, and questions with a condition left out."""

from __future__ import annotations

import pytest

from core.corpus.relaxing import without
from core.corpus.shared_values import Held, things


def companies(*names: str) -> list[set[str]]:
    held = [Held("b", name, "company", name.casefold(), name) for name in names]
    return [set(thing.documents["b"]) for thing in things(held, ["company"])]


def test_companies_are_the_same_without_their_legal_form_only() -> None:
    assert companies("Bolt Ltd", "Bolt Limited", "BOLT") == [{"Bolt Ltd", "Bolt Limited", "BOLT"}]
    assert companies("Acme GmbH", "Acme AG", "Acme") == [{"Acme"}, {"Acme AG"}, {"Acme GmbH"}]
    assert companies("X B.V.", "X BV", "Acme Pumps", "Acme") == [{"Acme"}, {"Acme Pumps"}, {"X B.V.", "X BV"}]


def test_what_is_not_written_alike_is_told() -> None:
    held = [
        Held("a", "1", "company", "bolt ltd", "Bolt Ltd"),
        Held("b", "2", "company", "bolt limited", "Bolt Limited"),
        Held("b", "3", "company", "acme ag", "Acme AG"),
        Held("a", "4", "company", "acme ag", "ACME AG"),
    ]
    acme, bolt = things(held, ["company"])
    assert acme.spellings == ()
    assert bolt.spellings == ("Bolt Limited", "Bolt Ltd")


def test_a_substance_is_told_by_its_number_and_by_a_name_that_stands_beside_one_number_only() -> None:
    held = [
        Held("sheets", "1", "substance", "67-64-1", "67-64-1"),
        Held("certificates", "2", "substance", "67-64-1", "67-64-1"),
        Held("certificates", "2", "product", "acetone", "Acetone"),
        Held("manuals", "3", "product", "acetone p.a.", "Acetone p.a."),
        Held("manuals", "4", "product", "acetonitrile", "Acetonitrile"),
    ]
    acetone, other = things(held, ["substance", "product"])
    assert acetone.name == "Acetone (67-64-1)"
    assert acetone.documents == {"sheets": ["1"], "certificates": ["2"], "manuals": ["3"]}
    assert acetone.spellings == ("67-64-1", "Acetone p.a.")
    assert other.documents == {"manuals": ["4"]}


def test_a_name_beside_two_numbers_joins_nothing() -> None:
    held = [
        Held("a", "1", "substance", "1-11-1", "1-11-1"),
        Held("a", "1", "product", "cleaner", "Cleaner"),
        Held("a", "2", "substance", "2-22-2", "2-22-2"),
        Held("a", "2", "product", "cleaner", "Cleaner"),
        Held("b", "3", "product", "cleaner", "Cleaner"),
    ]
    assert [thing.documents for thing in things(held, ["substance", "product"])] == [
        {"b": ["3"]},
        {"a": ["1"]},
        {"a": ["2"]},
    ]


CERTIFICATES = ("certificate", "certificates")
INVOICES = ("invoice", "invoices")


@pytest.mark.parametrize(
    ("question", "raw", "nouns", "asked"),
    [
        (
            "Which certificates of analysis give a purity above 99.5 %?",
            "certificates of analysis",
            CERTIFICATES,
            "Which certificates give a purity above 99.5 %?",
        ),
        ("invoices from Foobar Ltd in 2023", "from Foobar Ltd", INVOICES, "invoices in 2023"),
        ("List invoices from Acme in 2023", "Acme", INVOICES, "List invoices in 2023"),
        ("invoices over 5 EUR and due in May", "due in May", INVOICES, "invoices over 5 EUR"),
        (
            "NPN transistors with more than 100 mA and at least 40 V",
            "more than 100 mA",
            ("transistors", "datasheets"),
            "NPN transistors with at least 40 V",
        ),
        (
            "NPN transistors with more than 100 mA",
            "NPN transistors",
            ("parts", "datasheets"),
            "datasheets with more than 100 mA",
        ),
        ("Welche Rechnungen von Acme aus 2023?", "2023", ("rechnungen",), "Welche Rechnungen von Acme?"),
        ("credit notes of 2023", "credit notes", ("credit notes", "invoices"), "invoices of 2023"),
        ("invoices from Acme and due in May", "Acme", INVOICES, "invoices due in May"),
        ("solvents below 20 °C", "below 20 °C", ("parts", "datasheets"), "solvents"),
    ],
)
def test_a_question_without_a_condition_reads_well(
    question: str, raw: str, nouns: tuple[str, ...], asked: str
) -> None:
    assert without(question, raw, nouns, ("npn transistors", "solvents")) == asked
