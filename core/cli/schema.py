"""`docuchat schema`: the JSON Schemas of what the commands print, as files."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from core.published.schemas import SCHEMAS


def add_parser(commands: Any) -> None:
    schema = commands.add_parser("schema", help="write the JSON Schemas of the outputs")
    schema.add_argument("folder", metavar="FOLDER")
    schema.set_defaults(run=run_schema)


def run_schema(arguments: argparse.Namespace) -> int:
    folder = Path(arguments.folder)
    folder.mkdir(parents=True, exist_ok=True)
    for name, model in SCHEMAS.items():
        text = json.dumps(model.model_json_schema(), indent=2) + "\n"
        (folder / f"{name}.schema.json").write_text(text, encoding="utf-8")
    return 0
