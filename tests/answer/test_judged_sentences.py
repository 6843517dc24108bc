"""Sentences are judged by words, by meaning, and by a cross-encoder; each stands in for the others."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.answer.judged_sentences import judge_sentences
from core.errors import ModelError
from core.judge.answer_judges import CrossEncoderJudge
from core.judge.similarity import TextSimilarity
from core.search.base import Vectors
from tests.answer.helpers import source_of
from tests.library_kit import JUDGE_MODEL, HashingEmbedder, answer_judge

STATUTES = "Das Vermögen fällt an den Tierschutz. Die Kasse prüft ein Mitglied. Der Beitrag ist fällig."


class Refusing:
    """Takes nothing that it reads for an answer, and keeps what it was given."""

    def __init__(self) -> None:
        self.given: list[str] = []

    def scores(self, _query: str, passages: Sequence[str]) -> list[float]:
        self.given += passages
        return [-9.0] * len(passages)


class Broken(HashingEmbedder):
    def embed(self, texts: Sequence[str]) -> Vectors:
        raise ModelError("The embedding model is gone.")


class Alike(HashingEmbedder):
    """All texts mean the same."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        return np.stack([self.embed_query(text) for text in texts])

    def embed_query(self, text: str) -> Vectors:
        vector: Vectors = np.zeros(self.dimensions, np.float32)
        vector[0] = 1.0
        return vector


def test_a_question_in_other_words_finds_its_sentence_by_meaning() -> None:
    """No word of it stands there, and the cross-encoder has not read German."""
    sources = [source_of(1, STATUTES, "satzung.pdf")]
    best = judge_sentences("Wer kriegt das Geld am Ende?", "de", sources, answer_judge()).sentences[0]
    assert "Tierschutz" in best.sentence.text


def test_what_was_not_read_is_no_better_than_what_was_refused() -> None:
    encoder = Refusing()
    text = " ".join(f"Pump {name} is heavy." for name in "ABCDEFGHIJKLMNOP")
    judge = CrossEncoderJudge(encoder, JUDGE_MODEL, TextSimilarity(Alike()))
    judged = judge_sentences("Which pump is heavy?", "en", [source_of(1, text)], judge, 99)
    assert len(encoder.given) < len(judged.sentences)
    assert not judged.likely


def test_an_embedder_that_fails_leaves_the_cross_encoder() -> None:
    encoder = Refusing()
    judge = CrossEncoderJudge(encoder, JUDGE_MODEL, TextSimilarity(Broken()))
    judged = judge_sentences("Which pump is heavy?", "en", [source_of(1, "Pump A is heavy.")], judge)
    assert encoder.given
    assert (judged.judge, judged.likely) == (JUDGE_MODEL, ())
