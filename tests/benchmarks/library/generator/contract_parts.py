"""Pieces that several contract layouts share: clauses in paragraphs, key terms in rows, signatures."""

from __future__ import annotations

from collections.abc import Callable

from tests.benchmarks.library.generator import contract_english, contract_german
from tests.benchmarks.library.generator.contract_german import Clauses
from tests.benchmarks.library.generator.contracts import Contract, Party
from tests.benchmarks.library.generator.drawing import Sheet
from tests.benchmarks.library.generator.facts import bold
from tests.benchmarks.library.generator.letterhead import signature


def clauses(contract: Contract, *, short: bool = False) -> Clauses:
    if contract.job.language == "de":
        return contract_german.clauses(contract, short=short)
    return contract_english.clauses(contract, short=short)


def numbering(contract: Contract) -> Callable[[int], str]:
    """How the clauses of this contract are counted."""
    roman = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
    forms: list[Callable[[int], str]] = [lambda n: f"§ {n}", lambda n: f"§ {n}", lambda n: f"{n}."]
    if contract.job.language == "en":
        forms = [
            lambda n: f"{n}.",
            lambda n: f"Article {n}",
            lambda n: f"{roman[n - 1]}.",
            lambda n: f"Section {n}",
        ]
    return contract.job.chance.choice(forms)


def body(
    sheet: Sheet,
    made: Clauses,
    count: Callable[[int], str],
    *,
    size: float,
    align: str = "l",
    centre: bool = False,
) -> None:
    """Numbered headings with their paragraphs, numbered in turn where there are several."""
    for number, (title, paragraphs) in enumerate(made, 1):
        sheet.flow(
            f"{count(number)} {title}",
            size=size,
            style="b",
            after=2.5,
            keep_with=4 * size,
            align="c" if centre else "l",
        )
        for part, text in enumerate(paragraphs, 1):
            if len(paragraphs) > 1:
                sheet.flow(text, size=size, align=align, indent=22, hang=f"({part})", after=4)
            else:
                sheet.flow(text, size=size, align=align, after=4)
        sheet.y += 4


def in_columns(sheet: Sheet, contract: Contract, made: Clauses, *, size: float) -> None:
    """The clauses in two columns of about the same height; the cursor ends below both."""
    sheet.columns(2)
    height = 0.0
    for title, paragraphs in made:
        height += 1.35 * size + 6.5
        for text in (title, *paragraphs):
            indent = 22 if len(paragraphs) > 1 else 0
            height += len(sheet.wrap(text, sheet.x1 - sheet.x0 - indent, size)) * 1.35 * size + 4
        height -= 1.35 * size + 4
    kept, page = sheet.bottom, sheet.page
    sheet.bottom = min(kept, sheet.y + height / 2 + 8 * size)
    body(sheet, made, numbering(contract), size=size, align="j")
    if sheet.page == page:
        sheet.y = sheet.bottom
    sheet.bottom = kept


def party_line(contract: Contract, party: Party, name: str, role: str) -> str:
    """A party as the head of a contract names it."""
    job = contract.job
    where = ", ".join(party.address)
    if party.company is None:
        return job.t(f"{bold(name)}, wohnhaft {where}", f"{bold(name)}, residing at {where}") + (
            f" – {job.t('im Folgenden', 'the')} „{role}“ –" if job.language == "de" else f" (the “{role}”)"
        )
    register = party.company.register
    if job.language == "de":
        return (
            f"{bold(name)}, {where}, eingetragen unter {register}, vertreten durch {party.signer} "
            f"({party.function})"
            f" – nachfolgend „{role}“ –"
        )
    return (
        f"{bold(name)}, a company registered under no. {register} whose registered office is at {where} "
        f"(the “{role}”)"
    )


def terms_rows(contract: Contract) -> list[tuple[str, str]]:
    """The key terms as labels with values; who the parties are is not among them."""
    job = contract.job
    rows: list[tuple[str, str]] = []
    if contract.number:
        rows.append(
            (
                job.t(("Vertragsnummer", "Vertrags-Nr."), ("Contract no.", "Agreement number")),
                contract.number_text(),
            )
        )
    rows.append(
        (
            job.t(
                ("Vertragsbeginn", "Gültig ab", "Beginn"),
                ("Effective date", "Start date", "Commencement date"),
            ),
            contract.starts(prose=False),
        )
    )
    if contract.end:
        rows.append(
            (
                job.t(("Vertragsende", "Ende der Laufzeit"), ("End date", "Expiry date")),
                contract.ends(prose=False),
            )
        )
    if contract.term:
        rows.append(
            (
                job.t(("Laufzeit", "Erstlaufzeit", "Mindestlaufzeit"), ("Initial term", "Term")),
                contract.term_text(),
            )
        )
    elif not contract.end and contract.kind != "purchase":
        rows.append((job.t("Laufzeit", "Term"), job.t("unbefristet", "indefinite")))
    if contract.notice:
        rows.append((job.t("Kündigungsfrist", ("Notice period", "Notice")), contract.notice_text()))
    if contract.renews is not None:
        label = job.t(
            ("Automatische Verlängerung", "Verlängerungsautomatik"), ("Automatic renewal", "Auto-renewal")
        )
        rows.append(
            (
                label,
                contract.renewal(job.t("ja, um 12 Monate", ("Yes, 12 months", "Yes")), job.t("nein", "No")),
            )
        )
    if contract.value is not None:
        rows.append((price_label(contract), contract.price()))
    if contract.law:
        rows.append((job.t("Anwendbares Recht", ("Governing law", "Applicable law")), contract.law_text()))
    return rows


def price_label(contract: Contract) -> str:
    german, english = {
        "service": ("Vergütung pro Jahr", "Annual fee"),
        "lease": ("Jahresmiete", "Annual rent"),
        "supply": ("Gesamtauftragswert", "Total contract price"),
        "employment": ("Bruttojahresgehalt", "Annual salary (gross)"),
        "licence": ("Lizenzgebühr pro Jahr", "Annual licence fee"),
        "purchase": ("Kaufpreis", "Purchase price"),
        "maintenance": ("Wartungspauschale pro Jahr", "Annual maintenance charge"),
    }.get(contract.kind, ("Kostenbeitrag gesamt", "Total contribution"))
    return contract.job.t(german, english)


def signatures(sheet: Sheet, contract: Contract, *, size: float = 9.5) -> None:
    """Both parties sign next to each other, across the whole width."""
    job = contract.job
    sheet.columns(1)
    sheet.need(118)
    sheet.y += 18
    top = sheet.y
    half = (sheet.right + sheet.left) / 2
    day = contract.signing_day()
    width = half - sheet.left - 24
    for x, party, role in (
        (sheet.left, contract.first, contract.roles[0]),
        (half + 10, contract.second, contract.roles[1]),
    ):
        y = top + size
        if day:
            line = job.t(f"{party.place}, den {day}", f"Date: {day}")
            for part in sheet.wrap(line, width, size):
                sheet.put(x, y, part, size=size)
                y += size * 1.3
        base = top + 64
        signature(sheet, job, x + 14, base - 2, 84)
        sheet.rule(x, base, x + width, base, width=0.5)
        under = party.signer if party.company is None else f"{party.signer}, {party.function}"
        sheet.block(x, base + 11, [under, role], size=8)
    sheet.y = top + 96
