"""`docuchat bench verification` on a small corpus of invented documents."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from core.cancel import CancelToken
from core.errors import UsageError
from tests.benchmarks.verification.corruptions import corruptions_of, exchanged_word
from tests.benchmarks.verification.labelled import TRUE_KINDS, labelled_statements
from tests.benchmarks.verification.run import run_verification
from tests.benchmarks.verification.sentences import sentence_from

_PASSAGE = (
    "The Karst Bridge in {town} was opened in {year} by the engineer Lena {name}. It is {metres} metres "
    "long. {town} paid 4.2 million dollars for the bridge, which was not built of steel."
)
_PLACES = (("Aldermoor", 1907, "Voss", 310), ("Brannfeld", 1921, "Hale", 128), ("Corvane", 1934, "Ruiz", 77))


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    paragraphs = [
        {
            "title": f"{town}_Bridge",
            "context": _PASSAGE.format(town=town, year=year, name=name, metres=metres),
            "questions": [
                {"question": "Who opened the Karst Bridge?", "answers": [f"Lena {name}"]},
                {"question": f"When was the Karst Bridge in {town} opened?", "answers": [str(year)]},
                {"question": f"Which town paid for the bridge of Lena {name}?", "answers": [town]},
            ],
        }
        for town, year, name, metres in _PLACES
    ]
    abstracts = [
        {"document_id": "7", "title": "Rust on bridges", "sentences": [
            "We looked at forty bridges of three towns.", "Salt increases rust on bridges in winter."]}
    ]  # fmt: skip
    queries = [
        {"query_id": "1", "text": "Salt increases rust in winter.",
         "evidence": [{"document_id": "7", "label": "SUPPORT", "sentences": "[1]"}]},
        {"query_id": "2", "text": "Salt decreases rust in winter.",
         "evidence": [{"document_id": "7", "label": "CONTRADICT", "sentences": "[1]"}]},
    ]  # fmt: skip
    for name, rows in (
        ("xquad/paragraphs", paragraphs),
        ("scifact/corpus", abstracts),
        ("scifact/queries", queries),
    ):
        path = tmp_path / f"{name}.jsonl"
        path.parent.mkdir(exist_ok=True)
        path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    return tmp_path


def test_the_set_is_the_same_every_time_and_split_by_document(corpus: Path) -> None:
    first = labelled_statements(corpus)
    assert first == labelled_statements(corpus)
    halves: dict[str, set[bool]] = {}
    for labelled in first:
        halves.setdefault(labelled.title, set()).add(labelled.held_out)
    assert all(len(half) == 1 for half in halves.values())
    assert {half for seen in halves.values() for half in seen} == {True, False}
    for labelled in first:
        if labelled.kind == "verbatim":
            assert labelled.statement.rstrip(".") in labelled.passage
    assert {"verbatim", "paraphrase", "claim", "contradicted claim", "date"} <= {s.kind for s in first}


def test_both_halves_are_measured(corpus: Path) -> None:
    reports = [
        run_verification(quick=False, cancel=CancelToken(), tuned=tuned, folder=corpus)
        for tuned in (False, True)
    ]
    sizes = [report.results["statements"].value for report in reports]
    assert sum(size or 0 for size in sizes) == reports[0].results["statements, both halves"].value
    assert [report.notes[0] for report in reports] == ["half: held out", "half: tuned"]
    for report in reports:
        # Beginnings of sentences count as verbatim, and are weak: the rest may limit them.
        assert (report.results["verbatim: recall"].value or 0) >= 0.5
        assert report.results["verified: precision"].value == 1.0
        caught = report.results["false statements: caught"]
        assert caught.value is not None
        assert caught.value >= 0.85
        assert caught.met is True
        true, false = (
            report.results[f"contradicted, refused by the agent: of the {kind}"].value
            for kind in ("true", "false")
        )
        assert true == 0.0
        assert false is not None
        assert false >= 0.1


def test_missing_data_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        run_verification(quick=True, cancel=CancelToken(), folder=tmp_path)


@pytest.mark.parametrize(
    ("question", "answer", "sentence"),
    [
        ("When did the mill open?", "1907", "The mill opened in 1907."),
        ("Who led the works?", "Lena Voss", "Lena Voss led the works."),
        ("How many pumps did Karst sell in May?", "12", "Karst sold 12 pumps in May."),
        ("Where was the bridge built?", "Aldermoor", "The bridge was built in Aldermoor."),
        ("What is the tower called?", "Old Tom", "The tower is called Old Tom."),
        ("The mill stands in what town?", "Corvane", "The mill stands in Corvane."),
        ("Name a pump of Karst.", "B-120", ""),
        ("How did it end?", "badly", ""),
    ],
)
def test_questions_become_sentences(question: str, answer: str, sentence: str) -> None:
    assert sentence_from(question, answer) == sentence


def test_each_corruption_changes_what_it_is_named_for() -> None:
    passage = _PASSAGE.format(town="Aldermoor", year=1907, name="Voss", metres=310)
    statement = "In 1907 Aldermoor paid Lena Voss 4.2 million dollars, and the bridge is 310 metres long."
    found = {c.kind: c.text for c in corruptions_of(statement, passage, ["Globex"], Random(1))}
    assert "1907" not in found["date"]
    assert "Globex" in found["entity, elsewhere"]
    assert " not " in found["negation"]
    assert found["invented detail"].startswith(statement.rstrip("."))
    assert found["swapped subject"].index("Voss") < found["swapped subject"].index("Aldermoor")
    assert set(found) >= {"number", "unit", "opposite"}
    assert all(text != statement for text in found.values())
    assert not set(found) & set(TRUE_KINDS)


def test_an_exchanged_word_is_exchanged_in_the_question_too() -> None:
    text, question = exchanged_word(
        "The bridge is long.", "Is the bridge long?", "The bridge is long.", ["anchor", "window"], Random(1)
    )
    assert "bridge" not in text + question
    assert any(word in text and word in question for word in ("anchor", "window"))
