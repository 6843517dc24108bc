"""Does a model server answer? Asked before its address is kept, so that a typing error is told at once.

Two requests, both to that address only: the list of its models, and an answer of a few words. Runs on the
caller's thread; Stop ends it.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from core.cancel import CancelToken
from core.errors import Cancelled, UsageError
from core.llm.base import GenerationDone, GenerationRequest, Message
from core.llm.openai_client import OpenAIModel

_TOKENS = 8
_TIMEOUT_S = 30.0


@dataclass(frozen=True, slots=True)
class ServerReport:
    """`models`: what the server says it has; may be empty. `seconds`: until it had answered."""

    model: str
    models: tuple[str, ...]
    seconds: float


def check_server(
    url: str, model: str, cancel: CancelToken, *, api_key: str = "", timeout_s: float = _TIMEOUT_S
) -> ServerReport:
    """Ask the server for its models, and `model` (empty: the first of them) for a few words.

    Raises:
        ModelError: as `OpenAIModel.generate`.
        UsageError: no model is named, and the server lists none.
        Cancelled: Stop.
    """
    client = OpenAIModel(url, model, api_key=api_key, timeout_s=timeout_s)
    try:
        listed = client.listed_models(cancel)
    finally:
        client.close()
    if not (model or listed):
        raise UsageError(
            f"The server at {url} does not say which models it has.", "Write the name of one of them."
        )
    chosen = OpenAIModel(url, model or listed[0], api_key=api_key, timeout_s=timeout_s)
    request = GenerationRequest((Message("user", "Answer with the word yes."),), _TOKENS)
    began = time.monotonic()
    try:
        for part in chosen.generate(request, cancel):
            if isinstance(part, GenerationDone) and part.finish == "cancelled":
                raise Cancelled
    finally:
        chosen.close()
    return ServerReport(chosen.model_name, listed, time.monotonic() - began)
