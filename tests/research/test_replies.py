"""The to-do list and what a reply makes of it, and of the research: in signs, and in own words."""

from __future__ import annotations

import json

from core.research.list_edits import signs_of
from core.research.reply_words import agrees
from core.research.round_reply import ReadReply, read_reply
from core.research.state import Task
from core.research.todo import specific, with_names
from core.research.user_replies import edit
from tests.research.kit import IDS, SOURCES, Papers, Research, Shelf, answering, chapters, fresh, of
from tests.scored import scored

TASKS = tuple(Task(task_id=n, title=name, query=name) for n, name in enumerate(("one", "two", "three"), 1))


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


def test_the_words_that_are_offered_agree() -> None:
    assert all(map(agrees, ("ok", "OK.", "Ja!", "/start")))
    assert not any(map(agrees, ("not ok", "ok, but first the costs", "ok?")))


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


def test_a_task_without_a_name_is_searched_with_those_of_the_question() -> None:
    state = fresh("How did net sales of Pepsico and Amcor develop?")
    assert with_names("Which risks do they see?", state) == "Which risks do they see? Pepsico Amcor"
    assert with_names("risks of Amcor", state) == "risks of Amcor"


def test_the_list_has_an_end_and_is_never_empty() -> None:
    full = edit(TASKS, "+ four; ok", 3, "en")
    assert len(full.tasks) == 3
    assert full.problems
    assert not full.approved, "what was left out may be what matters"
    none = edit(TASKS, "- 1; - 2; - 3; ok", 15, "en")
    assert not none.approved
    assert none.problems


@scored("replies")
def test_a_part_that_says_enough_is_searched_as_it_is(question: str, part: str) -> None:
    assert with_names(part, fresh(question)) == part


def test_edits_of_a_model_are_signs_and_bound_to_list_and_reply() -> None:
    said = "Drop the second, find out about shipping costs instead, the last two first. Off you go!"
    assert signs_of("remove 2\nadd shipping costs\nmove 4 to 1\nbegin yes", 4, said) == (
        "- 2",
        "+ Shipping costs",
        "4 > 1",
        "ok",
    )
    assert signs_of("keep only 1, 3\nbegin no", 4, said) == ("- 2", "- 4")
    assert signs_of("replace 2: shipping costs\nbegin no", 4, said) == ("2 = Shipping costs",)
    assert signs_of("add on top shipping costs\nbegin no", 4, said) == ("+ Shipping costs -> 1",)
    assert signs_of("begin no", 4, said) == ()
    assert signs_of("remove 5\nbegin no", 4, said) == (), "no such task"
    assert signs_of("remove 2\nadd delivery times\nbegin no", 4, said) == (), "words that nobody said"
    assert signs_of("remove 2\nand so on", 4, said) == ()


def test_a_reply_in_own_words_changes_the_list_as_the_model_reads_it(research: Research) -> None:
    research.ask(SIDES)
    research.reply("/end")
    before = [task.title for task in research.state.tasks]
    research.turn = answering(edits="remove 1\nadd the price of soup\nbegin no")
    research.reply("I can do without the first, but add the price of soup")
    assert [task.title for task in research.state.tasks] == [*before[1:], "The price of soup"]
    assert not research.state.approved
    research.turn = answering(edits="begin yes")
    research.odds = -1.0
    research.reply("That is fine with me, but who begins?")
    assert not research.state.approved, "asked once more, the model does not take it for a yes"
    research.odds = 1.0
    research.reply("That is fine with me, please begin")
    assert research.state.approved


def test_a_reply_of_signs_alone_is_not_read_by_the_model(research: Research) -> None:
    research.turn = answering(edits="remove 1\nbegin yes", reply="enough")
    research.ask(SIDES)
    events = research.reply("?")
    assert not [event for event in of(events, "model_called") if event.purpose == "reply"]
    research.reply("/end")
    before = research.state.tasks
    research.reply("?!")
    assert research.state.tasks == before


def test_without_a_model_own_words_change_nothing_and_are_told(research: Research) -> None:
    research.ask(SIDES)
    research.reply("/end")
    before = research.state.tasks
    events = research.reply("I can do without the first")
    assert research.state.tasks == before
    told = of(events, "notice_given")[0].message
    assert "“I can do without the first”" in told
    assert "not changed" in told


SIDES = "How long is the warranty of the B-120 pump, and what does the canteen serve?"


def test_what_a_model_reads_in_a_reply_is_bound_to_its_words_and_the_documents() -> None:
    said = "Only the guide of 2024, for trips with children; leave the fees aside."
    files = ("guide_2020.pdf", "guide_2024.pdf", "fees.xlsx", "map.pdf")
    written = "only 2 guide_2024.pdf\nsearch trips with children\nleave out the fees"
    assert read_reply(written, files, said) == ReadReply("trips with children", ("the fees",), (2,))
    assert read_reply("enough", files, said) == ReadReply(enough=True)
    assert read_reply("nothing", files, said) == ReadReply()
    assert read_reply("only 4 map.pdf", files, said) == ReadReply(), "nobody named it"
    assert read_reply("search hotels in Rome", files, said) is None
    assert read_reply("only 5 plan.pdf", files, said) is None


def test_what_is_left_out_is_neither_searched_nor_a_task(research: Research) -> None:
    research.ask(SIDES)
    assert any("canteen" in aspect for aspect in research.state.aspects)
    research.turn = answering(reply="leave out the canteen")
    asked = len(research.shelf.searched)
    events = research.reply("You need not look at the canteen")
    assert "canteen" in of(events, "notice_given")[0].message
    assert not any("need not" in query for query, _scope in research.shelf.searched[asked + 1 :])
    research.turn = answering(reply="enough")
    research.reply("No further questions, please")
    assert research.state.waiting == "approval"
    assert not any("canteen" in task.title for task in research.state.tasks)


def test_a_document_that_is_wanted_alone_is_the_only_one_from_then_on(research: Research) -> None:
    research.ask(SIDES)
    assert len({found.document_id for found in research.state.findings}) > 1
    names = list(dict.fromkeys(found.document_id for found in research.state.findings))
    place = 1 + names.index(IDS["old manual.pdf"])
    research.turn = answering(reply=f"only {place} old manual.pdf")
    events = research.reply("Nein, nur vom old manual")
    assert "old manual.pdf" in of(events, "notice_given")[0].message
    asked = len(research.shelf.searched)
    research.reply("/end")
    research.reply("ok")
    chosen = (IDS["old manual.pdf"],)
    assert {scope for _query, scope in research.shelf.searched[asked:]} == {chosen}
    assert {found.document_id for found in research.state.findings} == set(chosen)
    assert not any("nur vom" in query for query, _scope in research.shelf.searched[asked:])


def test_a_document_that_was_not_found_yet_is_searched_by_its_name(research: Research) -> None:
    research.ask("How long is the warranty of the B-120 pump?")
    found = {one.document_id for one in research.state.findings}
    assert IDS["menu.pdf"] not in found
    shelf = Shelf(SOURCES | chapters("kitchen menu.pdf", "The kitchen menu has soup on Tuesday."))
    research.shelf, research.papers = shelf, Papers()
    research.turn = answering(reply=f"only {1 + len(found)} kitchen menu.pdf")
    research.reply("only the kitchen menu")
    assert len(research.state.only) == 1
    assert research.state.document_ids == research.state.only


def test_each_task_looks_at_what_was_found_before(research: Research) -> None:
    """Its own search finds only one passage a time, and the clarification had found this one."""
    pages = [f"The hose of press P-{number} costs nothing special." for number in range(30, 40)]
    texts = chapters("prices.pdf", "A hydraulic hose costs 180 Euro.", *pages)
    research.shelf, research.papers = Shelf(texts), Papers(texts)
    research.ask("Which oil does the press P-31 need, and what does a hydraulic hose cost?")
    first = next(iter(texts.values())).chunk.chunk_id
    assert first in {found.chunk_id for found in research.state.findings}
    research.shelf = Shelf({name: source for name, source in texts.items() if source.chunk.index}, texts)
    research.reply("/end")
    research.reply("ok")
    tasks = {task.task_id: task.title for task in research.state.tasks}
    of_first = {tasks[found.task_id] for found in research.state.findings if found.chunk_id == first}
    assert "What does a hydraulic hose cost?" in of_first
