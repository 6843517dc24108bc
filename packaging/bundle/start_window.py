"""The installed `docuchat-desktop`; with `--prove`, the proof that it works."""

import gc
import multiprocessing
import sys

if __name__ == "__main__":
    multiprocessing.freeze_support()  # a worker process goes no further
    gc.disable()  # nothing that is imported is garbage; desktop/start/garbage.py takes over, once a second
    if "--prove" in sys.argv:
        from bundle.window_proof import main as prove

        sys.exit(prove(sys.argv[1:]))
    from desktop.start.started import main

    sys.exit(main())
