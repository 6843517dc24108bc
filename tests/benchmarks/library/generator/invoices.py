"""Invoices, credit notes and reminders: what they are about, and the marked words their layouts draw."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal

from tests.benchmarks.library.generator.companies import (
    Company,
    companies,
    house,
    iban_in_fours,
    of_trade,
    some_company,
    writes,
)
from tests.benchmarks.library.generator.facts import NBSP
from tests.benchmarks.library.generator.formats import cents, currency_of, random_date
from tests.benchmarks.library.generator.items import GOODS, UNITS
from tests.benchmarks.library.generator.job import Job
from tests.benchmarks.library.generator.people import home, person

_RATES = {
    "DE": (19, 19, 19, 19, 7),
    "AT": (20, 20, 10),
    "US": ("8.25", "6.5", "7", "5.75"),
    "GB": (20, 20, 20, 5),
    "NL": (21,),
    "FR": (20,),
    "IE": (23,),
    "SE": (25,),
    "IT": (22,),
    "PL": (23,),
    "DK": (25,),
    "ES": (21,),
}


@dataclass(frozen=True, slots=True)
class Line:
    """One position."""

    code: str
    description: str
    quantity: Decimal
    unit: str
    price: Decimal
    amount: Decimal
    rate: Decimal


@dataclass(slots=True)
class Invoice:
    """`net`, `total` in `currency`; `taxes` holds rate, base and tax of each rate that is printed."""

    job: Job
    kind: str
    vendor: Company
    customer_name: str
    customer_lines: list[str]
    day: date
    due: date | None
    delivery: date | None
    order: str | None
    number: str
    currency: str
    lines: list[Line]
    extras: list[tuple[str, Decimal]]  # between the goods and the net amount
    taxes: list[tuple[Decimal, Decimal, Decimal]]
    net: Decimal
    total: Decimal
    director: str
    clerk: str
    labels: dict[str, str] = field(default_factory=dict)

    @property
    def goods(self) -> Decimal:
        return sum((line.amount for line in self.lines), Decimal())

    # Marked words, as this document prints them.

    def vendor_name(self) -> str:
        return self.job.text("vendor_name", self.vendor.name)

    def recipient(self) -> list[str]:
        return [self.job.text("customer_name", self.customer_name), *self.customer_lines]

    def title(self, *, upper: bool = False) -> str:
        words = self.labels["title"]
        return self.job.key("document_type", self.kind, words.upper() if upper else words)

    def head_rows(self, *, dates: bool = True) -> list[tuple[str, str]]:
        """Label and value of everything that stands over the items, in a usual order."""
        job = self.job
        rows = [(self.labels["number"], job.text("invoice_number", self.number))]
        if dates:
            rows.append((self.labels["date"], job.date("invoice_date", self.day)))
        if self.delivery:
            rows.append((self.labels["delivery"], job.date("delivery_date", self.delivery)))
        customer_number = str(job.chance.randrange(10000, 99999))
        rows.insert(job.chance.randrange(len(rows) + 1), (self.labels["customer_number"], customer_number))
        if self.order:
            rows.append((self.labels["order"], job.text("purchase_order", self.order)))
        if job.likely(0.4):
            rows.append((job.t("Sachbearbeiter", ("Contact", "Our ref.")), self.clerk))
        if self.due:
            rows.append((self.labels["due"], job.date("due_date", self.due)))
        return rows

    def printed_iban(self, *, spaced: bool = True) -> str:
        if not self.vendor.iban:
            return ""
        text = iban_in_fours(self.vendor.iban).replace(" ", NBSP) if spaced else self.vendor.iban
        return self.job.key("iban", self.vendor.iban, text)

    def rate(self, rate: Decimal) -> str:
        """A marked rate where it is the only one."""
        text = self.labels["rate"].format(self.job.notation.number(rate))
        return self.job.key("tax_rate", rate, text) if len(self.taxes) == 1 else text

    def totals(self, *, bare: bool = False) -> list[tuple[str, str]]:
        """The rows below the items; the last is what is to be paid."""
        job = self.job

        def plain(amount: Decimal) -> str:
            return job.notation.bare_amount(amount) if bare else job.notation.amount(amount)

        rows = []
        if self.extras:
            rows.append((self.labels["subtotal"], plain(self.goods)))
            rows += [(label, plain(amount)) for label, amount in self.extras]
        if self.taxes:
            rows.append((self.labels["net"], job.money("net_amount", self.net, self.currency, bare=bare)))
        for rate, base, tax in self.taxes:
            label = self.labels["tax"].format(self.rate(rate))
            if len(self.taxes) == 1:
                rows.append((label, job.money("tax_amount", tax, self.currency, bare=bare)))
            else:
                rows.append((f"{label} ({job.t('auf', 'on')} {plain(base)})", plain(tax)))
        if len(self.taxes) > 1 and job.likely(0.5):
            whole = sum((tax for _, _, tax in self.taxes), Decimal())
            label = job.t("Umsatzsteuer gesamt", "Total VAT")
            rows.append((label, job.money("tax_amount", whole, self.currency, bare=bare)))
        rows.append((self.labels["total"], self.total_text(bare=bare)))
        return rows

    def total_text(self, *, bare: bool = False) -> str:
        return self.job.money("total_amount", self.total, self.currency, bare=bare)


def make_invoice(job: Job, kind: str, vendor: Company, *, many: bool = False, small: bool = False) -> Invoice:
    """`many` gives an item table of several pages, `small` a till receipt."""
    chance = job.chance
    own = house(job.language)
    if chance.random() < (0.45 if own.country == vendor.country else 0.3) and own.name != vendor.name:
        buyer: Company | None = own
    else:
        rest = [company for company in companies() if writes(company, job.language)]
        if chance.random() < 0.7:
            rest = [company for company in rest if company.country == vendor.country]
            rest = [company for company in rest if company.name != vendor.name] or [own]
        buyer = some_company(chance, rest, not_named=vendor.name) if chance.random() < 0.85 else None
    if buyer:
        name, address = buyer.name, buyer.address(job.language, abroad=buyer.country != vendor.country)
        if chance.random() < 0.4:
            address.insert(0, job.t("z. Hd. ", "Attn: ") + person(chance, job.language))
    else:
        name, address = person(chance, job.language), home(chance, job.language)
    day = random_date(chance, date(2020, 1, 7), date(2025, 6, 20))
    lines = _lines(
        job, vendor, chance.randrange(38, 96) if many else chance.choice((1, 1, 2, 2, 3, 4, 5, 7)), small
    )
    abroad = buyer is not None and buyer.country != vendor.country
    extras = [] if vendor.country == "US" or many or small else _extras(job, lines)
    net = sum((line.amount for line in lines), Decimal()) + sum((amount for _, amount in extras), Decimal())
    taxes = _taxes(job, vendor, lines, net, day, abroad=abroad and not small)
    invoice = Invoice(
        job=job,
        kind=kind,
        vendor=vendor,
        customer_name=name,
        customer_lines=address,
        day=day,
        due=None if kind == "credit_note" or small else _due(job, day),
        delivery=_delivery(job, day, 0.15 if small else 0.5),
        order=None if small or chance.random() < 0.45 else _order(job, day),
        number=_number(job, kind, day),
        currency=currency_of(vendor.country),
        lines=lines,
        extras=extras,
        taxes=taxes,
        net=net,
        total=net + sum((tax for _, _, tax in taxes), Decimal()),
        director=person(chance, job.language),
        clerk=person(chance, job.language),
    )
    invoice.labels = _labels(job, invoice)
    return invoice


def vendors(language: str) -> list[Company]:
    return of_trade(list(GOODS), language)


def _lines(job: Job, vendor: Company, count: int, small: bool) -> list[Line]:
    chance, goods = job.chance, GOODS[vendor.trade]
    first = chance.randrange(1000, 8000)
    lines = []
    for number in range(count):
        good = goods[(first + number) % len(goods)]
        low, high = float(good.low), float(good.high)
        price = cents(Decimal(str(round(chance.uniform(low, high), 2))))
        most = {"pc": 24 if price < 100 else 4, "h": 40, "m": 150, "kg": 60, "l": 20, "month": 1, "flat": 1}[
            good.unit
        ]
        quantity = Decimal(chance.randrange(1, 4 if small else most + 1))
        if good.unit == "h" and chance.random() < 0.4:
            quantity += Decimal("0.5")
        code = (
            f"{chance.choice('ABDKMPT')}{first + 7 * number}"
            if first % 2
            else f"{first + 13 * number}-{number % 9}"
        )
        rate = Decimal(_RATES.get(vendor.country, ("0",))[0])
        if vendor.country == "DE" and vendor.trade in ("office", "catering", "training") and number % 2:
            rate = Decimal(7) if chance.random() < 0.35 else rate
        words = good.german if job.language == "de" else good.english
        unit = UNITS[good.unit][0 if job.language == "de" else 1]
        lines.append(Line(code, words, quantity, unit, price, cents(price * quantity), rate))
    return lines


def _extras(job: Job, lines: list[Line]) -> list[tuple[str, Decimal]]:
    goods = sum((line.amount for line in lines), Decimal())
    extras = []
    if job.likely(0.15):
        share = job.pick(2, 3, 5, 10)
        label = job.t(f"abzgl. {share} % Rabatt", f"Less {share}% discount")
        extras.append((label, -cents(goods * share / 100)))
    if job.likely(0.25):
        label = job.t(("Versandkosten", "Fracht und Verpackung"), ("Shipping", "Carriage & packing"))
        extras.append((label, cents(Decimal(job.chance.randrange(490, 4900)) / 100)))
    return extras


def _taxes(
    job: Job, vendor: Company, lines: list[Line], net: Decimal, day: date, *, abroad: bool
) -> list[tuple[Decimal, Decimal, Decimal]]:
    if vendor.name == "Schreinerei Huber" or (vendor.country == "US" and job.likely(0.45)):
        return []  # a small business, or services without sales tax
    if abroad and vendor.country != "US":
        return [(Decimal(0), net, Decimal("0.00"))]
    if vendor.country == "CH":
        rate = Decimal("7.7") if day.year < 2024 else Decimal("8.1")
        return [(rate, net, cents(net * rate / 100))]
    rates = {line.rate for line in lines}
    if len(rates) > 1:
        split = []
        rest = net
        for rate in sorted(rates):
            base = sum((line.amount for line in lines if line.rate == rate), Decimal())
            base = rest if rate == max(rates) else base
            rest -= base
            split.append((rate, base, cents(base * rate / 100)))
        return split
    rate = Decimal(7) if 7 in rates else Decimal(job.pick(*_RATES[vendor.country]))
    return [(rate, net, cents(net * rate / 100))]


def _due(job: Job, day: date) -> date | None:
    return day + timedelta(days=job.pick(7, 10, 14, 14, 21, 30, 30, 45)) if job.likely(0.8) else None


def _delivery(job: Job, day: date, share: float) -> date | None:
    return day - timedelta(days=job.chance.randrange(1, 20)) if job.likely(share) else None


def _order(job: Job, day: date) -> str:
    n = job.chance.randrange(1000, 99999)
    return job.pick(f"PO-{n:05}", f"45{n:08}", f"B{day:%y}-{n % 10000:04}", f"{n}/{day:%y}", f"PO{n:06}")


def _number(job: Job, kind: str, day: date) -> str:
    n = job.chance.randrange(12, 9999)
    if kind == "credit_note":
        return job.t((f"GS-{day:%Y}-{n:04}", f"G{day:%y}{n:05}"), (f"CN-{n:05}", f"CR{day:%Y}{n:04}"))
    return job.t(
        (f"RE-{day:%Y}-{n:04}", f"{day:%Y}/{n:04}", f"R{day:%y}{n:05}", f"{day:%Y%m}-{n:03}", f"9{n:07}"),
        (
            f"INV-{n:05}",
            f"{day:%Y}-{n:04}",
            f"SI-{n:06}",
            f"F-{day:%Y}-{n:03}",
            f"{n:04}-{day:%y}",
            f"10{n:06}",
        ),
    )


def _labels(job: Job, invoice: Invoice) -> dict[str, str]:
    american, swiss = invoice.vendor.country == "US", invoice.vendor.country == "CH"
    vat = "Sales tax" if american else "VAT"
    tax = job.pick("MwSt.", "MWST") if swiss else job.pick("USt.", "MwSt.", "Umsatzsteuer", "Mehrwertsteuer")
    credit = invoice.kind == "credit_note"
    number = job.t(
        ("Gutschrift-Nr.", "Gutschriftsnummer", "Belegnummer")
        if credit
        else ("Rechnungsnummer", "Rechnungs-Nr.", "Rechnung Nr.", "Rg.-Nr.", "Belegnr.", "Rechnung-Nummer"),
        ("Credit note no.", "Credit memo number", "Credit no.")
        if credit
        else ("Invoice number", "Invoice no.", "Invoice #", "Inv. No.", "Invoice ID", "Invoice Nº"),
    )
    day = job.t(
        ("Datum", "Belegdatum", "Gutschriftsdatum")
        if credit
        else ("Rechnungsdatum", "Datum", "Belegdatum", "Ausstellungsdatum", "Rechnung vom"),
        ("Date", "Issued", "Credit note date")
        if credit
        else ("Invoice date", "Date", "Issue date", "Date issued"),
    )
    title = {
        "invoice": job.t(
            ("Rechnung", "RECHNUNG", "Rechnung"),
            ("INVOICE", "Invoice") if american else ("Invoice", "Tax Invoice", "INVOICE"),
        ),
        "credit_note": job.t(
            ("Gutschrift", "Rechnungskorrektur", "GUTSCHRIFT"),
            ("Credit Memo",) if american else ("Credit Note", "CREDIT NOTE"),
        ),
        "reminder": job.t(
            ("Mahnung", "Zahlungserinnerung", "1. Mahnung"),
            ("Payment Reminder", "Overdue Notice", "Second Reminder"),
        ),
    }[invoice.kind]
    return {
        "title": title,
        "number": number,
        "date": day,
        "due": job.t(
            ("Fällig am", "Zahlbar bis", "Fälligkeitsdatum", "Zahlungsziel", "Fälligkeit"),
            ("Due date", "Payment due", "Due", "Please pay by", "Due on"),
        ),
        "delivery": job.t(
            ("Lieferdatum", "Leistungsdatum", "Liefertermin", "Geliefert am"),
            ("Delivery date", "Date of supply", "Delivered on", "Delivered"),
        ),
        "order": job.t(
            ("Ihre Bestellung", "Bestellnummer", "Ihre Bestell-Nr.", "Best.-Nr."),
            ("PO number", "Your order", "P.O. #", "Purchase order", "Customer PO"),
        ),
        "customer_number": job.t(
            ("Kundennummer", "Kunden-Nr.", "Kd.-Nr."), ("Customer no.", "Account no.", "Customer ID")
        ),
        "subtotal": job.t(
            ("Zwischensumme", "Summe Positionen", "Warenwert"), ("Goods total", "Sum of items")
        ),
        "net": job.t(
            ("Nettobetrag", "Summe netto", "Gesamt netto", "Rechnungsbetrag netto"),
            ("Subtotal",)
            if american
            else ("Net total", "Total excl. VAT", "Net amount", "Subtotal excl. VAT"),
        ),
        "tax": job.t(
            (f"zzgl. {{}} {tax}", f"{tax} {{}}", f"+ {tax} ({{}})"),
            (f"{vat} {{}}", f"{vat} ({{}})", f"{vat} @ {{}}"),
        ),
        "rate": job.t((f"{{}}{NBSP}%", "{}%"), ("{}%", "{}%", f"{{}}{NBSP}%")),
        "total": job.t(
            ("Gutschriftsbetrag", "Gesamtbetrag")
            if credit
            else (
                "Gesamtbetrag",
                "Rechnungsbetrag",
                "Endbetrag",
                "Zu zahlen",
                "Summe brutto",
                "Bruttobetrag",
            ),
            ("Credit total", "Total credit")
            if credit
            else (
                ("Total", "Amount due", "Total due")
                if american
                else ("Total", "Total incl. VAT", "Total due", "Grand total")
            ),
        ),
    }
