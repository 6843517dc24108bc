"""What is known of a document as a whole, packed for its row in the library. Any thread; values only."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

_MOST_NAMES = 12
_MOST_YEARS = 8
_MOST_ABBREVIATIONS = 80
_MOST_PAGES = 6  # of one role
_LONGEST = 160


@dataclass(frozen=True, slots=True)
class RolePage:
    """A page (1-based) that looks as if it had a role; `score` from 0 to 1."""

    number: int
    score: float


@dataclass(frozen=True, slots=True)
class DocumentFacts:
    """What file name, title and first pages say. Empty where they say nothing.

    `names`: organisations and subjects, the likeliest first. `years`: the year it is about first; `quarter`
    1 to 4 or 0. `kind`: a key of `core.search.concepts.Concepts.kinds`. `date`: ISO 8601, the first on its
    pages. `abbreviations`: as the document itself explains them. `roles`: role → pages.
    """

    names: tuple[str, ...] = ()
    years: tuple[int, ...] = ()
    quarter: int = 0
    kind: str = ""
    date: str = ""
    abbreviations: Mapping[str, str] = field(default_factory=dict)
    roles: Mapping[str, tuple[RolePage, ...]] = field(default_factory=dict)


def told_date(facts: DocumentFacts) -> str:
    """The date a document gives itself, or at least the year it is about; empty when it says neither."""
    return facts.date or (f"{facts.years[0]:04d}" if facts.years else "")


def pack_facts(facts: DocumentFacts) -> dict[str, Any]:
    """As JSON values."""
    return {
        "names": list(facts.names),
        "years": list(facts.years),
        "quarter": facts.quarter,
        "kind": facts.kind,
        "date": facts.date,
        "abbreviations": dict(facts.abbreviations),
        "roles": {
            role: [[page.number, round(page.score, 3)] for page in pages]
            for role, pages in facts.roles.items()
        },
    }


def facts_from(packed: Mapping[str, Any]) -> DocumentFacts:
    """What `pack_facts` packed, bounded: it may come from a process that read a hostile file.

    Raises:
        ValueError, KeyError, TypeError, AttributeError: it is something else.
    """
    abbreviations = list(packed["abbreviations"].items())[:_MOST_ABBREVIATIONS]
    return DocumentFacts(
        names=tuple(str(name)[:_LONGEST] for name in packed["names"][:_MOST_NAMES]),
        years=tuple(int(year) for year in packed["years"][:_MOST_YEARS]),
        quarter=int(packed["quarter"]),
        kind=str(packed["kind"])[:_LONGEST],
        date=str(packed["date"])[:10],
        abbreviations={str(short)[:_LONGEST]: str(full)[:_LONGEST] for short, full in abbreviations},
        roles={
            str(role)[:_LONGEST]: tuple(
                RolePage(int(number), float(score)) for number, score in pages[:_MOST_PAGES]
            )
            for role, pages in list(packed["roles"].items())[:50]
        },
    )


def facts_text(facts: DocumentFacts) -> str:
    """For the column `documents.facts`."""
    return json.dumps(pack_facts(facts), ensure_ascii=False, separators=(",", ":"))


def facts_of(text: str) -> DocumentFacts:
    """From the column; nothing is known of documents read before there were facts."""
    try:
        return facts_from(json.loads(text)) if text else DocumentFacts()
    except (ValueError, KeyError, TypeError, AttributeError):
        return DocumentFacts()  # damaged: it is made anew when the document is cut again
