"""`docuchat bench library --end-to-end N`: generated documents through the whole program, scanned ones too.

Files are dropped on a library as a user drops them: read, recognised where they are scans, embedded, sorted
and filed. Scored is what the library then holds; a document in the wrong bucket has no right field. The
questions are those of the other benchmark, asked of the values that were read.
"""

from __future__ import annotations

import tempfile
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

from core.cancel import CancelToken
from core.engine import Engine
from core.engine.field_library import StoredFieldLibrary
from core.fields.schema import built_in_schemas
from core.fields.values import FieldValue
from core.published.schemas import BenchOutput
from core.runs.recorder import carry_out
from core.settings import Settings
from core.system.paths import AppPaths
from tests.benchmarks.figures import Results, counted, figure
from tests.benchmarks.library.asked import is_right
from tests.benchmarks.library.generator import Truth, iterate_corpus
from tests.benchmarks.library.questions import questions
from tests.benchmarks.library.scoring import FieldScores
from tests.benchmarks.machine import commit, machine

_AIMS = {"clean": 0.95, "scanned": 0.85}
_SORTER_AIM = 0.97


def run_library_whole(
    *, paths: AppPaths, documents: int, seed: int, cancel: CancelToken, details: Path | None = None
) -> BenchOutput:
    """Write the documents, ingest them, score what the library holds, and ask.

    Args:
        paths: where the embedder is.
        details: every miss and every wrong answer is written here, a line each.

    Raises:
        KnownError: the library cannot be made; `Cancelled` after Stop.
    """
    results: Results = {}
    lines: list[str] = []
    with tempfile.TemporaryDirectory(prefix="docuchat-bench-") as folder:
        home = Path(folder)
        truths = list(iterate_corpus(home / "documents", documents=documents, seed=seed))
        own = AppPaths(home / "data", paths.models, home / "cache", home / "logs")
        with Engine.open(own, Settings()) as engine:
            began = time.monotonic()
            carry_out(engine.add_paths([home / "documents"], cancel), lambda _event: None)
            carry_out(engine.ingest(cancel), lambda _event: None)
            seconds = time.monotonic() - began
            ids = {document.filename: document.document_id for document in engine.documents()}
            _score(engine, truths, ids, results, lines)
            library = StoredFieldLibrary(engine.database, None)
            _ask(library, truths, {name: file for file, name in ids.items()}, cancel, results, lines)
    if details is not None:
        details.write_text("\n".join(lines) + "\n", encoding="utf-8")
    scanned = sum(truth.scanned for truth in truths)
    return BenchOutput(
        name="library",
        commit=commit(),
        machine=machine(),
        results=results,
        notes=[
            f"{documents} documents with seed {seed}, {scanned} of them scans, ingested in {seconds:.0f} s",
            "questions are asked of the values that were read",
        ],
        left_out=[],
    )


def _score(
    engine: Engine,
    truths: Sequence[Truth],
    ids: Mapping[str, str],
    results: Results,
    lines: list[str],
) -> None:
    schemas = built_in_schemas()
    scores = FieldScores()
    sorted_right: dict[str, list[bool]] = defaultdict(list)
    for truth in truths:
        found = engine.buckets.filed(ids[truth.filename]) if truth.filename in ids else None
        bucket = found.sorting.bucket if found else "not filed"
        look = "scanned" if truth.scanned else "clean"
        sorted_right[look].append(bucket == truth.bucket)
        if bucket != truth.bucket:
            lines.append(f"sorted wrongly: {truth.filename} ({look}): {bucket} instead of {truth.bucket}")
        rightly = found is not None and bucket == truth.bucket
        read: dict[str, FieldValue] = (
            {value.field: value for value in found.values if rightly} if found else {}
        )
        scores.add(truth, schemas[truth.bucket], read)
    for look, marks in sorted_right.items():
        results[f"sorter.{look}"] = counted(sum(marks), len(marks), better="higher", target=_SORTER_AIM)
    for (group, name), tally in sorted(scores.by.items()):
        if group == "look" or group.startswith("bucket, "):
            look = name if group == "look" else group.partition(", ")[2]
            label = f"fields.{look}" if group == "look" else f"fields.{look}.{name}"
            aim = _AIMS[look] if group == "look" else None
            results[f"{label}.f1"] = figure(tally.f1, "share", better="higher", target=aim, digits=3)
            results[f"{label}.precision"] = figure(tally.precision, "share", better="higher", digits=3)
            results[f"{label}.recall"] = figure(tally.recall, "share", better="higher", digits=3)
    for miss in scores.misses:
        lines.append(
            f"{miss.filename}: {miss.field}: {miss.wanted!r} was read as {miss.read!r} ({miss.method})"
        )


def _ask(
    library: StoredFieldLibrary,
    truths: Sequence[Truth],
    files: Mapping[str, str],
    cancel: CancelToken,
    results: Results,
    lines: list[str],
) -> None:
    marks: list[bool] = []
    wrongly = 0
    for question in questions(truths):
        cancel.check()
        right, understood = is_right(question, library, files)
        marks.append(right)
        if not right:
            wrongly += not understood.startswith("left to the texts")
            lines.append(f"[{question.kind}] {question.question} → {understood}")
    results["questions.right"] = counted(sum(marks), len(marks), better="higher")
    results["questions.answered wrongly"] = counted(wrongly, len(marks), better="lower")
