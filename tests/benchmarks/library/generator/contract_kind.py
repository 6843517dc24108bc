"""One contract in one of its layouts."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tests.benchmarks.library.generator.contract_forms import blank_form, cover_page, key_terms, schedule
from tests.benchmarks.library.generator.contract_texts import (
    letter,
    memorandum,
    recitals,
    sections,
    small_print,
)
from tests.benchmarks.library.generator.contracts import TYPES, Contract, make_contract
from tests.benchmarks.library.generator.drawing import Sheet
from tests.benchmarks.library.generator.job import Job
from tests.benchmarks.library.generator.made import Made

_LAYOUTS: Mapping[str, Callable[[Contract], Sheet]] = {
    "sections": sections,
    "cover-page": cover_page,
    "key-terms": key_terms,
    "recitals": recitals,
    "small-print": small_print,
    "letter": letter,
    "blank-form": blank_form,
    "schedule": schedule,
    "memorandum": memorandum,
}
LAYOUTS = tuple(_LAYOUTS)


def make(job: Job) -> Made:
    contract = make_contract(job, job.pick(*TYPES))
    sheet = _LAYOUTS[job.layout](contract)
    party = contract.second if contract.kind == "employment" else contract.first
    other = party.company.short if party.company else party.name.split()[-1]
    number = (contract.number or f"{contract.effective:%Y-%m}").replace("/", "-")
    names = [
        f"{job.t('Vertrag', 'Contract')} {other}",
        f"{contract.title_words} {other}",
        f"{contract.title_words.replace(' ', '_')}_{contract.effective:%Y}",
        f"{number} {other}",
        f"{other}_{job.t('unterschrieben', 'signed')}",
    ]
    return Made(sheet, names)
