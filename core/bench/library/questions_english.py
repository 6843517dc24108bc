"""English questions about invoices and contracts."""

from __future__ import annotations

from decimal import Decimal

from core.bench.library.asking import Shelf, Topic, english, short, thousands
from core.bench.library.conditions import (
    after,
    at_least,
    at_most,
    before,
    during,
    either,
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

MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_WORDS = ("first", "second", "third", "fourth")


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
    year = invoices.year("invoice_date", rank=1)
    invoices.listing(
        f"Which {year} credit notes are not from {short(first)}?",
        kind_is("document_type", "credit_note"),
        during("invoice_date", years(year)),
        not_named(short(first), "vendor_name"),
    )
    sender = invoices.name("vendor_name", named(short(customer), "customer_name"))
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
    early = invoices.year("invoice_date", rank=2)
    invoices.total(
        f"What was the total invoiced in euros in the last quarter of {early}?",
        "total_amount",
        in_currency("total_amount", "EUR"),
        during("invoice_date", quarter(early, 4)),
    )
    early = invoices.year("invoice_date", rank=3)
    invoices.listing(
        f"Give me the payment reminders of the first half of {early} please",
        kind_is("document_type", "reminder"),
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


def _contract_parties(contracts: Shelf) -> None:
    party, other = contracts.name("party_a"), contracts.name("party_a", rank=2)
    contracts.listing(f"contracts with {short(party)}", named(short(party), "party_a", "party_b"))
    kind = contracts.name(
        "contract_type", named(short(other), "party_a", "party_b"), kind_is_not("contract_type", "other")
    )
    contracts.counting(
        f"How many {_TYPES[kind]} have we signed with {other}?",
        kind_is("contract_type", kind),
        named(other, "party_a", "party_b"),
    )
    house = contracts.name("party_b")
    contracts.listing(
        f"Leases that {short(house)} is not a party to",
        kind_is("contract_type", "lease"),
        not_named(short(house), "party_a", "party_b"),
    )
    contracts.listing(
        "Please show me all NDAs and all licence agreements.", kind_is("contract_type", "nda", "licence")
    )
    worker = contracts.name("party_b", kind_is("contract_type", "employment"))
    contracts.listing(
        f"employment contract of {worker}?",
        kind_is("contract_type", "employment"),
        named(worker, "party_a", "party_b"),
    )
    law = contracts.name("governing_law", written_in("en"), rank=1)
    contracts.listing(f"Which agreements are governed by the law of {law}?", named(law, "governing_law"))
    contracts.listing("contracts that name no governing law", missing("governing_law"))


def _contract_dates(contracts: Shelf) -> None:
    year = contracts.year("end_date")
    contracts.listing(f"Which contracts end in {year}?", during("end_date", years(year)))
    signed, number = contracts.quarter("signed_date")
    contracts.listing(
        f"List what we signed in the {_WORDS[number - 1]} quarter of {signed} (contracts)",
        during("signed_date", quarter(signed, number)),
    )
    start = contracts.day("effective_date", kind_is("contract_type", "supply"), share=0.6)
    contracts.listing(
        f"supply agreements effective after {start.day} {MONTHS[start.month - 1]} {start.year}",
        kind_is("contract_type", "supply"),
        after("effective_date", start),
    )
    cut = contracts.day("end_date", is_true("auto_renewal"), share=0.4)
    contracts.listing(
        f"Which contracts with automatic renewal end before {MONTHS[cut.month - 1]} {cut.day}, {cut.year}?",
        is_true("auto_renewal"),
        before("end_date", cut),
    )
    contracts.counting("how many contracts have no end date", missing("end_date"))
    kind = contracts.name("contract_type", missing("signed_date"), kind_is_not("contract_type", "other"))
    contracts.listing(
        f"{_TYPES[kind]} nobody put a signing date on",
        kind_is("contract_type", kind),
        missing("signed_date"),
    )
    contracts.lowest("What is the oldest contract by effective date?", "effective_date")
    contracts.by_year("Contracts signed per year?", "signed_date")


def _contract_terms(contracts: Shelf) -> None:
    contracts.listing(
        "Service contracts with automatic renewal",
        kind_is("contract_type", "service"),
        is_true("auto_renewal"),
    )
    contracts.counting("How many of our contracts do not renew automatically?", is_false("auto_renewal"))
    term = contracts.first_parting("term_months", (24, 12, 36))
    contracts.listing(f"contracts running longer than {english(term)} months", over("term_months", term))
    notice = contracts.first_parting("notice_period_days", (60, 30, 28))
    contracts.listing(
        f"I'm looking for leases with a notice period of more than {english(notice)} days.",
        kind_is("contract_type", "lease"),
        over("notice_period_days", notice),
    )
    value = contracts.limit("contract_value", currency="USD", share=0.5)
    contracts.listing(f"contracts worth ${english(value)} or more", at_least("contract_value", value, "USD"))
    value = contracts.limit("contract_value", kind_is("contract_type", "licence"), share=0.5)
    contracts.counting(
        f"Number of licence agreements worth less than {thousands(value)}",
        kind_is("contract_type", "licence"),
        under("contract_value", value),
    )
    last = contracts.day("signed_date", share=0.5)
    contracts.listing(
        f"contracts without a notice period signed up to {last.isoformat()}",
        missing("notice_period_days"),
        until("signed_date", last),
    )
    contracts.listing(
        "NDAs whose term is exactly 24 months or that can be ended with at least 90 days' notice",
        kind_is("contract_type", "nda"),
        either(from_to("term_months", Decimal(24), Decimal(24)), at_least("notice_period_days", Decimal(90))),
    )


def _contract_sums(contracts: Shelf) -> None:
    contracts.total(
        "What are all our maintenance contracts worth together?",
        "contract_value",
        kind_is("contract_type", "maintenance"),
    )
    year = contracts.year("effective_date")
    contracts.total(
        f"combined value of contracts starting in {year} in GBP",
        "contract_value",
        in_currency("contract_value", "GBP"),
        during("effective_date", years(year)),
    )
    contracts.average(
        "average notice period of employment contracts",
        "notice_period_days",
        kind_is("contract_type", "employment"),
    )
    contracts.average(
        "Average term of the contracts that renew automatically?", "term_months", is_true("auto_renewal")
    )
    contracts.highest(
        "Which purchase agreement has the highest value?",
        "contract_value",
        kind_is("contract_type", "purchase"),
    )
    contracts.lowest("shortest contract term", "term_months")
    contracts.grouped("How many contracts of each type are there?", "contract_type")
    contracts.grouped(
        "Contract value by contract type, only those in Swiss francs",
        "contract_type",
        in_currency("contract_value", "CHF"),
        of="contract_value",
    )


_TYPES = {
    "service": "service agreements",
    "lease": "leases",
    "supply": "supply agreements",
    "employment": "employment contracts",
    "nda": "NDAs",
    "licence": "licence agreements",
    "purchase": "purchase agreements",
    "maintenance": "maintenance contracts",
}
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
