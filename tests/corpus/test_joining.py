"""Which documents name the same company, product or substance, and questions with a condition left out."""

from __future__ import annotations

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
