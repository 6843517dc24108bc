"""Whether a question goes to the fields of a bucket or to the texts. Pure functions."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.answer.asking.question_language import question_language
from core.corpus.asking.across import decompose_across
from core.corpus.asking.decompose import Vocabulary, about_all_texts, decompose, nouns_in
from core.corpus.asking.negation import TURNING
from core.corpus.asking.question_words import QuestionWords
from core.corpus.asking.unnamed import bucket_done, read_doing, read_fields
from core.corpus.base import FieldLibrary
from core.corpus.condition_filters import filter_of
from core.corpus.decomposition import Decomposition, Intent
from core.fields.schema import GENERIC

OVERLOAD = 100  # documents that are read for one question, at most (specification 003, section 10.2)
LONGEST_QUESTION = 600  # characters; a longer one is no question for a table


@dataclass(frozen=True, slots=True)
class _Names(Mapping[str, Mapping[str, Sequence[str]]]):
    """The names in each bucket, read where a question is about it."""

    library: FieldLibrary

    def __getitem__(self, bucket: str) -> Mapping[str, Sequence[str]]:
        return self.library.names(bucket)

    def __iter__(self) -> Iterator[str]:
        return iter(self.library.schemas())

    def __len__(self) -> int:
        return len(self.library.schemas())


def library_question(text: str, library: FieldLibrary, today: datetime.date) -> Decomposition | None:
    """The question taken apart if a bucket with documents can answer it; None: it goes to the texts."""
    if len(text) > LONGEST_QUESTION:
        return None
    german, schemas = is_german(text), library.schemas()
    bare, vocabulary = Vocabulary(schemas), Vocabulary(schemas, _Names(library))

    def has_documents(bucket: str) -> bool:
        return library.questions(bucket).count().of > 0

    across = decompose_across(text, vocabulary, german=german, today=today)
    if across is not None and any(map(has_documents, across.primary_buckets)) and is_about_fields(across):
        return across
    words = QuestionWords(text, german)
    named = any(nouns_in(words, schema) for schema in schemas.values())
    if named or decompose(text, bare, german=german, today=today).primary_buckets:
        asked = decompose(text, vocabulary, german=german, today=today)
        if is_about_fields(asked) and has_documents(asked.primary_buckets[0]):
            return asked
        return _too_many_texts(text, library, vocabulary, today, german=german)
    bucket = bucket_done(text, bare, german=german)
    if bucket and has_documents(bucket):
        done = read_doing(text, bucket, vocabulary, german=german, today=today)
        if done is not None:
            return done
    understanding = [
        bucket
        for bucket in schemas
        if read_fields(text, bucket, bare, german=german, today=today) and has_documents(bucket)
    ]
    if len(understanding) != 1:
        return None
    return read_fields(text, understanding[0], vocabulary, german=german, today=today)


def _too_many_texts(
    text: str, library: FieldLibrary, vocabulary: Vocabulary, today: datetime.date, *, german: bool
) -> Decomposition | None:
    """A question about what all documents of a kind say, where they are more than can be read."""
    asked = about_all_texts(text, vocabulary, german=german, today=today)
    if asked is None:
        return None
    [bucket] = asked.primary_buckets
    where = filter_of(asked.constraints, vocabulary.schemas[bucket], german=german)
    return asked if library.questions(bucket).count(where).count > OVERLOAD else None


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
