"""`core` runs without a window, and starting it costs no model library."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import core

MODULES = sorted(
    ".".join(path.relative_to(Path(core.__file__).parents[1]).with_suffix("").parts).removesuffix(".__init__")
    for path in Path(core.__file__).parent.rglob("*.py")
)


def fresh(code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_all_of_core_imports_without_qt() -> None:
    assert "core.engine" in MODULES
    code = f"import importlib, sys\nfor name in {MODULES!r}: importlib.import_module(name)\n"
    assert (
        fresh(code + "print([m for m in sys.modules if m.split('.')[0] in ('PySide6', 'shiboken6')])") == "[]"
    )


def test_the_engine_imports_no_model_library() -> None:
    heavy = ("llama_cpp", "onnxruntime", "fastembed", "pymupdf", "qdrant_client", "onnx")
    code = f"import core.engine, sys\nprint([m for m in sys.modules if m in {heavy!r}])"
    assert fresh(code) == "[]"


def test_telemetry_is_off_before_anything_else() -> None:
    code = "import os\nos.environ.pop('ORT_DISABLE_TELEMETRY', None)\nimport core\n"
    assert fresh(code + "print(os.environ['ORT_DISABLE_TELEMETRY'])") == "1"


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
