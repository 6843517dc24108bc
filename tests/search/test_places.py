"""Addresses of cited places, joined as a user would write them."""

from __future__ import annotations

import pytest

from core.search.place_words import cited_place, join_addresses
from core.types import CitedPlace, Page, PageKind, Place, Span


@pytest.mark.parametrize(
    ("addresses", "joined"),
    [
        ([], ""),
        (["B3"], "B3"),
        (["B3", "C3", "D3"], "B3:D3"),
        (["A9", "B9", "A10", "B10"], "A9:B10"),
        (["Z2", "AA2"], "Z2:AA2"),
        (["¶ 12"], "¶ 12"),
        (["¶ 12", "¶ 13", "¶ 14"], "¶ 12–14"),
        (["¶ 3", "B3", "C3"], "¶ 3, B3:C3"),
        (["line 40"], "line 40"),
        (["lines 14–18"], "lines 14–18"),
        (["line 14", "lines 15–17", "line 18"], "lines 14–18"),
        (["table 1, row 2", "table 1, row 3"], "table 1, row 2–3"),
        (["table 1, row 2", "table 2, row 1"], "table 1, row 2, table 2, row 1"),
        (["Title", "Body", "Notes", "Footer"], "Title, Body, Notes, …"),
        (["Title", "Title"], "Title"),
    ],
)
def test_addresses_are_joined(addresses: list[str], joined: str) -> None:
    places = [Place(Span(n, n + 1), "any", address) for n, address in enumerate(addresses)]
    assert join_addresses(places) == joined


def test_only_what_the_spans_touch_is_named() -> None:
    places = tuple(Place(Span(100 + 10 * n, 109 + 10 * n), "line", f"line {n + 1}") for n in range(5))
    page = Page(
        3, "", Span(100, 150), 0, 0, label="Intro", kind=PageKind.SECTION, places=places
    )  # the text itself is not looked at
    assert cited_place(page, [Span(112, 118)]) == CitedPlace(3, PageKind.SECTION, "Intro", "line 2")
    assert cited_place(page, [Span(119, 131)]).place == "lines 3–4"
    assert cited_place(page, [Span(109, 110)]).place == ""
    assert cited_place(page, [Span(0, 50)]).place == ""
