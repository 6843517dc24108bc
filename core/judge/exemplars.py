"""What kind of text is this? Told by an embedder from examples, in any language that it knows.

A ridge regression over the vectors of the examples, one line for each kind, the kinds weighed alike. The
examples are data (`resources`); what is told wrong is mended there. Vectors are kept in a file: embedding
some hundred short texts takes seconds.
"""

from __future__ import annotations

import hashlib
import logging
import threading
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from core.search.base import Embedder, Vectors

RIDGE = 3.0  # chosen on everyday requests, tuned half, and questions of XQuAD: `tests.benchmarks requests`
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Exemplars:
    """Texts, each with its kind; kinds in the order of their file."""

    kinds: tuple[str, ...]
    texts: tuple[str, ...]
    of: tuple[int, ...]

    @property
    def fingerprint(self) -> str:
        """Changes with any of the texts."""
        return hashlib.sha256("\n".join(self.texts).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Fitted:
    """A linear function for each kind, of vectors around `mean`."""

    mean: Vectors
    weights: Vectors
    bias: Vectors

    def scores(self, vectors: Vectors) -> Vectors:
        """Shape (texts, kinds): near 1 for what is of a kind, near -1 for what is not."""
        return np.asarray((vectors - self.mean) @ self.weights + self.bias, dtype=np.float32)


def load_exemplars(path: Path) -> Exemplars:
    """Kinds → languages → texts."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    rows = [(text, place) for place, by_language in enumerate(data.values()) for text in _all(by_language)]
    return Exemplars(tuple(data), tuple(text for text, _ in rows), tuple(place for _, place in rows))


def fitted(vectors: Vectors, of: Sequence[int], kinds: int, ridge: float = RIDGE) -> Fitted:
    """By least squares."""
    places = np.asarray(of)
    wanted = np.eye(kinds, dtype=np.float32)[places] * 2 - 1
    weight = 1 / np.bincount(places, minlength=kinds)[places]
    weight = weight / weight.mean()
    mean, bias = vectors.mean(0), wanted.mean(0)
    centred = vectors - mean
    gram = (centred * weight[:, None]).T @ centred + ridge * np.eye(vectors.shape[1])
    weights = np.linalg.solve(gram, (centred * weight[:, None]).T @ (wanted - bias))
    return Fitted(mean, weights.astype(np.float32), bias)


class ExemplarJudge:
    """Tells the kinds of one file of exemplars apart; any thread. `cache`: a folder for their vectors."""

    def __init__(
        self, embedder: Embedder, exemplars: Exemplars, cache: Path | None, ridge: float = RIDGE
    ) -> None:
        self._embedder = embedder
        self._exemplars = exemplars
        self._cache = cache
        self._ridge = ridge
        self._lock = threading.Lock()
        self._fitted: Fitted | None = None
        self._embedded: Vectors | None = None

    def scores(self, text: str) -> dict[str, float]:
        """Each kind with its score, the likeliest first.

        Raises:
            core.errors.ModelError: the embedder cannot be used.
        """
        with self._lock:
            if self._fitted is None:
                self._fitted = fitted(
                    self._known(), self._exemplars.of, len(self._exemplars.kinds), self._ridge
                )
        told = self._fitted.scores(self._embedder.embed_query(text)[None, :])[0]
        ranked = sorted(zip(self._exemplars.kinds, told, strict=True), key=lambda row: -row[1])
        return {kind: float(score) for kind, score in ranked}

    def nearest(self, text: str, kind: str, count: int) -> list[str]:
        """The examples of a kind that are most like a text, the nearest first.

        Raises:
            core.errors.ModelError: the embedder cannot be used.
        """
        with self._lock:
            vectors = self._known()
        own = np.flatnonzero(np.asarray(self._exemplars.of) == self._exemplars.kinds.index(kind))
        order = np.argsort(-(vectors[own] @ self._embedder.embed_query(text)), kind="stable")
        return [self._exemplars.texts[place] for place in own[order[:count]]]

    def _known(self) -> Vectors:
        if self._embedded is None:
            self._embedded = self._vectors()
        return self._embedded

    def _vectors(self) -> Vectors:
        shape = (len(self._exemplars.texts), self._embedder.dimensions)
        name = f"{self._exemplars.fingerprint}-{self._embedder.fingerprint}.f32"
        path = None if self._cache is None else self._cache / "exemplars" / name
        if path is not None and path.exists():
            try:
                return np.frombuffer(path.read_bytes(), dtype="<f4").reshape(shape).astype(np.float32)
            except (OSError, ValueError) as error:
                log.warning("%s is made anew: %s", path, error)
        made = np.stack([self._embedder.embed_query(text) for text in self._exemplars.texts])
        if path is not None:
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(made.astype("<f4").tobytes())
            except OSError as error:
                log.warning("%s cannot be kept: %s", path, error)
        return made


def _all(by_language: Mapping[str, Sequence[str]]) -> list[str]:
    return [text for texts in by_language.values() for text in texts]
