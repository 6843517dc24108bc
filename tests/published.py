"""Whether output has a shape that the program publishes (`tests/e2e/test_cli.py` compares docs/schema)."""

from __future__ import annotations

from functools import cache

import jsonschema

from core.published.schemas import SCHEMAS


def check_shape(output: object, name: str) -> None:
    """`name`: of a file in docs/schema. Raises jsonschema.ValidationError."""
    _validator(name).validate(output)


@cache
def _validator(name: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(SCHEMAS[name].model_json_schema())
