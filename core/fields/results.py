"""What questions to the fields of a bucket are answered with. Values only.

Each says how many documents it does not speak of because they have no value: a sum over 40 of 50 invoices is
no sum of 50.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from core.fields.values import Value


@dataclass(frozen=True, slots=True)
class DocumentPage:
    """Some of the documents that match, in order. `count`: all that match; `without`: those of them that
    have no value of the field they are ordered by, and come last."""

    document_ids: tuple[str, ...]
    count: int
    without: int = 0


@dataclass(frozen=True, slots=True)
class NamedText:
    """A document's value of a text field. `key`: as it is compared; `shown`: as it is read."""

    document_id: str
    key: str
    shown: str


@dataclass(frozen=True, slots=True)
class Counted:
    """`count` of `of` documents match. `without`: field → documents of these that have no value of it, for
    each field that is compared, and that neither pass nor fail by what else is known of them; whether they
    would match nobody knows."""

    count: int
    of: int
    without: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Amount:
    """A sum or average over `documents`, exact in its decimals; `unit`: currency, or unit of the field,
    empty where none is known."""

    unit: str
    figure: Decimal
    documents: int


@dataclass(frozen=True, slots=True)
class Amounts:
    """One for each unit, the most documents first: currencies are never added up."""

    per_unit: tuple[Amount, ...]
    without: int


@dataclass(frozen=True, slots=True)
class Extreme:
    """The least and the greatest value in one unit, each with documents that have it."""

    unit: str
    least: Value
    least_documents: tuple[str, ...]
    greatest: Value
    greatest_documents: tuple[str, ...]
    documents: int


@dataclass(frozen=True, slots=True)
class Extremes:
    """One for each unit, the most documents first."""

    per_unit: tuple[Extreme, ...]
    without: int


@dataclass(frozen=True, slots=True)
class Group:
    """Documents with the same value. `key`: as it is compared ("acme gmbh", "2023", "2023-04"); `shown`: as
    it is read. `amounts`: what was added up, one for each unit."""

    key: str
    shown: str
    documents: int
    amounts: tuple[Amount, ...] = ()


@dataclass(frozen=True, slots=True)
class Groups:
    """`count`: all groups there are. `without`: documents that are in none; `without_amount`: documents in
    groups that have nothing to add up."""

    groups: tuple[Group, ...]
    count: int
    without: int
    without_amount: int = 0
