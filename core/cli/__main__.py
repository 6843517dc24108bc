"""`python -m core.cli` is `docuchat`."""

from __future__ import annotations

import sys

from core.cli.program import main

if __name__ == "__main__":
    sys.exit(main())
