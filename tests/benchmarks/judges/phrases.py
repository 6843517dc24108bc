"""Is a short answer right? By how likely its sentence is, and by the language model that copied it.

Questions of XQuAD in English and German, and in plain words over invented papers: searched with what answers
(*present*) and without it (*nearby*). On the tuned half the weights are fitted and the figures
cross-validated; on the half held out they are those of the weights as they stand.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.answer.judged_sentences import judge_sentences
from core.answer.short_answer import shortest_answer
from core.cancel import CancelToken
from core.chat.retriever import SourceRetriever
from core.engine import Engine
from core.events import EventStamper
from core.judge.calibration import HIGH, LEAST_ASKED, LEAST_READ, log_odds, phrase_certainty
from core.judge.support import ModelJudge
from core.llm.calls import UsageMeter
from core.published.schemas import BenchOutput
from core.system.paths import AppPaths
from tests.benchmarks.answers.marks import normalised
from tests.benchmarks.figures import Results, figure
from tests.benchmarks.fitting import Floats, fitted, logistic
from tests.benchmarks.judged_sets import open_library
from tests.benchmarks.judges.run import Question, auc, load_questions, result_of, sources_of
from tests.benchmarks.reporting import report
from tests.benchmarks.settings import settings_with
from tests.benchmarks.shares import share

# Set, language of its questions, every how many of them.
_SETS = (("xquad", "en", 6), ("xquad-de", "de", 6), ("words", "", 1))
_FOLDS, _NOT_COPIED = 5, -4.0  # log-odds of a phrase that is none


@dataclass(frozen=True, slots=True)
class _Copied:
    """A phrase that was copied: `right` if it answers; the certainty of its sentence and the model's odds."""

    question: str
    present: bool
    right: bool
    certainty: float
    odds: float


def run_phrases(
    *, paths: AppPaths, quick: bool, cancel: CancelToken, tuned: bool = False, work: Path | None = None
) -> BenchOutput:
    """With the configured language model, on one half of the questions.

    Raises:
        UsageError: there is no evaluation data.
        core.errors.ModelError: a model is missing or damaged.
    """
    results: Results = {}
    notes = [f"half: {'tuned, cross-validated' if tuned else 'held out'}"]
    rows: dict[str, list[_Copied]] = {}
    with ExitStack() as stack:
        place = work or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="docuchat-judges-")))
        for name, language, every in _SETS:
            judged, questions = load_questions(name)
            chosen = [one for one in questions if one.held_out is not tuned]
            with closing(open_library(judged, paths, settings_with(paths, ""), place, cancel)) as engine:
                few = chosen[:: every * (10 if quick else 1)]
                rows[name] = list(_copied(engine, name, language, few, cancel))
                model = engine.settings.models.answer_model
    every_row = [one for of_set in rows.values() for one in of_set]
    signs, right, questions_of = _arrays(every_row)
    if tuned:
        folds = np.unique(questions_of, return_inverse=True)[1] % _FOLDS
        sure = np.zeros(len(every_row))
        for fold in range(_FOLDS):
            inside = folds == fold
            sure[inside] = logistic(signs[inside], fitted(signs[~inside], right[~inside]))
        weights = ", ".join(f"{value:.2f}" for value in fitted(signs, right))
        notes.append(f"{model}: bias, sentence, odds {weights}")
    else:
        sure = np.array([phrase_certainty(model, one.certainty, one.odds) for one in every_row])
    begin = 0
    for name, of_set in rows.items():
        results |= _figures(name, of_set, sure[begin : begin + len(of_set)])
        begin += len(of_set)
    return report("phrases", results, left_out=["9 of 10 questions (--quick)"] if quick else [], notes=notes)


def _copied(
    engine: Engine, name: str, language: str, questions: Sequence[Question], cancel: CancelToken
) -> Iterator[_Copied]:
    """The phrase of each question, present and nearby; none where the model copies none."""
    names = {document.document_id: document.filename for document in engine.documents()}
    search = SourceRetriever(engine.retriever(), engine.settings.answers.top_k)
    model, reader = engine.language_model(), ModelJudge(engine.language_model(), cancel)
    for number, one in enumerate(questions):
        others = [each for each, filename in names.items() if not filename.startswith(one.answered_by)]
        asked_in = one.language or language
        for present, selection in one.searched(others):
            sources = sources_of(search, one.text, selection, asked_in, cancel)
            sentences = judge_sentences(one.text, asked_in, sources, engine.answer_judge()).sentences
            if not sentences or sentences[0].certainty < LEAST_READ:
                yield _Copied(f"{name} {number}", present, False, 0.0, _NOT_COPIED)
                continue
            meter = UsageMeter(model.model_name)
            phrase = result_of(
                shortest_answer(model, one.text, sentences, 0.0, meter, EventStamper(), cancel)
            )
            if phrase is None:
                yield _Copied(f"{name} {number}", present, False, 0.0, _NOT_COPIED)
                continue
            text, found = normalised(phrase.text), phrase.found
            told = any(gold in text or text in gold for gold in one.words)
            odds = reader.answers_rightly(one.text, phrase.text, found.behind_heading) or 0.0
            yield _Copied(
                f"{name} {number}", present, present and told and one.is_held_by(found), found.certainty, odds
            )


def _arrays(rows: Sequence[_Copied]) -> tuple[Floats, NDArray[np.bool_], NDArray[np.str_]]:
    signs = np.array([[log_odds(one.certainty), one.odds] for one in rows])
    return signs, np.array([one.right for one in rows]), np.array([one.question for one in rows])


def _figures(name: str, rows: Sequence[_Copied], sure: Floats) -> Results:
    right = np.array([one.right for one in rows])
    present = np.array([one.present for one in rows])
    told, high = sure >= LEAST_ASKED, sure >= HIGH
    results: Results = {
        "questions": figure(int(present.sum()), "questions", better="higher", digits=0),
        "right told from wrong, AUC": share(auc(sure[right], sure[~right])),
        "present: answered rightly": share(float((right & told)[present].mean())),
        "present: answered wrongly": share(float((~right & told)[present].mean()), "lower"),
        "absent or nearby: answered": share(float(told[~present].mean()), "lower"),
        "high confidence": figure(int(high.sum()), "answers", better="higher", digits=0),
        "high confidence, right": share(float(right[high].mean()) if high.any() else None),
    }
    return {f"{name}: {key}": value for key, value in results.items()}
