"""`python -m desktop`: the window."""

from __future__ import annotations

from desktop.start.started import main

if __name__ == "__main__":
    raise SystemExit(main())
