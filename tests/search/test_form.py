"""What is said of the answer's form is not searched for; what is said of the subject always is."""

from __future__ import annotations

import pytest

from core.search.answer_form import without_form
from core.search.concepts import load_concepts


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("What is the rent? Answer in EUR.", "What is the rent?"),
        ("What is the rent? Only rely on the lease.", "What is the rent?"),
        ("State the result in millions. What was revenue?", "What was revenue?"),
        ("Keep it short: who signed the lease?", "who signed the lease?"),
        ("What was the margin? Show your working.", "What was the margin?"),
        ("Using only the balance sheet, what is total debt?", "what is total debt?"),
        ("Nenne nur die Zahl: Wie hoch ist die Miete?", "Wie hoch ist die Miete?"),
        ("Wie hoch ist die Miete? Antworte in einem Satz.", "Wie hoch ist die Miete?"),
        (
            "What is the margin (in USD millions)? Round your answer to two decimal places.",
            "What is the margin ?",
        ),
    ],
)
def test_what_speaks_of_the_answer_is_left_out(question: str, kept: str) -> None:
    assert without_form(question, load_concepts()) == kept


@pytest.mark.parametrize(
    "question",
    [
        "If you lose the key, how much does a replacement cost?",
        "Use the red button. What happens then?",
        "Use only distilled water. Why?",
        "By using the app, which data is shared?",
        "Quote the penalty clause",
        "State the number of employees.",
        "Explain why revenue fell in 2021. Name the regions concerned.",
        "Runde Tischplatte, welcher Durchmesser?",
        "What is the short answer?",
        "Answer in one word.",  # nothing else would be left
    ],
)
def test_what_speaks_of_the_subject_stays(question: str) -> None:
    assert without_form(question, load_concepts()) == question
