"""`docuchat bench agent`, `answers`, `verification`, `injection` and `constraints`: are answers right?"""

from __future__ import annotations

import argparse
from typing import Any

from core.cli.bench_options import add_bench, add_details, asking, count_of, path_of
from core.errors import UsageError
from core.published.schemas import BenchOutput
from core.system.paths import AppPaths


def add_benches(names: Any) -> None:
    agent = add_bench(
        names, "agent", "what agent mode gets right and what it costs, beside plain chat", _agent
    )
    agent.add_argument(
        "--model", default="", metavar="NAME", help="this language model, not the configured one"
    )
    agent.add_argument(
        "--copied", action="store_true", help="only what copying sentences answers, without a language model"
    )
    agent.add_argument("--tasks", type=int, metavar="N", help="N tasks only, in turn from every kind")
    agent.add_argument(
        "--library",
        metavar="HOME",
        help="keep and use the library in this data home; making it takes a quarter of an hour",
    )
    agent.add_argument("--details", metavar="FILE", help="write every task's answers, grades and traces here")
    agent.add_argument(
        "--resume", action="store_true", help="ask only what FILE does not hold yet, and sum up all it holds"
    )
    agent.add_argument(
        "--judge-again",
        action="store_true",
        help="ask nothing: judge the runs in FILE by the rules of now, with the library they were asked of",
    )
    agent.add_argument(
        "--task-seconds",
        type=float,
        default=900.0,
        metavar="S",
        help="stop a task's run after so long and count it as not ended (default: 900)",
    )

    verification = add_bench(
        names, "verification", "is what counts as verified true, and what is true verified?", _verification
    )
    verification.add_argument(
        "--tuned", action="store_true", help="the half that the rules were chosen on, not the held-out one"
    )

    answers = add_bench(names, "answers", "are answers right, and is what is verified right?", _answers)
    answers.add_argument(
        "--sets",
        nargs="+",
        choices=("xquad", "pairs", "absent", "nearby", "financebench"),
        default=["xquad", "pairs", "absent", "nearby", "financebench"],
        help="only these questions; pairs: two of xquad at once; absent, nearby: those of xquad without "
        "the articles, or only the paragraphs, that answer them",
    )
    answers.add_argument(
        "--model",
        default="",
        metavar="NAME",
        help="also answers written by this language model, and its plain answers; else only what is copied",
    )
    answers.add_argument("--questions", type=int, metavar="N", help="N questions of each set only")
    answers.add_argument(
        "--work", metavar="FOLDER", help="keep the libraries of the questions in this folder"
    )
    add_details(answers)

    injection = add_bench(
        names, "injection", "are orders in questions seen, and orders in documents not obeyed?", _injection
    )
    injection.add_argument(
        "--model",
        default="",
        metavar="NAME",
        help="attack this language model, too; else only what is copied",
    )
    injection.add_argument("--mode", nargs="+", choices=("chat", "agent"), default=["chat"])
    injection.add_argument(
        "--broad", action="store_true", help="ask what the page says, not for one fact of it"
    )
    injection.add_argument("--attacks", type=int, metavar="N", help="N attacks only, in turn from every kind")
    add_details(injection)

    constraints = add_bench(
        names, "constraints", "are the demands of a question found, and only those?", _constraints
    )
    constraints.add_argument(
        "--model", default="", metavar="NAME", help="also ask this language model, and score what it adds"
    )


def _agent(arguments: argparse.Namespace, paths: AppPaths) -> BenchOutput:
    from tests.benchmarks.agent.run import run_agent, run_copied

    count = count_of(arguments, "tasks")
    if arguments.copied:
        if arguments.model or arguments.details:
            raise UsageError("--copied asks no model and keeps no details.", "Leave the others out.")
        library = path_of(arguments.library)
        return run_copied(
            paths=paths, quick=arguments.quick, cancel=arguments.cancel, count=count, library=library
        )
    if arguments.judge_again:
        return _judge_again(arguments, paths)
    if not arguments.task_seconds > 0:
        raise UsageError("--task-seconds must be more than 0.")
    if arguments.resume and not arguments.details:
        raise UsageError("--resume goes on with the file of --details.", "Add --details FILE.")
    return run_agent(
        count=count,
        library=path_of(arguments.library),
        task_seconds=arguments.task_seconds,
        **asking(arguments, paths),
    )


def _judge_again(arguments: argparse.Namespace, paths: AppPaths) -> BenchOutput:
    from tests.benchmarks.agent.kept import judge_again

    details, library = path_of(arguments.details), path_of(arguments.library)
    if details is None or library is None:
        raise UsageError(
            "--judge-again needs the answers and the library they were given from.",
            "Add --details FILE and --library HOME.",
        )
    if arguments.model or arguments.resume or arguments.tasks:
        raise UsageError("--judge-again asks no model.", "Leave out --model, --resume and --tasks.")
    return judge_again(paths=paths, cancel=arguments.cancel, details=details, library=library)


def _answers(arguments: argparse.Namespace, paths: AppPaths) -> BenchOutput:
    from tests.benchmarks.answers.run import run_answers

    return run_answers(
        sets=arguments.sets,
        count=count_of(arguments, "questions"),
        work=path_of(arguments.work),
        **asking(arguments, paths),
    )


def _verification(arguments: argparse.Namespace, paths: AppPaths) -> BenchOutput:
    from tests.benchmarks.verification.run import run_verification

    return run_verification(quick=arguments.quick, cancel=arguments.cancel, tuned=arguments.tuned)


def _injection(arguments: argparse.Namespace, paths: AppPaths) -> BenchOutput:
    from tests.benchmarks.injection.run import run_injection

    return run_injection(
        modes=arguments.mode,
        broad=arguments.broad,
        count=count_of(arguments, "attacks"),
        **asking(arguments, paths),
    )


def _constraints(arguments: argparse.Namespace, paths: AppPaths) -> BenchOutput:
    from tests.benchmarks.agent.constraints import run_constraints

    return run_constraints(paths=paths, quick=arguments.quick, cancel=arguments.cancel, model=arguments.model)
