"""A chat answer can only cite sources that exist: shown on the tiny model, which would rather ramble."""

from __future__ import annotations

import ctypes
import re
from pathlib import Path

import pytest

from core.answer.answer_grammar import ODD_MARKS, answer_grammar
from core.cancel import CancelToken
from core.llm.base import GenerationDone, GenerationRequest, Message
from core.llm.llama import LlamaModel

NO_ANSWER = "The provided documents do not contain information about this."
ANSWER = re.compile(r"(?:[^\[\]\n]+ ?\[[13]\](?: ?\[[13]\])?[ \n]?)+")


@pytest.mark.model
def test_every_sentence_ends_in_a_source_that_exists(tiny_model_path: Path) -> None:
    model = LlamaModel(tiny_model_path, model_name="tiny", context_tokens=1024)
    try:
        prompt = Message("user", "[1] Pumps need oil.\n[3] Oil is expensive.\n\nWhat do pumps need?")
        grammar = answer_grammar([1, 3], max_statements=2, no_answer=NO_ANSWER)
        request = GenerationRequest((prompt,), 120, 0.0, grammar)
        done = list(model.generate(request, CancelToken()))[-1]
        assert isinstance(done, GenerationDone)
        text = done.text
        assert text == NO_ANSWER or done.finish == "length" or ANSWER.fullmatch(text)
        assert not re.search(r"\[(?![13]\])", text)
    finally:
        model.close()


@pytest.mark.model
def test_what_a_sentence_may_hold(tiny_model_path: Path) -> None:
    """Each text is given to llama.cpp's own grammar, token by token."""
    import llama_cpp

    llm = llama_cpp.Llama(str(tiny_model_path), vocab_only=True, verbose=False)
    vocab = llama_cpp.llama_model_get_vocab(llm.model)

    def fits(text: str, *texts: str) -> bool:
        grammar = answer_grammar([1], max_statements=1, no_answer=NO_ANSWER, texts=texts)
        assert grammar.gbnf is not None
        sampler = llama_cpp.llama_sampler_init_grammar(vocab, grammar.gbnf.encode(), b"root")
        try:
            for token in llm.tokenize(f"It {text} [1]".encode(), add_bos=False):
                row = llama_cpp.llama_token_data(id=token, logit=1.0, p=0.0)
                rows = (llama_cpp.llama_token_data * 1)(row)
                candidates = llama_cpp.llama_token_data_array(data=rows, size=1, selected=-1, sorted=False)
                llama_cpp.llama_sampler_apply(sampler, ctypes.byref(candidates))
                if rows[0].logit == float("-inf"):
                    return False
                llama_cpp.llama_sampler_accept(sampler, token)
        finally:
            llama_cpp.llama_sampler_free(sampler)
        return True

    try:
        for text in (
            "ends on 31. Dezember 2022",
            "costs 5,2 Mio. Euro",
            "is so nach § 5 Abs. 2 BGB",
            "was said by John F. Kennedy",
            "is the file ../config/app.toml",
            "weighs 4.5 kg, e.g. with oil",
        ):
            assert fits(text), text
        for text in (
            "is for Figma.，**Note",
            "is **bold** text",
            "ends here. It begins again",
            "is so [2] here",
        ):
            assert not fits(text), text
        assert not fits("deletes all *.pdf files")
        assert fits("deletes all *.pdf files", "rm *.pdf")
        assert all(fits(f"is {mark} so", ODD_MARKS) and not fits(f"is {mark} so") for mark in ODD_MARKS)
    finally:
        llm.close()
