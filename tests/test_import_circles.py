"""No module of the program imports itself by a detour, not even for the sake of its types."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterable, Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def modules(root: Path, packages: Iterable[str]) -> dict[str, Path]:
    """All modules below `root` that belong to `packages`, by name."""
    return {
        ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__"): path
        for package in packages
        for path in (root / package).rglob("*.py")
    }


def imported(body: Iterable[ast.stmt], known: Container[str]) -> Iterator[str]:
    """What is imported outside functions, also below a condition such as TYPE_CHECKING."""
    for statement in body:
        match statement:
            case ast.Import(names=names):
                yield from (name.name for name in names)
            case ast.ImportFrom(module=str(module), names=names):
                inside = [f"{module}.{name.name}" for name in names]
                yield from (name if name in known else module for name in inside)
            case ast.If() | ast.Try() | ast.With():
                yield from imported(statement.body, known)
                yield from imported(getattr(statement, "orelse", ()), known)
            case _:
                pass


def imports(files: Mapping[str, Path]) -> dict[str, set[str]]:
    """Of each module the others that it imports."""
    graph = {}
    for module, path in files.items():
        names = imported(ast.parse(path.read_text(encoding="utf-8")).body, files)
        graph[module] = {name for name in names if name in files and name != module}
    return graph


def reachable(graph: Mapping[str, set[str]], start: str) -> set[str]:
    found: set[str] = set()
    waiting = list(graph[start])
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            waiting += graph[module]
    return found


def circles(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """Groups of modules each of which leads to all others of its group."""
    reached = {module: reachable(graph, module) for module in graph}
    groups = {frozenset(one for one in reached[module] if module in reached[one]) for module in graph}
    return sorted(sorted(group) for group in groups if group)


def test_core_and_desktop_have_no_circle() -> None:
    graph = imports(modules(ROOT, ("core", "desktop")))
    assert "desktop.main_window" in graph["desktop.app"]
    assert circles(graph) == []


def test_a_circle_is_found_through_types_and_packages(tmp_path: Path) -> None:
    room = tmp_path / "room"
    room.mkdir()
    (room / "__init__.py").write_text("")
    (room / "one.py").write_text("from room.two import Two\n")
    (room / "two.py").write_text(
        "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from room import three\n"
    )
    (room / "three.py").write_text("try:\n    import room.one\nexcept ImportError:\n    raise\n")
    (room / "later.py").write_text("import room.one\n\n\ndef late():\n    import room.later\n")
    graph = imports(modules(tmp_path, ("room",)))
    assert circles(graph) == [["room.one", "room.three", "room.two"]]
