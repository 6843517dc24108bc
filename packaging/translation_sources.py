"""Which texts of the window can be translated, read from its source: `self.tr`, `translate` and its wrappers.

Qt's `lupdate` finds `self.tr` only; it passes over the functions of modules, `_tr` with a context of its own.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ENGINE = "core_words.py"  # looks up what `desktop/messages/core_texts.py` lists, by its form


class UntranslatableError(Exception):
    """A text that is put together before it is looked up, and would never be found."""


def window_texts(folder: Path) -> dict[tuple[str, str], str]:
    """(context, text) to the file that has it first, of all modules below `folder`, in their order."""
    found: dict[tuple[str, str], str] = {}
    for path in sorted(folder.rglob("*.py")):
        if path.name == ENGINE:
            continue
        name = path.relative_to(folder.parent).as_posix()
        for key in _of_module(ast.parse(path.read_text(encoding="utf-8")), name):
            found.setdefault(key, name)
    return found


def _of_module(module: ast.Module, name: str) -> Iterator[tuple[str, str]]:
    contexts = dict(_wrappers(module))
    yield from _below(module, "", contexts, name)


def _below(node: ast.AST, owner: str, contexts: dict[str, str], name: str) -> Iterator[tuple[str, str]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef) and child.name in contexts:
            continue
        if isinstance(child, ast.Call):
            yield from _of_call(child, owner, contexts, name)
        yield from _below(child, child.name if isinstance(child, ast.ClassDef) else owner, contexts, name)


def _of_call(call: ast.Call, owner: str, contexts: dict[str, str], name: str) -> Iterator[tuple[str, str]]:
    function = call.func
    if isinstance(function, ast.Name) and function.id in contexts:
        yield contexts[function.id], _literal(call, 0, name)
    elif isinstance(function, ast.Attribute) and function.attr == "tr":
        yield owner, _literal(call, 0, name)
    elif _is_translate(call):
        yield _literal(call, 0, name), _literal(call, 1, name)


def _wrappers(module: ast.Module) -> Iterator[tuple[str, str]]:
    """Functions whose body is one call of `translate` with a fixed context: their names and contexts."""
    for node in ast.walk(module):
        if not isinstance(node, ast.FunctionDef):
            continue
        for call in ast.walk(node):
            if isinstance(call, ast.Call) and _is_translate(call) and isinstance(call.args[1], ast.Name):
                yield node.name, _literal(call, 0, node.name)


def _is_translate(call: ast.Call) -> bool:
    """`QCoreApplication.translate("Context", …)` or an alias; not `str.translate`."""
    function = call.func
    called = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    is_qt = isinstance(function, ast.Name) or (
        isinstance(function, ast.Attribute) and ast.unparse(function.value) == "QCoreApplication"
    )
    return called == "translate" and is_qt and len(call.args) >= 2


def _literal(call: ast.Call, index: int, name: str) -> str:
    value = call.args[index]
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        return value.value
    raise UntranslatableError(f"{name}, line {call.lineno}: {ast.unparse(call)} is no literal text.")
