"""`core` runs without a window, and starting it costs no model library."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import core

MODULES = sorted(
    ".".join(path.relative_to(Path(core.__file__).parents[1]).with_suffix("").parts).removesuffix(".__init__")
    for path in Path(core.__file__).parent.rglob("*.py")
)


def told_by_a_fresh_process(script: str) -> list[str]:
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_telemetry_is_off_and_the_engine_imports_no_model_library() -> None:
    heavy = ("llama_cpp", "onnxruntime", "fastembed", "pymupdf", "qdrant_client", "onnx")
    script = f"""
import os, sys
os.environ.pop("ORT_DISABLE_TELEMETRY", None)
import core
print(os.environ["ORT_DISABLE_TELEMETRY"])
import core.engine
print([name for name in {heavy} if name in sys.modules])
"""
    assert told_by_a_fresh_process(script) == ["1", "[]"]


@pytest.mark.slow
def test_core_needs_no_qt() -> None:
    """Not even behind its libraries; what our own modules name is looked at by import-linter every time."""
    assert "core.engine" in MODULES
    script = f"""
import importlib, sys
for name in {MODULES!r}: importlib.import_module(name)
print([name for name in ("PySide6", "shiboken6") if name in sys.modules])
"""
    assert told_by_a_fresh_process(script) == ["[]"]


def test_every_room_stands_in_the_layers() -> None:
    """A module that no contract names could import whatever it likes."""
    project = tomllib.loads((Path(core.__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = {contract["name"]: contract for contract in project["tool"]["importlinter"]["contracts"]}
    (layers,) = [contract["layers"] for contract in contracts.values() if contract["type"] == "layers"]
    (adapters,) = [contract for name, contract in contracts.items() if name.startswith("adapters")]
    layered = {name.strip() for layer in layers for part in layer.split(":") for name in part.split("|")}
    assert "core.cli" in layered
    assert "core.cli" in adapters["forbidden_modules"]
    packages = {".".join(module.split(".")[:2]) for module in MODULES if module.count(".") == 2}
    assert packages <= layered | set(adapters["source_modules"])
