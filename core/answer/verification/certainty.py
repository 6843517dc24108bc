"""How firmly something is said: duty, permission, possibility, plan, belief. Pure functions.

The words for it are no content words, so a statement with all the words of its source may still make a duty
of a permission, or a deed of a plan. Each check gives a reason to doubt, or an empty text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from core.answer.facts.checkable import Facts
from core.answer.facts.stems import NEGATIONS
from core.answer.facts.token_rows import Token
from core.answer.verification.nearness import alike, content, is_said
from core.answer.verification.word_lists import BELIEVING, HEDGES, INTENDING, TELLING
from core.text.textspan import word_list

_MODALS = {
    word: sort
    for sort, words in (
        ("duty", "must shall muss müssen musst"),
        ("permission", "may can darf dürfen kann können"),
        ("chance", "might could"),
    )
    for word in words.split()
}
_HAPPENED = frozenset({"was", "were", "wurde", "wurden"})
_TO_COME = word_list("will would shall should may might could soll sollen wird werden kann können")
_NOUNS = frozenset({"plant"})  # "plans" in German
_FIRM = "Whether it must, may or might be so is said otherwise in the source."
_MEANT = "The source says only that it was planned, asked for or believed."
_WEAKER = frozenset({"permission", "chance"})
_CLAUSE_MARKS = frozenset({*",.;:()–—|", "and", "or", "but", "und", "oder", "aber"})
_REACH = 6  # tokens from a word of planning to the "to" behind it
_TO = frozenset({"to", "zu"})
_LEAST_SAID = 0.6  # of the words behind "he thinks that"
_BEHIND = 4  # words behind "he thinks that"


def modality(said: Facts, given: Facts) -> str:
    """A duty for a permission, or a fact for what only may be."""
    mine, theirs = _governed(said), _governed(given)
    for verb, sort in theirs.items():
        if not sort or not is_said(said.words, verb):
            continue
        own = next((mine[word] for word in mine if alike(word, verb)), frozenset())
        if own and own.isdisjoint(sort):
            return _FIRM
        # "is allowed to", "could possibly": said with other words, which must stand in the source.
        if not own and sort <= _WEAKER and not (said.words & HEDGES) and not _words_for(said):
            return _FIRM
    hedged = (given.words & HEDGES) - said.words
    if hedged and not (said.words & HEDGES) and not any(mine.values()) and _is_hedged(said, given, hedged):
        return _FIRM
    return ""


def merely_meant(said: Facts, given: Facts) -> str:
    """What was planned, offered, asked for or believed, told as done or so."""
    tokens = given.tokens
    for place, token in enumerate(tokens):
        if token.kind == "stop":
            continue
        if token.text in INTENDING and not _intends(said, token.text) and _meant(tokens, place, said):
            return _MEANT
        if is_said(said.words, token.text):
            continue
        if token.text in BELIEVING and _believed(tokens, place, said):
            return _MEANT
        if token.text in TELLING and _is_teller(tokens, place, said):
            return _MEANT
    return ""


def only_intended(said: Facts, given: Facts) -> bool:
    """ "offered to replace" in the source, "has replaced" in the statement; no word of it was done."""
    if not _TO_COME.isdisjoint(token.text for token in said.tokens):
        return False
    for place, token in enumerate(given.tokens):
        if token.kind == "stop" or token.text not in INTENDING or _intends(said, token.text):
            continue
        verb = _meant_verb(given.tokens, place, said)
        if verb and sum(alike(other.text, verb) for other in given.tokens) == 1:
            return True
    return False


def has_only_permission(said: Facts, given: Facts) -> bool:
    """ "may be extended" in the source, "was extended" in the statement."""
    if _HAPPENED.isdisjoint(token.text for token in said.tokens) or any(_governed(said).values()):
        return False
    theirs = _governed(given)
    return any(sort and sort <= _WEAKER and is_said(said.words, verb) for verb, sort in theirs.items())


def _intends(said: Facts, word: str) -> bool:
    """The statement says as well that it was intended; "the plant" of an English one does not."""
    own = said.words & INTENDING
    return word in said.words or bool(own if said.german else own - _NOUNS)


def _governed(facts: Facts) -> dict[str, frozenset[str]]:
    """Verb → the sorts of the modal words before it; a German verb ends its clause."""
    found: dict[str, frozenset[str]] = {}
    tokens = facts.tokens
    for place, token in enumerate(tokens):
        sort = _MODALS.get(token.text) if token.kind == "stop" else None
        if sort is None:
            continue
        clause = list(_clause(tokens[place + 1 :]))
        words = [other for other in clause if other.kind in ("word", "name")]
        if any(other.text in NEGATIONS for other in clause[:2]):
            sort = "denied"  # "must not" and "may not" forbid alike
        if not words:
            continue
        verb = words[-1] if facts.german else words[0]
        found[verb.text] = found.get(verb.text, frozenset()) | {sort}
    return found


def _clause(tokens: Sequence[Token]) -> Iterator[Token]:
    for token in tokens:
        if token.text in _CLAUSE_MARKS and token.kind in ("mark", "stop"):
            return
        yield token


def _words_for(said: Facts) -> bool:
    return not said.words.isdisjoint(
        ("allow", "permit", "possibl", "abl", "erlaubt", "gestattet", "moeglich")
    )


def _is_hedged(said: Facts, given: Facts, hedged: frozenset[str]) -> bool:
    """The word behind "probably" is one of the statement's."""
    for place, token in enumerate(given.tokens):
        if token.text in hedged:
            behind = content(given.tokens[place + 1 :], 1)
            if behind and is_said(said.words, behind[0]):
                return True
    return False


def _meant(tokens: Sequence[Token], place: int, said: Facts) -> bool:
    return bool(_meant_verb(tokens, place, said))


def _meant_verb(tokens: Sequence[Token], place: int, said: Facts) -> str:
    """The verb of "offered to replace", "asked Peter to send", "plant, das Werk … zu schließen"."""
    for n in range(place + 1, min(len(tokens), place + 2 + 2 * _REACH)):
        if tokens[n].text not in _TO or tokens[n].kind != "stop":
            continue
        verb = next((t.text for t in tokens[n + 1 : n + 3] if t.kind == "word"), "")
        if tokens[n].text == "to" and n > place + _REACH:
            return ""
        if verb and is_said(said.words, verb):
            return "" if _has_to(said.tokens, verb) else verb
    return ""


def _has_to(tokens: Sequence[Token], verb: str) -> bool:
    return any(
        token.text in _TO and behind.kind == "word" and alike(behind.text, verb)
        for token, behind in pairwise(tokens)
    )


def _believed(tokens: Sequence[Token], place: int, said: Facts) -> bool:
    behind = content(tokens[place + 1 :], _BEHIND)
    there = sum(is_said(said.words, word) for word in behind)
    return bool(behind) and there >= _LEAST_SAID * len(behind)


def _is_teller(tokens: Sequence[Token], place: int, said: Facts) -> bool:
    """ "Peter said that the budget was approved": who says it does nothing else there."""
    if not place or tokens[place - 1].kind != "name":
        return False
    teller = tokens[place - 1].text
    subject = next((token for token in said.tokens if token.kind in ("name", "word")), None)
    clause = {token.text for token in _clause(tokens[place + 1 :]) if token.kind in ("word", "name")}
    told = place + 1 < len(tokens) and tokens[place + 1].text in ("that", "dass", ",")
    return (
        told
        and subject is not None
        and subject.kind == "name"
        and alike(subject.text, teller)
        and not clause.isdisjoint(said.words)
        and not any(token.text in ("that", "dass") for token in said.tokens)
    )
