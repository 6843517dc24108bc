"""`python -m tests.benchmarks verification`: is what counts as verified true, and is what is true verified?

Every labelled statement is judged as one of an answer would be, over the passage it cites; *quoted* and
*supported* together count as verified. Reported is the half of the documents that nothing was tuned on.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path

from core.agent.checks.claims import is_contradicted
from core.answer.confidence import VERIFIED
from core.answer.sources import Source, make_source
from core.answer.statements import DraftStatement
from core.answer.verification.statement import judge_statement
from core.cancel import CancelToken
from core.published.schemas import BenchOutput, FigureOutput
from core.types import Chunk, Document, DocumentStatus, Span, Statement, chunk_id_for, document_id_for
from tests.benchmarks.evaluation_data import shared_folder
from tests.benchmarks.figures import Results, figure, percentile
from tests.benchmarks.intervals import mean_with_interval
from tests.benchmarks.reporting import report
from tests.benchmarks.verification.labelled import TRUE_KINDS, Labelled, labelled_statements

QUICK_STATEMENTS = 400
_LISTED = 25  # false statements that were verified, named in the notes
PRECISION_AIM, CAUGHT_AIM = 0.95, 0.85


def run_verification(
    *, quick: bool, cancel: CancelToken, tuned: bool = False, folder: Path | None = None
) -> BenchOutput:
    """Judge one half of the labelled set, without an embedder or a language model.

    Args:
        tuned: the half that rules were chosen on, instead of the held-out one.
        folder: holds `xquad` and `scifact`; by default where `DOCUCHAT_SHARED` says.
    """
    everything = labelled_statements(folder or shared_folder())
    chosen = [labelled for labelled in everything if labelled.held_out is not tuned]
    left_out = []
    if quick and len(chosen) > QUICK_STATEMENTS:
        left_out.append(f"{len(chosen) - QUICK_STATEMENTS} of {len(chosen)} statements")
        chosen = chosen[:: len(chosen) // QUICK_STATEMENTS + 1]
    sources: dict[tuple[str, str], Source] = {}
    judged: list[tuple[Labelled, Statement]] = []
    seconds: list[float] = []
    for labelled in chosen:
        cancel.check()
        source = sources.setdefault((labelled.title, labelled.passage), _source(labelled))
        began = time.perf_counter()
        draft = DraftStatement(labelled.statement, (source.number,))
        judged.append((labelled, judge_statement(draft, [source], labelled.question)))
        seconds.append(time.perf_counter() - began)
    results = {
        "statements, both halves": figure(len(everything), "statements", better="higher", digits=0),
        "statements": figure(len(chosen), "statements", better="higher", digits=0),
        **_overall(judged),
        **_by_kind(judged),
    }
    for share in (0.5, 0.95):
        value = percentile(seconds, share)
        milliseconds = None if value is None else value * 1000
        results[f"time a statement, p{share * 100:.0f}"] = figure(milliseconds, "ms", better="lower")
    notes = [f"half: {'tuned' if tuned else 'held out'}", *_mistakes(judged)]
    return report("verification", results, left_out=left_out, notes=notes)


def _overall(judged: Sequence[tuple[Labelled, Statement]]) -> Results:
    """Precision of "verified" with its interval, recall of the true, and what of the false is caught."""
    accepted = [float(labelled.is_true) for labelled, statement in judged if _is_verified(statement)]
    true = [_is_verified(statement) for labelled, statement in judged if labelled.is_true]
    false = [not _is_verified(statement) for labelled, statement in judged if not labelled.is_true]
    worded = [
        _is_verified(statement)
        for labelled, statement in judged
        if labelled.is_true and labelled.kind != TRUE_KINDS[0]
    ]
    precision, low, high = mean_with_interval(accepted)
    recall = _mean(true)
    both = (precision or 0.0) + (recall or 0.0)
    f1 = None if not accepted or recall is None else 2 * precision * recall / both if both else 0.0
    return {
        "verified: precision": _share(precision if accepted else None, PRECISION_AIM),
        "verified: precision, low": _share(low if accepted else None),
        "verified: precision, high": _share(high if accepted else None),
        "verified: recall": _share(recall),
        "verified: F1": _share(f1),
        "not verbatim: recall": _share(_mean(worded)),
        "false statements: caught": _share(_mean(false), CAUGHT_AIM),
        **{
            f"contradicted, refused by the agent: of the {name}": _share(
                _mean([is_contradicted(statement) for one, statement in judged if one.is_true is truth])
            )
            for name, truth in (("true", True), ("false", False))
        },
    }


def _by_kind(judged: Sequence[tuple[Labelled, Statement]]) -> Results:
    """Precision, recall and F1 of each kind by itself.

    Of a true kind, *verified* is what is looked for, against all false statements. Of a corruption, *not
    verified* is, against the true statements that were not verified either.
    """
    statuses: dict[str, Counter[str]] = defaultdict(Counter)
    verified: Counter[str] = Counter()
    for labelled, statement in judged:
        statuses[labelled.kind][statement.status] += 1
        verified[labelled.kind] += _is_verified(statement)
    wrong = sum(count for kind, count in verified.items() if kind not in TRUE_KINDS)
    refused = sum(
        sum(found.values()) - verified[kind] for kind, found in statuses.items() if kind in TRUE_KINDS
    )
    results: Results = {}
    for kind in sorted(statuses, key=lambda kind: (kind not in TRUE_KINDS, kind)):
        total = sum(statuses[kind].values())
        right = verified[kind] if kind in TRUE_KINDS else total - verified[kind]
        others = wrong if kind in TRUE_KINDS else refused
        results[f"{kind}: statements"] = figure(total, "statements", better="higher", digits=0)
        results[f"{kind}: precision"] = _share(right / (right + others) if right + others else None)
        results[f"{kind}: recall"] = _share(right / total)
        results[f"{kind}: F1"] = _share(2 * right / (total + right + others))
    return results


def _mistakes(judged: Sequence[tuple[Labelled, Statement]]) -> list[str]:
    """False statements that were verified, by kind."""
    wrong = [
        f"verified, but false ({labelled.kind}): {labelled.statement}"
        for labelled, statement in judged
        if not labelled.is_true and _is_verified(statement)
    ]
    return [
        *sorted(wrong)[:_LISTED],
        *([f"… and {len(wrong) - _LISTED} more"] if len(wrong) > _LISTED else []),
    ]


def _is_verified(statement: Statement) -> bool:
    return statement.status in VERIFIED


def _mean(values: Sequence[bool]) -> float | None:
    return sum(values) / len(values) if values else None


def _share(value: float | None, target: float | None = None) -> FigureOutput:
    return figure(value, "share", better="higher", target=target, digits=3)


def _source(labelled: Labelled) -> Source:
    """The passage as one chunk on one page, under its document's title."""
    content_hash = f"{labelled.title}\n{labelled.passage}"
    document = Document(
        document_id=document_id_for(content_hash),
        content_hash=content_hash,
        path="",
        filename=labelled.title,
        title=labelled.title,
        size_bytes=len(labelled.passage),
        page_count=1,
        status=DocumentStatus.INDEXED,
    )
    spans = (Span(0, len(labelled.passage)),)
    chunk = Chunk(
        chunk_id_for(content_hash, spans),
        document.document_id,
        0,
        spans,
        1,
        1,
        labelled.passage,
        labelled.title,
    )
    return make_source(1, document, chunk, 0.0, "", page_of=lambda _document_id, _span: 1)
