"""`docuchat diagnostics FILE`: a file for a report of a mistake, without text of documents or questions."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from core.engine import Engine
from core.system.paths import AppPaths


def add_parser(commands: Any) -> None:
    diagnostics = commands.add_parser(
        "diagnostics", help="write versions, settings, numbers and the log without its words into a ZIP file"
    )
    diagnostics.add_argument("file", metavar="FILE")
    diagnostics.set_defaults(run=run_diagnostics)


def run_diagnostics(arguments: argparse.Namespace) -> int:
    with Engine.open(AppPaths.from_environment(arguments.home)) as engine:
        path = engine.save_diagnostics(Path(arguments.file))
    print(f"Written: {path}. Look into it before you send it; it holds no text of yours.")
    return 0
