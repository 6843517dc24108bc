"""Sentences as spans: nothing lost, nothing twice, and the cuts a reader would make."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.text.textspan import best_window, is_table_row, map_range, split_sentences
from core.types import Span


def cut(text: str) -> list[str]:
    return [text[span.start : span.end] for span in split_sentences(text)]


alphabet = st.sampled_from(
    [*"aB1. \n\f?!,;:()$%-•é。", "Inc. ", "Mr. ", "\n\n", "3.5 ", "Net sales 1,234 99\n"]
)


@settings(max_examples=150, deadline=None)
@given(st.lists(alphabet, max_size=60).map("".join), st.integers(0, 1000))
def test_spans_cover_everything_once(text: str, base: int) -> None:
    spans = split_sentences(text, base)
    covered = "".join(text[span.start - base : span.end - base] for span in spans)
    assert "".join(covered.split()) == "".join(text.split())
    for before, after in pairwise(spans):
        assert before.end <= after.start
    for span in spans:
        piece = text[span.start - base : span.end - base]
        assert piece == piece.strip() != ""


def test_prose_is_cut_at_its_marks() -> None:
    assert cut("It rained. Did it? Yes! “So it did.” Then it stopped") == [
        "It rained.",
        "Did it?",
        "Yes!",
        "“So it did.”",
        "Then it stopped",
    ]


@pytest.mark.parametrize(
    "sentence",
    [
        "PepsiCo, Inc. and its subsidiaries grew by 3.5% in the U.S. and Canada.",
        "Mr. J. Smith met Dr. Brown on Dec. 25 in St. Louis.",
        "See Item 7. Management's Discussion for details.",
        "The price (approx. $1.20) is in Fig. 3 of the report.",
        "It applies to tools, e.g. Hammers and saws.",
    ],
)
def test_abbreviations_do_not_end_a_sentence(sentence: str) -> None:
    assert cut(sentence) == [sentence]


def test_an_abbreviation_may_end_a_sentence() -> None:
    assert cut("We sell in the U.S. The rest is exported by Acme Inc. It grows.") == [
        "We sell in the U.S.",
        "The rest is exported by Acme Inc.",
        "It grows.",
    ]


def test_line_breaks_inside_prose_do_not_cut() -> None:
    assert cut("The warranty is 36 months\nfrom delivery. Claims must\nbe filed.") == [
        "The warranty is 36 months\nfrom delivery.",
        "Claims must\nbe filed.",
    ]


def test_rows_lists_headings_and_pages_cut() -> None:
    text = (
        "Overview\n"
        "We make pumps and sell them to customers in forty countries around the world.\n"
        "Net sales $ 3,909 $ 3,673\n"
        "Cost of sales (3,115) (2,951)\n"
        "• first point\n"
        "(b) second point\n"
        "1. third point. It has two sentences.\f"
        "next page"
    )
    assert cut(text) == [
        "Overview",
        "We make pumps and sell them to customers in forty countries around the world.",
        "Net sales $ 3,909 $ 3,673",
        "Cost of sales (3,115) (2,951)",
        "• first point",
        "(b) second point",
        "1. third point.",
        "It has two sentences.",
        "next page",
    ]


@pytest.mark.parametrize(
    "line",
    ["Net sales 3,909 3,673", "Basic $ 5.51", "2021 2020 2019", "Other, net — (44)", "Margin 14.0 % 14.3 %"],
)
def test_rows(line: str) -> None:
    assert is_table_row(line)


@pytest.mark.parametrize(
    "line",
    [
        "as of December 25, 2021",
        "We sold 12 pumps in 2021 to",
        "Overview",
        "",
        "the agreement that was made in the year 2020",
    ],
)
def test_not_rows(line: str) -> None:
    assert not is_table_row(line)


def test_ranges_of_joined_text_map_back() -> None:
    document = "one two\fthree four"
    spans = (Span(4, 7), Span(8, 13))
    joined = "\n".join(document[s.start : s.end] for s in spans)
    assert joined == "two\nthree"
    assert map_range(spans, 0, len(joined)) == spans
    assert map_range(spans, 1, 6) == (Span(5, 7), Span(8, 10))
    assert map_range(spans, 3, 4) == ()


def test_the_snippet_is_the_sentence_asked_for() -> None:
    text = "The pump is blue. The warranty is 36 months from delivery. " + "Nothing more is said here. " * 20
    snippet = best_window(text, ["warranty", "month"], limit=80)
    assert "warranty is 36 months" in snippet
    assert len(snippet) <= 80
    long = "word " * 100 + "needle " + "word " * 100
    assert "needle" in best_window(long, ["needle"], limit=100)
    assert len(best_window(long, ["needle"], limit=100)) <= 100
    assert best_window("", ["x"]) == ""


@pytest.mark.parametrize(
    "sentence",
    [
        "Die Frist gilt z. B. für Mieter und d. h. auch für Pächter.",
        "Sie endet am 3. Mai 2024.",
        "Nach § 3 Abs. 1 S. 2 BGB i. V. m. Art. 5 GG ist das Nr. 4 der Liste.",
        "Der Umsatz betrug 2,5 Mio. Euro bzw. ca. 1.234,56 € je Kunde.",
        "Im 3. Quartal endete der 2. Bauabschnitt.",
        "Am 31. Dezember 2024 zahlte Hr. Maier inkl. MwSt. 20 Euro.",
        "Der Verein e. V. zahlt ggf. Zinsen gem. § 288 BGB.",
    ],
)
def test_german_abbreviations_dates_and_ordinals_do_not_end_a_sentence(sentence: str) -> None:
    assert cut(sentence) == [sentence]


def test_german_sentences_end_where_they_end() -> None:
    assert cut("Wir liefern Schrauben usw. Die Ware ist gut. Das war 1998. Es waren 12. Danach kam er.") == [
        "Wir liefern Schrauben usw.",
        "Die Ware ist gut.",
        "Das war 1998.",
        "Es waren 12.",
        "Danach kam er.",
    ]
    assert cut("Der Vertrag läuft seit dem 1. Die anderen nicht.") == [
        "Der Vertrag läuft seit dem 1.",
        "Die anderen nicht.",
    ]


def test_german_quotation_marks_close_a_sentence() -> None:
    assert cut("Er sagte: „Das geht nicht.“ Dann ging er. »Nein.« Das war alles.") == [
        "Er sagte: „Das geht nicht.“",
        "Dann ging er.",
        "»Nein.«",
        "Das war alles.",
    ]
