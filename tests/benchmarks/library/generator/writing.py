"""Writes the planned documents, one at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random

from tests.benchmarks.library.generator import (
    certificate_kind,
    contract_kind,
    datasheet_kind,
    generic_kind,
    invoice_kind,
    manual_kind,
)
from tests.benchmarks.library.generator.companies import house
from tests.benchmarks.library.generator.facts import Facts
from tests.benchmarks.library.generator.formats import notation_for
from tests.benchmarks.library.generator.job import Job, some_accent
from tests.benchmarks.library.generator.made import Made
from tests.benchmarks.library.generator.planning import Plan, file_name, plans
from tests.benchmarks.library.generator.scanning import scanned
from tests.benchmarks.library.generator.truth import Truth

_MAKERS: Mapping[str, tuple[tuple[str, ...], Callable[[Job], Made]]] = {
    "invoices": (invoice_kind.LAYOUTS, invoice_kind.make),
    "contracts": (contract_kind.LAYOUTS, contract_kind.make),
    "datasheets": (datasheet_kind.LAYOUTS, datasheet_kind.make),
    "certificates": (certificate_kind.LAYOUTS, certificate_kind.make),
    "manuals": (manual_kind.LAYOUTS, manual_kind.make),
    "generic": (generic_kind.LAYOUTS, generic_kind.make),
}


def layouts() -> dict[str, tuple[str, ...]]:
    """Of each kind; a layout that stands twice is drawn twice as often."""
    return {bucket: names for bucket, (names, _) in _MAKERS.items()}


def iterate_corpus(folder: Path, *, documents: int, seed: int) -> Iterator[Truth]:
    """As `write_corpus`, each truth as soon as its file is written."""
    if documents < 1:
        raise ValueError(f"A library of {documents} documents cannot be written: ask for one at least.")
    folder.mkdir(parents=True, exist_ok=True)
    taken: set[str] = set()
    for plan in plans(documents, seed, layouts()):
        chance = Random(f"document {seed} {plan.number}")
        yield _write(folder, plan, chance, taken)


def _write(folder: Path, plan: Plan, chance: Random, taken: set[str]) -> Truth:
    facts = Facts(plan.bucket)
    notation = notation_for(house(plan.language).country, plan.language, chance)
    job = Job(chance, plan.language, notation, facts, plan.layout, some_accent(chance))
    made = _MAKERS[plan.bucket][1](job)
    if made.sheet.cut_off:
        raise ValueError(f"{plan} leaves the paper: {made.sheet.cut_off}")
    document = made.sheet.finished()
    if plan.scanned:
        document = scanned(document, chance)
    name = file_name(chance, made.names, plan, taken)
    # A new file id and the time of writing would make every run's files different ones.
    document.save(folder / name, no_new_id=True, deflate=True, garbage=3)
    document.close()
    return Truth(name, plan.bucket, plan.layout, plan.language, plan.scanned, facts.truths())
