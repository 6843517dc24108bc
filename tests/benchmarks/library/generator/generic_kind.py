"""One paper of no kind in particular in one of its layouts."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tests.benchmarks.library.generator.drawing import Sheet
from tests.benchmarks.library.generator.generic_layouts import (
    article_columns,
    article_page,
    itinerary,
    letter_plain,
    letter_window,
    memo_head,
    minutes_prose,
    minutes_table,
    notice,
    release,
    report,
)
from tests.benchmarks.library.generator.generics import Generic, make_generic
from tests.benchmarks.library.generator.job import Job
from tests.benchmarks.library.generator.made import Made

_LAYOUTS: Mapping[str, tuple[Callable[[Generic], Sheet], tuple[str, ...]]] = {
    "letter-window": (letter_window, ("letter",)),
    "minutes-table": (minutes_table, ("minutes",)),
    "article-columns": (article_columns, ("article",)),
    "memo-head": (memo_head, ("memo",)),
    "release": (release, ("earnings_release",)),
    "letter-plain": (letter_plain, ("letter",)),
    "minutes-prose": (minutes_prose, ("minutes",)),
    "report": (report, ("annual_report", "quarterly_report")),
    "article-page": (article_page, ("article",)),
    "notice": (notice, ("current_report",)),
    "itinerary": (itinerary, ("other",)),
}
LAYOUTS = tuple(_LAYOUTS)
_WORDS = {
    "letter": ("Brief", "letter"),
    "minutes": ("Protokoll", "minutes"),
    "article": ("Artikel", "article"),
    "memo": ("Notiz", "memo"),
    "other": ("Reise", "trip"),
}


def make(job: Job) -> Made:
    draw, kinds = _LAYOUTS[job.layout]
    made = make_generic(job, job.pick(*kinds))
    sheet = draw(made)
    word = job.t(*_WORDS.get(made.kind, ("Bericht", "report")))
    names = [
        f"{word} {made.day:%Y-%m-%d}",
        f"{made.firm.short}_{word}_{made.day:%Y}",
        f"{made.title}",
        f"{made.day:%y%m%d} {word} {made.author.split()[-1]}",
    ]
    return Made(sheet, names)
