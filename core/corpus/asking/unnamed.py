"""Questions that name no kind of documents. What is done with them can stand for them ("everything Acme has
billed us"), and so can fields and kinds ("substances that boil under 20 °C"). Such words also stand in
questions to texts, so that every other word must be understood. Pure functions."""

from __future__ import annotations

import datetime
from typing import Literal

from core.corpus.asking.bucket_reading import Reading, read_bucket
from core.corpus.asking.decompose import Vocabulary, named_bucket, table_asked
from core.corpus.asking.intents import Kind
from core.corpus.asking.joined_conditions import leaves_an_or
from core.corpus.asking.named_fields import asked_words, default_money
from core.corpus.asking.parties import by_issuer, is_passive
from core.corpus.asking.question_words import QuestionWords, phrases
from core.corpus.decomposition import Decomposition
from core.fields.schema import GENERIC, BucketSchema, FieldType

# What stands for a document where no bucket is named.
_THINGS = frozenset(
    phrases(
        "substance|substances|product|products|item|items|thing|things|company|companies|stoff|stoffe|produkt"
        "|produkte|ding|dinge|gerät|geräte"
    )
)
_OURS = phrases("we|us|our|ours|i|my|me|wir|uns|unser~|ich|mir|mein~")
# Not which documents and not how much: a day, a place, a reason, a purpose.
_OTHERWISE = phrases("when|where|why|who|whom|wann|wo|warum|wieso|wer|wem|wofür|weshalb|on what day|twice")
_EVERYTHING = phrases(
    "everything|all|alles|anything|every|each|list|show|find|give me|display|liste|zeige|zeig|finde|nenne"
    "|gib mir|alle|auflisten|pull up"
)
_PURPOSE = phrases("for|für|of|about")
_OF_TIMES = phrases("in|im|during|since|on|between|last|this|seit|am")
_WITH = phrases("with|mit|bei|at")


def bucket_done(question: str, vocabulary: Vocabulary, *, german: bool) -> str:
    """The only bucket that the question says something is done with; empty where it is none or several."""
    words = QuestionWords(question, german)
    buckets = [
        bucket
        for bucket, schema in vocabulary.schemas.items()
        if words.has((*schema.sent, *schema.received, *schema.amounts))
    ]
    return buckets[0] if len(buckets) == 1 else ""


def read_doing(
    question: str, bucket: str, vocabulary: Vocabulary, *, german: bool, today: datetime.date
) -> Decomposition | None:
    """What is done with documents of a bucket, and with whom or when; None: a question to the texts."""
    words, schema = QuestionWords(question, german), vocabulary.schemas[bucket]
    wanted = "" if words.has(_OTHERWISE) else _wanted(words, schema)
    if not wanted:
        return None
    kind: Kind | Literal[""] = "sum" if wanted == "sum" else ""
    reading = read_bucket(words, schema, vocabulary.values.get(bucket, {}), today, otherwise=kind)
    return table_asked(schema, reading) if _says_of_whom(reading, schema) else None


def read_fields(
    question: str, bucket: str, vocabulary: Vocabulary, *, german: bool, today: datetime.date
) -> Decomposition | None:
    """What is asked of the fields of a bucket; None where a word is left, or none of them is meant: a year or
    a name alone may be asked of any text."""
    words, schema = QuestionWords(question, german), vocabulary.schemas[bucket]
    if bucket == GENERIC or named_bucket(words, {bucket: schema})[1] is not None:
        return None
    reading = read_bucket(words, schema, vocabulary.values.get(bucket, {}), today)
    left = [word for word in reading.left if word.key not in _THINGS]
    if left or reading.guessed or not _is_table(reading) or not _means_a_field(reading, schema):
        return None
    return table_asked(schema, reading)


def _is_table(reading: Reading) -> bool:
    wanted = reading.wanted
    return not (wanted.of_texts or reading.unresolved)


def _means_a_field(reading: Reading, schema: BucketSchema) -> bool:
    """Whether a field that is computed or compared is named, or told by a unit or a kind."""
    named = {mention.field.name for mention in reading.mentions.all if not mention.weak}
    named |= {
        spec.name for spec in schema.fields if spec.type in (FieldType.NUMBER, FieldType.ENUM, FieldType.BOOL)
    }
    if reading.computation is not None and reading.computation.field in named:
        return True
    return any(entry.field in named for entry in reading.conditions.constraints)


def _wanted(words: QuestionWords, schema: BucketSchema) -> Literal["", "list", "sum"]:
    """What is wanted where the question has no word for a figure."""
    if words.has(_EVERYTHING):
        return "list"
    if words.has(("what", "was")):
        if not schema.amounts:
            return "list"
        issuing = by_issuer(words, schema)
        return "sum" if issuing or (issuing is False and words.has(schema.amounts)) else ""
    return "sum" if default_money(schema) is not None else ""


def _says_of_whom(reading: Reading, schema: BucketSchema) -> bool:
    """Whether no word is left, and the documents are told from others by whom or when."""
    words, conditions = reading.words, reading.conditions
    if not _is_table(reading) or reading.left:
        return False
    if conditions.unclear or leaves_an_or(words) or _asks_for_a_purpose(words):
        return False
    named = bool(conditions.entities)
    if by_issuer(words, schema) is None:  # "turnover with Acme" is ours, "turnover of Acme" is that of Acme
        return named and _is_with(reading, schema)
    if named and is_passive(words):
        return False
    grouped = reading.computation is not None and bool(reading.computation.group_by)
    return bool(conditions.constraints) or (grouped and words.has(_OURS))


def _asks_for_a_purpose(words: QuestionWords) -> bool:
    """ "What did they bill us for in May?", with nothing behind that is a condition."""
    for place, word in enumerate(words.words):
        if word.key in _PURPOSE and not words.taken[place]:
            behind = words.words[place + 1 : place + 2]
            if not behind or behind[0].key in _OF_TIMES or not words.taken[place + 1]:
                return True
    return False


def _is_with(reading: Reading, schema: BucketSchema) -> bool:
    """Whether the names stand behind "with" or behind what somebody is."""
    roles = {
        word.casefold()
        for spec in schema.fields
        if spec.stands in ("issuer", "recipient")
        for name in asked_words(spec)
        for word in (name, name + "n")
        if " " not in name and len(name) > 4
    }
    names = {entity.name.casefold() for entity in reading.conditions.entities}
    placed = [
        one.found
        for one in reading.conditions.placed
        if any(name in reading.words.between(one.found).casefold() for name in names)
    ]
    return bool(placed) and all(
        set(reading.words.before(found.first, 3)) & {*_WITH, *roles} for found in placed
    )
