"""Where the newest document counts, only its sentences are looked at; in doubt all of them."""

from __future__ import annotations

from collections.abc import Sequence

from core.answer.relevance.newest_source import of_the_newest
from core.answer.sources import Source
from tests.answer.helpers import source_of

QUESTION = "How long is the warranty of the pump? The newer document counts."


def sources(old: str = "2019-01-01", new: str = "2022-01-01", newest: str = "2024-01-01") -> list[Source]:
    return [
        source_of(
            1,
            "The warranty of the pump is 24 months. Die Garantie der Pumpe gilt 24 Monate.",
            "a.pdf",
            date=old,
        ),
        source_of(
            2,
            "The warranty of the pump is 36 months. Die Garantie der Pumpe gilt 36 Monate.",
            "b.pdf",
            date=new,
        ),
        source_of(
            3, "The canteen opens at noon. Die Kantine öffnet mittags.", "c.pdf", score=0.2, date=newest
        ),
    ]


def numbers(kept: Sequence[Source]) -> list[int]:
    return [source.number for source in kept]


def test_a_date_that_is_not_known_leaves_all() -> None:
    assert numbers(of_the_newest(QUESTION, sources(old=""))) == [1, 2, 3]


def test_the_date_of_what_tells_nothing_need_not_be_known() -> None:
    assert numbers(of_the_newest(QUESTION, sources(newest=""))) == [2]


def test_nothing_that_matches_leaves_all() -> None:
    assert of_the_newest(QUESTION, []) == []
    other = [source_of(1, "The canteen opens at noon.", "c.pdf", score=0.1, date="2024-01-01")]
    assert numbers(of_the_newest(QUESTION, other)) == [1]
