"""Questions to a library with the query that each means, found and told apart by an embedder.

The examples are data (`resources/library_questions.toml`); a question that is read wrongly is mended by one.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection
from functools import cache
from pathlib import Path

from core.judge.exemplars import ExemplarJudge, Exemplars
from core.search.base import Embedder
from core.system.paths import resources

EVERYTHING, TEXTS = "everything", "none"  # beside the buckets
_RIDGE = 0.3
_SURELY_EVERYTHING = 0.15  # below, some of all documents may be meant
_TEXTS_LEAST = 0.2  # by so much the texts must be likelier than every bucket, or the model is asked


class LibraryExamples:
    """Tells what of a library a question means, and finds examples like it; any thread."""

    def __init__(self, embedder: Embedder, cache_folder: Path | None = None) -> None:
        self._queries = _queries()
        kinds = tuple(self._queries)
        rows = [(text, kinds.index(kind)) for kind, of_kind in self._queries.items() for text in of_kind]
        exemplars = Exemplars(kinds, tuple(text for text, _ in rows), tuple(of for _, of in rows))
        self.judge = ExemplarJudge(embedder, exemplars, cache_folder, _RIDGE, finds=True)

    def meant(self, question: str, buckets: Collection[str]) -> str:
        """One of these buckets, or `EVERYTHING` for the whole library; `TEXTS` where no query can answer it.

        Raises:
            core.errors.ModelError: the embedder cannot be used.
        """
        scores = self.judge.scores(question)
        if scores[EVERYTHING] >= _SURELY_EVERYTHING:
            return EVERYTHING
        best = next(kind for kind in scores if kind in buckets)
        return TEXTS if scores[TEXTS] - scores[best] > _TEXTS_LEAST else best

    def nearest(self, question: str, kind: str, count: int) -> list[tuple[str, str]]:
        """(question, query) of the examples that are most like a question, the likest first.

        Raises:
            core.errors.ModelError: the embedder cannot be used.
        """
        queries = self._queries.get(kind, {})  # a bucket of the user's own has none
        return (
            [(text, queries[text]) for text in self.judge.nearest(question, kind, count)] if queries else []
        )


@cache
def _queries() -> dict[str, dict[str, str]]:
    """bucket → question → its query."""
    data = tomllib.loads((resources() / "library_questions.toml").read_text(encoding="utf-8"))
    return {bucket: dict(rows) for bucket, rows in data.items()}
