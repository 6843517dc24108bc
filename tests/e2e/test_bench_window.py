"""`docuchat bench window`: the real window at work, measured from another process."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from core.published.schemas import SCHEMAS
from tests.e2e.program import docuchat


@pytest.mark.slow
@pytest.mark.model
def test_the_window_stays_alive_and_closes_in_the_middle(tmp_path: Path) -> None:
    done = docuchat("bench", "window", "--json", "--quick", home=tmp_path, timeout=380)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    jsonschema.validate(report, SCHEMAS["bench"].model_json_schema())
    found = {name: figure["value"] for name, figure in report["results"].items()}
    assert found["documents searchable"] == 12
    assert found["documents lost by closing"] == 0
    assert found["pieces of answers shown meanwhile"] > 10
    assert found["closing in the middle"] < 20  # the goal is 2 s; a busy machine gets ten times that
    assert found["at work, worst"] < 3000
