"""The benchmark of retrieval: measures, halves, intervals; real runs over pages whose answers are known."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from core.cancel import CancelToken
from core.errors import UsageError
from core.search.ranking import RetrievalOptions
from core.system.paths import AppPaths
from tests.benchmarks.intervals import mean_with_interval
from tests.benchmarks.judged_sets import JudgedQuestion, papers
from tests.benchmarks.retrieval.distractors import changed, renaming
from tests.benchmarks.retrieval.rankings import per_question
from tests.benchmarks.retrieval.run import STAGES, run_retrieval
from tests.benchmarks.retrieval.tuning import VALUES, tuned, weight_of, with_weight
from tests.conftest import MODELS_FOLDER
from tests.library_kit import make_pdf, prose


def test_measures_come_from_the_library() -> None:
    rankings = {"a": ["x", "y", "z"], "b": ["n"]}
    judged = {"a": {"y": 1}, "b": {"m": 1}, "c": {"k": 1}}
    assert per_question("Success@1", rankings, judged) == {"a": 0.0, "b": 0.0, "c": 0.0}
    assert per_question("Success@2", rankings, judged) == {"a": 1.0, "b": 0.0, "c": 0.0}
    assert per_question("nDCG@10", rankings, judged)["a"] == pytest.approx(0.6309, abs=1e-4)


def test_the_interval_holds_the_mean_and_narrows() -> None:
    few, many = mean_with_interval([0.0, 1.0] * 8), mean_with_interval([0.0, 1.0] * 200)
    assert few[1] < few[0] == 0.5 < few[2]
    assert many[2] - many[1] < (few[2] - few[1]) / 2


def test_halves_stay_what_they_are() -> None:
    halves = [JudgedQuestion(f"question {number}", "").held_out for number in range(200)]
    assert 70 < sum(halves) < 130
    assert halves == [JudgedQuestion(f"question {number}", "x").held_out for number in range(200)]


def test_without_data_it_says_what_to_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DOCUCHAT_SHARED", raising=False)
    paths = AppPaths(tmp_path / "d", tmp_path / "m", tmp_path / "c", tmp_path / "l")
    with pytest.raises(UsageError, match="evaluation data"):
        run_retrieval(paths=paths, quick=True, cancel=CancelToken(), work=tmp_path)


STATEMENT = (
    "Consolidated income statement of the year 2021",
    "Net sales 812.4 700.1",
    "Cost of goods sold (401.2) (366.0)",
    "Gross profit 411.2 334.1",
    "Administrative expenses (210.3) (190.7)",
    "Operating profit 200.9 143.4",
    "Interest expense (44.1) (40.2)",
    "Profit before tax 156.8 103.2",
    "Income tax (31.0) (22.7)",
    "Net income 125.8 80.5",
    "Basic earnings per share 12.4 11.0",
)
FERRY = "The ferry of the company sank in the harbour storm near Husum in the autumn of that year. " * 8
CANTEEN = "The canteen opens at noon and serves fish from the region to everybody who works there. " * 8
DIVIDEND = "Dividends are paid twice a year as long as the debt stays below the limit of the bank. " * 8
FOUNDED = "The founder of the company was a clock maker who came from the south as a young man. " * 8


def small_truth(folder: Path) -> Path:
    """Three reports and four questions whose answers are known; one of them nobody can find."""
    source = folder / "eval" / "financebench"
    (source / "pdfs").mkdir(parents=True)
    rows = [(72.0, 80.0 + 20 * place, 10.0, row) for place, row in enumerate(STATEMENT)]
    make_pdf(source / "pdfs" / "Falkenau_2021_10K.pdf", ["Falkenau report. " + FERRY, rows, CANTEEN])
    make_pdf(source / "pdfs" / "Seewald_2021_10K.pdf", ["Seewald report. " + FOUNDED, CANTEEN, DIVIDEND])
    make_pdf(source / "pdfs" / "Large_2021_10K.pdf", [prose("pump", 40, seed) for seed in range(12)])
    asked = [
        ("income", "What was the net income of Falkenau in 2021?", "Falkenau_2021_10K.pdf", 2),
        ("dividend", "How often are dividends paid by Seewald?", "Seewald_2021_10K.pdf", 3),
        ("wrong page", "Who was the founder of Seewald?", "Seewald_2021_10K.pdf", 2),
        ("no page", "When did the ferry of Falkenau sink?", "Falkenau_2021_10K.pdf", 9),
        ("left out", "What does the pump weigh?", "Large_2021_10K.pdf", 1),
    ]
    (source / "questions.jsonl").write_text(
        "".join(
            json.dumps(
                {"question_id": name, "question": text, "document": file, "evidence": [{"page": page}]}
            )
            + "\n"
            for name, text, file, page in asked
        ),
        encoding="utf-8",
    )
    return folder


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., dict[str, float | None]]:
    """Figures of runs over the small truth, whose library is made once."""
    folder = tmp_path_factory.mktemp("truth")
    small_truth(folder)
    paths = AppPaths(folder / "d", MODELS_FOLDER, folder / "c", folder / "l")

    def run(**options: Any) -> dict[str, float | None]:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("DOCUCHAT_SHARED", str(folder))
            report = run_retrieval(paths=paths, cancel=CancelToken(), work=folder / "w", **options)
        return {name: found.value for name, found in report.results.items()} | {
            f"left out: {line}": None for line in report.left_out
        }

    return run


@pytest.mark.model
def test_a_quick_run_measures_what_is_known(measured: Callable[..., dict[str, float | None]]) -> None:
    figures = measured(quick=True, stages={name: STAGES[name] for name in ("keywords", "reranked")})
    assert any("4 of 5 questions over the 2 smallest" in name for name in figures)
    assert any("scifact" in name for name in figures)
    for scope in ("one", "all"):
        name = f"financebench.{scope}.reranked"
        assert figures[f"{name}.page_recall@1"] == 0.5  # "income" and "dividend"
        assert figures[f"{name}.page_recall@5"] == 0.75  # "wrong page" comes later; page 9 never
        assert figures[f"{name}.page_recall@10"] == 0.75
        of_halves = {
            half: [
                float(question in ("income", "dividend"))
                for question in ("income", "dividend", "wrong page", "no page")
                if JudgedQuestion(question, "").held_out is (half == "held_out")
            ]
            for half in ("tuned", "held_out")
        }
        for half, values in of_halves.items():
            expected = pytest.approx(sum(values) / len(values), abs=1e-3) if values else None
            assert figures.get(f"{name}.page_recall@1.{half}") == expected
        assert (figures[f"{name}.ms.p50"] or 0) > 0
    assert figures["financebench.all.reranked.right_document@1"] == 1.0
    assert figures["financebench.all.reranked.right_document@1.named"] == 1.0
    assert figures["financebench.all.keywords.page_recall@10"] == 0.75


@pytest.mark.model
def test_tuning_tries_every_weight_and_changes_nothing(
    measured: Callable[..., dict[str, float | None]],
) -> None:
    figures = measured(quick=False, tune=True)
    for name, values in VALUES.items():
        for value in (*values, weight_of(RetrievalOptions(), name)):
            assert 0 < (figures[f"tune.{name}={value:g}.all"] or 0) <= 1
    assert figures["held_out.shipped.one"] is not None
    with_better = with_weight(RetrievalOptions(), "reranking.coverage", 0.9)
    assert weight_of(with_better, "reranking.coverage") == 0.9
    assert weight_of(RetrievalOptions(), "reranking.coverage") != 0.9


def test_a_weight_is_chosen_on_one_half_and_reported_on_the_other() -> None:
    questions = [JudgedQuestion(f"question {number}", "") for number in range(40)]

    def places(options: RetrievalOptions, asked: Sequence[JudgedQuestion], setting: str) -> list[int]:
        good = options.role_weight == 2.0 and options.reranking.listing == -0.5
        return [(1 if good else 2) if not one.held_out else (4 if good else 2) for one in asked]

    found, reported, chosen = tuned(questions, places, lambda: None)
    assert chosen == with_weight(RetrievalOptions(), "role_weight", 2.0)
    assert found["role_weight=2.one"] == 1.0
    assert found["role_weight=1.5.one"] == 0.5  # as it is shipped
    assert reported == {"shipped.one": 0.5, "shipped.all": 0.5, "chosen.one": 0.25, "chosen.all": 0.25}


@pytest.mark.model
def test_questions_among_invented_reports(measured: Callable[..., dict[str, float | None]]) -> None:
    figures = measured(quick=False, distractors=3)
    assert figures["financebench.all.reranked.page_recall@10"] == 0.8
    assert figures["financebench.all.among_3.reranked.page_recall@10"] is not None
    assert figures["financebench.all.among_3.reranked.right_document@1.named"] == 1.0


def test_invented_reports_keep_words_and_change_names_and_figures() -> None:
    names = renaming(["General Mills, Inc.", "MSFT"])
    text = "GENERAL MILLS sold 4,512 to MSFT in 2021, the mills of 3 of them."
    done = changed(text, names, "Alderford Foods", random.Random(1))
    assert "MSFT" not in done
    assert "general" not in done.casefold()
    assert "4,512" not in done
    assert re.fullmatch(r"Alderford Foods sold 4,\d{3} to Alderford Foods in 2021, .* of 3 of them\.", done)


def test_every_question_about_papers_has_its_page(tmp_path: Path) -> None:
    judged = papers()
    files = {path.name: path for path in judged.documents(tmp_path)}
    assert len({question.question_id for question in judged.questions}) == len(judged.questions) == 101
    assert sum(question.held_out for question in judged.questions) == 42
    assert len(files) == 35
    written = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert written.keys() == files.keys()
    for question in judged.questions:
        content = written[question.filename]
        pages = (
            content.count(b"/Type/Page/") + content.count(b"/Type/Page\n") + content.count(b"/Type /Page ")
        )
        assert question.pages[0] <= max(pages, 1), question
    assert "Alpina Versicherung" in written["brief_versicherung.txt"].decode()
