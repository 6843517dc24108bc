"""A statement that is nearly a sentence of its source: what it changes is what it says otherwise.

A copy with one word in the place of another has nearly all words of its source, and the one that differs may
well stand somewhere in it. Pure functions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from core.answer.facts import Facts, facts_of
from core.answer.facts_numbers import is_scale, is_unit_word
from core.answer.facts_tokens import Token
from core.answer.facts_words import NEGATIONS
from core.answer.verify_light import neutral_in
from core.answer.verify_nearness import alike
from core.answer.verify_words import LIGHT, OPPOSITES
from core.textspan import word_list

_LEAST_COPY = 4  # words
_COPIED = 0.75  # of them, in their order
_REARRANGED = 0.5
_LEFT_OUT = 2  # words of the source
_NEAR = 2  # tokens
_BE = word_list("is are was were ist sind war waren")
# Before a noun that points back ("the company"), or pointing back by themselves.
_POINTING = word_list(
    "the this that these those der die das dem den dieser diese dieses diesem diesen he she it they er sie es"
)


def is_altered_copy(statement: str, sentence: str) -> bool:
    """The sentence with something else in the place of a word, a name or a figure."""
    return bool(altered_copy(facts_of(statement), facts_of(sentence)))


@dataclass(frozen=True, slots=True)
class _Piece:
    """A token that is compared, by its `key`; `place` among the tokens of its text."""

    key: str
    token: Token
    place: int


def altered_copy(said: Facts, given: Facts) -> str:
    """The sentence itself but for a word, a name or a figure in the place of another."""
    mine, theirs = _pieces(said.tokens), _pieces(given.tokens)
    if len(mine) < _LEAST_COPY:
        return ""
    own = [piece.key for piece in theirs]
    keys = [_key_in(piece, own) for piece in mine]
    matcher = SequenceMatcher(None, keys, own, autojunk=False)
    # The words of the whole sentence, some in another place.
    whole = set(keys) <= set(own) and len(own) - len(mine) <= _LEFT_OUT
    copied = sum(block.size for block in matcher.get_matching_blocks()) / len(mine)
    if copied < (_REARRANGED if whole else _COPIED):
        return ""
    nothing = neutral_in(said) | LIGHT
    changes = [change for change in matcher.get_opcodes() if change[0] != "equal"]
    unmatched = {key for _kind, start, end, _i, _j in changes for key in keys[start:end]}
    for _kind, start, end, other_start, other_end in changes:
        there = theirs[other_start:other_end]
        exchanged = any(other.key in unmatched for other in there)
        for key, piece in zip(keys[start:end], mine[start:end], strict=True):
            # A German noun that is not in the source at all may be a compound of its words.
            if key in nothing or (given.german and key not in own):
                continue
            elsewhere = [n for _kind, _a, _b, i, j in changes for n in range(i, j) if own[n] == key]
            if elsewhere and piece.token.kind == "word" and not exchanged and not _opposes(key, there):
                continue
            later = next((theirs[n] for n in elsewhere if n >= other_end), None)
            if not _is_in_its_place(piece, there, end - start) or (
                (later and _is_turned_round(said.tokens, piece, given.tokens, later))
                or (key not in own and _stands_for(piece, given.tokens, there))
            ):
                continue
            return f"The source has other words here: {' '.join(other.key for other in there)}."
    return ""


def _is_in_its_place(piece: _Piece, there: Sequence[_Piece], changed: int) -> bool:
    """Something of its sort, its opposite, or no more words than the `changed` ones of the statement."""
    if _opposes(piece.key, there):
        return True
    if piece.token.kind in ("name", "code"):
        named = any(other.token.kind in ("name", "code") for other in there)
        return named or 0 < len(there) <= 2 * changed
    if piece.token.kind == "number" and any(other.token.kind == "number" for other in there):
        return True
    return 0 < len(there) <= changed


def _opposes(key: str, there: Sequence[_Piece]) -> bool:
    return any(other.key in OPPOSITES.get(key, frozenset()) for other in there)


def _pieces(tokens: Sequence[Token]) -> list[_Piece]:
    """What a copy is compared by: content words, figures and negations. A unit belongs to its figure."""
    found: list[_Piece] = []
    counted = False
    for place, token in enumerate(tokens):
        if token.number is not None:
            found.append(_Piece(f"{token.number.amount.normalize()}", token, place))
        elif token.date is not None:
            found.append(_Piece(token.date.iso, token, place))
        elif counted and (is_scale(token.text) or is_unit_word(token.text)):
            continue
        elif token.kind in ("word", "name", "code") or token.text in NEGATIONS:
            found.append(_Piece(token.text, token, place))
        if token.kind != "mark":
            counted = token.number is not None
    return found


def _key_in(piece: _Piece, own: Sequence[str]) -> str:
    """The source's word for it. "West" and "Western", as names, are two."""
    if piece.key in own or piece.token.kind in ("name", "code"):
        return piece.key
    return next((word for word in own if alike(word, piece.key)), piece.key)


def _is_turned_round(said: Sequence[Token], piece: _Piece, given: Sequence[Token], there: _Piece) -> bool:
    """ "12 kg is the weight of …" of "… and the weight of … is 12 kg". Names are for `verify_names`."""
    if piece.token.kind in ("name", "code"):
        return False
    behind = said[piece.place + 1 : piece.place + 1 + _NEAR]
    before = given[max(0, there.place - _NEAR) : there.place]
    return any(token.text in _BE for token in behind) and any(token.text in _BE for token in before)


def _stands_for(piece: _Piece, given: Sequence[Token], there: Sequence[_Piece]) -> bool:
    """A name that another sentence has, where this one says "the company" or "she"."""
    before = given[there[0].place - 1].text if there[0].place else ""
    plain = all(other.token.kind == "word" for other in there)
    return piece.token.kind in ("name", "code") and plain and before in _POINTING
