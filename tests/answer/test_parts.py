"""Several questions asked at once."""

from __future__ import annotations

from core.answer.asking.question import asked_parts
from core.answer.asking.question_parts import parts_of
from tests.scored import scored


@scored("verdicts", list)
def test_each_part_stands_by_itself(question: str, standing: list[str] | int) -> None:
    parts = parts_of(question)
    if isinstance(standing, int):
        assert len(parts) == standing
    else:
        assert [part.standing for part in parts] == standing
    assert all(part.asked in question for part in parts)


def test_how_to_go_about_it_is_no_part_of_the_question() -> None:
    question = "Please search for each by itself: how heavy is the pump, and what does the seal cost?"
    assert asked_parts(question) == ("how heavy is the pump", "what does the seal cost")
    topic = "B-120: how heavy is the pump, and what does the seal cost?"
    assert asked_parts(topic) == ()  # what stands before the colon is what it is about
