"""Are kinds of requests told apart?

The examples themselves, each told by a fit without its tenth of them; the everyday requests that the
developers see (they were tuned on); and the questions of XQuAD, of which hardly any is more than a fact:
those that a reading plan would answer are mistakes.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import numpy as np

from core.cancel import CancelToken
from core.engine.language_model import configured_model
from core.judge.exemplars import Exemplars, fitted, load_exemplars
from core.llm.base import ChatModel
from core.models.catalogue import load_catalogue
from core.models.store import ModelStore
from core.plans.near_kinds import read_kind
from core.plans.request_kinds import KINDS_RIDGE, KINDS_WIDTH, LOOKED_UP, RequestKinds
from core.search.base import Embedder
from core.search.embedder import embedder_of
from core.system.paths import resources
from core.types.requests import RequestKind
from tests.benchmarks.evaluation_data import json_lines, shared_folder
from tests.benchmarks.judged_sets import xquad
from tests.benchmarks.reporting import Bench
from tests.cases import Case, cases

FOLDS = 10
# What the everyday requests call their kinds; one that asks for what is not there is looked up.
_EVERYDAY = {
    "about": RequestKind.ABOUT,
    "summarise": RequestKind.SUMMARY,
    "section": RequestKind.SUMMARY,
    "list": RequestKind.LIST,
    "steps": RequestKind.STEPS,
    "compare": RequestKind.COMPARISON,
    "explain": RequestKind.EXPLANATION,
    "find": RequestKind.FIND,
    "yesno": RequestKind.YES_NO,
    "calc": RequestKind.FIGURE,
    "draft": RequestKind.DRAFT,
    "unanswerable": RequestKind.FACT,
}


def run_request_kinds(bench: Bench, *, read: bool = False) -> None:
    """Tell them apart with the configured embedder. `read`: and with the language model where two are near;
    then of XQuAD a third that its limits were not chosen on."""
    models = ModelStore(bench.paths.models, load_catalogue())
    with ExitStack() as closing:
        embedder = embedder_of(models.require(bench.settings.models.embedding_model))
        closing.callback(embedder.close)
        model = configured_model(bench.paths, bench.settings, models) if read else None
        if model is not None:
            closing.callback(model.close)
        _measure(bench, embedder, model)


def _measure(bench: Bench, embedder: Embedder, model: ChatModel | None) -> None:
    exemplars = load_exemplars(resources() / "request_kinds.toml")
    right = _told_without_their_tenth(exemplars, embedder, bench.cancel)
    bench.share("examples_right", right, len(exemplars.texts))
    kinds = RequestKinds(embedder, bench.folder)
    everyday = list(_everyday(shared_folder()))

    def kind_of(text: str) -> RequestKind:
        return read_kind(kinds.kind_of(text), text, model, bench.cancel).kind

    wrong = [text for text, kind in everyday if not _is_read_alike(kind_of(text), kind)]
    bench.share("everyday_right", len(everyday) - len(wrong), len(everyday))
    bench.notes += [f"read otherwise: {text}" for text in wrong]
    for half in ("tuned", "held_out", "hard"):
        rows = [
            row for row in cases("request_kinds", "which_kind_a_request_is_of") if row.given["half"] == half
        ]
        told = [kind_of(row.given["text"]) for row in rows]
        both = list(zip(told, rows, strict=True))
        exactly = sum(kind in _kinds_of(row) for kind, row in both)
        alike = sum(
            any(_is_read_alike(kind, RequestKind(name)) for name in _kinds_of(row)) for kind, row in both
        )
        bench.share(f"as_people_type.{half}", exactly, len(rows))
        bench.share(f"as_people_type.{half}, or looked up alike", alike, len(rows))
    if bench.quick:
        bench.left_out.append("XQuAD (--quick)")
        return
    for language in ("en", "de"):
        questions = [asked.text for asked in xquad(shared_folder(), language).questions]
        questions = questions if model is None else questions[1::3]
        told = [kind_of(text) for text in questions]
        looked_up = sum(kind in {*LOOKED_UP, RequestKind.YES_NO} for kind in told)
        bench.share(f"xquad_{language}_looked_up", looked_up, len(questions))


def _told_without_their_tenth(exemplars: Exemplars, embedder: Embedder, cancel: CancelToken) -> int:
    vectors = np.stack([embedder.embed_query(text) for text in exemplars.texts])
    fold = np.random.default_rng(0).integers(0, FOLDS, len(exemplars.texts))
    of = np.asarray(exemplars.of)
    right = 0
    for number in range(FOLDS):
        cancel.check()
        inside = fold == number
        fit = fitted(vectors[~inside], of[~inside], len(exemplars.kinds), KINDS_RIDGE, KINDS_WIDTH)
        right += int((fit.scores(vectors[inside]).argmax(1) == of[inside]).sum())
    return right


def _everyday(folder: Path) -> Iterator[tuple[str, RequestKind]]:
    for row in json_lines(folder.parent / "everyday" / "dev" / "tasks.jsonl"):
        yield row["question"], _EVERYDAY[row["kind"]]


def _kinds_of(case: Case) -> set[str]:
    return {case.expected, case.given.get("also", case.expected)}


def _is_read_alike(told: RequestKind, right: RequestKind) -> bool:
    """The same kind, or two that are looked up, which are answered in one way but for the place."""
    return told is right or {told, right} <= {*LOOKED_UP, RequestKind.YES_NO}
