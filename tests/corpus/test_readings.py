"""Questions that were once read as their opposite, or as something near: each is read rightly, or goes to the
texts."""

from __future__ import annotations

from core.corpus.asking.decompose import Vocabulary, decompose
from tests.corpus.test_decompose import TODAY, VOCABULARY, told
from tests.corpus.test_questions import conditions, goes_to_the_texts, read_readings


def test_other_is_left_over_where_it_names_no_kind() -> None:
    found = read_readings("How many other contracts?")
    assert (found.constraints, found.left_over) == ((), ("other",))


def test_a_figure_that_several_fields_can_be_is_not_given_to_the_first() -> None:
    assert goes_to_the_texts("Parts that can take more than 150 °C")
    assert conditions("Parts with more than 40 V") == ["voltage_max > 40 V"]


def test_who_sends_is_the_issuer_though_it_is_a_customer_too() -> None:
    assert conditions("Hat Acme uns Gutschriften geschickt? Bitte auflisten") == [
        "vendor_name LIKE %acme%",
        "document_type = credit_note",
    ]
    assert conditions("Which invoices has Acme sent us in 2023?")[0] == "vendor_name LIKE %acme%"
    assert conditions("invoices sent to Acme") == ["customer_name LIKE %acme%"]


def test_a_code_that_others_begin_with_means_them_too() -> None:
    packages = {"datasheets": {"package": ["SOT-23", "SOT-23-5", "TO-92"]}}
    found = decompose(
        "Transistors in SOT-23", Vocabulary(VOCABULARY.schemas, packages), german=False, today=TODAY
    )
    assert told(found.constraints[0]) == "package LIKE %sot-23%"
