"""A question, taken apart by rules: exact where they understand it, and honest about the words they do not.

Source: specification 003, section 8. The rules go first because a small model miscounts conditions; what they
leave over is told, never dropped. Pure functions.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from core.corpus.asking.conditions import NEGATIONS, ConditionReader
from core.corpus.asking.fields import FieldMentions, default_date, default_money, field_named
from core.corpus.asking.intents import Wanted, wanted_of
from core.corpus.asking.words import Found, QuestionWords, inflected, phrases
from core.corpus.decomposition import (
    LONGEST_QUERY,
    Computation,
    Constraint,
    Decomposition,
    Intent,
    Ordering,
    OutputPreferences,
    Subquery,
)
from core.fields.schema import BucketSchema, FieldSpec, FieldType

_OR = phrases("or|oder")
# A word of negation that nothing was made of turns the answer around: it is never passed over.
_DENYING = frozenset(word for phrase in NEGATIONS if " " not in phrase for word in (phrase,)) - {"noch"}
_ARTICLES = frozenset(
    phrases("the|this|that|a|an|der|die|das|dem|den|des|dieser|diese|dieses|ein|eine|einem|einen|einer")
)
_EVERY = frozenset(
    phrases(
        "every|each|all|any|many|which|what|alle|allen|aller|jede|jeden|jeder|jedes|sämtliche|welche|viele"
    )
)
_OURS = frozenset(
    phrases("our|all|every|each|my|unsere|unseren|unserer|alle|allen|aller|sämtliche|meine|meinen")
)
# Words that say nothing by which documents differ.
_STOP = frozenset(
    phrases(
        "a|an|the|all|any|of|in|on|at|to|for|from|by|with|and|or|that|which|who|is|are|was|were|be"
        "|been|being|have|has|had|do|does|did|we|our|us|i|my|me|you|your|it|its|their|there|they|this"
        "|these|those|please|can|could|would|what|when|where|list|show|give|find|tell|need|want|see"
        "|get|documents|document|files|file|records|entries|one|ones|out|as|than|then|also|only|just"
        "|so|far|ever|each|every|per|how|much|many|value|values|worth|whose|issued|dated|sent|received"
        "|made|total|amount|amounts|number|up|total|library|currently|still|yet|overall|both|ein|eine"
        "|einen|einem|einer|eines|der|die|das|den|dem|des|alle|allen|aller|alles|und|oder|mit|von|vom"
        "|zu|zum|zur|im|in|am|an|auf|bei|für|ist|sind|war|waren|wurde|wurden|haben|hat|hatte|wir|uns"
        "|unsere|unserer|unseren|unser|unserem|ich|mir|mich|es|sie|bitte|welche|welcher|welches"
        "|welchen|zeige|liste|gib|nenne|dokumente|dokument|dateien|datei|gibt|wie|viel|viele|hoch|groß"
        "|lang|was|wer|wann|wo|werden|worden|wird|sein|seine|deren|dessen|als|auch|nur|noch|betrag"
        "|beträge|wert|werte|summe|insgesamt|ausgestellt|erhalten|bekommen|pro|je|jahr|jahre|year"
        "|years|bibliothek|liegt|liegen|lag|aus|nach|davon|aktuell|derzeit|uns|über|unter|€|$|£|%"
        "|there's|name|names|mal|that's|s|gab|geben|gegeben|into|within|during|lauten|lautet|kommen"
        "|kam|kamen|come|came|belong|gehören"
        "|break|down|entwickelt|verteilen|sich|together|addiert|money|everything|anything|according"
        "|quote|gives|looking|billed|invoiced|totals|pull|put|state|states|nennen|nennt|angabe"
        "|zahlen|laut|schnitt|steckt|stammen|spätesten|latest|combined|volume|pay|paid|paying"
        "|cost|costs|owe|auflisten|jeweils|gesamt|gesamte|zeigen|cents|currency|währung|steht|stehen"
        "|denen|läuft|laufen|hatten|sterling|nobody"
        "|what's|who's|where's"
    )
)
_UNITS_OF_TIME = {
    form: unit
    for unit, forms in (
        ("year", "year|years|jahr|jahre|jahren"),
        ("month", "month|months|monat|monate|monaten"),
    )
    for form in phrases(forms)
}


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What a library holds: bucket → schema, and bucket → field → the values its text fields have."""

    schemas: Mapping[str, BucketSchema]
    values: Mapping[str, Mapping[str, Sequence[str]]] = field(default_factory=dict)


def decompose(question: str, vocabulary: Vocabulary, *, german: bool, today: datetime.date) -> Decomposition:
    """Take a question apart.

    Args:
        today: what "last year" and "expired" count from.

    Returns:
        `Intent.QA` without a bucket where it is no question over a bucket: it is answered from text then.
    """
    words = QuestionWords(question, german)
    bucket, noun = _bucket(words, vocabulary.schemas)
    if noun is None:
        return _plain_question(question)
    schema = vocabulary.schemas[bucket]
    conditions = ConditionReader(words, schema, vocabulary.values.get(bucket, {}), today)
    mentions = FieldMentions(words, schema)
    conditions.read(mentions)
    wanted = wanted_of(words)
    aims = _Aims(words, schema, mentions, {entry.field for entry in conditions.constraints})
    computation, ordering = aims.computation(wanted), aims.ordering(wanted)
    conditions.read_unknown(mentions)
    left = _left_over(words, schema, mentions)
    many = _is_about_many(words, schema, noun, bool(conditions.constraints) or wanted.listing)
    if _says_more(words, conditions.constraints, left):
        return _plain_question(question)
    if aims.unresolved or (left and aims.guessed):
        return _plain_question(question)  # an average of what, nobody knows
    intent = _intent(wanted, computation, ordering, many, bool(conditions.constraints))
    if intent in (Intent.QA, Intent.SUMMARIZE) and not (
        wanted.textual and many and (conditions.constraints or _are_ours(words, schema))
    ):
        return _plain_question(question).model_copy(
            update={"entities": tuple(conditions.entities), "topic_terms": left}
        )
    is_table = intent in (Intent.LIST, Intent.COMPUTE, Intent.COMPARE)
    clauses = Subquery(purpose="find_clauses", query=(" ".join(left) or question)[:LONGEST_QUERY])
    return Decomposition(
        intent=intent,
        primary_buckets=(bucket,),
        entities=tuple(conditions.entities),
        constraints=tuple(conditions.constraints),
        topic_terms=left,
        subqueries=() if is_table else (clauses,),
        output_preferences=OutputPreferences(format="table" if is_table else "natural_language"),
        computation=computation,
        ordering=ordering,
        left_over=left if is_table else (),
    )


def _says_more(words: QuestionWords, constraints: Sequence[Constraint], left: Sequence[str]) -> bool:
    """What conditions that all hold at once cannot say: an "or" between two fields, half of a compound."""
    either = any(
        one.group or (isinstance(one.value, tuple) and one.operator != "BETWEEN") for one in constraints
    )
    several = len({one.field for one in constraints}) > 1
    if words.has(_OR) and several and not either:
        return True
    return any(f"{word}- " in words.text for word in left)


def _plain_question(question: str) -> Decomposition:
    return Decomposition(subqueries=(Subquery(purpose="answer", query=question[:LONGEST_QUERY]),))


def _intent(
    wanted: Wanted,
    computation: Computation | None,
    ordering: Ordering | None,
    many: bool,
    has_conditions: bool,
) -> Intent:
    if wanted.textual or wanted.summarize:
        return Intent.SUMMARIZE if wanted.summarize else Intent.QA
    if computation is not None:
        return Intent.COMPUTE
    if wanted.compare:
        return Intent.COMPARE
    if ordering is not None or (many and (wanted.listing or has_conditions)):
        return Intent.LIST
    return Intent.QA


def _bucket(words: QuestionWords, schemas: Mapping[str, BucketSchema]) -> tuple[str, Found | None]:
    """The bucket the question names first; by its nouns, or by the kinds its documents have. A kind of one
    word counts only where no noun stands."""
    best: tuple[tuple[int, int], str, Found] | None = None
    for bucket, schema in schemas.items():
        kinds = {
            form
            for spec in schema.fields
            if spec.type is FieldType.ENUM
            for name, told in spec.values.items()
            if name != "other"
            for word in (*told, name.replace("_", " "))
            for form in inflected(word)
        }
        nouns = {noun.casefold() for noun in schema.nouns}
        options = [((0, found.first), bucket, found) for found in words.find(nouns, free=False)]
        options += [
            ((int(found.last - found.first == 1), found.first), bucket, found)
            for found in words.find(kinds, free=False)
        ]
        for option in options:
            if best is None or option[0] < best[0]:
                best = option
    return (best[1], best[2]) if best else ("", None)


class _Aims:
    """What is to be computed or ordered, and over which field."""

    def __init__(
        self, words: QuestionWords, schema: BucketSchema, mentions: FieldMentions, constrained: set[str]
    ) -> None:
        self._words = words
        self._schema = schema
        self._mentions = mentions
        self._constrained = constrained
        self.unresolved = False  # something is to be computed, and of no field
        self.guessed = False  # the field was not named

    def computation(self, wanted: Wanted) -> Computation | None:
        """None for a list."""
        group = self._group(wanted)
        if not wanted.kind:
            money = self._mentions.strong([FieldType.MONEY])
            if group and money:  # "contract value per year"
                return Computation(kind="sum", field=money[0].field.name, group_by=group)
            return Computation(kind="count", group_by=group) if group else None
        if wanted.kind == "count":
            return Computation(kind="count", group_by=group)
        if wanted.top:
            return None
        spec = self._date() if wanted.of_time else self._measured()
        if spec is None:
            self.unresolved = True
            return None
        return Computation(kind=wanted.kind, field=spec.name, group_by=group)

    def ordering(self, wanted: Wanted) -> Ordering | None:
        """Of "the five largest": by what, and how many."""
        if not wanted.top:
            return None
        spec = self._date() if wanted.of_time else self._measured()
        if spec is None:
            self.unresolved = True
            return None
        return Ordering(field=spec.name, descending=wanted.kind != "min", limit=wanted.top)

    def _measured(self) -> FieldSpec | None:
        """The amount or figure the question is about."""
        options = self._mentions.strong([FieldType.MONEY]) or self._mentions.strong([FieldType.NUMBER])
        free = [mention for mention in options if mention.field.name not in self._constrained] or options
        if free:
            return free[0].field
        self.guessed = True
        return default_money(self._schema)

    def _date(self) -> FieldSpec | None:
        mention = self._mentions.any_of([FieldType.DATE])
        return mention.field if mention and not mention.weak else default_date(self._schema)

    def _group(self, wanted: Wanted) -> str:
        if not wanted.group or (wanted.group_is_vague and not wanted.kind):
            return ""
        first = wanted.group.split()[0]
        unit = _UNITS_OF_TIME.get(first)
        if unit is not None:
            year, date = self._schema.field("year"), self._date()
            if unit == "year" and year is not None:
                group = year.name
            else:
                group = f"{date.name}/{unit}" if date is not None else ""
        else:
            spec = field_named(self._schema, wanted.group) or field_named(self._schema, first)
            group = spec.name if spec is not None and not spec.type.is_numeric else ""
        if group:
            start = self._words.text.casefold().rfind(wanted.group)
            self._words.take(self._words.in_span(start, start + len(first)))
        return group


def _left_over(words: QuestionWords, schema: BucketSchema, mentions: FieldMentions) -> tuple[str, ...]:
    nouns = {word for noun in schema.nouns for word in noun.casefold().split()}
    known = (_STOP | nouns | {*_OR}) - _DENYING
    asked = {place for mention in mentions.all for place in range(mention.found.first, mention.found.last)}
    return tuple(
        word.text
        for place, word in enumerate(words.words)
        if not words.taken[place] and place not in asked and word.key not in known
    )


def _is_about_many(words: QuestionWords, schema: BucketSchema, noun: Found, chooses: bool) -> bool:
    """Whether the question is about documents of a kind rather than about one of them."""
    for found in (*words.find(schema.nouns, free=False), noun):
        before = set(words.before(found.first, 3))
        if _is_plural(words.between(found), schema) or before & _EVERY:
            return True
        if chooses and not before & _ARTICLES:
            return True
    return False


def _are_ours(words: QuestionWords, schema: BucketSchema) -> bool:
    """ "What do our invoices say", "all contracts": documents of the library, no notion of the world."""
    return any(set(words.before(found.first, 2)) & _OURS for found in words.find(schema.nouns, free=False))


def _is_plural(noun: str, schema: BucketSchema) -> bool:
    """Nouns stand in a schema in both numbers; the plural is the one that another is the beginning of, or an
    umlaut away from."""
    key = noun.casefold()
    others = [other.casefold() for other in schema.nouns if other.casefold() != key and len(other) >= 3]
    return key.endswith(("s", "en")) or any(
        key.startswith(other) or (len(key) >= len(other) and _plain(key).startswith(_plain(other)))
        for other in others
    )


def _plain(text: str) -> str:
    return text.translate(str.maketrans("äöü", "aou"))
