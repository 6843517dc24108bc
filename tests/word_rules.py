"""Words of a natural language that stand in code: in regular expressions and in lists of words.

They may shape text; what a text means they shall not decide. `core/text` and `resources` are the places for
them, and for what is elsewhere `tests/data/word_rules.toml` keeps count: a number may only fall.

    python -m tests.word_rules            the modules, those with the most words first
    python -m tests.word_rules --write    keep count of what there is now
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import core

CORE = Path(core.__file__).parent
KEPT = Path(__file__).parent / "data" / "word_rules.toml"
ALLOWED = "text"  # the room of words
_SYNTAX = re.compile(r"\\[a-zA-Z]|\(\?P[<=]\w+[>)]|\(\?[a-zA-Z]+[-:)]|\{[^}]*\}")
_WORD = re.compile(r"[^\W\d_]{3,}")
_PATTERNS = {"compile", "search", "match", "fullmatch", "sub", "subn", "findall", "finditer", "split"}
_LISTS = {"frozenset", "set", "words", "word_list", "phrases"}
_INTRODUCTION = """\
# Words of a natural language in regular expressions and word lists, by module of `core`; `core/text` is the
# place for them and left out. A number may only fall: `python -m tests.word_rules --write` after it did.

"""


def words_in(path: Path) -> frozenset[str]:
    """Different words of three letters or more in the patterns and sets of a module."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        for text in _rules(node):
            found.update(word.casefold() for word in _WORD.findall(_SYNTAX.sub(" ", text)))
    return frozenset(found)


@cache
def counts() -> dict[str, int]:
    """By module ("answer/statements.py") the number of its words, where it has any."""
    found = {
        path.relative_to(CORE).as_posix(): len(words_in(path))
        for path in sorted(CORE.rglob("*.py"))
        if path.relative_to(CORE).parts[0] != ALLOWED
    }
    return {module: count for module, count in found.items() if count}


def kept() -> dict[str, int]:
    """The numbers that none may exceed."""
    return tomllib.loads(KEPT.read_text(encoding="utf-8"))


def _rules(node: ast.AST) -> Iterator[str]:
    """Strings of a pattern or a set."""
    if isinstance(node, ast.Set):
        yield from _strings(node)
    if not isinstance(node, ast.Call):
        return
    called = node.func
    if isinstance(called, ast.Name) and called.id in _LISTS:
        yield from _strings(node)
    elif isinstance(called, ast.Attribute):
        of_re = isinstance(called.value, ast.Name) and called.value.id == "re" and called.attr in _PATTERNS
        if of_re and node.args:
            yield from _strings(node.args[0])
        elif called.attr == "split":
            yield from _strings(called.value)


def _strings(node: ast.AST) -> Iterator[str]:
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value


def main() -> None:
    """Print the counts, or keep them."""
    found = counts()
    if "--write" in sys.argv:
        lines = (f'"{module}" = {count}\n' for module, count in found.items())
        KEPT.write_text(_INTRODUCTION + "".join(lines), encoding="utf-8")
    for module, count in sorted(found.items(), key=lambda one: -one[1]):
        print(f"{count:5} {module}")
    print(f"{sum(found.values()):5} in {len(found)} modules")


if __name__ == "__main__":
    main()
