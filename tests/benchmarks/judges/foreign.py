"""Does a sentence answer a question in another language? By cosine and language model, as chat asks them.

German questions over the English paragraphs of XQuAD and English ones over the German: searched with the
paragraph that answers (*present*) and without it (*nearby*). On the tuned half the weights are fitted and the
figures cross-validated; on the half held out they are those of the weights as they stand.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.answer.foreign_sentences import MOST_READ, nearest_sentences
from core.cancel import CancelToken
from core.chat.retriever import SourceRetriever
from core.engine import Engine
from core.judge.calibration import Reading, foreign_certainty, least_foreign_certainty
from core.judge.support import ModelJudge
from core.published.schemas import BenchOutput
from core.system.paths import AppPaths
from tests.benchmarks.answers.marks import normalised
from tests.benchmarks.evaluation_data import is_held_out, json_lines, shared_folder
from tests.benchmarks.figures import Results, figure
from tests.benchmarks.fitting import Floats, fitted, logistic
from tests.benchmarks.judged_sets import XQUAD_FILES, open_library, xquad, xquad_id
from tests.benchmarks.judges.run import auc, sources_of
from tests.benchmarks.reporting import report
from tests.benchmarks.settings import settings_with
from tests.benchmarks.shares import share

_PASSED = 0.05  # of the nearby questions
_FOLDS = 5
_EVERY = {"en": 6, "de": 12}  # of the questions, by the language of the paragraphs


@dataclass(frozen=True, slots=True)
class _Sentence:
    """What was measured of a sentence; `question` numbers the question."""

    question: int
    present: bool
    holds: bool
    cosine: float
    odds: float


def run_foreign(
    *, paths: AppPaths, quick: bool, cancel: CancelToken, tuned: bool = False, work: Path | None = None
) -> BenchOutput:
    """With the configured language model, on one half of the questions.

    Raises:
        UsageError: there is no evaluation data.
        core.errors.ModelError: a model is missing or damaged.
    """
    rows: list[_Sentence] = []
    own: list[_Sentence] = []
    with ExitStack() as stack:
        place = work or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="docuchat-foreign-")))
        for language, asked_in in (("en", "de"), ("de", "en")):
            judged = xquad(shared_folder(), language)
            with closing(open_library(judged, paths, settings_with(paths, ""), place, cancel)) as engine:
                every = 40 if quick else _EVERY[language]
                rows += _asked(engine, language, asked_in, tuned, every, cancel)
                own += _asked(engine, "de", "de", tuned, every, cancel) if language == "de" else []
            model = engine.settings.models.answer_model
    results, notes = _figures(rows, model, tuned)
    results |= _of_own_language(own, model)
    return report("foreign", results, left_out=["--quick" if quick else ""][: int(quick)], notes=notes)


def _asked(
    engine: Engine, language: str, asked_in: str, tuned: bool, every: int, cancel: CancelToken
) -> list[_Sentence]:
    names = {document.document_id: document.filename for document in engine.documents()}
    search = SourceRetriever(engine.retriever(), engine.settings.answers.top_k)
    reader = ModelJudge(engine.language_model(), cancel)
    folder = shared_folder() / "xquad"
    asked, answering = (json_lines(folder / XQUAD_FILES[name]) for name in (asked_in, language))
    questions = [
        (place, question["question"], [normalised(gold) for gold in answered["answers"]])
        for place, (row, own) in enumerate(zip(asked, answering, strict=True))
        for number, (question, answered) in enumerate(zip(row["questions"], own["questions"], strict=True))
        if is_held_out(xquad_id(place, number)) is not tuned
    ]
    rows: list[_Sentence] = []
    for number, (place, text, golds) in enumerate(questions[::every]):
        others = [each for each, name in names.items() if not name.startswith(f"{place:03} ")]
        for present, selection in ((True, None), (False, others)):
            sources = sources_of(search, text, selection, asked_in, cancel)
            near = nearest_sentences(text, sources, engine.retriever().embedder, MOST_READ)
            for one in near:
                odds = reader.answers(text, one.sentence.text) or 0.0
                holds = present and any(gold in normalised(one.sentence.text) for gold in golds)
                rows.append(_Sentence(number + 10_000 * (language == "de"), present, holds, one.score, odds))
    return rows


def _figures(rows: Sequence[_Sentence], model: str, tuned: bool) -> tuple[Results, list[str]]:
    signs = np.array([[one.cosine, one.odds] for one in rows])
    holds = np.array([one.holds for one in rows])
    present = np.array([one.present for one in rows])
    questions = np.array([one.question for one in rows])
    notes: list[str] = [f"half: {'tuned, cross-validated' if tuned else 'held out'}"]
    if tuned:
        sure = np.zeros(len(rows))
        for fold in range(_FOLDS):
            inside = questions % _FOLDS == fold
            sure[inside] = logistic(signs[inside], fitted(signs[~inside], holds[~inside]))
        weights = fitted(signs, holds)
        best = _best(logistic(signs, weights), questions, ~present)
        least = float(np.quantile(best, 1 - _PASSED))
        told = ", ".join(f"{value:.2f}" for value in weights)
        notes.append(f"{model}: bias, cosine, odds {told}; {_PASSED:.0%} of nearby reach {least:.2f}")
    else:
        sure = np.array([foreign_certainty(model, *pair) for pair in signs.tolist()])
        least = least_foreign_certainty(model)
    there, away = _best(sure, questions, present), _best(sure, questions, ~present)
    held = [bool(holds[_where(sure, questions, present, one)]) for one in np.unique(questions)]
    results: Results = {
        "questions": figure(len(np.unique(questions)), "questions", better="higher", digits=0),
        "present told from nearby, AUC": share(auc(there, away)),
        "nearby taken for answered": share(float((away >= least).mean()), "lower"),
        "present declined": share(float((there < least).mean()), "lower"),
        "best sentence holds the answer": share(float(np.mean(held))),
        "answered, and the best sentence holds it": share(
            float(np.mean([one and sure >= least for one, sure in zip(held, there, strict=True)]))
        ),
    }
    return results, notes


def _of_own_language(rows: Sequence[_Sentence], model: str) -> Results:
    """German over German, which the judge of answers does not read, by the same weights and a limit of its
    own."""
    sure = np.array([foreign_certainty(model, one.cosine, one.odds, Reading.UNREAD) for one in rows])
    holds = np.array([one.holds for one in rows])
    present = np.array([one.present for one in rows])
    questions = np.array([one.question for one in rows])
    least = least_foreign_certainty(model, Reading.UNREAD)
    there, away = _best(sure, questions, present), _best(sure, questions, ~present)
    held = [bool(holds[_where(sure, questions, present, one)]) for one in np.unique(questions)]
    return {
        "German over German: questions": figure(len(there), "questions", better="higher", digits=0),
        "German over German: nearby taken for answered": share(float((away >= least).mean()), "lower"),
        "German over German: answered, and the best sentence holds it": share(
            float(np.mean([one and sure >= least for one, sure in zip(held, there, strict=True)]))
        ),
    }


def _where(sure: Floats, questions: NDArray[np.int64], among: NDArray[np.bool_], question: int) -> int:
    """The place of the surest sentence of a question."""
    return int(np.argmax(np.where(among & (questions == question), sure, -1.0)))


def _best(sure: Floats, questions: NDArray[np.int64], among: NDArray[np.bool_]) -> Floats:
    """The certainty of the surest sentence of each question."""
    return np.array([sure[_where(sure, questions, among, one)] for one in np.unique(questions)])
