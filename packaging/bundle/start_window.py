"""The installed `docuchat-desktop`."""

import gc
import multiprocessing
import sys

if __name__ == "__main__":
    multiprocessing.freeze_support()  # a worker process goes no further
    gc.disable()  # nothing that is imported is garbage; desktop/garbage.py takes over, once a second
    from desktop.start import main

    sys.exit(main())
