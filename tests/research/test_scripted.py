"""What researches over a few documents come to, run by run. Each case is data."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from core.answer.sources import Source
from core.errors import ModelError
from core.judge.run_judge import RunJudge
from core.store.database import Database
from tests.answer.helpers import source_of
from tests.cases import Case, cases, plain, score
from tests.research.kit import AgreeableJudge, Papers, Research, Shelf, answering, chapters, left_in, told_by

AT_ONCE = {"skip_questions": True, "approve_tasks": True}


def documents(texts: Mapping[str, Any]) -> dict[str, Source]:
    """A document of one passage each, or of as many as there are texts."""
    found: dict[str, Source] = {}
    for name, text in texts.items():
        found |= {name: source_of(0, text, name)} if isinstance(text, str) else chapters(name, *text)
    return found


def research_of(given: Mapping[str, Any], research: Research) -> Research:
    if "texts" in given:
        sources = documents(given["texts"])
        research.shelf, research.papers = Shelf(sources), Papers(sources)
    if "turn" in given:
        turn = given["turn"]
        research.turn = ModelError(*turn["error"]) if "error" in turn else answering(**turn)
    if given.get("all_is_relevant"):
        research.judge = RunJudge(AgreeableJudge())
    research.limits = replace(research.limits, **given.get("limits", {}))
    return research


def runs_of(research: Research, said: Sequence[str], wishes: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What each run told of what a case can expect, and what it left."""
    runs = []
    for number, text in enumerate(said):
        events = research.reply(text) if number else research.ask(text, **wishes)
        runs.append(told_by(events) | left_in(research.state))
    return runs


PARTS = sorted({case.id.partition(":")[0] for case in cases("researches")})


def in_any_order(report: object) -> list[str]:
    """The sentences of a report without their numbers."""
    return sorted(re.split(r"(?<=[.?])\s+", re.sub(r" \[\d+\]", "", str(report)).strip()))


@pytest.mark.parametrize("part", PARTS)
def test_what_a_research_comes_to(part: str, database: Database) -> None:
    def holds(case: Case) -> object:
        any_order = case.given.get("any_order", False)  # sentences that answer alike: machines differ
        research = research_of(case.given, Research(database, conversation_id=case.id))
        runs = plain(runs_of(research, case.given["said"], case.given.get("wishes", AT_ONCE)))
        differ = [
            f"run {number}, {name}: {run[name]}"
            for number, (run, told) in enumerate(zip(runs, case.expected, strict=True), 1)
            for name in told
            if run[name] != told[name]
            and not (any_order and in_any_order(run[name]) == in_any_order(told[name]))
        ]
        return not differ or "; ".join(differ)

    score([case for case in cases("researches") if case.id.startswith(f"{part}:")], holds)
