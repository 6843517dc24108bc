"""What servers write for JSON."""

from __future__ import annotations

import pytest

from core.llm.reply_json import reply_json


def test_a_line_break_inside_a_string_is_read() -> None:
    assert reply_json('{ "city" : "Paris\nThe capital" }') == {"city": "Paris\nThe capital"}


@pytest.mark.parametrize("text", ["", "Paris", '{"city": "Par', '{"city": "Paris"} and more', "[" * 100_000])
def test_what_is_cut_off_or_no_json_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"line 1"):
        reply_json(text)
