"""What documents lack, or have at all: "without a purchase order", "deren Enddatum fehlt", "with a serial
number". Pure functions."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Sequence

from core.corpus.asking.comparisons import can_be_year, find_comparisons
from core.corpus.asking.day_ranges import find_periods
from core.corpus.asking.joined_conditions import Placed, placed
from core.corpus.asking.named_fields import FieldMentions, Mention
from core.corpus.asking.question_words import Found, QuestionWords, phrases
from core.corpus.decomposition import Operator
from core.fields.schema import FieldType

_WITHOUT = phrases(
    "without|w/o|without stating|without a|without an|without any|without the|with no|missing|missing a"
    "|have no|has no|having no|lack|lacking|no|but no|but have no|but without|do not have a|don't have a"
    "|do not have an|don't have an|ohne|ohne angabe|ohne angabe eines|ohne angabe einer|ohne ein~|kein~|fehlt"
    "|fehlen|fehlend~|nobody put a"
)
_WITH = phrases(
    "with a|with an|with the|having a|having an|that have a|that have an|mit|mit einer|mit einem|mit einen"
)
_MISSING_BEHIND = phrases("is missing|are missing|missing|fehlt|fehlen")


def missing_values(
    words: QuestionWords, today: datetime.date, mentions: FieldMentions, constrained: Collection[str]
) -> list[Placed]:
    """Conditions of values that are there or are not; `constrained`: fields that have one already."""
    made: list[Placed] = []
    for mention in mentions.strong(FieldType):
        spec, at = mention.field, mention.found
        if spec.name in {*constrained, *(one.constraint.field for one in made)}:
            continue
        behind = words.between(Found(at.last, min(at.last + 2, len(words.words))))
        length = _phrase_before(words, at.first, _WITHOUT)
        operator: Operator = "IS NULL"
        if not length and not behind.casefold().startswith(_MISSING_BEHIND):
            operator, length = "IS NOT NULL", _phrase_before(words, at.first, _WITH)
            if not length or spec.type not in (FieldType.TEXT, FieldType.DATE):
                continue
        if not words.is_free(at) or _is_compared(words, mention) or _is_dated(words, today, mention):
            continue
        found = Found(at.first - length, at.last)
        made.append(placed(words, found, spec.name, operator))
    return made


def _is_compared(words: QuestionWords, mention: Mention) -> bool:
    """ "no value over 100 EUR" does not say that there is none."""
    behind = mention.found.last
    return mention.field.type.is_numeric and any(
        comparison.found.first <= behind + 1
        and comparison.found.last > behind
        and not any(map(can_be_year, comparison.amounts))
        for comparison in find_comparisons(words)
    )


def _is_dated(words: QuestionWords, today: datetime.date, mention: Mention) -> bool:
    """ "with a due date in June" does not only say that there is one."""
    behind = mention.found.last
    periods = find_periods(words, today, [])
    is_next = any(behind <= period.found.first <= behind + 1 for period in periods)
    return mention.field.type is FieldType.DATE and is_next


def _phrase_before(words: QuestionWords, place: int, options: Sequence[str]) -> int:
    """How many words the longest of the phrases has that ends before a word; 0 where none does."""
    before = words.before(place, 4)
    return max((n for n in range(1, len(before) + 1) if " ".join(before[-n:]) in options), default=0)
