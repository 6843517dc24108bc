"""A language model for benchmarks that need nothing else of the program."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.engine import Engine
from core.llm.base import ChatModel
from core.settings import Settings
from core.system.paths import AppPaths


@contextmanager
def language_model(paths: AppPaths, name: str) -> Iterator[ChatModel]:
    """A model of the catalogue, from an empty library of its own."""
    settings = Settings.load(paths.settings)
    chosen = settings.models.model_copy(update={"answer_model": name, "server_url": ""})
    with tempfile.TemporaryDirectory(prefix="docuchat-bench-") as folder:
        root = Path(folder)
        home = AppPaths(root / "data", paths.models, root / "cache", root / "logs")
        with Engine.open(home, settings.model_copy(update={"models": chosen})) as engine:
            yield engine.language_model()
