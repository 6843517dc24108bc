"""Schemas as files that people edit: TOML as ours are, or JSON. Reading them: `core.fields.schema`. Pure."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from core.errors import StorageError
from core.fields.schema import BucketSchema


def schema_toml(schema: BucketSchema) -> str:
    """`schema_from_text` of it gives the same schema back. What is as it is by itself is left out."""
    packed = schema.model_dump(mode="json", exclude_defaults=True)
    fields, signs = packed.pop("fields", []), packed.pop("signs", {})
    lines = [f"{key} = {_value(value)}" for key, value in packed.items()]
    if signs:
        lines += ["", "[signs]", *(f"{_quoted(word)} = {weight}" for word, weight in signs.items())]
    for field in fields:
        tables = {key: field.pop(key, {}) for key in ("values", "said")}
        lines += ["", "[[fields]]", *(f"{key} = {_value(value)}" for key, value in field.items())]
        for key, words_of in tables.items():
            if words_of:
                lines += [f"[fields.{key}]"]
                lines += [f"{name} = {_value(words)}" for name, words in words_of.items()]
    return "\n".join(lines) + "\n"


def write_schema(path: Path, schema: BucketSchema) -> None:
    """TOML or, where the name ends in `.json`, JSON.

    Raises:
        StorageError: the file cannot be written.
    """
    is_json = path.suffix.casefold() == ".json"
    text = schema.model_dump_json(indent=2, exclude_defaults=True) + "\n" if is_json else schema_toml(schema)
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise StorageError(
            f"{path} could not be written ({error.strerror}).", "Name another file or free some space."
        ) from error


def _value(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    return _quoted(value) if isinstance(value, str) else json.dumps(value)


def _quoted(text: str) -> str:
    """A basic string of TOML: JSON writes the same, but for one control character."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
