"""German questions about contracts."""

from __future__ import annotations

from decimal import Decimal

from tests.benchmarks.library.asking import Shelf, Topic, german, short
from tests.benchmarks.library.conditions import (
    after,
    at_least,
    at_most,
    before,
    during,
    either,
    from_to,
    in_currency,
    is_false,
    is_true,
    kind_is,
    missing,
    named,
    not_named,
    over,
    quarter,
    stated,
    written_in,
    years,
)
from tests.benchmarks.library.questions_german import dots, prose


def _contract_parties(contracts: Shelf) -> None:
    contracts.listing("Geheimhaltungsvereinbarungen", kind_is("contract_type", "nda"))
    contracts.listing(
        "mietverträge ohne vertragsnummer", kind_is("contract_type", "lease"), missing("contract_number")
    )
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
    employer = contracts.name("party_a", kind_is("contract_type", "employment"))
    contracts.listing(
        f"Arbeitsverträge von {short(employer)}",
        kind_is("contract_type", "employment"),
        named(short(employer), "party_a", "party_b"),
    )
    law = contracts.name("governing_law", written_in("de"))
    contracts.counting(f"Wie viele Verträge nennen als anwendbares Recht {law}", named(law, "governing_law"))


def _contract_dates(contracts: Shelf) -> None:
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
    contracts.listing("Laufzeit über zwei Jahre: welche Verträge?", over("term_months", Decimal(24)))
    contracts.counting("Anzahl Verträge ohne Angabe eines Vertragswerts", missing("contract_value"))
    notice = contracts.first_parting(
        "notice_period_days", (30, 28, 60), kind_is("contract_type", "employment")
    )
    contracts.listing(
        f"Arbeitsverträge mit Kündigungsfrist bis {german(notice)} Tage",
        kind_is("contract_type", "employment"),
        at_most("notice_period_days", notice),
    )
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
    lasting = (kind_is("contract_type", "service", "maintenance"), at_least("term_months", Decimal(12)))
    year = contracts.year("signed_date", *lasting)
    contracts.listing(
        f"Dienstleistungs- oder Wartungsverträge, {year} unterzeichnet, Mindestlaufzeit ein Jahr",
        *lasting,
        during("signed_date", years(year)),
    )


def _contract_sums(contracts: Shelf) -> None:
    lease = kind_is("contract_type", "lease")
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
    party = contracts.name("party_a", stated("contract_value"), rank=1)
    contracts.total(
        f"Wie groß ist das gesamte Auftragsvolumen aus Verträgen mit {short(party)}?",
        "contract_value",
        named(short(party), "party_a", "party_b"),
    )
    term = contracts.first_parting("term_months", (24, 12, 36, 6), lease, stated("contract_value"))
    contracts.total(
        f"Vertragswert der Mietverträge mit mehr als {german(term)} Monaten Laufzeit, alles addiert",
        "contract_value",
        lease,
        over("term_months", term),
    )
    year = contracts.year("signed_date", rank=1)
    contracts.total(
        f"summe vertragswerte aller {year} unterzeichneten verträge",
        "contract_value",
        during("signed_date", years(year)),
    )


TOPICS = (
    Topic("contract-parties", "contracts", _contract_parties),
    Topic("contract-dates", "contracts", _contract_dates),
    Topic("contract-terms", "contracts", _contract_terms),
    Topic("contract-sums", "contracts", _contract_sums),
)
