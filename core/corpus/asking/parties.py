"""Who a question names, and who does what: "Acme has billed us" and "we paid Acme" both make Acme the issuer.
Pure functions."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Literal

from core.corpus.asking.joined_conditions import Placed
from core.corpus.asking.named_fields import FieldMentions, asked_words, field_named
from core.corpus.asking.negation import takes_denial_behind, takes_negation
from core.corpus.asking.question_words import SMALL, Found, QuestionWords, phrases
from core.corpus.asking.value_names import KnownNames, NamedValue, unknown_names
from core.corpus.decomposition import Constraint, Entity, Operator
from core.fields.filters import containing
from core.fields.schema import BucketSchema, FieldSpec, FieldType
from core.fields.values import text_key
from core.text.dates import MONTHS

_FROM = phrases("from|by|of|von|vom|bei|issued by|sent by|supplied by|made by|ausgestellt von|at")
_TO = phrases("held by|to|for|an|für|billed to|issued to|addressed to|customer|kunde|kunden|client")
_WITH_PARTY = phrases("with|mit|between|zwischen")
_BETWEEN = phrases("between|zwischen")
_BOTH = phrases("both|beide|beiden|sowohl")
# Between what somebody is and who: "vendors other than X", "the customer is not X".
_BESIDE_ROLES = frozenset(
    phrases("other|than|not|except|but|is|are|named|called|nicht|außer|ist|sind|namens")
)
_PARTIES = ("first_party", "second_party")
_EITHER = phrases("or|oder|nor|noch")
_TOGETHER = phrases("and|und")
Role = Literal["", "issuer", "recipient"]
_WE = phrases("we|i|wir|ich")
_PAID_TO = frozenset(phrases("to|an"))
# What issuers of any documents do; it names none of them.
_SENDING = phrases(
    "sent|send|sends|issued|issues|geschickt|zugeschickt|schickt|schickte|gesendet|gesandt|ausgestellt"
)
_PASSIVE = frozenset(phrases("was|were|been|being|wurde|wurden|worden"))


class PartyReader:
    """Conditions of names; `entities`: the names, in the order they are read."""

    def __init__(
        self, words: QuestionWords, schema: BucketSchema, values: Mapping[str, Sequence[str]]
    ) -> None:
        self._words = words
        self._schema = schema
        self._values = values
        self.entities: list[Entity] = []

    def known(self, mentions: FieldMentions) -> list[Placed]:
        """Conditions of names that values have; of a list of names, one."""
        named = [one for one in KnownNames(self._values).find(self._words) if self._is_meant(one, mentions)]
        made: list[Placed] = []
        place = 0
        while place < len(named):
            group = [named[place]]
            while place + 1 < len(named) and self._are_listed(group[-1].found, named[place + 1].found):
                group.append(named[place + 1])
                place += 1
            whole = Found(group[0].found.first, group[-1].found.last)
            made += [Placed(one, whole) for one in self._of_list(group)]
            place += 1
        return made

    def _is_meant(self, named: NamedValue, mentions: FieldMentions) -> bool:
        """Not where a part of a name is a month ("from May 2022"), or a field's word that begins the question
        ("Total of …")."""
        first, last = named.found.first, named.found.last
        if named.exact or last - first > 1:
            return True
        behind = self._words.words[last].text if last < len(self._words.words) else ""
        if named.key in MONTHS and behind.isdigit():
            return False
        return first > 0 or not any(mention.found.first == 0 for mention in mentions.all)

    def unknown(self, mentions: FieldMentions) -> list[Placed]:
        """Names that no value has: a condition all the same, which nothing meets."""
        prepositions = {word for word in (*_FROM, *_TO, *_WITH_PARTY) if " " not in word}
        mentioned = {place for entry in mentions.all for place in range(entry.found.first, entry.found.last)}
        if self._words.german:
            prepositions &= {"von", "vom", "bei", "an", "mit"}
        made = []
        for before, found in unknown_names(self._words, prepositions):
            if found.first in mentioned or self._belongs_elsewhere(found, mentions):
                continue
            fields = [spec.name for spec in self._schema.fields if self._is_name(spec.name)]
            if not fields:
                continue
            meant = self._meant(fields, found.first)
            name = self._words.take(found)
            self.entities.append(Entity(name=name, role="company"))
            negated = takes_negation(self._words, found.first - 1, 2)
            one = _constraint([text_key(name)], False, meant, negated, f"{before} {name}")
            made.append(Placed(one, found))
        return made

    def _belongs_elsewhere(self, found: Found, mentions: FieldMentions) -> bool:
        """ "governed by German law", "under the law of Germany": the words before are those of a field that
        has no names."""
        for mention in mentions.all:
            behind = found.first - mention.found.last
            several = mention.found.last - mention.found.first > 1
            if (behind == 0 and several and not self._is_name(mention.field.name)) or (
                behind == 1 and mention.field.stands == "law"
            ):
                return True
        return False

    def _of_list(self, group: Sequence[NamedValue]) -> list[Constraint]:
        first, last = group[0].found, group[-1].found
        together = self._all_take_part(group)
        # Every name of a list is looked for in all fields that any of them means.
        fields = self._meant(
            tuple(dict.fromkeys(name for part in group for name in part.fields)), first.first
        )
        negated = takes_negation(self._words, first.first, 2)
        negated = takes_denial_behind(self._words, last.last) or negated
        raw = self._words.between(Found(first.first, last.last))
        role = "company" if any(self._is_name(name) for name in fields) else "product"
        if role == "product" and {*self._words.before(first.first)} & SMALL:  # "under ISO 9001"
            self._words.take(Found(first.first - 1, first.first))
        for left, right in itertools.pairwise(group):
            self._words.take(Found(left.found.last, right.found.first))
        self.entities += [Entity(name=self._words.take(part.found), role=role) for part in group]
        exact = all(part.exact for part in group)
        keys = [part.key for part in group]
        if together and not negated:
            return [_constraint([key], exact, fields, False, raw) for key in keys]
        return [_constraint(keys, exact, fields, negated, raw)]

    def _all_take_part(self, group: Sequence[NamedValue]) -> bool:
        """Whether a list means all of its names at once: "between A and B", "with A and B" of a contract."""
        if len(group) != 2:
            return False
        words, first = self._words.words, group[0].found.first
        joined = self._words.text[words[group[0].found.last - 1].end : words[group[1].found.first].start]
        before = {*self._words.before(first, 2)}
        parties = [spec for spec in self._schema.fields if spec.stands in _PARTIES]
        introduced = before & {*_WITH_PARTY, *_BOTH} and (len(parties) > 1 or before & {*_BETWEEN})
        if not introduced or joined.strip().casefold() not in (*_TOGETHER, "&"):
            return False
        for place in range(max(0, first - 2), first):
            if words[place].key in (*_BETWEEN, *_BOTH):
                self._words.take(Found(place, place + 1))
        return True

    def _meant(self, fields: Sequence[str], place: int) -> tuple[str, ...]:
        """Of the fields that have a name, those that the word before it means."""
        if by_deed := self._by_deed(place, fields):  # whatever values have it: "Acme paid us" is not of Acme
            return by_deed
        specs = [spec for spec in self._schema.fields if spec.name in fields]
        if len(fields) > 1 and (named := self._told_behind(fields, place) or self._called(specs, place)):
            return named
        issuers = [spec.name for spec in specs if spec.stands == "issuer"]
        others = [name for name in fields if name not in issuers]
        before = self._words.before(place, 2)
        last, two = before[-1] if before else "", " ".join(before)
        chosen: Sequence[str] = ()
        if two in _TO:
            chosen = others
        elif not {*before} & {*_WITH_PARTY}:
            chosen = issuers if last in _FROM or two in _FROM else others if last in _TO else ()
        return tuple(chosen or fields)

    def _called(self, specs: Sequence[FieldSpec], place: int) -> tuple[str, ...]:
        """ "supplier X", "vendors other than X"."""
        before = list(self._words.before(place, 5))
        while before and before[-1] in _BESIDE_ROLES:
            before.pop()
        role = before[-1] if before and before[-1] not in SMALL else ""
        return tuple(spec.name for spec in specs if role in {name.casefold() for name in asked_words(spec)})

    def _by_deed(self, place: int, fields: Sequence[str]) -> tuple[str, ...]:
        """ "Acme has billed us", "we paid Acme": fields of who does it; a norm or a product does nothing."""
        does = [spec for spec in self._schema.fields if spec.stands in ("issuer", "recipient")]
        if not any(spec.name in fields for spec in does):
            return ()
        role = role_of(self._words, self._schema, place, frozenset((*_FROM, *_TO, *_WITH_PARTY)))
        return tuple(spec.name for spec in does if spec.stands == role)

    def _told_behind(self, fields: Sequence[str], place: int) -> tuple[str, ...]:
        """ "X as the supplier", "X als Lieferant"."""
        keys = [word.key for word in self._words.words]
        for at in range(place + 1, min(len(keys) - 1, place + 6)):
            if keys[at] in ("as", "als"):
                role = " ".join(key for key in keys[at + 1 : at + 3] if key not in ("the", "a", "an"))
                spec = field_named(self._schema, role) or field_named(self._schema, role.split(" ")[0])
                if spec is not None and spec.name in fields:
                    self._words.take(Found(at, at + 2))
                    return (spec.name,)
        return ()

    def _is_name(self, name: str) -> bool:
        spec = self._schema.field(name)
        return spec is not None and spec.type is FieldType.TEXT and not spec.pattern and spec.stands not in (
            "law", "heading"
        )  # fmt: skip

    def _are_listed(self, left: Found, right: Found) -> bool:
        """ "A or B", "A, B", "from A or from B"."""
        between = [word.key for word in self._words.words[left.last : right.first]]
        if len(between) == 2 and between[1] in self._words.before(left.first, 1):
            return between[0] in _EITHER
        return not between or (len(between) == 1 and between[0] in (*_EITHER, *_TOGETHER))


def _constraint(
    keys: Sequence[str], exact: bool, fields: Sequence[str], negated: bool, raw: str
) -> Constraint:
    first, *others = fields
    several = len(keys) > 1
    if exact:
        operator: Operator = "!=" if negated else "IN" if several else "="
        values = tuple(keys)
    else:
        operator = "NOT LIKE" if negated else "LIKE"
        values = tuple(map(containing, keys))
    return Constraint(
        field=first,
        operator=operator,
        value=values if several else values[0],
        raw_text=raw,
        any_of=tuple(others),
    )


def by_issuer(words: QuestionWords, schema: BucketSchema) -> bool | None:
    """Whether the question has a verb of what the issuer of a document does, or of what is done to it."""
    return True if words.has(schema.sent) else False if words.has(schema.received) else None


def role_of(words: QuestionWords, schema: BucketSchema, place: int, prepositions: frozenset[str]) -> Role:
    """What the name at a place is by the verb of the question; empty where that does not say it."""
    issuing = by_issuer(words, schema)
    if issuing is None and not (words.has(_SENDING) and not is_passive(words)):
        return ""
    issuing = issuing is not False
    before = words.before(place)
    if before and before[0] in prepositions:
        return "issuer" if not issuing and before[0] in _PAID_TO else ""
    return "issuer" if issuing != words.has(_WE) else "recipient"


def is_passive(words: QuestionWords) -> bool:
    """ "How much was Acme billed?": who does it is somebody else."""
    has_passive = bool(_PASSIVE & {word.key for word in words.words if word.key != "was" or not words.german})
    return has_passive and not words.has(phrases("by|von"))
