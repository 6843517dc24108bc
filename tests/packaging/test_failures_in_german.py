"""What the engine tells a user who works in the window is said in German, sentence by sentence."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import translate
from PySide6.QtWidgets import QApplication

from core import errors
from core.fields.filters import parse_where
from core.fields.schema import built_in_schemas
from core.ingest.folders.scanning import NAME_IS_NO_TEXT
from core.safety.restoring import check_copy
from desktop.messages.core_words import said
from desktop.shared.languages import speak

CORE = translate.ROOT / "core"
# Nobody meets these in the window: the terminal, measuring, tools of the model, filters of JSON, where
# models are fetched from by name.
TERMINAL_ONLY = (
    *("cli", "self_check", "agent/limits.py", "corpus/tools.py", "fields/filters/parsing.py"),
    *(
        "document_names.py",
        "models/sources.py",
        "models/wheels.py",
        "models/companions.py",
        "models/tuning.py",
        "store/snapshot.py",
    ),
)
# Names of commands, lists that need no words, and what only a mistake of ours brings about.
AS_THEY_ARE = re.compile(
    r"^`docuchat .*`.*|^(There are|Use|Write|Fields:|It has) ‹›\.|^‹›: ‹›\.?|^‹›`docuchat .*|^‹› is ‹›\.|"
    r"^The (index|library|copy of the index) ‹› (is|could not be) .*(closed|whole|out of date|should be)\.|"
    r"^(Several|Give more|Ask a question to begin one;|Type `docuchat models get ‹›` to make).*|"
    r"^‹› is used where ‹› has it: ‹›|^At character ‹› of the filter: ‹›|^‹› is no text\.|"
    r"^Name a field of texts\."
)
KINDS = {
    name
    for name, kind in vars(errors).items()
    if isinstance(kind, type) and issubclass(kind, errors.KnownError)
}


@pytest.fixture
def german(qapp: QApplication) -> Iterator[None]:
    speak(qapp, "de")
    yield
    speak(qapp, "en")


def told(node: ast.AST) -> str:
    """The text of a literal or f-string, `‹›` for what is filled in; empty for anything else."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "‹›" for part in node.values)
    return ""


def failures(path: Path) -> Iterator[str]:
    """Messages and hints of the known failures that a module raises."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in KINDS:
            for given in (*node.args, *(one.value for one in node.keywords)):
                if len(text := told(given)) > 3:
                    yield text


@pytest.mark.slow
def test_failures_and_hints_are_said_in_german(german: None) -> None:
    left: list[str] = []
    seen = 0
    for path in sorted(CORE.rglob("*.py")):
        name = path.relative_to(CORE).as_posix()
        if name.startswith(TERMINAL_ONLY):
            continue
        for text in failures(path):
            seen += 1
            filled = text.replace("‹›", "Xy12")
            if not AS_THEY_ARE.match(text) and said(filled) == filled:
                left.append(f"{name}: {text}")
    assert seen > 300
    assert not left, "\n".join(
        [*left, "Add them to desktop/messages/core_failures.py, then packaging/translate.py."]
    )


def test_a_name_that_is_no_text_is_told_in_german(german: None) -> None:
    assert said(" ".join(NAME_IS_NO_TEXT)) == (
        "Ihr Name oder der eines Ordners darüber enthält Bytes, die keine Zeichen sind. "
        "Benennen Sie sie um und fügen Sie sie erneut hinzu."
    )


def test_what_real_failures_say_is_german(german: None, tmp_path: Path) -> None:
    other = tmp_path / "notes.txt"
    other.write_text("no library")
    with pytest.raises(errors.UsageError) as failure:
        check_copy(other, None)  # type: ignore[arg-type]
    assert said(failure.value.message) == f"{other} ist keine Kopie einer Bibliothek."
    schema = built_in_schemas()["invoices"]
    with pytest.raises(errors.UsageError) as failure:
        parse_where("total_amount >", schema)
    assert (
        said(str(failure.value)) == "Der Filter hört auf, wo ein Wert hingehört. Schreiben Sie ihn zu Ende."
    )
    with pytest.raises(errors.UsageError) as failure:
        parse_where("total_amount LIKE '%9%'", schema)
    assert "das ist ein Geldbetrag." in said(failure.value.message)
