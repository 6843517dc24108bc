"""What a language model says of the likeliest sentences, and of the short answer that it copies from them.

Questions of XQuAD in English and German, and in plain words over invented papers: searched with what answers
(*present*) and without it (*nearby*). On the tuned half the weights are fitted and the figures
cross-validated; on the half held out they are those of the weights as they stand.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from core.answer.judged_sentences import judge_sentences
from core.answer.read_sentences import MOST_READ
from core.answer.short_answer import shortest_answer
from core.cancel import CancelToken
from core.chat.retriever import SourceRetriever
from core.engine import Engine
from core.events import EventStamper
from core.judge.calibration import HIGH, LEAST_ASKED, log_odds, phrase_certainty, read_certainty
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
_FOLDS = 5


@dataclass(frozen=True, slots=True)
class _Asked:
    """What the model was asked about: `right` if it answers, by its certainty before and the model's odds."""

    question: str
    present: bool
    right: bool
    certainty: float
    odds: float


def run_readings(
    *, paths: AppPaths, quick: bool, cancel: CancelToken, tuned: bool = False, work: Path | None = None
) -> BenchOutput:
    """With the configured language model, on one half of the questions.

    Raises:
        UsageError: there is no evaluation data.
        core.errors.ModelError: a model is missing or damaged.
    """
    sentences: list[_Asked] = []
    phrases: list[_Asked] = []
    with ExitStack() as stack:
        place = work or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="docuchat-judges-")))
        for name, language, every in _SETS:
            judged, questions = load_questions(name)
            chosen = [one for one in questions if one.held_out is not tuned]
            with closing(open_library(judged, paths, settings_with(paths, ""), place, cancel)) as engine:
                for row in _asked(engine, name, language, chosen[:: every * (10 if quick else 1)], cancel):
                    sentences += row[0]
                    phrases += row[1]
                model = engine.settings.models.answer_model
    results: Results = {}
    notes = [f"half: {'tuned, cross-validated' if tuned else 'held out'}"]
    for what, rows, certainty in (
        ("sentence", sentences, read_certainty),
        ("phrase", phrases, phrase_certainty),
    ):
        figures, weights = _figures(what, rows, model, certainty, tuned)
        results |= figures
        notes += weights
    return report("readings", results, left_out=["9 of 10 questions (--quick)"] if quick else [], notes=notes)


def _asked(
    engine: Engine, name: str, language: str, questions: Sequence[Question], cancel: CancelToken
) -> Iterator[tuple[list[_Asked], list[_Asked]]]:
    """Sentences and phrases of each question, present and nearby."""
    names = {document.document_id: document.filename for document in engine.documents()}
    search = SourceRetriever(engine.retriever(), engine.settings.answers.top_k)
    model, reader = engine.language_model(), ModelJudge(engine.language_model(), cancel)
    for number, one in enumerate(questions):
        others = [each for each, name in names.items() if not name.startswith(one.answered_by)]
        asked_in = one.language or language
        for present, selection in one.searched(others):
            sources = sources_of(search, one.text, selection, asked_in, cancel)
            evidence = judge_sentences(one.text, asked_in, sources, engine.answer_judge())
            sentences = [
                _Asked(
                    f"{name} {number}",
                    present,
                    present and one.is_held_by(each),
                    each.certainty,
                    reader.answers(one.text, each.behind_heading) or 0.0,
                )
                for each in evidence.sentences[:MOST_READ]
            ]
            meter = UsageMeter(model.model_name)
            writing = shortest_answer(model, one.text, evidence.sentences, 0.0, meter, EventStamper(), cancel)
            phrase = result_of(writing) if evidence.sentences else None
            if phrase is None:
                yield sentences, []
                continue
            text, found = normalised(phrase.text), phrase.found
            told = any(gold in text or text in gold for gold in one.words)
            odds = reader.answers_rightly(one.text, phrase.text, found.behind_heading) or 0.0
            right = present and told and one.is_held_by(found)
            yield sentences, [_Asked(f"{name} {number}", present, right, found.certainty, odds)]


def _figures(
    what: str,
    rows: Sequence[_Asked],
    model: str,
    certainty_of: Callable[[str, float, float | None], float],
    tuned: bool,
) -> tuple[Results, list[str]]:
    signs = np.array([[log_odds(one.certainty), one.odds] for one in rows])
    right = np.array([one.right for one in rows])
    questions = np.array([one.question for one in rows])
    notes: list[str] = []
    if tuned:
        folds = np.unique(questions, return_inverse=True)[1] % _FOLDS
        sure = np.zeros(len(rows))
        for fold in range(_FOLDS):
            inside = folds == fold
            sure[inside] = logistic(signs[inside], fitted(signs[~inside], right[~inside]))
        weights = ", ".join(f"{value:.2f}" for value in fitted(signs, right))
        notes.append(f"{model}, {what}: bias, before, odds {weights}")
    else:
        sure = np.array([certainty_of(model, one.certainty, one.odds) for one in rows])
    best = _surest(rows, sure)
    there = [place for place in best if rows[place].present]
    away = [place for place in best if not rows[place].present]
    high = [place for place in best if sure[place] >= HIGH]
    results: Results = {
        "questions": figure(len(there), "questions", better="higher", digits=0),
        "right told from wrong, AUC": share(auc(sure[right], sure[~right])),
        "nearby answered": share(float((sure[away] >= LEAST_ASKED).mean()), "lower"),
        "answered rightly": share(float((right[there] & (sure[there] >= LEAST_ASKED)).mean())),
        "answered wrongly": share(float((~right[there] & (sure[there] >= LEAST_ASKED)).mean()), "lower"),
        "high confidence": figure(len(high), "answers", better="higher", digits=0),
        "high confidence, right": share(float(right[high].mean()) if high else None),
    }
    return {f"{what}: {key}": value for key, value in results.items()}, notes


def _surest(rows: Sequence[_Asked], sure: Floats) -> list[int]:
    """The place of the surest row of each question, present and nearby."""
    best: dict[tuple[str, bool], int] = {}
    for place, one in enumerate(rows):
        held = best.setdefault((one.question, one.present), place)
        if sure[place] > sure[held]:
            best[one.question, one.present] = place
    return list(best.values())
