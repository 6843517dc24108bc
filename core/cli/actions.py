"""Actions of a command (`runs list`, `folders add`): each gets the open library. And paths that are given."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

from core.engine import Engine
from core.errors import UsageError
from core.system.paths import AppPaths

Action = Callable[[Engine, argparse.Namespace], int]


def add_action(actions: Any, name: str, action: Action, words: str) -> argparse.ArgumentParser:
    """A parser for one action; `words` are its help."""
    parser: argparse.ArgumentParser = actions.add_parser(name, help=words)
    parser.set_defaults(run=_run, action=action)
    return parser


def given_path(text: str) -> Path:
    """A path of the command line. Empty, as of a script whose variable is, it would be the current folder.

    Raises:
        core.errors.UsageError: it is empty.
    """
    if not text.strip():
        raise UsageError("An empty path was given.", "Name files or folders; `.` is the current folder.")
    return Path(text)


def _run(arguments: argparse.Namespace) -> int:
    with Engine.open(AppPaths.from_environment(arguments.home)) as engine:
        action: Action = arguments.action
        return action(engine, arguments)
