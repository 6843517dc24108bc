"""The judges of answers: order, values, and the real model as a user has it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from core.judge.answer_judges import CrossEncoderJudge
from core.judge.similarity import TextSimilarity
from core.judge.word_judge import WordJudge
from tests.library_kit import answer_judge


class Lengths:
    """Scores a text by its length, and keeps what it was given."""

    given: Sequence[str] = ()

    def scores(self, _query: str, passages: Sequence[str]) -> list[float]:
        self.given = list(passages)
        return [float(len(text)) for text in passages]


def test_scores_come_in_the_order_of_the_texts_though_the_short_ones_are_read_first() -> None:
    encoder = Lengths()
    texts = ["ccc", "a", "bb"]
    assert CrossEncoderJudge(encoder, "lengths", TextSimilarity()).answers("?", texts) == [3.0, 1.0, 2.0]
    assert encoder.given == ["a", "bb", "ccc"]


def test_without_a_model_the_words_of_the_question_count() -> None:
    judge = WordJudge()
    near, far = judge.answers(
        "How much does the pump weigh?", ["The pump weighs 42 kg.", "Operators wear gloves."]
    )
    assert near > 0.9 > far == 0


@pytest.mark.model
def test_the_judge_tells_answers_from_their_neighbours() -> None:
    answer, neighbour, other = answer_judge().answers(
        "How many people live in Berlin?",
        [
            "Berlin has a population of 3,520,031 registered inhabitants in 891.82 square kilometers.",
            "Berlin is well known for its museums.",
            "New York City is famous for the Metropolitan Museum of Art.",
        ],
    )
    assert answer > 2 > neighbour > other
