"""Contracts with their terms in forms: cover pages, key terms in tables, filled-in blanks, schedules."""

from __future__ import annotations

from tests.benchmarks.library.generator.contract_parts import (
    body,
    clauses,
    in_columns,
    numbering,
    party_line,
    price_label,
    signatures,
    terms_rows,
)
from tests.benchmarks.library.generator.contracts import Contract
from tests.benchmarks.library.generator.drawing import GREY, Sheet
from tests.benchmarks.library.generator.letterhead import head, logo, page_numbers
from tests.benchmarks.library.generator.tables import Column, Look, boxed, pairs, table


def cover_page(contract: Contract) -> Sheet:
    """A page with the title, the parties and the number; the clauses follow."""
    job = contract.job
    sheet = Sheet(job.facts, family=job.pick("serif", "sans"), size=10, margins=(72, 72, 72, 64))
    middle = sheet.width / 2
    if contract.first.company:
        logo(sheet, job, middle - 22, 120, 44)
    sheet.y = 220
    sheet.flow(contract.title(), size=26, style="b", align="c", after=26)
    sheet.flow(job.t("zwischen", "between"), align="c", after=16)
    sheet.flow(contract.name_a(), size=15, align="c", after=12)
    sheet.flow(job.t("und", "and"), align="c", after=12)
    sheet.flow(contract.name_b(), size=15, align="c", after=40)
    lines = (
        [f"{job.t('Vertragsnummer', 'Contract number')}: {contract.number_text()}"] if contract.number else []
    )
    lines.append(f"{job.t(('Gültig ab', 'In Kraft ab'), ('Effective', 'Dated as of'))}: {contract.starts()}")
    for line in lines:
        sheet.flow(line, align="c")
    sheet.new_page()
    sheet.flow(job.t("Die Parteien", "The Parties"), style="b", size=12)
    first, second = contract.roles
    sheet.flow(party_line(contract, contract.first, contract.name_a(), first), indent=18, hang="1")
    sheet.flow(
        party_line(contract, contract.second, contract.name_b(), second), indent=18, hang="2", after=14
    )
    body(sheet, clauses(contract), numbering(contract), size=10, align=job.pick("l", "j"))
    signatures(sheet, contract)
    foot = job.t("Vertraulich – Seite {page} von {pages}", "Confidential – page {page} of {pages}")
    sheet.running.append(page_numbers(foot))
    return sheet


def key_terms(contract: Contract) -> Sheet:
    """The terms in a table on the first page; general terms below it in small letters."""
    job = contract.job
    sheet = Sheet(job.facts, size=9.5, margins=(54, 58, 54, 56))
    if contract.first.company:
        head(sheet, job, contract.name_a(), contract.first.company, contact=False)
    sheet.flow(contract.title(), size=16, style="b", after=2)
    sheet.flow(
        job.t("Vertragsübersicht", ("Key terms", "Agreement summary", "Order form")),
        size=11,
        ink=GREY,
        after=10,
    )
    first, second = contract.roles
    rows = [
        (first, f"{contract.name_a()}, {', '.join(contract.first.address)}"),
        (second, f"{contract.name_b()}, {', '.join(contract.second.address)}"),
        *terms_rows(contract),
    ]
    look = Look(head="none", lines=job.pick("grid", "rows"), zebra=job.likely(0.5), size=9.5, pad=4)
    table(sheet, [Column("", 15), Column("", 30)], rows, look)
    sheet.y += 10
    sheet.flow(job.t("Allgemeine Bedingungen", "General terms and conditions"), style="b", size=11)
    # The table comes before the terms, which say less than clauses of their own would.
    kept = [part for part in clauses(contract) if not _commercial(part[0])]
    in_columns(sheet, contract, kept, size=7.8)
    signatures(sheet, contract)
    sheet.running.append(page_numbers("{page}/{pages}", align="r"))
    return sheet


def _commercial(title: str) -> bool:
    words = (
        "Vergütung",
        "Preise",
        "Entgelt",
        "Laufzeit",
        "Vertragsdauer",
        "Beginn",
        "Fees",
        "Price",
        "Consideration",
    )
    return title.startswith(
        (*words, "Term and", "Duration", "Commencement", "Schlussb", "Anwendbares", "Governing", "Applicable")
    )


def blank_form(contract: Contract) -> Sheet:
    """A printed form; what was agreed is typed on the lines, and boxes are ticked."""
    job = contract.job
    sheet = Sheet(job.facts, size=9, margins=(58, 56, 58, 56))
    sheet.box(sheet.left, 46, sheet.right, 84, fill=(0.9, 0.9, 0.9))
    sheet.put(sheet.left + 8, 71, contract.title(), size=17, style="b")
    sheet.put(sheet.right - 6, 60, job.t("Vordruck 12/2017", "Form 12/2017"), size=7, align="r")
    sheet.y = 100
    first, second = contract.roles
    number = 0

    def line(label: str, value: str) -> None:
        nonlocal number
        number += 1
        sheet.need(26)
        sheet.put(sheet.left, sheet.y + 12, f"{number}. {label}", size=9)
        parts = sheet.wrap(value, sheet.right - sheet.left - 178, 9.5, "", "mono") if value else [""]
        for part in parts:
            sheet.put(sheet.left + 176, sheet.y + 12, part, size=9.5, family="mono")
            sheet.rule(sheet.left + 172, sheet.y + 15, sheet.right, sheet.y + 15, width=0.4)
            sheet.y += 18
        sheet.y += 4

    line(first, contract.name_a())
    line(job.t("Anschrift", "Address"), ", ".join(contract.first.address))
    line(second, contract.name_b())
    line(job.t("Anschrift", "Address"), ", ".join(contract.second.address))
    ticked = None
    for label, value in terms_rows(contract):
        if contract.renews is not None and label.startswith(("Auto", "Verl")):
            ticked = label
            continue
        line(label, value)
    if contract.renews is not None and ticked:
        yes, no = (
            job.t("verlängert sich automatisch", "renews automatically"),
            job.t("endet ohne Kündigung", "ends without notice"),
        )
        number += 1
        sheet.put(
            sheet.left,
            sheet.y + 12,
            f"{number}. {job.t('Nach Ablauf der Laufzeit', 'At the end of the term')}",
            size=9,
        )
        agreed = contract.renewal(f"[X] {yes}", f"[X] {no}")
        other = f"[  ] {no if contract.renews else yes}"
        for text in (agreed, other) if contract.renews else (other, agreed):
            sheet.put(sheet.left + 176, sheet.y + 12, text, size=9.5, family="mono")
            sheet.y += 16
        sheet.y += 6
    sheet.y += 8
    sheet.flow(job.t("Weitere Bestimmungen", "Further provisions"), style="b", size=10)
    kept = [part for part in clauses(contract, short=True) if not _commercial(part[0])]
    body(sheet, kept, lambda n: f"{number + n}.", size=8.5)
    signatures(sheet, contract)
    return sheet


def schedule(contract: Contract) -> Sheet:
    """The clauses refer to a schedule on the last page, which holds the terms."""
    job = contract.job
    sheet = Sheet(job.facts, family=job.pick("serif", "sans"), size=10, margins=(66, 66, 66, 64))
    sheet.flow(contract.title(), size=18, style="b", after=14)
    first, second = contract.roles
    sheet.flow(f"(1) {party_line(contract, contract.first, contract.name_a(), first)}")
    sheet.flow(f"(2) {party_line(contract, contract.second, contract.name_b(), second)}", after=12)
    kept = [part for part in clauses(contract) if not _commercial(part[0])]
    refer = job.t(
        "Beginn, Laufzeit, Kündigung und Preise ergeben sich aus Anlage 1. Sie ist Bestandteil dieses "
        "Vertrages.",
        "Commencement, term, notice and price are set out in Schedule 1, which forms part of this Agreement.",
    )
    kept.insert(1, (job.t("Beginn, Laufzeit und Preise", "Commercial Terms"), [refer]))
    body(sheet, kept, numbering(contract), size=10)
    signatures(sheet, contract)
    sheet.new_page()
    sheet.flow(job.t("Anlage 1", "Schedule 1"), size=14, style="b", after=4)
    sheet.flow(job.t(f"zum {contract.title_words}", f"to the {contract.title_words}"), ink=GREY, after=14)
    form = job.pick("boxes", "pairs", "dots")
    rows = terms_rows(contract)
    if form == "boxes":
        boxed(sheet, rows, columns=2, height=34, size=10)
    else:
        with sheet.between(sheet.left, sheet.right):
            pairs(
                sheet,
                rows,
                label_width=220,
                separator=":" if form == "pairs" else "",
                leading=1.9,
                dots=form == "dots",
            )
    sheet.y += 16
    if contract.value is not None:
        note = job.t(
            "Alle Beträge verstehen sich zuzüglich Umsatzsteuer.", "All amounts are exclusive of tax."
        )
        sheet.flow(f"{price_label(contract)}: {note}", size=8.5, ink=GREY)
    sheet.running.append(page_numbers(job.t("Seite {page}", "Page {page}")))
    return sheet
