"""What a question is before anything is searched: what is asked, and what is only said of the sources."""

from __future__ import annotations

from core.answer.asking.question import asked_parts


def test_how_to_go_about_it_is_no_part_of_the_question() -> None:
    question = "Please search for each by itself: how heavy is the pump, and what does the seal cost?"
    assert asked_parts(question) == ("how heavy is the pump", "what does the seal cost")
    topic = "B-120: how heavy is the pump, and what does the seal cost?"
    assert asked_parts(topic) == ()  # what stands before the colon is what it is about
