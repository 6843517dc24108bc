"""`python -m tests.golden --check` or `--write`."""

from __future__ import annotations

import argparse
import sys

if __name__ == "__main__":  # the workers that read documents import this file, too
    from tests.golden.record import main

    parser = argparse.ArgumentParser(prog="python -m tests.golden")
    wish = parser.add_mutually_exclusive_group(required=True)
    wish.add_argument("--check", action="store_true", help="ask anew and compare")
    wish.add_argument("--write", action="store_true", help="record anew")
    sys.exit(main("--write" if parser.parse_args().write else "--check"))
