"""Cases that are data: names are unique within a rule, each rule has a check, a no is no mistake of one."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cases import DATA, cases
from tests.scored import scored

FILES = sorted(path.stem for path in DATA.glob("*.jsonl"))


@pytest.mark.parametrize("file", FILES)
def test_no_two_cases_of_a_file_have_one_id(file: str) -> None:
    named = Counter((case.of, case.id) for case in cases(file))
    assert [name for name, count in named.items() if count > 1] == []


@pytest.fixture(scope="module")
def known() -> set[str]:
    """All names in the tests and in the program, whose methods are rules, too."""
    tests = Path(__file__).parent
    folders = (tests, tests.parent / "core")
    texts = [path.read_text("utf-8") for folder in folders for path in folder.rglob("*.py")]
    return {word.removeprefix("test_") for text in texts for word in re.findall(r"\w+", text)}


@pytest.mark.parametrize("file", FILES)
def test_every_rule_has_a_check(file: str, known: set[str]) -> None:
    assert {case.of for case in cases(file)} - known == set()


CASES = [{"of": "holds", "id": "a", "word": "5", "expected": True}]
CASES += [{"of": "holds", "id": "b", "word": "6", "expected": False}]


@pytest.fixture
def words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two cases, of which a check should hold for the first."""
    (tmp_path / "words.jsonl").write_text("\n".join(map(json.dumps, CASES)), "utf-8")
    monkeypatch.setattr("tests.cases.DATA", tmp_path)


def with_assertion(word: str) -> None:
    assert word == "5"


def with_mistake(word: str) -> None:
    assert {"5": "five"}[word]


def with_no_difference(word: str) -> None:
    assert word


@pytest.mark.usefixtures("words")
def test_only_the_no_of_the_check_itself_is_a_no() -> None:
    def score(check: Callable[[str], None]) -> None:
        check.__name__ = "test_holds"
        scored("words")(check)()

    score(with_assertion)
    for check, told in (
        (with_mistake, r"\[b\].*KeyError"),
        (with_no_difference, "holds, which was not expected"),
    ):
        with pytest.raises(AssertionError, match=told):
            score(check)
