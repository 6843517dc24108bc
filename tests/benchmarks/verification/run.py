"""Is what counts as verified true, and is what is true verified?

Every labelled statement is judged as one of an answer would be, over the passage it cites; *quoted* and
*supported* together count as verified. Reported is the half of the documents that nothing was tuned on.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import ExitStack

import numpy as np

from core.answer.confidence import VERIFIED
from core.answer.sources import Source
from core.answer.statements import DraftStatement
from core.answer.verification.statement import judge_statement, length_of
from core.cancel import CancelToken
from core.judge.base import SupportJudge
from core.judge.support import ModelJudge, bounded
from core.published.schemas import BenchOutput
from core.system.paths import AppPaths
from core.types import Statement
from tests.answer.helpers import source_of
from tests.benchmarks.evaluation_data import shared_folder
from tests.benchmarks.figures import Results
from tests.benchmarks.fitting import fitted
from tests.benchmarks.intervals import mean_with_interval
from tests.benchmarks.one_model import language_model
from tests.benchmarks.reporting import report
from tests.benchmarks.shares import number, percentiles, share, share_of
from tests.benchmarks.verification.labelled import TRUE_KINDS, Labelled, labelled_statements
from tests.benchmarks.verification.written import measured

QUICK_STATEMENTS = 400
_LISTED = 25  # false statements that were verified, named in the notes
PRECISION_AIM, CAUGHT_AIM = 0.95, 0.85
Judged = Sequence[tuple[Labelled, Statement]]


def run_verification(
    *,
    paths: AppPaths,
    quick: bool,
    cancel: CancelToken,
    tuned: bool = False,
    model: str = "",
    written: bool = False,
) -> BenchOutput:
    """Judge one half of the labelled set, by rules and, if one is named, with a model.

    `tuned`: the half that rules were chosen on, instead of the held-out one; with a model its weights are
    fitted there, too (`core.judge.support`). `written`: only what models wrote.
    """
    with ExitStack() as opened:
        judge = None
        if model:
            loaded = opened.enter_context(language_model(paths, model))
            judge = _Listening(ModelJudge(loaded, cancel))
        if written:
            results, wrong = measured(judge, tuned=tuned, cancel=cancel)
            return report(
                "verification", results, notes=[f"half: {'tuned' if tuned else 'held out'}", *wrong]
            )
        return _measured(judge, quick=quick, cancel=cancel, tuned=tuned)


def _measured(judge: _Listening | None, *, quick: bool, cancel: CancelToken, tuned: bool) -> BenchOutput:
    everything = labelled_statements(shared_folder())
    chosen = [labelled for labelled in everything if labelled.held_out is not tuned]
    left_out = []
    if quick and len(chosen) > QUICK_STATEMENTS:
        left_out.append(f"{len(chosen) - QUICK_STATEMENTS} of {len(chosen)} statements")
        chosen = chosen[:: len(chosen) // QUICK_STATEMENTS + 1]
    sources: dict[tuple[str, str], Source] = {}
    judged: list[tuple[Labelled, Statement]] = []
    asked: list[tuple[Labelled, Statement, float]] = []
    milliseconds: list[float] = []
    for labelled in chosen:
        cancel.check()
        place = labelled.title, labelled.passage
        source = sources.setdefault(place, source_of(1, labelled.passage, labelled.title))
        began = time.perf_counter()
        draft = DraftStatement(labelled.statement, (source.number,))
        judged.append((labelled, judge_statement(draft, [source], labelled.question, judge)))
        if judge is not None and judge.odds is not None:
            asked.append((*judged[-1], judge.odds))
            judge.odds = None
        milliseconds.append((time.perf_counter() - began) * 1000)
    results = {
        "statements, both halves": number(len(everything), "statements"),
        "statements": number(len(chosen), "statements"),
        "asked of the model": number(len(asked), "statements"),
        **_overall(judged),
        **_by_kind(judged),
        **percentiles("time a statement, ", milliseconds, "ms", 0.5, 0.95),
    }
    wrong = sorted(
        f"verified, but false ({labelled.kind}): {labelled.statement}"
        for labelled, statement in judged
        if not labelled.is_true and statement.status in VERIFIED
    )
    notes = [f"half: {'tuned' if tuned else 'held out'}", *wrong[:_LISTED]]
    if asked and tuned:
        notes.insert(1, _weights(asked))
    if len(wrong) > _LISTED:
        notes.append(f"… and {len(wrong) - _LISTED} more")
    return report("verification", results, left_out=left_out, notes=notes)


class _Listening:
    """A judge, and what it said last."""

    def __init__(self, judge: SupportJudge) -> None:
        self._judge = judge
        self.odds: float | None = None

    @property
    def name(self) -> str:
        return self._judge.name

    def supports(self, statement: str, evidence: str) -> float | None:
        self.odds = self._judge.supports(statement, evidence)
        return self.odds


def _weights(asked: Sequence[tuple[Labelled, Statement, float]]) -> str:
    """What `core.judge.support` holds for the model, fitted on what was in other words here."""
    signs = [[bounded(odds), length_of(statement.text)] for _one, statement, odds in asked]
    found = fitted(np.array(signs, dtype=float), np.array([one.is_true for one, _, _ in asked]))
    return "weights: " + ", ".join(
        f"{name} {weight:.2f}" for name, weight in zip(("bias", "odds", "length"), found, strict=True)
    )


def _overall(judged: Judged) -> Results:
    """Precision of "verified" with its interval, recall of the true, and what of the false is caught."""
    held = [(labelled, statement.status in VERIFIED) for labelled, statement in judged]
    accepted = [labelled.is_true for labelled, verified in held if verified]
    true = [verified for labelled, verified in held if labelled.is_true]
    worded = [verified for labelled, verified in held if labelled.kind in TRUE_KINDS[1:]]
    caught = [not verified for labelled, verified in held if not labelled.is_true]
    precision, low, high = mean_with_interval([float(one) for one in accepted])
    return {
        "verified: precision": share(precision if accepted else None, target=PRECISION_AIM),
        "verified: precision, low": share(low if accepted else None),
        "verified: precision, high": share(high if accepted else None),
        "verified: recall": share_of(true),
        "verified: F1": share(2 * sum(true) / (len(accepted) + len(true)) if accepted and true else None),
        "not verbatim: recall": share_of(worded),
        "false statements: caught": share_of(caught, target=CAUGHT_AIM),
    }


def _by_kind(judged: Judged) -> Results:
    """Precision, recall and F1 of each kind by itself.

    Of a true kind, *verified* is what is looked for, against all false statements. Of a corruption, *not
    verified* is, against the true statements that were not verified either.
    """
    right: dict[str, list[bool]] = {}
    for labelled, statement in judged:
        right.setdefault(labelled.kind, []).append((statement.status in VERIFIED) is labelled.is_true)
    results: Results = {}
    for kind in sorted(right, key=lambda kind: (kind not in TRUE_KINDS, kind)):
        held, total = sum(right[kind]), len(right[kind])
        true = kind in TRUE_KINDS
        others = sum(of.count(False) for other, of in right.items() if (other in TRUE_KINDS) is not true)
        results |= {
            f"{kind}: statements": number(total, "statements"),
            f"{kind}: precision": share(held / (held + others) if held + others else None),
            f"{kind}: recall": share(held / total),
            f"{kind}: F1": share(2 * held / (total + held + others)),
        }
    return results
