"""Questions that no table answers: about the words of a document, about too many documents, about none."""

from __future__ import annotations

from decimal import Decimal

from tests.benchmarks.library.asking import Shelf, Topic, english, german, short
from tests.benchmarks.library.conditions import (
    at_least,
    during,
    is_true,
    kind_is,
    kind_is_not,
    missing,
    named,
    over,
    since,
    until,
    years,
)

# Firms that no generated document names; a question is left out where one does.
_STRANGERS = ("Contoso", "Globex Corporation", "Initech", "Wonka Süßwaren", "Umbrella Pharma")


def _few(value: Decimal) -> Decimal:
    """One digit, and far more than `value`."""
    return Decimal(10) ** (value.adjusted() + 2)


def _no_invoices(invoices: Shelf) -> None:
    invoices.no_results(f"Show all invoices from {_STRANGERS[0]}.", named(_STRANGERS[0], "vendor_name"))
    year = invoices.last_year("invoice_date") + 6
    invoices.no_results(
        f"total of credit notes issued in {year}?",
        kind_is("document_type", "credit_note"),
        during("invoice_date", years(year)),
    )
    much = _few(invoices.top("total_amount", "USD"))
    invoices.no_results(f"invoices over ${english(much)}", over("total_amount", much, "USD"))
    vendor = invoices.name("vendor_name", rank=-1)
    year = invoices.year_without("invoice_date", named(vendor, "vendor_name"))
    invoices.no_results(
        f"Which invoices did {vendor} issue in {year}?",
        named(vendor, "vendor_name"),
        during("invoice_date", years(year)),
    )


def _no_papers(papers: Shelf) -> None:
    papers.no_results(
        f"What is the average value of our contracts with {_STRANGERS[1]}",
        named(_STRANGERS[1], "party_a", "party_b"),
    )
    papers.no_results(
        "leases with a notice period longer than 5 years",
        kind_is("contract_type", "lease"),
        over("notice_period_days", Decimal(1825)),
    )


def _no_sheets(sheets: Shelf) -> None:
    volts = _few(sheets.top("voltage_max"))
    sheets.no_results(f"parts rated for more than {english(volts)} V", over("voltage_max", volts))


def _no_certificates(papers: Shelf) -> None:
    papers.no_results(
        "Training certificates issued before 1960?",
        kind_is("certificate_type", "training"),
        until("issue_date", years(1959)[1]),
    )


def _no_rechnungen(invoices: Shelf) -> None:
    invoices.no_results(f"Rechnungssumme {_STRANGERS[3]} insgesamt?", named(_STRANGERS[3], "vendor_name"))
    much = _few(invoices.top("total_amount", "EUR"))
    invoices.no_results(
        f"Welche Rechnungen betragen mindestens {german(much)} Euro?", at_least("total_amount", much, "EUR")
    )
    customer = invoices.name("customer_name", rank=-1)
    year = invoices.year_without("invoice_date", named(customer, "customer_name"))
    invoices.no_results(
        f"rechnungen an {customer} aus dem jahr {year}",
        named(customer, "customer_name"),
        during("invoice_date", years(year)),
    )
    year = invoices.last_year("due_date") + 8
    invoices.no_results(
        f"Zeige mir Mahnungen, die zwischen {year} und {year + 1} fällig werden.",
        kind_is("document_type", "reminder"),
        during("due_date", years(year, year + 1)),
    )


def _no_vertraege(contracts: Shelf) -> None:
    contracts.no_results(
        f"Arbeitsverträge mit {_STRANGERS[2]}",
        kind_is("contract_type", "employment"),
        named(_STRANGERS[2], "party_a", "party_b"),
    )
    year = contracts.last_year("end_date") + 9
    contracts.no_results(
        f"Welche Verträge mit automatischer Verlängerung enden {year}?",
        is_true("auto_renewal"),
        during("end_date", years(year)),
    )


def _no_handbuecher(manuals: Shelf) -> None:
    weight = _few(manuals.top("weight"))
    manuals.no_results(f"handbücher zu maschinen über {german(weight)} kg", over("weight", weight))


def _no_berichte(papers: Shelf) -> None:
    papers.no_results(
        f"Gibt es Geschäftsberichte von {_STRANGERS[4]}?",
        kind_is("document_kind", "annual_report"),
        named(_STRANGERS[4], "organisation"),
    )


def _many_invoices(invoices: Shelf) -> None:
    invoices.overload("What do our invoices say about late fees?")
    invoices.overload(
        "apart from credit notes, which reasons for discounts do the invoices mention?",
        kind_is_not("document_type", "credit_note"),
    )
    cut = invoices.day("invoice_date", share=0.05)
    invoices.overload(
        f"Summarise the delivery conditions in all invoices since {cut.isoformat()}",
        since("invoice_date", cut),
    )


def _many_contracts(contracts: Shelf) -> None:
    contracts.overload("Compare the liability clauses of all our contracts")


def _many_sheets(sheets: Shelf) -> None:
    sheets.overload("what do the datasheets recommend for storage?")


def _many_certificates(papers: Shelf) -> None:
    papers.overload("Which measuring methods are described in the certificates?")


def _viele_rechnungen(invoices: Shelf) -> None:
    invoices.overload("Was steht in unseren Rechnungen zu Skonto?")
    invoices.overload(
        "fasse zusammen, welche arbeiten laut den rechnungen ohne lieferdatum erledigt wurden",
        missing("delivery_date"),
    )
    low = invoices.limit("total_amount", share=0.1)
    invoices.overload(
        f"Wie begründen die Rechnungen über mehr als {german(low)} ihre Zuschläge?", over("total_amount", low)
    )


def _viele_vertraege(contracts: Shelf) -> None:
    contracts.overload("Wie formulieren die Verträge die Haftung bei höherer Gewalt?")


def _viele_blaetter(sheets: Shelf) -> None:
    sheets.overload("Welche Warnhinweise stehen in den Datenblättern?")


def _viele_zertifikate(papers: Shelf) -> None:
    papers.overload("Beschreibe die Prüfbedingungen aller Zertifikate.")


def _text_manuals(manuals: Shelf) -> None:
    first, second, third, last = (manuals.name("product_name", rank=rank) for rank in (0, 2, 4, 6))
    manuals.reading(f"How do I clean the {first}?", named(first, "product_name"))
    manuals.reading(f"How many screws hold the cover of the {second}", named(second, "product_name"))
    manuals.reading(
        f"List the steps to restart the {third} after an emergency stop.", named(third, "product_name")
    )
    manuals.reading(f"{last} error code meaning and what to do about it", named(last, "product_name"))


def _text_others(papers: Shelf) -> None:
    papers.reading("Why did the meeting decide to postpone the move to the new warehouse?")
    papers.reading("who is liable when goods arrive damaged")
    papers.reading("What does it mean that a thermometer was calibrated at three points?")
    papers.reading("Explain the difference between the maximum and the average load in the test report.")
    papers.reading("Is overtime paid, and if so, how is it settled?")
    body = papers.name("organisation", kind_is("document_kind", "annual_report"))
    papers.reading(
        f"What risks does {short(body)} name in its annual report?",
        named(short(body), "organisation"),
        kind_is("document_kind", "annual_report"),
    )


def _text_handbuecher(manuals: Shelf) -> None:
    first, second, third, last = (manuals.name("product_name", rank=rank) for rank in (1, 3, 5, 7))
    manuals.reading(f"Wie wird {first} entlüftet?", named(first, "product_name"))
    manuals.reading(f"Welches Öl gehört in {second}, und wie viel davon", named(second, "product_name"))
    manuals.reading(f"störung {third} läuft nicht an was tun", named(third, "product_name"))
    manuals.reading(
        f"Wie hoch ist der höchste Geräuschpegel laut Handbuch von {last}?", named(last, "product_name")
    )


def _text_papiere(papers: Shelf) -> None:
    papers.reading("Darf der Mieter die Räume untervermieten?")
    papers.reading("Wie lange bleibt die Verschwiegenheit nach Ende der Zusammenarbeit bestehen?")
    papers.reading("warum wurde der lieferant gewechselt")
    papers.reading("Was bedeutet Eigentumsvorbehalt, so wie es in unseren Bedingungen steht?")
    papers.reading("Wie viele Urlaubstage stehen einem neuen Mitarbeiter zu?")
    body = papers.name("organisation", kind_is("document_kind", "minutes"))
    papers.reading(
        f"Was hat die Sitzung bei {short(body)} zum Budget beschlossen?",
        named(short(body), "organisation"),
        kind_is("document_kind", "minutes"),
    )


ENGLISH = (
    Topic("no-invoices", "invoices", _no_invoices),
    Topic("no-contracts", "contracts", _no_papers),
    Topic("no-sheets", "datasheets", _no_sheets),
    Topic("no-certificates", "certificates", _no_certificates),
    Topic("many-invoices", "invoices", _many_invoices),
    Topic("many-contracts", "contracts", _many_contracts),
    Topic("many-sheets", "datasheets", _many_sheets),
    Topic("many-certificates", "certificates", _many_certificates),
    Topic("text-manuals", "manuals", _text_manuals),
    Topic("text-others", "generic", _text_others),
)
GERMAN = (
    Topic("no-invoices", "invoices", _no_rechnungen),
    Topic("no-contracts", "contracts", _no_vertraege),
    Topic("no-manuals", "manuals", _no_handbuecher),
    Topic("no-reports", "generic", _no_berichte),
    Topic("many-invoices", "invoices", _viele_rechnungen),
    Topic("many-contracts", "contracts", _viele_vertraege),
    Topic("many-sheets", "datasheets", _viele_blaetter),
    Topic("many-certificates", "certificates", _viele_zertifikate),
    Topic("text-manuals", "manuals", _text_handbuecher),
    Topic("text-others", "generic", _text_papiere),
)
