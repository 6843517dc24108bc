"""What a model passes over: a sentence that looks certain as a copy takes its place."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core.types import Confidence
from tests.chat.conftest import Chat, answer_of
from tests.library_kit import Library, open_library

ASKED = "How many kg does the B-120 pump weigh?"
TOLD = "The B-120 pump weighs 42 kg and moves 120 litres of water a minute."


NO = "The provided documents do not contain information about this."
FAMILIES = """Families of Bonn
The average household size was 3.07 in the town.
The average family size was 3.62 in the town.
The town has three schools."""


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("town")
    library = open_library(folder / "home")
    (folder / "town.txt").write_text(FAMILIES, encoding="utf-8")
    library.ingest(folder / "town.txt")
    yield library
    library.close()


def test_a_certain_copy_takes_the_place_of_a_no(chat: Chat) -> None:
    events = chat.ask(ASKED, [NO])
    answer = answer_of(events)
    assert TOLD in [statement.text for statement in answer.statements]
    assert answer.confidence is Confidence.MEDIUM
    assert "answer_overlooked" in answer.safety_flags
    assert "answer_overlooked" in [event.code for event in events if event.kind == "notice_given"]


def test_it_takes_the_place_of_a_sentence_beside_the_question(town: Library) -> None:
    asked = "What was the average family size in the town?"
    answer = answer_of(Chat(town).ask(asked, ["The average household size was 3.07 in the town. [1]"]))
    assert "3.62" in answer.text
    assert answer.confidence is Confidence.MEDIUM
    assert "answer_overlooked" in answer.safety_flags


def test_what_rests_on_the_same_sentence_stays(chat: Chat) -> None:
    written = "The B-120 pump weighs 42 kg. [1]"
    answer = answer_of(chat.ask(ASKED, [written]))
    assert [statement.text for statement in answer.statements] == ["The B-120 pump weighs 42 kg."]
    assert "answer_overlooked" not in answer.safety_flags


def test_a_no_to_what_no_sentence_answers_stays(chat: Chat) -> None:
    answer = answer_of(chat.ask("Who painted the ceiling of the Sistine Chapel?", [NO]))
    assert not answer.statements
    assert "answer_overlooked" not in answer.safety_flags


def test_a_no_to_a_question_for_yes_or_no_stays(chat: Chat) -> None:
    answer = answer_of(chat.ask("Does the B-120 pump weigh 42 kg?", [NO]))
    assert "answer_overlooked" not in answer.safety_flags
