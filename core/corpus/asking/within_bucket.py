"""A question read by the rules of one bucket, whether it names the bucket or not. Pure functions."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from core.corpus.asking.bucket_reading import Reading, read_bucket
from core.corpus.asking.decompose import Vocabulary, is_about_many, named_bucket
from core.corpus.asking.negation import NEGATIONS
from core.corpus.asking.question_words import QuestionWords, phrases
from core.corpus.decomposition import Constraint, Decomposition, Intent, OutputPreferences
from core.fields.schema import GENERIC, BucketSchema, FieldType

# What stands for a document where no bucket is named.
_THINGS = frozenset(
    phrases(
        "substance|substances|product|products|item|items|thing|things|company|companies|stoff|stoffe|produkt"
        "|produkte|ding|dinge|gerät|geräte"
    )
)


@dataclass(frozen=True, slots=True)
class Within:
    """`named`: the question names the bucket and means many of its documents. `left`: words that nothing
    stands for."""

    schema: BucketSchema
    reading: Reading
    left: tuple[str, ...]
    named: bool

    def means_a_field(self) -> bool:
        """Whether a field that is computed or compared is named, or told by a unit or a kind."""
        mentioned = {mention.field.name for mention in self.reading.mentions.all if not mention.weak}
        computed = self.reading.computation
        if computed is not None and computed.field in mentioned:
            return True
        for entry in self.reading.conditions.constraints:
            spec = self.schema.field(entry.field)
            by_itself = spec is not None and spec.type in (FieldType.NUMBER, FieldType.ENUM, FieldType.BOOL)
            if entry.field in mentioned or by_itself:
                return True
        return False

    def decomposed(self, added: Sequence[Constraint] = ()) -> Decomposition | None:
        """The table or figure that is asked for, with more conditions; None where it is a question to the
        texts, or something in it is not understood: one word may be where the bucket is named."""
        covered = {word.casefold() for entry in added for word in entry.raw_text.split()}
        left = tuple(word for word in self.left if word.casefold() not in covered)
        wanted, reading = self.reading.wanted, self.reading
        constraints = (*reading.conditions.constraints, *added)
        says_no = any(word.casefold() in NEGATIONS for word in left)
        if wanted.textual or wanted.summarize or wanted.compare or len(left) > self.named or says_no:
            return None
        if reading.unresolved or (reading.guessed and (left or not self.named)):
            return None
        is_computed = reading.computation is not None
        if not (is_computed or reading.ordering or constraints):
            return None
        return Decomposition(
            intent=Intent.COMPUTE if is_computed else Intent.LIST,
            primary_buckets=(self.schema.bucket,),
            entities=tuple(reading.conditions.entities),
            constraints=constraints,
            topic_terms=left,
            output_preferences=OutputPreferences(format=reading.form),
            computation=reading.computation,
            ordering=reading.ordering,
            left_over=left,
            columns=reading.columns,
        )


def understood_by(question: str, vocabulary: Vocabulary, *, german: bool, today: datetime.date) -> list[str]:
    """The buckets whose rules understand every word of a question that names none, and one of whose fields it
    means: a year or a name alone may be asked of any text."""
    found = []
    for bucket in vocabulary.schemas:
        if bucket == GENERIC:
            continue
        within = read_within(question, bucket, vocabulary, german=german, today=today)
        if within is None or within.named:
            continue
        if within.means_a_field() and within.decomposed() is not None:
            found.append(bucket)
    return found


def read_within(
    question: str, bucket: str, vocabulary: Vocabulary, *, german: bool, today: datetime.date
) -> Within | None:
    """What the rules make of the question if it is about this bucket; None where it names the bucket and
    means one document of it, whose text is to be read."""
    schema = vocabulary.schemas[bucket]
    words = QuestionWords(question, german)
    reading = read_bucket(words, schema, vocabulary.values.get(bucket, {}), today)
    left = tuple(word.text for word in reading.left if word.key not in _THINGS)
    _, noun = named_bucket(words, {bucket: schema})
    chooses = bool(reading.conditions.constraints) or reading.wanted.listing
    if noun is not None and not (is_about_many(words, schema, noun, chooses) or reading.wanted.kind):
        return None
    return Within(schema, reading, left, noun is not None)
