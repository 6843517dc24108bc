"""The agent's tasks: complete, answerable by their own rules, and true to the pages they name."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from pathlib import Path

import pymupdf
import pytest

from core.errors import UsageError
from core.types import Answer
from tests.benchmarks.agent.tasks import Task, load_tasks, spread
from tests.benchmarks.evaluation_data import json_lines
from tests.benchmarks.grading.grades import grade, same_words
from tests.benchmarks.grading.rules import (
    AllRule,
    DateRule,
    DisclosedRule,
    NameRule,
    NumberRule,
    PhrasesRule,
    QuoteRule,
    Rule,
    SectionsRule,
)

TASKS = load_tasks()
LEAST = {"single": 20, "two_documents": 10, "quote": 8, "sections": 6, "conflict": 6, "unanswerable": 10}


def test_there_are_enough_of_every_kind() -> None:
    kinds = Counter(task.kind for task in TASKS)
    assert set(kinds) == set(LEAST)
    assert all(kinds[kind] >= least for kind, least in LEAST.items())
    assert len({task.task_id for task in TASKS}) == len({task.question for task in TASKS}) == len(TASKS)


def test_what_kind_a_task_is_shows_in_its_rule() -> None:
    for task in TASKS:
        assert isinstance(task.answer, DisclosedRule) == (task.kind == "unanswerable"), task.task_id
        assert (
            isinstance(task.answer, QuoteRule) == (task.kind == "quote") == task.demands.requires_exact_quote
        )
        assert task.demands.requires_conflict_resolution == (task.kind == "conflict"), task.task_id
        if isinstance(task.answer, SectionsRule):
            headings = tuple(section.heading for section in task.answer.sections)
            assert headings == task.demands.required_sections
        if task.kind == "two_documents":
            assert len({row.document for row in task.evidence}) == 2, task.task_id
        assert bool(task.evidence) == (task.kind != "unanswerable"), task.task_id


def spoken(rule: Rule) -> str:
    """A short right answer."""
    match rule:
        case NumberRule():
            return figure(rule)
        case DateRule():
            return f"It was on {rule.date}."
        case NameRule():
            return f"It is {rule.names[0]}."
        case PhrasesRule():
            return " ".join(group[0] for group in rule.all)
        case QuoteRule():
            return f"“{rule.text}”"
        case AllRule():
            return "\n".join(f"{part.about[0]}: {spoken(part.answer)}" for part in rule.parts)
        case SectionsRule():
            return "\n\n".join(f"**{part.heading}**\n{spoken(part.answer)}" for part in rule.sections)
        case DisclosedRule():
            return "The documents do not state this."


def figure(rule: NumberRule) -> str:
    value = abs(rule.value)
    verb = "It fell by" if rule.value < 0 else "It is"
    if rule.unit == "USD":
        large = value >= 1_000_000
        return f"{verb} ${value / Decimal(1_000_000):,} million." if large else f"{verb} ${value}."
    unit = {"percent": "%", "percentage points": " percentage points", "": f" {(*rule.words, '')[0]}"}[
        rule.unit
    ]
    return f"{verb} {value:,}{unit}."


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.task_id)
def test_a_right_answer_passes_and_others_do_not(task: Task) -> None:
    found = grade(task.answer, task.question, Answer(spoken(task.answer)))
    assert found.correct, f"{found.reason}: {spoken(task.answer)}"
    assert not grade(task.answer, task.question, Answer("It was 4.321 billion dollars, or 43.21%.")).correct
    if task.kind != "unanswerable":
        gap = grade(
            task.answer, task.question, Answer("The documents do not contain information about this.")
        )
        assert (gap.correct, gap.disclosed) == (False, True)


def test_every_fact_stands_on_its_page(shared_folder: Path) -> None:
    folder = shared_folder / "eval" / "financebench" / "pdfs"
    open_files: dict[str, pymupdf.Document] = {}
    for task in TASKS:
        for name in task.documents or ():
            assert (folder / name).is_file(), task.task_id
        for row in task.evidence:
            document = open_files.setdefault(row.document, pymupdf.open(folder / row.document))
            page = same_words(document[row.page - 1].get_text())
            assert same_words(row.text) in page, f"{task.task_id}: {row.text!r} is not on page {row.page}"
            assert task.documents is None or row.document in task.documents
    for document in open_files.values():
        document.close()


def test_no_question_is_another_set_s(shared_folder: Path) -> None:
    theirs = json_lines(shared_folder / "eval" / "financebench" / "questions.jsonl")
    assert not {task.question for task in TASKS} & {row["question"] for row in theirs}


def test_some_tasks_are_chosen_in_turn_from_every_kind() -> None:
    chosen = spread(TASKS, 8)
    assert [task.kind for task in chosen[:6]] == list(dict.fromkeys(task.kind for task in TASKS))
    assert chosen == spread(TASKS, 8)
    assert sorted(task.task_id for task in spread(TASKS, 1000)) == sorted(task.task_id for task in TASKS)


def test_a_line_that_is_no_task_is_named(tmp_path: Path) -> None:
    path = tmp_path / "tasks.jsonl"
    path.write_text('\n{"task_id": "x", "kind": "single", "question": "How many are there?"}\n', "utf-8")
    with pytest.raises(UsageError, match=r"Line 2 .*answer"):
        load_tasks(path)
    with pytest.raises(UsageError, match="cannot be read"):
        load_tasks(tmp_path / "gone.jsonl")
