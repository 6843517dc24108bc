"""Grades of the answers benchmark, what it keeps, and what it calls wrong but verified."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.errors import UsageError
from tests.benchmarks.answers.calibration import (
    calibration_figures,
    ece_interval,
    expected_calibration_error,
    platt,
    stretched,
)
from tests.benchmarks.answers.lines import AnswerLine, StatementLine, key_of
from tests.benchmarks.answers.marks import marks_of, normalised, token_f1
from tests.benchmarks.answers.report import is_wrong_but_verified, summed_up
from tests.benchmarks.answers.sets import KnownAnswer, chosen, load_set
from tests.benchmarks.evaluation_data import is_held_out
from tests.benchmarks.kept_lines import KeptLines


def words(*golds: str) -> KnownAnswer:
    return KnownAnswer("xquad", "q1", "Who won?", golds[0], "words", words=golds)


def test_normalisation_is_squads() -> None:
    assert normalised("The  Denver-Broncos, a team!") == "denverbroncos team"
    assert token_f1("the Denver Broncos", "Denver Broncos") == 1.0
    assert token_f1("Denver", "Denver Broncos") == pytest.approx(2 / 3)
    assert token_f1("nobody", "Denver Broncos") == 0.0


@pytest.mark.parametrize(
    ("text", "holds", "exact"),
    [
        ("Denver Broncos", True, True),
        ("It was won by the Denver Broncos. [1]", True, False),
        ("It was won by Denver's Broncos.", True, False),
        ("It was won by the Broncos of Denver.", False, False),
        ("The provided documents do not contain information about this.", False, False),
    ],
)
def test_words_stand_in_a_sentence(text: str, holds: bool, exact: bool) -> None:
    marks = marks_of(words("Denver Broncos"), text)
    assert (marks.holds, marks.exact) == (holds, exact)


def test_small_numbers_are_the_same_in_words() -> None:
    assert marks_of(words("two"), "He led 2 teams.").holds
    assert not marks_of(words("two"), "He led 12 teams.").holds


def reported(shared_folder: Path, gold: str) -> KnownAnswer:
    questions = load_set("financebench", shared_folder / "eval").questions
    return next(one for one in questions if one.gold.startswith(gold))


@pytest.mark.parametrize(
    ("gold", "text", "holds"),
    [
        ("65.4%", "Operating income rose 65.4 percent.", True),
        ("65.4%", "Operating income rose 6.54 percent.", False),
        ("$11588.00", "Net income was $11,588 million. [1]", True),
        ("$11588.00", "Net income was 11,588.", True),
        ("$11588.00", "Net income was $11.588 billion.", True),
        ("$11588.00", "Net income was $11,588 thousand.", False),
        ("AMCOR's Adj. EBITDA", "Adjusted EBITDA was $2,018 million.", True),
        ("No the operating margins", "No, the margin fell.", True),
        ("No the operating margins", "Yes, it improved.", False),
        ("No the operating margins", "The operating margin declined to 34.6%.", True),
        ("No the operating margins", "The operating margin was 34.6%.", False),
        ("The quick ratio has slightly", "It declined to 0.67.", False),
        ("The quick ratio has slightly", "It improved to 0.69.", True),
        ("Trillium", "Pfizer acquired Array, Trillium and Therachon.", True),
    ],
)
def test_reports_are_graded_by_value_and_direction(
    shared_folder: Path, gold: str, text: str, holds: bool
) -> None:
    assert marks_of(reported(shared_folder, gold), text).holds == holds


def test_a_right_figure_beside_others_is_told_apart(shared_folder: Path) -> None:
    marks = marks_of(reported(shared_folder, "65.4%"), "It rose 65.4 percent, or 12.1 percent a quarter.")
    assert (marks.holds, marks.beside) == (False, True)


def test_gold_answers_pass_their_own_rules(shared_folder: Path) -> None:
    for name, least in (("xquad", 433), ("financebench", 35)):
        questions = load_set(name, shared_folder / "eval").questions
        assert sum(marks_of(one, one.gold).holds for one in questions) >= least
        assert chosen(questions, 3) == chosen(tuple(reversed(questions)), 3)


LINE = AnswerLine(
    fingerprint=words("x").fingerprint,
    set_name="xquad",
    question_id="q1",
    way="copied",
    kind="words",
    question="Who won?",
    gold="x",
    answer="y [1]",
    outcome="answered",
    confidence="high",
    statements=(StatementLine(text="y", status="quoted"), StatementLine(text="z", status="weak")),
    verified=1,
    first_seconds=0.5,
    seconds=1.0,
)


def changed(**fields: object) -> AnswerLine:
    return LINE.model_copy(update=fields)


def test_wrong_but_verified() -> None:
    assert is_wrong_but_verified(LINE)
    for fields in ({"holds": True}, {"declined": True}, {"verified": 0}, {"kind": "text"}):
        assert not is_wrong_but_verified(changed(**fields))


def test_the_figures_and_each_failure() -> None:
    right = changed(question_id="q2", holds=True, exact=True, f1=1.0)
    declined = changed(question_id="q3", declined=True, statements=(), verified=0, confidence="low")
    results, notes = summed_up([LINE, right, declined])
    told = {name.removeprefix("xquad, copied: "): one.value for name, one in results.items()}
    assert (told["questions"], told["answered"], told["declined"]) == (3, 2, 1)
    assert told["exact match"] == pytest.approx(0.333)
    assert told["holds the answer"] == pytest.approx(0.333)
    assert (told["statements"], told["statements verified"]) == (4, 0.5)
    assert (told["wrong but verified"], told["high confidence, wrong"]) == (1, 1)
    assert told["whole answer, p50"] == 1.0
    assert notes == ["xquad, copied, wrong but verified (high): Who won? → y [1] (right: x)"]


def test_kept_lines_are_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "lines.jsonl"
    known = words("x")
    key = key_of(known, "copied", "a model")
    KeptLines(AnswerLine, path, resume=True).add(LINE)
    with path.open("ab") as opened:
        opened.write(b'{"fingerprint": "cut o')
    again = KeptLines(AnswerLine, path, resume=True)
    assert again.get(key, known.fingerprint) == LINE
    assert again.get(key_of(known, "written", "a model"), known.fingerprint) is None
    assert again.get(key, replace(known, gold="other").fingerprint) is None
    again.add(changed(question_id="q2"))
    assert len(path.read_text(encoding="utf-8").splitlines()) == 2
    assert KeptLines(AnswerLine, path, resume=False).get(key, known.fingerprint) is None
    path.write_text("{}\n", encoding="utf-8")
    with pytest.raises(UsageError, match="something else"):
        KeptLines(AnswerLine, path, resume=True)


def test_a_question_without_its_answer_is_right_only_when_it_is_declined(shared_folder: Path) -> None:
    absent = load_set("absent", shared_folder / "eval").questions
    asked = load_set("xquad", shared_folder / "eval").questions
    assert [one.question for one in absent] == [one.question for one in asked]
    assert absent[0].without == "Super Bowl 50"
    assert not marks_of(absent[0], absent[0].gold).holds
    line = changed(kind="absent", holds=False)
    assert is_wrong_but_verified(line)
    results, _ = summed_up([line, changed(question_id="q2", kind="absent", declined=True)])
    assert results["xquad, copied: declined, as it should"].value == 0.5


def test_a_pair_is_right_with_both_answers_and_half_right_when_it_tells_what_is_missing(
    shared_folder: Path,
) -> None:
    pairs = load_set("pairs", shared_folder / "eval").questions
    assert len(pairs) == 216
    pair = next(one for one in pairs if one.words != one.also)
    both = marks_of(pair, f"{pair.words[0]} and {pair.also[0]}")
    one = marks_of(pair, pair.words[0])
    assert (both.holds, both.half) == (True, False)
    assert (one.holds, one.half) == (False, True)
    assert is_wrong_but_verified(changed(holds=False))
    assert not is_wrong_but_verified(changed(holds=False, partly=True))


def scored(count: int, cosine: float, share: float) -> list[AnswerLine]:
    """Answers with one score, of which a share is right."""
    features = {"verified": 1.0, "unsupported": 0.0, "quoted": 1.0, "cosine": cosine, "margin": 0.0}
    features |= {"asked": 0.6, "parts": 1.0, "hedged": 0.0}
    return [
        changed(question_id=f"q{place}", features=features, holds=place % 10 < share * 10)
        for place in range(count)
    ]


def test_calibration_error_is_the_distance_of_score_and_share_right() -> None:
    scores, right = np.array([0.9] * 10 + [0.2] * 10), np.array([1.0] * 9 + [0.0] + [1.0] * 4 + [0.0] * 6)
    assert expected_calibration_error(scores, right) == pytest.approx(0.1)
    low, high = ece_interval(scores, right)
    assert 0 <= low < 0.1 < high < 0.4
    slope, shift = platt(np.array([0.5] * 400), np.array([1.0] * 300 + [0.0] * 100))
    assert stretched(np.array([0.5]), slope, shift)[0] == pytest.approx(0.75, abs=0.01)


def test_the_half_that_was_fitted_on_is_not_reported() -> None:
    lines = scored(200, 0.6, 0.5)
    results, table = calibration_figures("all", lines)
    assert results["all: answers of the held-out half"].value == sum(
        is_held_out(line.question_id) for line in lines
    )
    worse, better = (results[f"all: calibration error{what}"].value for what in ("", " after a fit"))
    assert worse is not None
    assert better is not None
    assert better < 0.1 < worse
    assert table[0].startswith("all, high: 0.")
    assert calibration_figures("all", lines[:12]) == ({}, [])
