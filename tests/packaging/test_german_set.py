"""The German evaluation set: every quote stands on its page, and the files are made from their texts."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import make_german
import pytest

from core.ingest.readers import format_of, load_reader
from tests.benchmarks.retrieval.german import (
    PassageQuestion,
    document_paths,
    evaluation_folder,
    find_quote,
    load_questions,
    place_of_first,
)

QUESTIONS = load_questions()
FILES = document_paths()


@cache
def page_of(name: str, number: int) -> str:
    return read(FILES[name], number, number)[number]


def read(path: Path, first: int = 1, last: int | None = None) -> dict[int, str]:
    file_format = format_of(path)
    document = load_reader(file_format).open(path)
    try:
        return {page.number: page.text for page in document.pages(first, last)}
    finally:
        document.close()


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.question_id)
def test_the_quote_stands_on_its_page(question: PassageQuestion) -> None:
    assert find_quote(page_of(question.document, question.page), question.quote) is not None


def test_there_are_enough_questions_of_every_kind() -> None:
    counts = Counter(question.kind for question in QUESTIONS)
    assert sum(counts.values()) >= 60
    assert set(counts) == {"words", "inflected", "compound", "synonym", "number", "umlaut", "en_de", "de_en"}
    assert len({question.question_id for question in QUESTIONS}) == len(QUESTIONS)
    assert len({question.question for question in QUESTIONS}) == len(QUESTIONS)


def test_the_documents_are_made_from_their_texts(tmp_path: Path) -> None:
    make_german.main(tmp_path)
    made = sorted(path.name for path in tmp_path.iterdir())
    assert made == sorted(
        name for name in FILES if (evaluation_folder() / name).is_file() and name != "debian-faq.pdf"
    )
    for name in made:
        assert read(tmp_path / name) == read(FILES[name]), name


def test_a_quote_is_found_across_line_breaks_and_not_elsewhere() -> None:
    assert find_quote("Die Frist\nbeträgt  neun Monate.", "Frist beträgt neun") == (4, 23)
    assert find_quote("Die Frist beträgt neun Monate.", "Frist beträgt zehn") is None


def test_places_and_intervals() -> None:
    assert place_of_first(["a", "b", "c"], {"b", "c"}) == 2
    assert place_of_first(["a"], {"b"}) == 0
