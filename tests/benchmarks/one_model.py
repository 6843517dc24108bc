"""A language model for benchmarks that need nothing else of the program."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.engine import Engine
from core.llm.base import ChatModel
from core.system.paths import AppPaths
from tests.benchmarks.settings import home_in, settings_with


@contextmanager
def language_model(paths: AppPaths, name: str) -> Iterator[ChatModel]:
    """A model of the catalogue, from an empty library of its own."""
    settings = settings_with(paths, name)
    chosen = settings.models.model_copy(update={"server_url": ""})
    with tempfile.TemporaryDirectory(prefix="docuchat-bench-") as folder:
        home = home_in(Path(folder), paths)
        with Engine.open(home, settings.model_copy(update={"models": chosen})) as engine:
            yield engine.language_model()
