"""Real libraries for the recordings: files, SQLite and Edge shard, with the same numbers on every machine."""

from __future__ import annotations

import datetime
import hashlib
import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from unittest.mock import patch

import numpy as np

from core.cancel import CancelToken
from core.engine import Engine
from core.llm.base import ChatModel
from core.models.catalogue import load_catalogue
from core.models.store import InstalledModel, ModelStore
from core.runs.recorder import carry_out
from core.search.base import Vectors
from core.settings import LibrarySettings, Settings
from core.system.paths import AppPaths
from tests.library_kit import write_tokenizer

_DIMENSIONS = 1024
_SHARED = 192  # texts about different things are a little alike, as with a real encoder
_LONG_WORD = 4


class SignEmbedder:
    """Words summed as random signs, of which only the signs stay.

    Every component is 1/32 or −1/32: the length is exactly 1, and no order of additions, on no processor,
    changes a cosine.
    """

    fingerprint = "signs-1"
    dimensions = _DIMENSIONS

    def embed(self, texts: Sequence[str]) -> Vectors:
        rows = np.empty((len(texts), _DIMENSIONS), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            total = np.zeros(_DIMENSIONS, dtype=np.int64)
            for word in re.findall(r"\w+", text.lower()):
                bits = np.frombuffer(hashlib.shake_256(word.encode()).digest(_DIMENSIONS // 8), np.uint8)
                signs = np.unpackbits(bits).astype(np.int64) * 2 - 1
                total += signs * (3 if len(word) >= _LONG_WORD else 1)
            total[:_SHARED] = 1
            row[:] = np.where(total >= 0, 1 / 32, -1 / 32)
        return rows

    def embed_query(self, text: str) -> Vectors:
        vector: Vectors = self.embed([text])[0]
        return vector

    def count_tokens(self, text: str) -> int:
        return len(text.split())

    def close(self) -> None:
        pass


class _KitModels(ModelStore):
    """Has the tokenizer of the kit in the place of every model."""

    def require(self, model_id: str) -> InstalledModel:
        folder = write_tokenizer(self.models_dir / "kit")
        return InstalledModel(self.catalogue.entry(model_id), folder, folder / "tokenizer.json", "")


class _FirstOfJune(datetime.datetime):
    """A clock for questions that say "this year"."""

    @classmethod
    def now(cls, tz: datetime.tzinfo | None = None) -> _FirstOfJune:
        return cls(2026, 6, 1, 12, tzinfo=tz)


@contextmanager
def open_engine(
    home: Path, settings: Settings | None = None, model: ChatModel | None = None
) -> Iterator[Engine]:
    """The engine on the library below `home`, with nothing in it that depends on machine or day."""
    paths = AppPaths(home / "data", home / "models", home / "cache", home / "logs")
    settings = settings or Settings()
    settings = settings.model_copy(update={"library": LibrarySettings(ocr="off", backups="off")})
    with ExitStack() as opened:
        opened.enter_context(patch("core.engine.library.embedder_of", lambda _installed: SignEmbedder()))
        opened.enter_context(patch("core.engine.modes.datetime", _FirstOfJune))
        engine = opened.enter_context(Engine.open(paths, settings, model))
        engine.models = _KitModels(paths.models, load_catalogue(), found_folders=())
        yield engine


def index(home: Path, files: Sequence[Path]) -> None:
    """Read the files into the library below `home`, in this order."""
    with open_engine(home) as engine:
        carry_out(engine.add_paths(files, CancelToken()), lambda _event: None)
        carry_out(engine.ingest(CancelToken()), lambda _event: None)


def write_pdf(path: Path, pages: Sequence[str]) -> None:
    """A PDF whose bytes depend on its text alone."""
    import pymupdf

    with pymupdf.open() as document:
        for text in pages:
            page = document.new_page(width=612, height=792)
            page.insert_textbox(pymupdf.Rect(72, 72, 540, 740), text, fontsize=10)
        document.save(path, no_new_id=True)
