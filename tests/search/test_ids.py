"""What every search needs loads no index: an adapter is chosen when a library is opened."""

from __future__ import annotations

import subprocess
import sys
import uuid
from pathlib import Path

import pytest

from core.search.ids import as_uuid

ROOT = Path(__file__).resolve().parents[2]


def test_only_ids_are_ids() -> None:
    made = uuid.uuid4()
    assert as_uuid(str(made)) == made
    assert as_uuid("chunk-7") is None
    assert as_uuid("") is None


@pytest.mark.slow
@pytest.mark.parametrize("module", ["core.search.retriever", "core.search.server"])
def test_the_embedded_index_is_not_loaded(module: str) -> None:
    script = f"import sys, {module}; print('core.search.edge' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, timeout=60, check=True, capture_output=True, text=True
    )
    assert done.stdout.split() == ["False"]
