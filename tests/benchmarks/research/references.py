"""Benchmark `research --part references`: are references found, and do they lead where they
should?

Detection is pure computation over labelled passages; resolution asks a real library, into which documents
with known cross-references are read first, together with real ones of the shared folder.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from core.cancel import CancelToken
from core.engine import Engine
from core.engine.reference_library import StoredReferenceLibrary
from core.errors import Cancelled
from core.published.schemas import BenchOutput, FigureOutput
from core.research.references.detect import detect
from core.search.registry import DocumentRegistry
from core.system.paths import AppPaths
from tests.benchmarks.figures import Results, counted, figure
from tests.benchmarks.intervals import share_with_interval
from tests.benchmarks.reporting import bounds, report
from tests.benchmarks.research.detection import score
from tests.benchmarks.research.labelled import Passage, RealPlace, own_passages, real_passages, real_places
from tests.benchmarks.research.library_pages import write_library
from tests.benchmarks.research.library_plan import chains, planned_library
from tests.benchmarks.research.resolution import LibraryUnderTest, ResolutionScores
from tests.benchmarks.settings import settings_with

_HALVES: Mapping[str, str] = {
    "tuning": "the half that the patterns were fitted to",
    "held out": "the other half",
    "labelled later": "labelled after the patterns were written, and mended with",
    "labelled last": "labelled after that, and not mended with",
    "works and addresses": "labelled by somebody who did not know the patterns, and not mended with",
}
_LOOK_AGAIN = 1.0  # seconds between looks at how far the library is


def run_references(*, paths: AppPaths, quick: bool, cancel: CancelToken, details: Path | None) -> BenchOutput:
    """Score detection and resolution.

    Args:
        details: every mistake is written here, a line each.
    """
    results: Results = {}
    left_out: list[str] = []
    lines: list[str] = []
    passages = [*own_passages(), *real_passages()]
    if not any(passage.source == "real" for passage in passages):
        left_out.append("real passages and documents (DOCUCHAT_SHARED names no folder with them)")
    for name, half in _halves(passages).items():
        if half:
            _detection(name, half, results, lines)
    results["detection.milliseconds a passage"] = _speed(passages)
    real = [] if quick else real_places()
    if quick:
        left_out.append("references of real documents, which take minutes to read in (without --quick)")
    _resolution(paths, real, cancel, results, lines)
    if details is not None:
        details.write_text("\n".join(lines) + "\n", encoding="utf-8")
    notes = [f"{name}: {said}" for name, said in _HALVES.items()]
    notes.append("bounds are 95 % intervals after Wilson")
    return report("research", results, left_out=left_out, notes=notes)


def _halves(passages: Sequence[Passage]) -> dict[str, list[Passage]]:
    rest = [one for one in passages if one.source in ("own", "real")]
    return {
        "tuning": [one for one in rest if not one.held_out],
        "held out": [one for one in rest if one.held_out],
        "labelled later": [one for one in passages if one.source == "later"],
        "labelled last": [one for one in passages if one.source == "last"],
        "works and addresses": [one for one in passages if one.source == "works"],
    }


def _detection(name: str, passages: Sequence[Passage], results: Results, lines: list[str]) -> None:
    scores = score(passages, detect)
    results[f"{name}.passages"] = figure(scores.passages, "passages", better="higher", digits=0)
    groups = [
        ("all", scores.all),
        *((kind.value, tally) for kind, tally in sorted(scores.by_kind.items())),
        *sorted(scores.by_language.items()),
        ("document of a section", scores.containers),
    ]
    for group, tally in groups:
        for measure, of in (
            ("precision", tally.found + tally.invented),
            ("recall", tally.found + tally.missed),
        ):
            _add(results, f"{name}.{group}.{measure}", tally.found, of, bounded=group == "all")
    results[f"{name}.found with its numbers"] = counted(scores.all.told, scores.all.found, better="higher")
    results[f"{name}.false alarms"] = counted(scores.alarms, scores.silent, better="lower")
    lines += [f"{name}: {line}" for line in scores.mistakes]


def _add(results: Results, name: str, count: int, of: int, *, bounded: bool) -> None:
    results[name] = counted(count, of, better="higher")
    if of and bounded:
        _, low, high = share_with_interval(count, of)
        results.update(bounds(name, low, high, endings=(", lower bound", ", upper bound")))


def _speed(passages: Sequence[Passage]) -> FigureOutput:
    began = time.perf_counter()
    for passage in passages:
        detect(passage.text)
    return figure((time.perf_counter() - began) * 1000 / len(passages), "ms", better="lower")


def _resolution(
    paths: AppPaths, real: Sequence[RealPlace], cancel: CancelToken, results: Results, lines: list[str]
) -> None:
    documents, known = planned_library()
    more, known_last = planned_library("library_last")
    with tempfile.TemporaryDirectory(prefix="docuchat-bench-") as folder:
        root = Path(folder)
        places = write_library([*documents, *more], root / "documents")
        home = AppPaths(root / "data", paths.models, root / "cache", root / "logs")
        with Engine.open(home, settings_with(paths, "")) as engine:
            files = [root / "documents", *dict.fromkeys(place.path for place in real)]
            _read_in(engine, files, cancel)
            ids = {document.filename: document.document_id for document in engine.documents()}
            library = StoredReferenceLibrary(engine.database, DocumentRegistry(engine.database))
            asked = LibraryUnderTest(library, ids, places)
            results["library.documents"] = figure(len(ids), "documents", better="higher", digits=0)
            for name, some in (("resolution", known), ("resolution, written last", known_last)):
                _add_resolution(results, name, asked.score(some), lines)
                followed = [asked.follow(chain) for chain in chains(some)]
                lines += [f"{name}, chain: {wrong}" for wrong in followed if wrong]
                right = sum(not wrong for wrong in followed)
                results[f"{name}.chains of two"] = counted(right, len(followed), better="higher")
            for name, later in (("real documents", ""), ("real documents, looked up last", "last")):
                if chosen := [place for place in real if place.later == later]:
                    _add_resolution(results, name, asked.score_real(chosen), lines)


def _add_resolution(results: Results, name: str, scores: ResolutionScores, lines: list[str]) -> None:
    _add(results, f"{name}.right", scores.right, scores.of, bounded=True)
    results[f"{name}.detected"] = counted(scores.detected, scores.of, better="higher")
    results[f"{name}.led to another document"] = counted(scores.wrong_document, scores.of, better="lower")
    for outcome, (right, of) in sorted(scores.by_outcome.items()):
        results[f"{name}.right, {outcome}"] = counted(right, of, better="higher")
    lines += [f"{name}: {line}" for line in scores.mistakes]


def _read_in(engine: Engine, files: Sequence[Path], cancel: CancelToken) -> None:
    """Until all can be searched and was looked through for hidden text; vectors are not needed here."""
    for _ in engine.add_paths(files, cancel):
        pass
    enough = CancelToken()
    looked = time.monotonic()
    with suppress(Cancelled):
        for _ in engine.ingest(enough):
            cancel.check()
            if time.monotonic() - looked > _LOOK_AGAIN:
                looked = time.monotonic()
                if all(one.status.can_be_searched and not one.unchecked_pages for one in engine.documents()):
                    enough.set()
