"""Words of negation in a question, and what they deny. Pure functions."""

from __future__ import annotations

from collections.abc import Collection

from core.corpus.asking.question_words import SMALL, Found, QuestionWords, phrases

NEGATIONS = phrases(
    "not|but|but nothing|nothing|none|w/o|neither|nor|except|except for|excluding|other than|but not"
    "|apart from|leaving out|without|no|never|don't|doesn't|didn't|isn't|aren't|wasn't|weren't|haven't|hasn't"
    "|won't|außer|ohne|nicht|nie|weder|noch|kein~|nichts|ausgenommen|bis auf"
)
# Words that turn an answer around where nothing was made of them: "transistors other than NPN".
TURNING = frozenset((*NEGATIONS, *phrases("other|others|ander~")))
# Between a negation and what it denies, beside small words: "other than those from X", "not sent by X".
_BETWEEN = SMALL | {*phrases("ones|one|any|all|sent|issued|made|supplied|billed|addressed")}
_FURTHEST = 6  # words
_TAKING_PART = frozenset(phrases("party|parties|involved|part|beteiligt|vertragspartner|partei"))


def takes_negation(words: QuestionWords, place: int, reach: int, barred: Collection[int] = ()) -> bool:
    """Whether a word of negation stands so many words before a place, or further where only small words are
    between; it is taken then, and denies nothing else. `barred`: places that it cannot be beyond."""
    only_small = True
    for at in range(place - 1, max(-1, place - 1 - max(_FURTHEST, reach)), -1):
        for length in (3, 2, 1):
            found = Found(max(0, at - length + 1), at + 1)
            said = " ".join(word.key for word in words.words[found.first : found.last])
            if said in NEGATIONS and words.is_free(found):
                words.take(found)
                return True
        only_small = only_small and words.words[at].key in _BETWEEN
        if at in barred or (place - at >= reach and not only_small):
            return False
    return False


def takes_denial_behind(words: QuestionWords, place: int) -> bool:
    """ "X is not a party", "X nicht beteiligt ist"."""
    behind = [word.key for word in words.words[place : place + 6]]
    if not (set(behind) & {"not", "nicht"} and set(behind) & _TAKING_PART):
        return False
    for at, key in enumerate(behind, place):
        if key in ("not", "nicht") or key in _TAKING_PART:
            words.take(Found(at, at + 1))
    return True


def denies(phrase: str) -> bool:
    """Whether a phrase of a schema has a negation in it."""
    return any(word in (*NEGATIONS, "nein") for word in phrase.casefold().replace(":", " ").split())
