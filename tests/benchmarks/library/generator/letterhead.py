"""What firms print around their papers: logos, senders, footers, signatures and stamps."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from tests.benchmarks.library.generator.companies import Company, iban_in_fours
from tests.benchmarks.library.generator.drawing import GREY, Ink, Sheet
from tests.benchmarks.library.generator.job import Job


def logo(sheet: Sheet, job: Job, x: float, y: float, size: float = 30) -> None:
    """A small mark with its top left corner at (x, y)."""
    form = job.chance.randrange(5)
    if form == 0:
        sheet.circle(x + size / 2, y + size / 2, size / 2, ink=None, fill=job.accent)
        sheet.circle(x + size / 2, y + size / 2, size / 4, ink=None, fill=(1, 1, 1))
    elif form == 1:
        for number in range(3):
            left = x + number * size / 3
            sheet.box(
                left, y + size * (0.6 - 0.3 * number), left + size / 4, y + size, ink=None, fill=job.accent
            )
    elif form == 2:
        points = [(x, y + size), (x + size / 2, y), (x + size, y + size)]
        sheet.path(points, ink=None, fill=job.accent, closed=True)
    elif form == 3:
        sheet.box(x, y, x + size, y + size, ink=job.accent, width=2)
        sheet.path(
            [(x + 5, y + size - 6), (x + size / 2, y + 8), (x + size - 5, y + size - 6)], ink=job.accent
        )
    else:
        points = [
            (
                x + size / 2 + size / 2 * math.cos(n * math.pi / 3),
                y + size / 2 + size / 2 * math.sin(n * math.pi / 3),
            )
            for n in range(6)
        ]
        sheet.path(points, ink=job.accent, width=2.2, closed=True)


def head(sheet: Sheet, job: Job, name: str, company: Company, *, contact: bool = True) -> None:
    """The firm's name with logo over the first page; leaves the cursor below."""
    side = job.pick("left", "right", "middle", "band")
    top = sheet.y - 20
    facts = [f"Tel. {company.phone}", f"info@{company.domain}", f"www.{company.domain}"]
    if side == "band":
        sheet.box(0, 0, sheet.width, 58, ink=None, fill=job.accent)
        sheet.put(sheet.left, 36, name, size=17, style="b", ink=(1, 1, 1))
        if contact:
            sheet.block(sheet.right, 24, facts[1:], size=8, align="r", ink=(1, 1, 1))
    elif side == "middle":
        sheet.put(sheet.width / 2, top + 18, name, size=18, style="b", align="c", ink=job.accent)
        line = " · ".join([company.street, company.town, facts[0]])
        sheet.put(sheet.width / 2, top + 32, line, size=8, align="c", ink=GREY)
    else:
        edge, align = (sheet.left, "l") if side == "left" else (sheet.right, "r")
        logo(sheet, job, edge if side == "left" else edge - 30, top, 30)
        shift = 40 if side == "left" else -40
        sheet.put(edge + shift, top + 16, name, size=15, style="b", align=align, ink=job.accent)
        if contact:
            sheet.put(edge + shift, top + 28, " | ".join(facts[1:]), size=7.5, align=align, ink=GREY)
    sheet.y = max(top + 44, 66)


def window(
    sheet: Sheet, company: Company, recipient: Sequence[str], *, y: float, sender: str | None = None
) -> None:
    """The address field of a German business letter: a small sender line, then who it is for."""
    line = sender or f"{company.name} · {company.street} · {company.town}"
    sheet.put(sheet.left, y, line, size=6.5, ink=GREY)
    sheet.rule(sheet.left, y + 3, sheet.left + min(230, sheet.measure(line, 6.5)), y + 3, width=0.4)
    sheet.block(sheet.left, y + 18, recipient, size=10, leading=1.3)


def footer(job: Job, company: Company, iban: str, director: str) -> Callable[[Sheet, int, int], None]:
    """Address, register and bank at the foot of every page. `iban` as it is to be printed, or empty."""
    form = job.pick("columns", "line", "columns")
    paging = (
        job.pick("Seite {} von {}", "Seite {}/{}")
        if job.language == "de"
        else job.pick("Page {} of {}", "{}/{}")
    )
    de = job.language == "de"
    court = {"DE": "Amtsgericht", "AT": "Firmenbuch", "CH": "Handelsregister"}.get(
        company.country, "Register"
    )
    register = f"{court} {company.town_name}, {company.register}" if de else f"Company no. {company.register}"
    tax = ("USt-IdNr." if company.country != "CH" else "MWST-Nr.") if de else "VAT no."
    if company.country == "US":
        register, tax = f"Incorporated in the State of {_state(company)}", "Federal EIN"
    bank = [f"BIC {company.bic}", f"IBAN {iban}"] if iban else []
    head = ("Geschäftsführer: " if de else "Director: ") + director

    def draw(sheet: Sheet, page: int, pages: int) -> None:
        y = sheet.height - 46
        sheet.rule(sheet.left, y - 9, sheet.right, y - 9, width=0.4, ink=job.accent)
        if form == "columns":
            step = (sheet.right - sheet.left) / 3
            sheet.block(sheet.left, y, [company.name, company.street, company.town], size=6.5, ink=GREY)
            sheet.block(sheet.left + step, y, [register, f"{tax} {company.vat}", head], size=6.5, ink=GREY)
            lines = [*bank, paging.format(page, pages)]
            sheet.block(sheet.left + 2.15 * step, y, lines, size=6.5, ink=GREY)
        else:
            one = " · ".join([company.name, register, f"{tax} {company.vat}"])
            sheet.put(sheet.width / 2, y, one, size=6.5, align="c", ink=GREY)
            two = " · ".join([*bank, head, paging.format(page, pages)])
            sheet.put(sheet.width / 2, y + 10, two, size=6.5, align="c", ink=GREY)

    return draw


def plain_footer(job: Job, company: Company, director: str) -> Callable[[Sheet, int, int], None]:
    """The same for papers whose bank account is no field."""
    return footer(job, company, iban_in_fours(company.iban), director)


def page_numbers(text: str, *, align: str = "c", size: float = 8) -> Callable[[Sheet, int, int], None]:
    """`text` with page and pages put in, at the foot."""

    def draw(sheet: Sheet, page: int, pages: int) -> None:
        x = {"l": sheet.left, "r": sheet.right, "c": sheet.width / 2}[align]
        sheet.put(x, sheet.height - 30, text.format(page=page, pages=pages), size=size, align=align, ink=GREY)

    return draw


def signature(sheet: Sheet, job: Job, x: float, y: float, width: float = 90) -> None:
    """A scribble that ends near (x + width, y)."""
    steps = 26
    wave, lift = job.chance.uniform(1.4, 2.6), job.chance.uniform(5, 10)
    points = [
        (
            x + width * n / steps,
            y - 6 - lift * math.sin(wave * n * 0.6) * (1 - n / (steps * 1.4)) - job.chance.uniform(-1.5, 1.5),
        )
        for n in range(steps)
    ]
    sheet.path(points, ink=(0.1, 0.1, 0.45), width=1.1)


def stamp(sheet: Sheet, x: float, y: float, lines: Sequence[str], ink: Ink = (0.2, 0.25, 0.55)) -> None:
    """A round stamp with words in its middle."""
    sheet.circle(x, y, 36, ink=ink, width=1.6)
    sheet.circle(x, y, 31, ink=ink, width=0.6)
    sheet.block(x, y - 4 * (len(lines) - 1), lines, size=6.5, align="c", style="b", ink=ink)


def signing(sheet: Sheet, job: Job, x: float, y: float, under: Sequence[str], width: float = 180) -> None:
    """A line with a signature above it and words under it."""
    signature(sheet, job, x + 12, y - 2, width * 0.5)
    sheet.rule(x, y, x + width, y, width=0.5)
    sheet.block(x, y + 11, under, size=8)


def _state(company: Company) -> str:
    return {
        "OH": "Ohio",
        "TX": "Texas",
        "OR": "Oregon",
        "NE": "Nebraska",
        "NY": "New York",
        "WI": "Wisconsin",
    }.get(company.town.split(", ")[-1][:2], "Delaware")
