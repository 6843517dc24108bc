"""`research --part references`: are references found, and do they lead where they should?

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
from core.published.schemas import BenchOutput
from core.research.references.detect import detect
from core.search.registry import DocumentRegistry
from core.system.paths import AppPaths
from tests.benchmarks.figures import Results, counted, figure
from tests.benchmarks.reporting import Endings, report
from tests.benchmarks.research.detection import score
from tests.benchmarks.research.labelled import Passage, RealPlace, own_passages, real_passages, real_places
from tests.benchmarks.research.library_pages import write_library
from tests.benchmarks.research.library_plan import chains, planned_library
from tests.benchmarks.research.resolution import LibraryUnderTest, ResolutionScores
from tests.benchmarks.settings import home_in, settings_with
from tests.benchmarks.shares import bounded, number

_HALVES: Mapping[str, str] = {
    "tuning": "the half that the patterns were fitted to",
    "held out": "the other half",
    "labelled later": "labelled after the patterns were written, and mended with",
    "labelled last": "labelled after that, and not mended with",
    "works and addresses": "labelled by somebody who did not know the patterns, and not mended with",
}
_LATER = {"later": "labelled later", "last": "labelled last", "works": "works and addresses"}
_LOOK_AGAIN = 1.0  # seconds between looks at how far the library is
_ENDINGS: Endings = (", lower bound", ", upper bound")
Scored = tuple[Results, list[str]]  # figures, and every mistake in words


def run_references(*, paths: AppPaths, quick: bool, cancel: CancelToken, details: Path | None) -> BenchOutput:
    """Score detection and resolution; every mistake is written to `details`, a line each."""
    left_out: list[str] = []
    passages = [*own_passages(), *real_passages()]
    if not any(passage.source == "real" for passage in passages):
        left_out.append("real passages and documents (DOCUCHAT_SHARED names no folder with them)")
    halves: dict[str, list[Passage]] = {name: [] for name in _HALVES}
    for one in passages:
        halves[_LATER.get(one.source, "held out" if one.held_out else "tuning")].append(one)
    results: Results = {}
    lines: list[str] = []
    for name, half in halves.items():
        if half:
            figures, mistakes = _detection(half)
            results |= {f"{name}.{key}": value for key, value in figures.items()}
            lines += [f"{name}: {line}" for line in mistakes]
    began = time.perf_counter()
    for passage in passages:
        detect(passage.text)
    spent = (time.perf_counter() - began) * 1000 / len(passages)
    results["detection.milliseconds a passage"] = figure(spent, "ms", better="lower")
    if quick:
        left_out.append("references of real documents, which take minutes to read in (without --quick)")
    figures, mistakes = _resolution(paths, [] if quick else real_places(), cancel)
    if details is not None:
        details.write_text("\n".join(lines + mistakes) + "\n", encoding="utf-8")
    notes = [f"{name}: {said}" for name, said in _HALVES.items()]
    notes.append("precision and false alarms: of candidates by shape, before what leads nowhere is left out")
    notes.append("bounds are 95 % intervals after Wilson")
    return report("research", results | figures, left_out=left_out, notes=notes)


def _detection(passages: Sequence[Passage]) -> Scored:
    scores = score(passages, detect)
    results = {"passages": number(scores.passages, "passages")}
    groups = [
        ("all", scores.all),
        *((kind.value, tally) for kind, tally in sorted(scores.by_kind.items())),
        *sorted(scores.by_language.items()),
        ("document of a section", scores.containers),
    ]
    for group, tally in groups:
        for measure, wrong in (("precision", tally.invented), ("recall", tally.missed)):
            name, of = f"{group}.{measure}", tally.found + wrong
            results[name] = counted(tally.found, of, better="higher")
            if group == "all":
                results |= bounded(name, tally.found, of, _ENDINGS)
    results["found with its numbers"] = counted(scores.all.told, scores.all.found, better="higher")
    results["false alarms"] = counted(scores.alarms, scores.silent, better="lower")
    return results, scores.mistakes


def _resolution(paths: AppPaths, real: Sequence[RealPlace], cancel: CancelToken) -> Scored:
    documents, known = planned_library()
    more, known_last = planned_library("library_last")
    results: Results = {}
    lines: list[str] = []

    def add(name: str, scores: ResolutionScores) -> None:
        nonlocal results, lines
        results |= bounded(f"{name}.right", scores.right, scores.of, _ENDINGS)
        results[f"{name}.detected"] = counted(scores.detected, scores.of, better="higher")
        strayed = counted(scores.wrong_document, scores.of, better="lower")
        results[f"{name}.led to another document"] = strayed
        for outcome, (right, of) in sorted(scores.by_outcome.items()):
            results[f"{name}.right, {outcome}"] = counted(right, of, better="higher")
        lines += [f"{name}: {line}" for line in scores.mistakes]

    with tempfile.TemporaryDirectory(prefix="docuchat-bench-") as folder:
        root = Path(folder)
        places = write_library([*documents, *more], root / "documents")
        with Engine.open(home_in(root, paths), settings_with(paths, "")) as engine:
            _read_in(engine, [root / "documents", *dict.fromkeys(place.path for place in real)], cancel)
            ids = {document.filename: document.document_id for document in engine.documents()}
            library = StoredReferenceLibrary(engine.database, DocumentRegistry(engine.database))
            asked = LibraryUnderTest(library, ids, places)
            results["library.documents"] = number(len(ids), "documents")
            for name, some in (("resolution", known), ("resolution, written last", known_last)):
                add(name, asked.score(some))
                followed = [asked.follow(chain) for chain in chains(some)]
                lines += [f"{name}, chain: {wrong}" for wrong in followed if wrong]
                results[f"{name}.chains of two"] = counted(followed.count(""), len(followed), better="higher")
            for name, later in (("real documents", ""), ("real documents, looked up last", "last")):
                if chosen := [place for place in real if place.later == later]:
                    add(name, asked.score_real(chosen))
    return results, lines


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
