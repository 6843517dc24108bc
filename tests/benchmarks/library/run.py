"""Sorting, fields and questions over documents whose values are known.

Documents and questions were written by somebody who had not seen the rules. Fields are read by the program's
own reader; questions are asked of a real library that holds the true values, so that an answer is wrong only
where the question was not understood.
"""

from __future__ import annotations

import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from contextlib import closing, nullcontext
from pathlib import Path

from core.cancel import CancelToken
from core.fields.extraction.extract import Known, pages_to_read, read_fields
from core.fields.extraction.layout import sheet_of
from core.fields.schema import built_in_schemas
from core.fields.sorting import Head, Sorter
from core.ingest.ocr.recogniser import TextRecognizer
from core.published.schemas import BenchOutput
from tests.benchmarks.figures import Results, counted, figure, percentile
from tests.benchmarks.library.asked import ask_all
from tests.benchmarks.library.documents import (
    FOLDER,
    Truth,
    pages_of,
    read_truths,
    read_values_only,
    recognised_pages,
    true_library,
)
from tests.benchmarks.library.questions import read_questions
from tests.benchmarks.library.scoring import FieldScores
from tests.benchmarks.reporting import report

_QUICK_DOCUMENTS = 24
_QUESTIONS_AIM = 1.0


def run_library(
    *, quick: bool, cancel: CancelToken, documents: int = 0, scanned: int = 0, details: Path | None = None
) -> BenchOutput:
    """Read the documents, ask the questions.

    Args:
        quick: ask about the documents that are read; otherwise also about those that are values only.
        documents: how many are read; 0: all, or as many as `quick` means.
        scanned: how many of the scanned ones are read, too; their text is recognised, some 7 s a page.
        details: every miss and every wrong answer is written here, a line each.

    Raises:
        core.errors.WorkerError: a scan cannot be recognised. `Cancelled` after Stop.
    """
    truths = read_truths()[: documents or (_QUICK_DOCUMENTS if quick else None)]
    scans = [truth.filename for truth in truths if truth.scanned][scanned:]
    read = [truth for truth in truths if truth.filename not in scans]
    results: Results = {}
    lines = _read(read, cancel, results)
    asked_about = truths if quick else [*truths, *read_values_only()]
    lines += _ask(asked_about, cancel, results)
    if details is not None:
        details.write_text("\n".join(lines) + "\n", encoding="utf-8")
    clean = sum(not truth.scanned for truth in read)
    return report(
        "library",
        results,
        notes=[
            f"documents read: {clean} that are not scanned, {len(read) - clean} scans",
            f"questions are asked of a library that holds the true values of {len(asked_about)} documents",
        ],
        left_out=[f"{len(scans)} scanned documents are not read (--scanned N reads N of them)"] * bool(scans),
    )


def _read(truths: Sequence[Truth], cancel: CancelToken, results: Results) -> list[str]:
    schemas = built_in_schemas()
    sorter = Sorter(schemas)
    scores = FieldScores()
    seconds: list[float] = []
    any_scans = any(truth.scanned for truth in truths)
    with closing(TextRecognizer()) if any_scans else nullcontext() as recogniser:
        for truth in truths:
            cancel.check()
            path = FOLDER / truth.filename
            if truth.scanned and recogniser is not None:
                pages = recognised_pages(recogniser, path, cancel)
            else:
                pages = pages_of(path)
            began = time.monotonic()
            bucket = sorter.sort(Head(truth.filename, "", [sheet_of(page) for page in pages[:2]]))[0][0]
            wanted = set(pages_to_read(len(pages)))
            chosen = [page for page in pages if page.number in wanted]
            found = read_fields(schemas[truth.bucket], chosen, Known(truth.language))
            seconds.append(time.monotonic() - began)
            scores.add_sorted(truth, bucket)
            scores.add(truth, schemas[truth.bucket], {value.field: value for value in found})
    scores.keep_sorted(results, lambda look: "sorter.right" if look == "clean" else "sorter.scanned")
    scores.keep_fields(results, _label)
    results["reading.p50"] = figure(percentile(seconds, 0.5), "s", better="lower", digits=3)
    return scores.lines


def _label(look: str, group: str, name: str) -> str:
    """Clean documents by type, bucket, language and method, scanned ones by bucket."""
    if group == "all":
        return f"fields.{look}"
    if look == "scanned":
        return f"fields.scanned.{name}" if group == "bucket" else ""
    before = {"method": "by ", "language": "in "}.get(group, "")
    return f"fields.{before}{name}"


def _ask(truths: Sequence[Truth], cancel: CancelToken, results: Results) -> list[str]:
    with (
        tempfile.TemporaryDirectory(prefix="docuchat-bench-") as folder,
        true_library(Path(folder), truths) as (library, files),
    ):
        asked = ask_all(read_questions(truths), library, files, cancel)
    right: dict[str, list[bool]] = defaultdict(list)
    for each in asked:
        for name in ("all", each.question.kind, f"in {each.question.language}"):
            right[name].append(each.right)
    for name, marks in sorted(right.items()):
        aim = _QUESTIONS_AIM if name == "all" else None
        results[f"questions.{name}"] = counted(sum(marks), len(marks), better="higher", target=aim)
    wrongly = sum(each.answered_wrongly for each in asked)
    results["questions.answered wrongly"] = counted(wrongly, len(asked), better="lower")
    seconds = [each.seconds for each in asked]
    results["questions.p95"] = figure(percentile(seconds, 0.95), "s", better="lower", digits=3)
    return [each.line for each in asked if not each.right]
