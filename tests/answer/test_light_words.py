"""Words of the question that say nothing where they stand, also as the first word of a statement."""

from __future__ import annotations

import pytest

from core.answer.facts.checkable import facts_of
from core.answer.verification.stopwords import is_light


@pytest.mark.parametrize(
    ("text", "word", "light"),
    [
        ("Number of employees: 41,000", "number", True),
        ("The number of employees is 41,000.", "number", True),
        ("Employees by number", "number", False),
        ("Anzahl der Mitarbeiter: 300", "anzahl", True),
        ("Number 7 leaks.", "number", False),
        ("Known as Bolt, it left.", "know", False),
    ],
)
def test_the_first_word_may_be_light_too(text: str, word: str, *, light: bool) -> None:
    assert is_light(facts_of(text), word) is light
