"""What kind of text is this? Told by an embedder from examples, in any language that it knows.

A ridge regression, one line for each kind, the kinds weighed alike: over the vectors of the examples, or,
where there are thousands, over how near each of them is (a Gaussian kernel). The examples are data
(`resources`); what is told wrong is mended there. What was fitted is kept in files: embedding six thousand
short texts takes some minutes of processor time. For the default embedder they come with the program
(`packaging/fitted_kinds.py`).
"""

from __future__ import annotations

import hashlib
import logging
import threading
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from core.search.base import Embedder, Vectors
from core.system.paths import resources

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Exemplars:
    """Texts, each with its kind; kinds in the order of their file."""

    kinds: tuple[str, ...]
    texts: tuple[str, ...]
    of: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Fitted:
    """A linear function for each kind: its weights, and in the last row its constant; of the vector of a
    text, or of its nearness to each of these `examples`."""

    lines: Vectors
    examples: Vectors | None = None
    width: float = 0.0

    def scores(self, vectors: Vectors) -> Vectors:
        """Shape (texts, kinds): near 1 for what is of a kind, near -1 for what is not."""
        near = vectors if self.examples is None else _nearness(vectors, self.examples, self.width)
        return np.asarray(near @ self.lines[:-1] + self.lines[-1], dtype=np.float32)


def load_texts(path: Path) -> dict[str, dict[str, list[str]]]:
    """Kinds → languages → texts."""
    data: dict[str, dict[str, list[str]]] = tomllib.loads(path.read_text(encoding="utf-8"))
    return data


def load_exemplars(path: Path) -> Exemplars:
    """Those of a file, whatever their language."""
    data = load_texts(path)
    rows = [(text, place) for place, by_language in enumerate(data.values()) for text in _all(by_language)]
    return Exemplars(tuple(data), tuple(text for text, _ in rows), tuple(place for _, place in rows))


def fitted(vectors: Vectors, of: Sequence[int], kinds: int, ridge: float, width: float = 0.0) -> Fitted:
    """By least squares. `vectors`: shape (texts, dimensions), of length 1. `width`: of the kernel, in squared
    distances; 0 for none."""
    places = np.asarray(of)
    wanted = np.eye(kinds, dtype=np.float32)[places] * 2 - 1
    weight = 1 / np.bincount(places, minlength=kinds)[places]
    weight = weight / weight.mean()
    bias = wanted.mean(0)
    if width:
        gram = _nearness(vectors, vectors, width) + np.diag(ridge / weight).astype(np.float32)
        lines = np.vstack([np.linalg.solve(gram, wanted - bias), bias])
        return Fitted(lines.astype(np.float32), vectors, width)
    mean = vectors.mean(0)
    centred = vectors - mean
    gram = (centred * weight[:, None]).T @ centred + ridge * np.eye(vectors.shape[1])
    weights = np.linalg.solve(gram, (centred * weight[:, None]).T @ (wanted - bias))
    return Fitted(np.vstack([weights, bias - mean @ weights]).astype(np.float32))


def _nearness(vectors: Vectors, examples: Vectors, width: float) -> Vectors:
    """Shape (texts, examples): 1 for the same, 0 for what is far."""
    return np.asarray(np.exp((vectors @ examples.T - 1) * (2 * width)), dtype=np.float32)


class ExemplarJudge:
    """Tells the kinds of one file of exemplars apart; any thread. `cache`: a folder for what is fitted.

    `width`: see `fitted`. `finds`: it also finds the examples that are like a text. For either the vectors
    of the examples are kept, too.
    """

    def __init__(
        self,
        embedder: Embedder,
        exemplars: Exemplars,
        cache: Path | None,
        ridge: float,
        *,
        width: float = 0.0,
        finds: bool = False,
    ) -> None:
        self._embedder = embedder
        self._exemplars = exemplars
        self._cache = None if cache is None else cache / "exemplars"
        self._ridge = ridge
        self._width = width
        self._keeps_vectors = finds or width > 0
        self._lock = threading.Lock()
        self._fitted: Fitted | None = None
        self._vectors: Vectors | None = None

    @property
    def name(self) -> str:
        """Of the file of what is fitted: changes with the examples, the embedder, and how it is fitted."""
        of = (self._exemplars.kinds, self._exemplars.texts, self._exemplars.of, self._ridge, self._width)
        return f"{hashlib.sha256(repr(of).encode()).hexdigest()[:16]}-{self._embedder.fingerprint}.f32"

    @property
    def files(self) -> tuple[str, ...]:
        """All that is kept of it."""
        return (self.name, self._name_of_vectors) if self._keeps_vectors else (self.name,)

    @property
    def _name_of_vectors(self) -> str:
        return f"{self.name.removesuffix('.f32')}.f16"

    def scores(self, text: str) -> dict[str, float]:
        """Each kind with its score, the likeliest first.

        Raises:
            core.errors.ModelError: the embedder cannot be used.
        """
        with self._lock:
            if self._fitted is None:
                features = len(self._exemplars.texts) if self._width else self._embedder.dimensions
                kept = self._kept(self.name, (features + 1, len(self._exemplars.kinds)), "<f4")
                near = self._vectors_kept() if self._width else None
                if kept is None or (self._width and near is None):
                    self._fitted = self.fit(self._cache)
                else:
                    self._fitted = Fitted(kept, near, self._width)
        told = self._fitted.scores(self._embedder.embed_query(text)[None, :])[0]
        ranked = sorted(zip(self._exemplars.kinds, told, strict=True), key=lambda row: -row[1])
        return {kind: float(score) for kind, score in ranked}

    def nearest(self, text: str, kind: str, count: int) -> list[str]:
        """The examples of a kind that are most like a text, the nearest first.

        Raises:
            core.errors.ModelError: the embedder cannot be used.
        """
        with self._lock:
            if self._vectors is None:
                kept = self._vectors_kept()
                self._vectors = self._embedded(self._cache) if kept is None else kept
        own = np.flatnonzero(np.asarray(self._exemplars.of) == self._exemplars.kinds.index(kind))
        order = np.argsort(-(self._vectors[own] @ self._embedder.embed_query(text)), kind="stable")
        return [self._exemplars.texts[place] for place in own[order[:count]]]

    def fit(self, folder: Path | None) -> Fitted:
        """Embed the examples, and keep what is fitted in `folder`.

        Raises:
            core.errors.ModelError: the embedder cannot be used.
        """
        vectors = self._embedded(folder)
        made = fitted(vectors, self._exemplars.of, len(self._exemplars.kinds), self._ridge, self._width)
        _keep(folder, self.name, made.lines.astype("<f4"))
        return made

    def _embedded(self, folder: Path | None) -> Vectors:
        vectors = np.stack([self._embedder.embed_query(text) for text in self._exemplars.texts])
        if self._keeps_vectors:
            _keep(folder, self._name_of_vectors, vectors.astype("<f2"))
        return vectors

    def _vectors_kept(self) -> Vectors | None:
        shape = (len(self._exemplars.texts), self._embedder.dimensions)
        return self._kept(self._name_of_vectors, shape, "<f2")

    def _kept(self, name: str, shape: tuple[int, int], kind: str) -> Vectors | None:
        """What came with the program, or was made before."""
        for folder in filter(None, (shipped_folder(), self._cache)):
            try:
                read = np.frombuffer((folder / name).read_bytes(), dtype=kind).reshape(shape)
            except FileNotFoundError:
                continue
            except (OSError, ValueError) as error:
                log.warning("%s is made anew: %s", folder / name, error)
            else:
                return read.astype(np.float32)
        return None


def _keep(folder: Path | None, name: str, made: np.ndarray[Any, Any]) -> None:
    if folder is None:
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(made.tobytes())
    except OSError as error:
        log.warning("%s cannot be kept: %s", folder / name, error)


def shipped_folder() -> Path:
    """What was fitted for the default embedder."""
    return resources() / "fitted_kinds"


def _all(by_language: Mapping[str, Sequence[str]]) -> list[str]:
    return [text for texts in by_language.values() for text in texts]
