"""`docuchat runs`: stored runs are listed, shown again, exported, and checked anew without a model."""

from __future__ import annotations

import argparse
import textwrap
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from core.cancel import CancelToken
from core.cli.actions import add_action
from core.cli.draft import printable
from core.cli.printing import GLYPHS, WIDTH, AnswerPrinter, print_json
from core.engine import Engine
from core.errors import DocumentError, UsageError
from core.events import Event
from core.published.output import answer_output, run_check_output, run_output
from core.published.seed_output import seed_answer
from core.report.report_content import content_of
from core.report.report_files import FORMATS, PDF, format_of, write_report
from core.runs.recheck import QuoteCheck, QuoteState, RunCheck, StatementCheck
from core.runs.replay import at_own_pace
from core.runs.trace import fold_all
from core.store.runs import StoredRun
from core.types import SourceState

SHORT_ID = 8
_RESULTS = {
    "holds": (
        "Nothing has changed since: all quotes stand, and no statement is carried less than it was. Whether "
        "they answer the question is not what was checked."
    ),
    "differs": (
        "This answer does not hold: a quote is missing, a statement is carried less than it was, or the text "
        "is not that of its statements."
    ),
    "source_changed": (
        "Nothing has changed in the text as it was read, but a file has changed or cannot be seen since: "
        "what it says now was not checked. `docuchat index` reads a changed file again."
    ),
    "source_gone": "Nothing speaks against this answer, but not all it quotes can be looked at any more.",
    "nothing_to_check": "This run gave no answer with statements; there is nothing to check.",
}
_SINCE = {
    SourceState.CHANGED: "its file has been changed since",
    SourceState.MISSING: "its file is gone since",
    SourceState.UNREACHABLE: "its file cannot be reached now",
}


def add_parser(commands: Any) -> None:
    runs = commands.add_parser("runs", help="past questions: show them again, export them, check them anew")
    actions = runs.add_subparsers(dest="runs_action", required=True, metavar="ACTION")
    listed = add_action(actions, "list", _list, "past runs, newest first")
    listed.add_argument("--limit", type=int, default=20, metavar="N", help="runs to list (default: 20)")
    listed.add_argument("--json", action="store_true", help="one JSON object a line")
    show = add_action(actions, "show", _show, "show a run again, with its steps")
    show.add_argument("--replay", action="store_true", help="at its own pace, drafts included")
    show.add_argument("--quiet", action="store_true", help="only the answer, not the steps")
    show.add_argument("--json", action="store_true", help="its events, one JSON object a line")
    export = add_action(
        actions, "export", _export, "print a run as one JSON object, or write its answer as a document"
    )
    export.add_argument(
        "--format",
        choices=["docuchat", "seed", *FORMATS, PDF],
        help="its shape (default: docuchat, or what the ending of --output names)",
    )
    export.add_argument(
        "--output", metavar="FILE", help="write a document that ends in .md, .html, .docx or .pdf"
    )
    check = add_action(
        actions,
        "verify",
        _verify,
        "check a stored answer anew: its quotes against the stored text, its statements against its quotes",
    )
    check.add_argument("--json", action="store_true", help="one JSON object")
    for parser in (show, export, check):
        parser.add_argument("run_id", metavar="ID", help="the run's id, or the beginning of it")


def _list(engine: Engine, arguments: argparse.Namespace) -> int:
    runs = engine.runs(max(arguments.limit, 0))
    for run in runs:
        if arguments.json:
            print_json(run_output(run).model_dump(mode="json"))
        else:
            print(_line(run, engine.run_begun_by(run)))
    if not runs and not arguments.json:
        print("Nothing has been asked yet.")
    return 0


def _line(run: StoredRun, begun_by: StoredRun) -> str:
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(run.started_at))
    outcome = run.outcome or "not finished"
    question = _question(run, begun_by)
    return f"{run.run_id[:SHORT_ID]}  {when}  {run.mode.value:8}  {outcome:12}  {question}"


def _question(run: StoredRun, begun_by: StoredRun) -> str:
    """What was asked; of a reply, the question it belongs to, and behind it the reply."""
    said = printable(" ".join(run.question.split()))
    if begun_by.run_id == run.run_id:
        return said
    return f"{printable(' '.join(begun_by.question.split()))} (reply: {said})"


def _show(engine: Engine, arguments: argparse.Namespace) -> int:
    run = engine.find_run(arguments.run_id)
    events = engine.run_events(run.run_id)
    if arguments.json:
        for event in events:
            print(event.model_dump_json(), flush=True)
        return 0
    print(f"── {_question(run, engine.run_begun_by(run))}\n", flush=True)
    printer = AnswerPrinter(trace=not arguments.quiet)
    for event in at_own_pace(events, arguments.cancel) if arguments.replay else events:
        printer.show(event)
    return 0


def _export(engine: Engine, arguments: argparse.Namespace) -> int:
    events = engine.run_events(engine.find_run(arguments.run_id).run_id)
    output = Path(arguments.output) if arguments.output else None
    format_name = arguments.format or (format_of(output) if output else "docuchat")
    if output is not None or format_name in (*FORMATS, PDF):
        _export_document(events, format_name, output, arguments.cancel)
        return 0
    exported = seed_answer(events) if format_name == "seed" else answer_output(events)
    print_json(exported.model_dump(mode="json"))
    return 0


def _export_document(
    events: Sequence[Event], format_name: str, output: Path | None, cancel: CancelToken
) -> None:
    if format_name not in (*FORMATS, PDF):
        raise UsageError(f"The format {format_name} is only printed.", "Leave --output out.")
    content = content_of(fold_all(events))
    if output is not None:
        write_report(output, content, format_name, cancel)
    elif format_name in ("docx", PDF):
        raise UsageError("Word documents and PDFs are not printed.", "Name a file with --output.")
    else:
        print(FORMATS[format_name](content).decode(), end="")


def _verify(engine: Engine, arguments: argparse.Namespace) -> int:
    """Exit code 3, that of documents, unless the answer holds and its files are as they were read."""
    check = engine.check_run(engine.find_run(arguments.run_id).run_id)
    if arguments.json:
        print_json(run_check_output(check).model_dump(mode="json"))
    else:
        _print_check(check)
    return 0 if check.result in ("holds", "nothing_to_check") else DocumentError.exit_code


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
    lines += [_wrapped(f"! {fault}", "  ") for fault in check.faults]
    print(printable("\n".join([*lines, "", _wrapped(_RESULTS[check.result], "")])))


def _wrapped(text: str, indent: str) -> str:
    return textwrap.fill(text, WIDTH, subsequent_indent=indent)


def _statement_words(statement: StatementCheck) -> str:
    if statement.now is statement.then:
        return f"{statement.now.value}, as before"
    return f"{statement.now.value}, was {statement.then.value}: {statement.reason}"


def _quote_words(quote: QuoteCheck) -> str:
    """Where the quote stands, in which version of its document, and what became of its file since."""
    found = f"on {quote.page_kind.value} {quote.found_on}" if quote.found_on else "nowhere"
    stands = f"the quote stands {'there word for word' if quote.state is QuoteState.EXACT else found}"
    if quote.state is QuoteState.MOVED:
        stands += "; the document was read anew since"
    about_file = quote.source_state and _SINCE.get(quote.source_state)
    if quote.stands and about_file:
        return f"{stands} in the stored text {_version(quote)}; {about_file}"
    missing = f"the quote does not stand in this document {_version(quote)}"
    if quote.found_on:
        missing = f"the quote does not stand there but {found} {_version(quote)}"
    words = {
        QuoteState.EXACT: stands,
        QuoteState.MOVED: stands,
        QuoteState.MISSING: missing,
        QuoteState.CHANGED: (
            f"quoted {_version(quote)}, which the library no longer holds: the file was changed since; "
            f"the quote now stands {found}"
        ),
        QuoteState.REMOVED: f"quoted {_version(quote)}; the document is no longer in the library",
    }[quote.state]
    return f"{words}; {about_file}" if about_file else words


def _version(quote: QuoteCheck) -> str:
    """`from version 3f9a1c20b7de, read 2026-05-03`: which content of the file was quoted."""
    read = "" if quote.read_at is None else time.strftime(", read %Y-%m-%d", time.localtime(quote.read_at))
    return f"from version {quote.version}{read}"
