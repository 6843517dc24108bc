"""Who does what with documents: "Acme has billed us" and "we paid Acme" both make Acme the issuer. Pure
functions."""

from __future__ import annotations

from typing import Literal

from core.corpus.asking.question_words import QuestionWords, phrases
from core.fields.schema import BucketSchema

Role = Literal["", "issuer", "recipient"]
_WE = phrases("we|i|wir|ich")
_TO = frozenset(phrases("to|an"))
# What issuers of any documents do; it names none of them.
_SENDING = phrases(
    "sent|send|sends|issued|issues|geschickt|zugeschickt|schickt|schickte|gesendet|gesandt|ausgestellt"
)
_PASSIVE = frozenset(phrases("was|were|been|being|wurde|wurden|worden"))


def by_issuer(words: QuestionWords, schema: BucketSchema) -> bool | None:
    """Whether the question has a verb of what the issuer of a document does, or of what is done to it."""
    return True if words.has(schema.sent) else False if words.has(schema.received) else None


def role_of(words: QuestionWords, schema: BucketSchema, place: int, prepositions: frozenset[str]) -> Role:
    """What the name at a place is by the verb of the question; empty where that does not say it."""
    issuing = by_issuer(words, schema)
    if issuing is None and not (words.has(_SENDING) and not is_passive(words)):
        return ""
    issuing = issuing is not False
    before = words.before(place)
    if before and before[0] in prepositions:
        return "issuer" if not issuing and before[0] in _TO else ""
    return "issuer" if issuing != words.has(_WE) else "recipient"


def is_passive(words: QuestionWords) -> bool:
    """ "How much was Acme billed?": who does it is somebody else."""
    has_passive = bool(_PASSIVE & {word.key for word in words.words if word.key != "was" or not words.german})
    return has_passive and not words.has(phrases("by|von"))
