"""What a GGUF file says of itself: its architecture, context and the size of its key/value cache.

For files the catalogue does not know. Only the header is read, and nothing in it is carried out: the chat
template stays a text until `core.llm.prompting` renders it in its sandbox. Any thread.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.errors import ModelError
from core.models.formats import HeaderReader, check_gguf

# `struct` letters of the numbers, by GGUF's number of their type.
_FORMS = dict(zip((0, 1, 2, 3, 4, 5, 6, 7, 10, 11, 12), "BbHhIif?Qqd", strict=True))
_STRING = 8
_LONGEST_TEXT = 1 << 12  # of the texts that are looked at; longer ones, as templates, are passed over
_LONGEST_ARRAY = 1 << 12  # heads of each layer; vocabularies are passed over
_MOST_LAYERS, _MOST_TOKENS, _MOST_CACHE = 1 << 12, 1 << 24, 1 << 32


@dataclass(frozen=True, slots=True)
class GgufFacts:
    """`kv_bytes_per_token` as in the catalogue: 2 × layers × key/value heads × head size × 2 bytes."""

    context_tokens: int
    kv_bytes_per_token: int


def answer_facts(parts: Sequence[Path]) -> GgufFacts:
    """Facts of a language model in one file, or in several whose first says them all.

    Raises:
        ModelError: as `check_gguf` for each file, or `model_kind`: an encoder, parts that do not belong
            together, or a header without the figures that every language model's has.
    """
    path = parts[0]
    for number, part in enumerate(parts):
        check_gguf(part)
        values = _values(part)
        if values.get("split.count", 0) not in ((0, 1) if len(parts) == 1 else (len(parts),)):
            raise _unusable(part, "it is one of several parts, and its name does not say of which")
        if values.get("split.no", 0) != number:
            raise _unusable(part, "it is another part than its name says")
    values = _values(path)
    arch = values.get("general.architecture")
    if f"{arch}.pooling_type" in values or "tokenizer.ggml.model" not in values:
        raise _unusable(path, "it writes no text")
    try:
        return _facts(values, str(arch))
    except (KeyError, TypeError, ValueError, ArithmeticError):  # also of infinite and of no heads
        raise _unusable(path, "its header lacks the figures of one") from None


def _facts(values: dict[str, Any], arch: str) -> GgufFacts:
    def number(name: str) -> int:
        value = values[f"{arch}.{name}"]
        return max(int(one) for one in value) if isinstance(value, list) else int(value)

    heads = number("attention.head_count")
    kv_heads = number("attention.head_count_kv") if f"{arch}.attention.head_count_kv" in values else heads
    if f"{arch}.attention.key_length" in values:
        head_size = number("attention.key_length")
    else:
        head_size = number("embedding_length") // heads
    layers, context = number("block_count"), number("context_length")
    cache = 2 * layers * kv_heads * head_size * 2
    if not (0 < layers <= _MOST_LAYERS and 0 < context <= _MOST_TOKENS and 0 < cache <= _MOST_CACHE):
        raise ValueError("no sensible figures")
    return GgufFacts(context, cache)


def _values(path: Path) -> dict[str, Any]:
    """Numbers, short texts and short arrays of numbers of the header, by key. `check_gguf` came before."""
    try:
        with path.open("rb") as file:
            reader = HeaderReader(file, path.stat().st_size)
            reader.skip(8 + 8)  # magic, version, number of tensors
            return dict(_value(reader) for _ in range(reader.number("<Q")))
    except OSError as error:
        raise _unusable(path, f"it cannot be read ({error.strerror})") from error


def _value(reader: HeaderReader) -> tuple[str, Any]:
    name = reader.text(1 << 16).decode("utf-8", errors="replace")
    kind = reader.number("<I")
    if kind in _FORMS:
        return name, _number(reader, kind)
    if kind == _STRING:
        length = reader.number("<Q")
        if length <= _LONGEST_TEXT:
            return name, reader.taken(length).decode("utf-8", errors="replace")
        reader.skip(length)
        return name, None
    inner, count = reader.number("<I"), reader.number("<Q")
    if inner in _FORMS and count <= _LONGEST_ARRAY:
        return name, [_number(reader, inner) for _ in range(count)]
    reader.skip_array(inner, count)
    return name, None


def _number(reader: HeaderReader, kind: int) -> Any:
    form = "<" + _FORMS[kind]
    return struct.unpack(form, reader.taken(struct.calcsize(form)))[0]


def _unusable(path: Path, why: str) -> ModelError:
    error = ModelError(
        f"{path} cannot be used as a language model: {why}.",
        "Choose the GGUF file of a model that answers questions.",
    )
    error.code = "model_kind"
    return error
