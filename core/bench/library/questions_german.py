"""German questions about invoices and contracts."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from core.bench.library.asking import Shelf, Topic, german, short
from core.bench.library.conditions import (
    after,
    at_least,
    at_most,
    before,
    during,
    either,
    equal,
    from_to,
    half,
    in_currency,
    is_false,
    is_true,
    kind_is,
    kind_is_not,
    missing,
    months,
    named,
    not_named,
    over,
    quarter,
    since,
    stated,
    under,
    until,
    written_in,
    years,
)

MONATE = (
    *("Januar", "Februar", "März", "April", "Mai", "Juni"),
    *("Juli", "August", "September", "Oktober", "November", "Dezember"),
)
_WORTE = ("ersten", "zweiten", "dritten", "vierten")


def dots(day: date) -> str:
    return f"{day:%d.%m.%Y}"


def prose(day: date) -> str:
    return f"{day.day}. {MONATE[day.month - 1]} {day.year}"


def _invoice_names(invoices: Shelf) -> None:
    first, second, third = (invoices.name("vendor_name", rank=rank) for rank in (1, 3, 5))
    customer, other = invoices.name("customer_name", rank=1), invoices.name("customer_name")
    invoices.listing(f"Zeig mir alle Rechnungen von {first}.", named(first, "vendor_name"))
    invoices.listing(f"rechnungen von {short(second).lower()}", named(short(second), "vendor_name"))
    invoices.counting(f"Wie viele Rechnungen gingen an {customer}?", named(customer, "customer_name"))
    year = invoices.year("invoice_date", rank=2)
    invoices.listing(
        f"Welche Rechnungen aus {year} stammen weder von {short(first)} noch von {short(second)}?",
        during("invoice_date", years(year)),
        not_named(short(first), "vendor_name"),
        not_named(short(second), "vendor_name"),
    )
    year = invoices.year(
        "invoice_date", either(named(short(third), "vendor_name"), named(short(first), "vendor_name"))
    )
    invoices.listing(
        f"alle rechnungen {year} von {short(third)} oder {short(first)}",
        during("invoice_date", years(year)),
        either(named(short(third), "vendor_name"), named(short(first), "vendor_name")),
    )
    kind = kind_is("document_type", "reminder")
    invoices.listing(
        f"Mahnungen an alle Kunden außer {short(other)}", kind, not_named(short(other), "customer_name")
    )
    vendor = invoices.name("vendor_name", kind_is("document_type", "credit_note"))
    invoices.listing(
        f"Hat {vendor} uns Gutschriften geschickt? Bitte auflisten",
        named(vendor, "vendor_name"),
        kind_is("document_type", "credit_note"),
    )


def _invoice_dates(invoices: Shelf) -> None:
    year = invoices.year("invoice_date", rank=1)
    invoices.counting(f"Wieviele Rechnungen haben wir im Jahr {year}?", during("invoice_date", years(year)))
    first, last = invoices.day("invoice_date", share=0.4), invoices.day("invoice_date", share=0.55)
    invoices.listing(
        f"Rechnungen zwischen dem {dots(first)} und dem {dots(last)}", during("invoice_date", (first, last))
    )
    due = invoices.day("due_date", share=0.15)
    invoices.listing(f"Welche Rechnungen waren vor dem {prose(due)} fällig?", before("due_date", due))
    year, number = invoices.quarter("invoice_date", rank=1)
    invoices.listing(
        f"Ich brauche die Rechnungen des {_WORTE[number - 1]} Quartals {year}.",
        during("invoice_date", quarter(year, number)),
    )
    year = invoices.year("invoice_date", kind_is("document_type", "credit_note"))
    invoices.listing(
        f"gutschriften 2. halbjahr {year}",
        kind_is("document_type", "credit_note"),
        during("invoice_date", half(year, 2)),
    )
    cut = invoices.day("delivery_date", share=0.8)
    invoices.listing(f"Was wurde nach dem {dots(cut)} geliefert? (Rechnungen)", after("delivery_date", cut))
    year, month = invoices.month("due_date")
    invoices.counting(
        f"Anzahl Rechnungen mit Fälligkeit im {MONATE[month - 1]} {year}",
        during("due_date", months(year, month)),
    )
    year = invoices.year("invoice_date", rank=3)
    invoices.listing(
        f"Mahnungen seit Anfang {year}",
        kind_is("document_type", "reminder"),
        since("invoice_date", date(year, 1, 1)),
    )
    vendor = invoices.name("vendor_name", rank=1)
    cut = invoices.day("invoice_date", named(short(vendor), "vendor_name"))
    invoices.listing(
        f"Bitte alle Rechnungen von {short(vendor)} bis einschließlich {dots(cut)}",
        named(short(vendor), "vendor_name"),
        until("invoice_date", cut),
    )


def _invoice_amounts(invoices: Shelf) -> None:
    euros = invoices.limit("total_amount", currency="EUR")
    francs = invoices.limit("total_amount", currency="CHF")
    low = invoices.limit("net_amount", currency="EUR", share=0.4)
    high = invoices.limit("net_amount", currency="EUR", share=0.8)
    invoices.listing(f"Rechnungen über mehr als {german(euros)} Euro", over("total_amount", euros, "EUR"))
    invoices.counting(
        f"Wie viele Rechnungen liegen unter {german(francs)} Franken?", under("total_amount", francs, "CHF")
    )
    invoices.listing(
        f"rechnungen nettobetrag zwischen {german(low)} € und {german(high)} €",
        from_to("net_amount", low, high, "EUR"),
    )
    most = invoices.limit("total_amount", kind_is("document_type", "credit_note"))
    invoices.listing(
        f"Welche Gutschriften betragen höchstens {german(most)}?",
        kind_is("document_type", "credit_note"),
        at_most("total_amount", most),
    )
    year = invoices.year("invoice_date")
    invoices.listing(
        f"Rechnungen {year} ab {german(euros)} EUR aufwärts, ohne Gutschriften",
        during("invoice_date", years(year)),
        at_least("total_amount", euros, "EUR"),
        kind_is_not("document_type", "credit_note"),
    )
    rate = invoices.number("tax_rate", rank=1)
    invoices.listing(
        f"Auf welchen Rechnungen steht ein Steuersatz von {german(rate)} %?", equal("tax_rate", rate)
    )
    tax = invoices.limit("tax_amount", share=0.85)
    invoices.counting(f"MwSt-Betrag größer {german(tax)}: wie viele Rechnungen", over("tax_amount", tax))


def _invoice_gaps(invoices: Shelf) -> None:
    invoices.counting("Wie viele Rechnungen haben keine Bestellnummer?", missing("purchase_order"))
    vendor = invoices.name("vendor_name", missing("due_date"))
    invoices.listing(
        f"Rechnungen von {short(vendor)} ohne Fälligkeitsdatum",
        named(short(vendor), "vendor_name"),
        missing("due_date"),
    )
    year = invoices.year("invoice_date", missing("delivery_date"))
    invoices.listing(
        f"RECHNUNGEN {year} OHNE LIEFERDATUM",
        during("invoice_date", years(year)),
        missing("delivery_date"),
    )
    invoices.listing(
        "Gutschriften, auf denen eine IBAN steht", kind_is("document_type", "credit_note"), stated("iban")
    )


def _invoice_sums(invoices: Shelf) -> None:
    vendor, customer = invoices.name("vendor_name", rank=1), invoices.name("customer_name", rank=1)
    year = invoices.year("invoice_date", named(short(customer), "customer_name"))
    invoices.total(
        f"Wie hoch ist die Summe aller Rechnungen an {customer} im Jahr {year}?",
        "total_amount",
        named(customer, "customer_name"),
        during("invoice_date", years(year)),
    )
    invoices.total(
        f"gesamtbetrag rechnungen {short(vendor)} als lieferant",
        "total_amount",
        named(short(vendor), "vendor_name"),
    )
    late, number = invoices.quarter("invoice_date", in_currency("tax_amount", "EUR"))
    invoices.total(
        f"Wie viel Umsatzsteuer in Euro steckt in den Rechnungen von Q{number}/{late}?",
        "tax_amount",
        in_currency("tax_amount", "EUR"),
        during("invoice_date", quarter(late, number)),
    )
    invoices.total(
        "Bitte rechne alle Mahnungen zusammen.", "total_amount", kind_is("document_type", "reminder")
    )
    invoices.average(
        f"Durchschnittlicher Rechnungsbetrag bei {short(vendor)}?",
        "total_amount",
        named(short(vendor), "vendor_name"),
    )
    invoices.average(
        "Was ist im Mittel der Nettobetrag unserer Gutschriften",
        "net_amount",
        kind_is("document_type", "credit_note"),
    )
    year = invoices.year("invoice_date", in_currency("total_amount", "EUR"), rank=1)
    invoices.highest(
        f"höchste rechnung {year} in euro",
        "total_amount",
        during("invoice_date", years(year)),
        in_currency("total_amount", "EUR"),
    )
    invoices.lowest("Welche Rechnung ist die älteste?", "invoice_date")
    invoices.by_year("Anzahl der Rechnungen nach Jahr", "invoice_date")
    invoices.grouped(
        f"Rechnungssumme je Kunde im Jahr {year}",
        "customer_name",
        during("invoice_date", years(year)),
        of="total_amount",
    )
    invoices.by_year(
        f"Wie hat sich der Umsatz mit {short(vendor)} von Jahr zu Jahr entwickelt? Summe pro Jahr bitte.",
        "invoice_date",
        named(short(vendor), "vendor_name"),
        of="total_amount",
    )


def _contract_parties(contracts: Shelf) -> None:
    party, other = contracts.name("party_a", rank=1), contracts.name("party_a", rank=3)
    contracts.counting(
        f"Wie viele Verträge haben wir mit {short(party)}?", named(short(party), "party_a", "party_b")
    )
    contracts.listing(
        f"verträge mit {short(party)} oder {short(other)}",
        either(named(short(party), "party_a", "party_b"), named(short(other), "party_a", "party_b")),
    )
    house = contracts.name("party_b", rank=1)
    contracts.listing(
        f"Alle Wartungs- und Dienstleistungsverträge, an denen {house} nicht beteiligt ist.",
        kind_is("contract_type", "maintenance", "service"),
        not_named(house, "party_a", "party_b"),
    )
    contracts.listing("Geheimhaltungsvereinbarungen", kind_is("contract_type", "nda"))
    employer = contracts.name("party_a", kind_is("contract_type", "employment"))
    contracts.listing(
        f"Arbeitsverträge von {short(employer)}",
        kind_is("contract_type", "employment"),
        named(short(employer), "party_a", "party_b"),
    )
    law = contracts.name("governing_law", written_in("de"))
    contracts.counting(f"Wie viele Verträge nennen als anwendbares Recht {law}", named(law, "governing_law"))
    contracts.listing(
        "mietverträge ohne vertragsnummer", kind_is("contract_type", "lease"), missing("contract_number")
    )


def _contract_dates(contracts: Shelf) -> None:
    year = contracts.year("end_date", rank=1)
    contracts.listing(f"Welche Verträge laufen {year} aus?", during("end_date", years(year)))
    year = contracts.year("effective_date", kind_is("contract_type", "licence"))
    contracts.listing(
        f"Lizenzverträge, die {year} begonnen haben",
        kind_is("contract_type", "licence"),
        during("effective_date", years(year)),
    )
    cut = contracts.day("signed_date", share=0.3)
    contracts.counting(
        f"Wie viele Verträge wurden vor dem {dots(cut)} unterschrieben?", before("signed_date", cut)
    )
    year, number = contracts.quarter("effective_date", rank=1)
    contracts.listing(
        f"vertragsbeginn {number}. quartal {year}", during("effective_date", quarter(year, number))
    )
    cut = contracts.day("end_date", share=0.75)
    contracts.listing(
        f"Gibt es Verträge, die erst nach dem {prose(cut)} enden? Welche?", after("end_date", cut)
    )
    contracts.listing(
        "Lieferverträge ohne Enddatum bitte", kind_is("contract_type", "supply"), missing("end_date")
    )
    contracts.listing(
        "Welche Kaufverträge tragen kein Unterschriftsdatum",
        kind_is("contract_type", "purchase"),
        missing("signed_date"),
    )
    contracts.highest("Welcher Vertrag läuft am längsten, also mit dem spätesten Enddatum?", "end_date")
    contracts.by_year(
        "Mietverträge nach Jahr des Vertragsbeginns zählen",
        "effective_date",
        kind_is("contract_type", "lease"),
    )


def _contract_terms(contracts: Shelf) -> None:
    contracts.listing("Verträge, die sich automatisch verlängern", is_true("auto_renewal"))
    contracts.listing(
        "wartungsverträge ohne automatische verlängerung (ausdrücklich ausgeschlossen)",
        kind_is("contract_type", "maintenance"),
        is_false("auto_renewal"),
    )
    contracts.counting(
        "Wieviele Verträge haben eine Kündigungsfrist von mindestens 3 Monaten?",
        at_least("notice_period_days", Decimal(90)),
    )
    notice = contracts.first_parting(
        "notice_period_days", (30, 28, 60), kind_is("contract_type", "employment")
    )
    contracts.listing(
        f"Arbeitsverträge mit Kündigungsfrist bis {german(notice)} Tage",
        kind_is("contract_type", "employment"),
        at_most("notice_period_days", notice),
    )
    contracts.listing("Laufzeit über zwei Jahre: welche Verträge?", over("term_months", Decimal(24)))
    value = contracts.limit("contract_value", currency="EUR", share=0.6)
    year = contracts.year("signed_date", over("contract_value", value, "EUR"))
    contracts.listing(
        f"Verträge mit Volumen über {german(value)} € und Unterschrift {year}",
        over("contract_value", value, "EUR"),
        during("signed_date", years(year)),
    )
    low = contracts.limit("contract_value", kind_is("contract_type", "service"), share=0.3)
    high = contracts.limit("contract_value", kind_is("contract_type", "service"), share=0.7)
    contracts.listing(
        f"Dienstleistungsverträge mit einem Wert von {german(low)} bis {german(high)}",
        kind_is("contract_type", "service"),
        from_to("contract_value", low, high),
    )
    contracts.counting("Anzahl Verträge ohne Angabe eines Vertragswerts", missing("contract_value"))


def _contract_sums(contracts: Shelf) -> None:
    party = contracts.name("party_a", stated("contract_value"), rank=1)
    contracts.total(
        f"Wie groß ist das gesamte Auftragsvolumen aus Verträgen mit {short(party)}?",
        "contract_value",
        named(short(party), "party_a", "party_b"),
    )
    year = contracts.year("signed_date", rank=1)
    contracts.total(
        f"summe vertragswerte aller {year} unterzeichneten verträge",
        "contract_value",
        during("signed_date", years(year)),
    )
    contracts.average(
        "Durchschnittliche Laufzeit der Lizenzverträge in Monaten",
        "term_months",
        kind_is("contract_type", "licence"),
    )
    contracts.average(
        "Wie viel zahlen wir im Schnitt laut Arbeitsvertrag (Vertragswert in Euro)?",
        "contract_value",
        kind_is("contract_type", "employment"),
        in_currency("contract_value", "EUR"),
    )
    contracts.highest("größter Vertragswert in Euro", "contract_value", in_currency("contract_value", "EUR"))
    contracts.lowest(
        "Welcher Mietvertrag hat die kürzeste Kündigungsfrist?",
        "notice_period_days",
        kind_is("contract_type", "lease"),
    )
    contracts.grouped("Wie verteilen sich die Verträge auf das anwendbare Recht?", "governing_law")
    contracts.by_year(
        "Vertragswert pro Jahr der Unterzeichnung, nur Dollar-Verträge",
        "signed_date",
        in_currency("contract_value", "USD"),
        of="contract_value",
    )


TOPICS = (
    Topic("invoice-names", "invoices", _invoice_names),
    Topic("invoice-dates", "invoices", _invoice_dates),
    Topic("invoice-amounts", "invoices", _invoice_amounts),
    Topic("invoice-gaps", "invoices", _invoice_gaps),
    Topic("invoice-sums", "invoices", _invoice_sums),
    Topic("contract-parties", "contracts", _contract_parties),
    Topic("contract-dates", "contracts", _contract_dates),
    Topic("contract-terms", "contracts", _contract_terms),
    Topic("contract-sums", "contracts", _contract_sums),
)
