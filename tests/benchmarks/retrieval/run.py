"""Does a search find the right page, and what does each stage add and cost?

Stages are switched on one after another over the same library: keywords, dense, fused, with other words and
page roles, routed, re-ranked. Values carry 95 % bootstrap intervals; the half of the questions that weights
were chosen on and the held-out half are told apart. Times are those of a search for a few hits.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path

from core.cancel import CancelToken
from core.engine import Engine
from core.errors import UsageError
from core.ingest.structure.document_facts import name_facts
from core.published.schemas import BenchOutput
from core.search.concepts import grams, joined, words
from core.search.ranking import RetrievalOptions
from core.settings import Settings
from core.system.paths import AppPaths
from core.types import SearchResult
from tests.benchmarks.evaluation_data import shared_folder
from tests.benchmarks.figures import Results, figure, percentile
from tests.benchmarks.intervals import mean_with_interval
from tests.benchmarks.judged_sets import (
    JudgedQuestion,
    JudgedSet,
    financebench,
    open_library,
    papers,
    scifact,
)
from tests.benchmarks.reporting import report
from tests.benchmarks.retrieval.distractors import make_reports
from tests.benchmarks.retrieval.rankings import per_question
from tests.benchmarks.retrieval.tuning import VALUES, tuned, weight_of

_LIMIT = 60  # chunks asked for: ten distinct pages are among them
_SCIFACT_LIMIT = 300
_TIMED_LIMIT = 8
QUICK_DOCUMENTS = 2
_QUICK = "-quick"
_LONGEST_NAME = 6  # words
_LEAST_HEAD = 3  # letters

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


@dataclass(slots=True)
class _Bench:
    paths: AppPaths
    settings: Settings
    work: Path
    quick: bool
    cancel: CancelToken
    results: Results = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def tell(self, name: str, values: Mapping[str, float], questions: Sequence[JudgedQuestion]) -> None:
        """A mean, its interval, and the means of both halves."""
        mean, low, high = mean_with_interval(list(values.values()))
        self.results[name] = figure(mean, "share", better="higher", target=AIMS.get(name), digits=3)
        self.results[f"{name}.low"] = figure(low, "share", better="higher", digits=3)
        self.results[f"{name}.high"] = figure(high, "share", better="higher", digits=3)
        for half, wanted in (("tuned", False), ("held_out", True)):
            ids = {one.question_id for one in questions if one.held_out is wanted} & values.keys()
            if ids:
                share = sum(values[one] for one in ids) / len(ids)
                self.results[f"{name}.{half}"] = figure(share, "share", better="higher", digits=3)

    def library(self, judged: JudgedSet) -> Engine:
        return open_library(judged, self.paths, self.settings, self.work, self.cancel)


def run_retrieval(
    *,
    paths: AppPaths,
    quick: bool,
    cancel: CancelToken,
    work: Path | None = None,
    sets: Sequence[str] = ("financebench", "scifact", "papers"),
    distractors: int = 0,
    tune: bool = False,
) -> BenchOutput:
    """Measure the sets in `DOCUCHAT_SHARED`.

    Args:
        work: where the libraries are made and kept; without it a temporary folder is used.
        distractors: measure this instead: financebench among so many reports of invented organisations.
        tune: measure this instead: the weights of financebench's stages, one at a time.

    Raises:
        UsageError: there is no evaluation data, or both of `distractors` and `tune` are asked for.
        KnownError: the library cannot be made; `Cancelled` after Stop.
    """
    if tune and distractors:
        raise UsageError("--tune and --distractors are measured one at a time.")
    shared = shared_folder()
    with ExitStack() as closing:
        if work is None:
            work = Path(closing.enter_context(tempfile.TemporaryDirectory(prefix="docuchat-bench-")))
        bench = _Bench(paths, Settings.load(paths.settings), work, quick, cancel)
        if distractors:
            _among_others(bench, financebench(shared), distractors)
        elif tune:
            _tune(bench, financebench(shared))
        else:
            _sets(bench, shared, sets)
    return report("retrieval", bench.results, left_out=bench.left_out, notes=bench.notes)


def _sets(bench: _Bench, shared: Path, names: Sequence[str]) -> None:
    if "financebench" in names:
        judged = financebench(shared)
        _by_page(bench, _quick_part(bench, judged) if bench.quick else judged, ("one", "all"))
    if "papers" in names and bench.quick:
        bench.left_out.append("papers: 35 documents take a minute to read (without --quick)")
    elif "papers" in names:
        _by_page(bench, papers(), ("all",))
    if "scifact" in names and bench.quick:
        bench.left_out.append("scifact: its 5,183 abstracts take minutes to embed (without --quick)")
    elif "scifact" in names:
        _scifact(bench, scifact(shared))


def _by_page(bench: _Bench, judged: JudgedSet, scopes: Sequence[str]) -> None:
    """Questions over each document by itself (`one`) and over all of a set together (`all`)."""
    with bench.library(judged) as engine:
        ids = {document.filename: document.document_id for document in engine.documents()}
        named = {question.question_id for question in judged.questions if _names_document(engine, question)}
        for scope in scopes:
            name = f"{judged.name.removesuffix(_QUICK)}.{scope}"
            _stages(bench, engine, name, judged, STAGES, named, ids if scope == "one" else None)
        bench.notes.append(
            f"{judged.name}: {len(judged.questions)} questions over {len(ids)} documents; "
            f"{len(named)} name the organisation of their document"
        )


def _stages(
    bench: _Bench,
    engine: Engine,
    name: str,
    judged: JudgedSet,
    stages: Mapping[str, RetrievalOptions],
    named: set[str],
    ids: Mapping[str, str] | None = None,
) -> None:
    """Measures and times of stages; with `ids` (file name → id) a question is put to its document only."""

    def asked(options: RetrievalOptions, limit: int) -> dict[str, SearchResult]:
        bench.cancel.check()
        within = {one.question_id: None if ids is None else [ids[one.filename]] for one in judged.questions}
        return {
            one.question_id: _search(engine, options, one, limit, within[one.question_id])
            for one in judged.questions
        }

    for stage, options in stages.items():
        _page_measures(bench, f"{name}.{stage}", judged, asked(options, _LIMIT), named)
        _milliseconds(bench, f"{name}.{stage}", list(asked(options, _TIMED_LIMIT).values()))


def _among_others(bench: _Bench, judged: JudgedSet, count: int) -> None:
    """The same questions over the same documents alone and among `count` others that look like them."""
    last = {name: STAGES[name] for name in ("fused", "reranked")}
    with bench.library(judged) as engine:
        made = make_reports(engine, bench.work / f"distractors-{count}", count)
        named = {question.question_id for question in judged.questions if _names_document(engine, question)}
        _stages(bench, engine, "financebench.all", judged, last, named)
    together = JudgedSet(
        f"{judged.name}-among-{count}", judged.questions, lambda work: [*judged.documents(work), *made]
    )
    # What is read and embedded already is not read again.
    own, copy = bench.work / judged.name / "data", bench.work / together.name / "data"
    if not copy.exists():
        shutil.copytree(own, copy)
    with bench.library(together) as engine:
        _stages(bench, engine, f"financebench.all.among_{count}", together, last, named)
        documents = engine.documents()
        bench.notes.append(
            f"financebench: {len(judged.questions)} questions over {len(documents)} documents, "
            f"{len(made)} of them invented; {sum(document.chunk_count for document in documents)} passages"
        )


def _tune(bench: _Bench, judged: JudgedSet) -> None:
    with bench.library(judged) as engine:
        ids = {document.filename: document.document_id for document in engine.documents()}

        def places(options: RetrievalOptions, questions: Sequence[JudgedQuestion], setting: str) -> list[int]:
            found: list[int] = []
            for question in questions:
                within = [ids[question.filename]] if setting == "one" else None
                pages = _pages(_search(engine, options, question, _LIMIT, within))
                right = {f"{question.filename}#{page}" for page in question.pages}
                found.append(next((rank for rank, page in enumerate(pages, 1) if page in right), 0))
            return found

        values, reported, chosen = tuned(judged.questions, places, bench.cancel.check)
    for name, rank in values.items():
        bench.results[f"tune.{name}"] = figure(rank, "MRR", better="higher", digits=3)
    for name, rank in reported.items():
        bench.results[f"held_out.{name}"] = figure(rank, "MRR", better="higher", digits=3)
    won = [
        f"{name} {weight_of(chosen, name):g}"
        for name in VALUES
        if weight_of(chosen, name) != weight_of(RetrievalOptions(), name)
    ]
    bench.notes.append(
        f"{sum(not question.held_out for question in judged.questions)} questions to tune on, "
        f"{sum(question.held_out for question in judged.questions)} held out; "
        f"better than shipped by a fifth of a question: {', '.join(won) or 'nothing'}"
    )


def _page_measures(
    bench: _Bench, name: str, judged: JudgedSet, results: Mapping[str, SearchResult], named: set[str]
) -> None:
    rankings = {question: _pages(result) for question, result in results.items()}
    judgements = {
        question.question_id: {f"{question.filename}#{page}": 1 for page in question.pages}
        for question in judged.questions
    }
    for cutoff in (1, 5, 10):
        values = per_question(f"Success@{cutoff}", rankings, judgements)
        bench.tell(f"{name}.page_recall@{cutoff}", values, judged.questions)
    if ".all." in name:
        documents = {
            question: list(dict.fromkeys(hit.filename for hit in result.hits))
            for question, result in results.items()
        }
        right = {question.question_id: {question.filename: 1} for question in judged.questions}
        values = per_question("Success@1", documents, right)
        bench.tell(f"{name}.right_document@1", values, judged.questions)
        of_named = {key: value for key, value in values.items() if key in named}
        if of_named:
            bench.tell(f"{name}.right_document@1.named", of_named, judged.questions)


def _names_document(engine: Engine, question: JudgedQuestion) -> bool:
    """Whether the question names the organisation of its document, by the names its file is known by."""
    wanted = {joined(name) for name in name_facts(question.filename).names}
    wanted |= {
        joined(name)
        for document in engine.registry().documents.values()
        if document.filename == question.filename
        for name in document.facts.names
    }
    asked = {gram for _, _, gram in grams(words(question.text), _LONGEST_NAME)}
    heads = {gram for gram in asked if len(gram) >= _LEAST_HEAD}
    return bool(asked & wanted) or any(
        name.startswith(tuple(heads & _capitals(question.text))) for name in wanted
    )


def _capitals(text: str) -> set[str]:
    return {joined(word) for word in text.split() if word[:1].isupper()}


def _scifact(bench: _Bench, judged: JudgedSet) -> None:
    with bench.library(judged) as engine:
        judgements = {question.question_id: dict(question.relevant) for question in judged.questions}
        for stage, options in STAGES.items():
            results = {
                question.question_id: _search(engine, options, question, _SCIFACT_LIMIT)
                for question in judged.questions
            }
            bench.cancel.check()
            rankings = {
                question: list(dict.fromkeys(Path(hit.filename).stem for hit in result.hits))
                for question, result in results.items()
            }
            for measure, told in (("nDCG@10", "nDCG@10"), ("R@100", "recall@100")):
                values = per_question(measure, rankings, judgements)
                bench.tell(f"scifact.{stage}.{told}", values, judged.questions)
            timed = [_search(engine, options, question, _TIMED_LIMIT) for question in judged.questions]
            _milliseconds(bench, f"scifact.{stage}", timed)
        bench.notes.append(
            f"scifact: {len(judged.questions)} questions over {len(engine.documents())} documents"
        )


def _search(
    engine: Engine,
    options: RetrievalOptions,
    question: JudgedQuestion,
    limit: int,
    document_ids: Sequence[str] | None = None,
) -> SearchResult:
    return engine.retriever(options).search(question.text, limit=limit, document_ids=document_ids)


def _pages(result: SearchResult) -> list[str]:
    """Distinct pages in the order in which they were found."""
    return list(dict.fromkeys(f"{hit.filename}#{hit.page}" for hit in result.hits))


def _milliseconds(bench: _Bench, name: str, results: Sequence[SearchResult]) -> None:
    """The median of each stage, and of all but the embedding of the question together."""
    taken = [result.milliseconds for result in results]
    for stage in sorted({stage for one in taken for stage in one}):
        middle = percentile([one.get(stage, 0.0) for one in taken], 0.5)
        bench.results[f"{name}.ms.{stage}"] = figure(middle, "ms", better="lower")
    totals = [sum(value for stage, value in one.items() if stage != "embed") for one in taken]
    bench.results[f"{name}.ms.p50"] = figure(percentile(totals, 0.5), "ms", better="lower")
    bench.results[f"{name}.ms.p95"] = figure(percentile(totals, 0.95), "ms", better="lower")


def _quick_part(bench: _Bench, judged: JudgedSet) -> JudgedSet:
    """The smallest documents and the questions about them, in a library of their own."""
    files = sorted(judged.documents(bench.work), key=lambda path: path.stat().st_size)[:QUICK_DOCUMENTS]
    names = {path.name for path in files}
    questions = tuple(question for question in judged.questions if question.filename in names)
    bench.left_out.append(
        f"financebench: {len(questions)} of {len(judged.questions)} questions over the {len(files)} smallest "
        "documents: figures of so few say only that it works"
    )
    return JudgedSet(f"{judged.name}{_QUICK}", questions, lambda _folder: files)
