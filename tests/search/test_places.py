"""Addresses of cited places, joined as a user would write them."""

from __future__ import annotations

from core.search.place_words import cited_place
from core.types import CitedPlace, Page, PageKind, Place, Span


def test_only_what_the_spans_touch_is_named() -> None:
    places = tuple(Place(Span(100 + 10 * n, 109 + 10 * n), "line", f"line {n + 1}") for n in range(5))
    page = Page(
        3, "", Span(100, 150), 0, 0, label="Intro", kind=PageKind.SECTION, places=places
    )  # the text itself is not looked at
    assert cited_place(page, [Span(112, 118)]) == CitedPlace(3, PageKind.SECTION, "Intro", "line 2")
    assert cited_place(page, [Span(119, 131)]).place == "lines 3–4"
    assert cited_place(page, [Span(109, 110)]).place == ""
    assert cited_place(page, [Span(0, 50)]).place == ""
