"""Pieces that several invoice layouts share: item tables, totals, ways to say how to pay."""

from __future__ import annotations

from collections.abc import Sequence

from tests.benchmarks.library.generator.drawing import BLACK, Sheet
from tests.benchmarks.library.generator.invoices import Invoice
from tests.benchmarks.library.generator.job import Job
from tests.benchmarks.library.generator.tables import Column, Look, table


def items(
    sheet: Sheet, invoice: Invoice, look: Look, *, form: str, carried: bool = False, bare: bool = False
) -> None:
    """`form`: positions, quantities, articles or short. `bare`: the totals name no currency."""
    job, number = invoice.job, invoice.job.notation
    mixed = len(invoice.taxes) > 1
    unit_price = job.t(("Einzelpreis", "Preis/Einh.", "E-Preis"), ("Unit price", "Price", "Rate"))
    amount = job.t(("Gesamt", "Betrag", "Summe", "G-Preis"), ("Amount", "Line total", "Total"))
    what = job.t(("Bezeichnung", "Beschreibung", "Artikel", "Leistung"), ("Description", "Item", "Details"))
    count = job.t(("Menge", "Anz."), ("Qty", "Quantity"))
    if bare or form in ("quantities", "short"):
        amount = f"{amount} ({invoice.currency})"
    rows: list[list[str]] = []
    for place, line in enumerate(invoice.lines, 1):
        text = line.description
        if mixed:
            text += f" ({job.t('USt.', 'VAT')} {number.number(line.rate)} %)"
        quantity, price = number.number(line.quantity), number.bare_amount(line.price)
        total = number.bare_amount(line.amount)
        rows.append(
            {
                "positions": [str(place), text, quantity, line.unit, price, total],
                "quantities": [quantity, text, price, total],
                "articles": [line.code, text, f"{quantity} {line.unit}", price, total],
                "short": [text, total],
            }[form]
        )
    columns = {
        "positions": [
            Column("Pos.", 4),
            Column(what, 24),
            Column(count, 7, "r"),
            Column(job.t("Einh.", "Unit"), 7),
            Column(unit_price, 10, "r"),
            Column(amount, 10, "r"),
        ],
        "quantities": [
            Column(count, 7, "c"),
            Column(what, 28),
            Column(unit_price, 10, "r"),
            Column(amount, 12, "r"),
        ],
        "articles": [
            Column(job.t(("Art.-Nr.", "Artikel-Nr."), ("Item no.", "SKU", "Code")), 9),
            Column(what, 25),
            Column(count, 10, "r"),
            Column(unit_price, 10, "r"),
            Column(amount, 10, "r"),
        ],
        "short": [Column(what, 36), Column(amount, 12, "r")],
    }[form]

    def so_far(drawn: int) -> str:
        total = sum(line.amount for line in invoice.lines[:drawn])
        return number.bare_amount(total) if total else ""

    def before(drawn: int) -> None:
        text = f"{job.t('Übertrag', 'Carried forward')}   {so_far(drawn)}"
        sheet.put(sheet.x1 - look.pad, sheet.y + 12, text, size=look.size, style="b", align="r")

    def after(drawn: int) -> None:
        text = f"{job.t('Übertrag von voriger Seite', 'Brought forward')}   {so_far(drawn)}"
        sheet.put(sheet.x1 - look.pad, sheet.y + 10, text, size=look.size, style="b", align="r")
        sheet.y += 16

    if carried:
        table(sheet, columns, rows, look, before_break=before, after_break=after)
    else:
        table(sheet, columns, rows, look)


def totals(
    sheet: Sheet,
    rows: Sequence[tuple[str, str]],
    *,
    width: float = 220,
    size: float = 9.5,
    last: str = "rule",
    job: Job,
    separator: str = "",
) -> None:
    """Labels and amounts at the right; the last row stands out (rule, fill, double or box)."""
    step = size * 1.6
    sheet.need(step * (len(rows) + 1))
    left, right = sheet.x1 - width, sheet.x1
    for number, (label, amount) in enumerate(rows):
        final = number == len(rows) - 1
        base = sheet.y + size + 2
        ink = BLACK
        if final and last == "fill":
            sheet.box(left - 6, sheet.y - 1, right + 4, sheet.y + step, ink=None, fill=job.accent)
            ink = (1, 1, 1)
        elif final and last == "box":
            sheet.box(left - 6, sheet.y - 1, right + 4, sheet.y + step, width=1)
        elif final:
            sheet.rule(left, sheet.y - 1, right, sheet.y - 1, width=0.8)
        sheet.put(left, base, label + separator, size=size, style="b" if final else "", ink=ink)
        sheet.put(right - 3, base, amount, size=size, style="b" if final else "", align="r", ink=ink)
        if final and last == "double":
            sheet.rule(left, base + 4, right, base + 4, width=0.6)
            sheet.rule(left, base + 6, right, base + 6, width=0.6)
        sheet.y += step
    sheet.y += 8


def terms(invoice: Invoice, *, repeat_total: bool = False) -> str:
    """How to pay; may repeat the total, and may offer a discount until an earlier day."""
    job = invoice.job
    if invoice.kind == "credit_note":
        return job.t(
            (
                "Der Betrag wird mit der nächsten Zahlung verrechnet.",
                "Wir überweisen den Betrag auf das uns bekannte Konto.",
            ),
            (
                "The amount will be set off against your next payment.",
                "The amount will be refunded to your account.",
            ),
        )
    total = invoice.total_text() if repeat_total else ""
    if invoice.due:
        due = job.date("due_date", invoice.due, prose=job.likely(0.3))
        text = job.t(
            (
                f"Bitte überweisen Sie {total or 'den Betrag'} bis zum {due} auf unser Konto.",
                f"Zahlbar ohne Abzug bis {due}." + (f" Zahlbetrag: {total}" if total else ""),
                f"Wir bitten um Zahlung {f'von {total} ' if total else ''}bis spätestens {due}.",
            ),
            (
                f"Please transfer {total or 'the amount'} to our account by {due}.",
                f"Payment {f'of {total} ' if total else ''}is due no later than {due}.",
                f"Kindly settle {total or 'this invoice'} on or before {due}.",
            ),
        )
        days = (invoice.due - invoice.day).days
        if days >= 14 and job.likely(0.3):
            early = job.notation.date(invoice.day + (invoice.due - invoice.day) / 2)
            text += job.t(
                f" Bei Zahlung bis {early} gewähren wir 2 % Skonto.",
                f" A discount of 2% applies if paid by {early}.",
            )
        return text
    days = job.pick(10, 14, 30)
    return job.t(
        (f"Zahlbar innerhalb von {days} Tagen ohne Abzug.", f"Zahlungsbedingungen: {days} Tage netto."),
        (f"Terms: net {days} days.", f"Payment within {days} days of the invoice date."),
    )


def remarks(invoice: Invoice) -> list[str]:
    """Small print that firms add."""
    job = invoice.job
    texts = []
    if invoice.taxes and invoice.taxes[0][0] == 0:
        texts.append(
            job.t(
                "Steuerfreie Leistung an ausländische Kunden; Steuerschuldnerschaft des Leistungsempfängers.",
                "Zero-rated supply; VAT to be accounted for by the recipient (reverse charge).",
            )
        )
    if invoice.vendor.name == "Schreinerei Huber":
        texts.append("Gemäß § 19 UStG wird keine Umsatzsteuer berechnet.")
    if job.likely(0.5):
        texts.append(
            job.t(
                (
                    "Die Ware bleibt bis zur vollständigen Bezahlung unser Eigentum.",
                    "Es gelten unsere Allgemeinen Geschäftsbedingungen, Stand 01.01.2019.",
                    "Vielen Dank für Ihren Auftrag! Bei Rückfragen sind wir gern für Sie da.",
                ),
                (
                    "Goods remain our property until paid for in full.",
                    "Late payments bear interest at 8% above base rate. Terms of 1 January 2019 apply.",
                    "Thank you for your business. Questions? Call us any weekday from 9 to 5.",
                ),
            )
        )
    return texts
