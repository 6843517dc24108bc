"""Runs in a process that the kill tests end: ingests files and tells each event on a line of its own."""

from __future__ import annotations

import sys
from pathlib import Path

from core.cancel import CancelToken
from core.ingest.queue.consistency import repair
from tests.library_kit import open_library


def main() -> None:
    home, *files = (Path(argument) for argument in sys.argv[1:])
    library = open_library(home)
    print("opened", flush=True)
    repair(library.database, library.index, library.index_name, library.chunker)
    for event in library.pipeline.add_paths(files, CancelToken()):
        print(event.kind, flush=True)
    for event in library.pipeline.run(CancelToken()):
        print(event.kind, getattr(event, "status", getattr(event, "stage", "")), flush=True)
    library.close()


if __name__ == "__main__":
    main()
