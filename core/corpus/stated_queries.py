"""The queries that a question can mean, over the fields of a bucket and what stands in the question.
Nothing that it states exactly may be left out: what is misread is left to the texts. Pure functions."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.corpus.asking.day_ranges import Period
from core.corpus.asking.question_values import QuestionValues
from core.corpus.decomposition import Computation, Constraint, Decomposition, Intent, Operator, Ordering
from core.fields.filters import containing
from core.fields.schema import BucketSchema, FieldSpec, FieldType

TO_TEXTS = '{"want": "text"}'  # no query: what single documents say answers it
_MOST_CONDITIONS = 5
_MOST_KINDS = 2  # of one field
_COUNTED = (2, 3, 4, 5, 10)  # "the five largest"
_PARTY, _EITHER_PARTY = "party", ("first_party", "second_party")
_SIZES: tuple[Operator, ...] = ("<", "<=", ">", ">=", "=")
_GAPS: tuple[tuple[str, Operator], ...] = (("missing", "IS NULL"), ("present", "IS NOT NULL"))
_OF_ANY_SIZE: tuple[Operator, ...] = (">=", "<")  # than nothing
_YEAR = "year"


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition as the model writes it. `words`: what of the question is in it, empty for what is missing;
    `constraints`: one is enough."""

    field: str
    sign: str
    words: str
    constraints: tuple[Constraint, ...]


class StatedQueries:
    """The queries that a question can mean over one bucket."""

    def __init__(self, schema: BucketSchema, stated: QuestionValues, *, with_gaps: bool) -> None:
        """`with_gaps`: also that a value is missing or present."""
        self._schema = schema
        self._stated = stated
        self._kinds = {spec.name for spec in schema.fields if spec.type is FieldType.ENUM}
        made = [one for spec in schema.fields for one in self._of_field(spec, with_gaps)]
        parties = party_fields(schema)
        made += self._of_names(_PARTY, parties) if parties else ()
        self._conditions = {f"{one.field} {one.sign} {one.words}".rstrip(): one for one in made}

    @property
    def grammar(self) -> dict[str, Any]:
        """As a JSON schema."""
        fields = self._schema.fields
        numeric = {"enum": [spec.name for spec in fields if spec.type.is_numeric and spec.name != _YEAR]}
        ordered = {"enum": [spec.name for spec in fields if spec.type.is_ordered]}
        by = {"enum": list(_groupings(fields))}
        where: dict[str, Any] = {"type": "array", "items": {"type": "null"}, "maxItems": 0}
        if self._conditions:
            where |= {"items": {"enum": list(self._conditions)}, "maxItems": _MOST_CONDITIONS}
        top = {"enum": sorted({*_COUNTED, *self._small_figures()})}
        ways: list[dict[str, Any]] = [{"want": {"enum": ["list"]}}]
        ways += [{"want": {"enum": ["count"]}, "by": by}] if by["enum"] else []
        ways += [{"want": {"enum": ["sum", "average"]}, "of": numeric, "by": by}] if numeric["enum"] else []
        if ordered["enum"]:
            ways.append({"want": {"enum": ["min", "max"]}, "of": ordered})
            ways.append({"want": {"enum": ["greatest", "least"]}, "of": ordered, "top": top})
        every = [{"want": {"enum": ["text"]}}, *({**way, "where": where} for way in ways)]
        return {
            "anyOf": [
                {
                    "type": "object",
                    "properties": way,
                    "required": [name for name in way if name != "by"],
                    "additionalProperties": False,
                }
                for way in every
            ]
        }

    def decomposed(self, query: object) -> Decomposition | None:
        """What is asked; None for a question to the texts, where a value of the question is left out, and for
        what a server wrote that keeps to no grammar."""
        if not isinstance(query, dict) or not any(_suits(query, way) for way in self.grammar["anyOf"]):
            return None
        want, of, by, top = (query.get(name, "") for name in ("want", "of", "by", "top"))
        where = query.get("where", ())
        chosen = [one for text, one in self._conditions.items() if text in where]
        kinds = Counter(one.field for one in chosen if one.field in self._kinds)
        if any(count > _MOST_KINDS for count in kinds.values()):
            return None  # which leaves hardly anything out
        if want == "text" or not self._has_all({one.words for one in chosen}, top):
            return None
        computation, ordering = None, None
        if want in ("greatest", "least"):
            ordering = Ordering(field=of, descending=want == "greatest", limit=top)
        elif want != "list":
            computation = Computation(kind=want, field=of, group_by=by)
        return Decomposition(
            intent=Intent.COMPUTE if computation else Intent.LIST,
            primary_buckets=(self._schema.bucket,),
            constraints=tuple(_joined(chosen)),
            computation=computation,
            ordering=ordering,
            columns=(of,) if of else (),
            read_by_model=True,
        )

    def _of_field(self, spec: FieldSpec, with_gaps: bool) -> Iterator[Condition]:
        name, stated = spec.name, self._stated
        if with_gaps:
            for sign, gap in _GAPS:
                yield Condition(name, sign, "", (Constraint(field=name, operator=gap, raw_text=spec.shown),))
        match spec.type:
            case FieldType.TEXT:
                yield from self._of_names(name, [name])
            case FieldType.ENUM | FieldType.BOOL:
                for value in spec.values:
                    yield _condition(name, "=", value, "=", value)
                    if spec.type is FieldType.ENUM:
                        yield _condition(name, "!=", value, "!=", value)
            case FieldType.DATE:
                for words, days in stated.days.items():
                    yield from _of_days(name, words, days)
            case _:
                for words in [*stated.amounts, *(stated.days if name == _YEAR else ())]:
                    yield from (_condition(name, operator, words, operator, words) for operator in _SIZES)
        for words, code in stated.currencies.items() if spec.type is FieldType.MONEY else ():
            either = (_condition(name, "in", words, one, f"0 {code}").constraints for one in _OF_ANY_SIZE)
            yield Condition(name, "in", words, tuple(itertools.chain(*either)))

    def _of_names(self, shown: str, fields: Sequence[str]) -> Iterator[Condition]:
        signs: tuple[tuple[str, Operator], ...] = (("=", "LIKE"), ("!=", "NOT LIKE"))
        for words, name in self._stated.names.items():
            for sign, operator in signs if {*fields} & {*name.fields} else ():
                exact = name.exact and sign == "="
                value = name.key if exact else containing(name.key)
                made = _condition(fields[0], sign, words, "=" if exact else operator, value)
                [one] = made.constraints
                either = one.model_copy(update={"any_of": tuple(fields[1:])})
                yield Condition(shown, sign, words, (either,))

    def _small_figures(self) -> list[int]:
        bare = (one for one in self._stated.amounts.values() if not one.unit and not one.currency)
        return [int(one.amount) for one in bare if 1 < one.amount <= 50]

    def _has_all(self, words: set[str], top: object) -> bool:
        """Whether every day, amount, currency and plain name of the question is in the query; what is said in
        two ways is one value."""
        stated = self._stated
        days = {(one.first, one.last) for text, one in stated.days.items() if text in words}
        amounts = [one for text, one in stated.amounts.items() if text in words]
        names = {one.key for text, one in stated.names.items() if text in words}
        return (
            all((one.first, one.last) in days for one in stated.days.values())
            and all(
                one.amount == top or any(one.is_carried_by(other) for other in amounts)
                for one in stated.amounts.values()
            )
            and all(text in words for text in stated.currencies)
            and all(stated.names[text].key in names for text in stated.sure)
        )


def party_fields(schema: BucketSchema) -> list[str]:
    """The fields of both parties of a contract; a question mostly means either."""
    found = [spec.name for spec in schema.fields if spec.stands in _EITHER_PARTY]
    return found if len(found) > 1 else []


def told_fields(schema: BucketSchema) -> str:
    """The fields of a bucket for a model, a line each."""
    told = []
    for spec in schema.fields:
        kind = ", ".join(spec.values) if spec.type is FieldType.ENUM else spec.type.value
        unit = f" in {spec.unit}" if spec.unit else ""
        about = f"{spec.shown}, {spec.description}" if spec.description else spec.shown
        told.append(f"{spec.name} ({kind}{unit}): {about}")
    if party_fields(schema):
        told.append(f"{_PARTY} (text): any of the parties")
    return "\n".join(told)


def _suits(query: Mapping[str, Any], way: Mapping[str, Any]) -> bool:
    """Whether a reply is of one form of the grammar."""
    told, needed = way["properties"], way["required"]
    if not set(needed) <= query.keys() <= told.keys():
        return False
    for name, value in query.items():
        several = "items" in told[name]
        if several and not isinstance(value, list):
            return False
        allowed = told[name]["items"].get("enum", ()) if several else told[name]["enum"]
        if not all(one in allowed for one in (value if several else [value])):
            return False
    return True


def _groupings(fields: Sequence[FieldSpec]) -> Iterator[str]:
    for spec in fields:
        if spec.type is FieldType.DATE:
            yield from (f"{spec.name}/year", f"{spec.name}/month")
        elif not spec.type.is_numeric or spec.name == _YEAR:
            yield spec.name


def _condition(
    name: str, sign: str, words: str, operator: Operator, value: str | tuple[str, str]
) -> Condition:
    one = Constraint(field=name, operator=operator, value=value, raw_text=words)
    return Condition(name, sign, words, (one,))


def _of_days(name: str, words: str, days: Period) -> Iterator[Condition]:
    first = days.first.isoformat() if days.first else ""
    last = days.last.isoformat() if days.last else ""

    if not first or not last:
        yield _condition(name, "in", words, ">=" if first else "<=", first or last)
        return
    yield _condition(name, "in", words, "BETWEEN", (first, last))
    yield _condition(name, "before", words, "<", first)
    yield _condition(name, "after", words, ">", last)
    yield _condition(name, "from", words, ">=", first)
    yield _condition(name, "until", words, "<=", last)


def _joined(chosen: Sequence[Condition]) -> Iterator[Constraint]:
    """All hold at once, but of those that say what one field is, one."""
    for group, one in enumerate(chosen, 1):
        alike = [each for each in chosen if (each.field, each.sign) == (one.field, one.sign)]
        first = chosen.index(alike[0]) + 1 if alike else group
        several = len(alike) > 1 or len(one.constraints) > 1
        for constraint in one.constraints:
            yield constraint.model_copy(update={"group": first if several else 0})
