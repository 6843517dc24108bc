"""Greetings, thanks and questions about the program, told from questions to the documents."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.answer.asking.small_talk import small_talk, without_greeting
from core.answer.replies import reply
from core.types import Coverage

LIBRARY = Coverage(5, 4)


@pytest.mark.parametrize(
    ("text", "key", "language"),
    [
        *((text, "greeting", "en") for text in ("hello", "Hi there!", "  HEY ", "Good morning, DocuChat")),
        *((text, "greeting", "de") for text in ("Hallo zusammen", "Guten Tag!", "Grüß Gott", "moin")),
        *((text, "thanks", "en") for text in ("thanks!", "ok, thank you", "Thanks a lot.")),
        *((text, "thanks", "de") for text in ("Danke", "Vielen Dank!", "Guten Morgen, danke")),
        *((text, "goodbye", "de") for text in ("Tschüss", "auf Wiedersehen")),
        *((text, "about_app", "en") for text in ("help", "Hello, what can you do?", "who are you?")),
        *((text, "about_app", "de") for text in ("Hilfe!", "Hallo was kannst du?", "Was ist DocuChat?")),
        *((text, "adding_documents", "de") for text in ("Wie füge ich Dokumente hinzu?",)),
        *(
            (text, "library_size", "de")
            for text in ("Wie viele Dokumente gibt es?", "Wieviele Dateien sind da?")
        ),
        *(
            (text, "library_size", "en")
            for text in ("How many PDFs do I have in my library?", "how many files are loaded in total?")
        ),
        *(
            (text, "library_list", "en")
            for text in (
                "List all documents",
                "Which files can I ask about?",
                "Show me my documents, please.",
            )
        ),
        *(
            (text, "library_list", "de")
            for text in (
                "Welche Dokumente gibt es?",
                "Liste bitte alle Dokumente auf",
                "Zeige mir alle Dateien an",
            )
        ),
    ],
)
def test_small_talk(text: str, key: str, language: str) -> None:
    assert small_talk(text, LIBRARY) == reply(key, language, searched=4, total=5)


@pytest.mark.parametrize(
    "text",
    [
        *("Hello, how long is the warranty?", "Help is offered to whom?", "thanks to whom was it built?"),
        *(
            "What is this contract?",
            "How many documents are attached to the lease?",
            "How many documents are in German?",
            "List all documents that mention Utrecht",
            "Which files do I have to send to the tax office?",
            "Welche Unterlagen sind beizulegen?",
            "hi 2019",
            "you",
            "?",
            "",
        ),
        *("Hallo, wie lange gilt die Garantie?", "Wer bekommt Hilfe?", "Wem gilt der Dank?", "Guten Tag AG"),
    ],
)
def test_questions_to_the_documents(text: str) -> None:
    assert small_talk(text, LIBRARY) == ""


def test_of_chosen_documents_is_told_that_they_are_chosen() -> None:
    said = small_talk("How many documents do you have?", Coverage(2, 1), selection=True)
    assert said == "Documents that you are asking now: 2, of which 1 can be asked about."


def test_no_question_of_the_field_is_small_talk(shared_folder: Path) -> None:
    rows = (shared_folder / "eval/xquad/paragraphs.jsonl").read_text(encoding="utf-8").splitlines()
    questions = [entry["question"] for row in rows for entry in json.loads(row)["questions"]]
    assert len(questions) > 400
    assert [question for question in questions if small_talk(question, LIBRARY)] == []


@pytest.mark.parametrize(
    ("asked", "searched"),
    [
        ("Hallo, wie hoch ist die Miete?", "wie hoch ist die Miete?"),
        ("Hi there! How long is the warranty?", "How long is the warranty?"),
        ("Guten Tag. Was kostet die Wartung?", "Was kostet die Wartung?"),
        ("Hello world program in the manual", "Hello world program in the manual"),
        ("Hi-fi systems: which are listed?", "Hi-fi systems: which are listed?"),
        ("Hello, Dolly?", "Hello, Dolly?"),
        ("Guten Tag AG: wer ist der Vorstand?", "Guten Tag AG: wer ist der Vorstand?"),
    ],
)
def test_a_greeting_is_not_searched_for(asked: str, searched: str) -> None:
    assert without_greeting(asked) == searched
