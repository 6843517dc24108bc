"""`docuchat runs`: stored runs are listed, shown again, exported, and checked anew without a model."""

from __future__ import annotations

import argparse
import textwrap
import time
from collections.abc import Callable
from typing import Any

from core.cli_draft import printable
from core.cli_print import GLYPHS, WIDTH, AnswerPrinter, print_json
from core.engine import Engine
from core.errors import DocumentError
from core.output import answer_output, run_check_output, run_output
from core.paths import AppPaths
from core.recheck import QuoteCheck, QuoteState, RunCheck, StatementCheck
from core.replay import at_own_pace
from core.seed_output import seed_answer
from core.store.runs import StoredRun

Action = Callable[[Engine, argparse.Namespace], int]
SHORT_ID = 8
_RESULTS = {
    "holds": "Everything holds: all quotes stand, and no statement is carried less than it was.",
    "differs": "This answer does not hold: a quote is missing, or a statement is carried less than it was.",
    "source_gone": "Nothing speaks against this answer, but not all it quotes can be looked at any more.",
    "nothing_to_check": "This run gave no answer with statements; there is nothing to check.",
}


def add_parser(commands: Any) -> None:
    runs = commands.add_parser("runs", help="past questions: show them again, export them, check them anew")
    actions = runs.add_subparsers(dest="runs_action", required=True, metavar="ACTION")
    listed = _add(actions, "list", _list, "past runs, newest first")
    listed.add_argument("--limit", type=int, default=20, metavar="N", help="runs to list (default: 20)")
    listed.add_argument("--json", action="store_true", help="one JSON object a line")
    show = _add(actions, "show", _show, "show a run again, with its steps")
    show.add_argument("--replay", action="store_true", help="at its own pace, drafts included")
    show.add_argument("--quiet", action="store_true", help="only the answer, not the steps")
    show.add_argument("--json", action="store_true", help="its events, one JSON object a line")
    export = _add(actions, "export", _export, "print a run as one JSON object")
    export.add_argument(
        "--format", choices=["docuchat", "seed"], default="docuchat", help="its shape (default: docuchat)"
    )
    check = _add(
        actions,
        "verify",
        _verify,
        "check a stored answer anew: its quotes against the stored text, its statements against its quotes",
    )
    check.add_argument("--json", action="store_true", help="one JSON object")
    for parser in (show, export, check):
        parser.add_argument("run_id", metavar="ID", help="the run's id, or the beginning of it")


def _add(actions: Any, name: str, action: Action, words: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = actions.add_parser(name, help=words)
    parser.set_defaults(run=_run, runs_run=action)
    return parser


def _run(arguments: argparse.Namespace) -> int:
    with Engine.open(AppPaths.from_environment(arguments.home)) as engine:
        action: Action = arguments.runs_run
        return action(engine, arguments)


def _list(engine: Engine, arguments: argparse.Namespace) -> int:
    runs = engine.runs(max(arguments.limit, 0))
    for run in runs:
        if arguments.json:
            print_json(run_output(run).model_dump(mode="json"))
        else:
            print(_line(run))
    if not runs and not arguments.json:
        print("Nothing has been asked yet.")
    return 0


def _line(run: StoredRun) -> str:
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(run.started_at))
    outcome = run.outcome or "not finished"
    question = printable(" ".join(run.question.split()))
    return f"{run.run_id[:SHORT_ID]}  {when}  {run.mode.value:5}  {outcome:12}  {question}"


def _show(engine: Engine, arguments: argparse.Namespace) -> int:
    run = engine.find_run(arguments.run_id)
    events = engine.run_events(run.run_id)
    if arguments.json:
        for event in events:
            print(event.model_dump_json(), flush=True)
        return 0
    print(f"── {printable(run.question)}\n")
    printer = AnswerPrinter(trace=not arguments.quiet)
    for event in at_own_pace(events, arguments.cancel) if arguments.replay else events:
        printer.show(event)
    return 0


def _export(engine: Engine, arguments: argparse.Namespace) -> int:
    events = engine.run_events(engine.find_run(arguments.run_id).run_id)
    exported = seed_answer(events) if arguments.format == "seed" else answer_output(events)
    print_json(exported.model_dump(mode="json"))
    return 0


def _verify(engine: Engine, arguments: argparse.Namespace) -> int:
    """Exit code 3, that of documents, when the answer does not hold or its sources are gone."""
    check = engine.check_run(engine.find_run(arguments.run_id).run_id)
    if arguments.json:
        print_json(run_check_output(check).model_dump(mode="json"))
    else:
        _print_check(check)
    return DocumentError.exit_code if check.result in ("differs", "source_gone") else 0


def _print_check(check: RunCheck) -> None:
    lines = [f"── {check.question}", ""]
    lines += [
        f"[{quote.citation}] {quote.filename}, {quote.where}: {_quote_words(quote)}"
        for quote in check.citations
    ]
    lines += [""] if check.citations else []
    for statement in check.statements:
        lines.append(_wrapped(f"{GLYPHS[statement.now.value]} {statement.text}", "  "))
        lines.append(f"    {_statement_words(statement)}")
        lines += [
            _wrapped(f"    [{quote.citation}] “{quote.quote}”: {_quote_words(quote)}", "    ")
            for quote in statement.quotes
            if not quote.stands
        ]
    print(printable("\n".join([*lines, "", _RESULTS[check.result]])))


def _wrapped(text: str, indent: str) -> str:
    return textwrap.fill(text, WIDTH, subsequent_indent=indent)


def _statement_words(statement: StatementCheck) -> str:
    if statement.now is statement.then:
        return f"{statement.now.value}, as before"
    return f"{statement.now.value}, was {statement.then.value}: {statement.reason}"


def _quote_words(quote: QuoteCheck) -> str:
    """Where the quote stands, and what a user would want to know about its file."""
    found = f"on {quote.page_kind.value} {quote.found_on}" if quote.found_on else "nowhere"
    words = {
        QuoteState.EXACT: "the quote stands there word for word",
        QuoteState.MOVED: f"the quote stands {found}; the document was read anew since",
        QuoteState.MISSING: "the quote does not stand in this document",
        QuoteState.CHANGED: f"the file was changed since; the quote now stands {found}",
        QuoteState.REMOVED: "the document is no longer in the library",
    }[quote.state]
    about_file = {
        "changed": "; its file has been changed since it was read",
        "missing": "; its file is gone",
        "unreachable": "; its file cannot be reached",
    }
    return words + about_file.get(quote.source_state.value if quote.source_state else "", "")
