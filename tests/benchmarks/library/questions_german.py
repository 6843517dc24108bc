"""German questions about invoices."""

from __future__ import annotations

from datetime import date

from tests.benchmarks.library.asking import Shelf, Topic, german, short
from tests.benchmarks.library.conditions import (
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
    in_months,
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
    kind = kind_is("document_type", "reminder")
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
    note = kind_is("document_type", "credit_note")
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
    year = invoices.year("invoice_date", note, in_months("invoice_date", 7, 12))
    invoices.listing(
        f"gutschriften 2. halbjahr {year}",
        note,
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
    invoices.listing(
        "Gutschriften, auf denen eine IBAN steht", kind_is("document_type", "credit_note"), stated("iban")
    )
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
    real = kind_is("document_type", "invoice")
    sender = invoices.name("vendor_name", real, missing("delivery_date"), rank=1)
    invoices.listing(
        f"Nur echte Rechnungen (keine Mahnungen, keine Gutschriften) von {short(sender)} ohne Lieferdatum",
        real,
        named(short(sender), "vendor_name"),
        missing("delivery_date"),
    )


def _invoice_sums(invoices: Shelf) -> None:
    invoices.total(
        "Bitte rechne alle Mahnungen zusammen.", "total_amount", kind_is("document_type", "reminder")
    )
    invoices.average(
        "Was ist im Mittel der Nettobetrag unserer Gutschriften",
        "net_amount",
        kind_is("document_type", "credit_note"),
    )
    invoices.lowest("Welche Rechnung ist die älteste?", "invoice_date")
    invoices.by_year("Anzahl der Rechnungen nach Jahr", "invoice_date")
    vendor, customer = invoices.name("vendor_name", rank=3), invoices.name("customer_name", rank=1)
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
    limit = invoices.limit("net_amount", currency="EUR", share=0.6)
    invoices.total(
        f"nettosumme aller rechnungen über {german(limit)} euro netto",
        "net_amount",
        over("net_amount", limit, "EUR"),
    )
    invoices.total(
        f"Wie viel haben wir {year} über Gutschriften zurückbekommen?",
        "total_amount",
        kind_is("document_type", "credit_note"),
        during("invoice_date", years(year)),
    )
    invoices.average(
        f"Durchschnittlicher Rechnungsbetrag bei {short(vendor)}?",
        "total_amount",
        named(short(vendor), "vendor_name"),
    )
    year = invoices.year("invoice_date", in_currency("total_amount", "EUR"), rank=1)
    invoices.highest(
        f"höchste rechnung {year} in euro",
        "total_amount",
        during("invoice_date", years(year)),
        in_currency("total_amount", "EUR"),
    )
    invoices.grouped(
        f"Rechnungssumme je Kunde im Jahr {year}",
        "customer_name",
        during("invoice_date", years(year)),
        of="total_amount",
    )
    invoices.by_year(
        f"Wie hat sich der Umsatz mit dem Lieferanten {short(vendor)} entwickelt? Summe pro Jahr bitte.",
        "invoice_date",
        named(short(vendor), "vendor_name"),
        of="total_amount",
    )


TOPICS = (
    Topic("invoice-names", "invoices", _invoice_names),
    Topic("invoice-dates", "invoices", _invoice_dates),
    Topic("invoice-amounts", "invoices", _invoice_amounts),
    Topic("invoice-gaps", "invoices", _invoice_gaps),
    Topic("invoice-sums", "invoices", _invoice_sums),
)
