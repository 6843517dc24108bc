"""Choosing the next token: temperature, seed and grammar on llama.cpp's samplers. Child process only."""

from __future__ import annotations

import ctypes
from contextlib import ExitStack
from typing import Any

from core.errors import BugError

TOP_K = 40
TOP_P = 0.95
MIN_P = 0.05


class TokenSampler:
    """Greedy at temperature 0, else top-k, top-p, min-p, temperature and a seeded draw.

    The grammar judges only the token that was chosen; all of the vocabulary (151,936 for Qwen) is put
    through it only when that token is refused. Same result for greedy choice, several times faster
    (`common_sampler_sample` in llama.cpp does the same). Close it after use.
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
            self._candidates = (llama_cpp.llama_token_data * self._n_vocab)()

    def close(self) -> None:
        self._stack.close()

    def sample(self) -> int:
        """The next token after what was evaluated last, accepted by chain and grammar."""
        token: int
        if self._grammar is None:
            # Includes the chain's `accept`.
            token = self._llama_cpp.llama_sampler_sample(self._chain, self._context, -1)
            return token
        logits = self._llama_cpp.llama_get_logits_ith(self._context, -1)
        token = self._choose(logits, grammar_first=False)
        if not self._allowed(token):
            token = self._choose(logits, grammar_first=True)
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

    def _choose(self, logits: Any, *, grammar_first: bool) -> int:
        array = self._all_candidates(logits)
        if grammar_first:
            self._llama_cpp.llama_sampler_apply(self._grammar, ctypes.byref(array))
        self._llama_cpp.llama_sampler_apply(self._chain, ctypes.byref(array))
        return int(array.data[array.selected].id)

    def _all_candidates(self, logits: Any) -> Any:
        import numpy as np

        view = np.frombuffer(self._candidates, dtype=_candidate_type())
        view["id"] = np.arange(self._n_vocab, dtype=np.int32)
        view["logit"] = np.ctypeslib.as_array(logits, shape=(self._n_vocab,))
        view["p"] = 0.0
        return self._array(self._candidates, self._n_vocab)

    def _allowed(self, token: int) -> bool:
        one = (self._llama_cpp.llama_token_data * 1)()
        one[0].id, one[0].logit = token, 1.0
        array = self._array(one, 1)
        self._llama_cpp.llama_sampler_apply(self._grammar, ctypes.byref(array))
        return bool(one[0].logit != float("-inf"))

    def _array(self, candidates: Any, count: int) -> Any:
        library = self._llama_cpp
        return library.llama_token_data_array(
            data=ctypes.cast(candidates, library.llama_token_data_p), size=count, selected=-1, sorted=False
        )


def _candidate_type() -> Any:
    import numpy as np

    return np.dtype([("id", np.int32), ("logit", np.float32), ("p", np.float32)], align=True)
