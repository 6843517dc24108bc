"""The conditions a question names. Each step takes its words, so that no word makes two. Pure functions."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence

from core.corpus.asking.alternatives import joined
from core.corpus.asking.comparisons import Comparison, figure_spans, find_comparisons
from core.corpus.asking.day_ranges import Period, find_periods
from core.corpus.asking.joined_conditions import Link, Placed, in_group, links, placed
from core.corpus.asking.kinds import goes_by_year, kinds_asked
from core.corpus.asking.missing import missing_values
from core.corpus.asking.named_fields import (
    FieldMentions,
    Mention,
    default_date,
    default_money,
    fits,
)
from core.corpus.asking.negation import NEGATIONS, denies, takes_negation
from core.corpus.asking.parties import PartyReader
from core.corpus.asking.question_values import currencies_in
from core.corpus.asking.question_words import Found, QuestionWords, phrases
from core.corpus.decomposition import Constraint, Entity, Operator
from core.fields.schema import BucketSchema, FieldSpec, FieldType
from core.text.numbers import Number

_OVER = phrases(
    "expired|overdue|past due|lapsed|abgelaufen~|überfällig~|ausgelaufen~|no longer valid|nicht mehr gültig"
)
_GOING_ON = phrases(
    "still valid|currently valid|in force|still running|active|noch gültig~|laufende|laufenden|noch laufen"
    "|not expired|nicht abgelaufen|unexpired"
)
_BOUNDS = phrases("mindest|minimum|minimal|höchst|maximum|maximal")
_YEAR = "year"  # the field by which a bucket says that its documents are about years
_ENDS = ("due_date", "end_date", "expiry_date")
_OF_ANY_SIZE: tuple[Operator, ...] = (">=", "<")
_JOINING = frozenset(phrases("and|or|und|oder|with|from|by|mit|von|bei"))


class ConditionReader:
    """`placed`: what was found, with its words; `figures`: those with figures; `entities`: the names.
    `unclear`: conditions stand beside each other that cannot hold at once, and nothing says how."""

    def __init__(
        self,
        words: QuestionWords,
        schema: BucketSchema,
        values: Mapping[str, Sequence[str]],
        today: datetime.date,
    ) -> None:
        self._words = words
        self._schema = schema
        self._today = today
        self._degrees = (
            tuple({word.lower(): 0 for spec in schema.fields for word in spec.more}),
            tuple({word.lower(): 0 for spec in schema.fields for word in spec.less}),
        )
        self._parties = PartyReader(words, schema, values)
        self._groups = 0
        self.placed: list[Placed] = []
        self.figures: list[Placed] = []
        self.unclear = False

    @property
    def constraints(self) -> list[Constraint]:
        return [one.constraint for one in self.placed]

    @property
    def entities(self) -> list[Entity]:
        return self._parties.entities

    def read(self, mentions: FieldMentions) -> None:
        """All conditions but names that no value has; see `read_unknown`."""
        self._bools()
        self._states()
        self.placed += self._parties.known(mentions)
        constrained = {entry.field for entry in self.constraints}
        self.placed += missing_values(self._words, self._today, mentions, constrained)
        self._periods(mentions)
        self._figures(mentions)
        self.placed += kinds_asked(self._words, self._schema, mentions)
        self._currency(mentions)

    def read_unknown(self, mentions: FieldMentions) -> None:
        """Names that no value has: a condition all the same, which nothing meets."""
        self.placed += self._parties.unknown(mentions)

    def read_alternatives(self, mentions: FieldMentions) -> None:
        """An "or" that is left, between conditions of two fields."""
        heads = [*self._words.find(self._schema.nouns, free=False)]
        heads += [one.found for one in self.placed if self._is_kind(one.constraint)]
        heads.sort(key=lambda found: found.first)
        either = joined(self._words, self._schema, mentions, heads, self.placed, self._groups + 1)
        if either is not None:
            self.placed = either
            self._groups += 1

    def _is_kind(self, constraint: Constraint) -> bool:
        spec = self._schema.field(constraint.field)
        return spec is not None and spec.type is FieldType.ENUM

    def _bools(self) -> None:
        """ "that renew automatically", "die sich nicht automatisch verlängern"."""
        for spec in self._specs(FieldType.BOOL):
            for value in ("true", "false"):
                plain = [phrase for phrase in spec.values.get(value, ()) if not denies(phrase)]
                found = self._bool_phrase(plain)
                if found is None:
                    continue
                barred = self._barred(found.first)
                negated = takes_negation(self._words, found.last, found.last - found.first + 3, barred)
                told = value if not negated else "false" if value == "true" else "true"
                self.placed.append(placed(self._words, found, spec.name, "=", told))
                break

    def _barred(self, place: int) -> frozenset[int]:
        """Names and what joins parts of a question: "not with X renewing" does not deny the renewing."""
        return frozenset(
            at
            for at, word in enumerate(self._words.words[:place])
            if word.key in _JOINING or (at and word.is_capital and word.key not in NEGATIONS)
        )

    def _bool_phrase(self, values: Sequence[str]) -> Found | None:
        """All telling words of a phrase near each other, in any order and inflection."""
        for phrase in sorted(values, key=len, reverse=True):
            telling = [word for word in phrase.casefold().replace(":", "").split() if len(word) > 3]
            # One word alone must be that word; several are told by their stems.
            stems = telling if len(telling) == 1 else [word[:6] for word in telling]
            places = {
                stem: place
                for place, word in reversed([*enumerate(self._words.words)])
                for stem in stems
                if _inflects(word.key, stem)
            }
            known = sorted(places.values())
            if known and len(places) == len({*stems}) and known[-1] - known[0] < len(stems) + 3:
                found = Found(known[0], known[-1] + 1)
                if len(stems) > 1 or self._words.is_free(found):
                    return found
        return None

    def _states(self) -> None:
        """ "expired", "überfällig", "still valid": an end or a due date before or after today."""
        end = next((name for name in _ENDS if self._schema.field(name) is not None), "")
        states: tuple[tuple[Operator, tuple[str, ...]], ...] = ((">=", _GOING_ON), ("<", _OVER))
        for operator, words in states if end else ():
            for found in self._words.find(words):
                self.placed.append(placed(self._words, found, end, operator, self._today.isoformat()))

    def _periods(self, mentions: FieldMentions) -> None:
        grouped: dict[str, list[tuple[Period, Placed]]] = {}
        for period in find_periods(self._words, self._today, self._figure_spans(mentions)):
            if not self._words.is_free(period.found):
                continue
            mention = self._dated(period, mentions)
            spec = mention.field if mention is not None else default_date(self._schema)
            is_taken = mention is not None and not self._words.is_free(mention.found)
            if is_taken and spec is not None and any(one.field == spec.name for one in self.constraints):
                spec = default_date(self._schema)  # "in 2022, without a delivery date"
            years = self._years(period) if mention is None or mention.weak else None
            name = _YEAR if years else spec.name if spec is not None else ""
            first, last = years or (day.isoformat() if day else "" for day in (period.first, period.last))
            operator: Operator = (
                "=" if first == last else "BETWEEN" if first and last else ">=" if first else "<="
            )
            value = (first, last) if operator == "BETWEEN" else first or last
            if name:
                made = placed(self._words, period.found, name, operator, value)
                grouped.setdefault(name, []).append((period, made))
        for found in grouped.values():
            self._add_periods(found)

    def _dated(self, period: Period, mentions: FieldMentions) -> Mention | None:
        """The nearest date; not one behind it that another period follows: of "from 2023, valid until
        2027" the first is no end."""
        nearest = mentions.nearest(period.found, [FieldType.DATE])
        if nearest is None or nearest.found.first < period.found.last:
            return nearest
        first, last = nearest.found.first, nearest.found.last
        periods = find_periods(self._words, self._today, [])
        return None if any(first <= other.found.first <= last + 1 for other in periods) else nearest

    def _new_group(self) -> int:
        """A number for conditions of which one is enough."""
        self._groups += 1
        return self._groups

    def _add_periods(self, found: Sequence[tuple[Period, Placed]]) -> None:
        """Two years are either of them, "after 2020 and before 2023" is both."""
        alike = [one for _, one in found]
        linked = [
            (how, _overlap(left, right))
            for how, (left, _), (right, _) in zip(links(self._words, alike), found, found[1:], strict=False)
        ]
        self.unclear = self.unclear or (Link.APART, False) in linked
        self._add(
            alike, [how is Link.EITHER or (how, overlap) == (Link.BOTH, False) for how, overlap in linked]
        )

    def _add(self, alike: Sequence[Placed], either: Sequence[bool]) -> None:
        """Conditions of one field; `either`: between each and the next, whether one of them is enough."""
        if any(either):
            self.unclear = self.unclear or not all(either)
            alike = in_group(alike, self._new_group())
        self.placed += alike

    def _figure_spans(self, mentions: FieldMentions) -> list[tuple[int, int]]:
        numbers = self._specs(FieldType.NUMBER)
        bare = default_money(self._schema) is not None or any(
            mention.field.name != _YEAR for mention in mentions.strong([FieldType.NUMBER])
        )
        return figure_spans(self._words, lambda unit: any(fits(spec, unit) for spec in numbers), bare=bare)

    def _years(self, period: Period) -> tuple[str, str] | None:
        """Reports are about years: "10-K of 2021" is no date. The first and last of whole years."""
        if self._schema.field(_YEAR) is None or period.first is None or period.last is None:
            return None
        if not goes_by_year(self._words, self._schema):
            return None
        whole = (period.first.month, period.first.day, period.last.month, period.last.day) == (1, 1, 12, 31)
        return (str(period.first.year), str(period.last.year)) if whole else None

    def _figures(self, mentions: FieldMentions) -> None:
        grouped: dict[str, list[Placed]] = {}
        for comparison in find_comparisons(self._words, self._degrees):
            spec = self._field_of_figure(comparison, mentions)
            if spec is None:
                continue
            self.unclear = self.unclear or self._is_a_bound(comparison, spec, mentions)
            values = comparison.values()
            value = values if comparison.operator == "BETWEEN" else values[0]
            made = placed(self._words, comparison.found, spec.name, comparison.operator, value)
            self.figures.append(made)
            grouped.setdefault(spec.name, []).append(made)
        for alike in grouped.values():
            self._add(alike, [how is Link.EITHER for how in links(self._words, alike)])

    def _is_a_bound(self, comparison: Comparison, spec: FieldSpec, mentions: FieldMentions) -> bool:
        """ "Mindestlaufzeit ein Jahr": just that, or that at least, nobody can tell."""
        if comparison.operator != "=" or spec.name.endswith(("_min", "_max")):
            return False
        mention = mentions.nearest(comparison.found, [spec.type])
        return mention is not None and self._words.between(mention.found).casefold().startswith(_BOUNDS)

    def _field_of_figure(self, comparison: Comparison, mentions: FieldMentions) -> FieldSpec | None:
        amount = comparison.amounts[0]
        compared = self._by_comparative(comparison, mentions)
        if compared is not None:
            return compared
        if amount.unit and not amount.currency:
            mention = mentions.nearest(comparison.found, [FieldType.NUMBER], amount.unit)
            if mention is not None:
                return mention.field
            options = [spec for spec in self._specs(FieldType.NUMBER) if fits(spec, amount.unit)]
            return options[0] if len(options) == 1 else None  # "over 150 °C": of what, nobody knows
        kinds = [FieldType.MONEY] if amount.currency else [FieldType.MONEY, FieldType.NUMBER]
        mention = mentions.nearest(comparison.found, kinds)
        return mention.field if mention and not mention.weak else default_money(self._schema)

    def _by_comparative(self, comparison: Comparison, mentions: FieldMentions) -> FieldSpec | None:
        """ "hotter than 100 °C": the field of that word, where no other stands beside it ("boils hotter
        than")."""
        said = {*self._words.between(comparison.found).casefold().split()}
        amount = comparison.amounts[0]
        options = [
            spec
            for spec in self._schema.fields
            if suits(spec, amount) and said & {word.casefold() for word in (*spec.more, *spec.less)}
        ]
        beside = [
            mention.field
            for mention in mentions.strong([FieldType.NUMBER, FieldType.MONEY])
            if mention.found.last == comparison.found.first and suits(mention.field, amount)
        ]
        return (beside or options)[0] if options else None

    def _currency(self, mentions: FieldMentions) -> None:
        """ "in euros", "Dollar-Verträge": only amounts of a currency."""
        for found, code in currencies_in(self._words):
            mention = mentions.any_of([FieldType.MONEY])
            spec = mention.field if mention and not mention.weak else default_money(self._schema)
            if spec is not None:
                group = self._new_group()
                for operator in _OF_ANY_SIZE:  # amounts below zero are in it, too: credit notes
                    self.placed.append(placed(self._words, found, spec.name, operator, f"0 {code}", group))
            return

    def _specs(self, kind: FieldType) -> list[FieldSpec]:
        return [spec for spec in self._schema.fields if spec.type is kind]


def suits(spec: FieldSpec, amount: Number) -> bool:
    """Whether an amount can be a value of a field."""
    if amount.currency:
        return spec.type is FieldType.MONEY
    if amount.unit:
        return fits(spec, amount.unit)
    return spec.type is FieldType.NUMBER


def _inflects(key: str, stem: str) -> bool:
    """Whether a word is a stem with an ending."""
    return key.startswith(stem) and (len(stem) <= 6 or len(key) - len(stem) <= 2)


def _overlap(left: Period, right: Period) -> bool:
    """Whether some day is in both."""
    first = max(left.first or datetime.date.min, right.first or datetime.date.min)
    return first <= min(left.last or datetime.date.max, right.last or datetime.date.max)
