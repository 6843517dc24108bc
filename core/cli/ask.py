"""`docuchat ask` and `docuchat search`: one question, or a batch file of JSON lines."""

from __future__ import annotations

import argparse
import json
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from core.agent.demands.constraints import NO_DEMANDS, PromptConstraints
from core.cli.draft import printable, printable_line
from core.cli.printing import EXIT_STOPPED, AnswerPrinter, coverage_sentence, print_error, print_json
from core.cli.scope import add_scope, chosen_scope
from core.engine import Engine, Question
from core.errors import BugError, UsageError
from core.events import Event, EventStamper, RunFinished, RunStarted, failed
from core.published.output import answer_output, search_failure, search_output
from core.published.seed_output import seed_answer
from core.runs.recorder import finished_error
from core.search.place_words import source_words
from core.system.paths import AppPaths
from core.types import CitedPlace, Mode
from core.types.requests import RequestKind
from core.types.scope import Scope


class QuestionLine(BaseModel):
    """One line of a batch file. Further keys (gold answers and the like) are ignored."""

    model_config = ConfigDict(extra="ignore")

    question: str
    documents: list[str] | None = None
    question_id: str = ""


def add_parsers(commands: Any) -> None:
    ask = commands.add_parser(
        "ask",
        help="ask a question about the library",
        epilog="A question that is refused (too long, empty library, …) ends with exit code 2. With --json, "
        "--jsonl or --questions it ends with 0 and the outcome “refused”; a line of --questions that names "
        "an unknown document is told, the others go on, and the exit code is 2.",
    )
    _add_common(ask)
    ask.add_argument(
        "--mode",
        choices=[mode.value for mode in Mode],
        help="default: chat; behind a research that waits, its own",
    )
    ask.add_argument("--jsonl", action="store_true", help="print every event as one JSON object a line")
    ask.add_argument(
        "--format",
        choices=["docuchat", "seed"],
        default="docuchat",
        help="shape of --json (default: docuchat)",
    )
    ask.add_argument(
        "--continue",
        dest="go_on",
        action="store_true",
        help="as a follow-up in the last conversation, about the documents it was about; the lines of "
        "--questions follow each other",
    )
    ask.add_argument(
        "--all-documents", action="store_true", help="with --continue: about the whole library again"
    )
    ask.add_argument(
        "--extractive",
        action=argparse.BooleanOptionalAction,
        help="copy the sentences that answer it, without a language model; holds for "
        "the replies to a research, too, until one says --no-extractive",
    )
    ask.add_argument(
        "--no-questions", action="store_true", help="research: no questions back before the to-do list"
    )
    ask.add_argument("--approve", action="store_true", help="research: work the to-do list off as it is")
    ask.add_argument(
        "--kind",
        choices=[kind.value for kind in RequestKind],
        help="treat it as this kind of request, whatever it seems to be (chat)",
    )
    ask.add_argument(
        "--anyway",
        action="store_true",
        help="answer a question that reads like an order to the program, too",
    )
    ask.add_argument(
        "--section", action="append", default=[], metavar="HEADING", help="agent: a heading of the answer"
    )
    ask.add_argument("--quote", action="store_true", help="agent: the exact words are quoted")
    ask.add_argument(
        "--sources", type=int, default=0, metavar="N", help="agent: at least so many passages are read"
    )
    ask.add_argument(
        "--newest-counts", action="store_true", help="agent: the newest document counts where they disagree"
    )
    ask.add_argument("--quiet", action="store_true", help="only the answer")
    ask.add_argument("--steps", action="store_true", help="each step, search and call of a model as well")
    ask.set_defaults(run=run_ask)

    search = commands.add_parser("search", help="find passages without asking a model")
    _add_common(search)
    search.add_argument("--limit", type=int, default=10, metavar="N", help="hits to show (default: 10)")
    search.set_defaults(run=run_search)


def _add_common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("question", nargs="?", help="the question in plain words")
    parser.add_argument(
        "--questions", metavar="FILE", help="JSON lines with question, optional documents and question_id"
    )
    add_scope(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def run_ask(arguments: argparse.Namespace) -> int:
    """The exit code of the last question that failed, or 0; an honest "not found" is no failure.

    One question in plain text that is refused (too long, empty library, …) ends with 2. JSON and batches say
    so in `outcome` and go on.
    """
    lines = list(_questions(arguments))
    if arguments.sources < 0:
        raise UsageError("--sources must be at least 0.")
    if _demands(arguments) != NO_DEMANDS and arguments.mode != Mode.AGENT.value:
        raise UsageError(
            "--section, --quote, --sources and --newest-counts are for agent mode only.",
            "Add --mode agent, or say it in the question.",
        )
    code = 0
    with Engine.open(AppPaths.from_environment(arguments.home)) as engine:
        conversation = (engine.last_conversation() or str(uuid.uuid4())) if arguments.go_on else ""
        for line in lines:
            if arguments.cancel.is_set:
                return EXIT_STOPPED
            finished = _ask(engine, line, arguments, conversation, heading=len(lines) > 1)
            if finished.outcome == "cancelled":
                return EXIT_STOPPED
            if finished.outcome == "refused" and _is_plain(arguments) and arguments.question:
                return UsageError.exit_code
            if finished.outcome == "failed":
                error = finished_error(finished)
                print_error(error)
                code = error.exit_code
    return code


def _ask(
    engine: Engine, line: QuestionLine, arguments: argparse.Namespace, conversation: str, *, heading: bool
) -> RunFinished:
    """Ask and print one question; returns how it ended. `conversation` empty: in one of its own."""
    printer = None
    if _is_plain(arguments):
        printer = AnswerPrinter(trace=not arguments.quiet, steps=arguments.steps)
    if printer is not None and heading:
        print(f"\n── {line.question}")
    events: list[Event] = []
    for event in _events(engine, line, arguments, conversation):
        events.append(event)
        if printer is not None:
            printer.show(event)
        elif arguments.jsonl:
            print(event.model_dump_json(), flush=True)
    if arguments.json and arguments.format == "seed":
        print_json(seed_answer(events).model_dump(mode="json"))
    elif arguments.json:
        print_json(answer_output(events, line.question_id).model_dump(mode="json"))
    finished = events[-1]
    if not isinstance(finished, RunFinished):
        raise BugError("an event stream ended without RunFinished")
    return finished


def _events(
    engine: Engine, line: QuestionLine, arguments: argparse.Namespace, conversation: str
) -> Iterator[Event]:
    """The run of one question; one about an unknown document is a failed run, which a batch survives."""
    mode = _mode(engine, line, arguments, conversation)
    try:
        scope = _scope(engine, line, arguments)
        if conversation and scope.kind == "all" and not arguments.all_documents:
            scope = engine.scopes.last(conversation)
    except UsageError as error:
        stamp = EventStamper()
        yield stamp(RunStarted, mode=mode, question=line.question)
        yield failed(stamp, error)
        return
    question = Question(
        line.question,
        mode,
        scope.document_ids,
        conversation_id=conversation,
        workspace_id=scope.workspace_id,
        extractive=arguments.extractive,
        ask_anyway=arguments.anyway,
        kind=RequestKind(arguments.kind) if arguments.kind else None,
        skip_questions=arguments.no_questions,
        approve_tasks=arguments.approve,
        demands=_demands(arguments),
    )
    yield from engine.ask(question, arguments.cancel)


def _demands(arguments: argparse.Namespace) -> PromptConstraints:
    """What the options demand of agent mode."""
    return PromptConstraints(
        min_open_citations=arguments.sources,
        requires_exact_quote=arguments.quote,
        requires_conflict_resolution=arguments.newest_counts,
        conflict_resolution_rule="newest" if arguments.newest_counts else None,
        required_sections=tuple(arguments.section),
    )


def _mode(engine: Engine, line: QuestionLine, arguments: argparse.Namespace, conversation: str) -> Mode:
    if arguments.mode:
        return Mode(arguments.mode)
    return engine.mode_of_reply(line.question, conversation) or Mode.CHAT


def _is_plain(arguments: argparse.Namespace) -> bool:
    return not (arguments.json or arguments.jsonl)


def run_search(arguments: argparse.Namespace) -> int:
    """Exit code 0, or that of the last query of a batch that failed."""
    if arguments.limit < 1:
        raise UsageError("--limit must be at least 1.")
    lines = list(_questions(arguments))
    code = 0
    with Engine.open(AppPaths.from_environment(arguments.home)) as engine:
        for line in lines:
            if arguments.cancel.is_set:
                return EXIT_STOPPED
            try:
                _search(engine, line, arguments)
            except UsageError as error:
                if arguments.json:
                    print_json(search_failure(line.question, line.question_id, error).model_dump(mode="json"))
                print_error(error)
                code = error.exit_code
    return code


def _search(engine: Engine, line: QuestionLine, arguments: argparse.Namespace) -> None:
    document_ids = engine.scopes.reach(_scope(engine, line, arguments)).document_ids
    result = engine.search(line.question, limit=arguments.limit, document_ids=document_ids)
    coverage = engine.coverage(document_ids)
    if arguments.json:
        print_json(search_output(result, line.question_id, coverage).model_dump(mode="json"))
        return
    if result.embedding_failed:
        print("Searched by keyword only: the embedding model is not available.", file=sys.stderr)
    for hit in result.hits:
        place = hit.place or CitedPlace(hit.page)
        print(printable_line(f"{hit.score:6.3f}  {source_words(hit.filename, place, hit.origin)}"))
        print(f"        {printable(' '.join(hit.snippet.split()))}")
    if not result.hits:
        print("Nothing found.")
    if sentence := coverage_sentence(coverage):
        print(f"\n{printable(sentence)}")


def _scope(engine: Engine, line: QuestionLine, arguments: argparse.Namespace) -> Scope:
    names = line.documents if line.documents is not None else arguments.document
    return chosen_scope(engine, arguments.workspace, names)


def _questions(arguments: argparse.Namespace) -> Iterator[QuestionLine]:
    if bool(arguments.question) == bool(arguments.questions):
        raise UsageError("Give either one question or --questions FILE.", "See `docuchat ask --help`.")
    if arguments.question:
        yield QuestionLine(question=arguments.question)
        return
    path = Path(arguments.questions)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"The questions file {path} cannot be read ({error}).") from error
    for number, row in enumerate(text.splitlines(), start=1):
        if not row.strip():
            continue
        try:
            value = json.loads(row)
            line = QuestionLine.model_validate(value)
        except (json.JSONDecodeError, ValidationError) as error:
            raise UsageError(
                f"Line {number} of {path} is not a question.",
                'Each line is a JSON object with "question" and optionally "documents" and "question_id".',
            ) from error
        yield line.model_copy(update={"question_id": line.question_id or str(number)})
