"""`python -m tests.benchmarks NAME`: measures and prints one report.

Exits 0 when it could measure, whatever the figures; else as `docuchat` does.
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Sequence

from core.cancel import CancelToken
from core.cli.printing import EXIT_STOPPED, print_error, print_stopped
from core.cli.self_check import print_report
from core.errors import Cancelled, KnownError
from core.system.logs import log_to_file
from core.system.paths import AppPaths
from tests.benchmarks.benches import BENCHES, add_option, measure


def build_parser() -> argparse.ArgumentParser:
    """A sub-command for each benchmark, with its own options and those that all have."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description="Measure DocuChat.")
    parser.add_argument("--home", metavar="DIR", help="models and settings of DIR (default: DOCUCHAT_HOME)")
    names = parser.add_subparsers(dest="name", metavar="NAME", required=True)
    for name, bench in BENCHES.items():
        command = names.add_parser(name, help=bench["about"], description=bench["about"])
        command.add_argument("--json", action="store_true", help="print one JSON object")
        command.add_argument("--quick", action="store_true", help="end within 50 s; says what it left out")
        for flag, told in bench.get("options", {}).items():
            add_option(command, flag, **told)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Entry point; returns the exit code."""
    given = vars(build_parser().parse_args(argv))
    where, as_json = BENCHES[given["name"]]["measure"], given.pop("json")
    paths = AppPaths.from_environment(given.pop("home"))
    log_to_file(paths)
    cancel = CancelToken()
    signal.signal(signal.SIGINT, lambda *_: cancel.set())
    try:
        report = measure(where, paths=paths, cancel=cancel, **given)
    except KnownError as error:
        print_error(error)
        return error.exit_code
    except Cancelled:
        print_stopped("")
        return EXIT_STOPPED
    print_report(report, as_json=as_json)
    return 0


if __name__ == "__main__":
    sys.exit(main())
