"""How many documents a filter leaves open, because they lack a value that it compares.

Which documents pass each comparison is asked once and put together in Python: as one statement, the
sub-selects of all values took a third of a second at 50,000 invoices. Any thread, through `Database`.
"""

from __future__ import annotations

from collections.abc import Mapping

from core.fields.filters import EVERYTHING, Comparison, Filter, fields_of, undecided
from core.fields.filters.undecided import Ids, is_open_alone
from core.fields.schema import BucketSchema
from core.store.fields.selection import FieldSelection


def open_documents(
    selection: FieldSelection, schema: BucketSchema, where: Filter, of: int
) -> Mapping[str, int]:
    """field → documents without a value of it that neither pass nor fail by what else is known of them, for
    each field that is compared.

    Args:
        of: how many documents the selection has.
    """
    specs = [spec for name in fields_of(where) if (spec := schema.field(name)) is not None]
    missing = {spec.name: of - selection.with_value(spec, EVERYTHING) for spec in specs}
    if len(specs) < 2:
        return {name: count if is_open_alone(where, name) else 0 for name, count in missing.items()}
    sets = _Sets(selection, schema)
    return {
        name: len(undecided(where, name, sets.lacking, sets.passing)) if count else 0
        for name, count in missing.items()
    }


class _Sets:
    """Which documents lack a field or pass a comparison, each asked once."""

    def __init__(self, selection: FieldSelection, schema: BucketSchema) -> None:
        self._selection = selection
        self._schema = schema
        self._lacking: dict[str, Ids] = {}
        self._passing: dict[Comparison, Ids] = {}
        self._every: Ids | None = None

    def lacking(self, name: str) -> Ids:
        if name not in self._lacking:
            if self._every is None:
                self._every = frozenset(self._selection.ids(EVERYTHING))
            spec = self._schema.field(name)
            held = self._selection.columns(spec, ("document_ids",), EVERYTHING).document_ids if spec else ()
            self._lacking[name] = self._every.difference(held)
        return self._lacking[name]

    def passing(self, comparison: Comparison) -> Ids:
        if comparison not in self._passing:
            self._passing[comparison] = frozenset(self._selection.ids(comparison))
        return self._passing[comparison]
