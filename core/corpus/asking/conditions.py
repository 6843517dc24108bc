"""The conditions a question names: names, times, figures, kinds, yes or no, what is missing. Pure functions.

Each step takes the words it understands, so that no word makes two conditions.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence

from core.corpus.asking.fields import (
    FieldMentions,
    default_date,
    default_money,
    field_named,
    fits,
)
from core.corpus.asking.figures import Comparison, find_comparisons
from core.corpus.asking.names import KnownNames, unknown_names
from core.corpus.asking.periods import Period, find_periods
from core.corpus.asking.words import Found, QuestionWords, inflected, phrases
from core.corpus.decomposition import Constraint, Entity, Operator
from core.fields.schema import BucketSchema, FieldSpec, FieldType
from core.fields.values import text_key

NEGATIONS = phrases(
    "not|but|w/o|neither|nor|except|except for|excluding|other than|but not|apart from|leaving out|without|no"
    "|nobody|außer|ohne|nicht|weder|noch|kein|keine|keinen|ausgenommen|bis auf"
)
_WITHOUT = phrases(
    "without|without a|without an|without any|without the|with no|missing|missing a|missing an|have no|has no"
    "|having no|lack|lacking|no|ohne|ohne eine|ohne einen|ohne ein|kein|keine|keinen|fehlt|fehlen|fehlender"
    "|fehlendes|fehlende|fehlendem|do not have a|don't have a|doesn't have a|does not have a"
    "|do not have an|don't have an"
)
_WITH = phrases(
    "with a|with an|with the|having a|having an|that have a|that have an|mit|mit einer|mit einem|mit einen"
)
_STATING = phrases(
    "quote|quotes|state|states|give|gives|show|shows|carry|carries|bear|bears|steht|stehen|angegeben|nennen|nennt"
)
_MISSING_BEHIND = phrases("is missing|are missing|missing|fehlt|fehlen")
_FROM = phrases("from|by|of|von|vom|bei|issued by|sent by|supplied by|made by|ausgestellt von|at")
_TO = phrases("held by|to|for|an|für|billed to|issued to|addressed to|customer|kunde|kunden|client")
_WITH_PARTY = phrases("with|mit|between|zwischen")
_ISSUERS = ("issuer",)
_OVER = phrases(
    "expired|overdue|past due|lapsed|abgelaufen|abgelaufene|abgelaufenen|überfällig|überfällige"
    "|überfälligen|ausgelaufen|ausgelaufene|no longer valid|nicht mehr gültig"
)
_GOING_ON = phrases(
    "still valid|currently valid|in force|still running|active|noch gültig|noch gültige|noch gültigen"
    "|laufende|laufenden|noch laufen|not expired|nicht abgelaufen|unexpired"
)
_TAKING_PART = frozenset(phrases("party|parties|involved|part|beteiligt|vertragspartner|partei"))
_CURRENCIES = {
    form: code
    for code, forms in (
        ("EUR", "euro|euros|eur|€|in euro|in euros|in eur"),
        (
            "USD",
            "dollar|dollars|usd|us-dollar|us-dollars|in dollars|in us dollars|us dollars|dollar-verträge",
        ),
        ("GBP", "pound|pounds|gbp|pfund|pounds sterling|pound sterling|sterling|britische pfund"),
        ("CHF", "chf|franken|schweizer franken|swiss francs|swiss franc|francs"),
    )
    for form in phrases(forms)
}
_YEAR = "year"  # the field by which a bucket says that its documents are about years
_ENDS = ("due_date", "end_date", "expiry_date")
_OR = phrases("or|oder")


class ConditionReader:
    """Reads the conditions of one question against one schema.

    Attributes:
        constraints, entities: what was found, in the order of the steps.
    """

    def __init__(
        self,
        words: QuestionWords,
        schema: BucketSchema,
        values: Mapping[str, Sequence[str]],
        today: datetime.date,
    ) -> None:
        self._words = words
        self._schema = schema
        self._values = values
        self._today = today
        self.constraints: list[Constraint] = []
        self.entities: list[Entity] = []

    def read(self, mentions: FieldMentions) -> None:
        """All conditions but names that no value has; see `read_unknown`."""
        self._bools()
        self._states()
        self._names()
        self._missing(mentions)
        self._periods(mentions)
        self._figures(mentions)
        self._kinds()
        self._currency(mentions)

    def _bools(self) -> None:
        """ "that renew automatically", "die sich nicht automatisch verlängern"."""
        for spec in self._specs(FieldType.BOOL):
            for value in ("true", "false"):
                plain = [phrase for phrase in spec.values.get(value, ()) if not _denies(phrase)]
                found = self._bool_phrase(plain)
                if found is None:
                    continue
                negated = self._is_negated(found.last, found.last - found.first + 3)
                raw = self._words.take(found)
                told = value if not negated else "false" if value == "true" else "true"
                self.constraints.append(Constraint(field=spec.name, operator="=", value=told, raw_text=raw))
                break

    def _bool_phrase(self, values: Sequence[str]) -> Found | None:
        """All telling words of a phrase near each other, in any order and inflection."""
        for phrase in sorted(values, key=len, reverse=True):
            telling = [word for word in phrase.casefold().replace(":", "").split() if len(word) > 3]
            # One word alone must be that word; several are told by their stems.
            stems = telling if len(telling) == 1 else [word[:6] for word in telling]
            if not stems:
                continue
            places = [
                next(
                    (place for place, word in enumerate(self._words.words) if _inflects(word.key, stem)), None
                )
                for stem in stems
            ]
            known = [place for place in places if place is not None]
            if len(known) == len(stems) and max(known) - min(known) < len(stems) + 3:
                found = Found(min(known), max(known) + 1)
                if len(stems) > 1 or self._words.is_free(found):
                    return found
        return None

    def _states(self) -> None:
        """ "expired", "überfällig", "still valid": an end or a due date before or after today."""
        for operator, words in (("<", _OVER), (">=", _GOING_ON)):
            for found in self._words.find(words):
                spec = next((spec for name in _ENDS if (spec := self._schema.field(name)) is not None), None)
                if spec is None:
                    return
                value = self._today.isoformat()
                raw = self._words.take(found)
                self.constraints.append(
                    Constraint(
                        field=spec.name, operator="<" if operator == "<" else ">=", value=value, raw_text=raw
                    )
                )

    def _names(self) -> None:
        known = KnownNames(self._values)
        named = known.find(self._words)
        place = 0
        while place < len(named):
            entry = named[place]
            group = [entry]
            while place + 1 < len(named) and self._are_listed(group[-1].found, named[place + 1].found):
                group.append(named[place + 1])
                place += 1
            fields = self._fields_of_names(entry.fields, entry.found.first)
            negated = self._is_negated(entry.found.first, 2) or self._is_denied_behind(group[-1].found.last)
            raw = self._words.between(Found(entry.found.first, group[-1].found.last))
            for other in group:
                role = "company" if any(self._is_name(name) for name in fields) else "product"
                self.entities.append(Entity(name=self._words.take(other.found), role=role))
            self.constraints.append(
                _named_constraint(
                    [part.key for part in group],
                    group[0].exact and len({part.exact for part in group}) == 1,
                    fields,
                    negated,
                    raw,
                )
            )
            place += 1

    def _fields_of_names(self, fields: Sequence[str], place: int) -> tuple[str, ...]:
        """Of the fields that have a name, those that the word before it means."""
        if len(fields) == 1:
            return tuple(fields)
        told = self._told_behind(fields, place)
        if told:
            return told
        before = self._words.before(place, 3)
        last = before[-1] if before else ""
        specs = [spec for name in fields if (spec := self._schema.field(name)) is not None]
        two = " ".join(before[-2:])
        if two in _TO:
            return tuple(spec.name for spec in specs if spec.stands not in _ISSUERS) or tuple(fields)
        if last in _WITH_PARTY or any(word in _WITH_PARTY for word in before[-2:]):
            return tuple(fields)
        if last in _FROM or " ".join(before[-2:]) in _FROM:
            chosen = [spec.name for spec in specs if spec.stands in _ISSUERS]
        elif last in _TO or " ".join(before[-2:]) in _TO:
            chosen = [spec.name for spec in specs if spec.stands not in _ISSUERS]
        else:
            chosen = []
        return tuple(chosen or fields)

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

    def _periods(self, mentions: FieldMentions) -> None:
        periods = find_periods(self._words, self._today)
        grouped: dict[str, list[tuple[Period, str]]] = {}
        for period in periods:
            if not self._words.is_free(period.found):
                continue
            mention = mentions.nearest(period.found, [FieldType.DATE])
            spec = mention.field if mention is not None else default_date(self._schema)
            if spec is not None and any(one.field == spec.name for one in self.constraints):
                spec = default_date(self._schema)  # "in 2022, without a delivery date"
            if mention is not None and mention.weak:
                spec = self._specific(mentions) or default_date(self._schema)
            years = self._years(period)
            raw = self._words.take(period.found)
            if years and (mention is None or mention.weak):
                self.constraints.append(_year_constraint(years, raw))
            elif spec is not None:
                grouped.setdefault(spec.name, []).append((period, raw))
        for name, found in grouped.items():
            made = [_period_constraint(name, period, raw) for period, raw in found]
            either = len(made) > 1 and self._words.has(_OR)
            self.constraints += [entry.model_copy(update={"group": 1}) for entry in made] if either else made

    def _specific(self, mentions: FieldMentions) -> FieldSpec | None:
        strong = mentions.strong([FieldType.DATE])
        return strong[0].field if strong else None

    def _years(self, period: Period) -> tuple[int, int] | None:
        """Reports are about years: "10-K of 2021" is no date. The first and last of whole years."""
        if self._schema.field(_YEAR) is None or period.first is None or period.last is None:
            return None
        whole = (period.first.month, period.first.day, period.last.month, period.last.day) == (1, 1, 12, 31)
        return (period.first.year, period.last.year) if whole else None

    def _figures(self, mentions: FieldMentions) -> None:
        for comparison in find_comparisons(self._words):
            spec = self._field_of_figure(comparison, mentions)
            if spec is None:
                continue
            raw = self._words.take(comparison.found)
            values = comparison.values()
            self.constraints.append(
                Constraint(
                    field=spec.name,
                    operator=comparison.operator,
                    value=values if comparison.operator == "BETWEEN" else values[0],
                    raw_text=raw,
                )
            )

    def _field_of_figure(self, comparison: Comparison, mentions: FieldMentions) -> FieldSpec | None:
        amount = comparison.amounts[0]
        if amount.currency:
            mention = mentions.nearest(comparison.found, [FieldType.MONEY])
            return mention.field if mention and not mention.weak else default_money(self._schema)
        if amount.unit is not None:
            mention = mentions.nearest(comparison.found, [FieldType.NUMBER], amount.unit)
            if mention is not None:
                return mention.field
            return next((spec for spec in self._specs(FieldType.NUMBER) if fits(spec, amount.unit)), None)
        mention = mentions.nearest(comparison.found, [FieldType.MONEY, FieldType.NUMBER])
        if mention is not None and not mention.weak:
            return mention.field
        return default_money(self._schema)

    def _kinds(self) -> None:
        for spec in self._specs(FieldType.ENUM):
            found = list(self._kinds_of(spec))
            found = [entry for entry in found if not self._is_plain_noun(spec, entry[0])]
            if not found:
                continue
            values = list(dict.fromkeys(name for names, _ in found for name in names))
            negated = self._is_negated(found[0][1].first, 2)
            raw = " / ".join(self._words.between(words) for _, words in found)
            for _, words in found:
                self._words.take(words)
            if negated and len(values) > 1:
                self.constraints += [_kind_constraint(spec.name, [one], True, raw) for one in values]
            else:
                self.constraints.append(_kind_constraint(spec.name, values, negated, raw))

    def _currency(self, mentions: FieldMentions) -> None:
        """ "in euros", "Dollar-Verträge": only amounts of a currency."""
        if any(isinstance(one.value, str) and one.value[-3:].isupper() for one in self.constraints):
            return
        for found in self._words.find(_CURRENCIES):
            code = _CURRENCIES[self._words.between(found).casefold()]
            mention = mentions.any_of([FieldType.MONEY])
            spec = mention.field if mention and not mention.weak else default_money(self._schema)
            if spec is not None:
                raw = self._words.take(found)
                least = Constraint(field=spec.name, operator=">=", value=f"0 {code}", raw_text=raw)
                self.constraints.append(least)
            return

    def _kinds_of(self, spec: FieldSpec) -> list[tuple[tuple[str, ...], Found]]:
        """(values, words): the values themselves, or all whose names share a word ("transistors")."""
        exact = {
            form: (name,)
            for name, words in spec.values.items()
            for word in (*words, name.replace("_", " "))
            for form in inflected(word)
        }
        shared: dict[str, tuple[str, ...]] = {}
        for name in spec.values:
            for part in name.split("_"):
                for form in inflected(part):
                    if len(part) > 3 and form not in exact:
                        shared[form] = (*shared.get(form, ()), name)
        return [
            (exact.get(key) or shared[key], found)
            for found in self._words.find({*exact, *shared}, free=True)
            for key in (self._words.between(found).casefold(),)
        ]

    def _is_plain_noun(self, spec: FieldSpec, values: tuple[str, ...]) -> bool:
        """All invoices are meant by "invoices", credit notes too."""
        return len(values) == 1 and values[0] + "s" == self._schema.bucket

    def _missing(self, mentions: FieldMentions) -> None:
        for mention in mentions.strong(FieldType):
            spec, words = mention.field, mention.found
            if any(constraint.field == spec.name for constraint in self.constraints):
                continue
            if self._ends_with(words.first, _WITHOUT):
                operator: Operator = "IS NULL"
            elif self._begins_with(words.last, _MISSING_BEHIND):
                operator = "IS NULL"
            elif spec.type in (FieldType.TEXT, FieldType.DATE) and self._ends_with(words.first, _WITH):
                operator = "IS NOT NULL"
            elif spec.pattern and self._words.has(_STATING):
                denied = self._is_negated(words.first, 4)
                operator = "IS NULL" if denied else "IS NOT NULL"
            else:
                continue
            if not self._words.is_free(words):
                continue
            first = words.first - self._length_before(words.first, (*_WITHOUT, *_WITH))
            raw = self._words.take(Found(first, words.last))
            self.constraints.append(Constraint(field=spec.name, operator=operator, raw_text=raw))

    def read_unknown(self, mentions: FieldMentions) -> None:
        """Names that no value has: a condition all the same, which nothing meets."""
        prepositions = {word for word in (*_FROM, *_TO, *_WITH_PARTY) if " " not in word}
        mentioned = {place for entry in mentions.all for place in range(entry.found.first, entry.found.last)}
        if self._words.german:
            prepositions &= {"von", "vom", "bei", "an", "mit"}
        for before, found in unknown_names(self._words, prepositions):
            if found.first in mentioned:
                continue
            fields = [spec.name for spec in self._schema.fields if self._is_name(spec.name)]
            fields = list(self._fields_of_names(fields, found.first)) if fields else []
            if not fields:
                continue
            name = self._words.take(found)
            raw = f"{before} {name}"
            self.entities.append(Entity(name=name, role="company"))
            negated = self._is_negated(found.first - 1, 2)
            self.constraints.append(_named_constraint([text_key(name)], False, fields, negated, raw))

    def _specs(self, kind: FieldType) -> list[FieldSpec]:
        return [spec for spec in self._schema.fields if spec.type is kind]

    def _is_name(self, name: str) -> bool:
        spec = self._schema.field(name)
        return spec is not None and spec.type is FieldType.TEXT and not spec.pattern and spec.stands not in (
            "law", "heading"
        )  # fmt: skip

    def _is_negated(self, place: int, reach: int) -> bool:
        """Whether a word of negation stands so many words before, which then has done its work."""
        for at in range(place - 1, max(-1, place - 1 - reach), -1):
            for length in (3, 2, 1):
                found = Found(max(0, at - length + 1), at + 1)
                words = " ".join(word.key for word in self._words.words[found.first : found.last])
                if words in NEGATIONS:
                    self._words.take(found)
                    return True
        return False

    def _is_denied_behind(self, place: int) -> bool:
        """ "X is not a party", "X nicht beteiligt ist"."""
        behind = [word.key for word in self._words.words[place : place + 6]]
        if not (set(behind) & {"not", "nicht"} and set(behind) & _TAKING_PART):
            return False
        for at, key in enumerate(behind, place):
            if key in ("not", "nicht") or key in _TAKING_PART:
                self._words.take(Found(at, at + 1))
        return True

    def _are_listed(self, left: Found, right: Found) -> bool:
        between = [word.key for word in self._words.words[left.last : right.first]]
        return between in (["or"], ["oder"], [], ["and"], ["und"]) and right.first - left.last <= 1

    def _length_before(self, place: int, options: Sequence[str]) -> int:
        """How many words the longest of the phrases has that ends before a word."""
        before = self._words.before(place, 4)
        return max((n for n in range(1, len(before) + 1) if " ".join(before[-n:]) in options), default=0)

    def _ends_with(self, place: int, options: Sequence[str]) -> bool:
        before = self._words.before(place, 4)
        return any(" ".join(before[-count:]) in options for count in range(1, len(before) + 1))

    def _begins_with(self, place: int, options: Sequence[str]) -> bool:
        behind = [word.key for word in self._words.words[place : place + 3]]
        return any(" ".join(behind[:count]) in options for count in range(1, len(behind) + 1))


def _inflects(key: str, stem: str) -> bool:
    """Whether a word is a stem with an ending."""
    return key.startswith(stem) and (len(stem) <= 6 or len(key) - len(stem) <= 2)


def _denies(phrase: str) -> bool:
    return any(
        word in NEGATIONS or word in ("no", "nein") for word in phrase.casefold().replace(":", " ").split()
    )


def _named_constraint(
    keys: Sequence[str], exact: bool, fields: Sequence[str], negated: bool, raw: str
) -> Constraint:
    first, *others = fields
    if exact:
        operator: Operator = "IN" if len(keys) > 1 else "!=" if negated else "="
        value: str | tuple[str, ...] = tuple(keys) if len(keys) > 1 else keys[0]
    else:
        operator = "NOT LIKE" if negated else "LIKE"
        patterns = tuple(f"%{_escaped(key)}%" for key in keys)
        value = patterns if len(keys) > 1 else patterns[0]
    return Constraint(field=first, operator=operator, value=value, raw_text=raw, any_of=tuple(others))


def _escaped(key: str) -> str:
    return key.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def _kind_constraint(name: str, values: Sequence[str], negated: bool, raw: str) -> Constraint:
    if len(values) == 1:
        return Constraint(field=name, operator="!=" if negated else "=", value=values[0], raw_text=raw)
    return Constraint(field=name, operator="IN", value=tuple(values), raw_text=raw)


def _period_constraint(name: str, period: Period, raw: str) -> Constraint:
    first, last = period.first, period.last
    if first is not None and last is not None:
        if first == last:
            return Constraint(field=name, operator="=", value=first.isoformat(), raw_text=raw)
        return Constraint(
            field=name, operator="BETWEEN", value=(first.isoformat(), last.isoformat()), raw_text=raw
        )
    if first is not None:
        return Constraint(field=name, operator=">=", value=first.isoformat(), raw_text=raw)
    return Constraint(field=name, operator="<=", value=last.isoformat() if last else "", raw_text=raw)


def _year_constraint(years: tuple[int, int], raw: str) -> Constraint:
    first, last = map(str, years)
    if first == last:
        return Constraint(field=_YEAR, operator="=", value=first, raw_text=raw)
    return Constraint(field=_YEAR, operator="BETWEEN", value=(first, last), raw_text=raw)
