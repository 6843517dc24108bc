"""A library of any size that never existed: chunks with the statistics of real ones, made in batches.

The constants were measured on 10,025 chunks of 20 annual reports and the vectors the default embedder gives
them. Every document is made from its own number, so any batch can be made again without those before it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from core.search.base import IndexPoint, Vectors
from core.text.textspan import word_list
from core.types import Span, chunk_id_for

DIMENSIONS = 384
# Shares of a vector's squared length: what all chunks have in common, the document, a section of it, wording
# that other documents use as well (boilerplate). What is left is the chunk's own.
_COMMON, _DOCUMENT, _SECTION, _WORDING = 0.28, 0.17, 0.26, 0.13
_SECTION_CHUNKS = 8
_WORDINGS = 4000
# Share of the spread that lies in the first so many directions.
_DIRECTIONS = ((0, 0), (1, 0.07), (5, 0.24), (10, 0.37), (20, 0.53), (50, 0.72), (100, 0.85), (200, 0.96))
# Share of the chunks in which the word of this rank occurs, stop words left out.
_WORD_RANKS = ((1, 0.714), (5, 0.459), (10, 0.34), (50, 0.181), (100, 0.128), (500, 0.0286), (2000, 0.0038))
_VOCABULARY = 200_000
_RARE_SLOPE = -1.8  # of the frequencies of words rarer than the last measured one
_WORDS, _STOP_WORDS = 76, 75  # of a chunk, in the middle
_OWN_WORDS, _OWN_SHARE = 300, 0.1  # names and subjects of one document, and how often they are used
_FEW_CHUNKS, _MANY_CHUNKS, _USUAL_CHUNKS = 10, 1440, 450
_COMMON_WORDS = sorted(word_list("the of and to in a for that is as by with on at from or be are was not"))
_SYLLABLES = [first + second for first in "bdfgklmnprstvz" for second in ("a", "o", "u", "an", "ol", "ur")]


@dataclass(frozen=True, slots=True)
class SyntheticDocument:
    """Chunks of one document. `vectors` has shape (chunks, dimensions), rows of unit length."""

    document_id: str
    texts: list[str]
    vectors: Vectors

    def points(self) -> list[IndexPoint]:
        return [
            IndexPoint(chunk_id, self.document_id, text, place // 3 + 1, vector, "en")
            for place, (chunk_id, text, vector) in enumerate(
                zip(self.chunk_ids(), self.texts, self.vectors, strict=True)
            )
        ]

    def chunk_ids(self) -> list[str]:
        return [chunk_id_for(self.document_id, [Span(n, n + 1)]) for n in range(len(self.texts))]


class SyntheticLibrary:
    """Documents that together have `chunks` chunks. The same `seed` gives the same ones."""

    def __init__(self, chunks: int, seed: int = 1, dimensions: int = DIMENSIONS) -> None:
        self._seed = seed
        self._dimensions = dimensions
        sizes = np.random.default_rng([seed, 0]).lognormal(np.log(_USUAL_CHUNKS), 0.9, chunks // 10 + 1)
        sizes = np.clip(sizes, _FEW_CHUNKS, _MANY_CHUNKS).astype(np.int64)
        documents = int(np.searchsorted(np.cumsum(sizes), chunks)) + 1
        self._sizes = sizes[:documents]
        self._sizes[-1] -= self._sizes.sum() - chunks

    def __len__(self) -> int:
        """The number of documents."""
        return len(self._sizes)

    def document_id(self, number: int) -> str:
        return f"{self._seed:08x}{number:024x}"

    def document_ids(self) -> list[str]:
        return [self.document_id(number) for number in range(len(self))]

    def __iter__(self) -> Iterator[SyntheticDocument]:
        return (self.document(number) for number in range(len(self)))

    def document(self, number: int) -> SyntheticDocument:
        rng = np.random.default_rng([self._seed, 1, number])
        size = int(self._sizes[number])
        return SyntheticDocument(self.document_id(number), self._texts(rng, size), self._vectors(rng, size))

    def question(self, number: int) -> tuple[str, Vectors]:
        """Words of a chunk and a vector that is as near to it as a question is to its best passage."""
        rng = np.random.default_rng([self._seed, 2, number])
        document = self.document(int(rng.integers(len(self))))
        place = int(rng.integers(len(document.texts)))
        words = [word for word in document.texts[place].split() if word not in _COMMON_WORDS]
        chosen = rng.choice(words, size=min(len(words), int(rng.integers(4, 15))), replace=False)
        vector = _unit(0.5 * document.vectors[place] + 0.05 * self._common + 0.75 * self._spread(rng, 1)[0])
        return "What is the " + " ".join(chosen) + "?", vector

    # --- inside --------------------------------------------------------------------------------

    def _vectors(self, rng: np.random.Generator, size: int) -> Vectors:
        sections = self._spread(rng, size // _SECTION_CHUNKS + 1).repeat(_SECTION_CHUNKS, axis=0)[:size]
        # Some wordings are used by many, most by few.
        wordings = (rng.random(size) ** 2 * _WORDINGS).astype(np.int64)
        own = 1.0 - _COMMON - _DOCUMENT - _SECTION - _WORDING
        own_lengths = np.sqrt(own * rng.gamma(1.0, 1.0, size)).astype(np.float32)
        return _unit(
            np.sqrt(_COMMON) * self._common
            + np.sqrt(_DOCUMENT) * self._spread(rng, 1)
            + np.sqrt(_SECTION) * sections
            + np.sqrt(_WORDING) * self._wordings[wordings]
            + own_lengths[:, None] * self._spread(rng, size)
        )

    def _spread(self, rng: np.random.Generator, count: int) -> Vectors:
        return rng.standard_normal((count, self._dimensions), dtype=np.float32) * self._scale

    @cached_property
    def _scale(self) -> Vectors:
        ends, shares = zip(
            *(d for d in _DIRECTIONS if d[0] < self._dimensions), (self._dimensions, 1.0), strict=True
        )
        cumulated = np.interp(np.arange(self._dimensions + 1), ends, shares)
        return np.asarray(np.sqrt(np.diff(cumulated)), np.float32)

    @cached_property
    def _common(self) -> Vectors:
        drawn = np.random.default_rng([self._seed, 3]).standard_normal(self._dimensions)
        return _unit(drawn.astype(np.float32))

    @cached_property
    def _wordings(self) -> Vectors:
        return self._spread(np.random.default_rng([self._seed, 4]), _WORDINGS)

    def _texts(self, rng: np.random.Generator, size: int) -> list[str]:
        own = np.exp(rng.uniform(np.log(200), np.log(_VOCABULARY), _OWN_WORDS)).astype(np.int64) - 1
        lengths = np.clip(rng.normal(1.0, 0.18, size), 0.15, 1.5)
        counts = (lengths * _WORDS).astype(np.int64)
        stops = (lengths * _STOP_WORDS).astype(np.int64)
        total = int(counts.sum())
        ranks = np.searchsorted(self._cumulated, rng.random(total))
        owned = rng.random(total) < _OWN_SHARE
        ranks[owned] = own[(rng.random(int(owned.sum())) ** 2 * _OWN_WORDS).astype(np.int64)]
        words = self._words[ranks]
        fill = np.array(_COMMON_WORDS, object)[rng.integers(0, len(_COMMON_WORDS), int(stops.sum()))]
        texts = []
        at = stopped = 0
        for count, stop in zip(counts.tolist(), stops.tolist(), strict=True):
            texts.append(" ".join([*words[at : at + count], *fill[stopped : stopped + stop]]))
            at, stopped = at + count, stopped + stop
        return texts

    @cached_property
    def _cumulated(self) -> NDArray[np.float64]:
        ranks, shares = (np.array(column, float) for column in zip(*_WORD_RANKS, strict=True))
        every = np.arange(1, _VOCABULARY + 1, dtype=float)
        uses = -np.log1p(-shares)  # of a word in a chunk, from the share of chunks that have it
        frequency = np.exp(np.interp(np.log(every), np.log(ranks), np.log(uses)))
        rare = every > ranks[-1]
        frequency[rare] = uses[-1] * (every[rare] / ranks[-1]) ** _RARE_SLOPE
        cumulated = np.cumsum(frequency) / frequency.sum()
        cumulated[-1] = 1.0
        return np.asarray(cumulated, np.float64)

    @cached_property
    def _words(self) -> NDArray[np.object_]:
        return np.array([_word(rank) for rank in range(_VOCABULARY)], object)


def _word(number: int) -> str:
    """A word that no stemmer changes into another: syllables, the last one ends in a consonant."""
    syllables = ""
    number += len(_SYLLABLES)
    while number:
        number, place = divmod(number, len(_SYLLABLES))
        syllables += _SYLLABLES[place]
    return syllables + "k"


def _unit(vectors: Vectors) -> Vectors:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=-1, keepdims=True), np.float32)
