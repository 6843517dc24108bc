"""The samples, made from their texts, and the German evaluation set: what they ask stands there."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path

import make_samples
import pymupdf
import pytest
from bootstrap.places import ROOT

from core.ingest.readers import format_of, load_reader
from tests.benchmarks.retrieval.german import (
    PassageQuestion,
    document_paths,
    find_quote,
    load_questions,
    place_of_first,
)

SAMPLES = ROOT / "resources" / "samples"
QUESTIONS = [
    json.loads(line) for line in (SAMPLES / "questions.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.mark.slow
def test_the_committed_files_are_made_from_their_texts(tmp_path: Path) -> None:
    make_samples.main(tmp_path)
    made = {path.name: path.read_bytes() for path in tmp_path.glob("*.pdf")}
    assert made == {path.name: path.read_bytes() for path in SAMPLES.glob("*.pdf")}
    assert len(made) == 5
    assert sum(map(len, made.values())) < 500_000


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question["question_id"])
def test_the_answer_stands_on_its_page(question: dict[str, object]) -> None:
    documents = question["documents"]
    assert isinstance(documents, list)
    for name in documents:
        assert (SAMPLES / name).is_file()
    with pymupdf.open(SAMPLES / documents[0]) as document:
        text = " ".join(document[int(str(question["page"])) - 1].get_text().split())
    assert str(question["answer"]) in text


def test_the_figures_of_the_annual_summary_add_up() -> None:
    lines = (
        (ROOT / "packaging" / "samples" / "annual-summary-2025.txt").read_text(encoding="utf-8").splitlines()
    )
    rows = {
        cells[0]: [float(cell.replace(",", "")) for cell in cells[1:4]]
        for cells in ([cell.strip() for cell in line.strip("|").split("|")] for line in lines)
        if len(cells) >= 4 and cells[1].lstrip("-")[:1].isdigit() and cells[0] != "Total"
    }
    for year in range(3):
        value = {name: figures[year] for name, figures in rows.items()}
        assert (
            value["Water supply"] + value["Industry"] + value["Service and spare parts"] == value["Revenue"]
        )
        regions = ("Benelux", "Germany and Austria", "Scandinavia", "Rest of the world")
        assert sum(value[region] for region in regions) == value["Revenue"]
        assert value["Revenue"] + value["Cost of sales"] == value["Gross profit"]
        costs = value["Research and development"] + value["Selling and administration"]
        assert value["Gross profit"] + costs == value["Operating profit"]
        assert value["Profit before tax"] + value["Income tax"] == value["Net profit"]
        assert value["Equity"] + value["Bank loans"] + value["Other liabilities"] == value["Total assets"]


GERMAN = load_questions()
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


@pytest.mark.parametrize("question", GERMAN, ids=lambda question: question.question_id)
def test_the_quote_stands_on_its_page(question: PassageQuestion) -> None:
    assert find_quote(page_of(question.document, question.page), question.quote) is not None


def test_there_are_enough_questions_of_every_kind() -> None:
    counts = Counter(question.kind for question in GERMAN)
    assert sum(counts.values()) >= 60
    assert set(counts) == {"words", "inflected", "compound", "synonym", "number", "umlaut", "en_de", "de_en"}
    assert len({question.question_id for question in GERMAN}) == len(GERMAN)
    assert len({question.question for question in GERMAN}) == len(GERMAN)


def test_a_quote_is_found_across_line_breaks_and_not_elsewhere_and_places_are_counted() -> None:
    assert find_quote("Die Frist\nbeträgt  neun Monate.", "Frist beträgt neun") == (4, 23)
    assert find_quote("Die Frist beträgt neun Monate.", "Frist beträgt zehn") is None
    assert [place_of_first(["a", "b", "c"], wanted) for wanted in ({"b", "c"}, {"d"})] == [2, 0]
