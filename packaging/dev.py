"""Sets DocuChat up and runs or tests it; needs nothing but Python. Each step is done once and then skipped.

    python3 packaging/dev.py run    the window (or, without a display, a demo in the terminal)
    python3 packaging/dev.py test   lint, types, layers and tests; also `test unit` and `test slow`
    python3 packaging/dev.py setup  only the preparation for both
    python3 packaging/dev.py package         a .deb and a portable archive in build/package
    python3 packaging/dev.py verify-package  the proof that the package works (docs/packaging.md)
    python3 packaging/dev.py audit           asks a service about known weaknesses of the locked packages

What follows is passed on: `run --help`, `test tests/models -k resume`. The parts are in `bootstrap/`.
This file must parse with any Python 3, so that an old one gets a sentence and not a syntax error.
"""

from __future__ import annotations

import os
import shutil
import sys

OLDEST, NEWEST = (3, 11), (3, 13)


def use_supported_python() -> None:
    """Go on with a supported Python if another one runs this; otherwise say what to install."""
    if OLDEST <= sys.version_info[:2] <= NEWEST:
        return
    for minor in range(NEWEST[1], OLDEST[1] - 1, -1):
        other = shutil.which(f"python3.{minor}")
        if other:
            os.execv(other, [other, os.path.abspath(__file__), *sys.argv[1:]])  # noqa: S606
    sys.exit(
        "DocuChat needs Python 3.11, 3.12 or 3.13; this is "
        f"{sys.version_info[0]}.{sys.version_info[1]}.\n"
        "Install one of them, on Debian or Ubuntu for example with\n"
        "    apt-get install python3.11 python3.11-venv"
    )


if __name__ == "__main__":
    use_supported_python()
    # Behind our own modules, for `desktop.start.display`, which the window shares.
    sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    from bootstrap.commands import main

    sys.exit(main(sys.argv[1:]))
