"""Whether a question goes to the fields of a bucket or to the texts. Pure functions."""

from __future__ import annotations

import datetime

from core.answer.asking.question_language import question_language
from core.corpus.asking.across import buckets_across, decompose_across
from core.corpus.asking.decompose import Vocabulary, decompose, nouns_in
from core.corpus.asking.intent_without_noun import bucket_done, read_doing
from core.corpus.asking.negation import TURNING
from core.corpus.asking.overload import about_all_texts
from core.corpus.asking.question_words import QuestionWords
from core.corpus.asking.within_bucket import read_within, understood_by
from core.corpus.base import FieldLibrary
from core.corpus.condition_filters import filter_of
from core.corpus.decomposition import Decomposition, Intent
from core.fields.schema import GENERIC

OVERLOAD = 100  # documents that are read for one question, at most (specification 003, section 10.2)
LONGEST_QUESTION = 600  # characters; a longer one is no question for a table


def library_question(text: str, library: FieldLibrary, today: datetime.date) -> Decomposition | None:
    """The question taken apart if a bucket with documents can answer it; None: it goes to the texts."""
    if len(text) > LONGEST_QUESTION:
        return None
    schemas = library.schemas()
    german = is_german(text)
    across = _across(text, library, today, german=german)
    if across is not None:
        return across
    first = decompose(text, Vocabulary(schemas), german=german, today=today)
    likely = first.primary_buckets or _named(text, library)
    if not likely:
        done = _by_doing(text, library, today, german=german)
        return done or _by_fields(text, library, today, german=german)
    bucket = likely[0]
    asked = decompose(text, Vocabulary(schemas, {bucket: library.names(bucket)}), german=german, today=today)
    if not is_about_fields(asked) or library.questions(asked.primary_buckets[0]).count().of == 0:
        return _too_many_texts(text, library, today, german=german)
    return asked


def _too_many_texts(
    text: str, library: FieldLibrary, today: datetime.date, *, german: bool
) -> Decomposition | None:
    """A question about what all documents of a kind say, where they are more than can be read."""
    schemas = library.schemas()
    asked = about_all_texts(text, Vocabulary(schemas), german=german, today=today)
    if asked is None:
        return None
    bucket = asked.primary_buckets[0]
    if library.questions(bucket).count().of <= OVERLOAD:
        return None
    vocabulary = Vocabulary(schemas, {bucket: library.names(bucket)})
    asked = about_all_texts(text, vocabulary, german=german, today=today)
    if asked is None or asked.primary_buckets != (bucket,):
        return None
    where = filter_of(asked.constraints, schemas[bucket], german=german)
    return asked if library.questions(bucket).count(where).count > OVERLOAD else None


def _across(text: str, library: FieldLibrary, today: datetime.date, *, german: bool) -> Decomposition | None:
    """A question over several buckets, at least one of which has documents."""
    schemas = library.schemas()
    buckets = buckets_across(text, schemas, german=german)
    if not buckets:
        return None
    vocabulary = Vocabulary(schemas, {bucket: library.names(bucket) for bucket in buckets})
    asked = decompose_across(text, vocabulary, german=german, today=today)
    if asked is None or not any(library.questions(bucket).count().of for bucket in buckets):
        return None
    return asked if is_about_fields(asked) else None


def _by_doing(
    text: str, library: FieldLibrary, today: datetime.date, *, german: bool
) -> Decomposition | None:
    """A question that says what is done with documents, and names none: "what has Acme billed us?"."""
    schemas = library.schemas()
    bucket = bucket_done(text, Vocabulary(schemas), german=german)
    if not bucket or not library.questions(bucket).count().of:
        return None
    vocabulary = Vocabulary(schemas, {bucket: library.names(bucket)})
    return read_doing(text, vocabulary, german=german, today=today)


def _by_fields(
    text: str, library: FieldLibrary, today: datetime.date, *, german: bool
) -> Decomposition | None:
    """A question that names no bucket, where exactly one has fields for every word of it."""
    schemas = library.schemas()
    understanding = understood_by(text, Vocabulary(schemas), german=german, today=today)
    filled = [bucket for bucket in understanding if library.questions(bucket).count().of]
    if len(filled) != 1:
        return None
    vocabulary = Vocabulary(schemas, {filled[0]: library.names(filled[0])})
    within = read_within(text, filled[0], vocabulary, german=german, today=today)
    return within.decomposed() if within is not None else None


def is_about_fields(asked: Decomposition) -> bool:
    """Whether fields can answer it. Words that none stands for speak against it: two of them, or one where
    nothing else is asked; then the texts may know what is meant."""
    if not asked.primary_buckets:
        return False
    if asked.intent in (Intent.QA, Intent.SUMMARIZE):
        return bool(asked.constraints) or asked.primary_buckets[0] != GENERIC
    left = len(asked.left_over)
    if asked.joined is not None:
        return left <= 1
    if any(word.casefold() in TURNING for word in asked.left_over):
        return False
    if asked.intent is Intent.COMPARE or asked.primary_buckets[0] == GENERIC:
        return left == 0
    return left == 0 or (left == 1 and (bool(asked.constraints) or asked.computation is not None))


def is_german(text: str) -> bool:
    """Whether figures, dates and answers are German."""
    return question_language(text) == "de"


def _named(text: str, library: FieldLibrary) -> tuple[str, ...]:
    """A bucket by its nouns alone: its values may tell what the words do not."""
    words = QuestionWords(text, german=False)
    return tuple(bucket for bucket, schema in library.schemas().items() if nouns_in(words, schema))
