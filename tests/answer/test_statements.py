"""From drafted text to statements: every spelling of a citation, and no source that does not exist."""

from __future__ import annotations

from core.answer.statements import (
    markers_in,
    normalise_markers,
    split_statements,
)
from tests.scored import scored

VALID = frozenset({1, 2, 3})


def test_bullets_are_kept() -> None:
    statements = split_statements("- One thing [1]\n- Another [2]", VALID)
    assert [(s.text, s.citations, s.bullet) for s in statements] == [
        ("One thing", (1,), True),
        ("Another", (2,), True),
    ]


def test_all_markers_are_told_whether_they_are_sources_or_not() -> None:
    assert markers_in("A [1] and [9].\n[0] B [1001], C [9] [" + "7" * 5000 + "]") == (
        1,
        9,
        0,
        1001,
        777777777,
    )


@scored("verdicts")
def test_statements_and_their_sources(text: str, statements: tuple[tuple[str, tuple[int, ...]], ...]) -> None:
    found = split_statements(normalise_markers(text), VALID)
    assert tuple((each.text, each.citations) for each in found) == statements
