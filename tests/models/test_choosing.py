"""Which model works where the one that is set is not there."""

from __future__ import annotations

import pytest

from core.models.choosing import embedding_model
from core.settings import ModelSettings

MINILM, E5, BGE = "all-minilm-l6-v2-int8", "multilingual-e5-small", "bge-small-en-v1.5"


@pytest.mark.parametrize(
    ("chosen", "installed", "embeds"),
    [
        (MINILM, {E5}, E5),  # an update of the program brings today's default only
        (MINILM, {MINILM, E5}, MINILM),  # whoever has it keeps it, and the index
        (MINILM, set(), MINILM),  # the message names what the settings name
        (BGE, {E5}, BGE),  # on a drive that is not connected
        (E5, {MINILM}, E5),
    ],
)
def test_an_earlier_default_that_is_gone_gives_way_to_todays(
    chosen: str, installed: set[str], embeds: str
) -> None:
    assert embedding_model(ModelSettings(embedding_model=chosen), installed.__contains__) == embeds


def test_what_takes_its_place_is_in_use_and_stays() -> None:
    assert {MINILM, E5} <= set(ModelSettings(embedding_model=MINILM).chosen)
    assert E5 not in ModelSettings(embedding_model=BGE).chosen
