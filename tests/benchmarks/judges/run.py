"""Does a sentence answer a question? What each judge of answers tells apart, on the half kept for reporting.

Over XQuAD, English and German: every question is judged with the sentences of its article (*present*), and
once more without the paragraph that answers it (*nearby*). The best sentence's score should tell the two
apart, and the best sentence should hold the answer.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from core.cancel import CancelToken
from core.errors import ModelError
from core.judge.answer_judges import CrossEncoderJudge
from core.judge.base import AnswerJudge
from core.judge.calibration import Signs, certainty_of, least_certainty
from core.judge.word_judge import WordJudge
from core.models.catalogue import load_catalogue
from core.models.store import InstalledModel, ModelStore
from core.published.schemas import BenchOutput
from core.search.base import Embedder
from core.search.crossencoder import FastembedCrossEncoder
from core.search.embedder import embedder_of
from core.system.paths import AppPaths
from core.text.textspan import split_sentences
from tests.benchmarks.answers.marks import normalised
from tests.benchmarks.evaluation_data import is_held_out, json_lines, shared_folder
from tests.benchmarks.figures import Results, figure, percentile
from tests.benchmarks.reporting import report

QUICK_QUESTIONS = 40
SETS = {"en": "paragraphs.jsonl", "de": "paragraphs.de.jsonl"}
_PASSED = 0.05  # of the nearby questions: where the threshold is put to compare judges


@dataclass(frozen=True, slots=True)
class _Case:
    question: str
    answers: tuple[str, ...]
    paragraph: int
    article: tuple[int, ...]  # all its paragraphs, the one that answers included


def run_judges(*, paths: AppPaths, quick: bool, cancel: CancelToken, tuned: bool = False) -> BenchOutput:
    """Every installed judge of answers on one half of the questions.

    Raises:
        UsageError: there is no evaluation data.
        ModelError: a model is damaged, or none is installed.
    """
    judges = list(_judges(paths))
    if not judges:
        raise ModelError("No judge of answers is installed.", "`docuchat models get ms-marco-minilm-l-12-v2`")
    results: Results = {}
    left_out: list[str] = []
    for language, name in SETS.items():
        paragraphs, cases = _cases(shared_folder() / "xquad" / name, tuned)
        if quick and len(cases) > QUICK_QUESTIONS:
            left_out.append(f"{language}: {len(cases) - QUICK_QUESTIONS} of {len(cases)} questions")
            cases = cases[:: len(cases) // QUICK_QUESTIONS + 1]
        results[f"{language}: questions"] = figure(len(cases), "questions", better="higher", digits=0)
        for judge in judges:
            results |= _measured(language, judge, cases, paragraphs, cancel)
    notes = [f"half: {'tuned' if tuned else 'held out'}"]
    return report("judges", results, left_out=left_out, notes=notes)


def _judges(paths: AppPaths) -> Iterator[AnswerJudge]:
    store = ModelStore(paths.models, load_catalogue())
    for entry in store.catalogue.models:
        if entry.role not in ("reranker", "embedding") or not store.installed(entry.model_id):
            continue
        yield judge_of(store.require(entry.model_id))
    yield WordJudge()


class EmbedderJudge:
    """The cosine of question and sentence: measured, and used nowhere."""

    def __init__(self, embedder: Embedder, name: str) -> None:
        self._embedder = embedder
        self._name = name

    @property
    def name(self) -> str:
        return self._name

    def answers(self, question: str, texts: Sequence[str]) -> list[float]:
        """See `AnswerJudge`."""
        if not texts:
            return []
        asked = self._embedder.embed_query(question)
        return [float(cosine) for cosine in self._embedder.embed(texts) @ asked]


def judge_of(installed: InstalledModel) -> AnswerJudge:
    """The judge that an installed re-ranker or embedder makes."""
    entry = installed.entry
    if entry.role == "reranker":
        encoder = FastembedCrossEncoder(installed.folder, installed.main_file)
        return CrossEncoderJudge(encoder, entry.model_id)
    return EmbedderJudge(embedder_of(installed), entry.model_id)


def _cases(path: Path, tuned: bool) -> tuple[list[list[str]], list[_Case]]:
    """The sentences of every paragraph, and the questions of one half."""
    rows = json_lines(path)
    articles: dict[str, list[int]] = defaultdict(list)
    for place, row in enumerate(rows):
        articles[row["title"]].append(place)
    paragraphs = [[row["context"][span.start : span.end] for span in split_sentences(row["context"])]
                  for row in rows]  # fmt: skip
    cases = [
        _Case(asked["question"], tuple(asked["answers"]), place, tuple(articles[row["title"]]))
        for place, row in enumerate(rows)
        for number, asked in enumerate(row["questions"])
        if is_held_out(f"xquad-{place:03}-{number:02}") is not tuned
    ]
    return paragraphs, [case for case in cases if len(case.article) > 1]


def _measured(
    language: str,
    judge: AnswerJudge,
    cases: Sequence[_Case],
    paragraphs: Sequence[Sequence[str]],
    cancel: CancelToken,
) -> Results:
    present, nearby, first, second, seconds = [], [], [], [], []
    by_words = WordJudge()

    def certainty(question: str, scored: Sequence[tuple[float, str]]) -> float:
        score, text = max(scored)
        (share,) = by_words.answers(question, [text])
        return certainty_of(judge.name, language, Signs(score, share))

    for case in cases:
        cancel.check()
        sentences = [(place, text) for place in case.article for text in paragraphs[place]]
        began = time.perf_counter()
        scores = judge.answers(case.question, [text for _, text in sentences])
        seconds.append((time.perf_counter() - began) * 1000)
        ordered = sorted(range(len(scores)), key=lambda at: -scores[at])
        holding = [
            any(normalised(gold) in normalised(sentences[at][1]) for gold in case.answers)
            for at in ordered[:2]
        ]
        first.append(holding[0])
        second.append(any(holding))
        scored = [(score, text, place) for score, (place, text) in zip(scores, sentences, strict=True)]
        present.append(certainty(case.question, [one[:2] for one in scored]))
        nearby.append(certainty(case.question, [one[:2] for one in scored if one[2] != case.paragraph]))
    limit = float(np.quantile(nearby, 1 - _PASSED))
    name, least = f"{language}, {judge.name}", least_certainty(judge.name, language)
    return {
        f"{name}: certainty that {_PASSED:.0%} of nearby reach": figure(
            limit, "share", better="lower", digits=3
        ),
        f"{name}: nearby taken for answered": _share(float(np.mean([score >= least for score in nearby]))),
        f"{name}: present taken for answered": _share(float(np.mean([score >= least for score in present]))),
        f"{name}: present told from nearby, AUC": _share(auc(present, nearby)),
        f"{name}: best sentence holds the answer": _share(float(np.mean(first))),
        f"{name}: one of the best two does": _share(float(np.mean(second))),
        f"{name}: time a question, p50": figure(percentile(seconds, 0.5), "ms", better="lower"),
    }


def auc(higher: Sequence[float], lower: Sequence[float]) -> float:
    """How likely a score of the first is above one of the second; a tie counts half."""
    above = np.subtract.outer(np.asarray(higher), np.asarray(lower))
    return float((above > 0).mean() + (above == 0).mean() / 2)


def _share(value: float):  # type: ignore[no-untyped-def]
    return figure(value, "share", better="higher", digits=3)
