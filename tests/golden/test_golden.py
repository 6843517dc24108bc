"""Every recorded question is answered as it was, event by event."""

from __future__ import annotations

from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from tests.golden.questions import KINDS, Kind
from tests.golden.record import differences, recorded, stored

LARGE = ("library", "papers")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where each library is made once."""
    return tmp_path_factory.mktemp("golden")


def of_each_kind() -> list[ParameterSet]:
    """The two largest sets wait for the slow speed; `python -m tests.golden --check` compares all."""
    return [
        pytest.param(kind, id=name, marks=[pytest.mark.slow] * (name in LARGE))
        for name, kind in KINDS.items()
    ]


@pytest.mark.parametrize("kind", of_each_kind())
def test_answers_and_events_are_as_recorded(kind: Kind, home: Path) -> None:
    before, now = stored(kind.name), recorded(kind, home)
    assert not differences(before, now)
    assert now == before
