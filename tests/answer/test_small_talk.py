"""Greetings, thanks and questions about the program, told from questions to the documents."""

from __future__ import annotations

import json
from pathlib import Path

from core.answer.asking.small_talk import small_talk
from core.types import Coverage

LIBRARY = Coverage(5, 4)


def test_of_chosen_documents_is_told_that_they_are_chosen() -> None:
    said = small_talk("How many documents do you have?", Coverage(2, 1), selection=True)
    assert said == "Documents that you are asking now: 2, of which 1 can be asked about."


def test_no_question_of_the_field_is_small_talk(shared_folder: Path) -> None:
    rows = (shared_folder / "eval/xquad/paragraphs.jsonl").read_text(encoding="utf-8").splitlines()
    questions = [entry["question"] for row in rows for entry in json.loads(row)["questions"]]
    assert len(questions) > 400
    assert [question for question in questions if small_talk(question, LIBRARY)] == []
