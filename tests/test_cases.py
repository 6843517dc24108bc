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
def modules() -> list[str]:
    texts = [path.read_text("utf-8") for path in Path(__file__).parent.rglob("*.py")]
    return [text for text in texts if "tests.cases import" in text or "tests.scored import" in text]


@pytest.mark.parametrize("file", FILES)
def test_every_rule_has_a_check(file: str, modules: list[str]) -> None:
    """A scored test or a call for its cases names it, or all cases of the file are taken."""
    whole = re.compile(rf'score_rules\(\s*"{file}"|\bcases\("{file}"\)(?! if case\.of in)')
    if not any(map(whole.search, modules)):
        calling = " ".join(text for text in modules if f'cases("{file}"' in text)
        named = {*re.findall(rf'@scored\("{file}".*\)\ndef test_(\w+)', "\n".join(modules))}
        assert {case.of for case in cases(file)} - named - {*re.findall(r'"(\w+)"', calling)} == set()


@pytest.mark.parametrize("file", FILES)
def test_no_rule_only_ever_says_no(file: str) -> None:
    """Else its check might never hold, and nobody would see it."""
    told = [(case.of, case.expected is False) for case in cases(file)]
    assert {rule for rule, no in told if no} <= {rule for rule, no in told if not no}


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
