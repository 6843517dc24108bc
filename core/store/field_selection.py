"""Which documents and which values of theirs the questions to a bucket's fields are about. Any thread,
through `Database`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from core.fields.filters import EVERYTHING, Filter
from core.fields.filters.tree import needs_value
from core.fields.schema import FieldSpec
from core.fields.values import Method
from core.store.database import Database
from core.store.field_filters import DocumentColumn, condition_of
from core.types import DocumentStatus

# Most documents can be searched: leaving out the others is a shorter list than naming these.
_UNREADY = ", ".join(f"'{status.value}'" for status in DocumentStatus if not status.can_be_searched)
_READY = f"NOT IN (SELECT document_id FROM documents WHERE status IN ({_UNREADY}))"  # noqa: S608 - constants
# What was read of a document stands in its own bucket only; what the user entered stays in others, too.
_PLACED = (
    f"(held.method != '{Method.USER.value}' OR EXISTS (SELECT 1 FROM sorted_documents AS placed "  # noqa: S608
    "WHERE placed.document_id = held.document_id AND placed.bucket = held.bucket))"
)


class FieldSelection:
    """The documents of one bucket that can be searched; of these the selected ones.

    Conditions are SQL with what is bound to its question marks; nothing but constants is written into it.

    Args:
        document_ids: only these; None: all of the bucket.
    """

    def __init__(self, database: Database, bucket: str, document_ids: Sequence[str] | None) -> None:
        self._database = database
        self._bucket = bucket
        self._selected = None if document_ids is None else json.dumps(list(document_ids))

    def placed(self, where: Filter) -> tuple[str, list[object]]:
        """The condition that a row `placed` of `sorted_documents` counts."""
        sql, bound = self._selection(where, "placed.document_id")
        return f"placed.bucket = ? AND {sql}", [self._bucket, *bound]

    def held(self, spec: FieldSpec, where: Filter) -> tuple[str, list[object]]:
        """The condition that a row `held` of `fields` is a value of the field in a document that counts."""
        sql, bound = self._selection(where, "held.document_id", own=spec.name)
        held = f"held.bucket = ? AND held.field = ? AND {column(spec)} IS NOT NULL AND {_PLACED} AND {sql}"
        return held, [self._bucket, spec.name, *bound]

    def _selection(self, where: Filter, document: DocumentColumn, own: str = "") -> tuple[str, list[object]]:
        sql, bound = f"{document} {_READY}", list[object]()
        if self._selected is not None:
            sql += f" AND {document} IN (SELECT value FROM json_each(?))"  # noqa: S608 - a constant
            bound.append(self._selected)
        if where != EVERYTHING:
            condition = condition_of(where, self._bucket, document, own=own)
            sql += f" AND ({condition.sql})"
            bound += condition.parameters
        return sql, bound

    def count(self, where: Filter) -> int:
        """How many documents match."""
        if where == EVERYTHING and self._selected is None:  # without a look at each document
            row = self._database.query_one(
                "SELECT (SELECT COUNT(*) FROM sorted_documents WHERE bucket = ?) - (SELECT COUNT(*) "  # noqa: S608
                "FROM documents CROSS JOIN sorted_documents AS placed USING (document_id) "
                f"WHERE documents.status IN ({_UNREADY}) AND placed.bucket = ?)",
                (self._bucket, self._bucket),
            )
        else:
            sql, bound = self.placed(where)
            row = self._database.query_one(
                f"SELECT COUNT(*) FROM sorted_documents AS placed WHERE {sql}",  # noqa: S608 - constants
                bound,
            )
        return int(row[0]) if row else 0

    def without(self, spec: FieldSpec, where: Filter, held: int) -> int:
        """How many match and have no value, where `held` have one."""
        return 0 if needs_value(where, spec.name) else self.count(where) - held

    def with_value(self, spec: FieldSpec, where: Filter) -> int:
        """How many of them have a value of the field."""
        sql, bound = self.held(spec, where)
        row = self._database.query_one(
            f"SELECT COUNT(*) FROM fields AS held WHERE {sql}",  # noqa: S608 - constants
            bound,
        )
        return int(row[0]) if row else 0

    def without_value(self, spec: FieldSpec, where: Filter, limit: int, offset: int) -> list[str]:
        """Some of those that have none."""
        sql, bound = self.placed(where)
        rows = self._database.query(
            f"SELECT placed.document_id FROM sorted_documents AS placed WHERE {sql} "  # noqa: S608 - constants
            "AND placed.document_id NOT IN (SELECT held.document_id FROM fields AS held "
            f"WHERE held.bucket = ? AND held.field = ? AND {column(spec)} IS NOT NULL) "
            "ORDER BY placed.document_id LIMIT ? OFFSET ?",
            (*bound, self._bucket, spec.name, limit, offset),
        )
        return [row[0] for row in rows]


def column(spec: FieldSpec) -> str:
    """What values of a field are compared and ordered by, in rows `held`."""
    return "held.number" if spec.type.is_ordered else "held.key"
