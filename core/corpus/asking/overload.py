""" "What do the datasheets recommend for storage?" A few documents are searched; thousands are asked back
about, for an answer from some passages would pass for one about all. Pure functions."""

from __future__ import annotations

import datetime

from core.corpus.asking.bucket_reading import read_bucket
from core.corpus.asking.decompose import Vocabulary, is_plural, named_bucket, nouns_in
from core.corpus.asking.question_words import QuestionWords, phrases
from core.corpus.decomposition import LONGEST_QUERY, Decomposition, Intent, Subquery

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


def about_all_texts(
    question: str, vocabulary: Vocabulary, *, german: bool, today: datetime.date
) -> Decomposition | None:
    """What is asked of the texts of all documents of a kind, with the conditions that choose them; None where
    some passages may answer it."""
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
    if not (says or wanted.textual or wanted.summarize or wanted.compare):
        return None
    if wanted.kind or wanted.top or not reading.left or reading.conditions.unclear:
        return None
    topic = tuple(word.text for word in reading.left)
    return Decomposition(
        intent=Intent.SUMMARIZE if wanted.summarize else Intent.QA,
        primary_buckets=(bucket,),
        entities=tuple(reading.conditions.entities),
        constraints=tuple(reading.conditions.constraints),
        topic_terms=topic,
        subqueries=(Subquery(purpose="find_clauses", query=" ".join(topic)[:LONGEST_QUERY]),),
    )
