"""English questions about contracts."""

from __future__ import annotations

from decimal import Decimal

from tests.benchmarks.library.asking import Shelf, Topic, english, short, thousands
from tests.benchmarks.library.conditions import (
    after,
    at_least,
    before,
    during,
    either,
    equal,
    in_currency,
    is_false,
    is_true,
    kind_is,
    kind_is_not,
    missing,
    named,
    not_named,
    over,
    quarter,
    stated,
    under,
    until,
    written_in,
    years,
)
from tests.benchmarks.library.questions_english import MONTHS

_WORDS = ("first", "second", "third", "fourth")


def _contract_parties(contracts: Shelf) -> None:
    contracts.listing(
        "Please show me all NDAs and all licence agreements.", kind_is("contract_type", "nda", "licence")
    )
    contracts.listing("contracts that name no governing law", missing("governing_law"))
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
    worker = contracts.name("party_b", kind_is("contract_type", "employment"))
    contracts.listing(
        f"employment contract of {worker}?",
        kind_is("contract_type", "employment"),
        named(worker, "party_a", "party_b"),
    )
    law = contracts.name("governing_law", written_in("en"), rank=1)
    contracts.listing(f"Which agreements are governed by the law of {law}?", named(law, "governing_law"))


def _contract_dates(contracts: Shelf) -> None:
    contracts.counting("how many contracts have no end date", missing("end_date"))
    contracts.lowest("What is the oldest contract by effective date?", "effective_date")
    contracts.by_year("Contracts signed per year?", "signed_date")
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
    kind = contracts.name("contract_type", missing("signed_date"), kind_is_not("contract_type", "other"))
    contracts.listing(
        f"{_TYPES[kind]} nobody put a signing date on",
        kind_is("contract_type", kind),
        missing("signed_date"),
    )


def _contract_terms(contracts: Shelf) -> None:
    contracts.listing(
        "Service contracts with automatic renewal",
        kind_is("contract_type", "service"),
        is_true("auto_renewal"),
    )
    contracts.counting("How many of our contracts do not renew automatically?", is_false("auto_renewal"))
    contracts.listing(
        "NDAs whose term is exactly 24 months or that can be ended with at least 90 days' notice",
        kind_is("contract_type", "nda"),
        either(equal("term_months", Decimal(24)), at_least("notice_period_days", Decimal(90))),
    )
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
    renewing, open_sum = is_true("auto_renewal"), stated("contract_value")
    start = contracts.year("effective_date", renewing, open_sum)
    worth = contracts.limit("contract_value", renewing, during("effective_date", years(start)), share=0.4)
    contracts.counting(
        f"Contracts that took effect in {start}, renew automatically, over {english(worth)} - how many?",
        renewing,
        during("effective_date", years(start)),
        over("contract_value", worth),
    )


def _contract_sums(contracts: Shelf) -> None:
    contracts.total(
        "What are all our maintenance contracts worth together?",
        "contract_value",
        kind_is("contract_type", "maintenance"),
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
    year = contracts.year("effective_date", in_currency("contract_value", "GBP"))
    contracts.total(
        f"combined value of contracts starting in {year} in GBP",
        "contract_value",
        in_currency("contract_value", "GBP"),
        during("effective_date", years(year)),
    )
    party = contracts.name("party_a", stated("contract_value"))
    contracts.total(
        f"What's the overall contract volume with {party}, leaving out purchase agreements?",
        "contract_value",
        named(party, "party_a", "party_b"),
        kind_is_not("contract_type", "purchase"),
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
    Topic("contract-parties", "contracts", _contract_parties),
    Topic("contract-dates", "contracts", _contract_dates),
    Topic("contract-terms", "contracts", _contract_terms),
    Topic("contract-sums", "contracts", _contract_sums),
)
