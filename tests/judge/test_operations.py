"""What has to be done with figures: chosen by the model after examples, and with the real one."""

from __future__ import annotations

import pytest

from core.cancel import CancelToken
from core.errors import ModelError
from core.judge.operations import asking_texts, operation_of
from core.llm.llama import LlamaModel
from core.models.catalogue import load_catalogue
from core.models.store import ModelStore
from tests.conftest import MODELS_FOLDER
from tests.scripted_model import ScriptedModel

DEFAULT_MODEL = "qwen2.5-coder-1.5b-instruct-q4_k_m"


def test_the_likeliest_operation_comes_with_its_chance() -> None:
    chosen = operation_of(
        "How did it develop?", ScriptedModel([], choice=lambda _text: "trend"), CancelToken()
    )
    assert chosen is not None
    assert chosen.operation == "trend"
    assert 0.99 < chosen.chance <= 1
    unsure = operation_of("How did it develop?", ScriptedModel([]), CancelToken())
    assert unsure is not None
    assert unsure.chance == pytest.approx(0.1), "all ten are alike"


def test_a_model_that_cannot_say_is_no_error() -> None:
    class Silent(ScriptedModel):
        def choose(self, *_args: object, **_more: object) -> tuple[float, ...]:
            raise ModelError("It does not say how likely its words are.")

    assert operation_of("How much was it?", Silent([]), CancelToken()) is None


def test_what_is_asked_about_is_no_word_that_only_asks() -> None:
    told = " ".join(asking_texts()).casefold()
    assert "how much" in told
    for subject in ("revenue", "dividends", "umsatz", "acme"):
        assert subject not in told.split(), subject


@pytest.mark.slow
@pytest.mark.model
def test_the_default_model_tells_what_is_to_be_done() -> None:
    store = ModelStore(MODELS_FOLDER, load_catalogue())
    if not store.installed(DEFAULT_MODEL):
        pytest.skip(f"{DEFAULT_MODEL} is not installed")
    model = LlamaModel(store.require(DEFAULT_MODEL).main_file, model_name=DEFAULT_MODEL, context_tokens=4096)
    asked = {
        "How much did the museum pay for heating in 2019?": "value",
        "What were the ticket sales in 2017, 2018 and 2019?": "years",
        "By how many percent did the membership fees grow in 2020?": "growth",
        "How many more visitors came in 2019 than in 2018?": "difference",
        "How did the donations develop from 2016 to 2020?": "trend",
        "What did the museum spend on repairs per year on average?": "average",
        "Who had more visitors, the museum or the zoo?": "larger",
        "Who is the director of the museum?": "none",
    }
    try:
        found = {text: operation_of(text, model, CancelToken()) for text in asked}
    finally:
        model.close()
    right = sum(one is not None and one.operation == asked[text] for text, one in found.items())
    assert right >= 7, found
