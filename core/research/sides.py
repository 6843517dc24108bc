"""A question about two names that each get an answer: "How do Bolt and Karst store seals?". Pure.

Agent mode takes two names apart where another word says that several are meant ("Pride and Prejudice" is
one). A research that took two companies for one would report on one of them and call it complete, so here a
verb in the plural before the names is enough.
"""

from __future__ import annotations

import re

from core.agent.queries import name_queries

_CAPITAL = r"[A-ZÄÖÜ][\w&.-]*"
_NAMES = rf"{_CAPITAL}(?:\s+{_CAPITAL})*\s+(?:and|und)\s+{_CAPITAL}"
_PLURAL = re.compile(rf"\b(?:do|have|sind|[a-zäöüß]{{2,}}(?:en|ern|eln))\s+(?={_NAMES})")
_SINGULAR = {"do": "does", "have": "has"}


def queries_for_each(question: str) -> tuple[str, ...]:
    """A query for each of the names that the question sets side by side; empty where it sets none."""
    found = name_queries(question)
    plural = _PLURAL.search(question)
    if found or plural is None:
        return found
    verb = plural.group().strip()
    queries = name_queries(f"For each: {question}")
    return tuple(
        re.sub(rf"\b{verb}\b(?=\s+[A-ZÄÖÜ])", _SINGULAR.get(verb, verb), query, count=1) for query in queries
    )
