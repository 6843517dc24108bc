"""From drafted text to statements: every spelling of a citation, and no source that does not exist."""

from __future__ import annotations

import pytest

from core.answer.statements import (
    is_no_answer,
    markers_in,
    normalise_markers,
    split_statements,
    without_markers,
)

VALID = frozenset({1, 2, 3})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A [1].", "A [1]."),
        ("A [Source 2].", "A [2]."),
        ("A [1, 3].", "A [1][3]."),
        ("A[ source 1 ; 2 ].", "A [1][2]."),
        ("A [1-3].", "A [1][2][3]."),
        ("A [1–2, 5].", "A [1][2][5]."),
        ("A [Sources 1 and 3].", "A [1][3]."),
        ("A [Source 1, Source 3].", "A [1][3]."),
        ("A [Source: 2].", "A [2]."),
        ("A [Quellen 1 und 2].", "A [1][2]."),
        ("A (Source 2).", "A [2]."),
        ("A (siehe Quelle 2).", "A [2]."),
        ("A (see sources 1 & 3).", "A [1][3]."),
        ("A 【2】.", "A [2]."),
        ("A ［Source 2］.", "A [2]."),
        ("A [^2].", "A [2]."),
        ("A (3) and (2 units) since 2019 [2019-2023].", "A (3) and (2 units) since 2019 [2019-2023]."),
        ("See document 2 (page 3).", "See document 2 (page 3)."),
        ("A [c5bd8bfc-1234-5678-abcd-1234567890ab].", "A [2]."),
        ("A [c5bd8bfc-0000-5678-abcd-1234567890ab].", "A."),
    ],
)
def test_all_spellings_become_one(text: str, expected: str) -> None:
    assert normalise_markers(text, {"c5bd8bfc-1234-5678-abcd-1234567890ab": 2}) == expected


def test_marker_before_and_behind_the_full_stop() -> None:
    statements = split_statements("It weighs 42 kg. [1] It is blue [2]. It is loud.", VALID)
    assert [(s.text, s.citations) for s in statements] == [
        ("It weighs 42 kg.", (1,)),
        ("It is blue.", (2,)),
        ("It is loud.", ()),
    ]


def test_a_marker_covers_the_sentences_since_the_one_before() -> None:
    statements = split_statements("First fact. Second fact. [1][3]", VALID)
    assert [(s.text, s.citations) for s in statements] == [("First fact.", (1, 3)), ("Second fact.", (1, 3))]


def test_invented_sources_are_dropped() -> None:
    (statement,) = split_statements("It weighs 42 kg [7].", VALID)
    assert statement.citations == ()


def test_bullets_are_kept() -> None:
    statements = split_statements("- One thing [1]\n- Another [2]", VALID)
    assert [(s.text, s.citations, s.bullet) for s in statements] == [
        ("One thing", (1,), True),
        ("Another", (2,), True),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "The provided documents do not contain information about this.",
        "The sources don't mention the CEO.",
        "None of the sources answers the question.",
        "The CEO of the company is not mentioned in the provided documents.",
        "I don't know based on the provided documents.",
        "Die Dokumente enthalten keine Angaben dazu.",
        "There is no information about the price in the provided documents.",
        "Die bereitgestellten Dokumente enthalten keine Informationen dazu.",
        "Dazu enthalten die Dokumente keine Angaben.",
        "In den Dokumenten steht dazu nichts.",
        "Das geht aus den vorliegenden Unterlagen nicht hervor.",
        "Ich kann diese Frage anhand der Quellen nicht beantworten.",
    ],
)
def test_honest_admissions(text: str) -> None:
    assert is_no_answer(text)


@pytest.mark.parametrize(
    "text",
    [
        "The warranty is 36 months.",
        "The seal does not contain PFAS.",
        "The provided documents do not contain the price list, but the pump costs 99 euros.",
        "The documents mention the price.",
        "The documents contain no price but the pump costs 99 euros.",
        "The pump is not available in blue.",
        "Die Dichtung enthält kein PFAS.",
        "In den Dokumenten steht ein Preis von 99 Euro.",
        "Die Unterlagen enthalten keinen Preis, aber die Pumpe kostet 99 Euro.",
    ],
)
def test_statements_are_not_taken_for_admissions(text: str) -> None:
    assert not is_no_answer(text)


def test_a_repeated_sentence_is_read_once() -> None:
    statements = split_statements("It weighs 42 kg. [1]\nIt weighs  42 kg. [1]\nIt is blue. [2]", VALID)
    assert [statement.text for statement in statements] == ["It weighs 42 kg.", "It is blue."]


def test_a_quotation_of_two_sentences_stays_one_statement() -> None:
    text = "It says “The pump is heavy. It is red.” in full [2]. It is “old.” Nobody knows [1]."
    statements = split_statements(text, frozenset({1, 2}))
    assert [statement.text for statement in statements] == [
        "It says “The pump is heavy. It is red.” in full.",
        "It is “old.”",
        "Nobody knows.",
    ]


@pytest.mark.parametrize(
    ("text", "citations"),
    [
        ("The pump weighs 42 kg [1] and [2].", (1, 2)),
        ("The pump weighs 42 kg [1], [2].", (1, 2)),
        ("The pump weighs 42 kg [1]; [2] or [3].", (1, 2, 3)),
        ("The pump weighs 42 kg [1] (and [9]).", (1,)),
        ("The pump weighs 42 kg [9] and [2].", (2,)),
        ("The pump weighs 42 kg (see [1] and also [3]).", (1, 3)),
        ("The pump weighs 42 kg [1]. See also [3].", (1, 3)),
        ("The pump weighs 42 kg.\n[2]", (2,)),
        ("The pump weighs 42 kg [1]. [2].", (1, 2)),
        ("The pump weighs 42 kg [1].\n[9]\n- [3]", (1, 3)),
        ("The pump weighs 42 kg. [1] und [2]", (1, 2)),
        ("The pump weighs 42 kg [1] sowie [Quelle 2].", (1, 2)),
        ("The pump weighs 42 kg (vgl. [2] und [3]).", (2, 3)),
    ],
)
def test_joined_markers_cite_the_same_statement(text: str, citations: tuple[int, ...]) -> None:
    found = split_statements(normalise_markers(text), VALID)
    assert [(each.text, each.citations) for each in found] == [("The pump weighs 42 kg.", citations)]
    assert without_markers(normalise_markers(text.splitlines()[0])).startswith("The pump weighs 42 kg.")


def test_a_marker_at_the_head_of_a_sentence_is_not_of_the_line_before() -> None:
    for between in ("\n", " "):
        found = split_statements(normalise_markers(f"It is blue [1].{between}[2] It is loud."), VALID)
        assert [(each.text, each.citations) for each in found] == [("It is blue.", (1,)), ("It is loud.", ())]


def test_words_between_two_markers_are_said_of_the_second() -> None:
    found = split_statements("It is blue [1] and loud [2]. It runs [3] or not.", VALID)
    assert [(each.text, each.citations) for each in found] == [
        ("It is blue", (1,)),
        ("and loud.", (2,)),
        ("It runs", (3,)),
        ("or not.", ()),
    ]


def test_all_markers_are_told_whether_they_are_sources_or_not() -> None:
    assert markers_in("A [1] and [9].\n[0] B [1001], C [9] [" + "7" * 5000 + "]") == (
        1,
        9,
        0,
        1001,
        777777777,
    )


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("1,890.00, [1]", "1,890.00"),
        ("EUR 12, but only in May. [1]", "EUR 12, but only in May."),
        ("24 Monate; [1]", "24 Monate"),
        ("€ 4.200, [1]", "€ 4.200"),
        ("1.890,00 [1]", "1.890,00"),
    ],
)
def test_a_figure_alone_ends_without_a_comma(text: str, statement: str) -> None:
    assert [one.text for one in split_statements(text, frozenset({1}))] == [statement]
