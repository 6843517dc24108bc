"""The language model's own process: load, count, generate, Stop. Owns `llama_cpp.Llama`.

Runs in the child only, started by `core.llm.llama` through `core.procs`. Requests: `load`, `count`
(payload `messages`), `generate` (payload as `request_payload` of `core.llm.llama` writes it), `choose`
(payload `messages`, `options`: words of each, `kept`: so many messages come again).
"""

from __future__ import annotations

import codecs
import contextlib
import ctypes
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np

from core.errors import BugError, Cancelled, ModelError
from core.llm.base import Message
from core.llm.beginnings import KeptBeginnings
from core.llm.loading import BATCH_TOKENS, LoadOptions, last_log, load_model
from core.llm.pace import ThreadPace
from core.llm.prompting import PromptEncoder
from core.llm.sampling import NO_TOKEN, TokenSampler
from core.procs import Channel, Request
from core.system.cores import usable_cores

ABORTED = "llama_decode returned 2"
_SEQUENCE = 0  # the only one there is


def main(channel: Channel) -> None:
    """Serve until the parent closes; a failed request leaves the model loaded."""
    options = channel.options
    host = Host(
        channel,
        LoadOptions(
            model_path=Path(options["model_path"]),
            model_name=options["model_name"],
            context_tokens=options["context_tokens"],
            gpu_layers=options["gpu_layers"],
            threads=options["threads"],
        ),
        Path(options["kept_in"]) if options["kept_in"] else None,
    )
    channel.serve(host.handle)


@dataclass(frozen=True, slots=True)
class _State:
    """A cache of evaluated tokens, as llama.cpp writes it."""

    tokens: Any
    data: bytes


class Host:
    """One model, loaded at the first request, and its evaluated prefix."""

    def __init__(self, channel: Channel, options: LoadOptions, kept_in: Path | None = None) -> None:
        self._channel = channel
        self._options = options
        self._kept_in = kept_in
        self._llm: Any = None
        self._llama_cpp: Any = None
        self._encoder: PromptEncoder
        self._pace: ThreadPace
        self._abort_callback: Any = None
        self._no_callback: Any = None
        self._beginnings: KeptBeginnings

    def handle(self, request: Request) -> None:
        self._load()
        match request.kind:
            case "load":
                self._channel.done({"context_tokens": self._llm.n_ctx(), "log": last_log()[-4000:]})
            case "count":
                count = len(self._encoder.encode(_messages(request.payload["messages"])))
                self._channel.done({"tokens": count})
            case "generate":
                self._generate(request)
            case "choose":
                self._choose(request)
            case _:
                raise BugError(f"the model host does not know {request.kind!r}")

    def _load(self) -> None:
        if self._llm is not None:
            return
        llm = load_model(self._options)
        import llama_cpp

        # Kept for as long as the context: llama.cpp stores only the pointer.
        self._abort_callback = llama_cpp.ggml_abort_callback(lambda _data: self._channel.cancelled)
        self._no_callback = ctypes.cast(0, llama_cpp.ggml_abort_callback)
        self._llama_cpp = llama_cpp
        self._encoder = PromptEncoder(llm, llama_cpp)
        file = self._options.model_path.stat()
        made_by = (llama_cpp.__version__, self._options.gpu_layers, file.st_size, file.st_mtime_ns)
        self._beginnings = KeptBeginnings(self._kept_in, f"{self._options.model_path.name} {made_by}")
        self._pace = ThreadPace(
            self._options.threads or usable_cores(),
            lambda threads: llama_cpp.llama_set_n_threads(llm._ctx.ctx, threads, threads),
        )
        self._llm = llm

    def _generate(self, request: Request) -> None:
        began = time.perf_counter()
        payload = request.payload
        max_tokens: int = payload["max_tokens"]
        prompt = self._encoder.encode(_messages(payload["messages"]))
        if len(prompt) + max_tokens > self._llm.n_ctx():
            raise _too_long(len(prompt), max_tokens, self._llm.n_ctx())
        sampler = TokenSampler(
            self._llm,
            self._llama_cpp,
            temperature=payload["temperature"],
            seed=payload["seed"],
            grammar=payload.get("gbnf"),
        )
        self._pace.begin()
        evaluated, complete = 0, False
        try:
            with contextlib.suppress(Cancelled):
                evaluated = self._begun(prompt, payload)
                more, complete = self._evaluate(prompt)
                evaluated += more
            prompt_seconds = time.perf_counter() - began
            text, finish = "", "cancelled"
            completion: list[int] = []
            if complete:
                text, completion, finish = self._decode(sampler, max_tokens)
        finally:
            sampler.close()
        if finish != "cancelled":
            self._encoder.remember(prompt, text, completion)
        self._channel.done(
            {
                "text": text,
                "finish": finish,
                "prompt_tokens": len(prompt),
                "evaluated_tokens": evaluated,
                "completion_tokens": len(completion),
                "prompt_seconds": prompt_seconds,
                "threads": self._pace.threads,
                "seconds": time.perf_counter() - began,
            }
        )

    def _choose(self, request: Request) -> None:
        """Of the first tokens of each option's words, as what comes next."""
        prompt = self._encoder.encode(_messages(request.payload["messages"]))
        if len(prompt) >= self._llm.n_ctx():
            raise _too_long(len(prompt), 1, self._llm.n_ctx())
        self._pace.begin()
        with self._cache_kept():
            self._begun(prompt, request.payload)
            if not self._evaluate(prompt)[1]:
                raise Cancelled
            pointer = self._llama_cpp.llama_get_logits_ith(self._llm._ctx.ctx, -1)
            logits = np.ctypeslib.as_array(pointer, shape=(self._llm.n_vocab(),))
            weights = [
                float(np.logaddexp.reduce(logits[self._first_tokens(words)].astype(np.float64)))
                for words in request.payload["options"]
            ]
        self._channel.done({"weights": weights})

    def _begun(self, prompt: Sequence[int], payload: dict[str, Any]) -> int:
        """Have the beginning that will come again in the cache; tokens really evaluated for it."""
        if not payload["kept"]:
            return 0
        beginning = self._encoder.encode(_messages(payload["messages"][: payload["kept"]]))
        tokens = list(prompt[: _common_prefix(beginning, prompt)])
        return self._begin_with(tokens, on_disk=payload["kept"] > 1)  # an order alone may hold a user's words

    def _begin_with(self, tokens: list[int], *, on_disk: bool) -> int:
        """From an earlier prompt, else evaluated, and kept for later ones."""
        if not tokens:
            return 0
        known = self._beginnings.find(tokens)
        if known is not None:
            if self._restore(_State(tokens, known)):
                return 0
            self._beginnings.forget(tokens)
            self._llm.reset()  # nobody knows what is in the cache now
            self._llm._ctx.kv_cache_clear()
        evaluated, complete = self._evaluate(tokens)
        if not complete:
            raise Cancelled
        if (state := self._state()) is not None:
            self._beginnings.keep(tokens, state.data, on_disk=on_disk)
        return evaluated

    @contextlib.contextmanager
    def _cache_kept(self) -> Iterator[None]:
        """The cache as it was before: the next prompt of a run goes on where its last one ended."""
        state = self._state()
        try:
            yield
        finally:
            if state is None or not self._restore(state):
                self._llm.reset()
                self._llm._ctx.kv_cache_clear()

    def _state(self) -> _State | None:
        """The cache as it is; None where the model cannot write it down."""
        api, context = self._llama_cpp, self._llm._ctx.ctx
        size = api.llama_state_seq_get_size(context, _SEQUENCE)
        data = (ctypes.c_uint8 * size)()
        written = api.llama_state_seq_get_data(context, data, size, _SEQUENCE)
        return _State(self._llm._input_ids.copy(), bytes(memoryview(data)[:written])) if written else None

    def _restore(self, state: _State) -> bool:
        """False where the cache could not be put back; what is in it then is nothing of use."""
        llm = self._llm
        data = ctypes.cast(ctypes.c_char_p(state.data), ctypes.POINTER(ctypes.c_uint8))
        if not self._llama_cpp.llama_state_seq_set_data(llm._ctx.ctx, data, len(state.data), _SEQUENCE):
            return False
        llm.input_ids[: len(state.tokens)] = state.tokens
        llm.n_tokens = len(state.tokens)
        return True

    def _first_tokens(self, words: Sequence[str]) -> list[int]:
        tokens = (self._llm.tokenize(word.encode(), add_bos=False, special=False) for word in words)
        return sorted({found[0] for found in tokens if found})

    def _evaluate(self, prompt: list[int]) -> tuple[int, bool]:
        """Evaluate what is not in the cache yet: tokens really evaluated, and False after Stop."""
        llm = self._llm
        reused = min(_common_prefix(llm._input_ids, prompt), len(prompt) - 1)
        # False where the architecture keeps a state that cannot be cut (recurrent models): begin anew.
        if reused == 0 or not llm._ctx.kv_cache_seq_rm(-1, reused, -1):
            llm.reset()
            llm._ctx.kv_cache_clear()
            reused = 0
        llm.n_tokens = reused
        # Only while the prompt is evaluated: ggml asks before each node of the graph, and asking Python a
        # thousand times per token would cost a small model a tenth of its speed. A single token takes
        # 8–35 ms, so between tokens a look at the flag is enough.
        self._llama_cpp.llama_set_abort_callback(llm._ctx.ctx, self._abort_callback, None)
        try:
            while llm.n_tokens < len(prompt):
                if self._channel.cancelled:
                    return llm.n_tokens - reused, False
                size = self._pace.batch_tokens(BATCH_TOKENS)
                with self._pace.evaluation():
                    llm.eval(prompt[llm.n_tokens : llm.n_tokens + size])
                self._channel.reply("progress", {"done": llm.n_tokens, "total": len(prompt)})
        except RuntimeError as error:
            evaluated = llm.n_tokens - reused
            llm.reset()
            llm._ctx.kv_cache_clear()
            if str(error) == ABORTED and self._channel.cancelled:
                return evaluated, False
            raise _decode_failed(error) from error
        finally:
            self._llama_cpp.llama_set_abort_callback(llm._ctx.ctx, self._no_callback, None)
        return len(prompt) - reused, True

    def _decode(
        self, sampler: TokenSampler, max_tokens: int
    ) -> tuple[str, list[int], Literal["stop", "length", "cancelled"]]:
        """Text, its tokens, and why it ended. Streams whole characters."""
        llm, stops = self._llm, self._encoder.stop_tokens
        decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        completion: list[int] = []
        text = ""
        finish: Literal["stop", "length", "cancelled"] = "length"
        while len(completion) < max_tokens:
            if self._channel.cancelled:
                finish = "cancelled"
                break
            if completion:
                try:
                    with self._pace.evaluation():
                        llm.eval(completion[-1:])
                except RuntimeError as error:
                    raise _decode_failed(error) from error
            token = sampler.sample()
            if token == NO_TOKEN or token in stops:
                finish = "stop"
                break
            completion.append(token)
            piece = decoder.decode(self._bytes_of(token))
            if piece:
                text += piece
                self._channel.reply("delta", {"text": piece})
        rest = decoder.decode(b"", final=True)
        if rest:
            text += rest
            self._channel.reply("delta", {"text": rest})
        return text, completion, finish

    def _bytes_of(self, token: int) -> bytes:
        """The token's bytes; a few tokens of large vocabularies are longer than llama-cpp-python allows."""
        size = 256
        buffer = ctypes.create_string_buffer(size)
        length = self._llama_cpp.llama_token_to_piece(self._llm._model.vocab, token, buffer, size, 0, False)
        return buffer.raw[:length] if length > 0 else b""


def _messages(payload: Sequence[dict[str, Any]]) -> list[Message]:
    return [Message(item["role"], item["content"]) for item in payload]


def _common_prefix(cached: Any, prompt: Sequence[int]) -> int:
    length = min(len(cached), len(prompt))
    for index in range(length):
        if cached[index] != prompt[index]:
            return index
    return length


def _too_long(prompt_tokens: int, max_tokens: int, context_tokens: int) -> ModelError:
    error = ModelError(
        f"The prompt has {prompt_tokens} tokens and the answer may take {max_tokens}, but the context holds "
        f"{context_tokens} together.",
        "Ask a shorter question, select fewer documents, or raise the context in the settings.",
    )
    error.code = "context_overflow"
    return error


def _decode_failed(cause: Exception) -> ModelError:
    error = ModelError(
        "The language model could not continue, most likely because memory is short.",
        "Close other programs, lower the context in the settings, or choose a smaller model.",
    )
    error.code = "model_memory"
    error.add_note(f"{cause}\n{last_log()[-2000:]}")
    return error
