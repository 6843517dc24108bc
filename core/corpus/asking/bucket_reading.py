"""A question as one bucket understands it, and the words it leaves over. Pure functions."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from core.corpus.asking.conditions import ConditionReader
from core.corpus.asking.intents import Form, Kind, Wanted, form_asked, wanted_of
from core.corpus.asking.joined_conditions import Placed
from core.corpus.asking.kinds import goes_by_year
from core.corpus.asking.named_fields import FieldMentions, Mention, default_date, default_money, field_named
from core.corpus.asking.negation import NEGATIONS
from core.corpus.asking.parties import is_passive
from core.corpus.asking.question_words import SMALL, Found, QuestionWords, Word, phrases
from core.corpus.decomposition import Computation, Ordering
from core.fields.schema import BucketSchema, FieldSpec, FieldType

_OR = phrases("or|oder")
# A word of negation that nothing was made of turns the answer around: it is never passed over.
_DENYING = {*NEGATIONS} - {"noch"}
# Words that say nothing by which documents differ.
_STOP = (SMALL - {*phrases("about|between|over|under|themselves")}) | {
    *phrases(
        "and|or|und|oder|all~|aller|alles|any|anything|each|every|everything|both|ever|one|ones|only|out|so"
        "|far|just|up|much|many|my|me|us|ich|mir|mich|uns|unser~|viel|viele|nur|noch|mal|jed~|please|bitte"
        "|need|see|want|get|find|give|given|gives|list|show|tell|put|pull|looking|liste|zeige|zeigen|gib"
        "|nenne|nennen|nennt|auflisten|gibt|gab|geben|gegeben|document|documents|file|files|records|entries"
        "|dokument~|datei|dateien|library|bibliothek|name|names|value|values|amount|amounts|total|totals"
        "|volume|worth|cost|costs|wert|werte|betrag|beträge|summe|insgesamt|gesamt|gesamte|overall|together"
        "|combined|addiert|number|numbers|anzahl|rechne|rechnen|zähl|zähle|break|down|quote|issued|dated|sent"
        "|received|made|billed|invoiced|owe|ausgestellt|erhalten|bekommen|erteilt|zahlen|state|states|angabe"
        "|angaben|steht|stehen|tragen|trägt|läuft|laufen|liegt|liegen|steckt|stammen|lag|lauten|lautet"
        "|jeweils|nobody|come|came|kommen|kam|kamen|belong|gehören|according|laut|within|during|davon|still"
        "|yet|already|currently|schon|bereits|cover|covers|betreffen|betrifft|aktuell|derzeit|aber|jedoch"
        "|hoch|groß|lang|jahr|jahre|year|years|latest|spätesten|entwickelt|verteilen|distributed|spread"
        "|schnitt|money|currency|währung|sterling|cents|unter|answer|reply|respond|antworte|antworten|noted"
        "|vermerkt|eingetragen|s|across|über|there's|that's|what's|who's|where's|€|$|£|%"
    )
}
_LIMITS = frozenset(phrases("minimum|maximum|minimal~|maximal~|min|max"))
_OF_EACH = frozenset(phrases("each|jed~"))
_MOST = frozenset(phrases("most|meist~"))
_NEAR = 2  # words between how much and of what: "sum of the …"
_UNITS_OF_TIME = dict.fromkeys(phrases("year|years|jahr|jahre|jahren"), "year") | dict.fromkeys(
    phrases("month|months|monat|monate|monaten"), "month"
)


@dataclass(frozen=True, slots=True)
class Reading:
    """`left`: words that nothing stands for. `unresolved`: something is to be computed, of no field;
    `guessed`: of a field that was not named. `form`: of rows and figures."""

    words: QuestionWords
    conditions: ConditionReader
    mentions: FieldMentions
    wanted: Wanted
    computation: Computation | None
    ordering: Ordering | None
    left: tuple[Word, ...]
    unresolved: bool
    guessed: bool
    form: Form = "table"

    @property
    def left_over(self) -> tuple[str, ...]:
        return tuple(word.text for word in self.left)

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the fields that it plainly speaks of, each once."""
        return tuple(dict.fromkeys(mention.field.name for mention in self.mentions.strong(FieldType)))


def read_bucket(
    words: QuestionWords,
    schema: BucketSchema,
    values: Mapping[str, Sequence[str]],
    today: datetime.date,
    *,
    otherwise: Kind | Literal[""] = "",
) -> Reading:
    """What is asked of one bucket; its words are taken as they are understood. `otherwise`: what is to be
    computed where no word says that."""
    form = form_asked(words) or "table"
    conditions = ConditionReader(words, schema, values, today)
    mentions = FieldMentions(words, schema)
    conditions.read(mentions)
    _take_limits(words, conditions.figures, mentions)
    wanted = _told_otherwise(words, schema, mentions, wanted_of(words), otherwise)
    aims = _Aims(words, schema, mentions, {entry.field for entry in conditions.constraints})
    computation, ordering = aims.computed(wanted)
    if computation is not None and computation.kind in ("min", "max"):
        # "Minimum value 100 EUR" does not ask for the least of those that are 100 EUR.
        aims.unresolved |= any(
            placed.constraint.operator == "=" and placed.constraint.field == computation.field
            for placed in conditions.figures
        )
    conditions.read_unknown(mentions)
    conditions.read_alternatives(mentions)
    left = _left_over(words, schema, mentions)
    return Reading(
        words, conditions, mentions, wanted, computation, ordering, left, aims.unresolved, aims.guessed, form
    )


def _told_otherwise(
    words: QuestionWords,
    schema: BucketSchema,
    mentions: FieldMentions,
    wanted: Wanted,
    otherwise: Kind | Literal[""],
) -> Wanted:
    """A figure that is asked for by other words: "the most current", "expenses by supplier"."""
    if wanted.kind:
        return wanted
    for mention in mentions.strong([FieldType.NUMBER, FieldType.MONEY]):
        place = mention.found.first - 1
        if place >= 0 and words.words[place].key in _MOST:
            words.take(Found(place, place + 1))
            return replace(wanted, kind="max")
    is_list = wanted.listing or wanted.of_texts
    sums = {word.casefold() for word in schema.amounts} - {
        word.casefold() for word in (*schema.sent, *schema.received)
    }
    kind = otherwise or ("sum" if not is_list and words.has(sums) else "")
    return replace(wanted, kind=kind) if kind else wanted


def _take_limits(words: QuestionWords, figures: Sequence[Placed], mentions: FieldMentions) -> None:
    """ "minimum temperature below -20 °C": a condition of the field of that name, no lowest temperature."""
    for mention in mentions.strong([FieldType.NUMBER, FieldType.MONEY]):
        behind = mention.found.last
        if not any(
            placed.constraint.field == mention.field.name
            and (placed.constraint.operator != "=" or mention.field.type is FieldType.NUMBER)
            and behind <= placed.found.first <= behind + 1
            for placed in figures
        ):
            continue
        for place in range(max(0, mention.found.first - 1), mention.found.last):
            if words.words[place].key in _LIMITS:
                words.take(Found(place, place + 1))


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

    def computed(self, wanted: Wanted) -> tuple[Computation | None, Ordering | None]:
        """What is computed, and of "the five largest" by what and how many; neither for a list."""
        group, computation = self._group(wanted), None
        if wanted.kind:  # "How many from each?": of each of what stands somewhere before
            self.unresolved |= not group and self._words.words[-1].key in _OF_EACH
        if wanted.kind == "count" or (group and not wanted.kind):
            money = self._mentions.strong([FieldType.MONEY])
            if money and not wanted.kind:  # "contract value per year"
                computation = Computation(kind="sum", field=money[0].field.name, group_by=group)
            else:
                computation = Computation(kind="count", group_by=group)
        if wanted.kind in ("", "count") and not wanted.top:
            return computation, None
        spec = self._date() if wanted.of_time else self._measured()
        if spec is None:
            self.unresolved = True
        elif wanted.top:
            descending = wanted.kind != "min"
            return computation, Ordering(field=spec.name, descending=descending, limit=wanted.top)
        elif wanted.kind:
            computation = Computation(kind=wanted.kind, field=spec.name, group_by=group)
        return computation, None

    def _measured(self) -> FieldSpec | None:
        """The amount or figure the question is about."""
        amounts = self._mentions.strong([FieldType.MONEY])
        figures = self._mentions.strong([FieldType.NUMBER])
        how_much = [mention for mention in amounts if self._mentions.says_how_much(mention)]
        named = [mention for mention in amounts if mention not in how_much]
        behind = [mention for mention in (*named, *figures) if _is_right_behind(mention, how_much)]
        if behind:
            return behind[0].field
        for options in (named, how_much or figures):
            free = [mention for mention in options if mention.field.name not in self._constrained]
            if free:
                return free[0].field
        if amounts or figures:
            return (amounts or figures)[0].field
        self.guessed = True
        return default_money(self._schema)

    def _date(self) -> FieldSpec | None:
        mention = self._mentions.any_of([FieldType.DATE])
        return mention.field if mention and not mention.weak else default_date(self._schema)

    def _is_title(self, wanted: Wanted) -> bool:
        """ "Certificates by type", "Contract value by year": a heading of a table with groups. Not "List
        invoices by date", which is an order, nor "invoices by Acme"."""
        start = self._words.text.casefold().rfind(wanted.group)
        place = self._words.in_span(start, start + len(wanted.group)).first - 1
        headed = [*self._words.find(self._schema.nouns, free=False)]
        headed += [mention.found for mention in self._mentions.strong([FieldType.MONEY])]
        return any(found.first == 0 and found.last == place for found in headed)

    def _group(self, wanted: Wanted) -> str:
        if not wanted.group or (wanted.group_is_vague and not wanted.kind and not self._is_title(wanted)):
            return ""
        first = wanted.group.split()[0]
        unit = _UNITS_OF_TIME.get(first)
        if unit is not None:
            year, date = self._schema.field("year"), self._date()
            if unit == "year" and year is not None and goes_by_year(self._words, self._schema):
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


def _is_right_behind(mention: Mention, how_much: Sequence[Mention]) -> bool:
    """ "highest tax rate", "sum of the weights": of this field, not of the amount that "highest" can mean."""
    return any(0 <= mention.found.first - other.found.last <= _NEAR for other in how_much)


def _told_of_documents(words: QuestionWords, schema: BucketSchema) -> set[str]:
    """What is done with documents where it tells them apart: "paid invoices", "which were paid in May?"."""
    passive = is_passive(words)
    heads = list(words.find(schema.nouns, free=False))
    return {
        word.casefold()
        for verb in schema.received
        for found in words.find([verb], free=False)
        if passive or any(found.last == head.first or head.last == found.first for head in heads)
        for word in verb.split()
    } - {noun.casefold() for noun in schema.nouns}


def _left_over(words: QuestionWords, schema: BucketSchema, mentions: FieldMentions) -> tuple[Word, ...]:
    nouns = {word for noun in schema.nouns for word in noun.casefold().split()}
    said = (*schema.about, *schema.sent, *schema.received, *schema.amounts)
    nouns |= {word for words_of in said for word in words_of.casefold().split()}
    telling = _told_of_documents(words, schema)
    known = (_STOP | nouns | {*_OR}) - _DENYING - telling
    asked = {place for mention in mentions.all for place in range(mention.found.first, mention.found.last)}
    return tuple(
        word
        for place, word in enumerate(words.words)
        if not words.taken[place] and (place not in asked or word.key in telling) and word.key not in known
    )
