"""What changes in an index while a copy of it is worked on, and how the copy catches up.

Only ids are noted: what a point has become is read from the index itself, so the order of changes to one
point does not matter. Pure but for the shards it is given; whoever notes and replays sees to the locking.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import qdrant_edge as qe

from core.search.shards import of_documents

_AT_ONCE = 100


@dataclass(slots=True)
class Journal:
    """Points that were written or deleted, and documents that were deleted; some may be there again."""

    chunk_ids: set[str] = field(default_factory=set)
    document_ids: set[str] = field(default_factory=set)

    def note(self, chunk_ids: Sequence[str], document_id: str = "") -> None:
        self.chunk_ids.update(chunk_ids)
        if document_id:
            self.document_ids.add(document_id)

    def size(self) -> int:
        return len(self.chunk_ids) + len(self.document_ids)


def replay(journal: Journal, copy: Any, source: Any) -> None:
    """Make the noted points in the shard `copy` what they are in `source`, which may go on changing."""
    for document_id in journal.document_ids:
        copy.update(qe.UpdateOperation.delete_points_by_filter(of_documents([document_id])))
    ids = iter(journal.chunk_ids)
    while part := list(islice(ids, _AT_ONCE)):
        records = source.retrieve(part, True, True)
        if records:
            points = [qe.Point(found.id, found.vector, found.payload) for found in records]
            copy.update(qe.UpdateOperation.upsert_points(points))
        present = {str(found.id) for found in records}
        gone: list[qe.PointId] = [chunk_id for chunk_id in part if chunk_id not in present]
        if gone:
            copy.update(qe.UpdateOperation.delete_points(gone))
