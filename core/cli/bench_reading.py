"""`docuchat bench smoke`, `ingest`, `retrieval`, `german`, `scale`, `window`: how documents are read and
found, and the window meanwhile."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from core.cli.bench_options import add_bench, count_of
from core.errors import UsageError
from core.published.schemas import BenchOutput
from core.system.paths import AppPaths


def add_benches(names: Any) -> None:
    smoke = add_bench(names, "smoke", "is this installation as fast as it should be?", _smoke)
    _add_documents(smoke)

    ingest = add_bench(names, "ingest", "how fast documents become searchable, and what it costs", _ingest)
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

    retrieval = add_bench(names, "retrieval", "how well the right page is found", _retrieval)
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

    add_bench(names, "german", "questions over German documents", _german)

    scale = add_bench(names, "scale", "searches over many chunks", _scale)
    scale.add_argument(
        "--points",
        nargs="+",
        type=int,
        default=[],
        metavar="N",
        help="these numbers of chunks, not 10,000 and 100,000; 1000000 takes half an hour",
    )

    window = add_bench(
        names, "window", "does the window stay alive while documents are read and answers stream?", _window
    )
    window.add_argument("--count", type=int, metavar="N", help="read N documents (default 300)")


def _add_documents(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--documents",
        nargs="+",
        type=Path,
        default=[],
        metavar="PATH",
        help="read these files and folders instead of generated pages",
    )


def _smoke(arguments: argparse.Namespace, paths: AppPaths) -> BenchOutput:
    from tests.benchmarks.smoke.run import run_smoke

    return run_smoke(
        paths=paths, quick=arguments.quick, cancel=arguments.cancel, documents=arguments.documents
    )


def _ingest(arguments: argparse.Namespace, paths: AppPaths) -> BenchOutput:
    from tests.benchmarks.ingest.run import run_ingest

    return run_ingest(
        paths=paths,
        quick=arguments.quick,
        cancel=arguments.cancel,
        documents=arguments.documents,
        robustness=Path(arguments.robustness) if arguments.robustness else None,
        profile=Path(arguments.profile) if arguments.profile else None,
    )


def _retrieval(arguments: argparse.Namespace, paths: AppPaths) -> BenchOutput:
    from tests.benchmarks.retrieval.run import run_retrieval

    if not 0 <= arguments.distractors <= 5000:
        raise UsageError(f"--distractors {arguments.distractors} is not between 0 and 5,000.")
    if arguments.tune and arguments.distractors:
        raise UsageError("--tune and --distractors are measured one at a time.")
    return run_retrieval(
        paths=paths,
        quick=arguments.quick,
        cancel=arguments.cancel,
        work=Path(arguments.work).expanduser() if arguments.work else None,
        sets=arguments.sets,
        distractors=arguments.distractors,
        tune=arguments.tune,
    )


def _german(arguments: argparse.Namespace, paths: AppPaths) -> BenchOutput:
    from tests.benchmarks.retrieval.german import run_german

    return run_german(paths=paths, quick=arguments.quick, cancel=arguments.cancel)


def _scale(arguments: argparse.Namespace, _paths: AppPaths) -> BenchOutput:
    from tests.benchmarks.scale.run import run_scale

    return run_scale(quick=arguments.quick, cancel=arguments.cancel, points=arguments.points)


def _window(arguments: argparse.Namespace, paths: AppPaths) -> BenchOutput:
    from tests.benchmarks.window.run import run_window

    return run_window(
        paths=paths,
        quick=arguments.quick,
        cancel=arguments.cancel,
        documents=count_of(arguments, "count"),
    )
