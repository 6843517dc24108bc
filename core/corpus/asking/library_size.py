"""How many documents there are at all: "How many documents are in the library?". Pure functions."""

from __future__ import annotations

from collections.abc import Sequence

from core.corpus.asking.question_words import QuestionWords, phrases
from core.corpus.decomposition import Computation, Decomposition, Intent, OutputPreferences

_COUNT = phrases(
    "how many|number of|the number of|count|count of|wie viele|wieviele|anzahl|anzahl der|die anzahl|zähle"
)
_DOCUMENTS = phrases("documents|files|dokumente|dokumenten|dateien|unterlagen")
# Beside these two nothing is said but where and whose they are: any other word means some of them.
_NOTHING_MORE = frozenset(
    phrases(
        "the|all|my|our|of|in|do|does|is|are|there|here|we|i|have|has|got|you|it|this|that|now|currently|total|at"
        "|altogether|overall|library|collection|stored|held|hold|contain|contains|please|what's|what|tell|me|so|far"
        "|der|die|das|den|dem|alle|aller|meine|meiner|meinen|unsere|unserer|unseren|sind|ist|gibt|es|hier|wir|ich"
        "|habe|haben|hat|jetzt|derzeit|aktuell|insgesamt|zusammen|gesamt|bibliothek|sammlung|bestand|enthält"
        "|enthalten|liegen|vor|drin|darin|bitte|mir|sag|überhaupt|denn|eigentlich|diese|dieser|nun|schon|bisher"
    )
)


def counts_everything(words: QuestionWords) -> bool:
    """Whether the number of all documents is asked for, and nothing else."""
    counts = list(words.find(_COUNT))
    named = list(words.find(_DOCUMENTS))
    if len(counts) != 1 or len(named) != 1 or named[0].first < counts[0].last:
        return False
    said = {*range(counts[0].first, counts[0].last), *range(named[0].first, named[0].last)}
    return all(word.key in _NOTHING_MORE for place, word in enumerate(words.words) if place not in said)


def count_of_everything(buckets: Sequence[str]) -> Decomposition:
    """The documents of every bucket, counted."""
    count = Computation(kind="count")
    one = Decomposition(
        intent=Intent.COMPUTE,
        output_preferences=OutputPreferences(format="natural_language"),
        computation=count,
        everything=True,
    )
    parts = tuple(one.model_copy(update={"primary_buckets": (bucket,)}) for bucket in buckets)
    return one.model_copy(update={"primary_buckets": tuple(buckets), "parts": parts})
