"""Yes or no is said only where the language model is sure of it, by what sentences say in other words."""

from __future__ import annotations

from contextlib import closing

import pytest

from core.cancel import CancelToken
from core.chat.yes_no import decided
from core.llm.llama import LlamaModel
from core.models.catalogue import load_catalogue
from core.models.store import ModelStore
from tests.cases import cases
from tests.conftest import MODELS_FOLDER

DEFAULT_MODEL = "qwen2.5-coder-1.5b-instruct-q4_k_m"


@pytest.mark.slow
@pytest.mark.model
def test_what_is_decided_is_mostly_right_and_rarely_where_nothing_decides() -> None:
    """The half by a writer whose items nothing was chosen on: 52 that are decided, 23 that are not."""
    rows = [case for case in cases("yes_no", "what_sentences_decide") if case.given["half"] == "held_out"]
    store = ModelStore(MODELS_FOLDER, load_catalogue())
    if not store.installed(DEFAULT_MODEL):
        pytest.skip(f"{DEFAULT_MODEL} is not installed")
    told: list[tuple[str, str]] = []
    with closing(
        LlamaModel(store.require(DEFAULT_MODEL).main_file, model_name=DEFAULT_MODEL, context_tokens=4096)
    ) as model:
        for row in rows:
            said = decided(model, row.given["question"], row.given["sentences"], CancelToken())
            if said is not None:
                told.append((row.expected, "yes" if said else "no"))
    stated = [(right, said) for right, said in told if right != "unstated"]
    assert len(stated) >= 10
    assert sum(right == said for right, said in stated) >= 0.8 * len(stated)
    assert len(told) - len(stated) <= 6, [len(told), len(stated)]
