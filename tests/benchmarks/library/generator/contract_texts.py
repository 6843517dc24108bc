"""Contracts as running text: sections, recitals, small print in columns, letters."""

from __future__ import annotations

from datetime import timedelta

from tests.benchmarks.library.generator.contract_parts import (
    body,
    clauses,
    in_columns,
    numbering,
    party_line,
    signatures,
)
from tests.benchmarks.library.generator.contracts import Contract
from tests.benchmarks.library.generator.drawing import GREY, Sheet
from tests.benchmarks.library.generator.facts import bold
from tests.benchmarks.library.generator.letterhead import head, page_numbers, plain_footer, signing


def sections(contract: Contract) -> Sheet:
    """Title, the parties between two words, numbered clauses, signatures."""
    job = contract.job
    sheet = Sheet(job.facts, family=job.pick("serif", "sans"), size=10, margins=(70, 68, 70, 64))
    align = job.pick("c", "l")
    sheet.flow(contract.title(), size=17, style="b", align=align, after=4)
    if contract.number:
        sheet.flow(
            f"{job.t(('Nr.', 'Vertragsnummer', 'Vertrag Nr.'), ('No.', 'Contract number', 'Ref.'))} "
            f"{contract.number_text()}",
            align=align,
        )
    sheet.y += 10
    first, second = contract.roles
    sheet.flow(job.t(("zwischen", "Zwischen"), ("between", "BETWEEN")), align=align, after=6)
    sheet.flow(
        party_line(contract, contract.first, contract.name_a(), first), align="c" if align == "c" else "l"
    )
    sheet.flow(job.t("und", ("and", "AND")), align=align, after=6)
    sheet.flow(
        party_line(contract, contract.second, contract.name_b(), second), align="c" if align == "c" else "l"
    )
    sheet.flow(
        job.t("wird Folgendes vereinbart:", ("the following is agreed:", "IT IS AGREED as follows:")),
        align=align,
        after=14,
    )
    body(
        sheet, clauses(contract), numbering(contract), size=10, align=job.pick("l", "j"), centre=align == "c"
    )
    signatures(sheet, contract)
    sheet.running.append(
        page_numbers(job.t("Seite {page} von {pages}", "Page {page} of {pages}"), align=job.pick("c", "r"))
    )
    return sheet


def recitals(contract: Contract) -> Sheet:
    """The date and the parties in one sentence, then why they agree, then articles."""
    job = contract.job
    sheet = Sheet(job.facts, family=job.pick("serif", "serif", "mono"), size=10, margins=(76, 72, 76, 66))
    sheet.flow(contract.title(upper=True), size=14, style="b", align="c", after=14)
    first, second = contract.roles
    start = contract.starts()
    number = f" {job.t('Nr.', 'No.')} {contract.number_text()}" if contract.number else ""
    here, there = ", ".join(contract.first.address), ", ".join(contract.second.address)
    a, b = bold(contract.name_a()), bold(contract.name_b())
    sheet.flow(
        job.t(
            f"Dieser Vertrag{number} wird mit Wirkung zum {start} („Stichtag“) geschlossen zwischen {a}, "
            f"{here} "
            f"(„{first}“), und {b}, {there} („{second}“).",
            (
                f"THIS AGREEMENT{number} is entered into as of {start} (the “Effective Date”) by and "
                f"between {a}, of "
                f"{here} (“{first}”), and {b}, of {there} (“{second}”).",
                f"This Agreement{number}, made effective {start} (the “Effective Date”), is between {a}, "
                f"{here} "
                f"(“{first}”) and {b}, {there} (“{second}”).",
            ),
        ),
        align="j",
        after=12,
    )
    sheet.flow(job.t("Präambel", ("WITNESSETH", "RECITALS")), style="b", align="c")
    for letter, text in zip("AB", _reasons(contract), strict=True):
        sheet.flow(text, indent=26, hang=f"({letter})", align="j")
    sheet.y += 6
    body(sheet, clauses(contract), numbering(contract), size=10, align="j", centre=job.likely(0.4))
    sheet.flow(
        job.t(
            "Zum Zeichen ihres Einverständnisses haben die Parteien diesen Vertrag unterzeichnet.",
            "IN WITNESS WHEREOF, the parties have executed this Agreement by their duly authorised "
            "representatives.",
        ),
        keep_with=100,
    )
    signatures(sheet, contract)
    sheet.running.append(page_numbers("- {page} -"))
    return sheet


def _reasons(contract: Contract) -> tuple[str, str]:
    job = contract.job
    first, second = contract.roles
    founded = job.chance.randrange(1921, 2012)
    return (
        job.t(
            f"Das Unternehmen der Partei „{first}“ besteht seit dem Jahr {founded} und verfügt über die "
            f"nötigen Mittel.",
            f"WHEREAS, {first} has been in business since {founded} and has the means required;",
        ),
        job.t(
            f"Die Partei „{second}“ möchte diese nach Maßgabe der folgenden Bestimmungen in Anspruch nehmen.",
            f"WHEREAS, {second} wishes to make use of them on the terms set out below;",
        ),
    )


def small_print(contract: Contract) -> Sheet:
    """Everything in small letters in two columns."""
    job = contract.job
    sheet = Sheet(job.facts, family=job.pick("sans", "serif"), size=7.8, margins=(44, 50, 44, 52))
    sheet.flow(contract.title(), size=13, style="b", after=3)
    line = [f"{contract.roles[0]}: {contract.name_a()}", f"{contract.roles[1]}: {contract.name_b()}"]
    if contract.number:
        line.insert(0, f"{job.t('Vertrag', 'Contract')} {contract.number_text()}")
    for text in line:
        sheet.flow(text, size=8.5, after=1)
    sheet.rule(sheet.left, sheet.y + 3, sheet.right, sheet.y + 3, width=1, ink=job.accent)
    sheet.y += 12
    where = job.t("Anschriften", "Addresses")
    both = "; ".join(", ".join(party.address) for party in (contract.first, contract.second))
    in_columns(sheet, contract, [(where, [both]), *clauses(contract)], size=7.8)
    signatures(sheet, contract, size=8)
    words = f"{job.t('Fassung', 'Version')} {job.chance.randrange(1, 5)}.{job.chance.randrange(10)}"
    sheet.running.append(page_numbers(words + "   {page}/{pages}", align="r", size=7))
    return sheet


def letter(contract: Contract) -> Sheet:
    """A letter that becomes the contract when it is signed and sent back."""
    job = contract.job
    company = contract.first.company
    if company is None:
        raise ValueError("A letter needs a company that writes it.")
    sheet = Sheet(job.facts, family=job.pick("sans", "serif"), size=10, margins=(72, 60, 72, 84))
    name = contract.name_a()
    head(sheet, job, name, company)
    sheet.y = 118
    for line in [contract.name_b(), *contract.second.address]:
        sheet.flow(line, after=0)
    sheet.y += 16
    written = job.notation.date(
        (contract.signed or contract.effective) - timedelta(days=job.chance.randrange(2, 9))
    )
    sheet.flow(f"{company.town_name}, {written}", align="r", after=12)
    subject = contract.title()
    if contract.number:
        subject += f" {job.t('Nr.', 'no.')} {contract.number_text()}"
    sheet.flow(subject, style="b", size=11, after=12)
    person = contract.second.signer
    sheet.flow(job.t(f"Guten Tag {person},", f"Dear {person},"), after=8)
    sheet.flow(
        job.t(
            "wir freuen uns, mit Ihnen zu den folgenden Bedingungen zu einer Einigung gekommen zu sein. "
            "Mit Ihrer "
            "Unterschrift auf der Zweitschrift wird dieses Schreiben zum Vertrag.",
            "We are pleased to confirm the terms we have agreed with you. This letter becomes a binding "
            "agreement "
            "when you sign and return the enclosed copy.",
        ),
        after=8,
    )
    for title, paragraphs in clauses(contract, short=True):
        sheet.flow(f"{bold(title)}: {' '.join(paragraphs)}", after=7)
    sheet.need(176)
    sheet.flow(job.t("Mit freundlichen Grüßen", ("Yours sincerely", "Kind regards")), after=44)
    signing(sheet, job, sheet.left, sheet.y, [contract.first.signer, contract.first.function])
    sheet.y += 34
    sheet.flow(job.t("Einverstanden:", "Accepted and agreed:"), style="b", after=6)
    day = contract.signing_day()
    if day:
        place = contract.second.place
        sheet.flow(job.t(f"Unterzeichnet in {place} am {day}", f"Signed in {place} on {day}"), after=44)
    else:
        sheet.y += 40
    signing(sheet, job, sheet.left, sheet.y, [person])
    sheet.running.append(plain_footer(job, company, contract.first.signer))
    return sheet


def memorandum(contract: Contract) -> Sheet:
    """Short and without numbers: a heading at the side of each paragraph."""
    job = contract.job
    sheet = Sheet(job.facts, size=9.5, margins=(170, 70, 56, 60))
    sheet.put(56, 62, contract.title(), size=20, style="b", ink=job.accent)
    sheet.y = 86
    edge = 56.0

    def aside(label: str, text: str) -> None:
        lines = len(sheet.wrap(text, sheet.x1 - sheet.x0)) * 9.5 * 1.35
        labels = sheet.wrap(label, sheet.left - edge - 14, 9.5, "b")
        sheet.need(max(lines, len(labels) * 13) + 8)
        sheet.block(edge, sheet.y + 9.5, labels, style="b", size=9.5, ink=GREY)
        top = sheet.y
        sheet.flow(text, after=0)
        sheet.y = max(sheet.y, top + len(labels) * 12.5) + 8

    if contract.number:
        aside(job.t("Vertragsnummer", "Reference"), contract.number_text())
    for party, name, role in zip(
        (contract.first, contract.second), (contract.name_a(), contract.name_b()), contract.roles, strict=True
    ):
        aside(role, ", ".join([name, *party.address]))
    for title, paragraphs in clauses(contract, short=True):
        if paragraphs:
            aside(title, " ".join(paragraphs))
    with sheet.between(edge, sheet.right):
        sheet.left, kept = edge, sheet.left
        signatures(sheet, contract)
        sheet.left = kept
    sheet.running.append(page_numbers("{page}", align="r"))
    return sheet
