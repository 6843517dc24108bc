"""Several questions asked at once."""

from __future__ import annotations

import pytest

from core.answer.asking.question_parts import parts_of


@pytest.mark.parametrize(
    ("question", "standing"),
    [
        ("How long is the warranty of the pump?", []),
        ("What are the pump and the seal made of?", []),
        (
            "Who supplies the seals, and when does the contract with Karst end?",
            ["Who supplies the seals", "when does the contract with Karst end"],
        ),
        (
            "How long is the warranty of the B-120, and what is not covered by it?",
            ["How long is the warranty of the B-120", "what is not covered by it (B-120)?"],
        ),
        ("Wann endet der Vertrag und wie hoch ist die Miete der Halle?", 2),
    ],
)
def test_each_part_stands_by_itself(question: str, standing: list[str] | int) -> None:
    parts = parts_of(question)
    if isinstance(standing, int):
        assert len(parts) == standing
    else:
        assert [part.standing for part in parts] == standing
    assert all(part.asked in question for part in parts)


@pytest.mark.parametrize(
    ("question", "asked", "standing"),
    [
        (
            "What were Corning's sales in 2019 and Pfizer's revenue in 2020?",
            ["What were Corning's sales in 2019", "Pfizer's revenue in 2020"],
            ["What were Corning's sales in 2019", "What were Pfizer's revenue in 2020?"],
        ),
        (
            "What percentage of Corning's sales in 2022 and of Bolt's revenue in 2021 came from Karst?",
            ["What percentage of Corning's sales in 2022", "of Bolt's revenue in 2021 came from Karst"],
            [
                "What percentage of Corning's sales in 2022",
                "What percentage of Bolt's revenue in 2021 came from Karst?",
            ],
        ),
        (
            "Search for each: how many employees did Bolt have in 2021, and how many did Karst have?",
            ["how many employees did Bolt have in 2021", "how many did Karst have"],
            ["how many employees did Bolt have in 2021", "how many did Karst have? employees 2021"],
        ),
        (
            "How high was the revenue of both Bolt and Karst?",
            ["How high was the revenue of Bolt", "How high was the revenue of Karst"],
            ["How high was the revenue of Bolt?", "How high was the revenue of Karst?"],
        ),
    ],
)
def test_what_is_asked_of_two_names_is_a_question_of_each(
    question: str, asked: list[str], standing: list[str]
) -> None:
    parts = parts_of(question)
    assert [part.asked for part in parts] == asked
    assert [part.standing for part in parts] == standing


@pytest.mark.parametrize(
    "question",
    [
        "Structure the answer in the sections Backlog, Workforce and Sales, for Bolt in 2021.",
        "Fasse Karst zusammen, mit den Abschnitten Umsatz, Personal und Ausblick.",
        "Who wrote Pride and Prejudice?",
    ],
)
def test_headings_and_one_name_make_no_parts(question: str) -> None:
    assert parts_of(question) == ()
