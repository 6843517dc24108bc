"""Who acts on whom, and what comes before what: the same words in another order or role.

Pure functions. Each check gives a reason to doubt, or an empty text.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations

from core.answer.facts.checkable import Facts
from core.answer.facts.stems import as_token
from core.answer.facts.token_rows import Token
from core.answer.verification.content_tokens import ARTICLES, as_tokens, is_content, is_joint, words_of
from core.text.textspan import word_list

_ORDER = "The same words, in another order."
_BE = as_tokens("is are was were be been being")
_PASSIVE_REACH = 2
_SUB = {
    as_token(word): sort
    for word, sort in {
        "before": "before", "after": "after", "if": "if", "when": "if", "unless": "unless", "bevor": "before",
        "nachdem": "after", "wenn": "if", "falls": "if",
    }.items()
}  # fmt: skip
_TURNED = {"before": "after", "after": "before"}
_OPPOSED = {
    as_token(word): as_token(turned)
    for left, right in (("before", "after"), ("vor", "nach"), ("over", "under"))
    for word, turned in ((left, right), (right, left))
}
_LEADING = as_tokens(
    "of in on at to from by with into over under for von zu aus in an auf mit bei für nach vor"
)
_ADVERBIAL = as_tokens("in on at from during with for since until near under over")
_AGENT = "by"
_NO_AGENT = as_tokens("with for to from against")
_BEFORE_NOUNS = ARTICLES | word_list("of in on at to from with by for its their his her this these our your")


def turned_round(said: Facts, given: Facts) -> str:
    """ "The tenant pays the landlord" told as "The landlord pays the tenant", without a passive."""
    if said.german or given.german:
        return ""
    theirs = given.tokens
    for verb_at, verb in enumerate(said.tokens):
        if verb.kind != "word" or not _may_be_verb(said.tokens, verb_at):
            continue
        places = [n for n, other in enumerate(theirs) if other.kind == "word" and other.text == verb.text]
        if len(places) != 1 or not _may_be_verb(theirs, places[0]):
            continue
        there = places[0]
        if _is_passive(said.tokens, verb_at) != _is_passive(theirs, there):
            continue
        before, behind = _sides(said.tokens, verb_at)
        their_before, their_behind = _sides(theirs, there)
        first = (before & their_behind) - their_before - behind
        second = (behind & their_before) - their_behind - before
        if first and second:
            return _ORDER
    return ""


def turned_clauses(said: Facts, given: Facts) -> str:
    """ "A before B" told as "B before A", and "If A, then B" as "If B, then A"."""
    mine, theirs = _subordinate(said.tokens), _subordinate(given.tokens)
    if mine is None or theirs is None:
        return ""
    (sort, main, sub), (their_sort, their_main, their_sub) = mine, theirs
    straight = _shared(main, their_main) + _shared(sub, their_sub)
    crossed = _shared(main, their_sub) + _shared(sub, their_main)
    exchanged = (main & their_sub) - their_main - sub and (sub & their_main) - their_sub - main
    if sort == their_sort and (crossed > straight or exchanged):
        return _ORDER
    if _TURNED.get(sort) == their_sort and straight > crossed:
        return _ORDER
    return ""


def other_preposition(said: Facts, given: Facts) -> str:
    """ "vor der Wartung" in the source, "nach der Wartung" in the statement."""
    theirs = set(_followed(given.tokens))
    for word, behind in _followed(said.tokens):
        turned = _OPPOSED.get(word)
        if turned and (turned, behind) in theirs and (word, behind) not in theirs:
            return f"The source says the opposite: {turned}."
    mine, pairs = _led(said.tokens), _led(given.tokens)
    for (first, left), (second, right) in combinations(pairs, 2):
        if first != second and left != right and {(first, right), (second, left)} <= set(mine):
            return _ORDER
    return ""


def other_role(said: Facts, given: Facts) -> str:
    """ "cancelled by Karst" in the source, "with Karst" in the statement."""
    theirs = [(word, name) for word, name in _governing(given.tokens) if word == _AGENT]
    mine = _governing(said.tokens)
    for word, name in mine:
        moved = (_AGENT, name) in theirs and (_AGENT, name) not in mine
        if word in _NO_AGENT and moved and (word, name) not in _governing(given.tokens):
            return "A name stands in another place in the source."
    return ""


def _sides(tokens: Sequence[Token], verb: int) -> tuple[frozenset[str], frozenset[str]]:
    """Content words before and behind a verb, of its clause."""
    start, end = verb, verb + 1
    while start and not is_joint(tokens[start - 1]):
        start -= 1
    while end < len(tokens) and not is_joint(tokens[end]):
        end += 1
    return _moved(tokens[start:verb]), _moved(tokens[verb + 1 : end])


def _moved(tokens: Sequence[Token]) -> frozenset[str]:
    """Content words but for those behind a preposition, which may stand on either side of a verb."""
    found: list[Token] = []
    adverbial = False
    for token in tokens:
        if is_content(token):
            if not adverbial:
                found.append(token)
        elif token.text not in ARTICLES:
            adverbial = False
        if token.text in _ADVERBIAL:
            adverbial = True
    return words_of(found)


def _may_be_verb(tokens: Sequence[Token], place: int) -> bool:
    """Not "the spiritual teacher", "Tesla's patents" nor "the patents of Tesla"."""
    before, behind = tokens[max(0, place - 1) : place], tokens[place + 1 : place + 2]
    if before and (before[0].text in _BEFORE_NOUNS or before[0].owner):
        return False
    return not (behind and (behind[0].text == "of" or behind[0].text in _BE))


def _is_passive(tokens: Sequence[Token], verb: int) -> bool:
    return any(token.text in _BE for token in tokens[max(0, verb - _PASSIVE_REACH) : verb])


def _subordinate(tokens: Sequence[Token]) -> tuple[str, frozenset[str], frozenset[str]] | None:
    """Sort of the conjunction, words of the main clause, words of the other one."""
    for place, token in enumerate(tokens):
        sort = _SUB.get(token.text)
        if sort is None:
            continue
        if any(words_of(tokens[:place])):
            return sort, words_of(tokens[:place]), words_of(tokens[place + 1 :])
        comma = next((n for n, other in enumerate(tokens) if n > place and other.text == ","), None)
        if comma is not None:
            return sort, words_of(tokens[comma:]), words_of(tokens[place + 1 : comma])
    return None


def _led(tokens: Sequence[Token]) -> list[tuple[str, str]]:
    """Every preposition and the content word behind it, with an article between at most."""
    found: list[tuple[str, str]] = []
    for place, token in enumerate(tokens):
        if token.kind == "stop" and token.text in _LEADING:
            behind = [t for t in tokens[place + 1 : place + 3] if t.text not in ARTICLES][:1]
            if behind and is_content(behind[0]):
                found.append((token.text, behind[0].text))
    return found


def _governing(tokens: Sequence[Token]) -> list[tuple[str, str]]:
    """Preposition and the name behind it."""
    return [
        (word.text, token.text)
        for place, token in enumerate(tokens)
        if token.kind in ("name", "code")
        for word in tokens[max(0, place - 1) : place]
        if word.text == _AGENT or word.text in _NO_AGENT
    ]


def _shared(left: Collection[str], right: Collection[str]) -> int:
    return len(set(left) & set(right))


def _followed(tokens: Sequence[Token]) -> list[tuple[str, str]]:
    """Preposition and the content word behind it, with an article between at most."""
    found: list[tuple[str, str]] = []
    for place, token in enumerate(tokens):
        if token.text in _OPPOSED:
            behind = [t for t in tokens[place + 1 : place + 3] if t.text not in ARTICLES][:1]
            if behind and behind[0].kind in ("word", "name"):
                found.append((token.text, behind[0].text))
    return found
