"""Statements that language models wrote, with the sentences they cited: is what is right verified?

Two models answered the questions over the project's own papers and German documents in one sentence each, and
named the sentences it rests on. `data/verification/written.jsonl` keeps what they wrote, and whether those
sentences carry it, by two readings that agree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.answer.confidence import VERIFIED
from core.answer.statements import DraftStatement
from core.answer.verification.statement import judge_statement
from core.cancel import CancelToken
from core.judge.base import SupportJudge
from tests.answer.helpers import source_of
from tests.benchmarks.evaluation_data import is_held_out, json_lines, own_data
from tests.benchmarks.figures import Results
from tests.benchmarks.shares import number, share_of

RIGHT_AIM, WRONG_AIM = 0.75, 0.05


@dataclass(frozen=True, slots=True)
class Written:
    """`evidence`: title of the document and sentence, of each that is cited. `right`: they carry it."""

    question: str
    statement: str
    language: str
    model: str
    evidence: tuple[tuple[str, str], ...]
    right: bool
    held_out: bool


def written_statements() -> list[Written]:
    """All, of both halves; what both models wrote on a question is of the same."""
    return [
        Written(
            row["question"],
            row["statement"],
            row["language"],
            row["model"],
            tuple((cited["title"], cited["text"]) for cited in row["evidence"]),
            row["right"],
            is_held_out(row["question"]),
        )
        for row in json_lines(own_data() / "verification" / "written.jsonl")
    ]


def measured(judge: SupportJudge | None, *, tuned: bool, cancel: CancelToken) -> tuple[Results, list[str]]:
    """Shares of one half, and the wrong statements that were verified."""
    found: list[tuple[Written, bool]] = []
    for one in written_statements():
        cancel.check()
        if one.held_out is tuned:
            continue
        sources = [source_of(place, text, title) for place, (title, text) in enumerate(one.evidence, 1)]
        draft = DraftStatement(one.statement, tuple(source.number for source in sources))
        judged = judge_statement(draft, sources, one.question, judge)
        found.append((one, judged.status in VERIFIED))
    results = _shares("written", found, targets=True)
    for name in sorted({one.model for one, _ in found}):
        results |= _shares(f"written by {name}", [row for row in found if row[0].model == name])
    results |= _shares("written in German", [row for row in found if row[0].language == "de"])
    return results, [f"verified, but wrong: {one.statement}" for one, held in found if held and not one.right]


def _shares(name: str, found: Sequence[tuple[Written, bool]], *, targets: bool = False) -> Results:
    right = [held for one, held in found if one.right]
    wrong = [held for one, held in found if not one.right]
    aims = (RIGHT_AIM, WRONG_AIM) if targets else (None, None)
    return {
        f"{name}: right": number(len(right), "statements"),
        f"{name}: wrong": number(len(wrong), "statements"),
        f"{name}: right ones verified": share_of(right, target=aims[0]),
        f"{name}: wrong ones verified": share_of(wrong, "lower", target=aims[1]),
    }
