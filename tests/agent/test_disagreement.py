"""Documents that disagree are told by an agent run, asked for or not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from core.agent.demands.constraints import PromptConstraints
from core.types import Confidence
from tests.agent.memory_library import SOURCES, MemoryRetriever
from tests.agent.scripted_run import SIMPLE, Run, answer_of

DATES = {"manual.pdf": "2023-05-01", "old manual.pdf": "2019-02-01"}
DATED = [
    replace(one, document=replace(one.document, date=DATES.get(one.document.filename, ""))) for one in SOURCES
]


@pytest.mark.parametrize(
    ("demands", "line"),
    [
        ({}, "The documents disagree: 36 months ["),
        (
            {"requires_conflict_resolution": True, "conflict_resolution_rule": "oldest"},
            "The documents disagree; the oldest counts: 24 months [",
        ),
    ],
)
def test_both_values_are_told_and_nothing_is_certain(demands: Mapping[str, Any], line: str) -> None:
    given = PromptConstraints(**demands) if demands else None
    run = Run([], SIMPLE, retriever=MemoryRetriever(DATED), demands=given)
    answer = answer_of(run.events)
    assert line in answer.text
    assert {"36 months", "24 months"} == {
        side.value for one in answer.conflicts for side in (one.first, one.second)
    }
    assert answer.confidence is not Confidence.HIGH
    alone = Run([], SIMPLE, retriever=MemoryRetriever(DATED[:1]))
    assert answer_of(alone.events).confidence is Confidence.HIGH
