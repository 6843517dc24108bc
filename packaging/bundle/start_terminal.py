"""The installed `docuchat`."""

import multiprocessing
import sys

if __name__ == "__main__":
    multiprocessing.freeze_support()  # a worker process goes no further
    from core.cli import main

    sys.exit(main())
