"""Values of fields on a Qdrant server: conditions on them as `qdrant-client` has them. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence

from qdrant_client import models

from core.search.field_conditions import Bounds, FieldConditions, compiled


class ServerKit:
    """The server's own conditions; see `core.search.field_conditions.ConditionKit`."""

    def one_of(self, path: str, keys: Sequence[str]) -> models.Condition:
        return models.FieldCondition(key=path, match=models.MatchAny(any=list(keys)))

    def within(self, path: str, bounds: Bounds) -> models.Condition:
        return models.FieldCondition(key=path, range=models.Range(**bounds))

    def joined(
        self,
        *,
        every: Sequence[models.Condition] = (),
        one: Sequence[models.Condition] = (),
        none: Sequence[models.Condition] = (),
    ) -> models.Condition:
        return models.Filter(must=list(every), should=list(one) or None, must_not=list(none))


def server_filter(
    document_ids: Sequence[str] | None, conditions: FieldConditions | None
) -> models.Filter | None:
    """The filter of a query; None when everything is looked through."""
    parts: list[models.Condition] = []
    if document_ids is not None:
        parts.append(of_documents(document_ids))
    if conditions is not None:
        parts.append(compiled(conditions, ServerKit()))
    return models.Filter(must=parts) if parts else None


def of_documents(document_ids: Sequence[str]) -> models.Filter:
    """The condition that a point belongs to one of these."""
    match = models.MatchAny(any=list(document_ids))
    return models.Filter(must=[models.FieldCondition(key="document_id", match=match)])
