"""A statement that is nearly a sentence of its source: what it changes is what it says otherwise.

A copy with one word in the place of another has nearly all words of its source, and the one that differs may
well stand somewhere in it. Pure functions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from core.answer.facts.checkable import Facts, facts_of
from core.answer.facts.stems import NEGATIONS, is_unit_word
from core.answer.facts.token_rows import Token
from core.answer.verification.nearness import alike
from core.answer.verification.stopwords import neutral_in
from core.answer.verification.word_lists import LIGHT, OPPOSITES
from core.text.numbers import is_scale
from core.text.textspan import word_list

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


@dataclass(frozen=True, slots=True)
class _Piece:
    """A token that is compared, by its `key`; `place` among the tokens of its text."""

    key: str
    token: Token
    place: int


@dataclass(frozen=True, slots=True)
class _Change:
    """`pieces` of the statement where the source has `there`."""

    pieces: Sequence[_Piece]
    there: Sequence[_Piece]


def altered_copy(said: Facts, given: Facts) -> str:
    """The sentence itself but for a name, a figure or an opposite in the place of another."""
    for piece, there in _exchanges(said, given):
        if _is_of_its_sort(piece, there):
            return _reason(there)
    return ""


def reworded_copy(said: Facts, given: Facts) -> str:
    """The sentence itself but for any word in the place of another."""
    return next((_reason(there) for _piece, there in _exchanges(said, given)), "")


def is_changed_copy(statement: str, sentence: str) -> bool:
    """The sentence with something else in the place of a word, a name or a figure."""
    return bool(reworded_copy(facts_of(statement), facts_of(sentence)))


def _reason(there: Sequence[_Piece]) -> str:
    return f"The source has other words here: {' '.join(other.key for other in there)}."


def _exchanges(said: Facts, given: Facts) -> Iterator[tuple[_Piece, Sequence[_Piece]]]:
    """What a near copy has in the place of something else in the source."""
    theirs = _pieces(given.tokens)
    own = [piece.key for piece in theirs]
    mine = [replace(piece, key=_key_in(piece, own, theirs)) for piece in _pieces(said.tokens)]
    changes = _changes(mine, theirs)
    if changes is None:
        return
    unmatched = {piece.key for change in changes for piece in change.pieces}
    free = [piece for change in changes for piece in change.there]
    nothing = neutral_in(said) | LIGHT
    for change in changes:
        swapped = any(other.key in unmatched for other in change.there)
        for piece in change.pieces:
            # A German noun that is not in the source at all may be a compound of its words.
            if piece.key in nothing or (given.german and piece.key not in own):
                continue
            elsewhere = [other for other in free if other.key == piece.key]
            moved = bool(elsewhere) and piece.token.kind == "word" and not swapped
            if (
                _is_in_its_place(piece, change)
                and not (moved and not _opposes(piece, change.there))
                and not any(_is_turned_round(said.tokens, piece, given.tokens, o) for o in elsewhere)
                and not (piece.key not in own and _stands_for(piece, given.tokens, change.there))
            ):
                yield piece, change.there


def _changes(mine: Sequence[_Piece], theirs: Sequence[_Piece]) -> list[_Change] | None:
    """Where they differ; None if it is no copy."""
    if len(mine) < _LEAST_COPY:
        return None
    keys, own = [piece.key for piece in mine], [piece.key for piece in theirs]
    matcher = SequenceMatcher(None, keys, own, autojunk=False)
    # The words of the whole sentence, some in another place.
    whole = set(keys) <= set(own) and len(own) - len(mine) <= _LEFT_OUT
    copied = sum(block.size for block in matcher.get_matching_blocks()) / len(mine)
    if copied < (_REARRANGED if whole else _COPIED):
        return None
    return [
        _Change(mine[start:end], theirs[i:j])
        for kind, start, end, i, j in matcher.get_opcodes()
        if kind != "equal"
    ]


def _is_in_its_place(piece: _Piece, change: _Change) -> bool:
    """Something of its sort, or no more words than the statement has there."""
    there, changed = change.there, len(change.pieces)
    if _is_of_its_sort(piece, there):
        return True
    return 0 < len(there) <= (2 * changed if piece.token.kind in ("name", "code") else changed)


def _is_of_its_sort(piece: _Piece, there: Sequence[_Piece]) -> bool:
    """A name for a name, a figure for a figure, or an opposite."""
    if piece.token.kind in ("name", "code"):
        return any(other.token.kind in ("name", "code") for other in there)
    if piece.token.kind == "number":
        return any(other.token.kind == "number" for other in there)
    return _opposes(piece, there)


def _opposes(piece: _Piece, there: Sequence[_Piece]) -> bool:
    return any(other.key in OPPOSITES.get(piece.key, frozenset()) for other in there)


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


def _key_in(piece: _Piece, own: Sequence[str], theirs: Sequence[_Piece]) -> str:
    """The source's word or figure for it ("24 months"). "West" and "Western", as names, are two."""
    if (number := piece.token.number) is not None and number.is_measure:
        figures = ((other.key, other.token.number) for other in theirs)
        same = (key for key, given in figures if given and given.is_measure and number.is_carried_by(given))
        return next(same, piece.key)
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
