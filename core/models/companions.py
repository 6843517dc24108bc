"""The small files an ONNX encoder needs beside its graph, so that its folder is usable by fastembed as it is.

Also mends the tokenizer: the published `tokenizer.json` of MiniLM cuts at 128 tokens and pads every text to
128, which silently drops half of a chunk; ours cuts at the encoder's length and leaves padding to the batch.
Pure functions over bytes; any thread.
"""

from __future__ import annotations

import json
from typing import Any

from core.errors import ModelError
from core.models.catalogue import EncoderFacts

SPECIAL_TOKENS = {"[PAD]": "pad_token", "[UNK]": "unk_token", "[CLS]": "cls_token", "[SEP]": "sep_token"}
SPECIAL_TOKENS |= {"[MASK]": "mask_token", "<pad>": "pad_token", "<unk>": "unk_token", "<s>": "bos_token"}
SPECIAL_TOKENS |= {"</s>": "eos_token", "<mask>": "mask_token"}


def prepare_tokenizer(content: bytes, encoder: EncoderFacts) -> bytes:
    """`tokenizer.json` that cuts at `encoder.max_tokens` and does not pad.

    Raises:
        ModelError: not a tokenizer file.
    """
    tokenizer = _parse(content)
    tokenizer["truncation"] = {
        "direction": "Right",
        "max_length": encoder.max_tokens,
        "strategy": "LongestFirst",
        "stride": 0,
    }
    tokenizer["padding"] = None
    return json.dumps(tokenizer, ensure_ascii=False, separators=(",", ":")).encode()


def companion_files(tokenizer: bytes, encoder: EncoderFacts) -> dict[str, bytes]:
    """Name → content of config.json, tokenizer_config.json and special_tokens_map.json."""
    added = _parse(tokenizer).get("added_tokens") or []
    ids = {
        SPECIAL_TOKENS[token["content"]]: token for token in added if token.get("content") in SPECIAL_TOKENS
    }
    names = {role: token["content"] for role, token in ids.items()}
    pad = ids.get("pad_token", {"id": 0})
    return {
        "config.json": _dump(
            {
                "hidden_size": encoder.dimensions,
                "max_position_embeddings": max(encoder.max_tokens, 512),
                "model_type": encoder.graph_type or "bert",
                "num_attention_heads": encoder.heads or 12,
                "pad_token_id": pad["id"],
            }
        ),
        "tokenizer_config.json": _dump({**names, "model_max_length": encoder.max_tokens}),
        "special_tokens_map.json": _dump(names),
    }


def _parse(content: bytes) -> dict[str, Any]:
    try:
        tokenizer = json.loads(content)
        if not isinstance(tokenizer, dict) or "model" not in tokenizer:
            raise ValueError
    except ValueError as error:
        raise ModelError(
            "The tokenizer.json is not a tokenizer file.", "Try another source of the model."
        ) from error
    return tokenizer


def _dump(content: dict[str, object]) -> bytes:
    return json.dumps(content, indent=2, sort_keys=True).encode() + b"\n"
