"""`docuchat tool`: a tool of the library called as a model would call it, JSON in and out."""

from __future__ import annotations

import argparse
import json
from typing import Any

from core.cli.printing import print_json
from core.cli.scope import add_scope, chosen_scope
from core.corpus.tools import FIELD_TOOLS, SEARCH_TOOLS
from core.engine import Engine
from core.errors import UsageError
from core.system.paths import AppPaths


def add_parser(commands: Any) -> None:
    """The command."""
    tool = commands.add_parser("tool", help="call a tool of the library with JSON, for scripts")
    tool.add_argument("name", choices=(*SEARCH_TOOLS, *FIELD_TOOLS), metavar="NAME", help=_names())
    tool.add_argument(
        "arguments", metavar="JSON", help='such as {"bucket": "contracts", "query": "notice period"}'
    )
    add_scope(tool)
    tool.set_defaults(run=_run)


def _names() -> str:
    return ", ".join((*SEARCH_TOOLS, *FIELD_TOOLS))


def _run(arguments: argparse.Namespace) -> int:
    try:
        given = json.loads(arguments.arguments)
    except ValueError as error:
        raise UsageError(f"The arguments are not JSON ({error}).", "Put them in single quotes.") from error
    if not isinstance(given, dict):
        raise UsageError("The arguments are not a JSON object.", 'They look like {"bucket": "contracts"}.')
    with Engine.open(AppPaths.from_environment(arguments.home)) as engine:
        scope = chosen_scope(engine, arguments.workspace, arguments.document)
        tools = engine.library_tools(arguments.cancel, engine.scopes.reach(scope).document_ids)
        print_json(tools.call(arguments.name, given))
    return 0
