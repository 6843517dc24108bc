"""The demands of a question have the names, types and defaults of the specification, also as published."""

from __future__ import annotations

import json
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

import pytest

from core.agent.demands.constraints import PromptConstraints
from core.published.schemas import SCHEMAS

# As printed in specification 000: its name, the JSON type, its default.
SPECIFIED: dict[str, tuple[str, Any]] = {
    "min_searches": ("integer", 1),
    "required_search_topics": ("array", []),
    "min_open_citations": ("integer", 0),
    "requires_exact_quote": ("boolean", False),
    "exact_quote_indicators": ("array", []),
    "requires_conflict_resolution": ("boolean", False),
    "conflict_resolution_rule": ("string", None),
    "required_sections": ("array", []),
    "requires_insufficiency_disclosure": ("boolean", False),
}
PUBLISHED = Path(__file__).resolve().parents[2] / "docs" / "schema" / "prompt-constraints.schema.json"


def properties(schema: dict[str, Any]) -> dict[str, tuple[str, Any]]:
    (shape,) = schema["$defs"].values()
    return {
        name: (row.get("type") or next(kind["type"] for kind in row["anyOf"]), row["default"])
        for name, row in shape["properties"].items()
    }


@pytest.mark.parametrize("source", ["code", "published"])
def test_names_types_and_defaults_are_those_of_the_specification(source: str) -> None:
    schema = SCHEMAS["prompt-constraints"].model_json_schema()
    if source == "published":
        schema = json.loads(PUBLISHED.read_text("utf-8"))
    assert properties(schema) == SPECIFIED
    assert list(properties(schema)) == list(SPECIFIED), "in its order"


def test_no_demand_is_the_default() -> None:
    assert all(field.default is not MISSING for field in fields(PromptConstraints))
    assert SCHEMAS["prompt-constraints"].model_validate({}).model_dump(mode="json") == {
        name: default for name, (_, default) in SPECIFIED.items()
    }


def test_the_printed_specification_has_these_names(shared_folder: Path) -> None:
    text = (shared_folder / "seeds" / "000_f184845ace0562b3.txt").read_text("utf-8")
    shape = text.partition("class PromptConstraints:")[2].partition("```")[0]
    assert [line.split(":")[0].strip() for line in shape.strip().splitlines()] == list(SPECIFIED)
