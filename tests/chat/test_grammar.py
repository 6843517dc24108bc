"""A chat answer can only cite sources that exist: shown on the tiny model, which would rather ramble."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from core.cancel import CancelToken
from core.chat.grammar import WIDE_MARKS, answer_grammar
from core.llm.base import GenerationDone, GenerationRequest, Message
from core.llm.llama import LlamaModel

NO_ANSWER = "The provided documents do not contain information about this."
ANSWER = re.compile(r"(?:[^\[\]\n]+ ?\[[13]\](?: ?\[[13]\])?[ \n]?)+")


@pytest.mark.model
@pytest.mark.parametrize("bullets", [False, True])
def test_every_sentence_ends_in_a_source_that_exists(tiny_model_path: Path, bullets: bool) -> None:
    model = LlamaModel(tiny_model_path, model_name="tiny", context_tokens=1024)
    try:
        prompt = Message("user", "[1] Pumps need oil.\n[3] Oil is expensive.\n\nWhat do pumps need?")
        grammar = answer_grammar([1, 3], max_statements=2, bullets=bullets, no_answer=NO_ANSWER)
        request = GenerationRequest((prompt,), 120, 0.0, grammar)
        done = list(model.generate(request, CancelToken()))[-1]
        assert isinstance(done, GenerationDone)
        text = done.text.replace("- ", "") if bullets else done.text
        assert text == NO_ANSWER or done.finish == "length" or ANSWER.fullmatch(text)
        assert not re.search(r"\[(?![13]\])", text)
    finally:
        model.close()


def test_emphasis_and_wide_marks_are_not_in_the_alphabet_unless_the_sources_have_them() -> None:
    options = {"max_statements": 1, "bullets": False, "no_answer": NO_ANSWER}
    plain = answer_grammar([1], **options).gbnf or ""
    wide = answer_grammar([1], **options, wide_marks=True).gbnf or ""
    assert all(mark in plain and mark not in wide for mark in WIDE_MARKS)
    assert '"*"' not in plain
