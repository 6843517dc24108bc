"""From summaries to segments: the passages of the sections whose summaries are nearest to a question.

For questions that want something explained at length ("Explain the maintenance steps for …"), in documents
that are long enough to have summaries (`core.ingest.stages.summarising`). Any thread.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from core.search.base import ChunkIndex, ScoredPoint, Vectors
from core.store.database import Database
from core.store.summaries import StoredSection, SummaryRepository

_SECTIONS = 5  # that are opened
_PASSAGES = 20  # of them that are ranked
# At the beginning only: "…? If not, explain why" wants a fact.
_EXPLAINED = re.compile(
    r"(?i)\s*(?:please |bitte |(?:can|could|would) you (?:please )?|kannst du |können sie )*(?:"
    r"(?:explain|describe|outline|walk (?:me|us) through|erklär\w*|erläuter\w*|beschreib\w*)\b"
    r"|how (?:to|do i|do we|do you|should i|should we) |wie (?:wird|werden|gehe|muss|soll|kann) "
    r"|.{0,60}\b(?:(?:steps|procedure|instructions) (?:for|of|to)|schritte (?:für|zu[mr]?|bei))\b)"
)


def asks_to_explain(text: str) -> bool:
    """Whether a question wants more than one fact or one sentence."""
    return _EXPLAINED.match(text) is not None


@dataclass(frozen=True, slots=True)
class _Sections:
    """All sections with vectors of one length, a row each."""

    stamp: int
    sections: tuple[StoredSection, ...]
    vectors: Vectors


class SectionFinder:
    """Finds passages in one library; what it knows of summaries is read anew when they changed."""

    def __init__(self, database: Database, index: ChunkIndex) -> None:
        self._database = database
        self._index = index
        self._summaries = SummaryRepository(database)
        self._lock = threading.Lock()
        self._known: _Sections | None = None

    def find(self, vector: Vectors, allowed: Collection[str]) -> list[ScoredPoint]:
        """Passages of the nearest sections of these documents, the best first.

        Raises:
            core.errors.StorageError: the index or the library cannot be read.
        """
        known = self._current(len(vector))
        if not known.sections:
            return []
        nearness = known.vectors @ vector
        order = [place for place in np.argsort(-nearness) if known.sections[place].document_id in allowed]
        owner: dict[str, str] = {}
        for place in order[:_SECTIONS]:
            section = known.sections[place]
            rows = self._database.query(
                "SELECT chunk_id FROM chunks WHERE document_id = ? AND idx BETWEEN ? AND ?",
                (section.document_id, section.first_chunk, section.last_chunk),
            )
            owner |= {row["chunk_id"]: section.document_id for row in rows}
        cosines = self._index.cosines(vector, list(owner))
        points = [ScoredPoint(name, owner[name], score) for name, score in cosines.items()]
        return sorted(points, key=lambda point: -point.score)[:_PASSAGES]

    def _current(self, dimensions: int) -> _Sections:
        stamp = self._summaries.stamp()
        with self._lock:
            known = self._known
            if known is None or known.stamp != stamp:
                length = 2 * dimensions  # float16; those of another embedder are about to be made anew
                kept = tuple(one for one in self._summaries.sections() if len(one.vector) == length)
                joined = np.frombuffer(b"".join(one.vector for one in kept), dtype=np.float16)
                vectors = joined.reshape(len(kept), dimensions).astype(np.float32)
                known = self._known = _Sections(stamp, kept, vectors)
            return known
