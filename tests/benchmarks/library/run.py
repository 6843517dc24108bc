"""Sorting, fields and questions over documents whose values are known.

Documents and questions were written by somebody who had not seen the rules. Fields are read by the program's
own reader; questions are asked of a real library that holds the true values, so that an answer is wrong only
where the question was not understood. Beside it: the documents through the whole program, where questions are
asked of what was read; real reports, whose file names tell kind and year; and a model for what rules leave.
"""

from __future__ import annotations

import re
import time
from collections import defaultdict
from collections.abc import Sequence
from contextlib import closing, nullcontext
from pathlib import Path

from core.corpus.decomposition import Decomposition
from core.corpus.planner import QuestionPlanner
from core.engine import Engine
from core.engine.field_library import StoredFieldLibrary
from core.events import EventStamper, ModelCalled
from core.fields.extraction.extract import FIRST_PAGES, Known, pages_to_read, read_fields
from core.fields.extraction.layout import sheet_of
from core.fields.schema import GENERIC, built_in_schemas
from core.fields.sorting import Head, Sorter
from core.ingest.ocr.recogniser import TextRecognizer
from core.llm.base import ChatModel
from core.settings import Settings
from core.types import Page
from tests.benchmarks.evaluation_data import shared_folder
from tests.benchmarks.ingest.library import ingest_library
from tests.benchmarks.library.asked import TODAY, Asked, ask_all, is_right
from tests.benchmarks.library.documents import (
    FOLDER,
    Truth,
    pages_of,
    read_truths,
    recognised_pages,
    true_library,
)
from tests.benchmarks.library.questions import LibraryQuestion, paraphrased, read_questions
from tests.benchmarks.library.scoring import FieldScores
from tests.benchmarks.reporting import Bench, write_lines
from tests.benchmarks.settings import home_in

_QUICK_DOCUMENTS = 24
_REPORT = re.compile(r"(?P<company>.+?)_(?P<year>\d{4})(?:Q\d)?_(?P<kind>10K|10Q|8K|EARNINGS)")
_KINDS = {
    "10K": "annual_report",
    "10Q": "quarterly_report",
    "8K": "current_report",
    "EARNINGS": "earnings_release",
}


def run_library(bench: Bench, *, documents: int = 0, scanned: int = 0, details: Path | None = None) -> None:
    """Read the documents, `scanned` of the scans, too; ask the questions, when quick only about these."""
    truths = read_truths()[: documents or (_QUICK_DOCUMENTS if bench.quick else None)]
    scans = [truth.filename for truth in truths if truth.scanned][scanned:]
    read = [truth for truth in truths if truth.filename not in scans]
    lines = _read(read, bench)
    asked_about = truths if bench.quick else [*truths, *read_truths("values_only")]
    with true_library(bench.folder, asked_about) as (library, files):
        questions = read_questions(asked_about)
        asked = ask_all(questions, library, files, bench.cancel)
        for half in ("tuned", "held out"):
            others = ask_all(paraphrased(questions, half), library, files, bench.cancel)
            bench.share(f"paraphrased.{half}", sum(one.right for one in others), len(others))
            wrong = sum(one.answered_wrongly for one in others)
            bench.share(f"paraphrased.{half}, answered wrongly", wrong, len(others), "lower")
    right: dict[str, list[bool]] = defaultdict(list)
    for each in asked:
        for name in ("all", each.question.kind, f"in {each.question.language}"):
            right[name].append(each.right)
    for name, marks in sorted(right.items()):
        target = 1.0 if name == "all" else None
        bench.share(f"questions.{name}", sum(marks), len(marks), target=target)
    lines += _missed(asked, bench)
    bench.percentiles([each.seconds for each in asked], {"questions.p95": 0.95}, "s", digits=3)
    write_lines(details, lines)
    clean = sum(not truth.scanned for truth in read)
    bench.notes += [
        f"documents read: {clean} that are not scanned, {len(read) - clean} scans",
        f"questions are asked of a library that holds the true values of {len(asked_about)} documents",
    ]
    if scans:
        bench.left_out.append(f"{len(scans)} scanned documents are not read (--scanned N reads N of them)")


def _read(truths: Sequence[Truth], bench: Bench) -> list[str]:
    schemas = built_in_schemas()
    sorter = Sorter(schemas)
    scores = FieldScores()
    seconds: list[float] = []
    any_scans = any(truth.scanned for truth in truths)
    with closing(TextRecognizer()) if any_scans else nullcontext() as recogniser:
        for truth in truths:
            bench.cancel.check()
            path = FOLDER / truth.filename
            if truth.scanned and recogniser is not None:
                pages = recognised_pages(recogniser, path, bench.cancel)
            else:
                pages = pages_of(path)
            began = time.monotonic()
            bucket = _bucket(sorter, truth.filename, pages)
            wanted = set(pages_to_read(len(pages)))
            chosen = [page for page in pages if page.number in wanted]
            values = read_fields(schemas[truth.bucket], chosen, Known(truth.language))
            seconds.append(time.monotonic() - began)
            scores.add(truth, bucket, schemas[truth.bucket], values)

    def label(look: str, group: str, name: str) -> str:
        """Clean documents by type, bucket, language and method, scanned ones by bucket."""
        if group == "all":
            return f"fields.{look}"
        if look == "scanned":
            return f"fields.scanned.{name}" if group == "bucket" else ""
        before = {"method": "by ", "language": "in "}.get(group, "")
        return f"fields.{before}{name}"

    scores.keep(bench, {"clean": "sorter.right", "scanned": "sorter.scanned"}, label)
    bench.percentiles(seconds, {"reading.p50": 0.5}, "s", digits=3)
    return scores.lines


def _bucket(sorter: Sorter, filename: str, pages: Sequence[Page]) -> str:
    return sorter.sort(Head(filename, "", [sheet_of(page) for page in pages[:2]]))[0][0]


def _missed(asked: Sequence[Asked], bench: Bench) -> list[str]:
    wrongly = sum(each.answered_wrongly for each in asked)
    bench.share("questions.answered wrongly", wrongly, len(asked), "lower")
    return [each.line for each in asked if not each.right]


def run_library_whole(bench: Bench, *, documents: int, details: Path | None = None) -> None:
    """Drop the first `documents` on a library as a user does, scans too; score what it then holds, and ask.

    A document in the wrong bucket has no right field.
    """
    scores, schemas = FieldScores(), built_in_schemas()
    truths = read_truths()[:documents]
    with Engine.open(home_in(bench.folder, bench.paths), Settings()) as engine:
        run = ingest_library(engine, [FOLDER / truth.filename for truth in truths], bench.cancel)
        ids = {document.filename: document.document_id for document in run.documents}
        for truth in truths:
            filed = engine.buckets.filed(ids[truth.filename]) if truth.filename in ids else None
            bucket = filed.sorting.bucket if filed else "not filed"
            values = filed.values if filed and bucket == truth.bucket else ()
            scores.add(truth, bucket, schemas[truth.bucket], values)
        files = {document_id: filename for filename, document_id in ids.items()}
        library = StoredFieldLibrary(engine.database, None)
        asked = ask_all(read_questions(truths), library, files, bench.cancel)

    def label(look: str, group: str, name: str) -> str:
        return {"all": f"fields.{look}", "bucket": f"fields.{look}.{name}"}.get(group, "")

    scores.keep(bench, {"clean": "sorter.clean", "scanned": "sorter.scanned"}, label)
    bench.share("questions.right", sum(each.right for each in asked), len(asked))
    write_lines(details, scores.lines + _missed(asked, bench))
    scans = sum(truth.scanned for truth in truths)
    bench.notes += [
        f"{len(truths)} documents, {scans} of them scans, ingested in {run.seconds:.0f} s",
        "questions are asked of the values that were read",
    ]


def run_library_reports(bench: Bench, *, details: Path | None = None) -> None:
    """Kind and year by the first pages of each report of `financebench`, named COMPANY_YEAR_KIND."""
    schemas = built_in_schemas()
    sorter = Sorter(schemas)
    marks: dict[str, list[str]] = {"sorted": [], "kind": [], "year": []}
    lines: list[str] = []
    for path in sorted((shared_folder() / "financebench" / "pdfs").glob("*.pdf")):
        bench.cancel.check()
        named = _REPORT.match(path.stem)
        if named is None:
            continue
        pages = pages_of(path, last=FIRST_PAGES)
        marks["sorted"].append("right" if _bucket(sorter, "document.pdf", pages) == GENERIC else "wrong")
        read = read_fields(schemas[GENERIC], pages, Known("en"))
        values = {value.field: value.value.shown for value in read if value.value is not None}
        for name, field, wanted in (
            ("kind", "document_kind", _KINDS[named["kind"]]),
            ("year", "year", named["year"]),
        ):
            value = values.get(field, "")
            marks[name].append("right" if value == wanted else "wrong" if value else "missing")
            if value != wanted:
                lines.append(f"{path.name}: {field}: {wanted!r} was read as {value!r}")
    for name, each in marks.items():
        bench.share(f"reports.{name}", each.count("right"), len(each))
        if name != "sorted":
            bench.share(f"reports.{name} wrong", each.count("wrong"), len(each), "lower")
    write_lines(details, lines)
    bench.notes.append("their names were hidden; fiscal years are those of the file names")


def run_library_planned(bench: Bench, model: ChatModel, *, count: int, details: Path | None = None) -> None:
    """Ask with the model what the exact reading does not understand whole: both halves of the questions in
    other words, and `count` of the others, evenly, a quarter of which must stay with the texts."""
    truths = [*read_truths(), *read_truths("values_only")]
    lines: list[str] = []
    with (
        true_library(bench.folder, truths) as (library, files),
        Engine.open(home_in(bench.folder / "models", bench.paths), Settings()) as engine,
    ):
        examples = engine.request_kinds().library
        assert examples is not None
        planner = QuestionPlanner(lambda: model, library, examples, EventStamper(), bench.cancel)
        questions = read_questions(truths)
        for_texts = _spread([one for one in questions if one.kind == "text"], count // 4)
        others = [one for one in questions if one.kind != "text"]
        sets = {half: paraphrased(questions, half) for half in ("tuned", "held out")}
        sets |= {"as first put": _spread(others, count - len(for_texts)), "texts": for_texts}
        for name, asking in sets.items():
            asked, calls = [], 0
            for question in asking:
                bench.cancel.check()
                began, reading = time.monotonic(), planner.read(question.question, TODAY)
                try:
                    while True:
                        calls += isinstance(next(reading), ModelCalled)
                except StopIteration as ended:
                    understood: Decomposition | None = ended.value
                right, told = is_right(question, understood, library, files)
                asked.append(Asked(question, right, told, time.monotonic() - began))
            lines += [f"{name}: {one.line}: {'right' if one.right else 'not right'}" for one in asked]
            bench.share(f"planned.{name}", sum(one.right for one in asked), len(asked))
            wrong = sum(one.answered_wrongly for one in asked)
            bench.share(f"planned.{name}, answered wrongly", wrong, len(asked), "lower")
            bench.add(f"planned.{name}, calls", calls, "")
            bench.percentiles(
                [one.seconds for one in asked], {f"planned.{name}, seconds p50": 0.5}, "s", digits=1
            )
    write_lines(details, [line for line in lines if not line.startswith("held out")])
    bench.notes.append(
        f"{model.model_name}, {len(truths)} documents; what is understood exactly needs no call"
    )


def _spread(questions: Sequence[LibraryQuestion], count: int) -> list[LibraryQuestion]:
    step = max(1, len(questions) // max(1, count))
    return list(questions[::step])[:count]
