"""`docuchat bench constraints`: both tables scored, without a model."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema

from core.published.schemas import SCHEMAS
from tests.e2e.program import docuchat


def test_both_tables_are_scored_and_mistakes_listed(tmp_path: Path) -> None:
    done = docuchat("bench", "constraints", "--json", "--quick", "--model", "none-such", home=tmp_path)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    jsonschema.validate(report, SCHEMAS["bench"].model_json_schema())
    results = report["results"]
    for table in ("own", "blind"):
        assert results[f"{table}: prompts"]["value"] >= 90
        assert results[f"{table}, required_sections: recall"]["value"] > 0.8
        wrong = [note for note in report["notes"] if note.startswith(f"{table}: ")]
        prompts, right = results[f"{table}: prompts"]["value"], results[f"{table}: wholly right"]["value"]
        assert len(wrong) == round(prompts * (1 - right))
    assert results["95th percentile"]["value"] > 0
    assert report["left_out"] == ["the model pass (without --quick)"]


def test_a_model_that_is_not_there_is_named(tmp_path: Path) -> None:
    done = docuchat("bench", "constraints", "--model", "none-such", home=tmp_path)
    assert done.returncode != 0
    assert "none-such" in done.stderr
