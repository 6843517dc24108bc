"""Phase 2: the list, what a user's reply makes of it, and what is added while it is worked off."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from core.research.clarification import asked_things
from core.research.reply_words import agrees
from core.research.state import Task
from core.research.todo import specific, with_names
from core.research.user_replies import edit
from tests.research.kit import WARRANTY, Research, answering, fresh, of, one
from tests.scored import scored

TASKS = tuple(Task(task_id=n, title=name, query=name) for n, name in enumerate(("one", "two", "three"), 1))


def titles(text: str, most: int = 15) -> list[str]:
    return [task.title for task in edit(TASKS, text, most, "en").tasks]


@scored("replies", list)
def test_a_reply_changes_the_list(reply: str, after: list[str], approved: bool) -> None:
    edited = edit(TASKS, reply, 15, "en")
    assert [task.title for task in edited.tasks] == after
    assert edited.approved is approved
    assert edited.problems == ()


@scored("replies")
def test_what_is_not_understood_changes_nothing(reply: str) -> None:
    edited = edit(TASKS, reply, 15, "en")
    assert edited.tasks == TASKS
    assert not edited.approved
    assert len(edited.problems) == 1


def test_words_behind_a_dash_take_off_the_only_task_that_has_them() -> None:
    rows = ("What do filters cost?", "Who checks the filters?", "Warranty of the pump")
    tasks = tuple(Task(task_id=n, title=name, query=name) for n, name in enumerate(rows, 1))
    assert [task.task_id for task in edit(tasks, "- warranty", 15, "en").tasks] == [1, 2]
    assert edit(tasks, "- filters", 15, "en").problems, "two tasks speak of them"


@scored("replies")
def test_ordinary_words_agree(said: str) -> None:
    assert agrees(said)
    assert not agrees(f"not {said}")
    assert not agrees(f"{said}, but first the costs")


@pytest.mark.parametrize("said", ["abbrechen", "Cancel", "ende", "/stop"])
def test_ordinary_words_give_it_up(research: Research, said: str) -> None:
    research.ask(WARRANTY)
    research.reply("/end")
    assert research.reply(said)[-1].outcome == "cancelled"


def test_tasks_keep_their_ids_and_new_ones_get_new() -> None:
    edited = edit(TASKS, "3 > 1; + four", 15, "en")
    assert [task.task_id for task in edited.tasks] == [3, 1, 2, 4]
    assert [task.origin for task in edited.tasks] == ["plan", "plan", "plan", "user"]


def test_the_list_as_a_window_sends_it() -> None:
    rows = [{"task_id": 3, "title": "three"}, {"title": "new", "query": "search for new"}]
    edited = edit(TASKS, json.dumps({"tasks": rows, "approved": True}), 15, "en")
    assert [(task.task_id, task.title, task.query) for task in edited.tasks] == [
        (3, "three", "three"),
        (4, "new", "search for new"),
    ]
    assert edited.approved


def test_what_says_no_more_than_another_task_is_left_out() -> None:
    rows = ("net sales of PepsiCo in 2023", "net sales", "risks of PepsiCo", "PepsiCo risks named")
    assert specific(rows) == ("net sales of PepsiCo in 2023", "risks of PepsiCo", "PepsiCo risks named")


def test_two_names_make_two_questions_only_where_each_is_a_whole_one() -> None:
    assert asked_things("What are the risks of Karst, Bolt and Vogt?") == (
        "What are the risks of Karst?",
        "What are the risks of Bolt?",
        "What are the risks of Vogt?",
    )
    asked = "How did the sales of Amcor and of Ulta develop in 2023, and what do they expect?"
    assert asked_things(asked)[0].startswith("How did the sales of Amcor and of Ulta develop in 2023")


def test_each_name_has_each_part_of_the_question() -> None:
    asked = (
        "How do Bolt Ltd and Karst shield themselves from rising prices, and what do such steps cost them?"
    )
    assert asked_things(asked) == (
        "How does Bolt Ltd shield itself from rising prices",
        "what do such steps cost them (Bolt Ltd)",
        "How does Karst shield itself from rising prices",
        "what do such steps cost them (Karst)",
    )
    query = with_names("what do such steps cost them (Karst)", fresh(asked))
    assert query == "what do such steps cost them (Karst) shield rising prices"
    # Where the second name ends, nothing tells.
    assert asked_things("Wie lagern Bolt und Karst Dichtungen?") == ("Wie lagern Bolt und Karst Dichtungen?",)


def test_a_task_without_a_name_is_searched_with_those_of_the_question() -> None:
    state = fresh("How did net sales of Pepsico and Amcor develop?")
    assert with_names("Which risks do they see?", state) == "Which risks do they see? Pepsico Amcor"
    assert with_names("risks of Amcor", state) == "risks of Amcor"


@scored("replies")
def test_a_part_with_a_word_for_a_name_is_searched_with_the_name(
    question: str, title: str, query: str
) -> None:
    assert with_names(title, fresh(question)) == query


def test_the_list_has_an_end_and_is_never_empty() -> None:
    full = edit(TASKS, "+ four; ok", 3, "en")
    assert len(full.tasks) == 3
    assert full.problems
    assert not full.approved, "what was left out may be what matters"
    none = edit(TASKS, "- 1; - 2; - 3; ok", 15, "en")
    assert not none.approved
    assert none.problems


def test_the_estimated_time_is_told_before_approval(research: Research) -> None:
    research.ask(WARRANTY)
    events = research.reply("/end")
    listed = one(events, "todo_listed")
    assert listed.estimated_seconds > 0
    assert "about" in one(events, "input_required").prompt
    assert research.state.phase == "to-do list"


def test_edits_are_shown_again_and_then_agreed_to(research: Research) -> None:
    research.ask(WARRANTY)
    research.reply("/end")
    events = research.reply("+ What does the canteen serve?")
    assert "2. What does the canteen serve?" in one(events, "input_required").prompt
    events = research.reply("nonsense")
    assert one(events, "notice_given").code == "reply_not_understood"
    assert events[-1].outcome == "needs_input"
    events = research.reply("ok")
    assert events[-1].outcome == "answered"
    report = one(events, "research_reported").report
    assert [task.title for task in report.tasks] == [WARRANTY, "What does the canteen serve?"]
    assert report.tasks[1].origin == "user"


def test_end_instead_of_approval_cancels(research: Research) -> None:
    research.ask(WARRANTY)
    research.reply("/end")
    events = research.reply("/end")
    assert events[-1].outcome == "cancelled"
    assert of(events, "answer_ready") == []


def test_tasks_of_the_model_within_the_limit(research: Research) -> None:
    research.limits = replace(research.limits, tasks=3)
    research.turn = answering(
        tasks=["warranty of the pump", "weight of the pump", "price of the pump", "fish on Friday"],
    )
    events = research.ask(WARRANTY, skip_questions=True)
    assert [task.title for task in one(events, "todo_listed").tasks] == [
        WARRANTY,
        "Warranty of the pump",
        "Weight of the pump",
    ]


def test_what_the_model_misses_is_added_after_the_last_task(research: Research) -> None:
    research.limits = replace(research.limits, added_tasks=1)
    research.turn = answering(further=["weight of the B-120 pump", "price of the pump"])
    events = research.ask(WARRANTY, skip_questions=True, approve_tasks=True)
    tasks = of(events, "todo_listed")[-1].tasks
    assert [(task.title, task.origin) for task in tasks][1:] == [("Weight of the B-120 pump", "added")]
    assert all(task.status != "open" for task in tasks)


def test_what_stays_uncovered_is_added(research: Research) -> None:
    research.turn = answering(aspects=["spare seals of the turbine", "turbine"])
    events = research.ask("Which seals has the turbine?", skip_questions=True, approve_tasks=True)
    first, *_, last = of(events, "todo_listed")
    assert "Turbine" not in [task.title for task in first.tasks]
    assert [task.title for task in last.tasks if task.origin == "added"] == ["Turbine"]


def test_what_the_user_took_off_the_list_does_not_come_back(research: Research) -> None:
    research.ask("How long is the warranty of the B-120 pump, and who repairs the turbine?")
    research.reply("/end")
    events = research.reply("- 2; ok")
    titles = [task.title for task in of(events, "todo_listed")[-1].tasks]
    assert len(titles) == 1
    assert "turbine" not in titles[0]
    report = one(events, "research_reported").report
    assert any("who repairs the turbine" in told for told in report.open_questions)


@pytest.mark.parametrize(
    "reply", ["Only for C-77 compressors, 12 units, site Leeds", "nur C-77, 12 Stück, Werk Leeds"]
)
def test_what_all_is_limited_to_reaches_every_task_and_is_told(research: Research, reply: str) -> None:
    research.ask("How long is the warranty of the pump, and who repairs the turbine?")
    events = research.reply(reply)
    (told,) = [one for one in of(events, "notice_given") if one.code == "reply_searched"]
    assert "C-77" in told.message
    if research.state.waiting == "questions":
        research.reply("/end")
    tasks = research.state.tasks
    assert len(tasks) == 2
    assert all({"C-77", "12", "Leeds"} <= set(task.query.split()) for task in tasks)
    assert not any("only" in task.query.casefold() or "nur" in task.query.casefold() for task in tasks)


def test_an_answer_about_one_task_is_not_searched_for_in_the_others(research: Research) -> None:
    research.ask("How long is the warranty of the pump, and who repairs the turbine?")
    research.reply("The turbine stands in hall 7 of the Leeds plant")
    research.reply("/end")
    queries = {task.title: task.query for task in research.state.tasks}
    assert "Leeds" in queries["Who repairs the turbine?"]
    assert "Leeds" not in queries["How long is the warranty of the pump?"]


@scored("replies")
def test_a_part_of_hardly_a_word_is_searched_with_the_matter_of_the_question(
    question: str, part: str, words: tuple[str, ...]
) -> None:
    query = with_names(part, fresh(question))
    assert query.startswith(part)
    assert set(query.removeprefix(part).split()) == set(words)


@scored("replies")
def test_a_part_that_says_enough_is_searched_as_it_is(question: str, part: str) -> None:
    assert with_names(part, fresh(question)) == part


def test_such_a_part_is_searched_so(research: Research) -> None:
    question = "Which duties has the owner in a warranty case of seals, and which deadlines apply?"
    research.ask(question, skip_questions=True, approve_tasks=True)
    task = next(one for one in research.state.tasks if "deadlines" in one.title)
    assert task.title == "Which deadlines apply?"
    assert all({"warranty", "seals"} <= set(query.split()) for query in task.queries)
