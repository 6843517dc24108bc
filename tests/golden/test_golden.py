"""Every recorded question is answered as it was, event by event."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden.questions import KINDS, Kind
from tests.golden.record import differences, recorded, stored


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where each library is made once."""
    return tmp_path_factory.mktemp("golden")


@pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))
def test_answers_and_events_are_as_recorded(kind: Kind, home: Path) -> None:
    before, now = stored(kind.name), recorded(kind, home)
    assert not differences(before, now)
    assert now == before
