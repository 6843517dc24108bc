"""Conditions of one field that a question sets beside each other: either of them, all of them, or nobody can
tell. Pure functions."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

from core.corpus.asking.question_words import SMALL, Found, QuestionWords, phrases
from core.corpus.decomposition import Constraint, Operator

OR = phrases("or|oder")
_AND = phrases("and|und|as well as|sowie|plus")


Value = str | tuple[str, ...] | None


class Link(Enum):
    """How two conditions are joined."""

    EITHER = auto()
    BOTH = auto()
    APART = auto()


@dataclass(frozen=True, slots=True)
class Placed:
    """A condition and its words."""

    constraint: Constraint
    found: Found


def placed(
    words: QuestionWords, found: Found, field: str, operator: Operator, value: Value = None, group: int = 0
) -> Placed:
    """A condition of words, which are taken."""
    raw = words.take(found)
    return Placed(Constraint(field=field, operator=operator, value=value, raw_text=raw, group=group), found)


def in_group(placed: Sequence[Placed], group: int) -> list[Placed]:
    """The same conditions, of which one is enough."""
    return [replace(one, constraint=one.constraint.model_copy(update={"group": group})) for one in placed]


def link(words: QuestionWords, left: Found, right: Found) -> Link:
    """By the words between; an "or" that joins them is taken."""
    first, last = (left, right) if left.first <= right.first else (right, left)
    between = [place for place in range(first.last, last.first) if words.words[place].key not in SMALL]
    keys = {words.words[place].key for place in between}
    if not keys <= {*OR, *_AND} or len(between) > 1:
        return Link.APART
    for place in between:
        words.take(Found(place, place + 1))
    return Link.EITHER if keys & {*OR} else Link.BOTH


def links(words: QuestionWords, placed: Sequence[Placed]) -> list[Link]:
    """Between each condition and the next."""
    return [link(words, left.found, right.found) for left, right in itertools.pairwise(placed)]


def leaves_an_or(words: QuestionWords) -> bool:
    """Whether an "or" is left that joins nothing that was understood."""
    return next(words.find(OR), None) is not None
