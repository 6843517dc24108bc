"""Years, spans of years and "the latest" in questions."""

from __future__ import annotations

import pytest

from core.search.concepts import load_concepts
from core.search.periods import asks_for_newest, quarter_in, recency, years_in
from core.store.facts import DocumentFacts


@pytest.mark.parametrize(
    ("question", "years"),
    [
        ("Compare 2019 and 2023", (2019, 2023)),
        ("reports 2019-2021", (2019, 2020, 2021)),
        ("von 2019 bis 2021", (2019, 2020, 2021)),
        ("between 2019 and 2021", (2019, 2020, 2021)),
        ("FY2018 - FY2020 average", (2018, 2019, 2020)),
        ("FY20 and FY21", (2020, 2021)),
        ("Rechnung vom 08.05.2023", (2023,)),
        ("invoice INV-2045", ()),
    ],
)
def test_years_and_spans(question: str, years: tuple[int, ...]) -> None:
    assert years_in(question) == years


@pytest.mark.parametrize(
    ("text", "quarter"),
    [
        ("Q2 of FY2024", 2),
        ("third quarter", 3),
        ("the Firſt Quarter", 1),  # as old prints are recognised
        ("im 4. Quartal", 4),
        ("2024", 0),
    ],
)
def test_quarters(text: str, quarter: int) -> None:
    assert quarter_in(text) == quarter


@pytest.mark.parametrize(
    ("question", "newest"),
    [
        ("the latest lease", True),
        ("most recent figures", True),
        ("die letzte Rechnung", True),
        ("the last annual report", True),
        ("current assets", False),
        ("How long does the warranty last?", False),
        ("the last page", False),
    ],
)
def test_the_newest_is_asked_for(question: str, newest: bool) -> None:
    assert asks_for_newest(question, load_concepts()) is newest


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
