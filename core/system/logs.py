"""Where log records go: one rotating file in the log folder. Only errors for the user reach stderr."""

from __future__ import annotations

import logging
import logging.handlers

from core.system.paths import AppPaths, make_private

MAX_BYTES = 2_000_000
BACKUPS = 3


def log_to_file(paths: AppPaths, level: int = logging.INFO) -> None:
    """Send all records to `docuchat.log`; without a writable folder they are dropped, never fatal."""
    root = logging.getLogger()
    root.setLevel(level)
    for handler in list(root.handlers):
        if isinstance(handler, logging.handlers.RotatingFileHandler):
            root.removeHandler(handler)
            handler.close()
    try:
        make_private(paths.logs)
        target: logging.Handler = logging.handlers.RotatingFileHandler(
            paths.logs / "docuchat.log", maxBytes=MAX_BYTES, backupCount=BACKUPS, encoding="utf-8", delay=True
        )
    except OSError:
        target = logging.NullHandler()
    target.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(process)d %(name)s: %(message)s"))
    root.addHandler(target)
    # Their INFO records name every request; questions and file names have no place in a log.
    for noisy in ("httpx", "httpcore", "huggingface_hub", "filelock"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
