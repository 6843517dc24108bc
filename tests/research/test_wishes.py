"""What a reply leaves out or wants alone, and what that makes of the research."""

from __future__ import annotations

from core.research.document_wishes import documents_named, wishes_of
from tests.research.kit import IDS, SOURCES, Papers, Research, Shelf, chapters, of, one
from tests.scored import scored

SIDES = "How long is the warranty of the B-120 pump, and what does the canteen serve?"


@scored("replies")
def test_what_is_left_out_is_no_part_of_what_is_searched(
    reply: str, left_out: tuple[str, ...], rest: str
) -> None:
    wishes = wishes_of(reply)
    assert wishes.left_out == left_out
    assert wishes.rest == rest


@scored("replies")
def test_only_a_certain_name_means_documents(reply: str, meant: tuple[str, ...]) -> None:
    documents = {
        "book": ("Betriebshandbuch P-20.pdf", "Betriebshandbuch P-20"),
        "prices": ("price list.xlsx", "price list"),
        "seal": ("seal contract.pdf", "seal contract"),
        "later": ("seal contract 2023.pdf", "seal contract 2023"),
    }
    assert documents_named(wishes_of(reply), documents) == meant


def test_a_document_that_is_wanted_alone_is_the_only_one_from_then_on(research: Research) -> None:
    research.ask(SIDES)
    assert len({found.document_id for found in research.state.findings}) > 1
    events = research.reply("Nein, nur vom old manual")
    assert "old manual.pdf" in of(events, "notice_given")[0].message
    asked = len(research.shelf.searched)
    research.reply("/end")
    research.reply("ok")
    chosen = (IDS["old manual.pdf"],)
    assert {scope for _query, scope in research.shelf.searched[asked:]} == {chosen}
    assert {found.document_id for found in research.state.findings} == set(chosen)
    assert not any("nur vom" in query for query, _scope in research.shelf.searched)


def test_a_document_that_was_not_found_yet_is_searched_by_its_name(research: Research) -> None:
    research.ask("How long is the warranty of the B-120 pump?")
    assert IDS["menu.pdf"] not in {found.document_id for found in research.state.findings}
    shelf = Shelf(SOURCES | chapters("kitchen menu.pdf", "The kitchen menu has soup on Tuesday."))
    research.shelf, research.papers = shelf, Papers()
    research.reply("only the kitchen menu")
    assert len(research.state.only) == 1
    assert research.state.document_ids == research.state.only


def test_a_name_that_means_no_document_narrows_nothing_and_is_told(research: Research) -> None:
    research.ask(SIDES)
    before = research.state.findings
    events = research.reply("nur aus dem Wartungsplan")
    assert of(events, "notice_given")[0].code == "documents_not_limited"
    assert research.state.document_ids is None
    assert set(before) <= set(research.state.findings)


def test_a_part_that_is_left_out_is_no_task_and_not_searched(research: Research) -> None:
    research.ask(SIDES)
    events = research.reply("Leave out the canteen /end")
    assert of(events, "notice_given")[0].code == "parts_left_out"
    titles = [task.title for task in research.state.tasks]
    assert titles == ["How long is the warranty of the B-120 pump?"]
    events = research.reply("ok")
    report = one(events, "research_reported").report
    assert not any("canteen" in told for told in report.open_questions)
    assert not any("canteen" in task.title for task in report.tasks)


def test_what_would_leave_nothing_of_the_question_is_no_reason_to_drop_it(research: Research) -> None:
    research.ask(SIDES)
    research.reply("no pump, no canteen /end")
    assert len(research.state.tasks) == 2


def test_a_reply_reaches_the_task_that_was_asked_about(research: Research) -> None:
    research.ask("How long is the warranty of the B-120 pump, and who repairs the turbine?")
    research.reply("Bonn")
    research.reply("/end")
    queries = {task.title: task.query for task in research.state.tasks}
    assert "Bonn" in queries["Who repairs the turbine?"]
    assert "Bonn" not in queries["How long is the warranty of the B-120 pump?"]


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
