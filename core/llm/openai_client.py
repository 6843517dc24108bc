"""A server that speaks OpenAI's chat completions, behind `ChatModel`: llama.cpp, Ollama, LM Studio, vLLM, …

Runs on the caller's thread, the network on a thread of `core.llm.exchange`. Nothing is sent anywhere but to
the address in the settings.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal
from urllib.parse import urlsplit

import httpx

from core.cancel import CancelToken
from core.errors import ModelError
from core.llm.base import (
    NO_LOG_ODDS,
    SERVER_TIMEOUT,
    GenerationDone,
    GenerationRequest,
    Message,
    TextDelta,
)
from core.llm.exchange import Exchange, Refusal, data_of_events
from core.settings import SERVER_KEY_VARIABLE
from core.system.addresses import is_this_computer

CONNECT_TIMEOUT_S = 10.0
_MAX_ERROR_CHARS = 300
# How a schema is asked for, newest way first: OpenAI's own; the older one of llama.cpp's servers; not at all,
# so that the gate alone decides.
_SCHEMA_WAYS = ("json_schema", "json_object", "none")
_NO_LIST = frozenset({404, 405, 501})
_MOST_MODELS = 200
_LIKELIEST = 20  # the most that OpenAI's interface names


class OpenAIModel:
    """`ChatModel` on `POST {base_url}/v1/chat/completions`.

    Args:
        base_url: with or without `/v1`; http or https.
        model: the name the server knows it by.
        api_key: sent as a bearer token to this address only; empty: what the environment variable
            `DOCUCHAT_SERVER_API_KEY` holds.
        context_tokens: of the model on the server, which cannot be asked for it in a standard way.
        timeout_s: longest silence between two pieces of the stream, the first included.
    """

    def __init__(
        self,
        base_url: str,
        model: str,
        *,
        api_key: str = "",
        context_tokens: int = 8192,
        timeout_s: float = 120.0,
    ) -> None:
        self._address = _with_version(base_url)
        self._model = model
        self._context_tokens = context_tokens
        headers = {"Accept": "text/event-stream"}
        api_key = api_key or os.environ.get(SERVER_KEY_VARIABLE, "").strip()
        if api_key:
            headers["Authorization"] = f"Bearer {api_key}"
        # Proxies from the environment are for the network, never for a server on this computer. Redirects
        # could carry the documents and the key to another host.
        self._client = httpx.Client(
            headers=headers,
            timeout=httpx.Timeout(timeout_s, connect=min(CONNECT_TIMEOUT_S, timeout_s)),
            follow_redirects=False,
            limits=httpx.Limits(max_keepalive_connections=0),
            trust_env=not is_this_computer(self._address),
        )
        self.silence_limit_s = timeout_s
        self._schema_way = 0
        self._lane = threading.Lock()

    @property
    def model_name(self) -> str:
        return self._model

    @property
    def context_tokens(self) -> int:
        return self._context_tokens

    @property
    def supports_gbnf(self) -> bool:
        return False

    def count_tokens(self, messages: Sequence[Message], cancel: CancelToken | None = None) -> int:
        """An estimate, rounded up: three bytes a token and eight tokens a message.

        English text has about 4.5 bytes a token with current tokenizers, numbers and other scripts fewer.
        """
        return sum(-(-len(message.content.encode("utf-8", "replace")) // 3) + 8 for message in messages)

    def generate(
        self, request: GenerationRequest, cancel: CancelToken
    ) -> Iterator[TextDelta | GenerationDone]:
        """See `ChatModel`. `evaluated_tokens` is what the server reports as not cached, else all of them.

        Raises:
            ModelError: `server_unreachable`, `server_refused` (401, 403), `server_model` (404),
                `server_busy` (429), `server_failed` (5xx), `server_rejected` (other 4xx), `server_redirect`,
                `server_timeout` or `server_garbled`. Each names the address.
        """
        with self._lane:
            reading = _Reading(time.monotonic())
            with self._as_model_errors():
                while True:
                    try:
                        yield from self._stream(request, reading, cancel)
                        break
                    except _SchemaRefused:
                        self._schema_way += 1  # remembered: later calls ask the way this server understands
            if cancel.is_set and reading.finish is None:
                reading.finish = "cancelled"
            if reading.finish is None:
                raise self._error(
                    "server_garbled",
                    "ended its answer in the middle",
                    "Ask again; if it repeats, check the server's log.",
                )
            yield reading.done(self.count_tokens(request.messages))

    def choose(
        self,
        messages: Sequence[Message],
        options: Sequence[Sequence[str]],
        cancel: CancelToken,
        *,
        kept: int = 0,
    ) -> tuple[float, ...]:
        """See `ChatModel`: from the likeliest first tokens that the server names (`top_logprobs`).

        Raises:
            ModelError: as `generate`; `no_log_odds` where the server names none.
            Cancelled: after Stop.
        """
        request = GenerationRequest(tuple(messages), max_tokens=1)
        reading = _Reading(time.monotonic())
        with self._lane, self._as_model_errors():
            for _ in self._stream(request, reading, cancel, {"logprobs": True, "top_logprobs": _LIKELIEST}):
                pass
        cancel.check()
        if not reading.likeliest:
            raise self._error(
                NO_LOG_ODDS,
                "does not say how likely its words are",
                "Statements are then checked without it; a local model can do it.",
            )
        return _weights(reading.likeliest, options)

    def listed_models(self, cancel: CancelToken) -> tuple[str, ...]:
        """What `GET /models` names; empty where the server has no such list.

        Raises:
            ModelError: the server cannot be reached, or refuses: as `generate`.
            Cancelled: Stop.
        """
        request = self._client.build_request(
            "GET", f"{self._address}/models", headers={"Accept": "application/json"}
        )
        lines: list[str] = []
        with self._lane:
            try:
                with Exchange(self._client, request, cancel) as exchange:
                    for item in exchange.lines():
                        if isinstance(item, Refusal):
                            if item.status in _NO_LIST:
                                return ()
                            raise self._refusal(item)
                        lines.append(item)
            except httpx.HTTPError as error:
                raise self._problem(error) from error
            except ValueError:  # something endless: no list
                return ()
        cancel.check()
        return _model_names("\n".join(lines))

    def close(self) -> None:
        self._client.close()

    def _stream(
        self,
        request: GenerationRequest,
        reading: _Reading,
        cancel: CancelToken,
        more: Mapping[str, Any] | None = None,
    ) -> Iterator[TextDelta]:
        address = f"{self._address}/chat/completions"
        body = self._body(request) | dict(more or {})
        http_request = self._client.build_request("POST", address, json=body)
        with Exchange(self._client, http_request, cancel) as exchange:
            for data in data_of_events(self._accepted(exchange)):
                if data.strip() == "[DONE]":
                    return
                text = reading.take(json.loads(data))
                if text:
                    yield TextDelta(text)

    def _accepted(self, exchange: Exchange) -> Iterator[str]:
        for item in exchange.lines():
            if isinstance(item, Refusal):
                if self._schema_way + 1 < len(_SCHEMA_WAYS) and b"response_format" in item.body:
                    raise _SchemaRefused
                raise self._refusal(item)
            yield item

    def _body(self, request: GenerationRequest) -> dict[str, Any]:
        body: dict[str, Any] = {
            "model": self._model,
            "messages": [{"role": message.role, "content": message.content} for message in request.messages],
            "max_tokens": request.max_tokens,
            "temperature": request.temperature,
            "seed": request.seed,
            "stream": True,
            "stream_options": {"include_usage": True},
        }
        schema = request.grammar.json_schema if request.grammar else None
        way = _SCHEMA_WAYS[self._schema_way]
        if schema is not None and way == "json_schema":
            wrapped = {"name": "answer", "schema": schema, "strict": True}
            body["response_format"] = {"type": "json_schema", "json_schema": wrapped}
        elif schema is not None and way == "json_object":
            body["response_format"] = {"type": "json_object", "schema": schema}
        return body

    @contextlib.contextmanager
    def _as_model_errors(self) -> Iterator[None]:
        try:
            yield
        except httpx.HTTPError as error:
            raise self._problem(error) from error
        except (ValueError, RecursionError, _Garbled) as error:
            raise self._error(
                "server_garbled",
                f"sent something that is no chat answer ({str(error)[:100]})",
                "Check that the address is that of an OpenAI-compatible server.",
            ) from error

    # --- errors --------------------------------------------------------------------------------

    def _error(self, code: str, what: str, hint: str) -> ModelError:
        error = ModelError(f"The model server at {self._address} {what}.", hint)
        error.code = code
        return error

    def _problem(self, error: Exception) -> ModelError:
        if isinstance(error, httpx.ConnectError | httpx.ConnectTimeout):
            return self._error(
                "server_unreachable",
                "cannot be reached",
                "Start it, or correct the address in the settings, or choose a local model.",
            )
        if isinstance(error, httpx.TimeoutException):
            return self._error(
                SERVER_TIMEOUT,
                f"was silent for {self.silence_limit_s:g} seconds",
                "Ask again when it is less busy, or choose a smaller model.",
            )
        return self._error(
            "server_garbled",
            f"broke the connection off ({type(error).__name__})",
            "Ask again; if it repeats, check the server's log.",
        )

    def _refusal(self, refusal: Refusal) -> ModelError:
        status = refusal.status
        if refusal.location:
            return self._error(
                "server_redirect",
                f"sends us to another address ({refusal.location[:200]})",
                "Put the final address into the settings, if you trust it.",
            )
        detail = _detail_of(refusal.body)
        said = f": {detail}" if detail else ""
        if status in (401, 403):
            return self._error(
                "server_refused",
                f"refused the key ({status}){said}",
                f"Its key is read from the environment variable {SERVER_KEY_VARIABLE} when DocuChat starts.",
            )
        if status == 404:
            return self._error(
                "server_model",
                f"does not know the model {self._model!r} (404){said}",
                "Check the model's name and the address in the settings.",
            )
        if status == 429:
            return self._error(
                "server_busy", f"has too many requests (429){said}", "Wait a moment and ask again."
            )
        if status >= 500:
            return self._error(
                "server_failed", f"failed ({status}){said}", "Ask again; check the server's log."
            )
        return self._error(
            "server_rejected",
            f"rejected the request ({status}){said}",
            "Check the model's name and its context size in the settings.",
        )


class _Garbled(Exception):
    pass


class _SchemaRefused(Exception):
    pass


class _Reading:
    """What has been read of one answer so far."""

    def __init__(self, began: float) -> None:
        self._began = began
        self._text: list[str] = []
        self._usage: dict[str, Any] = {}
        self.finish: Literal["stop", "length", "cancelled"] | None = None
        self.likeliest: dict[str, float] = {}  # what the first token may be, to its logarithm

    def take(self, event: Any) -> str:
        """Fold one event in; the text it adds.

        Raises:
            _Garbled: it has not the shape of a chat completion chunk, or reports an error.
        """
        if not isinstance(event, dict):
            raise _Garbled("an event that is no object")
        if event.get("error"):
            raise _Garbled(f"error: {json.dumps(event['error'])[:200]}")
        if isinstance(event.get("usage"), dict):
            self._usage = event["usage"]
        choices = event.get("choices")
        if not isinstance(choices, list):
            raise _Garbled("an event without choices")
        if not choices:
            return ""  # the last event of a stream with usage
        choice = choices[0]
        if not isinstance(choice, dict) or not isinstance(choice.get("delta") or {}, dict):
            raise _Garbled("a choice of an unknown shape")
        reason = choice.get("finish_reason")
        if reason is not None:
            self.finish = "length" if reason == "length" else "stop"
        if not self.likeliest:
            self.likeliest = _likeliest(choice.get("logprobs"))
        text = (choice.get("delta") or {}).get("content") or ""
        if not isinstance(text, str):
            raise _Garbled("content that is no text")
        if text:
            self._text.append(text)
        return text

    def done(self, estimated_prompt_tokens: int) -> GenerationDone:
        prompt = _count(self._usage.get("prompt_tokens"), estimated_prompt_tokens)
        details = self._usage.get("prompt_tokens_details")
        cached = _count(details.get("cached_tokens"), 0) if isinstance(details, dict) else 0
        # One delta is one token with every server known; some send several at once.
        completion = _count(self._usage.get("completion_tokens"), len(self._text))
        return GenerationDone(
            text="".join(self._text),
            finish=self.finish or "stop",
            prompt_tokens=prompt,
            evaluated_tokens=max(0, prompt - cached),
            completion_tokens=completion,
            seconds=time.monotonic() - self._began,
        )


def _likeliest(given: Any) -> dict[str, float]:
    """The first token's alternatives of a choice's `logprobs`; empty where they are not given."""
    content = given.get("content") if isinstance(given, dict) else None
    first = content[0] if isinstance(content, list) and content and isinstance(content[0], dict) else {}
    found = {}
    for row in first.get("top_logprobs") or ():
        token, weight = (row.get("token"), row.get("logprob")) if isinstance(row, dict) else (None, None)
        if isinstance(token, str) and isinstance(weight, int | float) and math.isfinite(weight):
            found[token] = float(weight)
    return found


def _weights(likeliest: Mapping[str, float], options: Sequence[Sequence[str]]) -> tuple[float, ...]:
    """What is not among the likeliest counts as the least of them. A token may be the beginning of a word."""
    least = math.exp(min(likeliest.values()))

    def weight(words: Sequence[str]) -> float:
        found = [
            chance
            for token, chance in likeliest.items()
            if token.strip() and any(word.startswith(token) for word in words)
        ]
        return math.log(sum(map(math.exp, found)) or least)

    return tuple(map(weight, options))


def _with_version(base_url: str) -> str:
    """`http://host:1234` and `http://host:1234/v1/` both mean `http://host:1234/v1`."""
    address = base_url.strip().rstrip("/")
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        error = ModelError(
            f"{base_url!r} is not the address of a model server.",
            "Write it like http://localhost:8080 in the settings.",
        )
        error.code = "server_address"
        raise error
    return address if parts.path.rstrip("/").endswith("/v1") else f"{address}/v1"


def _model_names(text: str) -> tuple[str, ...]:
    """The ids of OpenAI's list of models, as far as `text` is one."""
    try:
        listed = json.loads(text)
    except (ValueError, RecursionError):
        return ()
    rows = listed.get("data") if isinstance(listed, dict) else None
    names = [row.get("id") for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
    return tuple(name for name in names if isinstance(name, str) and name)[:_MOST_MODELS]


def _detail_of(body: bytes) -> str:
    """The server's own words about a refusal, shortened to one line."""
    text = body.decode("utf-8", errors="replace")
    with contextlib.suppress(ValueError):
        parsed = json.loads(text)
        found = parsed.get("error", parsed.get("detail", "")) if isinstance(parsed, dict) else ""
        text = str(found.get("message", "")) if isinstance(found, dict) else str(found)
    return " ".join(text.split())[:_MAX_ERROR_CHARS]


def _count(value: Any, fallback: int) -> int:
    usable = isinstance(value, int) and not isinstance(value, bool) and value >= 0
    return value if usable else fallback
