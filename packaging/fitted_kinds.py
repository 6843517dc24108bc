"""Fits `resources/fitted_kinds`: what tells kinds of requests apart with the default embedder.

    .venv/bin/python packaging/fitted_kinds.py

Run it when examples of `resources/*.toml` or the default embedder have changed; else the program fits them
itself before its first answer, which takes some minutes of processor time.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from core.judge.exemplars import shipped_folder
from core.models.catalogue import load_catalogue
from core.models.store import ModelStore
from core.plans.request_kinds import RequestKinds
from core.search.embedder import embedder_of
from core.settings import Settings
from core.system.paths import AppPaths


def main() -> None:
    models = ModelStore(AppPaths.from_environment().models, load_catalogue())
    kinds = RequestKinds(embedder_of(models.require(Settings().models.embedding_model)))
    shutil.rmtree(shipped_folder(), ignore_errors=True)
    for judge in kinds.judges:
        judge.fit(shipped_folder())


if __name__ == "__main__":
    main()
