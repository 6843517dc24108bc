"""Who is who in a statement and in the sentence that should carry it. Pure functions.

A name is a run of capitalised words or codes; in German every noun is one. Each check gives a reason to
doubt, or an empty text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from core.answer.facts.checkable import Facts
from core.answer.facts.stems import has_word, same_word
from core.answer.facts.token_rows import Token
from core.answer.verification.nearness import alike, around, is_said, nearness
from core.text.textspan import word_list

_NEARER = 1.5  # so much nearer must another name stand before it counts
_TITLE_NEAR = 0.25  # of a name that only the title has: so near may another stand to its words
_ORDER = "The same names, in another order."
_PARTICLES = word_list("de del di da la le du von van zu al bin el")
_PASSIVE = word_list("by von durch vom")
_BE = word_list("is are was were be ist sind war waren")
_HAVE = word_list("have has had haben hat hatte hatten")
_ARTICLES = word_list("the a an another one also der die das ein eine auch")
_PREPOSITIONS = word_list(
    "of in on at to from by with over under into between against near beyond for through across",
    "von auf zu aus mit über unter bei gegen für durch nach",
)
# What stands behind these is where, when or of what something is, not who does it.
_PLACING = word_list(
    "of in on at to from into under over near against beyond across von in auf zu aus bei nach"
)
_REACH = 5  # tokens from a preposition to the name it governs


@dataclass(frozen=True, slots=True)
class _Name:
    """Words of a name and the places of the first and the last of them."""

    words: frozenset[str]
    first: int
    last: int

    def is_same(self, other: _Name) -> bool:
        return any(same_word(mine, theirs) for mine in self.words for theirs in other.words)


def name_doubt(said: Facts, given: Facts) -> str:
    """The first reason why the names may stand in another relation in `given`, one sentence."""
    mine, theirs = _names(said, given), _names(given, said)
    if not mine or not theirs:
        return ""
    exchanged = _exchanged(said.tokens, given.tokens, mine, theirs) or _reordered(
        said.tokens, given.tokens, mine, theirs
    )
    if exchanged or given.german:
        return exchanged
    return (
        _put_together(said.tokens, given.tokens, mine, theirs)
        or _other_place(said.tokens, given.tokens, mine, theirs)
        or _mere_place(said.tokens, given.tokens, mine, theirs)
        or _other_subject(said, given, mine, theirs)
        or _other_name(said, given, mine, theirs)
    )


def _put_together(
    said: Sequence[Token], given: Sequence[Token], mine: Sequence[_Name], theirs: Sequence[_Name]
) -> str:
    """Pieces of two names in one: "Kings Freeway 180" of "Route 180 (Kings Freeway)"."""
    for name in mine:
        pieces = [token for token in said[name.first : name.last + 1] if token.kind in ("name", "code")]
        behind = said[name.last + 1 : name.last + 2]
        if behind and behind[0].number is not None and not behind[0].number.is_measure:
            pieces.append(behind[0])
        for left, right in pairwise(pieces):
            before = [
                other.words
                for other in theirs
                for n, token in enumerate(given)
                if _is_same_piece(right, token) and other.first < n <= other.last + 1
            ]
            has_left = any(same_word(left.text, word) for other in theirs for word in other.words)
            if before and has_left and not any(same_word(left.text, w) for words in before for w in words):
                return "Its names are put together otherwise in the source."
    return ""


def _other_subject(said: Facts, given: Facts, mine: Sequence[_Name], theirs: Sequence[_Name]) -> str:
    """ "Ada was elected" in the source, "Berlin was elected" in the statement."""
    for name in mine:
        verb = _predicate(said.tokens, name)
        doers = [other for other in theirs if verb and alike(verb, _predicate(given.tokens, other))]
        if doers and not any(
            name.is_same(other) or any(is_said(said.words, word) for word in other.words) for other in doers
        ):
            return "Another name stands with these words in the source."
    return ""


def _predicate(tokens: Sequence[Token], name: _Name) -> str:
    """The word that says what is told of the name, if a form of "be" stands between."""
    behind = tokens[name.last + 1 :]
    if not behind or behind[0].text not in _BE:
        return ""
    return next((token.text for token in behind if token.kind != "stop"), "")


def _is_same_piece(mine: Token, other: Token) -> bool:
    if mine.number is not None:
        return other.number is not None and mine.number.equals(other.number)
    return other.kind in ("name", "code") and same_word(mine.text, other.text)


def _other_name(said: Facts, given: Facts, mine: Sequence[_Name], theirs: Sequence[_Name]) -> str:
    """The source has a name that the statement leaves out with the same words, and nearer to them."""
    strangers = [
        name
        for name in theirs
        if not any(is_said(said.words, word) for word in name.words)
        # "Route 180 (Kings Freeway)": another name of the same thing.
        and not (name.first and given.tokens[name.first - 1].text == "(")
    ]
    for name in mine if strangers else ():
        own = [place for other in theirs if name.is_same(other) for place in (other.first, other.last)]
        words = {
            word: weight
            for word, weight in around(said.tokens, name.first, name.last).items()
            if is_said(given.words, word)
        }
        if words:
            nearest = nearness(given.tokens, words, [place for s in strangers for place in (s.first, s.last)])
            if nearest > (_NEARER * nearness(given.tokens, words, own) if own else _TITLE_NEAR):
                return "Another name stands with these words in the source."
    return ""


def _reordered(
    said: Sequence[Token], given: Sequence[Token], mine: Sequence[_Name], theirs: Sequence[_Name]
) -> str:
    """Who did it to whom: two names stand in the other order, and no passive turns them round."""
    found = [
        (name, other)
        for name in mine
        if (other := next((o for o in theirs if name.is_same(o)), None)) is not None
    ]
    for (left, their_left), (right, their_right) in combinations(found, 2):
        if their_left == their_right or abs(their_left.first - their_right.last) == 1:
            continue
        if _is_equation(said, left, right) and not _is_equation(given, their_right, their_left):
            continue
        turns = _is_passive(said, left, right) != _is_passive(given, their_left, their_right)
        if (their_left.first > their_right.first) != turns:
            return _ORDER
    return ""


def _exchanged(
    said: Sequence[Token], given: Sequence[Token], mine: Sequence[_Name], theirs: Sequence[_Name]
) -> str:
    """ "in Paris" in the source, "Paris … in France" in the statement: the names changed places."""
    governed, elsewhere = _governed(said, mine), _governed(given, theirs)
    for preposition, names in governed.items():
        others = elsewhere.get(preposition, [])
        if not others or any(name.is_same(other) for name in names for other in others):
            continue
        free = [name for name in mine if name not in names]
        if any(name.is_same(other) for name in free for other in others):
            return _ORDER
    return ""


def _other_place(
    said: Sequence[Token], given: Sequence[Token], mine: Sequence[_Name], theirs: Sequence[_Name]
) -> str:
    """ "opposite Paris in Lyon" in the source, "in Paris" in the statement."""
    governed, elsewhere = _governed(said, mine), _governed(given, theirs)
    for preposition, names in governed.items():
        others = elsewhere.get(preposition, [])
        if not others or any(other.is_same(name) for other in others for name in mine):
            continue
        moved = [other for key, found in elsewhere.items() if key != preposition for other in found]
        if any(name.is_same(other) for name in names for other in moved):
            return "A name stands in another place in the source."
    return ""


def _mere_place(
    said: Sequence[Token], given: Sequence[Token], mine: Sequence[_Name], theirs: Sequence[_Name]
) -> str:
    """ "in many traditions of Hinduism" in the source, "Hinduism controls …" in the statement."""
    own = [other for other in theirs if mine[0].is_same(other)]
    if not _is_subject(said, mine[0], own):
        return ""
    governed = _governed(given, theirs)
    places = [other for preposition in _PLACING for other in governed.get(preposition, [])]
    if own and all(other in places for other in own):
        return "A name stands in another place in the source."
    return ""


def _is_subject(tokens: Sequence[Token], name: _Name, theirs: Sequence[_Name]) -> bool:
    """It begins the statement and does something.

    Not "Karst's", "Karst has", "the Karst mill", nor "High" of "the High Court".
    """
    before, behind = tokens[: name.first], tokens[name.last + 1 : name.last + 2]
    if tokens[name.last].owner or not all(token.text in _ARTICLES for token in before):
        return False
    parts = {word for other in theirs for word in other.words}
    return bool(behind) and not (
        behind[0].text in _HAVE or has_word(parts, behind[0].text) or (before and behind[0].kind == "word")
    )


def _governed(tokens: Sequence[Token], names: Sequence[_Name]) -> dict[str, list[_Name]]:
    """Preposition → the names behind it."""
    found: dict[str, list[_Name]] = {}
    dated = {token.start for token in tokens if token.date is not None}  # "in 1986 Ada …"
    for name in names:
        for token in reversed(tokens[max(0, name.first - _REACH) : name.first]):
            if token.kind in ("number", "date", "name", "code") or (
                token.kind == "mark" and token.text not in "()"
            ):
                break
            if token.text in _PREPOSITIONS and token.start not in dated:
                found.setdefault(token.text, []).append(name)
                break
    return found


def _names(facts: Facts, other: Facts) -> list[_Name]:
    """The names in their order. What begins a sentence is none if `other` has it as a plain word."""
    plain = {token.text for token in other.tokens if token.kind == "word"}
    tokens = facts.tokens
    names: list[_Name] = []
    for place, token in enumerate(tokens):
        if token.kind not in ("name", "code"):
            continue
        followed = place + 1 < len(tokens) and tokens[place + 1].kind in ("name", "code")
        if token.first and not followed and token.text in plain:
            continue
        joined = names and _is_joined(tokens, names[-1].last, place)
        if joined:
            last = names.pop()
            names.append(_Name(last.words | {token.text}, last.first, place))
        else:
            names.append(_Name(frozenset({token.text}), place, place))
    return names


def _is_joined(tokens: Sequence[Token], last: int, place: int) -> bool:
    between = tokens[last + 1 : place]
    return not between or (len(between) == 1 and between[0].text in _PARTICLES)


def _is_passive(tokens: Sequence[Token], left: _Name, right: _Name) -> bool:
    """The later of two names is the doer behind "by"."""
    later = max(left.first, right.first)
    return any(token.kind == "stop" and token.text in _PASSIVE for token in tokens[max(0, later - 3) : later])


def _is_equation(tokens: Sequence[Token], left: _Name, right: _Name) -> bool:
    """ "X is the Y of …": both may be said first."""
    between = tokens[left.last + 1 : right.first]
    verbs = [n for n, token in enumerate(between) if token.kind == "stop" and token.text in _BE]
    if not verbs or any(token.kind in ("name", "code") for token in between[: verbs[0]]):
        return False
    behind = between[verbs[0] + 1 : verbs[0] + 2]
    return bool(behind) and behind[0].text in _ARTICLES
