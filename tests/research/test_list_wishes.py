"""Changes of a to-do list in own words, English and German; what is not certain changes nothing."""

from __future__ import annotations

import pytest

from core.research.state import Task
from core.research.user_replies import edit
from tests.research.kit import WARRANTY, Research

ROWS = ("Warranty of the pump", "Price of the NW-300", "Who checks the filters?", "How are seals stored?")
TASKS = tuple(Task(task_id=n, title=name, query=name) for n, name in enumerate(ROWS, 1))


@pytest.mark.parametrize(
    ("reply", "after", "approved"),
    [
        (
            "Please drop the second one and instead look up the weight of the NW-300 in 2024; also add "
            "delivery times.",
            [1, 3, 4, "Weight of the NW-300 in 2024", "Delivery times"],
            False,
        ),
        ("Can you add a task about how to return a pump, and put it first?",
         ["How to return a pump", 1, 2, 3, 4], False),
        ("Bitte streiche den letzten Punkt und füge die Lagerkosten hinzu.", [1, 2, 3, "Lagerkosten"], False),
        ("Kannst du den dritten Punkt streichen und die Lieferzeiten ergänzen?",
         [1, 2, 4, "Lieferzeiten"], False),
        ("Füge eine Aufgabe zur Rücknahme hinzu, und zwar an erster Stelle",
         ["Rücknahme", 1, 2, 3, 4], False),
        ("Remove the last two and go ahead", [1, 2], True),
        ("Drop number 2. Add shipping. Thanks!", [1, 3, 4, "Shipping"], False),
        ("drop the task about seals", [1, 2, 3], False),
        ("Replace the second with the weight of the NW-400", [1, "Weight of the NW-400", 3, 4], False),
        ("Put the third one first, then start.", [3, 1, 2, 4], True),
        ("move the second to the end", [1, 3, 4, 2], False),
        ("Start with the filters", [3, 1, 2, 4], False),
        ("Die zweite Aufgabe bitte löschen", [1, 3, 4], False),
        ("- 2 and add shipping costs", [1, 3, 4, "Shipping costs"], False),
        ("+ shipping costs -> 2", [1, "shipping costs", 2, 3, 4], False),
        ("looks good, but drop the second one", [1, 3, 4], False),  # the list was not seen since
        ("drop the 3. Punkt,add shipping", [1, 2, 4, "Shipping"], False),
        ("Add what was sold in 2024. ok", [1, 2, 3, 4, "What was sold in 2024"], True),
        ("Add what must be checked first", [1, 2, 3, 4, "What must be checked first"], False),
    ],
)  # fmt: skip
def test_a_reply_in_own_words_changes_the_list(reply: str, after: list[int | str], approved: bool) -> None:
    edited = edit(TASKS, reply, 15, "en")
    assert [task.task_id if task in TASKS else task.title for task in edited.tasks] == after
    assert edited.approved is approved
    assert edited.problems == ()


@pytest.mark.parametrize(
    ("reply", "strange"),
    [
        ("Please do not drop the second one", "Please do not drop the second one"),
        ("How can I remove the second task?", "How can I remove the second task?"),
        ("Drop one", "Drop one"),
        ("drop everything", "drop everything"),
        ("Skip the fifth", "Skip the fifth"),
        ("add more tasks", "add more tasks"),
        ("add up the prices", "add up the prices"),
        ("put it first", "put it first"),
        ("Add shipping costs to the second task", "Add shipping costs to the second task"),
        ("Include the second", "Include the second"),
        ("change the filters in the pump", "change the filters in the pump"),
        ("Add how to install and remove the seals", "remove the seals"),  # a task's own words?
        ("Drop the second one. And what about the costs", "And what about the costs"),
        ("Streiche die Farben und füge die Lagerkosten hinzu", "Streiche die Farben"),
        ("Drop the second one. ok?", "ok?"),
        ("Only the second one", "Only the second one"),
    ],
)
def test_of_what_is_not_certain_nothing_is_done_and_its_words_are_told(reply: str, strange: str) -> None:
    edited = edit(TASKS, reply, 15, "en")
    assert edited.tasks == TASKS
    assert not edited.approved
    (problem,) = edited.problems
    assert f"“{strange}”" in problem
    assert "not changed" in problem


def test_what_was_not_understood_stands_above_the_list_once(research: Research) -> None:
    research.ask(WARRANTY)
    research.reply("/end")
    again = research.reply("Please make it nicer")
    (asked,) = [event for event in again if event.kind == "input_required"]
    assert asked.prompt.startswith("Not understood, so the list was not changed: “Please make it nicer”.")
    (asked,) = [event for event in research.reply("add shipping costs") if event.kind == "input_required"]
    assert "Not understood" not in asked.prompt
    assert "Shipping costs" in asked.prompt
