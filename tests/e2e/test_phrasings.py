"""Other texts that are searched with beside a question: what they add, and what they cannot take away."""

from __future__ import annotations

import pytest

from core.llm.scripted import ScriptedModel
from tests.e2e.conftest import OpenEngine

pytestmark = pytest.mark.model

OTHERS = ("warranty period of the B-120 pump", "months of guarantee from delivery")


def test_phrasings_find_what_the_question_does_not_say(open_engine: OpenEngine) -> None:
    retriever = open_engine(ScriptedModel([])).retriever()
    vague = "For how long does the maker stand in?"
    alone = retriever.search(vague, limit=5)
    helped = retriever.search(vague, limit=5, phrasings=OTHERS)
    found = [hit.filename for hit in helped.hits]
    assert "b-120-manual.pdf" in found
    # The best hit of the question itself stays among the first five.
    assert alone.hits[0].chunk.chunk_id in {hit.chunk.chunk_id for hit in helped.hits}
    plain = retriever.search("warranty of the B-120", limit=5)
    misled = retriever.search("warranty of the B-120", limit=5, phrasings=["sales by region in 2024"])
    assert plain.hits[0].chunk.chunk_id in {hit.chunk.chunk_id for hit in misled.hits}
