"""The filter language over the fields of a bucket: one tree, read from JSON or text, checked by the schema.

Two-valued: a comparison with a missing value is false, `!=` too; `IS NULL` is true for missing values and for
nothing else; NOT is the plain complement. Texts, enums and yes/no are compared by `Value.key`, numbers, money
and dates by `Value.number`; money that is compared with a currency needs the same one.

The tree is evaluated here (`matches`, the definition) and in SQL (`core.store.fields.filters`); both select
the same documents. Pure functions, any thread.
"""

from core.fields.filters.condition_parsing import parse_filter
from core.fields.filters.describing import described
from core.fields.filters.evaluate import matches
from core.fields.filters.packing import to_packed
from core.fields.filters.patterns import containing
from core.fields.filters.tree import (
    EVERYTHING,
    And,
    Comparison,
    Filter,
    IsNull,
    Not,
    Operator,
    Or,
    fields_of,
)
from core.fields.filters.undecided import undecided
from core.fields.filters.where import parse_where

__all__ = [
    "EVERYTHING",
    "And",
    "Comparison",
    "Filter",
    "IsNull",
    "Not",
    "Operator",
    "Or",
    "containing",
    "described",
    "fields_of",
    "matches",
    "parse_filter",
    "parse_where",
    "to_packed",
    "undecided",
]
