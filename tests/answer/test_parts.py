"""Several questions asked at once."""

from __future__ import annotations

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
