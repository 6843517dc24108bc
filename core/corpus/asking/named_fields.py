"""Which field of a schema a part of a question means. Pure functions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.corpus.asking.question_words import Found, QuestionWords, phrases
from core.fields.schema import BucketSchema, FieldSpec, FieldType
from core.fields.values import text_key
from core.text.units import unit_of

# Words by which a question may mean anything: they decide only where nothing else does.
_WEAK = frozenset(phrases("from|by|von|to|an|date|datum|until|bis|ab|for|für|of|total|amount"))
# Words that say which end or how much of an amount: "the largest invoice", "sum of VAT". They mean the field
# that has them only where no other is named.
_HOW_MUCH = frozenset(
    phrases(
        "sum|sums|summe|summen|value|values|worth|wert|werte|werts|werten|cost|costs|kosten|spent|spend|paid"
        "|ausgegeben|volume|volumen|expensive|cheap|teuer|teuerste|günstigste|largest|biggest|highest|smallest|größte"
        "|höchste|kleinste"
    )
)
_INFLECTED = 5  # letters of a word that has a plural
_BOUNDS = {
    "_min": (("mindest", "minimal"), ("minimum", "minimal", "minimale", "min.")),
    "_max": (("höchst", "maximal", "spitzen"), ("maximum", "maximal", "maximale", "max.", "peak")),
}


@dataclass(frozen=True, slots=True)
class Mention:
    """A field's words in the question."""

    field: FieldSpec
    found: Found
    weak: bool


class FieldMentions:
    """Where a question mentions which fields of a schema."""

    def __init__(self, question: QuestionWords, schema: BucketSchema) -> None:
        self._question = question
        self.fields = schema.fields
        self.all: list[Mention] = []
        for spec in schema.fields:
            names = {form for name in asked_words(spec) for form in _forms(name)} | _bounds(spec)
            for found in question.find(names, free=False):
                weak = question.between(found).casefold() in _WEAK
                self.all.append(Mention(spec, found, weak))
        self.all += _separated(question, schema)
        # "due date" is no mention of "date".
        self.all = [
            mention
            for mention in self.all
            if not any(
                other.field is not mention.field
                and other.found.first <= mention.found.first
                and other.found.last >= mention.found.last
                and (other.found.last - other.found.first) > (mention.found.last - mention.found.first)
                for other in self.all
            )
        ]

    def nearest(self, near: Found, types: Iterable[FieldType], unit: str = "") -> Mention | None:
        """The mention closest to some words, of fields of these types that can be in the unit; those before
        go before those behind."""
        kinds = set(types)
        options = [
            mention
            for mention in self.all
            if mention.field.type in kinds and (not unit or fits(mention.field, unit))
        ]
        return min(options, key=lambda mention: (mention.weak, _distance(mention.found, near)), default=None)

    def strong(self, types: Iterable[FieldType]) -> list[Mention]:
        """Mentions that can mean nothing else, in their order."""
        kinds = set(types)
        found = [mention for mention in self.all if not mention.weak and mention.field.type in kinds]
        return sorted(found, key=lambda mention: mention.found.first)

    def says_how_much(self, mention: Mention) -> bool:
        """Whether the words of a mention name no field by themselves."""
        words = self._question.between(mention.found).casefold()
        return any(words in (word, *(word + end for end in "nrsm")) for word in _HOW_MUCH)

    def any_of(self, types: Iterable[FieldType]) -> Mention | None:
        """The first mention of a field of these types; weak ones last."""
        kinds = set(types)
        found = [mention for mention in self.all if mention.field.type in kinds]
        return min(found, key=lambda mention: (mention.weak, mention.found.first), default=None)


def _separated(question: QuestionWords, schema: BucketSchema) -> list[Mention]:
    """ "laufen 2023 aus": a German verb in two parts, which means an end."""
    spec = schema.field("end_date") or schema.field("expiry_date")
    keys = [word.key for word in question.words]
    verbs = [place for place, key in enumerate(keys) if key in ("laufen", "läuft", "liefen", "lief")]
    parts = [  # the second part ends its clause
        place
        for place, key in enumerate(keys)
        if key in ("aus", "ab") and keys[place + 1 : place + 2] in ([], ["und"], ["oder"])
    ]
    if spec is None or not verbs or not parts or parts[0] < verbs[0]:
        return []
    return [Mention(spec, Found(place, place + 1), False) for place in (verbs[0], parts[0])]


def _forms(name: str) -> set[str]:
    """A field's word as it stands in a question: "weights", "Vertragswertes"."""
    key = name.casefold()
    if " " in key or len(key) < _INFLECTED or key in _WEAK:
        return {key}
    endings = ("", "s", "e", "en", "n", "es", "angabe", "angaben", "sangabe", "sangaben")
    return {key + ending for ending in endings}


def _bounds(spec: FieldSpec) -> set[str]:
    """What a least or greatest value is called: "minimum gain", "Mindestverstärkung"."""
    for ending, told in _BOUNDS.items():
        if spec.name.endswith(ending):
            plain = {word.casefold() for word in asked_words(spec) if word.casefold() not in _WEAK}
            joined = {f"{first}{word}" for first in told[0] for word in plain if " " not in word}
            return joined | {f"{first} {word}" for first in told[1] for word in plain}
    return set()


def asked_words(spec: FieldSpec) -> Sequence[str]:
    """The words by which a question means a field."""
    return [*spec.asked, spec.shown, spec.name.replace("_", " ")]


def fits(spec: FieldSpec, unit: str) -> bool:
    """Whether a figure in this unit can be a value of the field."""
    measures = {one.measure for name in (spec.unit, unit) if (one := unit_of(name)) is not None}
    both_long = measures == {"calendar days", "calendar months"}
    return bool(spec.unit) and (len(measures) == 1 or both_long)


def field_named(schema: BucketSchema, words: str) -> FieldSpec | None:
    """The field that words name: "vendor", "lieferanten"; the longest name that begins the words."""
    key = text_key(words)
    options = [
        (len(name), spec)
        for spec in schema.fields
        for name in map(text_key, asked_words(spec))
        if key == name
        or key.startswith(name + " ")
        or key in (name + "s", name + "n", name + "en", name + "e")
    ]
    return max(options, key=lambda option: option[0])[1] if options else None


def default_date(schema: BucketSchema) -> FieldSpec | None:
    """The first date of a schema."""
    return next((spec for spec in schema.fields if spec.type is FieldType.DATE), None)


def default_money(schema: BucketSchema) -> FieldSpec | None:
    """The amount that others add up to, else the first."""
    money = [spec for spec in schema.fields if spec.type is FieldType.MONEY]
    return next((spec for spec in money if spec.sum_of), money[0] if money else None)


def _distance(mention: Found, near: Found) -> float:
    if mention.last <= near.first:
        return near.first - mention.last
    if mention.first >= near.last:
        return mention.first - near.last + 0.5
    return 0.0
