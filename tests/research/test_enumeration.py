"""Three or more things in one question make a task each; what is said of all together stays one."""

from __future__ import annotations

from core.research.clarification import asked_things
from core.research.enumeration import questions_of_list
from tests.research.kit import Research
from tests.scored import scored


@scored("agent_searches", list)
def test_each_thing_is_a_question_with_the_words_around_them(question: str, parts: list[str]) -> None:
    found = questions_of_list(question)
    first = question.split()[0]
    assert len(found) == len(parts)
    for text, part in zip(found, parts, strict=True):
        assert text.startswith(first)
        assert [one for one in parts if one in text] == [part]
    tail = question.rpartition(parts[-1])[2].strip(" ?")
    assert all(text.endswith(tail) for text in found)


@scored("agent_searches")
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
