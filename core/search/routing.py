"""Which documents a question names, and which of them it compares. Pure functions over the registry.

Only names lead to documents. A year or a kind tells between those of one name; alone it says so little that
it is a small factor among the passages that were found (`leanings`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from core.search.name_index import WRITTEN_SMALL
from core.search.periods import NAMED_YEAR, SAME_KIND, SAME_QUARTER, fit, recency
from core.search.registry import Registry

_CLOSE = 0.06  # documents of one name that fit nearly as well as the best are all meant
_SELECTIVE = 0.6  # a route to more of the documents than this is none


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a question says of the time and kind of documents."""

    years: tuple[int, ...] = ()
    quarter: int = 0
    kinds: tuple[str, ...] = ()
    newest: bool = False


@dataclass(frozen=True, slots=True)
class Route:
    """Documents that a question seems to mean, and how certain that is (0 to 1).

    `doubtful`: the word behind it, where that is no more than a word written as any other. `names`: what they
    are called in the question, joined (see `core.search.concepts.joined`).
    """

    document_ids: tuple[str, ...]
    certainty: float
    doubtful: str = ""
    names: tuple[str, ...] = ()


def named_documents(
    text: str, wanted: Wanted, registry: Registry, allowed: Collection[str] | None
) -> tuple[Route | None, tuple[tuple[str, ...], ...]]:
    """The route of a question put to `allowed` documents (`None`: to all), and its documents in groups.

    A group holds the documents of one name or one period; more than one when a question compares.
    """
    known = registry.documents.keys()
    within = known if allowed is None else known & set(allowed)
    if len(within) < 2:
        return None, ()
    by_name: dict[str, frozenset[str]] = {}
    certainties: dict[str, float] = {}
    for match in registry.names_in(text):
        if ids := match.document_ids & within:
            by_name[match.name] = by_name.get(match.name, frozenset()) | ids
            certainties[match.name] = max(match.certainty, certainties.get(match.name, 0.0))
    if not by_name:
        return None, ()
    certainty = min(certainties.values())
    # Both parties of a contract: those that all names are of, when there are such.
    common = frozenset.intersection(*by_name.values())
    named = [common] if common else list(by_name.values())
    meant: dict[str, None] = {}
    groups: list[tuple[str, ...]] = []
    for group in (group for ids in named for group in _by_period(ids, wanted, registry)):
        if others := tuple(name for name in group if name not in meant):
            groups.append(others)
            meant.update(dict.fromkeys(others))
    doubtful = next(iter(by_name)) if len(by_name) == 1 and certainty <= WRITTEN_SMALL else ""
    selects = len(meant) <= _SELECTIVE * len(within)
    route = Route(tuple(meant), certainty, doubtful, tuple(by_name)) if selects else None
    return route, tuple(groups) if len(groups) > 1 else ()


def leanings(document_ids: Iterable[str], wanted: Wanted, registry: Registry) -> dict[str, float]:
    """How well the time and kind of documents fit, 0 to 1, for those that fit at all."""
    documents = [registry.documents[name] for name in set(document_ids) if name in registry.documents]
    most = (NAMED_YEAR if wanted.years else 0) + (SAME_QUARTER if wanted.quarter else 0)
    most += SAME_KIND if wanted.kinds else 0
    found = {
        one.document_id: fit(one.facts, wanted.years, wanted.quarter, wanted.kinds) / most
        for one in documents
        if most
    }
    if wanted.newest:
        of_kind = [one for one in documents if one.facts.kind in wanted.kinds] or documents
        times = sorted({recency(one.facts) for one in of_kind} - {(0, 0, "")})
        for one in of_kind:
            time = recency(one.facts)
            share = (times.index(time) + 1) / len(times) if time in times else 0.0
            found[one.document_id] = (found.get(one.document_id, share) + share) / 2
    return {name: value for name, value in found.items() if value > 0}


def _by_period(ids: Collection[str], wanted: Wanted, registry: Registry) -> list[tuple[str, ...]]:
    """The documents of one name that fit best: the newest, or those of each year that is named."""

    def best(years: Sequence[int]) -> tuple[str, ...]:
        fits = {
            name: fit(registry.documents[name].facts, years, wanted.quarter, wanted.kinds) for name in ids
        }
        most = max(fits.values())
        return tuple(sorted(name for name, value in fits.items() if value >= most - _CLOSE))

    if wanted.newest and not wanted.years:
        of_kind = best(())
        newest = max(recency(registry.documents[name].facts) for name in of_kind)
        return [tuple(name for name in of_kind if recency(registry.documents[name].facts) == newest)]
    if len(wanted.years) < 2:
        return [best(wanted.years)]
    of_years = [best((year,)) for year in wanted.years if _has_year(ids, year, registry)]
    return of_years or [best(wanted.years)]


def _has_year(ids: Collection[str], year: int, registry: Registry) -> bool:
    return any(fit(registry.documents[name].facts, (year,), 0, ()) > 0 for name in ids)
