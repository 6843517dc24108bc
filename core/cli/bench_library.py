"""`docuchat bench library`: its options, and what they measure."""

from __future__ import annotations

import argparse
from pathlib import Path

from core.published.schemas import BenchOutput
from core.system.paths import AppPaths


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--count", type=int, metavar="N", help="read the first N documents only")
    parser.add_argument("--details", metavar="FILE", help="write every miss and wrong answer here")
    parser.add_argument(
        "--scanned", type=int, default=0, metavar="N", help="read N scans, too (some 10 s each)"
    )
    parser.add_argument(
        "--reports",
        action="store_true",
        help="instead: kind and year of the real reports (needs DOCUCHAT_SHARED)",
    )
    parser.add_argument(
        "--end-to-end",
        type=int,
        metavar="N",
        help="instead: N documents, scans among them, through the whole program (20 take about 40 s)",
    )
    parser.add_argument(
        "--with-model",
        metavar="ID",
        help="instead: what this model gains on questions that the rules leave (up to two calls each)",
    )
    parser.add_argument("--questions", type=int, default=12, metavar="N", help="with --with-model: how many")
    parser.add_argument(
        "--scale",
        type=int,
        metavar="N",
        help="instead: questions and filtered search over N synthetic documents (100,000 take 4 minutes)",
    )


def measure(arguments: argparse.Namespace, paths: AppPaths) -> BenchOutput:
    """Measure what the options ask for.

    Raises:
        OSError: details cannot be written.
        core.errors.KnownError: what it needs is missing.
    """
    details = Path(arguments.details) if arguments.details else None
    if arguments.reports:
        from tests.benchmarks.library.reports import run_library_reports

        return run_library_reports(cancel=arguments.cancel, details=details)
    if arguments.end_to_end:
        from tests.benchmarks.library.whole import run_library_whole

        return run_library_whole(
            paths=paths, documents=arguments.end_to_end, cancel=arguments.cancel, details=details
        )
    if arguments.scale:
        from tests.benchmarks.library.scale import run_library_scale

        return run_library_scale(documents=arguments.scale, cancel=arguments.cancel)
    if arguments.with_model:
        from tests.benchmarks.library.planned import run_library_planned
        from tests.benchmarks.one_model import language_model

        with language_model(paths, arguments.with_model) as model:
            return run_library_planned(
                model, count=arguments.questions, cancel=arguments.cancel, details=details
            )
    from tests.benchmarks.library.run import run_library

    return run_library(
        quick=arguments.quick,
        cancel=arguments.cancel,
        documents=arguments.count or 0,
        scanned=arguments.scanned,
        details=details,
    )
