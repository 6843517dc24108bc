"""One manual in one of its layouts."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tests.benchmarks.library.generator.drawing import Sheet
from tests.benchmarks.library.generator.job import Job
from tests.benchmarks.library.generator.made import Made
from tests.benchmarks.library.generator.manual_layouts import (
    booklet,
    cover_band,
    cover_middle,
    quick_guide,
    technical_order,
    two_columns,
)
from tests.benchmarks.library.generator.manuals import Manual, make_manual

_LAYOUTS: Mapping[str, Callable[[Manual], Sheet]] = {
    "cover-middle": cover_middle,
    "cover-band": cover_band,
    "technical-order": technical_order,
    "two-columns": two_columns,
    "booklet": booklet,
    "quick-guide": quick_guide,
}
LAYOUTS = tuple(_LAYOUTS)


def make(job: Job) -> Made:
    manual = make_manual(job)
    sheet = _LAYOUTS[job.layout](manual)
    word = job.t("Anleitung", "manual")
    names = [
        f"{manual.name} {word}",
        f"{manual.document}_{manual.revision}",
        f"{word}_{manual.name.replace(' ', '_')}_{job.language}",
        manual.model,
        f"{manual.maker.short}_{manual.kind}",
    ]
    return Made(sheet, names)
