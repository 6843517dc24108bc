"""Numbers, dates, identifiers and phrases: one word however they are written, with their boundaries."""

from __future__ import annotations

import pytest

from core.search.exact import Exact, coded, exact_parts
from core.search.keywords import word_tokens


@pytest.mark.parametrize(
    "spellings",
    [
        ("8. Mai 2023", "08.05.2023", "2023-05-08", "May 8, 2023", "8 May 2023", "8th of May 2023"),
        ("36,000", "36.000", "36\u00a0000", "36’000"),
        ("1.250,50", "1,250.50", "1250.5"),
        ("B-120", "B120", "B/120"),
        ("447-881-20", "447 881 20"),
        ("DE89 3704 0044 0532 0130 00", "DE89370400440532013000"),
    ],
)
def test_spellings_of_one_thing_find_each_other(spellings: tuple[str, ...]) -> None:
    for asked in spellings:
        (part,) = exact_parts(asked)
        for written in spellings:
            assert part.stands_in(f"See {written}, please."), (asked, written)


def test_a_phrase_stands_word_by_word_whatever_is_between_them() -> None:
    phrase = Exact("right of first refusal")
    assert phrase.stands_in("has a Right of\nfirst-refusal.")
    assert not phrase.stands_in("the right of the first refusal")
    assert not phrase.stands_in("the bright of first refusal")


def test_the_index_has_one_word_for_each_spelling() -> None:
    assert coded("am 08.05.2023 über 36.000 Euro") == (
        "am  08 05 2023  über   Euro",
        ["20230508", "202305", "36000"],
    )
    for one, other in (("36,000", "36.000"), ("RE-2023-1", "RE/2023/1"), ("2023-05-08", "May 8, 2023")):
        assert word_tokens(one, "en") & word_tokens(other, "en")
    assert not word_tokens("36,000", "en") & word_tokens("54,000", "en")
    assert word_tokens("Mai 2023", "de") & word_tokens("08.05.2023", "de") - word_tokens("2023", "de")
