"""Amounts that must add up: of all that could be net, tax and total those that do. Pure functions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from decimal import Decimal
from itertools import combinations, product

from core.fields.extraction.candidates import Candidate
from core.fields.schema import FieldSpec, FieldType

_MOST_CHOICES = 4  # candidates of each part of a sum
_MOST_PARTS = 8  # amounts that together may be one
_CENT = Decimal("0.02")
_SUM_HOLDS, _SUM_FAILS = 0.98, 0.75
_CLEARLY = 0.1  # better


def check_sum(
    spec: FieldSpec,
    by_field: Mapping[str, Sequence[Candidate]],
    chosen: dict[str, Candidate],
    confidence: dict[str, float],
) -> None:
    """Choose the field and its parts so that they add up; where none do, what cannot be is taken out."""
    names = [name for name in (*spec.sum_of, spec.name) if by_field.get(name)]
    if len(names) < len(spec.sum_of) + 1 or spec.type is not FieldType.MONEY:
        return
    options = {name: by_field[name][:_MOST_CHOICES] for name in names}
    holding = [
        choice
        for choice in product(*options.values())
        if abs(sum(part.value.exact for part in choice[:-1]) - choice[-1].value.exact) <= _CENT
        and choice[-1].value.exact != 0
    ]
    if holding:
        best = max(holding, key=lambda choice: sum(part.score for part in choice))
        for name, candidate in zip(names, best, strict=True):
            chosen[name] = candidate
            confidence[name] = max(confidence[name], _SUM_HOLDS)
        return
    missing = [found for name in spec.sum_of if (found := _in_parts(name, names, options, by_field[name]))]
    if missing:
        name, rest, _ = max(missing, key=lambda found: found[2])
        chosen.update(rest)
        del chosen[name], confidence[name]
        return
    for name in names:
        confidence[name] *= _SUM_FAILS
    for name in _twice(names, chosen):
        del chosen[name], confidence[name]


def _in_parts(
    name: str,
    names: Sequence[str],
    options: Mapping[str, Sequence[Candidate]],
    candidates: Sequence[Candidate],
) -> tuple[str, dict[str, Candidate], float] | None:
    """A field of which only parts are stated, the other fields, and how well all suit: of the tax at 7 % and
    at 19 % neither is the tax, but together they are what is missing of the total."""
    parts = [one for one in candidates[:_MOST_PARTS] if one.value.exact > 0]
    added = [choice for count in (2, 3) for choice in combinations(parts, count)]
    others = [other for other in names if other != name]
    best: tuple[str, dict[str, Candidate], float] | None = None
    for choice in product(*(options[other] for other in others)):
        missing = choice[-1].value.exact - sum(one.value.exact for one in choice[:-1])
        for some in added:
            if abs(sum(part.value.exact for part in some) - missing) > _CENT:
                continue
            suits = sum(one.score for one in choice) + min(part.score for part in some)
            if best is None or suits > best[2]:
                best = name, dict(zip(others, choice, strict=True)), suits
    return best


def _twice(names: Sequence[str], chosen: Mapping[str, Candidate]) -> list[str]:
    """Fields that share an amount with another one, but the one that it clearly suits best."""
    sharing: dict[object, list[str]] = defaultdict(list)
    for name in names:
        sharing[chosen[name].value, chosen[name].span].append(name)
    taken = []
    for fields in sharing.values():
        first, *others = sorted(fields, key=lambda name: -chosen[name].score)
        sure = others and chosen[first].score - chosen[others[0]].score >= _CLEARLY
        taken += others if sure or not others else fields
    return taken
