"""JSON as a model wrote it. Pure functions."""

from __future__ import annotations

import json
from typing import Any

# A line break inside a string is no JSON, and a server whose grammar for strings does not rule it out
# (llama-cpp-python's own) writes it: the text is as good as with `\n`.
DECODER = json.JSONDecoder(strict=False)


def reply_json(text: str) -> Any:
    """The value of a reply that is nothing but JSON, with raw control characters allowed in its strings.

    Raises:
        ValueError: it is cut off, no JSON, or nested deeper than Python reads.
    """
    try:
        return DECODER.decode(text)
    except RecursionError as error:
        raise ValueError("nested too deep, in line 1") from error
