"""One datasheet in one of its layouts."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tests.benchmarks.library.generator.chemicals import Chemical, make_chemical
from tests.benchmarks.library.generator.datasheet_chemicals import card, data_list, property_table
from tests.benchmarks.library.generator.datasheet_devices import (
    limiting_values,
    merged_grid,
    product_brief,
    ratings_table,
    short_form,
    side_box,
)
from tests.benchmarks.library.generator.datasheet_parts import make_paper
from tests.benchmarks.library.generator.datasheet_pumps import PumpSheet, pump_form, pump_leaflet
from tests.benchmarks.library.generator.datasheet_safety import safety_sheet
from tests.benchmarks.library.generator.device_sheet import DeviceSheet
from tests.benchmarks.library.generator.devices import KINDS, make_device
from tests.benchmarks.library.generator.drawing import Sheet
from tests.benchmarks.library.generator.job import Job
from tests.benchmarks.library.generator.made import Made
from tests.benchmarks.library.generator.pumps import make_pump

_DEVICES: Mapping[str, Callable[[DeviceSheet], Sheet]] = {
    "ratings-table": ratings_table,
    "limiting-values": limiting_values,
    "side-box": side_box,
    "short-form": short_form,
    "product-brief": product_brief,
    "merged-grid": merged_grid,
}
_CHEMICALS: Mapping[str, Callable[[Chemical], Sheet]] = {
    "safety-sections": safety_sheet,
    "property-table": property_table,
    "card": card,
    "data-list": data_list,
}
_PUMPS: Mapping[str, Callable[[PumpSheet], Sheet]] = {"pump-form": pump_form, "pump-leaflet": pump_leaflet}
LAYOUTS = (
    *("ratings-table", "safety-sections", "limiting-values", "property-table", "side-box", "pump-form"),
    *("short-form", "card", "product-brief", "data-list", "merged-grid", "pump-leaflet", "safety-sections"),
)


def make(job: Job) -> Made:
    layout = job.layout
    if layout in _DEVICES:
        paper = make_paper(job, "semiconductors")
        device = make_device(job.chance, job.pick(*KINDS), paper.maker.short[:2].upper())
        sheet = _DEVICES[layout](DeviceSheet(paper, device))
        number, name = device.number, device.number
    elif layout in _PUMPS:
        paper = make_paper(job, "pumps")
        pump = make_pump(job.chance)
        sheet = _PUMPS[layout](PumpSheet(paper, pump))
        number, name = pump.number, pump.name
    else:
        adhesive = layout != "safety-sections" and job.likely(0.3)
        paper = make_paper(job, "adhesives" if adhesive else "chemicals")
        chemical = make_chemical(paper, adhesive=adhesive)
        sheet = _CHEMICALS[layout](chemical)
        number, name = chemical.number, chemical.name.split()[0]
    word = job.t("Datenblatt", "datasheet")
    if layout == "safety-sections":
        word = job.t("SDB", "SDS")
    names = [
        f"{number}",
        f"{number}_{word}",
        f"{word}_{name}",
        f"{name} {paper.maker.short}",
        f"DS{job.chance.randrange(1000, 99999)}",
    ]
    return Made(sheet, names)
