"""Dates as they are written in English and German, with the precision they have."""

from __future__ import annotations

import pytest

from core.answer.facts.checkable import facts_of
from core.answer.facts.dates_in_text import Date


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("signed on 3 May 2024", ["2024-05-03"]),
        ("signed on the 3rd of May, 2024", ["2024-05-03"]),
        ("signed May 3rd, 2024", ["2024-05-03"]),
        ("signed on Sept. 9, 2021", ["2021-09-09"]),
        ("signed 2024-05-03", ["2024-05-03"]),
        ("signed on 05/03/2024", ["2024-05-03"]),
        ("signed on 25/03/2024", ["2024-03-25"]),
        ("unterschrieben am 3. Mai 2024", ["2024-05-03"]),
        ("unterschrieben am 03.05.2024", ["2024-05-03"]),
        ("unterschrieben am 03.05.24", ["2024-05-03"]),
        ("die Feier war am 05/03/2024", ["2024-03-05"]),
        ("from 7 to 9 June 2019", ["2019-06-07", "2019-06-09"]),
        ("on June 7–9, 2019", ["2019-06-07", "2019-06-09"]),
        ("every 14 February", ["--02-14"]),
        ("in April 2023", ["2023-04"]),
        ("im Jänner 2023", ["2023-01"]),
        ("since 1998", ["1998"]),
        ("from 1998 to 2003", ["1998", "2003"]),
        ("the drought (1931–1934)", ["1931", "1934"]),
        ("in FY19 and FY2020", ["2019", "2020"]),
        ("im Geschäftsjahr 2022", ["2022"]),
    ],
)
def test_dates_in_iso(text: str, expected: list[str]) -> None:
    facts = facts_of(text)
    assert [date.iso for date in facts.dates] == expected
    assert facts.numbers == ()


@pytest.mark.parametrize(
    "text",
    [
        "It may 7 times fail.",
        "They march 10 miles.",
        "a load of 1600 kg",
        "invoice 2025-0417",
        "31/31/2020 is no day",
        "ratio 3/4",
        "version 3.15.2024",
    ],
)
def test_what_is_no_date(text: str) -> None:
    assert facts_of(text).dates == ()


@pytest.mark.parametrize(
    ("said", "source", "carried"),
    [
        (Date(2024), Date(2024, 5, 3), True),
        (Date(2024, 5), Date(2024, 5, 3), True),
        (Date(0, 5, 3), Date(2024, 5, 3), True),
        (Date(2024, 5, 3), Date(2024, 5), False),
        (Date(2024, 6), Date(2024, 5, 3), False),
        (Date(2024, 5, 3), Date(0, 5, 3), False),
    ],
)
def test_a_source_carries_what_it_says_as_precisely(said: Date, source: Date, carried: bool) -> None:
    assert said.is_carried_by(source) is carried


def test_precision_is_that_of_the_writing() -> None:
    assert [Date(2024).precision, Date(2024, 5).precision, Date(0, 5, 3).precision] == [
        "year",
        "month",
        "day",
    ]
