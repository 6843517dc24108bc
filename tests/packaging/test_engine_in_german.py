"""Whatever the engine says in the window, a trace or a report has its German; its code is looked through."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import translate
from PySide6.QtWidgets import QApplication

from core import errors
from core.agent import prompts
from core.events import ToolCalled
from core.fields.filters import parse_where
from core.fields.schema import built_in_schemas
from core.ingest.folders.scanning import NAME_IS_NO_TEXT
from core.report.doubts import doubt_in
from core.runs.trace import TraceStep
from core.safety.restoring import check_copy
from core.types.research import RESEARCH_PHASES
from desktop.conversation.trace_words import title_of
from desktop.messages.core_lines import LINES
from desktop.messages.core_texts import TEXTS
from desktop.messages.core_words import said, said_line
from desktop.shared.languages import speak

CORE = translate.ROOT / "core"
FILLED = "‹›"
HOW = "Add it to desktop/messages (core_failures.py, core_lines.py) or trace_words.py, then translate.py."
# Nobody meets these in the window: the terminal, measuring, tools of the model, filters of JSON, where
# models are fetched from by name.
TERMINAL_ONLY = (
    *("cli", "self_check", "agent/limits.py", "corpus/tools.py", "fields/filters/condition_parsing.py"),
    *("engine/document_names.py", "models/model_sources.py", "models/wheels.py", "models/companions.py"),
    *("models/tuning.py", "store/snapshot.py", "ingest/stages/renewing.py"),
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
# Events come from everywhere else; what only the log has.
NO_EVENTS = ("self_check", "cli", "models/install.py")
# What is only said of statements that are verified, or is no reason of a statement.
NO_DOUBTS = {
    "Words and figures stand in a row of a table, under that year.",
    "Words and figures stand in the cited text.",
    "The cited text says so in other words.",
    "Stands in the document word for word.",
    "Copied from the document word for word.",
}
_SLOT = re.compile(r"\{[^{}]*\}")


@pytest.fixture
def german(qapp: QApplication) -> Iterator[None]:
    speak(qapp, "de")
    yield
    speak(qapp, "en")


@cache
def trees() -> dict[str, ast.Module]:
    """The modules of `core`, by their paths in it."""
    return {path.relative_to(CORE).as_posix(): parsed(path) for path in sorted(CORE.rglob("*.py"))}


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def told(node: ast.AST, slot: str = FILLED) -> str:
    """The text of a literal or f-string, `slot` for what is filled in; empty for anything else."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else slot for part in node.values)
    return ""


@cache
def calls_in(tree: ast.AST) -> dict[str, list[ast.Call]]:
    """All calls by the name of what is called."""
    found: dict[str, list[ast.Call]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            found.setdefault(called, []).append(node)
    return found


def calls(tree: ast.AST, *names: str) -> Iterator[ast.Call]:
    """Of functions or methods of these names."""
    for name in names:
        yield from calls_in(tree).get(name, ())


def events() -> Iterator[tuple[str, ast.Module, str, dict[str, ast.expr]]]:
    """Module, tree, kind and fields of each event that the engine makes."""
    for name, tree in trees().items():
        if not name.startswith(NO_EVENTS):
            for call in calls(tree, "stamp", "_stamp"):
                if call.args and isinstance(call.args[0], ast.Name):
                    yield (
                        name,
                        tree,
                        call.args[0].id,
                        {one.arg: one.value for one in call.keywords if one.arg},
                    )


def texts(node: ast.expr, tree: ast.AST) -> Iterator[str]:
    """What an expression can say: literals, constants of `prompts`, names given such in the same module."""
    match node:
        case ast.Constant(value=str()) | ast.JoinedStr():
            yield _SLOT.sub("7", told(node, "7"))
        case ast.IfExp(body=one, orelse=other):
            yield from texts(one, tree)
            yield from texts(other, tree)
        case ast.BoolOp():
            for value in node.values:
                yield from texts(value, tree)
        case ast.Attribute(value=ast.Name(id="prompts"), attr=name):
            yield _SLOT.sub("7", getattr(prompts, name))
        case ast.Call(func=ast.Attribute(value=filled, attr="format")):
            yield from texts(filled, tree)
        case ast.Name():
            for given in ast.walk(tree):
                if isinstance(given, ast.Assign) and any(
                    isinstance(target, ast.Name) and target.id == node.id for target in given.targets
                ):
                    yield from texts(given.value, tree)


def all_german(lines: Iterable[str], least: int) -> None:
    """None is left in English; there are at least so many, else the search is broken."""
    found = [text for text in lines if re.search("[a-z]{3}", text)]
    assert len(found) >= least
    left = [text for text in found if said_line(text) == text]
    assert not left, "\n".join([*left, HOW])


@pytest.mark.slow
def test_failures_and_hints_are_said_in_german(german: None) -> None:
    found = [
        f"{name}: {text}"
        for name, tree in trees().items()
        if not name.startswith(TERMINAL_ONLY)
        for call in calls(tree, *KINDS)
        for given in (*call.args, *(one.value for one in call.keywords))
        if len(text := told(given)) > 3
    ]
    assert len(found) > 300
    left = []
    for line in found:
        text = line.partition(": ")[2]
        filled = text.replace(FILLED, "Xy12")
        if not AS_THEY_ARE.match(text) and said(filled) == filled:
            left.append(line)
    assert not left, "\n".join([*left, HOW])


def test_what_real_failures_say_is_german(german: None, tmp_path: Path) -> None:
    assert said(" ".join(NAME_IS_NO_TEXT)) == (
        "Ihr Name oder der eines Ordners darüber enthält Bytes, die keine Zeichen sind. "
        "Benennen Sie sie um und fügen Sie sie erneut hinzu."
    )
    other = tmp_path / "notes.txt"
    other.write_text("no library")
    with pytest.raises(errors.UsageError) as failure:
        check_copy(other, None)
    assert said(failure.value.message) == f"{other} ist keine Kopie einer Bibliothek."
    for condition, words in (
        ("total_amount >", "Der Filter hört auf, wo ein Wert hingehört. Schreiben Sie ihn zu Ende."),
        ("total_amount LIKE '%9%'", "das ist ein Geldbetrag."),
    ):
        with pytest.raises(errors.UsageError) as failure:
            parse_where(condition, built_in_schemas()["invoices"])
        assert words in said(str(failure.value))


@pytest.mark.slow
def test_every_step_has_a_german_title(german: None) -> None:
    steps = {("step_started", phase) for phase in RESEARCH_PHASES}
    steps |= {("tool_called", str(tool)) for tool in get_args(ToolCalled.model_fields["tool"].annotation)}
    for _name, tree, kind, fields in events():
        if kind == "StepStarted":
            steps |= {("step_started", text) for text in texts(fields["step"], tree)}
    for name, tree in trees().items():
        if name.startswith(NO_EVENTS):
            continue
        asked = [call.args[0] for call in calls(tree, "ask", "ask_model") if call.args]
        asked += [call.args[2] for call in calls(tree, "call_model") if len(call.args) > 2]
        purposes = [one.value for one in asked if isinstance(one, ast.Constant)]
        steps |= {("model_called", f"model: {purpose}") for purpose in purposes}
    tree = trees()["runs/trace.py"]
    titles = [text for call in calls(tree, "_step") for text in texts(call.args[1], tree)]
    steps |= {("note_given", title) for title in titles if not title.startswith("model:")}
    tree = trees()["runs/research_lines.py"]
    lines = [node.value for node in ast.walk(tree) if isinstance(node, ast.Return)]
    heads = [line.elts[0] for line in lines if isinstance(line, ast.Tuple)]
    steps |= {("finding_kept", text) for head in heads for text in texts(head, tree)}
    assert len(steps) > 55
    english = [
        step
        for step in steps
        if title_of(TraceStep(*step)).casefold()
        in (step[1].casefold(), f"modell: {step[1].removeprefix('model: ').casefold()}")
    ]
    assert not english, f"{english} have no title in desktop/conversation/trace_words.py."


@pytest.mark.slow
def test_every_note_of_a_step_is_said_in_german(german: None) -> None:
    def notes() -> Iterator[str]:
        for _name, tree, kind, fields in events():
            for key in ("message", "summary", "note"):
                if key in fields and kind not in ("RunFinished", "DocumentFailed"):
                    for text in texts(fields[key], tree):
                        yield text.partition(": ")[2] if text.startswith("7: ") else text
        for name, tree in trees().items():
            said_of = [call.args[0] for call in calls(tree, "ToolInputError")]
            if name.startswith("corpus/"):  # what the fields were asked
                said_of += [call.args[1] for call in calls(tree, "call") if len(call.args) > 1]
            for node in said_of:
                yield from texts(node, tree)
        yield from prompts.DEFAULT_PLAN
        for node in ast.walk(trees()["agent/prompts.py"]):
            if isinstance(node, ast.FunctionDef) and node.name == "demands_of":
                for listed in ast.walk(node):
                    for entry in listed.elts if isinstance(listed, ast.List) else ():
                        yield from texts(entry, ast.Module([], []))

    all_german(notes(), least=35)


def test_all_that_can_be_wrong_with_a_schema_is_said_in_german(german: None) -> None:
    tree = parsed(CORE / "fields" / "schema.py")
    (reasons,) = (
        node.value.values
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        and getattr(node.targets[0], "id", "") == "_REASONS"
        and isinstance(node.value, ast.Dict)
    )
    nodes = [*(call.args[0] for call in calls(tree, "ValueError")), *reasons]
    all_german((text for node in nodes for text in texts(node, tree)), least=22)


def reasons() -> set[str]:
    """English sentences in the code that checks statements; no docstrings."""
    found: set[str] = set()
    for path in (CORE / "answer" / "verification").glob("*.py"):
        nodes = list(ast.walk(parsed(path)))
        skipped = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
        skipped |= {id(part) for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values}
        found |= {told(node) for node in nodes if id(node) not in skipped}
    return {text for text in found if re.fullmatch(rf"(?:[A-Z]|{FILLED}).* .*[a-z{FILLED}]\.", text)}


def test_every_doubt_of_a_report_has_its_german_and_the_window_says_the_same() -> None:
    found = reasons()
    assert len(found) > 12
    assert f"Not in the cited text: {FILLED}." in found
    window = {
        re.sub(r"\{\d\}", FILLED, source): re.sub(r"\{\d\}", FILLED, german)
        for (context, source), german in translate.read(translate.TEXTS).items()
        if context == "Core"
    }
    for reason in found - NO_DOUBTS:
        german = doubt_in("de", reason)
        assert german == window[reason] != reason
        assert german.count(FILLED) == reason.count(FILLED)
        assert doubt_in("en", reason) == reason


@pytest.mark.parametrize(
    ("english", "german"),
    [
        ("Not in the cited text: cost, $1.2 million.", "Nicht im zitierten Text: cost, $1.2 million."),
        ("12: stands with other words in the source.", "12: steht in der Quelle bei anderen Wörtern."),
        ("An unknown reason.", "An unknown reason."),
    ],
)
def test_what_is_filled_into_a_doubt_stays(english: str, german: str) -> None:
    assert doubt_in("de", english) == german


@pytest.mark.slow
def test_what_is_translated_of_the_engine_is_what_it_says() -> None:
    """A sentence that was worded anew in `core` must be worded anew here, or it would be shown in English."""
    whole = {_SLOT.sub("{}", told(node, "{}")) for tree in trees().values() for node in ast.walk(tree)}
    engine = whole | {sentence for text in whole for sentence in re.split(r"(?<=\.) (?=[A-Z])", text)}
    gone = [text for text in (*TEXTS, *LINES) if _SLOT.sub("{}", text) not in engine]
    assert not gone, f"{len(gone)} texts of desktop/messages/core_*.py are not in core any more: {gone}"
