"""Questions that were once read as their opposite, or as something near: each is read rightly, or goes to the
texts."""

from __future__ import annotations

import pytest

from core.corpus.asking.decompose import Vocabulary, decompose
from core.corpus.decomposition import Decomposition, Intent
from core.corpus.library_routing import is_about_fields, is_german
from tests.corpus.test_decompose import TODAY, VOCABULARY, told

BOTH = "party_a|party_b"
REPORTS = "document_kind IN annual_report..quarterly_report..current_report"


def read(question: str) -> Decomposition:
    return decompose(question, VOCABULARY, german=is_german(question), today=TODAY)


def conditions(question: str) -> list[str]:
    """As `told`, those of which one is enough with their group."""
    found = read(question).constraints
    return [f"{told(one)} ({one.group})" if one.group else told(one) for one in found]


def goes_to_the_texts(question: str) -> bool:
    return not is_about_fields(read(question))


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        (
            "List all invoices not from Acme GmbH or Bergmann Elektrotechnik GmbH",
            ["vendor_name != acme gmbh..bergmann elektrotechnik gmbh"],
        ),
        (
            "Invoices except from Acme GmbH and Bergmann Elektrotechnik GmbH",
            ["vendor_name != acme gmbh..bergmann elektrotechnik gmbh"],
        ),
        (
            "Alle Rechnungen außer von Acme GmbH und Müller & Söhne KG",
            ["vendor_name != acme gmbh..müller & söhne kg"],
        ),
        ("invoices not from Acme or from Bergmann", ["vendor_name NOT LIKE %acme%..%bergmann%"]),
        ("Invoices other than those from Acme", ["vendor_name NOT LIKE %acme%"]),
        ("How many invoices not sent by Acme?", ["vendor_name NOT LIKE %acme%"]),
        ("Which invoices are from vendors other than Acme?", ["vendor_name NOT LIKE %acme%"]),
        ("invoices of the customer Acme", ["customer_name LIKE %acme%"]),
        ("Contracts other than leases", ["contract_type != lease"]),
        ("How many contracts other than NDAs are there?", ["contract_type != nda"]),
        (
            "Contracts other than leases and NDAs with Brightwater",
            ["party_a LIKE %brightwater%", "contract_type != lease", "contract_type != nda"],
        ),
        ("Contracts of kind other", ["contract_type = other"]),
        (
            "Contracts not with Brightwater renewing automatically",
            ["auto_renewal = true", "party_a NOT LIKE %brightwater%"],
        ),
        (
            "Which contracts without Brightwater renew automatically?",
            ["auto_renewal = true", "party_a NOT LIKE %brightwater%"],
        ),
        (
            "Contracts not with Zzz Corp renewing automatically",
            ["auto_renewal = true", f"{BOTH} NOT LIKE %zzz corp%"],
        ),
        ("Contracts that do not renew automatically", ["auto_renewal = false"]),
        ("Contracts that don't renew automatically", ["auto_renewal = false"]),
        ("Contracts that aren’t leases", ["contract_type != lease"]),
        ("Which contracts are not expired?", ["end_date >= 2026-11-22"]),
    ],
)
def test_a_negation_denies_what_stands_behind_it(question: str, wanted: list[str]) -> None:
    assert conditions(question) == wanted
    assert not goes_to_the_texts(question)


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("Contracts with Brightwater or Global Freight", [f"{BOTH} LIKE %brightwater%..%global freight%"]),
        (
            "Contracts not with Brightwater or Global Freight",
            [f"{BOTH} NOT LIKE %brightwater%..%global freight%"],
        ),
        (
            "How many contracts with Brightwater and Global Freight?",
            [f"{BOTH} LIKE %brightwater%", f"{BOTH} LIKE %global freight%"],
        ),
        (
            "Contracts between Brightwater and Global Freight",
            [f"{BOTH} LIKE %brightwater%", f"{BOTH} LIKE %global freight%"],
        ),
        (
            "Contracts with both Brightwater Consulting LLC and Global Freight Inc.",
            [f"{BOTH} = brightwater consulting llc", f"{BOTH} = global freight inc."],
        ),
        (
            "Contracts with Brightwater & Global Freight",
            [f"{BOTH} LIKE %brightwater%", f"{BOTH} LIKE %global freight%"],
        ),
        ("invoices from Acme and Bergmann", ["vendor_name LIKE %acme%..%bergmann%"]),
    ],
)
def test_every_name_of_a_list_is_looked_for_in_all_fields(question: str, wanted: list[str]) -> None:
    assert conditions(question) == wanted
    assert read(question).left_over == ()


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("What is the highest voltage of our datasheets?", []),
        ("Datasheets with a voltage of at least 30 V", ["voltage_max >= 30 V"]),
        ("How many voltage regulators?", ["device_type = voltage_regulator"]),
        ("Invoices over 2000 EUR", ["total_amount > 2000 EUR"]),
        ("Wie viele Rechnungen über 2000 Euro?", ["total_amount > 2000 EUR"]),
        ("Wie viele Rechnungen liegen über 2000?", ["total_amount > 2000"]),
        ("Invoices over 2000 Franken", ["total_amount > 2000 CHF"]),
        ("Invoices under 2000 pounds", ["total_amount < 2000 GBP"]),
        (
            "Invoices over 2000 in 2023",
            ["invoice_date BETWEEN 2023-01-01..2023-12-31", "total_amount > 2000"],
        ),
        ("Contracts worth more than 2000", ["contract_value > 2000"]),
        ("Contracts worth between 1900 and 2100 EUR", ["contract_value BETWEEN 1900 EUR..2100 EUR"]),
        ("Invoices between 2000 and 3000", ["total_amount BETWEEN 2000..3000"]),
        ("Datenblätter mit über 2000 Volt", ["voltage_max > 2000 V"]),
        ("Datasheets over 2000 mV", ["voltage_max > 2000 mV"]),
        ("Datasheets with a voltage of 40 V to 50 V", ["voltage_max BETWEEN 40 V..50 V"]),
        ("Invoices over 2.000 EUR", ["total_amount > 2000 EUR"]),
        ("Rechnungen über 2,000 EUR", ["total_amount > 2000 EUR"]),
        ("Alle Rechnungen größer 2000", ["total_amount > 2000"]),
        ("Datasheets with 1/4 W", ["power_max = 0.25 W"]),
        ("Invoices between 2022 and 2024", ["invoice_date BETWEEN 2022-01-01..2024-12-31"]),
        ("Invoices with a total of 2022 EUR or more", ["total_amount >= 2022 EUR"]),
        ("total value of 2022 invoices", ["invoice_date BETWEEN 2022-01-01..2022-12-31"]),
        ("Invoices of 2023 in May", ["invoice_date BETWEEN 2023-01-01..2023-12-31"]),
        ("Berichte über 2021", ["year = 2021", REPORTS]),
    ],
)
def test_a_figure_is_no_year_and_a_unit_no_kind(question: str, wanted: list[str]) -> None:
    assert conditions(question) == wanted


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        (
            "contracts without a notice period signed up to 2022-05-01",
            ["notice_period_days IS NULL", "signed_date <= 2022-05-01"],
        ),
        ("Rechnungen ab 2023", ["invoice_date >= 2023-01-01"]),
        ("Alle Rechnungen ab März 2024", ["invoice_date >= 2024-03-01"]),
        ("Welche Verträge enden ab 2024?", ["end_date >= 2024-01-01"]),
        ("Contracts expiring in the next 12 months", ["end_date BETWEEN 2026-11-22..2027-11-22"]),
        ("Invoices of the last 2 years", ["invoice_date BETWEEN 2024-11-22..2026-11-22"]),
        ("Rechnungen der letzten zwei Jahre", ["invoice_date BETWEEN 2024-11-22..2026-11-22"]),
        ("Invoices of the last 9999 years", ["invoice_date <= 2026-11-22"]),
        ("Contracts expiring in the next 9999 months", ["end_date >= 2026-11-22"]),
        (
            "Contracts signed in 2022 and 2024",
            [
                "signed_date BETWEEN 2022-01-01..2022-12-31 (1)",
                "signed_date BETWEEN 2024-01-01..2024-12-31 (1)",
            ],
        ),
        (
            "Contracts signed in 2022 and in 2024",
            [
                "signed_date BETWEEN 2022-01-01..2022-12-31 (1)",
                "signed_date BETWEEN 2024-01-01..2024-12-31 (1)",
            ],
        ),
        (
            "Contracts signed after 2020 and before 2023",
            ["signed_date >= 2021-01-01", "signed_date <= 2022-12-31"],
        ),
        (
            "annual reports of 2019 and 2021",
            ["year = 2019 (1)", "year = 2021 (1)", "document_kind = annual_report"],
        ),
        ("List invoices in euros", ["total_amount >= 0 EUR (1)", "total_amount < 0 EUR (1)"]),
        (
            "Invoices over 1000 EUR or under 100 EUR",
            ["total_amount > 1000 EUR (1)", "total_amount < 100 EUR (1)"],
        ),
        ("Invoices over 100 EUR and under 900 EUR", ["total_amount > 100 EUR", "total_amount < 900 EUR"]),
        (
            "Invoices and credit notes of 2022",
            ["invoice_date BETWEEN 2022-01-01..2022-12-31", "document_type IN invoice..credit_note"],
        ),
    ],
)
def test_times_and_alternatives(question: str, wanted: list[str]) -> None:
    assert conditions(question) == wanted


@pytest.mark.parametrize(
    "question",
    [
        "List the invoices of Acme in 2022 or Bergmann in 2024",
        "List the invoices of Acme in 2022 and of Bergmann in 2024",
        "Contracts that renew automatically or have an end date",
        "Which contracts have no value over 100 EUR?",
        "Which contracts are governed by German law?",
        "Contracts under the law of France",
        "Contracts signed within 30 days",
        "Transistors other than NPN",
        "Andere Verträge als Mietverträge",
        "Contracts with minimum value 100 EUR",
        "Which contracts haven't expired?",
    ],
)
def test_what_nobody_can_be_sure_of_is_left_to_the_texts(question: str) -> None:
    assert goes_to_the_texts(question)


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Datasheets with minimum temperature below -20 °C", None),
        ("Parts with a maximum voltage over 50 V", None),
        ("What is the maximum voltage of parts over 30 V?", "max"),
        ("What is the minimum temperature of our datasheets?", "min"),
    ],
)
def test_a_limit_with_a_figure_is_a_condition(question: str, kind: str | None) -> None:
    found = read(question)
    assert (found.computation and found.computation.kind) == kind
    assert found.intent is (Intent.COMPUTE if kind else Intent.LIST)


@pytest.mark.parametrize("question", ["Liste alle Rechnungen ab 2023", "Rechnungen seit 2022"])
def test_small_german_words_tell_the_language(question: str) -> None:
    assert is_german(question)


def test_other_is_left_over_where_it_names_no_kind() -> None:
    found = read("How many other contracts?")
    assert (found.constraints, found.left_over) == ((), ("other",))


@pytest.mark.parametrize(
    ("question", "kind", "wanted"),
    [
        ("Invoices from Total Energies", None, ["vendor_name LIKE %total energies%"]),
        ("Invoices with a total over 5 EUR", None, ["total_amount > 5 EUR"]),
        ("Total amount of invoices in 2022", "sum", ["invoice_date BETWEEN 2022-01-01..2022-12-31"]),
        ("Invoices from May 2022", None, ["invoice_date BETWEEN 2022-05-01..2022-05-31"]),
    ],
)
def test_words_that_are_parts_of_names(question: str, kind: str | None, wanted: list[str]) -> None:
    names = {"invoices": {"vendor_name": ["Total Energies SE"], "customer_name": ["May & Sons"]}}
    found = decompose(question, Vocabulary(VOCABULARY.schemas, names), german=False, today=TODAY)
    assert [told(one) for one in found.constraints] == wanted
    assert (found.computation and found.computation.kind) == kind


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("Anzahl Rechnungen mit Fälligkeit im Juni 2023", ["due_date BETWEEN 2023-06-01..2023-06-30"]),
        ("How many invoices with a due date in June 2023?", ["due_date BETWEEN 2023-06-01..2023-06-30"]),
        ("List all invoices with a due date", ["due_date IS NOT NULL"]),
        ("Von wann ist unser ältester Brief?", ["document_kind = letter"]),
        ("How many reports are from 2018?", ["year = 2018", REPORTS]),
    ],
)
def test_a_time_or_a_kind_is_never_passed_over(question: str, wanted: list[str]) -> None:
    assert conditions(question) == wanted


def test_a_figure_that_several_fields_can_be_is_not_given_to_the_first() -> None:
    assert goes_to_the_texts("Parts that can take more than 150 °C")
    assert conditions("Parts with more than 40 V") == ["voltage_max > 40 V"]


@pytest.mark.parametrize(
    ("question", "kind", "field", "group"),
    [
        ("Certificates by type", "count", "", "certificate_type"),
        ("Contract value by contract type", "sum", "contract_value", "contract_type"),
        ("Rechnungen nach Lieferant", "count", "", "vendor_name"),
        ("What's the overall contract value?", "sum", "contract_value", ""),
        ("ältestes Handbuch", "min", "publication_date", ""),
        ("Welches Zertifikat läuft als Erstes ab?", "min", "expiry_date", ""),
        ("the most recently issued certificate", "max", "issue_date", ""),
        ("Wie viele Zertifikate hat jeder Aussteller erteilt?", "count", "", "issuer"),
        ("Wie verteilen sich die Verträge auf das anwendbare Recht?", "count", "", "governing_law"),
        ("Add up the weights given in all manuals", "sum", "weight", ""),
        ("Durchschnittliche Mindestverstärkung der NPN-Transistoren", "average", "gain_min", ""),
        ("mean maximum voltage over all datasheets", "average", "voltage_max", ""),
        ("Protokolle pro Jahr", "count", "", "document_date/year"),
        ("Geschäftsberichte pro Jahr", "count", "", "year"),
    ],
)
def test_headings_and_superlatives_are_computed(question: str, kind: str, field: str, group: str) -> None:
    computation = read(question).computation
    assert computation is not None
    assert (computation.kind, computation.field, computation.group_by) == (kind, field, group)


@pytest.mark.parametrize("question", ["List all invoices by date", "Invoices by Acme"])
def test_an_order_or_a_name_is_no_group(question: str) -> None:
    computation = read(question).computation
    assert computation is None or not computation.group_by


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("Mahnungen an alle Kunden außer Acme", ["customer_name NOT LIKE %acme%",
                                                 "document_type = reminder"]),
        ("Alle Wartungs- und Dienstleistungsverträge", ["contract_type IN maintenance..service"]),
        ("Kauf- oder Mietverträge von 2022", ["signed_date BETWEEN 2022-01-01..2022-12-31",
                                              "contract_type IN purchase..lease"]),
        ("Rechnungen, keine Mahnungen, keine Gutschriften", ["document_type != reminder",
                                                             "document_type != credit_note"]),
        ("certificates w/o serial number", ["serial_number IS NULL"]),
        ("Verträge ohne Angabe eines Vertragswerts", ["contract_value IS NULL"]),
        ("contracts that took effect in 2021", ["effective_date BETWEEN 2021-01-01..2021-12-31"]),
        ("contracts running longer than 24 months", ["term_months > 24 months"]),
        ("How many quarterly reports cover 2019?", ["year = 2019", "document_kind = quarterly_report"]),
        ("Protokolle von 2019", ["document_date BETWEEN 2019-01-01..2019-12-31", "document_kind = minutes"]),
        ("certificates under ISO 9001", ["standard LIKE %iso 9001%"]),
    ],
)  # fmt: skip
def test_words_that_were_left_over(question: str, wanted: list[str]) -> None:
    assert conditions(question) == wanted
    assert not read(question).left_over


@pytest.mark.parametrize(
    "question",
    [
        "Verträge mit einer Mindestlaufzeit von einem Jahr",  # just one, or one at least
        "contracts nobody has signed",
        "What is the most that Acme has ever said about liability?",
        "Sonder- und Mietverträge",
    ],
)
def test_what_was_not_understood_is_not_guessed(question: str) -> None:
    assert goes_to_the_texts(question)


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
