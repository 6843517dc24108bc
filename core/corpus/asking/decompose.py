"""A question, taken apart by rules (specification 003, section 8). They go first because a small model
miscounts conditions; what they leave over is told, never dropped. Pure functions."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from core.corpus.asking.bucket_reading import Reading, read_bucket
from core.corpus.asking.joined_conditions import leaves_an_or
from core.corpus.asking.kinds import kinds_of
from core.corpus.asking.question_words import Found, QuestionWords, phrases
from core.corpus.decomposition import (
    LONGEST_QUERY,
    Constraint,
    Decomposition,
    Intent,
    OutputPreferences,
    Subquery,
)
from core.fields.schema import GENERIC, BucketSchema, FieldType

_ARTICLES = frozenset(phrases("the|this|that|a|an|der|die|das|dem|den|des|dies~|ein~"))
_EVERY = frozenset(phrases("every|each|all~|any|many|which|what|jed~|sämtliche|welche|viele"))
_OURS = frozenset(phrases("our|all~|every|each|my|unser~|sämtliche|mein~"))
# What a topic is written in, not what it is about.
_WRITTEN_IN = frozenset(
    phrases(
        "clause|clauses|provisions|terms|section|sections|paragraphs|passages|rules|klausel|klauseln"
        "|regelung~|bestimmung~|abschnitt~"
    )
)

# Before the noun, these mean all such documents of the library.
_ALL_OF_THEM = frozenset(phrases("the|our|all~|these|my|die|den|der|unser~|mein~|dies~"))
# What documents do with what stands in them.
_SAYING = phrases(
    "recommend|recommended|describe|described|explain|explained|justify|justified|define|defined|regulate"
    "|regulated|word|phrase|warn|require|required|prescribe|specify|contain|contained|cover|covered|treat"
    "|handle|stand|written|state|stated|suggest|empfehlen|empfohlen|beschreiben|beschrieben|erklären|erklärt"
    "|begründen|begründet|formulieren|formuliert|definieren|definiert|regeln|geregelt|warnen|verlangen"
    "|verlangt|vorschreiben|vorgeschrieben|enthalten|stehen|steht|behandeln|festlegen|festgelegt|vorsehen"
    "|nennen|genannt"
)
# "What does section 4.2 of the service handbook require?" is asked of one text, whatever else its words name.
_PART_OF_A_TEXT = re.compile(
    r"\b(?:section|clause|chapter|article|paragraph|annex|appendix|abschnitt|ziffer|kapitel|artikel|absatz|anhang"
    r"|anlage)\s+(?:\d+(?:\.\d+)*[a-z]?|[A-Z]|[IVX]+)\b|§§?\s*\d",
    re.IGNORECASE,
)
_ASKS_FOR_DOCUMENTS = re.compile(
    r"\W*(?:in\s+)?(?:which|list|show|find|how\s+many|count|all|welche[nmrs]?|liste|zeig\w*|finde|wie\s+viele|alle)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What a library holds: bucket → schema, and bucket → field → the values its text fields have."""

    schemas: Mapping[str, BucketSchema]
    values: Mapping[str, Mapping[str, Sequence[str]]] = field(default_factory=dict)


def decompose(question: str, vocabulary: Vocabulary, *, german: bool, today: datetime.date) -> Decomposition:
    """Taken apart; `Intent.QA` without a bucket where it is no question over one: the texts answer it
    then."""
    if _PART_OF_A_TEXT.search(question) and not _ASKS_FOR_DOCUMENTS.match(question):
        return plain_question(question)
    words = QuestionWords(question, german)
    bucket, noun = named_bucket(words, vocabulary.schemas)
    if noun is None:
        return plain_question(question)
    schema = vocabulary.schemas[bucket]
    reading = read_bucket(words, schema, vocabulary.values.get(bucket, {}), today)
    return assembled(question, schema, noun, reading, reading.left_over)


def assembled(
    question: str, schema: BucketSchema, noun: Found, reading: Reading, left: tuple[str, ...]
) -> Decomposition:
    """What is asked of a bucket. `noun`: the words that name it; `left`: words that nothing stands for."""
    words, conditions, wanted = reading.words, reading.conditions, reading.wanted
    many = is_about_many(words, schema, noun, bool(conditions.constraints) or wanted.listing)
    if conditions.unclear or _says_more(words, conditions.constraints, left):
        return plain_question(question)
    if schema.bucket == GENERIC and not _names_kind(schema, conditions.constraints):
        return plain_question(question)  # "reports" are not all the other documents
    if reading.unresolved or (left and reading.guessed):
        return plain_question(question)  # an average of what, nobody knows
    intent = Intent.SUMMARIZE if wanted.summarize else Intent.QA
    if not (wanted.textual or wanted.summarize):
        if reading.computation is not None:
            intent = Intent.COMPUTE
        elif wanted.compare:
            intent = Intent.COMPARE
        elif reading.ordering is not None or (many and (wanted.listing or conditions.constraints)):
            intent = Intent.LIST
    which = wanted.says and wanted.listing and many and bool(left)
    chosen = bool(conditions.constraints) or _are_ours(words, schema) or which
    about_texts = (wanted.textual or wanted.summarize) and many and chosen
    if intent in (Intent.QA, Intent.SUMMARIZE) and not about_texts:
        return plain_question(question)
    if intent in (Intent.LIST, Intent.COMPUTE, Intent.COMPARE):
        return table_asked(schema, reading, left, intent)
    topic = tuple(word for word in left if word.casefold() not in _WRITTEN_IN)  # of "liability clauses"
    asked = _texts_asked(schema, reading, topic or left, " ".join(left) or question)
    return asked.model_copy(update={"names_documents": which})


def about_all_texts(
    question: str, vocabulary: Vocabulary, *, german: bool, today: datetime.date
) -> Decomposition | None:
    """What is asked of the texts of all documents of a kind: "What do the datasheets recommend for storage?"
    A few are searched; thousands are asked back about, for an answer from some passages would pass for one
    about all. None where some passages may answer it."""
    words = QuestionWords(question, german)
    bucket, noun = named_bucket(words, vocabulary.schemas)
    if noun is None:
        return None
    schema = vocabulary.schemas[bucket]
    plural = [found for found in nouns_in(words, schema) if is_plural(words.between(found), schema)]
    if not any(set(words.before(found.first, 2)) & _ALL_OF_THEM for found in plural):
        return None
    says = words.has(_SAYING)
    reading = read_bucket(words, schema, vocabulary.values.get(bucket, {}), today)
    wanted = reading.wanted
    if not (says or wanted.of_texts) or wanted.kind or wanted.top or not reading.left:
        return None
    if reading.conditions.unclear:
        return None
    return _texts_asked(schema, reading, reading.left_over, " ".join(reading.left_over))


def _texts_asked(schema: BucketSchema, reading: Reading, topic: tuple[str, ...], query: str) -> Decomposition:
    """What the documents that match say about a topic."""
    return Decomposition(
        intent=Intent.SUMMARIZE if reading.wanted.summarize else Intent.QA,
        primary_buckets=(schema.bucket,),
        entities=tuple(reading.conditions.entities),
        constraints=tuple(reading.conditions.constraints),
        topic_terms=topic,
        subqueries=(Subquery(purpose="find_clauses", query=query[:LONGEST_QUERY]),),
    )


def table_asked(
    schema: BucketSchema, reading: Reading, left: tuple[str, ...] = (), intent: Intent | None = None
) -> Decomposition:
    """The table or figure that is asked for."""
    return Decomposition(
        intent=intent or (Intent.COMPUTE if reading.computation is not None else Intent.LIST),
        primary_buckets=(schema.bucket,),
        entities=tuple(reading.conditions.entities),
        constraints=tuple(reading.conditions.constraints),
        topic_terms=left,
        output_preferences=OutputPreferences(format=reading.form),
        computation=reading.computation,
        ordering=reading.ordering,
        left_over=left,
        columns=reading.columns,
    )


def _names_kind(schema: BucketSchema, constraints: Sequence[Constraint]) -> bool:
    """Whether it is said which of the documents of many kinds are meant."""
    kinds = {spec.name for spec in schema.fields if spec.type is FieldType.ENUM}
    return any(entry.field in kinds for entry in constraints)


def _says_more(words: QuestionWords, constraints: Sequence[Constraint], left: Sequence[str]) -> bool:
    """What conditions that all hold at once cannot say: an "or" between two fields, half of a compound."""
    if constraints and leaves_an_or(words):
        return True
    return any(f"{word}- " in words.text for word in left)


def plain_question(question: str) -> Decomposition:
    return Decomposition(subqueries=(Subquery(purpose="answer", query=question[:LONGEST_QUERY]),))


def named_bucket(words: QuestionWords, schemas: Mapping[str, BucketSchema]) -> tuple[str, Found | None]:
    """The bucket the question names first; by its nouns, or by the kinds its documents have. A kind of one
    word counts only where no noun stands."""
    best: tuple[tuple[int, int], str, Found] | None = None
    for bucket, schema in schemas.items():
        kinds = kinds_of(schema)
        options = [((0, found.first), bucket, found) for found in nouns_in(words, schema)]
        options += [
            ((int(found.last - found.first == 1), found.first), bucket, found)
            for found in words.find(kinds, free=False)
            if not is_done(words, schema, found)
        ]
        for option in options:
            if best is None or option[0] < best[0]:
                best = option
    return (best[1], best[2]) if best else ("", None)


def nouns_in(words: QuestionWords, schema: BucketSchema) -> list[Found]:
    """Where the question names documents of a bucket; not in "in Rechnung gestellt", that is a deed."""
    return [found for found in words.find(schema.nouns, free=False) if not is_done(words, schema, found)]


def is_done(words: QuestionWords, schema: BucketSchema, noun: Found) -> bool:
    """Whether a noun is a part of what is done with documents: "in Rechnung gestellt", "bill us"."""
    return any(
        found.first <= noun.first and noun.last <= found.last and found.last - found.first > 1
        for found in words.find((*schema.sent, *schema.received), free=False)
    )


def is_about_many(words: QuestionWords, schema: BucketSchema, noun: Found, chooses: bool) -> bool:
    """Whether the question is about documents of a kind rather than about one of them."""
    for found in (*words.find(schema.nouns, free=False), noun):
        before = set(words.before(found.first, 3))
        if is_plural(words.between(found), schema) or before & _EVERY:
            return True
        if chooses and not before & _ARTICLES:
            return True
    return False


def _are_ours(words: QuestionWords, schema: BucketSchema) -> bool:
    """ "What do our invoices say", "all contracts": documents of the library, no notion of the world."""
    return any(set(words.before(found.first, 2)) & _OURS for found in words.find(schema.nouns, free=False))


def is_plural(noun: str, schema: BucketSchema) -> bool:
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
