"""JSON schema to GBNF: what the text says, and that what a real model writes under it is valid."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from core.cancel import CancelToken
from core.errors import BugError
from core.llm.base import GenerationRequest, Grammar, Message
from core.llm.grammars import compile_json_schema, literal
from core.llm.llama import LlamaModel
from tests.cases import cases
from tests.scored import scored

SCHEMAS = {case.id: case.given["schema"] for case in cases("schemas", "schemas")}


def test_the_text_keeps_order_bounds_and_one_optional_space() -> None:
    assert compile_json_schema(SCHEMAS["order"]) == (
        'root ::= "{" "\\"zeta\\"" ":" sp "\\"" char{0,12} "\\"" "," sp "\\"alpha\\"" ":" sp integer "}"\n'
        'char ::= [^"\\\\\\x7F\\x00-\\x1F] | "\\\\" ["\\\\/nt]\n'
        'sp ::= " "?\n'
        'integer ::= "-"? ("0" | [1-9] [0-9]{0,14})\n'
    )


def test_literals_are_escaped() -> None:
    assert literal('a"b\\c\nd') == '"a\\"b\\\\c\\nd"'
    assert compile_json_schema({"const": "\ud800"}) == 'root ::= "\\"\\\\ud800\\""\n'


@scored("schemas", list)
def test_what_cannot_be_compiled_is_named(schema: dict[str, Any], words: str) -> None:
    with pytest.raises(BugError, match=words):
        compile_json_schema(schema)


@pytest.fixture(scope="module")
def tiny(tiny_model_path: Path) -> Iterator[LlamaModel]:
    model = LlamaModel(tiny_model_path, model_name="tiny", context_tokens=1024)
    yield model
    model.close()


@pytest.mark.model
@pytest.mark.parametrize(
    ("name", "temperature"),
    [
        pytest.param(
            name, temperature, marks=() if (name, temperature) == ("nested", 1.5) else pytest.mark.slow
        )
        for name in sorted(SCHEMAS)
        for temperature in (0.0, 1.5)
    ],
)
def test_what_the_model_writes_is_valid(tiny: LlamaModel, name: str, temperature: float) -> None:
    schema = SCHEMAS[name]
    request = GenerationRequest(
        (Message("user", 'Fill in the form: "quotes", back\\slashes\nand new lines.'),),
        max_tokens=250,
        temperature=temperature,
        seed=7,
        grammar=Grammar(json_schema=schema),
    )
    done = list(tiny.generate(request, CancelToken()))[-1]
    assert done.finish == "stop"
    assert "\n" not in done.text
    value = json.loads(done.text)
    jsonschema.validate(value, schema)
    if schema.get("type") == "object":
        order = [name for name in schema["properties"] if name in value]
        assert list(value) == order
