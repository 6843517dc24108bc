"""An "or" between conditions of two fields: "over 2,000 EUR or from Acme". Pure functions.

Understood where one reading is left: the two stand beside it, and all others are said of the documents before
both. "Invoices from Acme over 1,000 EUR or due in May" can mean two things and stays as it is."""

from __future__ import annotations

from collections.abc import Sequence

from core.corpus.asking.joined_conditions import OR, Placed, in_group
from core.corpus.asking.named_fields import FieldMentions
from core.corpus.asking.question_words import SMALL, Found, QuestionWords, phrases
from core.fields.schema import BucketSchema, FieldType

# What may stand between an "or" and a condition, beside small words.
_SAYING_LITTLE = SMALL | {*phrases("came|come|cost|costs|kosten|worth|liegen|liegt|schon|bereits|already")}
# From one of these on, it is said of the documents before it.
_CLAUSE = frozenset(
    phrases(
        "that|which|whose|where|who|are|is|were|was|have|has|can|may|do|die|der|das|deren|dessen|sind|ist|war"
        "|waren|haben|hat|liegen|liegt|werden|wird|können|dürfen|came|come|cost|costs|kosten"
    )
)
_DENIED = ("!=", "NOT LIKE")


def joined(
    words: QuestionWords,
    schema: BucketSchema,
    mentions: FieldMentions,
    heads: Sequence[Found],
    placed: Sequence[Placed],
    group: int,
) -> list[Placed] | None:
    """The conditions with those beside the "or" in a group, its words taken; None where there is none, or
    where it can mean something else."""
    ors = list(words.find(OR))
    left, right = (
        _beside(words, schema, mentions, placed, ors[0], before=side) if ors else None
        for side in (True, False)
    )
    if len(ors) != 1 or left is None or right is None:
        return None
    if not (_can_be_either(schema, left) and _can_be_either(schema, right)):
        return None
    others = [one for one in placed if one is not left and one is not right]
    if not all(_is_of_all(words, heads, other, left, others) for other in others):
        return None
    words.take(ors[0])
    pair = in_group([left, right], group)
    return [pair[0] if one is left else pair[1] if one is right else one for one in placed]


def _beside(
    words: QuestionWords,
    schema: BucketSchema,
    mentions: FieldMentions,
    placed: Sequence[Placed],
    place: Found,
    *,
    before: bool,
) -> Placed | None:
    """The condition next to the "or" on one side; only small words and those of its field are between."""
    if before:
        near = [one for one in placed if one.found.last <= place.first]
        one = max(near, key=lambda one: one.found.last, default=None)
    else:
        near = [one for one in placed if one.found.first >= place.last]
        one = min(near, key=lambda one: one.found.first, default=None)
    if one is None or sum(other.found == one.found for other in near) > 1:
        return None
    gap = range(one.found.last, place.first) if before else range(place.last, one.found.first)
    said = _SAYING_LITTLE | {word.casefold() for word in schema.about}
    fields = (one.constraint.field, *one.constraint.any_of)
    own = {
        place
        for mention in mentions.all
        if mention.field.name in fields
        for place in range(mention.found.first, mention.found.last)
    }
    return one if all(at in own or words.words[at].key in said for at in gap) else None


def _can_be_either(schema: BucketSchema, one: Placed) -> bool:
    """Not one that is an alternative already or that denies; a kind names documents of its own."""
    spec = schema.field(one.constraint.field)
    is_kind = spec is not None and spec.type is FieldType.ENUM
    return not (is_kind or one.constraint.group or one.constraint.operator in _DENIED)


def _is_of_all(
    words: QuestionWords, heads: Sequence[Found], other: Placed, left: Placed, others: Sequence[Placed]
) -> bool:
    """Whether a condition is said of the documents, not only of those on one side."""
    if other.found.first >= left.found.last:
        return False
    head = next((found.last for found in heads if found.first < left.found.first), 0)
    if other.found.last <= head or other.found in heads:
        return True
    begin = max(one.found.last for one in others if one.found.last <= left.found.first)
    return any(words.words[at].key in _CLAUSE for at in range(begin, left.found.first))
