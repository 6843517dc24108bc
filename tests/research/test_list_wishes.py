"""Changes of a to-do list in own words, English and German; what is not certain changes nothing."""

from __future__ import annotations

from core.research.state import Task
from core.research.user_replies import edit
from tests.research.kit import WARRANTY, Research
from tests.scored import scored

ROWS = ("Warranty of the pump", "Price of the NW-300", "Who checks the filters?", "How are seals stored?")
TASKS = tuple(Task(task_id=n, title=name, query=name) for n, name in enumerate(ROWS, 1))


@scored("replies", list)
def test_a_reply_in_own_words_changes_the_list(reply: str, after: list[int | str], approved: bool) -> None:
    edited = edit(TASKS, reply, 15, "en")
    assert [task.task_id if task in TASKS else task.title for task in edited.tasks] == after
    assert edited.approved is approved
    assert edited.problems == ()


@scored("replies")
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
