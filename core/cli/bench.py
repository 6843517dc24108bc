"""`docuchat bench NAME`: benchmarks as commands. Exits 0 when it could measure, whatever the figures.

Each benchmark is a sub-command with options of its own and is imported only when it runs.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from core.cli import bench_research
from core.cli.printing import print_json
from core.errors import UsageError
from core.paths import AppPaths
from core.schemas import BenchOutput


def add_parser(commands: Any) -> None:
    bench = commands.add_parser("bench", help="measure this installation")
    names = bench.add_subparsers(dest="name", metavar="NAME", required=True)

    smoke = _add(names, "smoke", "is this installation as fast as it should be?", _smoke)
    _add_documents(smoke)

    ingest = _add(names, "ingest", "how fast documents become searchable, and what it costs", _ingest)
    _add_documents(ingest)
    ingest.add_argument(
        "--robustness",
        metavar="FOLDER",
        help="only take in every file of this folder, and show how each ended",
    )
    ingest.add_argument(
        "--profile",
        metavar="FOLDER",
        help="also write where the time goes, as text files, to this folder",
    )

    retrieval = _add(names, "retrieval", "how well the right page is found", _retrieval)
    retrieval.add_argument(
        "--work", metavar="FOLDER", help="keep the libraries of the questions in this folder"
    )
    retrieval.add_argument(
        "--sets",
        nargs="+",
        choices=("financebench", "scifact", "papers"),
        default=["financebench", "scifact", "papers"],
        help="only these questions",
    )
    retrieval.add_argument(
        "--model-pass",
        choices=("rephrase", "passage"),
        help="only what the language model's help before a search gains and costs (financebench)",
    )
    retrieval.add_argument(
        "--questions",
        type=int,
        default=12,
        metavar="N",
        help="the number of questions for --model-pass",
    )
    retrieval.add_argument(
        "--tune",
        action="store_true",
        help="only the weights: each tried on one half of the questions, the best ones on the other",
    )
    retrieval.add_argument(
        "--distractors",
        type=int,
        default=0,
        metavar="N",
        help="only the questions asked among N more reports, of organisations that never existed",
    )

    library = _add(names, "library", "how well fields are read and questions over them understood", _library)
    library.add_argument("--count", type=int, metavar="N", help="write and read N documents (default 300)")
    library.add_argument("--seed", type=int, default=1, metavar="N", help="which documents (default 1)")
    library.add_argument("--details", metavar="FILE", help="write every miss and wrong answer here")
    library.add_argument(
        "--scanned", type=int, default=0, metavar="N", help="read N scans, too (some 10 s each)"
    )
    library.add_argument(
        "--reports",
        action="store_true",
        help="instead: kind and year of the real reports (needs DOCUCHAT_SHARED)",
    )
    library.add_argument(
        "--write", metavar="FOLDER", help="instead: only write the documents there, to be tried out"
    )
    library.add_argument(
        "--end-to-end",
        type=int,
        metavar="N",
        help="instead: N documents, scans among them, through the whole program (100 take about 4 minutes)",
    )
    library.add_argument(
        "--with-model",
        metavar="ID",
        help="instead: what this model gains on questions that the rules leave (up to two calls each)",
    )
    library.add_argument(
        "--fields-with-model",
        metavar="ID",
        help="instead: what this model finds in --questions documents that the rules missed (a call each)",
    )
    library.add_argument("--questions", type=int, default=12, metavar="N", help="with --with-model: how many")
    library.add_argument(
        "--scale",
        type=int,
        metavar="N",
        help="instead: questions and filtered search over N synthetic documents (100,000 take 4 minutes)",
    )

    scale = _add(names, "scale", "searches over many chunks", _scale)
    scale.add_argument(
        "--points",
        nargs="+",
        type=int,
        default=[],
        metavar="N",
        help="these numbers of chunks, not 10,000 and 100,000; 1000000 takes half an hour",
    )

    window = _add(
        names, "window", "does the window stay alive while documents are read and answers stream?", _window
    )
    window.add_argument("--count", type=int, metavar="N", help="read N documents (default 300)")

    agent = _add(names, "agent", "what agent mode gets right and what it costs, beside plain chat", _agent)
    agent.add_argument(
        "--model", default="", metavar="NAME", help="this language model, not the configured one"
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
        "--task-seconds",
        type=float,
        default=900.0,
        metavar="S",
        help="stop a task's run after so long and count it as not ended (default: 900)",
    )

    verification = _add(
        names, "verification", "is what counts as verified true, and what is true verified?", _verification
    )
    verification.add_argument(
        "--tuned", action="store_true", help="the half that the rules were chosen on, not the held-out one"
    )

    answers = _add(names, "answers", "are answers right, and is what is verified right?", _answers)
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
    _add_details(answers)

    injection = _add(
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
    _add_details(injection)

    _add(names, "german", "questions over German documents", _german)
    constraints = _add(
        names, "constraints", "are the demands of a question found, and only those?", _constraints
    )
    constraints.add_argument(
        "--model", default="", metavar="NAME", help="also ask this language model, and score what it adds"
    )
    bench_research.add_options(
        _add(
            names,
            "research",
            "are references found, followed within the limits, and is what is behind them answered?",
            bench_research.measure,
        )
    )


def _add(names: Any, name: str, description: str, measure: Any) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = names.add_parser(name, help=description)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--quick", action="store_true", help="end within 50 s; says what it left out")
    parser.set_defaults(run=run_bench, measure=measure)
    return parser


def _add_details(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--details", metavar="FILE", help="write every answer and its marks here")
    parser.add_argument("--resume", action="store_true", help="go on with what --details holds already")


def _add_documents(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--documents",
        nargs="+",
        type=Path,
        default=[],
        metavar="PATH",
        help="read these files and folders instead of generated pages",
    )


def run_bench(arguments: argparse.Namespace) -> int:
    """Measure and print one report."""
    from core.bench.ingest.robustness import table_lines

    report: BenchOutput = arguments.measure(arguments, AppPaths.from_environment(arguments.home))
    if arguments.json:
        print_json(report.model_dump(mode="json"))
        return 0
    print(f"{report.name} · {report.machine} · commit {report.commit}")
    for name, figure in report.results.items():
        value = "not measured" if figure.value is None else f"{figure.value:g} {figure.unit}"
        if figure.of is not None:
            value += f" ({figure.count} of {figure.of})"
        verdict = {None: "", True: ", met", False: ", missed"}[figure.met]
        target = "" if figure.target is None else f"   target {figure.target:g}{verdict}"
        print(f"  {name:44} {value}{target}")
    for line in table_lines(report.outcomes):
        print(line)
    for note in report.notes:
        print(f"  {note}")
    for note in report.left_out:
        print(f"  left out: {note}")
    return 0


def _smoke(arguments: argparse.Namespace, paths: AppPaths) -> BenchOutput:
    from core.bench.smoke.run import run_smoke

    return run_smoke(
        paths=paths, quick=arguments.quick, cancel=arguments.cancel, documents=arguments.documents
    )


def _ingest(arguments: argparse.Namespace, paths: AppPaths) -> BenchOutput:
    from core.bench.ingest.run import run_ingest

    return run_ingest(
        paths=paths,
        quick=arguments.quick,
        cancel=arguments.cancel,
        documents=arguments.documents,
        robustness=Path(arguments.robustness) if arguments.robustness else None,
        profile=Path(arguments.profile) if arguments.profile else None,
    )


def _retrieval(arguments: argparse.Namespace, paths: AppPaths) -> BenchOutput:
    from core.bench.retrieval.run import run_retrieval

    if not 0 <= arguments.distractors <= 5000:
        raise UsageError(f"--distractors {arguments.distractors} is not between 0 and 5,000.")
    if sum(map(bool, (arguments.tune, arguments.distractors, arguments.model_pass))) > 1:
        raise UsageError("--tune, --distractors and --model-pass are measured one at a time.")
    return run_retrieval(
        paths=paths,
        quick=arguments.quick,
        cancel=arguments.cancel,
        work=Path(arguments.work).expanduser() if arguments.work else None,
        sets=arguments.sets,
        model_pass=(arguments.model_pass, arguments.questions) if arguments.model_pass else None,
        distractors=arguments.distractors,
        tune=arguments.tune,
    )


def _library(arguments: argparse.Namespace, paths: AppPaths) -> BenchOutput:
    details = Path(arguments.details) if arguments.details else None
    if arguments.write:
        from core.bench.library.run import write_documents

        return write_documents(Path(arguments.write), arguments.count or 0, arguments.seed, arguments.cancel)
    if arguments.reports:
        from core.bench.library.reports import run_library_reports

        return run_library_reports(cancel=arguments.cancel, details=details)
    if arguments.end_to_end:
        from core.bench.library.whole import run_library_whole

        return run_library_whole(
            paths=paths,
            documents=arguments.end_to_end,
            seed=arguments.seed,
            cancel=arguments.cancel,
            details=details,
        )
    if arguments.scale:
        from core.bench.library.scale import run_library_scale

        return run_library_scale(documents=arguments.scale, cancel=arguments.cancel)
    if arguments.with_model:
        from core.bench.library.planned import run_library_planned
        from core.bench.one_model import language_model

        with language_model(paths, arguments.with_model) as model:
            return run_library_planned(
                model,
                documents=arguments.count or 300,
                seed=arguments.seed,
                count=arguments.questions,
                cancel=arguments.cancel,
                details=details,
            )
    if arguments.fields_with_model:
        from core.bench.library.proposing import run_library_proposing
        from core.bench.one_model import language_model

        with language_model(paths, arguments.fields_with_model) as model:
            return run_library_proposing(
                model,
                documents=arguments.questions,
                seed=arguments.seed,
                cancel=arguments.cancel,
                details=details,
            )
    from core.bench.library.run import run_library

    return run_library(
        quick=arguments.quick,
        cancel=arguments.cancel,
        documents=arguments.count or 0,
        scanned=arguments.scanned,
        seed=arguments.seed,
        details=details,
    )


def _scale(arguments: argparse.Namespace, _paths: AppPaths) -> BenchOutput:
    from core.bench.scale.run import run_scale

    return run_scale(quick=arguments.quick, cancel=arguments.cancel, points=arguments.points)


def _window(arguments: argparse.Namespace, paths: AppPaths) -> BenchOutput:
    from core.bench.window.run import run_window

    return run_window(
        paths=paths,
        quick=arguments.quick,
        cancel=arguments.cancel,
        documents=_count(arguments, "count"),
    )


def _german(arguments: argparse.Namespace, paths: AppPaths) -> BenchOutput:
    from core.bench.retrieval.german import run_german

    return run_german(paths=paths, quick=arguments.quick, cancel=arguments.cancel)


def _answers(arguments: argparse.Namespace, paths: AppPaths) -> BenchOutput:
    from core.bench.answers.run import run_answers

    return run_answers(
        sets=arguments.sets,
        count=_count(arguments, "questions"),
        work=_path(arguments.work),
        **_asking(arguments, paths),
    )


def _injection(arguments: argparse.Namespace, paths: AppPaths) -> BenchOutput:
    from core.bench.injection.run import run_injection

    return run_injection(
        modes=arguments.mode,
        broad=arguments.broad,
        count=_count(arguments, "attacks"),
        **_asking(arguments, paths),
    )


def _agent(arguments: argparse.Namespace, paths: AppPaths) -> BenchOutput:
    from core.bench.agent.run import run_agent

    count = _count(arguments, "tasks")
    if not arguments.task_seconds > 0:
        raise UsageError("--task-seconds must be more than 0.")
    if arguments.resume and not arguments.details:
        raise UsageError("--resume goes on with the file of --details.", "Add --details FILE.")
    return run_agent(
        count=count,
        library=_path(arguments.library),
        task_seconds=arguments.task_seconds,
        **_asking(arguments, paths),
    )


def _asking(arguments: argparse.Namespace, paths: AppPaths) -> dict[str, Any]:
    """What every benchmark takes that asks a language model and keeps the answers."""
    return {
        "paths": paths,
        "quick": arguments.quick,
        "cancel": arguments.cancel,
        "model": arguments.model,
        "details": _path(arguments.details),
        "resume": arguments.resume,
    }


def _count(arguments: argparse.Namespace, option: str) -> int:
    """How many things to ask; 0 where the option was not given: all.

    Raises:
        UsageError: less than one.
    """
    count: int | None = getattr(arguments, option)
    if count is not None and count < 1:
        raise UsageError(f"--{option} must be at least 1.")
    return count or 0


def _path(named: str | None) -> Path | None:
    return Path(named).expanduser().resolve() if named else None


def _constraints(arguments: argparse.Namespace, paths: AppPaths) -> BenchOutput:
    from core.bench.agent.constraints import run_constraints

    return run_constraints(paths=paths, quick=arguments.quick, cancel=arguments.cancel, model=arguments.model)


def _verification(arguments: argparse.Namespace, paths: AppPaths) -> BenchOutput:
    from core.bench.verification.run import run_verification

    return run_verification(quick=arguments.quick, cancel=arguments.cancel, tuned=arguments.tuned)
