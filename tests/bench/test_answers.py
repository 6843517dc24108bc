"""Grades of the answers benchmark, what it keeps, and what it calls wrong but verified."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from core.bench.answers_grading import marks_of, normalised, token_f1
from core.bench.answers_lines import AnswerLine, StatementLine, key_of
from core.bench.answers_report import is_wrong_but_verified, summed_up
from core.bench.answers_sets import KnownAnswer, chosen, load_set
from core.bench.kept_lines import KeptLines
from core.errors import UsageError


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
