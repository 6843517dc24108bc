"""What a question is before anything is searched: what is asked, and what is only said of the sources."""

from __future__ import annotations

import pytest

from core.answer.asking.question import asked_parts, newest_counts, wanted_by, without_directions


@pytest.mark.parametrize(
    ("question", "asked", "newest"),
    [
        (
            "How many people work there? The reports differ; the newest one counts.",
            "How many people work there?",
            True,
        ),
        ("How high is the fee? If the documents disagree, say so.", "How high is the fee?", False),
        ("Wie hoch ist die Miete? Der neueste Vertrag gilt.", "Wie hoch ist die Miete?", True),
        (
            "Wie hoch ist die Miete? Widersprechen sich die Quellen, gilt die ältere.",
            "Wie hoch ist die Miete?",
            False,
        ),
        # Before the question, and what names something, tells what it is about.
        ("The newest pump leaks. What is the torque of its screws?", None, False),
        ("How long is the warranty? I mean that of the newest Karst pump.", None, False),
        ("How long is the warranty of the latest pump?", None, False),
        ("How long is the warranty? The pump leaks.", None, False),
    ],
)
def test_what_is_said_of_sources_that_disagree_is_not_asked(
    question: str, asked: str | None, newest: bool
) -> None:
    assert without_directions(question) == (asked or question)
    assert newest_counts(question) is newest


def test_how_to_go_about_it_is_no_part_of_the_question() -> None:
    question = "Please search for each by itself: how heavy is the pump, and what does the seal cost?"
    assert asked_parts(question) == ("how heavy is the pump", "what does the seal cost")
    topic = "B-120: how heavy is the pump, and what does the seal cost?"
    assert asked_parts(topic) == ()  # what stands before the colon is what it is about


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("What quarterly dividend did Bolt pay?", "number"),
        ("Which organic growth does Karst expect?", "number"),
        ("Which costs are refunded?", ""),
        ("What dividends policy does Bolt have?", ""),
    ],
)
def test_a_measure_behind_what_is_a_figure(question: str, wanted: str) -> None:
    assert wanted_by(question) == wanted
