"""Three or more things in one question make a task each; what is said of all together stays one."""

from __future__ import annotations

import pytest

from core.research.clarification import asked_things
from core.research.enumeration import questions_of_list
from tests.research.kit import Research


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        (
            "Was gilt für die Reinigung, die Wartung, die Kosten und den Versand der Filter?",
            ["Reinigung", "Wartung", "Kosten", "Versand"],
        ),
        ("Welche Fristen gelten für Rücktritt, Widerruf und Kündigung?",
         ["Rücktritt", "Widerruf", "Kündigung"]),
        ("What do the manuals say about cleaning, storage and repair of filters?",
         ["cleaning", "storage", "repair"]),
        ("Who is responsible for testing, storage, and delivery?", ["testing", "storage", "delivery"]),
        ("What are the risks, the costs and the delivery times of Amcor?",
         ["risks", "costs", "delivery times"]),
        ("Describe the storage, the prices and the ageing of seals", ["storage", "prices", "ageing"]),
    ],
)  # fmt: skip
def test_each_thing_is_a_question_with_the_words_around_them(question: str, parts: list[str]) -> None:
    found = questions_of_list(question)
    first = question.split()[0]
    assert len(found) == len(parts)
    for text, part in zip(found, parts, strict=True):
        assert text.startswith(first)
        assert [one for one in parts if one in text] == [part]
    tail = question.rpartition(parts[-1])[2].strip(" ?")
    assert all(text.endswith(tail) for text in found)


@pytest.mark.parametrize(
    "question",
    [
        "Was gilt für die Lagerung und die Preise?",
        "Worin unterscheiden sich die Lagerung, die Preise und die Prüfung?",
        "Wie viel kosten Dichtung, Pumpe und Filter insgesamt?",
        "Was gilt, wenn die Pumpe, der Motor und das Ventil ausfallen?",
        "Was schreibt der Vertrag über die Lagerung in Bonn, die Preise und die Prüfung vor?",
        "Wie hoch ist der Preis der roten, grünen und blauen Pumpen?",
        "What is the difference between the storage, the price and the testing?",
        "What did the director, Anna Meier, and the board decide?",
        "What happens when the pump, the motor and the valve fail?",
        "When was the pump sold, repaired and returned?",
        "What is the weight of red, green and blue pumps?",
        "How do storage, temperature and light affect the ageing?",
    ],
)
def test_what_is_not_certain_stays_one_question(question: str) -> None:
    assert questions_of_list(question) == (question,)


def test_more_things_than_there_is_room_for_stay_together() -> None:
    things = ", ".join(("storage", "prices", "testing", "ageing", "repair", "delivery"))
    assert len(asked_things(f"What is said about {things} and disposal?")) == 1
    assert len(asked_things(f"What is said about {things.replace(', delivery', '')} and disposal?")) == 6


def test_the_list_has_a_task_for_each(research: Research) -> None:
    research.ask("Was gilt für die Garantie, die Reinigung und das Gewicht der B-120?")
    research.reply("/end")
    assert [task.title for task in research.state.tasks] == [
        "Was gilt für die Garantie der B-120?",
        "Was gilt für die Reinigung der B-120?",
        "Was gilt für das Gewicht der B-120?",
    ]
