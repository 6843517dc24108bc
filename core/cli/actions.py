"""Actions of a command (`runs list`, `folders add`): each gets the open library."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from core.engine import Engine
from core.paths import AppPaths

Action = Callable[[Engine, argparse.Namespace], int]


def add_action(actions: Any, name: str, action: Action, words: str) -> argparse.ArgumentParser:
    """A parser for one action; `words` are its help."""
    parser: argparse.ArgumentParser = actions.add_parser(name, help=words)
    parser.set_defaults(run=_run, action=action)
    return parser


def _run(arguments: argparse.Namespace) -> int:
    with Engine.open(AppPaths.from_environment(arguments.home)) as engine:
        action: Action = arguments.action
        return action(engine, arguments)
