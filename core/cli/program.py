"""The commands together: parses arguments, runs one command, maps errors to exit codes. On the main thread.

Exit codes: 0 done; 1 a mistake in the program; 2 the command or question cannot be carried out as given;
3 a document; 4 a model; 5 storage; 6 another DocuChat is open; 7 a worker process; 130 stopped with Ctrl+C.
They are those of the error classes in `core.errors`.
"""

from __future__ import annotations

import argparse
import io
import logging
import multiprocessing
import signal
import sys
from collections.abc import Callable, Sequence
from functools import cache
from types import FrameType

from core.cancel import CancelToken
from core.cli import (
    ask,
    buckets,
    conversations,
    demo,
    diagnostics,
    docs,
    folders,
    guide,
    index,
    models,
    runs,
    safety,
    schema,
    self_check,
    table,
    tool,
    workspaces,
)
from core.cli.printing import EXIT_STOPPED, print_error, print_stopped
from core.errors import Cancelled, KnownError
from core.system.about import version_and_commit
from core.system.logs import log_to_file
from core.system.paths import AppPaths

log = logging.getLogger(__name__)

_READING = ("index", "folders", "unlock")  # what they have queued and read is kept


@cache
def build_parser() -> argparse.ArgumentParser:
    """The whole command line, one sub-command a task."""
    parser = argparse.ArgumentParser(
        prog="docuchat",
        description="Ask questions about your own documents, offline, and check every answer.",
        epilog="Exit codes: 0 done; 1 a mistake in the program; 2 a command or question that cannot be "
        "carried out; 3 a document; 4 a model; 5 storage; 6 another DocuChat is open; 7 a worker process; "
        "130 stopped with Ctrl+C.",
    )
    parser.add_argument("--version", action="version", version=f"docuchat {version_and_commit()}")
    parser.add_argument(
        "--home", metavar="DIR", help="put data, index and logs under DIR (default: DOCUCHAT_HOME)"
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    index.add_parsers(commands)
    schema.add_parser(commands)
    docs.add_parser(commands)
    guide.add_parser(commands)
    folders.add_parser(commands)
    workspaces.add_parser(commands)
    buckets.add_parsers(commands)
    table.add_parser(commands)
    tool.add_parser(commands)
    ask.add_parsers(commands)
    runs.add_parser(commands)
    conversations.add_parser(commands)
    models.add_parser(commands)
    diagnostics.add_parser(commands)
    safety.add_parsers(commands)
    self_check.add_parser(commands)
    demo.add_parser(commands)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Entry point; returns the exit code."""
    multiprocessing.freeze_support()
    if isinstance(sys.stdout, io.TextIOWrapper):  # a name that it cannot write ends nothing
        sys.stdout.reconfigure(errors="backslashreplace")
    arguments = build_parser().parse_args(argv)
    log_to_file(AppPaths.from_environment(arguments.home))
    arguments.cancel = CancelToken()
    _stop_on_interrupt(arguments.cancel)
    run: Callable[[argparse.Namespace], int] = arguments.run
    try:
        return run(arguments)
    except KnownError as error:
        print_error(error)
        return error.exit_code
    except (KeyboardInterrupt, Cancelled):
        print_stopped(stopped_hint(arguments))
        return EXIT_STOPPED
    except BrokenPipeError:  # the reader of our output has gone, as in `docuchat docs | head`
        sys.stderr.close()
        return 0
    except Exception:
        log.exception("docuchat %s failed", arguments.command)
        where = AppPaths.from_environment(arguments.home).logs
        print(f"docuchat: a mistake in the program stopped this; the log in {where} has it.", file=sys.stderr)
        return 1


def stopped_hint(arguments: argparse.Namespace) -> str:
    """How to go on after Ctrl+C, for the commands that read documents; empty for the others."""
    if arguments.command == "docs" and arguments.retry is not None:
        return "Nothing is lost; `docuchat index` goes on where it was."
    if arguments.command in _READING:
        return "Nothing is lost; the same command goes on where it was."
    return ""


def _stop_on_interrupt(cancel: CancelToken) -> None:
    """The first Ctrl+C stops the work in hand cleanly, the second ends the program."""

    def on_interrupt(_signal: int, _frame: FrameType | None) -> None:
        if cancel.is_set:
            raise KeyboardInterrupt
        cancel.set()

    signal.signal(signal.SIGINT, on_interrupt)
