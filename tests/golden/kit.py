"""Real libraries for the recordings: files, SQLite and Edge shard, with the same numbers on every machine."""

from __future__ import annotations

import datetime
import hashlib
import math
import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import numpy.typing as npt

from core.cancel import CancelToken
from core.engine import Engine
from core.judge.similarity import TextSimilarity
from core.llm.base import ChatModel
from core.models.catalogue import load_catalogue
from core.models.store import InstalledModel, ModelStore
from core.plans.request_kinds import RequestKinds
from core.runs.recorder import carry_out
from core.search.base import ScoredPoint, Vectors
from core.search.edge import EdgeIndex
from core.settings import LibrarySettings, Settings
from core.system.paths import AppPaths
from core.types.requests import FollowUp
from tests.library_kit import request_kinds, write_tokenizer

_WORDS = 512
_LENGTH = 2048
_LONG_WORD = 4
_TIES = 500  # so many more hits are looked at than are wanted


class ExactEmbedder:
    """Words as random signs, added up and brought to length 1 without an error of rounding.

    Components are whole numbers by 2048 whose squares add up to exactly 2048²: four more components take
    what is missing. So no order of additions, on no processor, changes a cosine; and two hardly ever tie.
    """

    fingerprint = "exact-1"
    dimensions = _WORDS + 4
    unrelated = 0.0

    def embed(self, texts: Sequence[str]) -> Vectors:
        rows = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            total = np.ones(_WORDS, dtype=np.int64)
            for word in re.findall(r"\w+", text.lower()):
                bits = np.frombuffer(hashlib.shake_256(word.encode()).digest(_WORDS // 8), np.uint8)
                total += (np.unpackbits(bits).astype(np.int64) * 2 - 1) * (
                    3 if len(word) >= _LONG_WORD else 1
                )
            row[:] = _of_length(total) / _LENGTH
        return rows

    def embed_query(self, text: str) -> Vectors:
        vector: Vectors = self.embed([text])[0]
        return vector

    def count_tokens(self, text: str) -> int:
        return len(text.split())

    def close(self) -> None:
        pass


def _of_length(total: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """In the direction of `total`, four components longer, with squares that add up to `_LENGTH`²."""
    scale = _LENGTH / math.sqrt(int(total @ total))
    while True:
        whole = np.rint(total * scale).astype(np.int64)
        left = _LENGTH**2 - int(whole @ whole)
        if left >= 0:
            return np.concatenate([whole, np.array(_four_squares(left), dtype=np.int64)])
        scale *= 0.9999


def _four_squares(number: int) -> tuple[int, int, int, int]:
    """Four numbers whose squares add up to it; as Lagrange has proved, there always are."""
    for a in range(math.isqrt(number), -1, -1):
        for b in range(math.isqrt(number - a * a), -1, -1):
            for c in range(math.isqrt(number - a * a - b * b), -1, -1):
                rest = number - a * a - b * b - c * c
                if math.isqrt(rest) ** 2 == rest:
                    return a, b, c, math.isqrt(rest)
    raise AssertionError(f"{number} is no sum of four squares")


class _KitModels(ModelStore):
    """Has the tokenizer of the kit in the place of every model."""

    def require(self, model_id: str) -> InstalledModel:
        folder = write_tokenizer(self.models_dir / "kit")
        return InstalledModel(self.catalogue.entry(model_id), folder, folder / "tokenizer.json", "")


class _SettledIndex(EdgeIndex):
    """The real index, whose equal scores come in no order of their own: here in that of the chunk ids."""

    def search_dense(self, vector: Vectors, limit: int, *given: Any, **more: Any) -> list[ScoredPoint]:
        return _settled(super().search_dense(vector, limit + _TIES, *given, **more), limit)

    def search_keywords(self, query: str, limit: int, *given: Any, **more: Any) -> list[ScoredPoint]:
        return _settled(super().search_keywords(query, limit + _TIES, *given, **more), limit)


def _settled(points: Sequence[ScoredPoint], limit: int) -> list[ScoredPoint]:
    return sorted(points, key=lambda point: (-round(point.score, 5), point.chunk_id))[:limit]


class _ToldByTheUser(RequestKinds):
    """Kinds of requests are those that a question names: the kit's embedder knows no meaning. Follow-ups are
    told by the real one."""

    def __init__(self, _embedder: object, _cache: Path) -> None:
        super().__init__(None)

    def follow_up_of(self, text: str) -> FollowUp:
        return request_kinds().follow_up_of(text)


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
    without_judge = settings.models.model_copy(update={"judge_model": ""})  # its scores differ by processor
    settings = settings.model_copy(
        update={"library": LibrarySettings(ocr="off", backups="off"), "models": without_judge}
    )
    with ExitStack() as opened:
        opened.enter_context(patch("core.engine.library.embedder_of", lambda _installed: ExactEmbedder()))
        # It knows no meaning, which would tell the judge that nothing is alike.
        opened.enter_context(patch("core.engine.library.TextSimilarity", lambda _embedder: TextSimilarity()))
        opened.enter_context(patch("core.engine.library.EdgeIndex", _SettledIndex))
        opened.enter_context(patch("core.engine.library.RequestKinds", _ToldByTheUser))
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
