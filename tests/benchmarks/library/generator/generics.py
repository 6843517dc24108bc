"""Papers of no kind in particular: who wrote them when, and the marked words their layouts draw."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from tests.benchmarks.library.generator.companies import Company, companies, house, some_company, writes
from tests.benchmarks.library.generator.formats import random_date
from tests.benchmarks.library.generator.generic_words import REPORT, TOPICS
from tests.benchmarks.library.generator.job import Job
from tests.benchmarks.library.generator.people import person


@dataclass(slots=True)
class Generic:
    """`kind` is the document's kind; `year` the year a report is about, which is not that of its day."""

    job: Job
    kind: str
    firm: Company
    day: date
    year: int
    title: str
    texts: list[str]
    more: list[tuple[str, list[str]]]  # two other subjects
    author: str

    def firm_name(self) -> str:
        return self.job.text("organisation", self.firm.name)

    def kind_text(self, words: str) -> str:
        return self.job.key("document_kind", self.kind, words)

    def day_text(self, *, prose: bool = False, year: bool = True) -> str:
        """The document's day; its year is the document's too, unless `year` is off."""
        text = self.job.date("document_date", self.day, prose=prose)
        digits = str(self.day.year)
        return text.replace(digits, self.job.key("year", Decimal(self.day.year), digits)) if year else text

    def year_text(self) -> str:
        return self.job.key("year", Decimal(self.year), str(self.year))

    def person(self) -> str:
        return person(self.job.chance, self.job.language)


def make_generic(job: Job, kind: str) -> Generic:
    chance = job.chance
    rest = [company for company in companies() if writes(company, job.language)]
    firm = house(job.language) if job.likely(0.35) else some_company(chance, rest)
    job.settle(firm.country)
    day = random_date(chance, date(2017, 1, 9), date(2025, 5, 30))
    (title, texts), *others = chance.sample(TOPICS[job.language], 3)
    if kind.endswith("report") or kind == "earnings_release":
        texts = REPORT[job.language]
    amount = Decimal(chance.randrange(1200, 98000)) / 100
    details = {
        "weeks": str(chance.randrange(2, 9)),
        "number": str(chance.randrange(10000, 99999)),
        "amount": job.notation.number(amount, 2),
        "profit": job.notation.number(amount / 12, 1),
        "area": str(chance.randrange(60, 900)),
        "percent": job.notation.number(Decimal(chance.randrange(12, 190)) / 10),
    }
    filled = [text.format(**details) for text in texts]
    more = [(heading, [text.format(**details) for text in rest]) for heading, rest in others]
    return Generic(job, kind, firm, day, day.year - 1, title, filled, more, person(chance, job.language))
