"""One certificate in one of its layouts."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tests.benchmarks.library.generator.certificate_analyses import analysis_letter, analysis_table
from tests.benchmarks.library.generator.certificate_awards import declaration, examination, framed, side_band
from tests.benchmarks.library.generator.certificate_calibrations import calibration_form, calibration_slip
from tests.benchmarks.library.generator.certificate_records import mill_grid, record
from tests.benchmarks.library.generator.certificates import Certificate, make_certificate
from tests.benchmarks.library.generator.drawing import Sheet
from tests.benchmarks.library.generator.job import Job
from tests.benchmarks.library.generator.made import Made

# What a layout looks like, and the certificates that come in it.
_LAYOUTS: Mapping[str, tuple[Callable[[Certificate], Sheet], tuple[str, ...]]] = {
    "framed": (framed, ("management_system", "management_system", "training")),
    "calibration-form": (calibration_form, ("calibration",)),
    "analysis-table": (analysis_table, ("analysis",)),
    "declaration": (declaration, ("declaration",)),
    "mill-grid": (mill_grid, ("material",)),
    "side-band": (side_band, ("management_system", "training")),
    "calibration-slip": (calibration_slip, ("calibration",)),
    "examination": (examination, ("conformity",)),
    "analysis-letter": (analysis_letter, ("analysis",)),
    "record": (record, ("material", "training")),
}
LAYOUTS = (*_LAYOUTS, "analysis-table")


def make(job: Job) -> Made:
    draw, forms = _LAYOUTS[job.layout]
    certificate = make_certificate(job, job.pick(*forms))
    sheet = draw(certificate)
    number = certificate.number.replace("/", "-")
    word = job.t("Zertifikat", "certificate")
    thing = (certificate.product or certificate.holder or certificate.issuer.short).split()[0]
    names = [
        f"{certificate.title_words} {number}",
        f"{word}_{thing}",
        number,
        f"{certificate.issued:%Y%m%d}_{thing}_{word}",
        f"{certificate.issuer.short} {word} {certificate.issued:%Y}",
    ]
    return Made(sheet, names)
