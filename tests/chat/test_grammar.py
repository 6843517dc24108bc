"""A chat answer can only cite sources that exist: shown on the tiny model, which would rather ramble."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.answer.answer_grammar import ODD_MARKS, answer_grammar
from core.answer.copy_grammar import copy_grammar
from core.cancel import CancelToken
from core.llm.base import GenerationDone, GenerationRequest, Grammar, Message
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


class Vocabulary:
    """The tokens of a model without its weights."""

    def __init__(self, path: Path) -> None:
        import llama_cpp

        self._library = llama_cpp
        self._llm = llama_cpp.Llama(str(path), vocab_only=True, verbose=False)

    def may_be_said(self, text: str, grammar: Grammar) -> bool:
        """Whether llama.cpp's own grammar lets the text pass, token by token, to its end."""
        library, llm = self._library, self._llm
        vocab = library.llama_model_get_vocab(llm.model)
        assert grammar.gbnf is not None
        sampler = library.llama_sampler_init_grammar(vocab, grammar.gbnf.encode(), b"root")
        assert sampler, "llama.cpp refuses the grammar"
        try:
            for token in [*llm.tokenize(text.encode(), add_bos=False), llm.token_eos()]:
                row = library.llama_token_data(id=token, logit=1.0, p=0.0)
                rows = (library.llama_token_data * 1)(row)
                candidates = library.llama_token_data_array(data=rows, size=1, selected=-1, sorted=False)
                library.llama_sampler_apply(sampler, ctypes.byref(candidates))
                if rows[0].logit == float("-inf"):
                    return False
                library.llama_sampler_accept(sampler, token)
        finally:
            library.llama_sampler_free(sampler)
        return True

    def close(self) -> None:
        self._llm.close()


@pytest.fixture(scope="module")
def vocabulary(tiny_model_path: Path) -> Iterator[Vocabulary]:
    made = Vocabulary(tiny_model_path)
    yield made
    made.close()


COPIED = (
    'The pump („B-120“) weighs 42 kg – with oil – and costs "much" more.',
    "Die Kündigungsfrist beträgt neun Monate; danach, ab 2024, zwölf.",
    "a\\b \x07 ** — ... 日本 «x» 5 %",
)


@pytest.mark.model
@pytest.mark.parametrize(
    ("said", "may"),
    [
        ("42 kg", True),
        ("B-120", True),
        ("42 kg – with oil – and costs", True),
        ("much", True),
        ("neun Monate; danach, ab 2024", True),
        ("日本", True),
        ("5", True),
        ("Yes", True),
        (COPIED[0].removesuffix("."), True),
        ('42 kg – with oil – and costs "much" more.', False),  # the full stop is none of it
        ("43 kg", False),
        ("42 months", False),
        ("weighs kg", False),
        ("Monate neun", False),
        ("42 kg Die", False),
        ("–", False),
        ("Maybe", False),
        ("", False),
    ],
)
def test_a_copy_holds_nothing_but_words_in_their_order(vocabulary: Vocabulary, said: str, may: bool) -> None:
    assert vocabulary.may_be_said(said, copy_grammar(COPIED, ("Yes", "No"))) is may


@pytest.mark.model
def test_what_a_sentence_may_hold(vocabulary: Vocabulary) -> None:
    def fits(text: str, *texts: str) -> bool:
        grammar = answer_grammar([1], max_statements=1, no_answer=NO_ANSWER, texts=texts)
        return vocabulary.may_be_said(f"It {text} [1]", grammar)

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
