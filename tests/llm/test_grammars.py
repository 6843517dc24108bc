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
from core.llm.base import GenerationDone, GenerationRequest, Grammar, Message
from core.llm.grammars import compile_json_schema, literal
from core.llm.llama import LlamaModel

SCHEMAS: dict[str, dict[str, Any]] = {
    "order": {
        "type": "object",
        "properties": {"zeta": {"type": "string", "maxLength": 12}, "alpha": {"type": "integer"}},
        "required": ["zeta", "alpha"],
    },
    "tool": {
        "oneOf": [
            {
                "type": "object",
                "properties": {
                    "type": {"const": "tool_call"},
                    "tool": {"const": "search_docs"},
                    "input": {
                        "type": "object",
                        "properties": {"query": {"type": "string", "minLength": 3, "maxLength": 30}},
                        "required": ["query"],
                        "additionalProperties": False,
                    },
                },
                "required": ["type", "tool", "input"],
            },
            {"type": "object", "properties": {"type": {"const": "final"}}, "required": ["type"]},
        ]
    },
    "bounded array": {
        "type": "array",
        "items": {"type": "string", "minLength": 2, "maxLength": 15},
        "minItems": 2,
        "maxItems": 4,
    },
    "exactly one": {
        "type": "array",
        "items": {"enum": [1, 2.5, None, True, 'é"\\']},
        "minItems": 1,
        "maxItems": 1,
    },
    "maybe empty": {"type": "array", "items": {"type": "boolean"}, "maxItems": 2},
    "nested": {
        "type": "object",
        "properties": {
            "statements": {
                "type": "array",
                "minItems": 1,
                "maxItems": 2,
                "items": {
                    "type": "object",
                    "properties": {
                        "evidence": {
                            "type": "array",
                            "items": {"enum": ["1.1", "1.2"]},
                            "minItems": 1,
                            "maxItems": 2,
                        },
                        "text": {"type": "string", "maxLength": 25},
                    },
                    "required": ["evidence", "text"],
                },
            },
            "confidence": {"type": "integer", "minimum": 0, "maximum": 5},
            "share": {"type": "number"},
            "note": {"type": ["string", "null"], "maxLength": 8},
        },
        "required": ["statements", "confidence", "share", "note"],
    },
    "optional": {
        "type": "object",
        "properties": {
            "a": {"type": "boolean"},
            "b": {"const": "fixed\n"},
            "c": {"type": "null"},
        },
        "required": ["b"],
    },
    "nothing required": {
        "type": "object",
        "properties": {"a": {"type": "boolean"}, "b": {"type": "boolean"}},
    },
    "references": {
        "$defs": {
            "leaf": {"type": "string", "maxLength": 6},
            "tree": {
                "anyOf": [{"$ref": "#/$defs/leaf"}, {"type": "array", "items": {"$ref": "#/$defs/leaf"}}]
            },
        },
        "$ref": "#/$defs/tree",
    },
    "empty string": {"type": "string", "maxLength": 0},
    "empty object": {"type": "object", "properties": {}},
}


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


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"type": "string", "pattern": "a+"}, r"pattern"),
        ({"type": "object", "properties": {}, "required": ["a"]}, r"without a schema: \['a'\]"),
        ({"type": "array"}, "needs items"),
        ({"type": "string", "minLength": 5, "maxLength": 4}, "leave nothing"),
        ({"type": "integer", "minimum": 0}, "needs no bounds"),
        ({"type": "number", "minimum": 0}, "bounds of a number"),
        ({"enum": []}, "nothing to choose from"),
        ({"$ref": "#/$defs/none"}, "leads nowhere"),
        ({"properties": {}}, "no type"),
        ({"type": "object", "properties": {"a": {"type": "object", "properties": {"b": {}}}}}, "#/a/b"),
    ],
)
def test_what_cannot_be_compiled_is_named(schema: dict[str, Any], words: str) -> None:
    with pytest.raises(BugError, match=words):
        compile_json_schema(schema)


@pytest.fixture(scope="module")
def tiny(tiny_model_path: Path) -> Iterator[LlamaModel]:
    model = LlamaModel(tiny_model_path, model_name="tiny", context_tokens=1024)
    yield model
    model.close()


@pytest.mark.model
@pytest.mark.parametrize("name", sorted(SCHEMAS))
@pytest.mark.parametrize("temperature", [0.0, 1.5])
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
    assert isinstance(done, GenerationDone)
    assert done.finish == "stop"
    assert "\n" not in done.text
    value = json.loads(done.text)
    jsonschema.validate(value, schema)
    if schema.get("type") == "object":
        order = [name for name in schema["properties"] if name in value]
        assert list(value) == order
