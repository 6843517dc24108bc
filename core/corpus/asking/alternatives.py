"""An "or" between conditions of two fields: "over 2,000 EUR or from Acme". Pure functions.

Understood where one reading is left: the two stand beside it, and all others are said of the documents before
both. "Invoices from Acme over 1,000 EUR or due in May" can mean two things and stays as it is."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from core.corpus.asking.joined_conditions import OR, Placed, in_group
from core.corpus.asking.named_fields import FieldMentions
from core.corpus.asking.question_words import SMALL, Found, QuestionWords, phrases
from core.corpus.decomposition import Constraint
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


class Alternatives:
    """The one "or" of a question that nothing was made of. `heads`: the words that name the documents."""

    def __init__(
        self,
        words: QuestionWords,
        schema: BucketSchema,
        mentions: FieldMentions,
        heads: Iterable[Found],
    ) -> None:
        self._words = words
        self._schema = schema
        self._mentions = mentions
        self._heads = sorted(heads, key=lambda found: found.first)

    def joined(self, placed: Sequence[Placed], group: int) -> list[Placed] | None:
        """The conditions with those beside the "or" in a group, its words taken; None where there is none, or
        where it can mean something else."""
        ors = list(self._words.find(OR))
        left, right = (self._beside(placed, ors[0], before=side) if ors else None for side in (True, False))
        if len(ors) != 1 or left is None or right is None:
            return None
        if not (self._can_be_either(left) and self._can_be_either(right)):
            return None
        others = [one for one in placed if one is not left and one is not right]
        if not all(self._is_of_all(other, left, others) for other in others):
            return None
        self._words.take(ors[0])
        pair = in_group([left, right], group)
        return [pair[0] if one is left else pair[1] if one is right else one for one in placed]

    def _beside(self, placed: Sequence[Placed], place: Found, *, before: bool) -> Placed | None:
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
        said = _SAYING_LITTLE | {word.casefold() for word in self._schema.about}
        own = self._own(one.constraint)
        return one if all(at in own or self._words.words[at].key in said for at in gap) else None

    def _own(self, constraint: Constraint) -> Collection[int]:
        """Places of the words that mean the field of a condition."""
        fields = (constraint.field, *constraint.any_of)
        return {
            place
            for mention in self._mentions.all
            if mention.field.name in fields
            for place in range(mention.found.first, mention.found.last)
        }

    def _can_be_either(self, one: Placed) -> bool:
        """Not one that is an alternative already or that denies; a kind names documents of its own."""
        spec = self._schema.field(one.constraint.field)
        is_kind = spec is not None and spec.type is FieldType.ENUM
        return not (is_kind or one.constraint.group or one.constraint.operator in _DENIED)

    def _is_of_all(self, other: Placed, left: Placed, others: Sequence[Placed]) -> bool:
        """Whether a condition is said of the documents, not only of those on one side."""
        if other.found.first >= left.found.last:
            return False
        head = next((found.last for found in self._heads if found.first < left.found.first), 0)
        if other.found.last <= head or other.found in self._heads:
            return True
        begin = max(one.found.last for one in others if one.found.last <= left.found.first)
        return any(self._words.words[at].key in _CLAUSE for at in range(begin, left.found.first))
