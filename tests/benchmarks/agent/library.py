"""The library that tasks are asked of, and the texts in it that answers are judged by."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from pathlib import Path

from core.engine import Engine
from core.settings import Settings
from core.system.paths import AppPaths
from tests.benchmarks.agent.facts import PageText

ChunkText = Callable[[str, str], str]  # document id, chunk id → its text, empty when there is no such chunk


@contextmanager
def opened_library(paths: AppPaths, settings: Settings, library: Path | None) -> Iterator[Engine]:
    """The engine on the data home `library`, or on a temporary one; models are where `paths` says."""
    with ExitStack() as closing:
        home = library or Path(closing.enter_context(tempfile.TemporaryDirectory(prefix="docuchat-bench-")))
        home_paths = AppPaths(home / "data", paths.models, home / "cache", home / "logs")
        yield closing.enter_context(Engine.open(home_paths, settings))


def page_texts(engine: Engine) -> PageText:
    @lru_cache(maxsize=128)
    def text(document_id: str, number: int) -> str:
        page = engine.page(document_id, number) if number > 0 else None
        return page.text if page else ""

    return text


def chunk_texts(engine: Engine) -> ChunkText:
    retriever = engine.retriever()

    def text(document_id: str, chunk_id: str) -> str:
        found = retriever.open_chunk(document_id, chunk_id)
        return found[1].text if found else ""

    return text
