from __future__ import annotations

import pytest

from core.models.catalogue import load_catalogue
from core.models.fit import DEFAULT_CONTEXT, MINIMUM_CONTEXT, choose_context, fit, memory_needed

MIB = 1 << 20
DEFAULT = load_catalogue().entry("qwen2.5-coder-1.5b-instruct-q4_k_m")
TINY = load_catalogue().entry("smollm2-135m-instruct-q4_1")


@pytest.mark.parametrize(
    ("free", "requested", "expected"),
    [
        (16 << 30, 0, DEFAULT_CONTEXT),  # plenty: the default
        (16 << 30, 16384, 16384),  # plenty: as asked
        (64 << 30, 10**6, 32768),  # never beyond the model's own
        (16 << 30, 5000, 4864),  # steps of 256
        (1 << 30, 0, MINIMUM_CONTEXT),  # too little: the floor
    ],
)
def test_context_of_the_default_model(free: int, requested: int, expected: int) -> None:
    assert choose_context(DEFAULT, free, requested) == expected


def test_little_memory_gives_a_smaller_context_that_really_fits() -> None:
    free = 2500 * MIB
    context = choose_context(DEFAULT, free, 0)
    assert MINIMUM_CONTEXT < context < DEFAULT_CONTEXT
    assert memory_needed(DEFAULT, context) <= free - free // 4
    assert memory_needed(DEFAULT, context + 256) > free - free // 4


def test_the_fit_uses_this_machine() -> None:
    tiny, default = fit(TINY), fit(DEFAULT)
    assert tiny.needed_bytes < default.needed_bytes
    assert tiny.total_bytes == default.total_bytes > 0
    huge = DEFAULT.model_copy(update={"memory_bytes": tiny.total_bytes})
    assert fit(huge).verdict == "too large"
