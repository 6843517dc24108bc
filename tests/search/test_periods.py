"""Years, spans of years and "the latest" in questions."""

from __future__ import annotations

from core.search.periods import recency
from core.store.facts import DocumentFacts


def test_documents_are_ordered_by_what_they_are_about_then_by_their_date() -> None:
    order = [
        DocumentFacts(),
        DocumentFacts(date="2019-03-01"),
        DocumentFacts(years=(2021,), date="2022-02-01"),
        DocumentFacts(years=(2021,), quarter=2),
        DocumentFacts(date="2023-05-08"),
        DocumentFacts(date="2023-05-30"),
    ]
    mixed = [order[place] for place in (3, 5, 0, 4, 2, 1)]
    assert sorted(mixed, key=recency) == order
