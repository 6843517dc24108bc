"""Does a sentence answer a question? What each judge of answers tells apart, over the search as chat does it.

Every question of XQuAD, English and German, of the papers of an office and in other words is searched and
judged in its whole library (*present*), and once more without the paragraph or the document that answers it
(*nearby*): the certainty of the best sentence should tell the two apart, and it should hold the answer, or in
papers stand on its page. On the tuned half weights are fitted, by language over all its sets, and all figures
are those of cross-validation; on the half held out they are those of the weights as they stand.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from core.answer.judged_sentences import JudgedSentence, is_foreign, judge_sentences, placed
from core.answer.sources import Source
from core.cancel import CancelToken
from core.chat.retriever import SourceRetriever
from core.engine import Engine
from core.events import Event, EventStamper
from core.judge.answer_judges import CrossEncoderJudge
from core.judge.base import AnswerJudge
from core.judge.calibration import HIGH, LEAST, Signs, reads
from core.judge.similarity import TextSimilarity
from core.judge.word_judge import WordJudge
from core.published.schemas import BenchOutput
from core.search.crossencoder import FastembedCrossEncoder
from core.system.paths import AppPaths
from tests.benchmarks.answers.marks import normalised
from tests.benchmarks.answers.sets import load_set
from tests.benchmarks.evaluation_data import is_held_out, json_lines, own_data, shared_folder
from tests.benchmarks.figures import Results, figure, percentile
from tests.benchmarks.fitting import fitted, logistic
from tests.benchmarks.judged_sets import JudgedSet, open_library, other_words, papers
from tests.benchmarks.reporting import report
from tests.benchmarks.settings import settings_with
from tests.benchmarks.shares import share

QUICK_QUESTIONS = 8
SETS = {"en": ("xquad", "papers"), "de": ("xquad-de",), "in other words": ("words",)}
_PASSED = 0.05  # of the nearby questions of the first set: where the threshold is put to compare judges
_REFUSED = 0.01  # of what holds the answer
_FOLDS = 5
Floats = NDArray[np.float64]
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Question:
    """`answered_by`: how the name of the file begins; `words`: any of them, normalised, or one
    of the `sentences`, or `pages` of it. `language`: its own, where those of its set differ. `is_absent`:
    nothing answers it.
    """

    text: str
    held_out: bool
    answered_by: str
    language: str = ""
    words: tuple[str, ...] = ()
    pages: tuple[int, ...] = ()
    sentences: tuple[str, ...] = ()
    is_absent: bool = False

    def is_held_by(self, best: JudgedSentence) -> bool:
        """Whether the sentence holds the answer, or stands where it does."""
        if self.sentences:
            text = normalised(best.sentence.text)
            return any(text in one or one in text for one in self.sentences)
        if self.words:
            return any(gold in normalised(best.sentence.text) for gold in self.words)
        return best.source.document.filename.startswith(self.answered_by) and best.sentence.page in self.pages

    def searched(self, others: Sequence[str]) -> Sequence[tuple[bool, Sequence[str] | None]]:
        """Where it is searched: is the answer there, and in which documents; `others` do not answer it."""
        return ((False, None),) if self.is_absent else ((True, None), (False, others))


@dataclass(frozen=True, slots=True)
class _Best:
    """The best sentence for a question: is the paragraph that answers there, does this sentence hold it?"""

    present: bool
    signs: Signs
    certainty: float
    holds: bool
    milliseconds: float
    question: int


def run_judges(
    *, paths: AppPaths, quick: bool, cancel: CancelToken, tuned: bool = False, work: Path | None = None
) -> BenchOutput:
    """Every installed judge of answers on one half of the questions.

    Raises:
        UsageError: there is no evaluation data.
        core.errors.ModelError: a model is missing or damaged.
    """
    results: Results = {}
    notes = [f"half: {'tuned, cross-validated' if tuned else 'held out'}"]
    left_out: list[str] = []
    with ExitStack() as stack:
        place = work or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="docuchat-judges-")))
        for language, names in SETS.items():
            if quick and language != "en":
                left_out.append(f"{language} (--quick)")
                continue
            by_judge: dict[str, dict[str, list[_Best]]] = {}
            for name in names:
                judged, questions = load_questions(name)
                questions = [one for one in questions if one.held_out is not tuned]
                if quick:
                    left_out.append(
                        f"{len(questions) - QUICK_QUESTIONS} of {len(questions)} of {name} (--quick)"
                    )
                    questions = questions[:: len(questions) // QUICK_QUESTIONS + 1]
                with closing(open_library(judged, paths, settings_with(paths, ""), place, cancel)) as engine:
                    judges = list(_judges(engine))
                    rows = _asked(engine, language, questions, judges, cancel)
                for judge, found in zip(judges, rows, strict=True):
                    by_judge.setdefault(judge.name, {})[name] = found
            for judge_name, of_sets in by_judge.items():
                figures, weights = _figures(judge_name, language, of_sets, tuned)
                results |= figures
                notes += weights
    return report("judges", results, left_out=left_out, notes=notes)


def load_questions(name: str) -> tuple[JudgedSet, list[Question]]:
    """The library of a set, and what is asked of it."""
    if name == "papers":
        judged = papers()
        return judged, [
            Question(one.text, one.held_out, one.filename, pages=one.pages) for one in judged.questions
        ]
    if name == "words":
        rows = json_lines(own_data() / "words" / "questions.jsonl")
        return other_words(), [
            Question(
                row["question"],
                not row["seen"],
                row["document"],
                row["language"],
                tuple(map(normalised, row["gold"])),
                sentences=tuple(map(normalised, row["sentence"])),
                is_absent=row["absent"],
            )
            for row in rows
        ]
    judged, known = load_set(name, shared_folder())
    return judged, [
        Question(
            one.question,
            is_held_out(one.question_id),
            f"{one.question_id.split('-')[-2]} ",
            words=tuple(normalised(gold) for gold in one.words),
        )
        for one in known
    ]


def _judges(engine: Engine) -> Iterator[AnswerJudge]:
    """Every cross-encoder that is installed, and words, each beside the embedder."""
    models, near = engine.models, TextSimilarity(engine.retriever().embedder)
    for entry in models.catalogue.models:
        if entry.role == "reranker" and models.installed(entry.model_id):
            installed = models.require(entry.model_id)
            encoder = FastembedCrossEncoder(installed.folder, installed.main_file)
            yield CrossEncoderJudge(encoder, entry.model_id, near)
    yield WordJudge(near)


def _asked(
    engine: Engine,
    language: str,
    questions: Sequence[Question],
    judges: Sequence[AnswerJudge],
    cancel: CancelToken,
) -> list[list[_Best]]:
    """For each judge the best sentences of all questions, present and nearby."""
    names = {document.document_id: document.filename for document in engine.documents()}
    search = SourceRetriever(engine.retriever(), engine.settings.answers.top_k)
    rows: list[list[_Best]] = [[] for _ in judges]
    for number, one in enumerate(questions):
        others = [each for each, name in names.items() if not name.startswith(one.answered_by)]
        asked_in = one.language or language
        for present, selection in one.searched(others):
            cancel.check()
            sources = sources_of(search, one.text, selection, asked_in, cancel)
            for judge, found in zip(judges, rows, strict=True):
                began = time.perf_counter()
                best = judge_sentences(one.text, asked_in, sources, judge, most=1).sentences
                spent = (time.perf_counter() - began) * 1000
                if best:
                    signs = _signs(one.text, asked_in, best[0], judge)
                    holds = present and one.is_held_by(best[0])
                    found.append(_Best(present, signs, best[0].certainty, holds, spent, number))
    return rows


def _signs(question: str, language: str, best: JudgedSentence, judge: AnswerJudge) -> Signs:
    read, foreign = [placed(best.sentence.text, best.source)], is_foreign(best.source, language)
    score = judge.answers(question, read)[0] if reads(judge.name, language) and not foreign else None
    share = WordJudge().answers(question, read)[0]
    return Signs(share, judge.similarity.of(question, read)[0], score, foreign)


def sources_of(
    search: SourceRetriever,
    question: str,
    selection: Sequence[str] | None,
    language: str,
    cancel: CancelToken,
) -> Sequence[Source]:
    return result_of(search.find(question, selection, language, EventStamper(), cancel)).sources


def result_of(steps: Generator[Event, None, _T]) -> _T:
    """What they return; their events are left out."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            told: _T = end.value
            return told


def _figures(
    judge: str, language: str, of_sets: Mapping[str, Sequence[_Best]], tuned: bool
) -> tuple[Results, list[str]]:
    """What it tells apart in each set; on the tuned half also the weights, as a note."""
    rows = [one for found in of_sets.values() for one in found]
    sets = np.array([name for name, found in of_sets.items() for _ in found])
    present = np.array([one.present for one in rows])
    holds = np.array([one.holds for one in rows])
    notes: list[str] = []
    if tuned:
        signs = np.array(
            [[one.signs.share, one.signs.similarity or 0.0, one.signs.score or 0.0] for one in rows]
        )
        folds = np.array([one.question % _FOLDS for one in rows])
        certainty = np.zeros(len(rows))
        for fold in range(_FOLDS):
            weights = fitted(signs[folds != fold], holds[folds != fold])
            certainty[folds == fold] = logistic(signs[folds == fold], weights)
        weights = fitted(signs, holds)
        nearby = ~present & (sets == next(iter(of_sets)))
        least = float(np.quantile(logistic(signs, weights)[nearby], 1 - _PASSED))
        beside = float(np.quantile(logistic(signs, weights)[holds], _REFUSED))
        told = ", ".join(f"{value:.2f}" for value in weights)
        notes.append(
            f"{language}, {judge}: bias, share, similarity, score {told}; {_PASSED:.0%} of nearby reach "
            f"{least:.2f}, {_REFUSED:.0%} of what holds the answer stays below {beside:.2f}"
        )
    else:
        certainty = np.array([one.certainty for one in rows])
        least = LEAST
    results: Results = {}
    for name, found in of_sets.items():
        own = sets == name
        there, away, high = own & present, own & ~present, own & (certainty >= HIGH)
        spent = [one.milliseconds for one in found]
        figures: Results = {
            "questions": figure(int(there.sum()), "questions", better="higher", digits=0),
            "present told from nearby, AUC": share(auc(certainty[there], certainty[away])),
            "nearby taken for answered": share(float((certainty[away] >= least).mean()), "lower"),
            "present declined": share(float((certainty[there] < least).mean()), "lower"),
            "best sentence holds the answer": share(float(holds[there].mean())),
            "high confidence": figure(int(high.sum()), "answers", better="higher", digits=0),
            "high confidence, right": share(float(holds[high].mean()) if high.any() else None),
            "time a question, p50": figure(percentile(spent, 0.5), "ms", better="lower"),
            "time a question, p95": figure(percentile(spent, 0.95), "ms", better="lower"),
        }
        results |= {f"{name}, {judge}: {key}": value for key, value in figures.items()}
    return results, notes


def auc(higher: Floats, lower: Floats) -> float:
    """How likely a value of the first is above one of the second; a tie counts half."""
    above = np.subtract.outer(higher, lower)
    return float((above > 0).mean() + (above == 0).mean() / 2)
