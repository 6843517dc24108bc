"""Whatever the engine can note in a trace, or find wrong with a schema, has its German in the window."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import translate
from PySide6.QtWidgets import QApplication

from core.agent import prompts
from core.events import ToolCalled
from core.runs.trace import TraceStep
from core.types.research import RESEARCH_PHASES
from desktop.conversation.trace_words import title_of
from desktop.messages.core_words import said_line
from desktop.shared.languages import speak

CORE = translate.ROOT / "core"
# Events come from everywhere else; what only the log has.
NEITHER = ("self_check", "cli", "models/install.py")
HOW = "Add it to desktop/messages/core_lines.py (or trace_words.py), then packaging/translate.py."
_SLOT = re.compile(r"\{[^{}]*\}")


@pytest.fixture
def german(qapp: QApplication) -> Iterator[None]:
    speak(qapp, "de")
    yield
    speak(qapp, "en")


def modules() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(CORE.rglob("*.py")):
        name = path.relative_to(CORE).as_posix()
        if not name.startswith(NEITHER):
            yield name, ast.parse(path.read_text(encoding="utf-8"))


def calls(tree: ast.AST, *names: str) -> Iterator[ast.Call]:
    """Of functions or methods of these names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            if called in names:
                yield node


def events(tree: ast.AST) -> Iterator[tuple[str, dict[str, ast.expr]]]:
    """Kind and fields of each event that a module makes."""
    for call in calls(tree, "stamp", "_stamp"):
        if call.args and isinstance(call.args[0], ast.Name):
            yield call.args[0].id, {one.arg: one.value for one in call.keywords if one.arg}


def texts(node: ast.expr, tree: ast.AST) -> Iterator[str]:
    """What an expression can say: literals, constants of `prompts`, names given such in the same module."""
    match node:
        case ast.Constant(value=str(text)):
            yield _SLOT.sub("7", text)
        case ast.JoinedStr():
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "7" for part in node.values)
        case ast.IfExp():
            yield from texts(node.body, tree)
            yield from texts(node.orelse, tree)
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


def left_in_english(said: Iterator[tuple[str, str]], least: int) -> list[str]:
    """`file: text` of what has no German; there are at least so many texts, else the search is broken."""
    found = [(name, text) for name, text in said if re.search("[a-z]{3}", text)]
    assert len(found) >= least
    return [f"{name}: {text}" for name, text in found if said_line(text) == text]


@pytest.mark.slow
def test_every_step_has_a_german_title(german: None) -> None:
    steps = {("step_started", phase) for phase in RESEARCH_PHASES}
    steps |= {("tool_called", str(tool)) for tool in get_args(ToolCalled.model_fields["tool"].annotation)}
    for name, tree in modules():
        for kind, fields in events(tree):
            if kind == "StepStarted":
                steps |= {("step_started", text) for text in texts(fields["step"], tree)}
        asked = [call.args[0] for call in calls(tree, "ask", "ask_model") if call.args]
        asked += [call.args[2] for call in calls(tree, "call_model") if len(call.args) > 2]
        purposes = [one.value for one in asked if isinstance(one, ast.Constant)]
        steps |= {("model_called", f"model: {purpose}") for purpose in purposes}
        if name == "trace.py":
            titles = [text for call in calls(tree, "_step") for text in texts(call.args[1], tree)]
            steps |= {("note_given", title) for title in titles if not title.startswith("model:")}
        if name == "research_lines.py":
            lines = [node.value for node in ast.walk(tree) if isinstance(node, ast.Return)]
            heads = [line.elts[0] for line in lines if isinstance(line, ast.Tuple)]
            steps |= {("finding_kept", text) for head in heads for text in texts(head, tree)}
    assert len(steps) > 55
    titles_in_german = {step: title_of(TraceStep(*step)) for step in steps}
    english = [
        title
        for title, told in titles_in_german.items()
        if told.casefold() == title[1].casefold() or told == f"Modell: {title[1].removeprefix('model: ')}"
    ]
    assert not english, f"{english} have no title in desktop/conversation/trace_words.py."


def test_every_note_of_a_step_is_said_in_german(german: None) -> None:
    def said() -> Iterator[tuple[str, str]]:
        for name, tree in modules():
            for kind, fields in events(tree):
                for key in ("message", "summary", "note"):
                    if key in fields and kind not in ("RunFinished", "DocumentFailed"):
                        for text in texts(fields[key], tree):
                            yield name, text.partition(": ")[2] if text.startswith("7: ") else text
            if name.startswith("corpus/"):  # what the fields were asked
                for call in calls(tree, "call"):
                    for told in call.args[2:3]:
                        yield from ((name, text) for text in texts(told, tree))
                for call in calls(tree, "Review"):
                    yield from ((name, text) for text in texts(call.args[1], tree))
            for call in calls(tree, "ToolInputError"):
                yield from ((name, text) for text in texts(call.args[0], tree))
            if name == "agent/prompts.py":
                yield from ((name, text) for text in demands(tree))
                yield from ((name, step) for step in prompts.DEFAULT_PLAN)

    left = left_in_english(said(), least=35)
    assert not left, "\n".join([*left, HOW])


def demands(tree: ast.AST) -> Iterator[str]:
    """What `demands_of` lists."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name == "demands_of":
            for listed in ast.walk(node):
                if isinstance(listed, ast.List):
                    for entry in listed.elts:
                        yield from texts(entry, ast.Module([], []))


def test_all_that_can_be_wrong_with_a_schema_is_said_in_german(german: None) -> None:
    path = Path("fields") / "schema.py"
    tree = ast.parse((CORE / path).read_text(encoding="utf-8"))

    def said() -> Iterator[tuple[str, str]]:
        for call in calls(tree, "ValueError"):
            yield from ((path.as_posix(), text) for text in texts(call.args[0], tree))
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "_REASONS":
                assert isinstance(node.value, ast.Dict)
                for reason in node.value.values:
                    yield from ((path.as_posix(), text) for text in texts(reason, tree))

    left = left_in_english(said(), least=22)
    assert not left, "\n".join([*left, HOW])
