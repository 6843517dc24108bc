"""Is a short answer right? By the certainty of its sentence and the language model that copied it.

Questions of XQuAD in English, searched with the paragraph that answers (*present*) and without it (*nearby*).
On the tuned half the weights are fitted and the figures cross-validated; on the half held out they are those
of the weights as they stand.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from core.answer.judged_sentences import judge_sentences
from core.answer.short_answer import Phrase, shortest_answer
from core.cancel import CancelToken
from core.chat.retriever import SourceRetriever
from core.engine import Engine
from core.events import EventStamper
from core.judge.calibration import phrase_certainty
from core.judge.support import ModelJudge
from core.llm.calls import UsageMeter
from core.published.schemas import BenchOutput
from core.system.paths import AppPaths
from tests.benchmarks.answers.marks import normalised
from tests.benchmarks.figures import Results, figure
from tests.benchmarks.fitting import fitted, logistic
from tests.benchmarks.judged_sets import open_library
from tests.benchmarks.judges.run import auc, load_questions, sources_of
from tests.benchmarks.reporting import report
from tests.benchmarks.settings import settings_with
from tests.benchmarks.shares import share

_EVERY, _FOLDS, _LEAST = 3, 5, 0.5


@dataclass(frozen=True, slots=True)
class _Copied:
    """A phrase that was copied; `right`: it has the answer, or is part of it, and stands where that is."""

    question: int
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
    with ExitStack() as stack:
        place = work or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="docuchat-judges-")))
        judged, _ = load_questions("xquad")
        engine = stack.enter_context(
            closing(open_library(judged, paths, settings_with(paths, ""), place, cancel))
        )
        rows = _copied(engine, tuned, _EVERY * (10 if quick else 1), cancel)
        results, notes = _figures(rows, engine.language_model().model_name, tuned)
    left_out = ["9 of 10 questions (--quick)"] if quick else []
    return report("phrases", results, left_out=left_out, notes=notes)


def _copied(engine: Engine, tuned: bool, every: int, cancel: CancelToken) -> list[_Copied]:
    names = {document.document_id: document.filename for document in engine.documents()}
    search = SourceRetriever(engine.retriever(), engine.settings.answers.top_k)
    model, reader = engine.language_model(), ModelJudge(engine.language_model(), cancel)
    _, questions = load_questions("xquad")
    rows: list[_Copied] = []
    for number, one in enumerate([each for each in questions if each.held_out is not tuned][::every]):
        others = [each for each, name in names.items() if not name.startswith(one.answered_by)]
        for present, selection in ((True, None), (False, others)):
            sources = sources_of(search, one.text, selection, "en", cancel)
            found = judge_sentences(one.text, "en", sources, engine.answer_judge())
            if not found.likely:
                continue
            meter = UsageMeter(model.model_name)
            writing = shortest_answer(model, one.text, found.sentences, 0.0, meter, EventStamper(), cancel)
            phrase: Phrase | None = None
            while True:
                try:
                    next(writing)
                except StopIteration as end:
                    phrase = end.value
                    break
            if phrase is not None:
                text = normalised(phrase.text)
                right = present and any(gold in text or text in gold for gold in one.words)
                odds = reader.answers_rightly(one.text, phrase.text, phrase.found.sentence.text) or 0.0
                rows.append(_Copied(number, right, phrase.found.certainty, odds))
    return rows


def _figures(rows: Sequence[_Copied], model: str, tuned: bool) -> tuple[Results, list[str]]:
    signs = np.array([[one.certainty, one.odds] for one in rows])
    right = np.array([one.right for one in rows])
    questions = np.array([one.question for one in rows])
    notes = [f"half: {'tuned, cross-validated' if tuned else 'held out'}"]
    if tuned:
        sure = np.zeros(len(rows))
        for fold in range(_FOLDS):
            inside = questions % _FOLDS == fold
            sure[inside] = logistic(signs[inside], fitted(signs[~inside], right[~inside]))
        weights = ", ".join(f"{value:.2f}" for value in fitted(signs, right))
        notes.append(f"{model}: bias, certainty of the sentence, odds {weights}")
    else:
        sure = np.array([phrase_certainty(model, *pair) for pair in signs.tolist()])
    told = sure >= _LEAST
    results: Results = {
        "phrases": figure(len(rows), "phrases", better="higher", digits=0),
        "right": share(float(right.mean())),
        "right told from wrong, AUC": share(auc(sure[right], sure[~right])),
        "right told from wrong by the sentence alone, AUC": share(auc(signs[right, 0], signs[~right, 0])),
        "right ones that are told": share(float(told[right].mean())),
        "wrong ones that are told": share(float(told[~right].mean()), "lower"),
        "right among those told": share(float(right[told].mean())),
        "right among those of at least 0.85": share(float(right[sure >= 0.85].mean())),
    }
    return results, notes
