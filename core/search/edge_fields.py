"""Values of fields in an embedded shard: conditions on them, and the indexes that make these fast.

Measured with Edge 0.9.0 at 100,000 points on a busy computer: a condition takes about a second where its
paths have no index, 1 to 25 ms where they have. An index takes about 220 bytes a value in memory, and making
one 2 to 3 s in which the interpreter lock is held; so only `ALWAYS_INDEXED` are made without being asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import qdrant_edge as qe

from core.search.field_conditions import (
    ALWAYS_INDEXED,
    Bounds,
    FieldConditions,
    compiled,
    is_number_path,
)
from core.search.shards import of_documents


class EdgeKit:
    """Edge's own conditions; see `core.search.field_conditions.ConditionKit`."""

    def one_of(self, path: str, keys: Sequence[str]) -> Any:
        return qe.FieldCondition(path, match=qe.MatchAny(list(keys)))

    def within(self, path: str, bounds: Bounds) -> Any:
        return qe.FieldCondition(path, range=qe.RangeFloat(**bounds))

    def joined(self, *, every: Sequence[Any] = (), one: Sequence[Any] = (), none: Sequence[Any] = ()) -> Any:
        return qe.Filter(must=list(every), should=list(one), must_not=list(none))


def edge_filter(document_ids: Sequence[str] | None, conditions: FieldConditions | None) -> Any:
    """The filter of a query; None when everything is looked through."""
    chosen = None if document_ids is None else of_documents(document_ids)
    if conditions is None:
        return chosen
    within = compiled(conditions, EdgeKit())
    return within if chosen is None else qe.Filter(must=[chosen, within])


def payload_update(document_id: str, payload: Mapping[str, Any]) -> Any:
    """The update that gives all points of a document these parts, in place of parts of the same names."""
    return qe.UpdateOperation.set_payload_by_filter(of_documents([document_id]), dict(payload))


def make_indexes(shard: Any, paths: Sequence[str] = ALWAYS_INDEXED) -> None:
    """Those that are not there yet."""
    known = shard.info().payload_schema
    for path in paths:
        if path not in known:
            kind = qe.PayloadSchemaType.Float if is_number_path(path) else qe.PayloadSchemaType.Keyword
            shard.update(qe.UpdateOperation.create_field_index(path, kind))


def take_indexes(source: Any, target: Any) -> None:
    """Give `target` the indexes that `source` has."""
    make_indexes(target, list(source.info().payload_schema))
