"""How sure an answer may look that lacks what was asked for."""

from __future__ import annotations

from core.answer.relevance.missing_kinds import is_bare_figure


def test_a_unit_is_a_word_beside_a_figure() -> None:
    assert is_bare_figure("1,890.00, [1]")
    assert not any(map(is_bare_figure, ("24 months", "$ 12", "5 %", "B-120", "none")))
