"""Page roles: told by the labels of rows, in two languages; contents pages; notes that only look alike."""

from __future__ import annotations

from core.ingest.structure.page_roles import find_roles
from tests.ingest.batch import page_of
from tests.scored import scored


@scored("ingest", sequences=list)
def test_find_roles(pages: list[list[str]], expected: dict[str, list[int]]) -> None:
    roles = find_roles([page_of(number, lines) for number, lines in enumerate(pages, 1)])
    assert {role: [page.number for page in found] for role, found in roles.items()} == expected
    for found in roles.values():
        scores = [page.score for page in found]
        assert scores == sorted(set(scores), reverse=True)
    assert "income_statement" not in roles or roles["income_statement"][0].score > 0.9
