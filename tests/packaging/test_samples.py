"""The sample documents: made from their texts, readable, and with questions that have answers."""

from __future__ import annotations

import json
from pathlib import Path

import make_samples
import pymupdf
import pytest
from bootstrap.places import ROOT

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
