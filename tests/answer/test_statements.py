"""From drafted text to statements: every spelling of a citation, and no source that does not exist."""

from __future__ import annotations

from core.answer.statements import (
    markers_in,
    normalise_markers,
    split_statements,
)

VALID = frozenset({1, 2, 3})


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
