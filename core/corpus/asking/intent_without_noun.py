"""Questions that name no document and say what is done with them: "everything Acme has billed us", "what did
we pay Acme?", "Umsatz mit Acme". Pure functions.

The words are those of the schemas (`sent`, `received`, `amounts`). Such words also stand in questions to
texts, so that every other word must be understood, and it must be said whom or which time is meant.
"""

from __future__ import annotations

import datetime
from typing import Literal

from core.corpus.asking.bucket_reading import Reading, read_bucket
from core.corpus.asking.decompose import Vocabulary
from core.corpus.asking.intents import Kind
from core.corpus.asking.joined_conditions import leaves_an_or
from core.corpus.asking.named_fields import asked_words, default_money
from core.corpus.asking.party_roles import deed, is_passive
from core.corpus.asking.question_words import QuestionWords, phrases
from core.corpus.decomposition import Decomposition, Intent, OutputPreferences
from core.fields.schema import BucketSchema, FieldType

_OURS = phrases("we|us|our|ours|i|my|me|wir|uns|unser|unsere|unserer|unseren|unserem|ich|mir|mein|meine")
# Not which documents and not how much: a day, a place, a reason, a purpose.
_OTHERWISE = phrases("when|where|why|who|whom|wann|wo|warum|wieso|wer|wem|wofür|weshalb|on what day|twice")
_EVERYTHING = phrases(
    "everything|all|alles|anything|every|each|list|list all|show|show me|show all|find|find all|give me"
    "|display|liste|liste alle|zeige|zeig|zeig mir|zeige mir|finde|nenne|gib mir|alle|auflisten|pull up"
)
_WHAT = phrases("what|was")
_PURPOSE = phrases("for|für|of|about")
_OF_TIMES = phrases("in|im|during|since|on|between|last|this|seit|am")
_WITH = phrases("with|mit|bei|at")


def read_doing(
    question: str, vocabulary: Vocabulary, *, german: bool, today: datetime.date
) -> Decomposition | None:
    """The list or figure that is asked for; None where it is a question to the texts."""
    words = QuestionWords(question, german)
    buckets = [bucket for bucket, schema in vocabulary.schemas.items() if words.has(_telling(schema))]
    if len(buckets) != 1 or words.has(_OTHERWISE):
        return None
    schema = vocabulary.schemas[buckets[0]]
    wanted = _wanted(words, schema)
    if not wanted:
        return None
    reading = _read(question, vocabulary, schema, german, today, "" if wanted == "list" else "sum")
    if not _is_understood(reading, schema):
        return None
    computed = reading.computation is not None
    return Decomposition(
        intent=Intent.COMPUTE if computed else Intent.LIST,
        primary_buckets=(schema.bucket,),
        entities=tuple(reading.conditions.entities),
        constraints=tuple(reading.conditions.constraints),
        output_preferences=OutputPreferences(format=reading.form),
        computation=reading.computation,
        ordering=reading.ordering,
        columns=reading.columns,
    )


def bucket_done(question: str, vocabulary: Vocabulary, *, german: bool) -> str:
    """The only bucket whose words are in the question; empty where it is none or several."""
    words = QuestionWords(question, german)
    buckets = [bucket for bucket, schema in vocabulary.schemas.items() if words.has(_telling(schema))]
    return buckets[0] if len(buckets) == 1 else ""


def _telling(schema: BucketSchema) -> tuple[str, ...]:
    return (*schema.sent, *schema.received, *schema.amounts)


def _read(
    question: str,
    vocabulary: Vocabulary,
    schema: BucketSchema,
    german: bool,
    today: datetime.date,
    kind: Kind | Literal[""],
) -> Reading:
    words = QuestionWords(question, german)
    return read_bucket(words, schema, vocabulary.values.get(schema.bucket, {}), today, otherwise=kind)


def _wanted(words: QuestionWords, schema: BucketSchema) -> Literal["", "list", "sum"]:
    """What is wanted where the question has no word for a figure."""
    if words.has(_EVERYTHING):
        return "list"
    done = deed(words, schema)
    if words.has(_WHAT):
        if not schema.amounts:
            return "list"
        of_money = done is not None and (done.by_issuer or words.has(schema.amounts))
        return "sum" if of_money else ""
    return "sum" if default_money(schema) is not None else ""


def _is_understood(reading: Reading, schema: BucketSchema) -> bool:
    """Whether no word is left, and the documents are told from others by whom or when."""
    words, wanted, conditions = reading.words, reading.wanted, reading.conditions
    if wanted.textual or wanted.summarize or wanted.compare or reading.left or reading.unresolved:
        return False
    if conditions.unclear or leaves_an_or(words) or _asks_for_a_purpose(words):
        return False
    done, named = deed(words, schema), bool(conditions.entities)
    grouped = reading.computation is not None and bool(reading.computation.group_by)
    ours = words.has(_OURS)
    if done is None:  # "turnover with Acme" is ours, "turnover of Acme" is that of Acme
        return named and _is_with(reading, schema)
    if named and is_passive(words):
        return False
    if not done.by_issuer and not ours:
        return False
    return bool(conditions.constraints) or (grouped and ours)


def _asks_for_a_purpose(words: QuestionWords) -> bool:
    """ "What did they bill us for in May?", with nothing behind that is a condition."""
    for place, word in enumerate(words.words):
        if word.key in _PURPOSE and not words.taken[place]:
            follows = words.words[place + 1].key if place + 1 < len(words.words) else ""
            if (
                not follows
                or follows in _OF_TIMES
                or (not words.taken[place + 1] and follows not in ("the", "our", "all"))
            ):
                return True
            if word.key in ("for", "für") and not words.taken[place + 1]:
                return True
    return False


def _is_with(reading: Reading, schema: BucketSchema) -> bool:
    """Whether the names stand behind "with" or behind what somebody is."""
    roles = {
        word.casefold()
        for spec in schema.fields
        if spec.type is FieldType.TEXT and spec.stands in ("issuer", "recipient")
        for name in asked_words(spec)
        for word in (name, name + "n")
        if " " not in name and len(name) > 4
    }
    placed = [
        one.found for one in reading.conditions.placed if one.constraint.operator in ("=", "IN", "LIKE")
    ]
    names = {entity.name.casefold() for entity in reading.conditions.entities}
    of_names = [
        found for found in placed if any(name in reading.words.between(found).casefold() for name in names)
    ]
    return bool(of_names) and all(
        set(reading.words.before(found.first, 3)) & {*_WITH, *roles} for found in of_names
    )
