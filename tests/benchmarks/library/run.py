"""`docuchat bench library`: sorting, fields and questions over generated documents with known values.

The generator and the questions were written by somebody who had not seen the rules. Fields are read from PDFs
by the program's own reader; questions are asked of a real library that holds the true values, so that an
answer is wrong only where the question was not understood.
"""

from __future__ import annotations

import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path

from core.cancel import CancelToken
from core.engine.buckets import schemas_of
from core.engine.field_library import StoredFieldLibrary
from core.fields.extraction.extract import Known, pages_to_read, read_fields
from core.fields.extraction.layout import sheet_of
from core.fields.schema import BucketSchema, built_in_schemas
from core.fields.sorting import Head, Sorter
from core.ingest.ocr.recogniser import TextRecognizer
from core.ingest.readers import format_named, load_reader
from core.published.schemas import BenchOutput
from core.store.database import Database
from core.store.documents import DocumentRepository
from core.store.fields import FieldRepository
from core.store.words import unpack_words
from core.types import Document, DocumentStatus, Page, Span, document_id_for
from tests.benchmarks.figures import Results, counted, figure, percentile
from tests.benchmarks.library.asked import is_right
from tests.benchmarks.library.generator import Truth, iterate_corpus, write_truths
from tests.benchmarks.library.questions import questions
from tests.benchmarks.library.recognised import recognised_pages
from tests.benchmarks.library.scoring import FieldScores, true_values
from tests.benchmarks.machine import commit, machine

DOCUMENTS, QUICK_DOCUMENTS = 300, 24
_SORTER_AIM, _QUESTIONS_AIM = 0.97, 1.0
_FIELDS_AIMS = {"clean": 0.95, "scanned": 0.85}


def run_library(
    *,
    quick: bool,
    cancel: CancelToken,
    documents: int = 0,
    scanned: int = 0,
    seed: int = 1,
    details: Path | None = None,
) -> BenchOutput:
    """Write the documents, read them, ask the questions.

    Args:
        documents: how many; 0: as many as `quick` means.
        scanned: how many of the scanned ones are read, too; their text is recognised, some 7 s a page.
        details: every miss and every wrong answer is written here, a line each.

    Raises:
        OSError: the documents cannot be written. core.errors.WorkerError: a scan cannot be recognised.
    """
    count = documents or (QUICK_DOCUMENTS if quick else DOCUMENTS)
    results: Results = {}
    notes: list[str] = []
    lines: list[str] = []
    with tempfile.TemporaryDirectory(prefix="docuchat-bench-") as folder:
        truths = _read_all(Path(folder), count, scanned, seed, cancel, results, notes, lines)
        _ask_all(Path(folder), truths, cancel, results, notes, lines)
    if details is not None:
        details.write_text("\n".join(lines) + "\n", encoding="utf-8")
    left_out = [] if scanned else ["scanned documents are not read (--scanned N reads N of them)"]
    return BenchOutput(
        name="library", commit=commit(), machine=machine(), results=results, notes=notes, left_out=left_out
    )


def write_documents(folder: Path, count: int, seed: int, cancel: CancelToken) -> BenchOutput:
    """Only write the documents, as other runs with the same seed read them, and their values beside the
    folder, so that whoever adds the folder adds documents only.

    Raises:
        OSError: they cannot be written.
    """
    truths = []
    for truth in iterate_corpus(folder, documents=count or DOCUMENTS, seed=seed):
        cancel.check()
        truths.append(truth)
    values = folder.with_name(f"{folder.name}.jsonl")
    write_truths(values, truths)
    notes = [f"{len(truths)} documents with seed {seed} are in {folder}; {values} holds their values"]
    return BenchOutput(
        name="library", commit=commit(), machine=machine(), results={}, notes=notes, left_out=[]
    )


def _read_all(
    folder: Path,
    count: int,
    scanned: int,
    seed: int,
    cancel: CancelToken,
    results: Results,
    notes: list[str],
    lines: list[str],
) -> list[Truth]:
    schemas = built_in_schemas()
    sorter = Sorter(schemas)
    scores = FieldScores()
    truths: list[Truth] = []
    seconds: list[float] = []
    rightly: dict[str, list[bool]] = {"clean": [], "scanned": []}
    with closing(TextRecognizer()) if scanned else nullcontext() as recogniser:
        for truth in iterate_corpus(folder / "documents", documents=count, seed=seed):
            cancel.check()
            truths.append(truth)
            look = "scanned" if truth.scanned else "clean"
            if truth.scanned and len(rightly["scanned"]) >= scanned:
                continue
            path = folder / "documents" / truth.filename
            pages = pages_of(path)
            if truth.scanned and recogniser is not None:
                pages = recognised_pages(recogniser, path, pages, cancel)
            began = time.monotonic()
            head = Head(truth.filename, "", [sheet_of(page) for page in pages[:2]])
            bucket = sorter.sort(head)[0][0]
            wanted = set(pages_to_read(len(pages)))
            chosen = [page for page in pages if page.number in wanted]
            found = read_fields(schemas[truth.bucket], chosen, Known(truth.language))
            seconds.append(time.monotonic() - began)
            rightly[look].append(bucket == truth.bucket)
            if bucket != truth.bucket:
                lines.append(f"sorted wrongly: {truth.filename} ({look}): {bucket} instead of {truth.bucket}")
            scores.add(truth, schemas[truth.bucket], {value.field: value for value in found})
    _keep_scores(scores, rightly, results, lines)
    results["reading.p50"] = figure(percentile(seconds, 0.5), "s", better="lower", digits=3)
    clean, scans = len(rightly["clean"]), len(rightly["scanned"])
    notes.append(f"{count} documents with seed {seed}, read: {clean} that are not scanned, {scans} scans")
    return truths


def _keep_scores(
    scores: FieldScores, rightly: Mapping[str, Sequence[bool]], results: Results, lines: list[str]
) -> None:
    """Figures of clean documents by type, bucket and method, of scanned ones by bucket."""
    for look, marks in rightly.items():
        if marks:
            name = "sorter.right" if look == "clean" else "sorter.scanned"
            results[name] = counted(sum(marks), len(marks), better="higher", target=_SORTER_AIM)
    for (group, name), tally in sorted(scores.by.items()):
        if group in ("look", "type, clean", "bucket, clean", "bucket, scanned"):
            label = f"fields.scanned.{name}" if group == "bucket, scanned" else f"fields.{name}"
            aim = _FIELDS_AIMS[name] if group == "look" else None
            results[f"{label}.f1"] = figure(tally.f1, "share", better="higher", target=aim, digits=3)
            results[f"{label}.precision"] = figure(tally.precision, "share", better="higher", digits=3)
            results[f"{label}.recall"] = figure(tally.recall, "share", better="higher", digits=3)
        elif group == "method, clean":
            results[f"fields.by {name}.precision"] = figure(
                tally.precision, "share", better="higher", digits=3
            )
    for miss in scores.misses:
        lines.append(
            f"{miss.filename}: {miss.field}: {miss.wanted!r} was read as {miss.read!r} ({miss.method})"
        )


def _ask_all(
    folder: Path,
    truths: Sequence[Truth],
    cancel: CancelToken,
    results: Results,
    notes: list[str],
    lines: list[str],
) -> None:
    right: dict[str, list[bool]] = defaultdict(list)
    answered_wrongly = 0
    seconds: list[float] = []
    with true_library(folder, truths) as (library, files):
        for question in questions(truths):
            cancel.check()
            began = time.monotonic()
            is_it, understood = is_right(question, library, files)
            seconds.append(time.monotonic() - began)
            for name in ("all", question.kind, f"in {question.language}"):
                right[name].append(is_it)
            if not is_it:
                answered_wrongly += not understood.startswith("left to the texts")
                lines.append(f"[{question.kind}] {question.question} → {understood}")
    for name, marks in sorted(right.items()):
        aim = _QUESTIONS_AIM if name == "all" else None
        results[f"questions.{name}"] = counted(sum(marks), len(marks), better="higher", target=aim)
    results["questions.answered wrongly"] = counted(answered_wrongly, len(right["all"]), better="lower")
    results["questions.p95"] = figure(percentile(seconds, 0.95), "s", better="lower", digits=3)
    notes.append("questions are asked of a library that holds the true values")


@contextmanager
def true_library(
    folder: Path, truths: Sequence[Truth]
) -> Iterator[tuple[StoredFieldLibrary, Mapping[str, str]]]:
    """A library that holds what the documents state, and document_id → file name."""
    database = Database(folder / "library.sqlite3")
    try:
        documents, fields = DocumentRepository(database), FieldRepository(database)
        schemas: Mapping[str, BucketSchema] = schemas_of(database)
        files: dict[str, str] = {}
        for truth in truths:
            document_id = document_id_for(truth.filename)
            files[document_id] = truth.filename
            path = str(folder / truth.filename)
            documents.add(
                Document(document_id, truth.filename, path, truth.filename, "", 1, 1, DocumentStatus.INDEXED)
            )
            values = true_values(truth, schemas[truth.bucket])
            fields.keep_read(document_id, truth.bucket, 1.0, values, "truth")
        yield StoredFieldLibrary(database, None), files
    finally:
        database.close()


def pages_of(path: Path, *, last: int = 0) -> list[Page]:
    """A PDF's pages as the library keeps them, up to page `last` (0: all)."""
    document = load_reader(format_named("pdf")).open(path, "")
    pages, start = [], 0
    try:
        end = min(last or document.page_count, document.page_count)
        for page in document.pages(1, end, check=False):
            span = Span(start, start + len(page.text))
            words = unpack_words(page.words, start)
            pages.append(Page(page.number, page.text, span, page.width, page.height, words=words))
            start = span.end + 1
    finally:
        document.close()
    return pages
