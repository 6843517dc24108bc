"""A question about two names that each get an answer: "How do Bolt and Karst store seals?". Pure.

Agent mode takes two names apart where another word says that several are meant ("Pride and Prejudice" is
one). A research that took two companies for one would report on one of them and call it complete, so here a
verb in the plural before the names is enough.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.agent.queries import name_queries
from core.answer.asking.question import question_parts

_CAPITAL = r"[A-ZÄÖÜ][\w&.-]*"
_NAMES = rf"{_CAPITAL}(?:\s+{_CAPITAL})*\s+(?:and|und)\s+{_CAPITAL}"
_PLURAL = re.compile(rf"\b(?:do|have|sind|[a-zäöüß]{{2,}}(?:en|ern|eln))\s+(?={_NAMES})")
# "Wie lagern Bolt und Karst Dichtungen?": nothing tells where the second name ends and its matter begins.
_NOUN_AFTER = re.compile(
    rf"{_CAPITAL}(?:\s+{_CAPITAL})*\s+und\s+{_CAPITAL}\s+(?!(?:GmbH|AG|SE|KG)\b)[A-ZÄÖÜ]"
)
_SINGULAR = {"do": "does", "have": "has"}


def queries_for_each(question: str) -> tuple[str, ...]:
    """A query for each of the names that the question sets side by side; empty where it sets none."""
    found = name_queries(question)
    plural = _PLURAL.search(question)
    if found or plural is None or _NOUN_AFTER.match(question, plural.end()):
        return found
    verb = plural.group().strip()
    queries = name_queries(f"For each: {question}")
    return tuple(
        re.sub(rf"\b{verb}\b(?=\s+[A-ZÄÖÜ])", _SINGULAR.get(verb, verb), query, count=1).replace(
            " themselves", " itself"
        )
        for query in queries
    )


def parts_for_each(queries: Sequence[str]) -> tuple[str, ...]:
    """The parts of each of these queries, which differ by a name; a part without the name has it behind it:
    "what do such changes cost (PepsiCo)"."""
    found: list[str] = []
    for query, name in zip(queries, _differing(queries), strict=True):
        first, *others = question_parts(query)
        found.append(first)
        found += [part if name.casefold() in part.casefold() else f"{part} ({name})" for part in others]
    return tuple(found)


def names_beside(question: str) -> tuple[str, ...]:
    """The names that the question sets side by side; empty where it sets none."""
    queries = queries_for_each(question)
    return tuple(_differing(queries)) if queries else ()


def is_of_another(title: str, question: str, surroundings: str, text: str) -> bool:
    """Whether a passage belongs to another of the names that the question sets side by side than the task's:
    its document is called by that name ("GENERALMILLS_2022_10K.pdf"), or it names that and not the own."""
    names = [(name, _bare(name)) for name in names_beside(question)]
    own = [bare for name, bare in names if name.casefold() in title.casefold()]
    others = [bare for name, bare in names if bare not in own]
    if not own or not others:
        return False
    for said in (_bare(surroundings), _bare(text)):
        if any(name in said for name in own):
            return False
        if any(name in said for name in others):
            return True
    return False


def _bare(text: str) -> str:
    return "".join(sign for sign in text.casefold() if sign.isalnum())


def _differing(texts: Sequence[str]) -> list[str]:
    """What stands between the words that all the texts begin with and those that all end with."""
    rows = [text.split() for text in texts]
    shortest = min(map(len, rows))
    before = next((at for at in range(shortest) if len({row[at] for row in rows}) > 1), shortest)
    after = next((at for at in range(shortest - before) if len({row[-1 - at] for row in rows}) > 1), 0)
    return [" ".join(row[before : len(row) - after]).strip(" ,;") for row in rows]
