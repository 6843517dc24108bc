"""Conversations are found by their text, pinned, deleted with a way back, and gone when they are purged."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.store.conversations import ConversationRepository
from core.store.database import Database
from core.store.history import HistoryRepository
from core.store.runs import RunRepository
from core.types import Mode


@pytest.fixture
def database(tmp_path: Path):
    opened = Database(tmp_path / "library.sqlite3")
    conversations, runs = ConversationRepository(opened), RunRepository(opened)
    for number, (question, answer) in enumerate(
        (
            ("How long is the warranty?", "The warranty is 36 months."),
            ("Wie groß ist der Bogen?", "Die MAẞE stehen auf Seite 3: ÄUSSERST lang, " + "sehr lang " * 30),
            ("Who signed the contract?", "Ms Ray signed it."),
        )
    ):
        name = f"c{number}"
        conversations.create(question, name)
        runs.start(f"r{number}", name, Mode.CHAT, question)
        conversations.add_message(name, "user", question, f"r{number}")
        conversations.add_message(name, "assistant", answer, f"r{number}")
    yield opened
    opened.close()


def names(history: HistoryRepository, text: str = "") -> list[str]:
    return [entry.conversation_id for entry in history.entries(text)]


def test_newest_first_and_pinned_above(database: Database) -> None:
    history = HistoryRepository(database)
    assert names(history) == ["c2", "c1", "c0"]
    assert history.pin("c0", True)
    assert names(history) == ["c0", "c2", "c1"]
    assert history.entries()[0].questions == 1
    assert history.pin("c0", False)
    assert names(history) == ["c2", "c1", "c0"]


def test_all_words_are_found_in_questions_and_answers_whatever_their_case(database: Database) -> None:
    history = HistoryRepository(database)
    (found,) = history.entries("MONTHS warranty")
    assert (found.conversation_id, found.excerpt) == ("c0", "The warranty is 36 months.")
    (found,) = history.entries("äusserst")
    assert found.conversation_id == "c1"
    assert "ÄUSSERST" in found.excerpt
    assert found.excerpt.startswith("… ")
    assert found.excerpt.endswith(" …")
    (found,) = history.entries("contract")
    assert found.excerpt == ""  # the title says it
    assert history.entries("warranty Ray") == []
    assert history.entries("100%") == []


def test_a_deleted_conversation_comes_back_until_it_is_purged(database: Database) -> None:
    history = HistoryRepository(database)
    assert history.delete("c0")
    assert not history.delete("c0")
    assert names(history) == ["c2", "c1"]
    assert history.entry("c0") is None
    assert ConversationRepository(database).recent(3)[-1].conversation_id == "c1"
    assert history.restore("c0")
    assert names(history)[-1] == "c0"
    history.delete("c0")
    assert history.purge() == 1
    assert not history.restore("c0")
    assert RunRepository(database).of_conversation("c0") == []
    assert ConversationRepository(database).messages("c0") == []
    assert history.purge() == 0


def test_names_are_kept_on_one_line_and_never_empty(database: Database) -> None:
    history = HistoryRepository(database)
    assert history.rename("c0", "  Warranty\n of the pump ")
    entry = history.entry("c0")
    assert entry is not None
    assert entry.title == "Warranty of the pump"
    assert not history.rename("c0", " \n")
    assert not history.rename("missing", "name")


def test_feedback_is_kept_changed_and_taken_back(database: Database) -> None:
    history = HistoryRepository(database)
    history.give_feedback("r0", "good")
    history.give_feedback("r0", "bad")
    history.give_feedback("missing", "bad")
    assert history.feedback("c0") == {"r0": "bad"}
    history.give_feedback("r0", None)
    assert history.feedback("c0") == {}
    history.give_feedback("r1", "good")
    history.delete("c1")
    history.purge()
    assert database.query("SELECT * FROM feedback") == []
