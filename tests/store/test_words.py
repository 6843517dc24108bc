"""Packed word boxes: spans exact, boxes to 1/8 point, whatever a file contains."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.store.words import UNITS_PER_POINT, pack_words, unpack_words
from core.types import Box, Span, Word

coordinates = st.floats(min_value=-20_000, max_value=20_000, allow_nan=False, width=32)


@st.composite
def pages(draw: st.DrawFn) -> tuple[int, list[Word]]:
    page_start = draw(st.integers(0, 5_000_000))
    position = page_start
    words = []
    for gap, length in draw(st.lists(st.tuples(st.integers(0, 70_000), st.integers(1, 300)), max_size=40)):
        start = position + gap
        position = start + length
        words.append(Word(Span(start, position), Box(*(draw(coordinates) for _ in range(4)))))
    return page_start, words


@settings(max_examples=60, deadline=None)
@given(pages())
def test_round_trip(page: tuple[int, list[Word]]) -> None:
    page_start, words = page
    again = unpack_words(pack_words(words, page_start), page_start)
    assert [word.span for word in again] == [word.span for word in words]
    for before, after in zip(words, again, strict=True):
        for name in ("x0", "y0", "x1", "y1"):
            value, kept = getattr(before.box, name), getattr(after.box, name)
            assert abs(value - kept) <= 0.5 / UNITS_PER_POINT
            assert (kept * UNITS_PER_POINT).is_integer()


def test_values_on_the_grid_survive_unchanged() -> None:
    words = [Word(Span(10, 14), Box(72.0, 100.125, 99.875, 112.5))]
    assert unpack_words(pack_words(words, 10), 10) == tuple(words)


def test_no_words_take_no_bytes() -> None:
    assert pack_words([], 7) == b""
    assert unpack_words(b"", 7) == ()


def test_broken_boxes_do_not_break_the_page() -> None:
    words = [
        Word(Span(0, 1), Box(math.nan, -math.inf, math.inf, 5.0)),
        Word(Span(2, 3), Box(1.0, 2.0, 3.0, 4.0)),
    ]
    first, second = unpack_words(pack_words(words, 0), 0)
    assert first.box.x0 == 0.0
    assert second.box == Box(1.0, 2.0, 3.0, 4.0)


def test_spans_out_of_order_are_refused() -> None:
    words = [Word(Span(5, 9), Box(0, 0, 1, 1)), Word(Span(3, 4), Box(0, 0, 1, 1))]
    with pytest.raises(ValueError, match="in order"):
        pack_words(words, 0)


@pytest.mark.parametrize("packed", [b"\x02not zlib", b"\x07x\x9c\x03\x00\x00\x00\x00\x01", b"\x02"])
def test_damaged_bytes_are_an_error(packed: bytes) -> None:
    with pytest.raises(ValueError, match="damaged"):
        unpack_words(packed, 0)
