"""Who does what with documents: "Acme has billed us" and "we paid Acme" both make Acme the issuer. Pure
functions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from core.corpus.asking.question_words import Found, QuestionWords, phrases
from core.fields.schema import BucketSchema

Role = Literal["", "issuer", "recipient"]
_WE = frozenset(phrases("we|i|wir|ich"))
_TO = frozenset(phrases("to|an"))
# What issuers of any documents do; it names none of them.
_SENDING = phrases(
    "sent|send|sends|issued|issues|geschickt|zugeschickt|schickt|schickte|gesendet|gesandt|ausgestellt"
)
_PASSIVE = frozenset(phrases("was|were|been|being|wurde|wurden|worden"))


@dataclass(frozen=True, slots=True)
class Deed:
    """A verb of a schema. `by_issuer`: it is what the issuer of the document does."""

    found: Found
    by_issuer: bool


def deed(words: QuestionWords, schema: BucketSchema) -> Deed | None:
    """The first such verb of a question."""
    for verbs, by_issuer in ((schema.sent, True), (schema.received, False)):
        for found in words.find(verbs, free=False):
            return Deed(found, by_issuer)
    return None


def role_of(words: QuestionWords, schema: BucketSchema, place: int, prepositions: frozenset[str]) -> Role:
    """What the name at a place is by the verb of the question; empty where that does not say it."""
    done = deed(words, schema)
    if done is None and not is_passive(words):
        done = next((Deed(found, by_issuer=True) for found in words.find(_SENDING, free=False)), None)
    if done is None:
        return ""
    before = words.before(place)
    if before and before[0] in prepositions:
        return "issuer" if not done.by_issuer and before[0] in _TO else ""
    we = bool(_WE & {word.key for word in words.words})
    return "issuer" if done.by_issuer != we else "recipient"


def is_passive(words: QuestionWords) -> bool:
    """ "How much was Acme billed?": who does it is somebody else."""
    has_passive = bool(_PASSIVE & {word.key for word in words.words if word.key != "was" or not words.german})
    return has_passive and not words.has(phrases("by|von"))
