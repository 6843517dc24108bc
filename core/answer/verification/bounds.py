"""What stands before a figure or a date: at most, more than, from, to, by, until. Pure functions.

These are words without content, and they turn what a figure says: "up to 3 %" is not "3 %", and a rise "by 5"
none "to 5".
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from core.answer.facts.checkable import Facts
from core.answer.facts.stems import as_token, is_unit_word
from core.answer.facts.token_rows import Token
from core.answer.verification.word_lists import CHANGING

# Words right before a figure, and what they say of it.
_WORDS = {
    "most": (
        "up to, at most, at the most, no more than, not more than, less than, fewer than, lower than, under",
        "below, not exceed, maximum of, a maximum of, max, bis zu, höchstens, maximal, weniger als, unter",
        "nicht mehr als",
    ),
    "least": (
        "at least, at the least, no less than, not less than, more than, over, above, exceed, exceeds",
        "exceeding, exceeded, minimum of, a minimum of, greater than, higher than, min, mindestens, mehr als",
        "über, nicht weniger als, oberhalb von",
    ),
    "nearly": ("nearly, almost, fast, knapp",),
    "from": ("from, from the, von, von den, vom",),
    "to": ("to, to the, auf",),
    "by": ("by, um",),
    "since": (
        "since, since the, after, after the, no earlier than, starting, seit, ab, ab dem, nach, nach dem",
        "frühestens, frühestens am",
    ),
    "until": (
        "until, until the, till, before, before the, by the, up to the, no later than, bis, bis zum, vor",
        "vor dem, spätestens, spätestens am, bis spätestens",
    ),
    "on": ("on, on the, in, am, im",),
    "within": ("within, within the, binnen, innerhalb von",),
}
_BEFORE = sorted(
    (
        (tuple(as_token(word) for word in words.split()), role)
        for role, lines in _WORDS.items()
        for words in ", ".join(lines).split(", ")
    ),
    key=lambda entry: -len(entry[0]),
)
_LIMITS = frozenset({"most", "least"})
_CHANGES = frozenset({"from", "to", "by"})
_LONGEST = max(len(words) for words, _ in _BEFORE)
_OF = frozenset({"of", "von", "out"})
_LEAD = frozenset({"the", "den", "der", "a", "ca"})


def other_bound(said: Facts, given: Facts) -> str:
    """A figure that is limited, or the end of a span, otherwise than in the source."""
    for place, token in enumerate(said.tokens):
        own = [n for n, other in enumerate(given.tokens) if is_same(token, other)]
        if not own:
            continue
        mine = role_before(said.tokens, place)
        theirs = {role_before(given.tokens, n) for n in own}
        if mine == "to" and given.words.isdisjoint(CHANGING):
            continue  # "amounts to"
        if not any(_agree(mine, role, dated=token.date is not None) for role in theirs):
            return f"{_shown(token)}: stands with other words in the source."
    return ""


def turned_figures(said: Facts, given: Facts) -> str:
    """The same words between two figures that have changed places; or the whole for a part of it."""
    mine, theirs = _without_units(said.tokens), _without_units(given.tokens)
    places = [n for n, token in enumerate(mine) if token.number or token.date]
    for left, right in combinations(places, 2):
        between = _texts(mine[left + 1 : right])
        for n, other in enumerate(theirs):
            end = n + 1 + len(between)
            turned = is_same(mine[right], other) and not is_same(mine[left], other)
            copied = between and _texts(theirs[n + 1 : end]) == between
            if turned and copied and any(is_same(mine[left], each) for each in theirs[end : end + 1]):
                return f"{_shown(mine[left])}: stands with other words in the source."
    return _whole_for_part(said, given)


def is_same(mine: Token, other: Token) -> bool:
    """The same figure, or a date that the other carries."""
    if mine.number is not None and other.number is not None:
        return mine.number.equals(other.number)
    return mine.date is not None and other.date is not None and mine.date.is_carried_by(other.date)


def role_before(tokens: Sequence[Token], place: int) -> str:
    """What the words right before a figure say of it; empty where they say nothing."""
    before = [token.text for token in tokens[max(0, place - _LONGEST - 1) : place]]
    while before and before[-1] in ("eur", "usd", "ca"):
        before.pop()
    for words, role in _BEFORE:
        if tuple(before[-len(words) :]) == words:
            return role
    return ""


def _agree(mine: str, role: str, *, dated: bool) -> bool:
    if mine == role:
        return True
    if dated:
        if {mine, role} <= {"from", "since"} or {mine, role} <= {"to", "until", "by"}:
            return True
        if not mine or not role:
            return mine in ("", "on") or role in ("", "on")
        return not ({mine, role} & {"since", "until"}) or "by" in (mine, role)
    if _LIMITS & {mine, role}:
        # "within 30 days" and "at most 30 days".
        return (role == "within" and mine == "most") or (mine == "within" and role == "most")
    if mine == "nearly" or role == "nearly":
        return True
    if mine in _CHANGES and role in _CHANGES:
        return False
    if {mine, role} == {"within", "since"} or {mine, role} == {"since", "until"}:
        return False
    return not (mine == "to" and not role)


def _whole_for_part(said: Facts, given: Facts) -> str:
    """ "5 of the 8 units" in the source, "8 units" in the statement."""
    for n, token in enumerate(given.tokens):
        if token.number is None or any(is_same(mine, token) for mine in said.tokens):
            continue
        behind = [t for t in given.tokens[n + 1 : n + 4] if t.text not in _LEAD]
        if len(behind) > 1 and behind[0].text in _OF and behind[1].number is not None:
            whole = next((mine for mine in said.tokens if is_same(mine, behind[1])), None)
            if whole is not None:
                return f"{_shown(whole)}: stands with other words in the source."
    return ""


def _without_units(tokens: Sequence[Token]) -> list[Token]:
    return [
        token
        for place, token in enumerate(tokens)
        if not (place and tokens[place - 1].number is not None and is_unit_word(token.text))
    ]


def _texts(tokens: Sequence[Token]) -> list[str]:
    return [token.text or "#" for token in tokens]


def _shown(token: Token) -> str:
    return token.number.text if token.number is not None else token.text
