"""Pieces that datasheet layouts share: marked values of ratings, outlines, curves, running heads."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from tests.benchmarks.library.generator.companies import Company, of_trade, some_company
from tests.benchmarks.library.generator.drawing import GREY, Sheet
from tests.benchmarks.library.generator.facts import NBSP
from tests.benchmarks.library.generator.formats import random_date
from tests.benchmarks.library.generator.job import Job
from tests.benchmarks.library.generator.ratings import Rating


@dataclass(frozen=True, slots=True)
class Paper:
    """Who issues a datasheet, and its revision; `revised` is None where it states no day."""

    job: Job
    maker: Company
    revision: str
    revised: date | None

    def maker_name(self) -> str:
        return self.job.text("manufacturer", self.maker.name)

    def revised_on(self) -> str:
        return self.job.date("revision_date", self.revised) if self.revised else ""

    def revision_line(self) -> str:
        """The revision with its day, as it stands at the foot of a page."""
        job = self.job
        if not self.revised:
            return f"Rev. {self.revision}"
        day = self.revised_on()
        return job.t(
            (f"Rev. {self.revision} – {day}", f"Stand: {day}", f"Ausgabe {self.revision}, {day}"),
            (
                f"Rev. {self.revision} — {day}",
                f"Revision date: {day}",
                f"Revised {day}",
                f"Rev. {self.revision}, {day}",
            ),
        )


def make_paper(job: Job, trade: str) -> Paper:
    maker = some_company(job.chance, of_trade((trade,), job.language) or of_trade((trade,)))
    job.settle(maker.country)
    # Data sheets group no digits: 1200 V.
    job.notation = replace(job.notation, group="")
    day = random_date(job.chance, date(2009, 1, 5), date(2025, 4, 30))
    revision = job.pick("1", "2", "3", "4", "1.1", "2.3", "A", "C")
    return Paper(job, maker, revision, day if job.likely(0.85) else None)


def figure(job: Job, value: Decimal, *, plus: bool = False) -> str:
    """A number as the sheet prints it; `plus` shows the sign of what is above zero."""
    text = job.notation.number(value)
    return f"+{text}" if plus and value > 0 else text


def cells(job: Job, rating: Rating) -> tuple[str, str, str]:
    """Marked minimum, typical value and maximum; empty where there is none."""
    low, high = "", ""
    if rating.low is not None:
        low = figure(job, rating.low)
        if rating.low_field:
            low = job.key(rating.low_field, rating.in_field_unit(rating.low), low)
    if rating.high is not None:
        high = figure(job, rating.high, plus=rating.is_range and rating.unit == "°C")
        if rating.high_field:
            high = job.key(rating.high_field, rating.in_field_unit(rating.high), high)
    return low, figure(job, rating.typical) if rating.typical is not None else "", high


def one_value(job: Job, rating: Rating, *, unit: bool = False) -> str:
    """The rating in one cell: 45, -55 to +150, or the typical value of three; with its unit where asked."""
    if rating.low is not None and rating.high is not None and rating.low == -rating.high:
        text = f"±{figure(job, rating.high)}"
    elif rating.is_range:
        low, _, high = cells(job, rating)
        text = f"{low} {job.t(('bis', '...'), ('to', 'to', '...'))} {high}"
    else:
        low, typical, high = cells(job, rating)
        text = typical if low and typical else high or typical or low
        if rating.low_field and low:
            text = f"{job.t('min.', 'min.')} {low}"
    return f"{text}{NBSP}{rating.unit}" if unit and rating.unit else text


def name(job: Job, rating: Rating) -> str:
    return rating.german if job.language == "de" else rating.english


def outline(sheet: Sheet, x: float, y: float, pins: int) -> None:
    """A case with its pins, numbered."""
    sheet.box(x, y, x + 56, y + 30, width=1)
    sheet.circle(x + 7, y + 23, 2)
    for number in range(pins):
        left = x + 8 + number * (44 / max(1, pins - 1))
        sheet.rule(left, y + 30, left, y + 44, width=1.6)
        sheet.put(left, y + 53, str(number + 1), size=6.5, align="c")


def curve(sheet: Sheet, job: Job, x: float, y: float, title: str, axes: tuple[str, str]) -> None:
    """A graph of 190 by 120 points whose curve is only to be looked at."""
    wide, high = 190.0, 120.0
    for number in range(1, 6):
        sheet.rule(x + number * wide / 6, y, x + number * wide / 6, y + high, width=0.2, ink=GREY)
        sheet.rule(x, y + number * high / 6, x + wide, y + number * high / 6, width=0.2, ink=GREY)
    sheet.box(x, y, x + wide, y + high, width=0.8)
    bend = job.chance.uniform(1.2, 3.2)
    points = [
        (x + wide * n / 30, y + high * (1 - 0.92 * (1 - math.exp(-bend * n / 30 * 1.6)))) for n in range(31)
    ]
    sheet.path(points, width=1.2, ink=job.accent)
    sheet.put(x + wide / 2, y + high + 11, axes[0], size=7, align="c")
    sheet.put(x + 3, y - 4, axes[1], size=7)
    sheet.put(x + wide / 2, y + high + 24, title, size=7.5, style="b", align="c")


def running_head(left: str, right: str) -> Callable[[Sheet, int, int], None]:
    """Two words over a line on every page but the first."""

    def draw(sheet: Sheet, page: int, pages: int) -> None:
        if page == 1:
            return
        sheet.put(sheet.left, 38, left, size=8, style="b")
        sheet.put(sheet.right, 38, right, size=8, align="r")
        sheet.rule(sheet.left, 43, sheet.right, 43, width=0.8)

    return draw


def running_foot(paper: Paper, texts: Sequence[str]) -> Callable[[Sheet, int, int], None]:
    """Maker, what `texts` say, and the page, on every page."""
    who = paper.maker_name()

    def draw(sheet: Sheet, page: int, pages: int) -> None:
        y = sheet.height - 34
        sheet.rule(sheet.left, y - 9, sheet.right, y - 9, width=0.5)
        sheet.put(sheet.left, y, who, size=7)
        sheet.put(sheet.width / 2, y, "   ".join(texts), size=7, align="c")
        sheet.put(sheet.right, y, f"{page} / {pages}", size=7, align="r")

    return draw


def copyright_line(paper: Paper) -> str:
    """A year that is not the revision's."""
    year = (paper.revised.year if paper.revised else 2016) - paper.job.chance.randrange(1, 7)
    return f"© {year} {paper.maker.short}. " + paper.job.t(
        "Änderungen vorbehalten.", "Subject to change without notice."
    )
