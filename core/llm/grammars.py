r"""JSON schema to GBNF, for the subset the modes use. Pure Python, runs in the parent.

Why not llama.cpp's own converter: its result allows unlimited white space between tokens (a small model
fills its budget with newlines), sorts properties, and counts `\u0041` as six characters of `maxLength`.
Here white space is one optional space after `:` and `,`, properties keep the order given, every string and
array is bounded, and each escape is one character.

Supported: object (properties, required; others are never produced), array (items, minItems, maxItems),
string (minLength, maxLength), integer (minimum with maximum), number, boolean, null, const, enum, anyOf,
oneOf, a list of types, and `$ref` into `$defs`. Words that cannot shape a grammar (`title`, `description`,
`uniqueItems`, …) are left to the reader of the answer.
"""

from __future__ import annotations

import json
import re
from typing import Any

from core.errors import BugError

Schema = dict[str, Any]

DEFAULT_MAX_LENGTH = 1000
DEFAULT_MAX_ITEMS = 32
MAX_REPETITIONS = 2000  # llama.cpp refuses more (MAX_REPETITION_THRESHOLD)
MAX_ENUMERATED_RANGE = 1000

# No `\u`: a model writes "é" as it is, and half a surrogate pair could not be stored.
_FIXED_RULES = {
    "char": r'[^"\\\x7F\x00-\x1F] | "\\" ["\\/nt]',
    "sp": '" "?',
    "integer": '"-"? ("0" | [1-9] [0-9]{0,14})',
    "number": '"-"? ("0" | [1-9] [0-9]{0,14}) ("." [0-9]{1,10})?',
}
_UNSUPPORTED = frozenset({"allOf", "not", "if", "pattern", "patternProperties", "prefixItems", "format"})


def object_schema(properties: Schema) -> Schema:
    """Of an object with all of these properties, in their order, and no other."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def compile_json_schema(schema: Schema) -> str:
    """GBNF whose language is a subset of the JSON texts that are valid under `schema`.

    Raises:
        BugError: the schema uses a word outside the supported subset; it names the place.
    """
    compiler = _Compiler(schema)
    root = compiler.expression(schema, "#")
    rules = {"root": root, **compiler.rules}
    text = "\n".join(rules.values())
    # `integer`, `number` and `char` are only added when used, so that a grammar stays readable in a log.
    for name, body in _FIXED_RULES.items():
        if re.search(rf"\b{name}\b", text):
            rules[name] = body
    return "\n".join(f"{name} ::= {body}" for name, body in rules.items()) + "\n"


def literal(text: str) -> str:
    """`text` as a GBNF terminal."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r")
    return f'"{escaped}"'


class _Compiler:
    """Collects rules while walking the schema. Sub-expressions are inlined unless they need a name."""

    def __init__(self, root: Schema) -> None:
        self._definitions = root.get("$defs", {})
        self._references: dict[str, str] = {}
        self.rules: dict[str, str] = {}

    def expression(self, schema: Schema, where: str) -> str:
        unsupported = _UNSUPPORTED & schema.keys()
        if unsupported:
            raise BugError(f"schema {where}: {sorted(unsupported)} cannot be compiled to a grammar")
        if "$ref" in schema:
            return self._reference(schema["$ref"], where)
        if "const" in schema:
            return _json_literal(schema["const"])
        if "enum" in schema:
            return _alternatives([_json_literal(value) for value in schema["enum"]], where)
        for word in ("anyOf", "oneOf"):
            if word in schema:
                options = [
                    self.expression(option, f"{where}/{word}/{i}") for i, option in enumerate(schema[word])
                ]
                return _alternatives(options, where)
        kind = schema.get("type")
        if isinstance(kind, list):
            return _alternatives([self.expression({**schema, "type": one}, where) for one in kind], where)
        match kind:
            case "object":
                return self._object(schema, where)
            case "array":
                return self._array(schema, where)
            case "string":
                low, high = _bounds(schema, "minLength", "maxLength", DEFAULT_MAX_LENGTH, where)
                return rf'"\"" char{{{low},{high}}} "\""' if high else r'"\"\""'
            case "integer":
                return _integer(schema, where)
            case "number":
                if "minimum" in schema or "maximum" in schema:
                    raise BugError(f"schema {where}: bounds of a number cannot be compiled to a grammar")
                return "number"
            case "boolean":
                return '("true" | "false")'
            case "null":
                return '"null"'
        raise BugError(f"schema {where}: no type that can be compiled to a grammar")

    def _object(self, schema: Schema, where: str) -> str:
        """Properties in the given order; a comma before each but the first that is present."""
        required = set(schema.get("required", ()))
        missing = required - schema.get("properties", {}).keys()
        if missing:
            raise BugError(f"schema {where}: required properties without a schema: {sorted(missing)}")
        pairs = [
            (name in required, f'{_json_literal(name)} ":" sp {self.expression(inner, f"{where}/{name}")}')
            for name, inner in schema.get("properties", {}).items()
        ]
        # Built from the back: what may follow position i when something, or nothing, was written before it.
        after_some, after_none = "", ""
        for is_required, pair in reversed(pairs):
            with_comma = f'"," sp {pair} {after_some}'.rstrip()
            first = f"{pair} {after_some}".rstrip()
            if is_required:
                after_none, after_some = first, with_comma
            else:
                after_none = f"({first} | {after_none})" if after_none else f"({first})?"
                after_some = self._named(f'("," sp {pair})? {after_some}'.rstrip())
        return f'"{{" {after_none} "}}"'.replace("  ", " ")

    def _array(self, schema: Schema, where: str) -> str:
        if not isinstance(schema.get("items"), dict):
            raise BugError(f"schema {where}: an array needs items")
        low, high = _bounds(schema, "minItems", "maxItems", DEFAULT_MAX_ITEMS, where)
        if high == 0:
            return '"[]"'
        item = self._named(self.expression(schema["items"], f"{where}/items"))
        more = f'("," sp {item}){{{max(low - 1, 0)},{high - 1}}}'
        inner = f"{item} {more}" if high > 1 else item
        return f'"[" {inner} "]"' if low else f'"[" ({inner})? "]"'

    def _reference(self, path: str, where: str) -> str:
        name = path.removeprefix("#/$defs/")
        if name not in self._definitions:
            raise BugError(f"schema {where}: {path} leads nowhere")
        if path not in self._references:
            rule = f"def-{len(self._references)}"
            self._references[path] = rule  # before the walk: a definition may contain itself
            self.rules[rule] = self.expression(self._definitions[name], path)
        return self._references[path]

    def _named(self, body: str) -> str:
        """A rule for `body`; the same body gets the same rule."""
        if re.fullmatch(r"[a-z0-9-]+", body):
            return body
        for name, known in self.rules.items():
            if known == body:
                return name
        name = f"r-{len(self.rules)}"
        self.rules[name] = body
        return name


def _json_literal(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    if any("\ud800" <= character <= "\udfff" for character in text):
        text = json.dumps(value)  # half a surrogate pair has no UTF-8: leave it escaped
    return literal(text)


def _alternatives(options: list[str], where: str) -> str:
    if not options:
        raise BugError(f"schema {where}: nothing to choose from")
    unique = list(dict.fromkeys(options))
    return unique[0] if len(unique) == 1 else f"({' | '.join(unique)})"


def _bounds(schema: Schema, low_word: str, high_word: str, default: int, where: str) -> tuple[int, int]:
    low = int(schema.get(low_word, 0))
    high = min(int(schema.get(high_word, max(default, low))), MAX_REPETITIONS)
    if not 0 <= low <= high:
        raise BugError(f"schema {where}: {low_word} {low} and {high_word} {high} leave nothing")
    return low, high


def _integer(schema: Schema, where: str) -> str:
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is None and high is None:
        return "integer"
    if low is None or high is None or not 0 <= high - low <= MAX_ENUMERATED_RANGE:
        raise BugError(f"schema {where}: an integer needs no bounds, or two at most 1000 apart")
    return _alternatives([literal(str(value)) for value in range(low, high + 1)], where)
