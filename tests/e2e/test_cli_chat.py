"""Chat mode on the command line: without a language model, and as a conversation."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.settings import Settings
from core.system.paths import AppPaths
from tests.conftest import TINY_MODEL
from tests.e2e.conftest import paths_in
from tests.e2e.program import docuchat
from tests.library_kit import copy_library

pytestmark = pytest.mark.model

QUESTION = "How long does Aldermoor warrant the B-120?"


@pytest.fixture
def samples(indexed_samples: Path, tmp_path: Path) -> Path:
    """A home in which the samples are indexed."""
    copy_library(indexed_samples, paths_in(tmp_path).data)
    return tmp_path


@pytest.fixture
def no_language_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A models folder as a package has it: the embedder and the judge alone."""
    models = tmp_path / "models"
    models.mkdir()
    for model in ("multilingual-e5-small", "ms-marco-minilm-l-12-v2"):
        (models / model).symlink_to(AppPaths.from_environment().models / model)
    monkeypatch.setenv("DOCUCHAT_MODELS", str(models))


def test_a_question_is_answered_without_a_language_model(samples: Path, no_language_model: None) -> None:
    done = docuchat("ask", QUESTION, home=samples)
    assert done.returncode == 0, done.stderr
    assert "`docuchat models get qwen2.5-coder-1.5b-instruct-q4_k_m`" in done.stdout
    assert "Copied from the documents word for word, not written by a language model:" in done.stdout
    assert "24 months" in done.stdout


def test_extractive_asks_no_model_though_there_is_one(samples: Path) -> None:
    done = docuchat("ask", "--extractive", "--json", QUESTION, home=samples)
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert (answer["mode"], answer["usage"]["model"]) == ("chat", "")
    assert answer["safety_flags"] == ["extractive_answer"]
    assert "24 months" in answer["statements"][0]["evidence"][0]["quote"]


def test_a_model_that_is_too_small_is_not_asked(samples: Path) -> None:
    models = Settings().models.model_copy(update={"answer_model": TINY_MODEL})
    Settings(models=models).save(AppPaths.from_environment(samples).settings)
    done = docuchat("ask", "--jsonl", QUESTION, home=samples)
    assert done.returncode == 0, done.stderr
    events = [json.loads(line) for line in done.stdout.splitlines()]
    (notice,) = [event for event in events if event["kind"] == "notice_given"]
    assert notice["code"] == "small_language_model"
    assert "SmolLM2 135M" in notice["message"]
    assert not any(event["kind"] == "model_called" for event in events)


def test_continue_goes_on_in_the_last_conversation(samples: Path) -> None:
    first = docuchat("ask", "--extractive", "--quiet", "Who was the customer in March 2025?", home=samples)
    assert first.returncode == 0, first.stderr
    done = docuchat("ask", "--continue", "--extractive", "And 2024?", home=samples)
    assert "understood as: Who was the customer in March 2024?" in done.stdout
    again = docuchat("ask", "--extractive", "And 2024?", home=samples)
    assert again.returncode == 2
    assert "The question is very short." in again.stdout


def test_agent_mode_copies_as_chat_does_without_a_language_model(
    samples: Path, no_language_model: None
) -> None:
    done = docuchat("ask", "--mode", "agent", "--json", QUESTION, home=samples)
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert (answer["mode"], answer["usage"]["model"]) == ("agent", "")
    assert "24 months" in answer["statements"][0]["evidence"][0]["quote"]


def test_agent_mode_reads_a_document_for_what_wants_all_of_it(samples: Path) -> None:
    request = "Summarise the manual of the B-120 in five points."
    done = docuchat("ask", "--mode", "agent", "--extractive", "--json", request, home=samples)
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert (answer["mode"], answer["kind"]) == ("agent", "summary")
    assert len(answer["statements"]) == 5
