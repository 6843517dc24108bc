"""A German report tells its doubts in German: every reason that the check of statements can give."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
import translate

import core.answer
from core.report.doubts import doubt_in

ANSWER = Path(core.answer.__file__).parent
# What is only said of statements that are verified, or is no reason of a statement.
NO_DOUBTS = {
    "Words and figures stand in a row of a table, under that year.",
    "Words and figures stand in the cited text.",
    "Stands in the document word for word.",
    "Copied from the document word for word.",
}
FILLED = "‹›"


def sentences_of(path: Path) -> set[str]:
    """English sentences that the file's code holds, with a mark for what is filled in; no docstrings."""
    found: set[str] = set()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    documented = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if id(node) in documented | inside:
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
        elif isinstance(node, ast.JoinedStr):
            text = "".join(
                str(part.value) if isinstance(part, ast.Constant) else FILLED for part in node.values
            )
        else:
            continue
        if re.fullmatch(rf"(?:[A-Z]|{FILLED}).* .*[a-z{FILLED}]\.", text):
            found.add(text)
    return found


def reasons() -> set[str]:
    return {text for path in (ANSWER / "verification").glob("*.py") for text in sentences_of(path)}


def test_reasons_are_found_in_the_code() -> None:
    assert len(reasons()) > 25
    assert f"Not in the cited text: {FILLED}." in reasons()


@pytest.mark.parametrize("reason", sorted(reasons() - NO_DOUBTS))
def test_every_reason_has_its_german(reason: str) -> None:
    german = doubt_in("de", reason)
    assert german != reason
    assert german.count(FILLED) == reason.count(FILLED)
    assert doubt_in("en", reason) == reason


def test_the_window_says_the_same() -> None:
    window = {
        source: german
        for (context, source), german in translate.read(translate.TEXTS).items()
        if context == "Core"
    }
    forms = {re.sub(r"\{\d\}", FILLED, source): german for source, german in window.items()}
    for reason in reasons() - NO_DOUBTS:
        assert doubt_in("de", reason) == re.sub(r"\{\d\}", FILLED, forms[reason])


def test_what_is_filled_in_stays() -> None:
    assert doubt_in("de", "Not in the cited text: cost, $1.2 million.") == (
        "Nicht im zitierten Text: cost, $1.2 million."
    )
    assert doubt_in("de", "12: stands with other words in the source.") == (
        "12: steht in der Quelle bei anderen Wörtern."
    )
    assert doubt_in("de", "An unknown reason.") == "An unknown reason."
