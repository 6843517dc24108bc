"""Several questions asked at once."""

from __future__ import annotations

import pytest

from core.answer.asking.question_parts import parts_of


@pytest.mark.parametrize(
    ("question", "standing"),
    [
        ("How long is the warranty of the pump?", []),
        ("What are the pump and the seal made of?", []),
        (
            "Who supplies the seals, and when does the contract with Karst end?",
            ["Who supplies the seals", "when does the contract with Karst end"],
        ),
        (
            "How long is the warranty of the B-120, and what is not covered by it?",
            ["How long is the warranty of the B-120", "what is not covered by it (B-120)?"],
        ),
        ("Wann endet der Vertrag und wie hoch ist die Miete der Halle?", 2),
    ],
)
def test_each_part_stands_by_itself(question: str, standing: list[str] | int) -> None:
    parts = parts_of(question)
    if isinstance(standing, int):
        assert len(parts) == standing
    else:
        assert [part.standing for part in parts] == standing
    assert all(part.asked in question for part in parts)
