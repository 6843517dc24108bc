"""Choosing the next token: temperature, seed and grammar on llama.cpp's samplers. Child process only."""

from __future__ import annotations

import ctypes
from contextlib import ExitStack
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import BugError

Floats = NDArray[np.float32]
Tokens = NDArray[np.int32]

TOP_K = 40
TOP_P = 0.95
MIN_P = 0.05
LIKELIEST = 256
NO_TOKEN = -1

# `llama_token_data`
_CANDIDATE = np.dtype([("id", np.int32), ("logit", np.float32), ("p", np.float32)], align=True)


class TokenSampler:
    """Greedy at temperature 0, else top-k, top-p, min-p, temperature and a seeded draw.

    The grammar first judges only the token that was chosen, as `common_sampler_sample` of llama.cpp does. If
    it refuses, it judges the likeliest 256, and all of the vocabulary (151,936 for Qwen) only when it refuses
    those too: 5–100 ms a token otherwise. The greedy choice is the same. Close it after use.
    """

    def __init__(
        self, llm: Any, llama_cpp: Any, *, temperature: float, seed: int, grammar: str | None
    ) -> None:
        self._llama_cpp = llama_cpp
        self._context = llm._ctx.ctx
        self._n_vocab: int = llm.n_vocab()
        self._stack = ExitStack()
        self._chain = llama_cpp.llama_sampler_chain_init(llama_cpp.llama_sampler_chain_default_params())
        self._stack.callback(llama_cpp.llama_sampler_free, self._chain)
        for sampler in self._samplers(temperature, seed):
            llama_cpp.llama_sampler_chain_add(self._chain, sampler)
        self._grammar: Any = None
        if grammar is not None:
            self._grammar = llama_cpp.llama_sampler_init_grammar(
                llm._model.vocab, grammar.encode("utf-8"), b"root"
            )
            if not self._grammar:
                self.close()
                raise BugError(f"llama.cpp refuses this grammar:\n{grammar}")
            self._stack.callback(llama_cpp.llama_sampler_free, self._grammar)
            self._buffer = np.empty(self._n_vocab, dtype=_CANDIDATE)
            self._every_token = np.arange(self._n_vocab, dtype=np.int32)

    def close(self) -> None:
        self._stack.close()

    def sample(self) -> int:
        """The next token after what was evaluated last; `NO_TOKEN` if the grammar allows none.

        Accepting a token that the grammar refuses would end the process: llama.cpp throws.
        """
        token: int
        if self._grammar is None:
            # Includes the chain's `accept`.
            token = self._llama_cpp.llama_sampler_sample(self._chain, self._context, -1)
            return token
        pointer = self._llama_cpp.llama_get_logits_ith(self._context, -1)
        logits = np.ctypeslib.as_array(pointer, shape=(self._n_vocab,))
        token = self._choose(logits, self._every_token)
        if not self._allowed(token):
            token = self._choose_allowed(logits)
            if token == NO_TOKEN:
                return token
        self._llama_cpp.llama_sampler_accept(self._chain, token)
        self._llama_cpp.llama_sampler_accept(self._grammar, token)
        return token

    def _samplers(self, temperature: float, seed: int) -> list[Any]:
        library = self._llama_cpp
        if temperature <= 0.0:
            return [library.llama_sampler_init_greedy()]
        return [
            library.llama_sampler_init_top_k(TOP_K),
            library.llama_sampler_init_top_p(TOP_P, 1),
            library.llama_sampler_init_min_p(MIN_P, 1),
            library.llama_sampler_init_temp(temperature),
            library.llama_sampler_init_dist(seed & 0xFFFFFFFF),
        ]

    def _choose_allowed(self, logits: Floats) -> int:
        count = min(LIKELIEST, self._n_vocab)
        likeliest = np.argpartition(logits, -count)[-count:].astype(np.int32)
        for tokens in (likeliest, self._every_token):
            array = self._candidates(logits, tokens)
            self._llama_cpp.llama_sampler_apply(self._grammar, ctypes.byref(array))
            if np.isfinite(self._buffer["logit"][: len(tokens)]).any():
                return self._apply_chain(array)
        return NO_TOKEN

    def _choose(self, logits: Floats, tokens: Tokens) -> int:
        return self._apply_chain(self._candidates(logits, tokens))

    def _apply_chain(self, array: Any) -> int:
        self._llama_cpp.llama_sampler_apply(self._chain, ctypes.byref(array))
        return int(array.data[array.selected].id)

    def _candidates(self, logits: Floats, tokens: Tokens) -> Any:
        rows = self._buffer[: len(tokens)]
        rows["id"] = tokens
        rows["logit"] = logits[tokens]
        rows["p"] = 0.0
        return self._array(rows.ctypes.data, len(tokens))

    def _allowed(self, token: int) -> bool:
        one = (self._llama_cpp.llama_token_data * 1)()
        one[0].id, one[0].logit = token, 1.0
        array = self._array(ctypes.addressof(one), 1)
        self._llama_cpp.llama_sampler_apply(self._grammar, ctypes.byref(array))
        return bool(one[0].logit != float("-inf"))

    def _array(self, address: int, count: int) -> Any:
        library = self._llama_cpp
        rows = ctypes.cast(address, library.llama_token_data_p)
        return library.llama_token_data_array(data=rows, size=count, selected=-1, sorted=False)
