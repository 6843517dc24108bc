"""A local GGUF model behind `ChatModel`: starts, watches and talks to the process that owns it.

Runs in the parent, callable from any thread, one call at a time. The model itself lives in
`core.llm.host`: the app survives its crash, and unloading really returns the memory.
"""

from __future__ import annotations

import contextlib
import logging
import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from core.cancel import CancelToken
from core.errors import Cancelled, ModelError, WorkerError
from core.llm.base import GenerationDone, GenerationRequest, Message, TextDelta
from core.llm.grammars import compile_json_schema
from core.procs import Reply, WorkerProcess

log = logging.getLogger(__name__)

LOAD_TIMEOUT_S = 600.0
# Each batch of 512 prompt tokens and each generated token is a sign of life.
IDLE_TIMEOUT_S = 300.0
_COUNTS_KEPT = 512


class LlamaModel:
    """`ChatModel` on llama.cpp. Loaded at the first use, or by `load`.

    Args:
        model_path: a GGUF file whose checksum has been verified by the model store.
        model_name: id in the catalogue, for messages and usage.
        context_tokens: prompt and completion together.
        gpu_layers: layers to offload, -1 for all.
        threads: 0 means one per physical core.
        memory_limit_bytes: resident memory at which the process is stopped.
        kept_in: a folder for the beginnings of prompts that come again; None keeps them in memory only.
    """

    def __init__(
        self,
        model_path: Path,
        *,
        model_name: str,
        context_tokens: int,
        gpu_layers: int = 0,
        threads: int = 0,
        memory_limit_bytes: int | None = None,
        kept_in: Path | None = None,
    ) -> None:
        self._model_name = model_name
        self._context_tokens = context_tokens
        self._memory_limit_bytes = memory_limit_bytes
        self._options = {
            "model_path": str(model_path),
            "model_name": model_name,
            "context_tokens": context_tokens,
            "gpu_layers": gpu_layers,
            "threads": threads,
            "kept_in": "" if kept_in is None else str(kept_in),
        }
        self._lock = threading.Lock()
        self._worker: WorkerProcess | None = None
        self._loaded_pid: int | None = None
        self._closed = False
        self._counts: OrderedDict[tuple[Message, ...], int] = OrderedDict()

    @property
    def model_name(self) -> str:
        return self._model_name

    @property
    def context_tokens(self) -> int:
        return self._context_tokens

    @property
    def supports_gbnf(self) -> bool:
        return True

    @property
    def loaded(self) -> bool:
        """True while the process with the model in memory lives."""
        worker, pid = self._worker, self._loaded_pid
        return worker is not None and pid is not None and worker.pid == pid

    @property
    def pid(self) -> int | None:
        """Process id of the model's process, None when it does not run."""
        worker = self._worker
        return worker.pid if worker is not None else None

    def rss_bytes(self) -> int:
        """Resident memory of the model's process, in bytes."""
        worker = self._worker
        return worker.rss_bytes() if worker is not None else 0

    def load(self, cancel: CancelToken | None = None) -> None:
        """Load now instead of at the first question. Stop ends it at once.

        Raises:
            ModelError: missing, damaged, not runnable here, or not enough memory.
            Cancelled: after Stop.
        """
        if self.loaded:
            return
        with _as_model_errors(self._model_name):
            worker = self._running_worker()
            # Nothing is lost by killing a process that has nothing yet: no grace.
            for _ in worker.call("load", timeout_s=LOAD_TIMEOUT_S, cancel=cancel, cancel_grace_s=0.0):
                pass
            self._loaded_pid = worker.pid

    def unload(self) -> None:
        """End the process; its memory is free afterwards. The next use loads again."""
        with self._lock:
            worker, self._worker = self._worker, None
            self._loaded_pid = None
        if worker is not None:
            worker.close()

    def close(self) -> None:
        self._closed = True
        self.unload()

    def count_tokens(self, messages: Sequence[Message], cancel: CancelToken | None = None) -> int:
        """Tokens of the prompt as the model's own template and tokenizer make it.

        Raises:
            ModelError: as `load`.
            Cancelled: after Stop, also while the model is loading.
        """
        key = tuple(messages)
        count = self._counts.get(key)
        if count is None:
            self.load(cancel)
            with _as_model_errors(self._model_name):
                payload = {"messages": _messages_payload(key)}
                worker = self._running_worker()
                *_, last = worker.call("count", payload, timeout_s=IDLE_TIMEOUT_S, cancel=cancel)
            count = int(last.payload["tokens"])
            self._counts[key] = count
            while len(self._counts) > _COUNTS_KEPT:
                self._counts.popitem(last=False)
        return count

    def generate(
        self, request: GenerationRequest, cancel: CancelToken
    ) -> Iterator[TextDelta | GenerationDone]:
        """See `ChatModel`. Leaving the iterator early stops the model.

        Raises:
            ModelError: as `load`; also `context_overflow`, `model_stopped`, `model_memory`, `model_timeout`.
        """
        said: list[str] = []
        try:
            self.load(cancel)
            with _as_model_errors(self._model_name):
                for reply in self._call_generate(request, cancel):
                    if reply.kind == "delta":
                        said.append(str(reply.payload["text"]))
                        yield TextDelta(said[-1])
                    elif reply.kind == "done":
                        yield _done(reply)
        except Cancelled:
            # Stopped while waiting, loading, or so stuck that the process had to go.
            yield GenerationDone("".join(said), "cancelled", 0, 0, len(said), 0.0)

    def choose(
        self,
        messages: Sequence[Message],
        options: Sequence[Sequence[str]],
        cancel: CancelToken,
        *,
        kept: int = 0,
    ) -> tuple[float, ...]:
        """See `ChatModel`.

        Raises:
            ModelError: as `load`; also `context_overflow`, `model_stopped`, `model_memory`, `model_timeout`.
            Cancelled: after Stop.
        """
        self.load(cancel)
        payload = {
            "messages": _messages_payload(messages),
            "options": [list(words) for words in options],
            "kept": kept,
        }
        with _as_model_errors(self._model_name):
            *_, last = self._running_worker().call(
                "choose", payload, timeout_s=None, idle_timeout_s=IDLE_TIMEOUT_S, cancel=cancel
            )
        return tuple(float(weight) for weight in last.payload["weights"])

    def _call_generate(self, request: GenerationRequest, cancel: CancelToken) -> Iterator[Reply]:
        payload = request_payload(request)
        return self._running_worker().call(
            "generate", payload, timeout_s=None, idle_timeout_s=IDLE_TIMEOUT_S, cancel=cancel
        )

    def _running_worker(self) -> WorkerProcess:
        with self._lock:
            if self._closed:
                error = ModelError(f"{self._model_name} has been closed.")
                error.code = "model_closed"
                raise error
            if self._worker is None:
                self._worker = WorkerProcess(
                    "core.llm.host:main",
                    name="language model",
                    options=self._options,
                    memory_limit_bytes=self._memory_limit_bytes,
                )
            return self._worker


def request_payload(request: GenerationRequest) -> dict[str, Any]:
    """The request as JSON for the host; a schema is compiled to GBNF here, in the parent."""
    grammar = request.grammar
    gbnf = None
    if grammar is not None:
        gbnf = grammar.gbnf or (compile_json_schema(grammar.json_schema) if grammar.json_schema else None)
    return {
        "messages": _messages_payload(request.messages),
        "max_tokens": request.max_tokens,
        "temperature": request.temperature,
        "seed": request.seed,
        "gbnf": gbnf,
        "kept": request.kept,
    }


def _messages_payload(messages: Sequence[Message]) -> list[dict[str, str]]:
    return [{"role": message.role, "content": message.content} for message in messages]


def _done(reply: Reply) -> GenerationDone:
    payload = reply.payload
    return GenerationDone(
        text=payload["text"],
        finish=payload["finish"],
        prompt_tokens=payload["prompt_tokens"],
        evaluated_tokens=payload["evaluated_tokens"],
        completion_tokens=payload["completion_tokens"],
        seconds=payload["seconds"],
    )


@contextlib.contextmanager
def _as_model_errors(model_name: str) -> Iterator[None]:
    """What happens to the process, in the words of somebody who asked a question."""
    try:
        yield
    except WorkerError as error:
        log.error("%s: %s", model_name, error)
        code, message, hint = {
            "worker_died": (
                "model_stopped",
                f"The language model {model_name} stopped. {error.message}",
                "Close other programs, lower the context in the settings, or choose a smaller model."
                if "memory" in error.message
                else "Ask again: it is loaded anew. If it happens again, choose another model.",
            ),
            "worker_memory": (
                "model_memory",
                f"The language model {model_name} stopped because it ran out of memory.",
                "Close other programs, lower the context in the settings, or choose a smaller model.",
            ),
            "worker_timeout": (
                "model_timeout",
                f"The language model {model_name} did not answer in time.",
                "Ask again when the computer is less busy, or choose a smaller model.",
            ),
        }.get(
            error.code,
            ("model_failed", f"The language model {model_name} failed: {error.message}", error.hint),
        )
        known = ModelError(message, hint)
        known.code = code
        raise known from error
