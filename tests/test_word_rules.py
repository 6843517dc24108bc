"""No rule over words of a language is added: what a text means is judged, not matched."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.word_rules import counts, kept, words_in


def test_no_module_has_more_words_than_it_had() -> None:
    found, most = counts(), kept()
    grown = {module: (most.get(module, 0), n) for module, n in found.items() if n > most.get(module, 0)}
    assert not grown, (
        f"more words in patterns or lists (before, now): {grown}; mend a miss by data or a model"
    )


def test_what_is_kept_count_of_is_still_there() -> None:
    found = counts()
    fallen = {module: n for module, n in kept().items() if found.get(module, 0) < n}
    assert not fallen, f"fewer words now; run `python -m tests.word_rules --write`: {fallen}"


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ('import re\nA = re.compile(r"\\b(?P<name>invoice|bill)s?\\b")', {"invoice", "bill"}),
        ('A = frozenset({"and", "der"})', {"and", "der"}),
        ('A = frozenset("how many".split())', {"how", "many"}),
        ("import re\ndef f(text):\n    return re.search('total', text)", {"total"}),
        ('A = {"en": "No invoice was found."}', set()),
        ("import re\nA = re.compile(r'[^\\W\\d_]{3,}')", set()),
    ],
)
def test_which_words_count(tmp_path: Path, code: str, words: set[str]) -> None:
    (tmp_path / "module.py").write_text(code, encoding="utf-8")
    assert words_in(tmp_path / "module.py") == words
