"""Does a search find the right page, and what does each stage add and cost?

Stages are switched on one after another over the same library: keywords, dense, fused, with other words and
page roles, routed, re-ranked. Values carry 95 % bootstrap intervals; the half of the questions that weights
were chosen on and the held-out half are told apart. Times are those of a search for a few hits.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import ir_measures

from core.engine import Engine
from core.errors import UsageError
from core.search.ranking import RetrievalOptions
from core.types import SearchResult
from tests.benchmarks.evaluation_data import shared_folder
from tests.benchmarks.intervals import mean_with_interval
from tests.benchmarks.judged_sets import MIXED, JudgedSet, financebench, open_library, papers, scifact, xquad
from tests.benchmarks.reporting import Bench
from tests.benchmarks.retrieval.distractors import make_reports
from tests.benchmarks.retrieval.tuning import tune_weights

_LIMIT = 60  # chunks asked for: ten distinct pages are among them
_SCIFACT_LIMIT = 300
_TIMED_LIMIT = 8
QUICK_DOCUMENTS = 2
_QUICK = "-quick"

_FUSED = RetrievalOptions(
    instructions=False, exact=False, expansion=False, routing=False, roles=False, rerank=False
)
STAGES: Mapping[str, RetrievalOptions] = {
    "keywords": replace(_FUSED, dense=False),
    "dense": replace(_FUSED, keywords=False),
    "fused": _FUSED,
    "understood": replace(_FUSED, instructions=True, exact=True, expansion=True),
    "roles": replace(_FUSED, instructions=True, exact=True, expansion=True, roles=True),
    "routed": RetrievalOptions(rerank=False),
    "reranked": RetrievalOptions(),
}
AIMS = {
    "financebench.one.reranked.page_recall@5": 0.70,
    "financebench.all.reranked.page_recall@5": 0.60,
    "financebench.all.reranked.right_document@1.named": 0.90,
    "scifact.reranked.nDCG@10": 0.72,
}
# Language of the paragraphs, and of the questions.
_XQUAD = {
    "xquad": ("en", "en"),
    "xquad-de": ("de", "de"),
    "xquad-cross": ("en", "de"),
    "xquad-mixed": (MIXED, "en"),
    "xquad-mixed-de": (MIXED, "de"),
}
Judgements = dict[str, dict[str, int]]  # question id → what is right → grade
# As it is told and as `ir-measures` calls it, what is ranked of a hit, and what is right.
_Measure = tuple[str, str, Callable[[Any], str], Judgements]
_RIGHT_DOCUMENT = "right_document@1"


def run_retrieval(
    bench: Bench,
    *,
    work: Path | None = None,
    sets: Sequence[str] = ("financebench", "scifact", "papers"),
    distractors: int = 0,
    tune: bool = False,
    embedder: str = "",
) -> None:
    """Measure the sets of `DOCUCHAT_SHARED`; libraries are kept in `work`."""
    bench.embedder = embedder
    if tune and distractors:
        raise UsageError("--tune and --distractors are measured one at a time.")
    shared, bench.folder = shared_folder(), work or bench.folder
    if distractors:
        _among_others(bench, financebench(shared), distractors)
    elif tune:
        with _library(bench, judged := financebench(shared)) as engine:
            tune_weights(engine, judged, bench)
    else:
        _sets(bench, shared, sets)


def _library(bench: Bench, judged: JudgedSet) -> Engine:
    return open_library(judged, bench.paths, bench.settings, bench.folder, bench.cancel)


def _tell(bench: Bench, name: str, values: Mapping[str, float], judged: JudgedSet) -> None:
    """A mean, its interval, and the means of both halves."""
    mean, low, high = mean_with_interval(list(values.values()))
    bench.add(name, mean, "share", "higher", AIMS.get(name), digits=3)
    bench.add(f"{name}.low", low, "share", "higher", digits=3)
    bench.add(f"{name}.high", high, "share", "higher", digits=3)
    for half, wanted in (("tuned", False), ("held_out", True)):
        ids = {one.question_id for one in judged.questions if one.held_out is wanted} & values.keys()
        if ids:
            share = sum(values[one] for one in ids) / len(ids)
            bench.add(f"{name}.{half}", share, "share", "higher", digits=3)


def _sets(bench: Bench, shared: Path, names: Sequence[str]) -> None:
    if "financebench" in names:
        judged = financebench(shared)
        _by_page(bench, _quick_part(bench, judged) if bench.quick else judged, ("one", "all"))
    if "papers" in names and bench.quick:
        bench.left_out.append("papers: 35 documents take a minute to read (without --quick)")
    elif "papers" in names:
        _by_page(bench, papers(), ("all",))
    for name, (language, asked_in) in _XQUAD.items():
        if name in names:
            _by_page(bench, xquad(shared, language, asked_in), ("all",), name=name)
    if "scifact" in names and bench.quick:
        bench.left_out.append("scifact: its 5,183 abstracts take minutes to embed (without --quick)")
    elif "scifact" in names:
        judged = scifact(shared)
        with _library(bench, judged) as engine:
            _stages(bench, engine, "scifact", judged)
            documents = len(engine.documents())
        bench.notes.append(f"scifact: {len(judged.questions)} questions over {documents} documents")


def _by_page(bench: Bench, judged: JudgedSet, scopes: Sequence[str], name: str = "") -> None:
    """Questions over each document by itself (`one`) and over all of a set together (`all`)."""
    told = name or judged.name.removesuffix(_QUICK)
    with _library(bench, judged) as engine:
        ids = {document.filename: document.document_id for document in engine.documents()}
        for scope in scopes:
            _stages(bench, engine, f"{told}.{scope}", judged, ids=ids if scope == "one" else None)
    bench.notes.append(
        f"{told}: {len(judged.questions)} questions over {len(ids)} documents; "
        f"{sum(question.named for question in judged.questions)} name the organisation of their document"
    )


def _stages(
    bench: Bench,
    engine: Engine,
    name: str,
    judged: JudgedSet,
    stages: Sequence[str] = tuple(STAGES),
    ids: Mapping[str, str] | None = None,
) -> None:
    """Measures and times of stages; with `ids` (file name → id) a question is put to its document only."""

    def asked(limit: int) -> dict[str, SearchResult]:
        bench.cancel.check()
        retriever = engine.retriever(STAGES[stage])
        return {
            one.question_id: retriever.search(
                one.text, limit=limit, document_ids=None if ids is None else [ids[one.filename]]
            )
            for one in judged.questions
        }

    for stage in stages:
        results = asked(_SCIFACT_LIMIT if any(one.relevant for one in judged.questions) else _LIMIT)
        for told, measure, item, right in _measures(judged, within_one=ids is not None):
            rankings = {key: [item(hit) for hit in result.hits] for key, result in results.items()}
            values = _per_question(measure, rankings, right)
            _tell(bench, f"{name}.{stage}.{told}", values, judged)
            named = {one.question_id: values[one.question_id] for one in judged.questions if one.named}
            if named and told == _RIGHT_DOCUMENT:
                _tell(bench, f"{name}.{stage}.{told}.named", named, judged)
        _milliseconds(bench, f"{name}.{stage}.ms", list(asked(_TIMED_LIMIT).values()))


def _measures(judged: JudgedSet, *, within_one: bool) -> Iterator[_Measure]:
    if any(one.relevant for one in judged.questions):
        relevant = {one.question_id: dict(one.relevant) for one in judged.questions}
        for told, measure in (("nDCG@10", "nDCG@10"), ("recall@100", "R@100")):
            yield told, measure, lambda hit: Path(hit.filename).stem, relevant
        return
    pages = {one.question_id: {f"{one.filename}#{page}": 1 for page in one.pages} for one in judged.questions}
    for cutoff in (1, 5, 10):
        yield f"page_recall@{cutoff}", f"Success@{cutoff}", lambda hit: f"{hit.filename}#{hit.page}", pages
    if not within_one:
        files = {one.question_id: {one.filename: 1} for one in judged.questions}
        yield _RIGHT_DOCUMENT, "Success@1", lambda hit: str(hit.filename), files


def _per_question(measure: str, rankings: Mapping[str, Sequence[str]], right: Judgements) -> dict[str, float]:
    """A measure of `ir-measures` for each question; what is found twice counts at its best place."""
    run = {
        question: {item: float(-rank) for rank, item in enumerate(dict.fromkeys(items))}
        for question, items in rankings.items()
    }
    found = ir_measures.iter_calc([ir_measures.parse_measure(measure)], right, run)
    values = {value.query_id: float(value.value) for value in found}
    return {question: values.get(question, 0.0) for question in right}


def _among_others(bench: Bench, judged: JudgedSet, count: int) -> None:
    """The same questions over the same documents alone and among `count` others that look like them."""
    last = ("fused", "reranked")
    with _library(bench, judged) as engine:
        made = make_reports(engine, bench.folder / f"distractors-{count}", count)
        _stages(bench, engine, "financebench.all", judged, last)
    together = JudgedSet(
        f"{judged.name}-among-{count}", judged.questions, lambda work: [*judged.documents(work), *made]
    )
    # What is read and embedded already is not read again.
    own, copy = bench.folder / judged.name / "data", bench.folder / together.name / "data"
    if not copy.exists():
        shutil.copytree(own, copy)
    with _library(bench, together) as engine:
        _stages(bench, engine, f"financebench.all.among_{count}", together, last)
        documents = engine.documents()
    bench.notes.append(
        f"financebench: {len(judged.questions)} questions over {len(documents)} documents, "
        f"{len(made)} of them invented; {sum(document.chunk_count for document in documents)} passages"
    )


def _milliseconds(bench: Bench, name: str, results: Sequence[SearchResult]) -> None:
    """The median of each stage, and of all but the embedding of the question together."""
    taken = [result.milliseconds for result in results]
    for stage in sorted({stage for one in taken for stage in one}):
        bench.percentiles([one.get(stage, 0.0) for one in taken], {f"{name}.{stage}": 0.5})
    totals = [sum(value for stage, value in one.items() if stage != "embed") for one in taken]
    bench.percentiles(totals, {f"{name}.p50": 0.5, f"{name}.p95": 0.95})


def _quick_part(bench: Bench, judged: JudgedSet) -> JudgedSet:
    """The smallest documents and the questions about them, in a library of their own."""
    files = sorted(judged.documents(bench.folder), key=lambda path: path.stat().st_size)[:QUICK_DOCUMENTS]
    names = {path.name for path in files}
    questions = tuple(question for question in judged.questions if question.filename in names)
    bench.left_out.append(
        f"financebench: {len(questions)} of {len(judged.questions)} questions over the {len(files)} smallest "
        "documents: figures of so few say only that it works"
    )
    return JudgedSet(f"{judged.name}{_QUICK}", questions, lambda _folder: files)
