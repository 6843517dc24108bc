"""English questions about invoices."""

from __future__ import annotations

from tests.benchmarks.library.asking import Shelf, Topic, english, short, thousands
from tests.benchmarks.library.conditions import (
    after,
    at_least,
    at_most,
    before,
    during,
    either,
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
    years,
)

MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


def _invoice_names(invoices: Shelf) -> None:
    first, second, third = (invoices.name("vendor_name", rank=rank) for rank in (0, 2, 4))
    customer = invoices.name("customer_name")
    other = invoices.name("customer_name", rank=1)
    invoices.listing(f"Show me every invoice from {first}.", named(first, "vendor_name"))
    invoices.listing(f"invoices from {short(second).lower()}", named(short(second), "vendor_name"))
    invoices.listing(
        f"Could you please pull up everything {short(first)} or {short(third)} has billed?",
        either(named(short(first), "vendor_name"), named(short(third), "vendor_name")),
    )
    invoices.counting(f"How many invoices to {customer} do we have on file", named(customer, "customer_name"))
    year = invoices.year("invoice_date", named(short(other), "customer_name"))
    invoices.listing(
        f"INVOICES TO {short(other).upper()} {year}",
        named(short(other), "customer_name"),
        during("invoice_date", years(year)),
    )
    notes = kind_is("document_type", "credit_note")
    year = invoices.year("invoice_date", notes)
    sender = invoices.name("vendor_name", notes, during("invoice_date", years(year)))
    invoices.listing(
        f"Which {year} credit notes are not from {short(sender)}?",
        notes,
        during("invoice_date", years(year)),
        not_named(short(sender), "vendor_name"),
    )
    sender = invoices.name(
        "vendor_name",
        named(short(customer), "customer_name"),
        not_named(short(customer), "vendor_name"),
    )
    invoices.listing(
        f"list invoices sent by {short(sender)} to {short(customer)}",
        named(short(sender), "vendor_name"),
        named(short(customer), "customer_name"),
    )


def _invoice_dates(invoices: Shelf) -> None:
    first, last = invoices.day("invoice_date", share=0.1), invoices.day("due_date", share=0.9)
    year = invoices.year("invoice_date")
    invoices.listing(
        f"Find invoices dated before {first.day} {MONTHS[first.month - 1]} {first.year}",
        before("invoice_date", first),
    )
    invoices.listing(
        f"What falls due after {MONTHS[last.month - 1]} {last.day}, {last.year}? I need the invoices.",
        after("due_date", last),
    )
    invoices.counting(f"how many invoices in {year}", during("invoice_date", years(year)))
    late, number = invoices.quarter("invoice_date")
    invoices.listing(f"Invoices Q{number} {late}", during("invoice_date", quarter(late, number)))
    autumn = in_months("invoice_date", 10, 12)
    early = invoices.year("invoice_date", autumn, in_currency("total_amount", "EUR"), rank=2)
    invoices.total(
        f"What was the total invoiced in euros in the last quarter of {early}?",
        "total_amount",
        in_currency("total_amount", "EUR"),
        during("invoice_date", quarter(early, 4)),
    )
    reminder = kind_is("document_type", "reminder")
    early = invoices.year("invoice_date", reminder, in_months("invoice_date", 1, 6), rank=1)
    invoices.listing(
        f"Give me the payment reminders of the first half of {early} please",
        reminder,
        during("invoice_date", half(early, 1)),
    )
    year, month = invoices.month("delivery_date")
    invoices.listing(
        f"which invoices are for goods delivered in {MONTHS[month - 1]} {year}?",
        during("delivery_date", months(year, month)),
    )
    year = invoices.year("invoice_date", rank=1)
    invoices.counting(
        f"Count the invoices issued between March and June {year}.",
        during("invoice_date", months(year, 3, 6)),
    )
    cut = invoices.day("invoice_date", share=0.85)
    invoices.listing(f"all invoices since {cut.isoformat()}", since("invoice_date", cut))


def _invoice_amounts(invoices: Shelf) -> None:
    dollars = invoices.limit("total_amount", currency="USD", share=0.6)
    euros = invoices.limit("total_amount", currency="EUR", share=0.7)
    low, high = invoices.limit("total_amount", share=0.3), invoices.limit("total_amount", share=0.7)
    invoices.listing(f"invoices over ${thousands(dollars)}", over("total_amount", dollars, "USD"))
    invoices.listing(
        f"Show the invoices with a total between {english(low)} and {english(high)}.",
        from_to("total_amount", low, high),
    )
    pounds = invoices.limit("total_amount", currency="GBP", share=0.4)
    invoices.counting(
        f"How many bills come to at most £{english(pounds)}?", at_most("total_amount", pounds, "GBP")
    )
    year = invoices.year("invoice_date", over("total_amount", euros, "EUR"))
    invoices.listing(
        f"which invoices from {year} are above {english(euros)} EUR",
        during("invoice_date", years(year)),
        over("total_amount", euros, "EUR"),
    )
    net = invoices.limit("net_amount", share=0.2)
    invoices.listing(f"invoices net amount under {english(net)}", under("net_amount", net))
    tax = invoices.limit("tax_amount", currency="EUR", share=0.8)
    invoices.listing(
        f"Where did we have to pay at least €{english(tax)} of VAT? List those invoices.",
        at_least("tax_amount", tax, "EUR"),
    )
    rate = invoices.limit("tax_rate", share=0.5)
    invoices.counting(f"Number of invoices with a tax rate above {english(rate)}%", over("tax_rate", rate))
    vendor = invoices.name("vendor_name", rank=6)
    small = invoices.limit("total_amount", named(short(vendor), "vendor_name"), share=0.4)
    invoices.listing(
        f"Anything from {short(vendor)} that costs more than {english(small)}? Invoices only.",
        named(short(vendor), "vendor_name"),
        over("total_amount", small),
    )


def _invoice_gaps(invoices: Shelf) -> None:
    year = invoices.year("invoice_date", missing("purchase_order"))
    invoices.listing(
        f"Invoices without a purchase order, {year} only.",
        missing("purchase_order"),
        during("invoice_date", years(year)),
    )
    vendor = invoices.name("vendor_name", stated("purchase_order"), rank=1)
    invoices.listing(
        f"Which of {short(vendor)}'s invoices quote a PO number?",
        named(short(vendor), "vendor_name"),
        stated("purchase_order"),
    )
    invoices.counting("how many invoices have no due date", missing("due_date"))
    invoices.listing(
        "Show reminders that do not give an IBAN",
        kind_is("document_type", "reminder"),
        missing("iban"),
    )
    year = invoices.year("invoice_date", rank=4)
    invoices.counting(
        f"Excluding credit notes and reminders, how many invoices did we get in {year}?",
        kind_is_not("document_type", "credit_note", "reminder"),
        during("invoice_date", years(year)),
    )
    no_order = missing("purchase_order")
    buyer = invoices.name("customer_name", no_order)
    most = invoices.limit("total_amount", no_order, named(short(buyer), "customer_name"))
    invoices.listing(
        f"{short(buyer)} as customer, no PO, total up to {english(most)}: which invoices?",
        named(short(buyer), "customer_name"),
        no_order,
        at_most("total_amount", most),
    )


def _invoice_sums(invoices: Shelf) -> None:
    vendor, customer = invoices.name("vendor_name"), invoices.name("customer_name")
    year = invoices.year("invoice_date", named(short(vendor), "vendor_name"))
    invoices.total(
        f"How much do the invoices from {vendor} add up to?", "total_amount", named(vendor, "vendor_name")
    )
    invoices.total(
        f"sum of all credit notes {year}",
        "total_amount",
        kind_is("document_type", "credit_note"),
        during("invoice_date", years(year)),
    )
    year = invoices.year("invoice_date", named(short(customer), "customer_name"), rank=1)
    invoices.total(
        f"total VAT on invoices to {short(customer)} in {year}?",
        "tax_amount",
        named(short(customer), "customer_name"),
        during("invoice_date", years(year)),
    )
    invoices.total(
        "Add up the net amounts of everything billed without a PO number (invoices), by currency",
        "net_amount",
        missing("purchase_order"),
    )
    late, month = invoices.month("due_date", in_currency("total_amount", "EUR"))
    invoices.total(
        f"how much money in EUR was due in {MONTHS[month - 1]} {late} according to our invoices",
        "total_amount",
        in_currency("total_amount", "EUR"),
        during("due_date", months(late, month)),
    )
    invoices.average(
        f"What is the average invoice total in {year}?", "total_amount", during("invoice_date", years(year))
    )
    invoices.average("mean net amount of invoices in dollars", "net_amount", in_currency("net_amount", "USD"))
    invoices.highest(
        "What is the biggest invoice in pounds sterling we have?",
        "total_amount",
        in_currency("total_amount", "GBP"),
    )
    invoices.lowest(
        f"cheapest invoice from {short(vendor)}", "total_amount", named(short(vendor), "vendor_name")
    )
    invoices.highest("Which invoice has the latest due date?", "due_date")
    invoices.grouped("Break down the number of invoices by vendor.", "vendor_name")
    invoices.by_year(
        "Invoice totals per year, in euros",
        "invoice_date",
        in_currency("total_amount", "EUR"),
        of="total_amount",
    )
    customer = invoices.name("customer_name", rank=1)
    invoices.grouped(
        f"For {short(customer)} as the customer, how much was invoiced by each supplier?",
        "vendor_name",
        named(short(customer), "customer_name"),
        of="total_amount",
    )


TOPICS = (
    Topic("invoice-names", "invoices", _invoice_names),
    Topic("invoice-dates", "invoices", _invoice_dates),
    Topic("invoice-amounts", "invoices", _invoice_amounts),
    Topic("invoice-gaps", "invoices", _invoice_gaps),
    Topic("invoice-sums", "invoices", _invoice_sums),
)
