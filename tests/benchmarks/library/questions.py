"""The questions asked of a library in the benchmark, with their right answers."""

from __future__ import annotations

from collections.abc import Sequence

from tests.benchmarks.library import (
    questions_english,
    questions_english_contracts,
    questions_english_technical,
    questions_german,
    questions_german_contracts,
    questions_german_technical,
    questions_reading,
)
from tests.benchmarks.library.answers import Amount, Extreme, Group
from tests.benchmarks.library.asking import Asked, LibraryQuestion, ask_all
from tests.benchmarks.library.generator.truth import Truth

__all__ = ["Amount", "Extreme", "Group", "LibraryQuestion", "left_out", "questions"]


def questions(truths: Sequence[Truth]) -> list[LibraryQuestion]:
    """About 300 questions for a library of 800 documents; the same for the same truths in any order.

    A question is left out where its answer would be empty, or its conditions leave every document.
    """
    return _asked(truths).questions


def left_out(truths: Sequence[Truth]) -> list[str]:
    """Ids of the questions that `questions` leaves out for this library, and why."""
    return _asked(truths).left_out


def _asked(truths: Sequence[Truth]) -> Asked:
    asked = Asked()
    ask_all(questions_english.TOPICS, "en", truths, asked)
    ask_all(questions_english_contracts.TOPICS, "en", truths, asked)
    ask_all(questions_english_technical.TOPICS, "en", truths, asked)
    ask_all(questions_reading.ENGLISH, "en", truths, asked)
    ask_all(questions_german.TOPICS, "de", truths, asked)
    ask_all(questions_german_contracts.TOPICS, "de", truths, asked)
    ask_all(questions_german_technical.TOPICS, "de", truths, asked)
    ask_all(questions_reading.GERMAN, "de", truths, asked)
    return asked
