"""Which model to begin with: from the shipped catalogue, with the memory of the computer varied."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from core.models.catalogue import load_catalogue
from core.models.fit import can_write
from core.models.overview import ModelState, overview, recommended
from core.models.store import ModelStore

GIB = 1 << 30


def states(tmp_path: Path, free: int, installed: tuple[str, ...] = ()) -> list[ModelState]:
    """The catalogue's answer models on a computer with so much memory, some of them installed."""
    found = overview(ModelStore(tmp_path / "models", load_catalogue(), found_folders=()))
    assert not any(state.installed for state in found)
    return [
        replace(
            state,
            fit=replace(state.fit, total_bytes=2 * free, free_bytes=free),
            installed=state.entry.model_id in installed,
        )
        for state in found
    ]


def test_the_largest_verified_model_that_fits_is_recommended(tmp_path: Path) -> None:
    for free, expected in (
        (32 * GIB, "qwen2.5-coder-1.5b-instruct-q4_k_m"),
        (3 * GIB, "qwen2.5-coder-1.5b-instruct-q4_k_m"),
        (3 * GIB // 2, "qwen2.5-coder-0.5b-instruct-q4_k_m"),
    ):
        chosen = recommended(states(tmp_path, free))
        assert chosen is not None
        assert (chosen.entry.model_id, chosen.verified) == (expected, True)


def test_an_installed_model_goes_before_a_larger_one_that_must_be_fetched(tmp_path: Path) -> None:
    small = "qwen2.5-coder-0.5b-instruct-q4_k_m"
    chosen = recommended(states(tmp_path, 32 * GIB, installed=(small,)))
    assert chosen is not None
    assert chosen.entry.model_id == small


def test_a_model_that_only_tries_things_out_is_the_last_choice(tmp_path: Path) -> None:
    found = states(tmp_path, 1 * GIB, installed=("smollm2-135m-instruct-q4_1",))
    chosen = recommended(found)
    assert chosen is not None
    writes = any(state.fit.verdict == "fits" and can_write(state.entry) for state in found)
    assert can_write(chosen.entry) is writes


def test_where_nothing_fits_nothing_is_recommended(tmp_path: Path) -> None:
    assert recommended(states(tmp_path, GIB // 4)) is None


def test_installed_models_come_first_then_the_smaller_ones(tiny_model_path: Path) -> None:
    found = overview(ModelStore(tiny_model_path.parent.parent, load_catalogue(), found_folders=()))
    installed = [state.installed for state in found]
    assert installed == sorted(installed, reverse=True)
    assert any(installed)
    needs = [state.fit.needed_bytes for state in found if not state.installed]
    assert needs == sorted(needs)


@pytest.mark.parametrize("verdict", ["tight", "too large"])
def test_what_does_not_fit_is_never_recommended(tmp_path: Path, verdict: str) -> None:
    for free in (GIB // 2, GIB, 2 * GIB, 8 * GIB):
        chosen = recommended(states(tmp_path, free))
        assert chosen is None or chosen.fit.verdict != verdict
