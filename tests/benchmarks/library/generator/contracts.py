"""Contracts: what is agreed, and the marked words their clauses and layouts draw."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from decimal import Decimal

from tests.benchmarks.library.generator.companies import (
    Company,
    companies,
    house,
    of_trade,
    some_company,
    writes,
)
from tests.benchmarks.library.generator.formats import currency_of, in_words, plus_months, random_date
from tests.benchmarks.library.generator.items import GOODS
from tests.benchmarks.library.generator.job import Job
from tests.benchmarks.library.generator.people import home, person

TITLES: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "service": (
        ("Dienstleistungsvertrag", "Rahmendienstleistungsvertrag", "Dienstvertrag"),
        ("Service Agreement", "Master Services Agreement", "Agreement for the Provision of Services"),
    ),
    "lease": (
        ("Mietvertrag über Gewerberäume", "Gewerbemietvertrag", "Mietvertrag"),
        ("Commercial Lease Agreement", "Lease Agreement", "Lease of Business Premises"),
    ),
    "supply": (("Liefervertrag", "Rahmenliefervertrag"), ("Supply Agreement", "Framework Supply Agreement")),
    "employment": (
        ("Arbeitsvertrag", "Anstellungsvertrag"),
        ("Employment Agreement", "Contract of Employment"),
    ),
    "nda": (
        ("Geheimhaltungsvereinbarung", "Vertraulichkeitsvereinbarung"),
        ("Non-Disclosure Agreement", "Mutual Confidentiality Agreement"),
    ),
    "licence": (
        ("Softwarelizenzvertrag", "Lizenzvertrag"),
        ("Software Licence Agreement", "Licence Agreement", "Patent Licence Agreement"),
    ),
    "purchase": (
        ("Kaufvertrag", "Kaufvertrag über eine Maschine"),
        ("Purchase Agreement", "Agreement for the Sale of Goods"),
    ),
    "maintenance": (
        ("Wartungsvertrag", "Instandhaltungsvertrag"),
        ("Maintenance Agreement", "Maintenance Contract"),
    ),
    "other": (
        ("Kooperationsvertrag", "Sponsoringvertrag"),
        ("Cooperation Agreement", "Sponsorship Agreement"),
    ),
}
TYPES = (
    "service",
    "service",
    "lease",
    "supply",
    "employment",
    "nda",
    "licence",
    "purchase",
    "maintenance",
    "other",
)
# The parties' names of office: (German, English) of the first and the second.
_ROLES = {
    "service": (("Auftragnehmer", "Provider"), ("Auftraggeber", "Client")),
    "lease": (("Vermieter", "Landlord"), ("Mieter", "Tenant")),
    "supply": (("Lieferant", "Supplier"), ("Besteller", "Customer")),
    "employment": (("Arbeitgeber", "Employer"), ("Arbeitnehmer", "Employee")),
    "nda": (("Offenlegende Partei", "Disclosing Party"), ("Empfangende Partei", "Receiving Party")),
    "licence": (("Lizenzgeber", "Licensor"), ("Lizenznehmer", "Licensee")),
    "purchase": (("Verkäufer", "Seller"), ("Käufer", "Buyer")),
    "maintenance": (("Auftragnehmer", "Contractor"), ("Betreiber", "Operator")),
    "other": (("Partner A", "Partner A"), ("Partner B", "Partner B")),
}
_TRADES = {
    "service": ("software", "consulting", "facility", "logistics", "catering", "calibration", "training"),
    "lease": ("property",),
    "supply": (
        "steel",
        "chemicals",
        "electrical",
        "machinery",
        "semiconductors",
        "adhesives",
        "office",
        "pumps",
    ),
    "licence": ("software",),
    "purchase": ("machinery", "pumps", "steel", "electrical"),
    "maintenance": ("pumps", "machinery", "software", "facility", "electrical"),
}
_PRICES = {
    "service": (6, 180),
    "lease": (14, 120),
    "supply": (20, 600),
    "employment": (38, 98),
    "licence": (3, 90),
    "purchase": (8, 350),
    "maintenance": (2, 48),
    "other": (5, 75),
}
_LAWS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "DE": (
        ("Bundesrepublik Deutschland", "Bundesrepublik Deutschland"),
        ("Germany", "Federal Republic of Germany"),
    ),
    "AT": (("Republik Österreich",), ("Austria",)),
    "CH": (("Schweiz",), ("Switzerland",)),
    "US": ((), ("State of New York", "State of Delaware", "State of California", "State of Texas")),
    "GB": ((), ("England and Wales", "England and Wales", "England and Wales", "Scotland")),
    "IE": ((), ("Ireland",)),
    "NL": ((), ("Netherlands",)),
    "FR": ((), ("France",)),
    "SE": ((), ("Sweden",)),
    "IT": ((), ("Italy",)),
    "PL": ((), ("Poland",)),
    "DK": ((), ("Denmark",)),
    "ES": ((), ("Spain",)),
}
_UNIT_DAYS = {"day": 1, "week": 7, "month": 30}
_NOTICES = (
    *((14, "day"), (30, "day"), (60, "day"), (90, "day"), (4, "week"), (6, "week")),
    *((1, "month"), (2, "month"), (3, "month"), (3, "month"), (6, "month")),
)


@dataclass(frozen=True, slots=True)
class Party:
    """A company or a person, with its address and who signs for it."""

    name: str
    address: list[str]
    signer: str
    function: str
    company: Company | None

    @property
    def place(self) -> str:
        if self.company:
            return self.company.town_name
        words = [word for word in self.address[-1].split() if not any(sign.isdigit() for sign in word)]
        return " ".join(words)


@dataclass(slots=True)
class Contract:
    """What is None is not agreed, or not printed. `notice` is a number and day, week or month."""

    job: Job
    kind: str
    number: str | None
    first: Party
    second: Party
    signed: date | None
    effective: date
    end: date | None
    term: int | None
    notice: tuple[int, str] | None
    renews: bool | None
    value: Decimal | None
    currency: str
    law: str | None
    title_words: str
    swapped: bool  # who buys is named first
    goods: list[str] = field(default_factory=list)

    @property
    def roles(self) -> tuple[str, str]:
        place = 0 if self.job.language == "de" else 1
        first, second = _ROLES[self.kind]
        return (second[place], first[place]) if self.swapped else (first[place], second[place])

    # Marked words.

    def title(self, *, upper: bool = False) -> str:
        words = self.title_words.upper() if upper else self.title_words
        return self.job.key("contract_type", self.kind, words)

    def name_a(self) -> str:
        return self.job.text("party_a", self.first.name)

    def name_b(self) -> str:
        return self.job.text("party_b", self.second.name)

    def number_text(self) -> str:
        return self.job.text("contract_number", self.number) if self.number else ""

    def starts(self, *, prose: bool = True) -> str:
        return self.job.date("effective_date", self.effective, prose=prose)

    def ends(self, *, prose: bool = True) -> str:
        return self.job.date("end_date", self.end, prose=prose) if self.end else ""

    def signing_day(self) -> str:
        """How each party dates its signature."""
        return self.job.date("signed_date", self.signed, prose=self.job.likely(0.5)) if self.signed else ""

    def price(self) -> str:
        return self.job.money("contract_value", self.value, self.currency) if self.value is not None else ""

    def law_text(self) -> str:
        return self.job.text("governing_law", self.law) if self.law else ""

    def term_text(self, *, dative: bool = False) -> str:
        if not self.term:
            return ""
        years, months = divmod(self.term, 12)
        in_years = not months and self.job.likely(0.5)
        text = span(
            self.job, years if in_years else self.term, "year" if in_years else "month", dative=dative
        )
        return self.job.key("term_months", Decimal(self.term), text)

    def notice_text(self, *, dative: bool = False) -> str:
        if not self.notice:
            return ""
        count, unit = self.notice
        days = Decimal(count * _UNIT_DAYS[unit])
        return self.job.key("notice_period_days", days, span(self.job, count, unit, dative=dative))

    def renewal(self, yes: str, no: str) -> str:
        """The words for what was agreed, marked."""
        return self.job.key("auto_renewal", bool(self.renews), yes if self.renews else no)


def span(job: Job, count: int, unit: str, *, dative: bool = False) -> str:
    """A stretch of time: 60 days, sixty (60) days, drei Monate."""
    if job.language == "en":
        words = f"{unit}s" if count != 1 else unit
        return job.pick(
            f"{in_words(count, 'en')} ({count}) {words}",
            f"{count} {words}",
            f"{in_words(count, 'en')} {words}",
        )
    one, many, many_dative = {
        "day": ("Tag", "Tage", "Tagen"),
        "week": ("Woche", "Wochen", "Wochen"),
        "month": ("Monat", "Monate", "Monaten"),
        "year": ("Jahr", "Jahre", "Jahren"),
    }[unit]
    if count == 1:
        article = ("einer" if dative else "eine") if unit == "week" else "einem" if dative else "ein"
        return f"{article} {one}"
    words = many_dative if dative else many
    return job.pick(
        f"{in_words(count, 'de')} {words}", f"{count} {words}", f"{in_words(count, 'de')} ({count}) {words}"
    )


def make_contract(job: Job, kind: str) -> Contract:
    chance = job.chance
    first, second = _parties(job, kind)
    land = first.company.country if first.company else house(job.language).country
    job.settle(land)
    if job.language == "en" and job.likely(0.35):
        job.notation = replace(job.notation, prose_day="uk-of")
    effective = random_date(chance, date(2018, 2, 1), date(2025, 3, 1))
    if chance.random() < 0.6:
        effective = effective.replace(day=1)
    term = job.pick(12, 12, 24, 24, 36, 48, 60, 6, 18)
    fixed = kind not in ("employment",) and job.likely(0.72)
    if kind == "purchase":
        fixed = False
    form = job.pick("term", "end", "both") if fixed else "open"
    renews = job.likely(0.6) if fixed and kind != "nda" and job.likely(0.75) else None
    silent = kind == "purchase" or (kind != "employment" and job.likely(0.12))
    notice = None if silent else job.pick(*_NOTICES)
    low, high = _PRICES.get(kind, (0, 0))
    value = Decimal(chance.randrange(low * 1000, high * 1000, 50)) if high else None
    if value is not None and job.likely(0.3):
        value += Decimal(chance.randrange(100)) / 100
    if value is not None and kind not in ("employment", "purchase") and job.likely(0.08):
        value = None
    laws = _LAWS[land][0 if job.language == "de" else 1]
    german, english = TITLES[kind]
    swapped = kind not in ("lease", "employment") and job.likely(0.35)
    supplier = first.company or house(job.language)
    goods = [g.german if job.language == "de" else g.english for g in GOODS[supplier.trade]]
    return Contract(
        job=job,
        kind=kind,
        number=_number(job, effective) if job.likely(0.7) else None,
        first=second if swapped else first,
        second=first if swapped else second,
        signed=effective - timedelta(days=chance.randrange(0, 40)) if job.likely(0.85) else None,
        effective=effective,
        end=plus_months(effective, term) - timedelta(days=1) if form in ("end", "both") else None,
        term=term if form in ("term", "both") else None,
        notice=notice,
        renews=renews,
        value=value,
        currency=currency_of(land),
        law=job.pick(*laws) if job.likely(0.9) else None,
        title_words=job.t(german, english),
        swapped=swapped,
        goods=chance.sample(goods, min(3, len(goods))),
    )


def _parties(job: Job, kind: str) -> tuple[Party, Party]:
    own = house(job.language)
    trades = _TRADES.get(kind)
    among = of_trade(trades, job.language) if trades else [c for c in companies() if writes(c, job.language)]
    other = some_company(job.chance, among, not_named=own.name, abroad="DE" if job.language == "en" else "")
    rest = [c for c in companies() if writes(c, job.language) and c.country == other.country]
    if kind == "employment":
        employer = own if job.likely(0.5) else other
        name = person(job.chance, job.language)
        worker = Party(name, home(job.chance, job.language), name, "", None)
        return _firm(job, employer), worker
    if job.likely(0.55):
        client = own
    else:
        rest = [company for company in rest if company.name != other.name] or [own]
        client = some_company(job.chance, rest)
    if client.name == other.name:
        client = own
    return _firm(job, other), _firm(job, client)


def _firm(job: Job, company: Company) -> Party:
    function = job.t(
        ("Geschäftsführer", "Prokuristin", "Vorstand"),
        ("Managing Director", "Chief Operating Officer", "Director"),
    )
    address = company.address(job.language, abroad=True)
    return Party(company.name, address, person(job.chance, job.language), function, company)


def _number(job: Job, day: date) -> str:
    n = job.chance.randrange(10, 9999)
    return job.t(
        (f"V-{day:%Y}-{n:04}", f"{day:%y}/{n:04}", f"VN {n:05}", f"{n % 900 + 100}-{day:%Y}"),
        (f"C-{day:%Y}-{n:04}", f"MSA-{n:04}", f"AGR/{day:%y}/{n:03}", f"CT{n:06}", f"{day:%Y}-{n:04}"),
    )
