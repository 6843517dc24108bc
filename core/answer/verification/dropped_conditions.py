"""Conditions, exceptions and limits of a sentence, against a statement that drops them.

Pure functions. The check gives a reason to doubt, or an empty text.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.answer.facts.checkable import Facts
from core.answer.facts.stems import NEGATIONS
from core.answer.facts.token_rows import Token
from core.answer.verification.bounds import is_same
from core.answer.verification.content_tokens import ARTICLES, as_tokens, contents, is_content, words_of
from core.answer.verification.nearness import alike, content, is_said

PART = "Only a part of its sentence; the rest may limit it."
_CONDITIONS = as_tokens("if unless falls wenn sofern soweit only nur provided")
_IF = as_tokens("if falls wenn sofern soweit")
# What keeps a condition in other words, anywhere or before its words.
_CONDITIONAL = as_tokens(
    "if unless when whenever where once case event provided until till otherwise wherever who whoever whose"
    " wenn falls sofern soweit sobald solange fall falle bei beim wer sonst andernfalls bis sollte sollten"
)
_CONDITIONAL_OPENING = as_tokens(
    "on upon in with without for at under after during following mit ohne für im unter nach während any every"
    " each jede jeder jedes alle"
)
_LINKS = frozenset({*",;:.–—"}) | as_tokens("and so because since therefore und da weil denn deshalb daher")
_EXCEPT = as_tokens("except excluding außer ausgenommen ausser")
_EXCEPTED = as_tokens("except außer ausgenommen ausser")
_KEEPS_EXCEPTION = (
    _EXCEPT | NEGATIONS | as_tokens("unless but only other than apart aber sondern nur bis anders")
)
_EVERY = as_tokens("all every each any everyone everybody alle jeder jede jedes sämtliche")
_RESTRICTING = as_tokens(
    "above below over under exceeding that which who with without from within before after over under except"
    " über unter ab mit ohne außer"
)
_LIMITING = as_tokens("above below over under exceeding über unter")
_MOST_MISSING = 0.5
_BESIDE = 3  # content words beside a condition: what it is a condition of
_ENDS = frozenset({*".;:–—"})


def unconditional(said: Facts, given: Facts) -> str:
    """What holds under a condition, or for all but some, told as if it always held."""
    tokens = given.tokens
    mine = {token.text for token in said.tokens}
    for place, token in enumerate(tokens):
        if token.text in _EXCEPT:
            excepted = content(tokens[place + 1 :], 2)
            if token.text in _EXCEPTED and mine.isdisjoint(_KEEPS_EXCEPTION):
                main = _beside_condition(tokens, place)
                if excepted and main and all(is_said(said.words, word) for word in main):
                    return PART
            if mine.isdisjoint(_EXCEPT) and (
                any(is_said(said.words, word) for word in excepted)
                or mine & (_EVERY | NEGATIONS | frozenset({"nobody"}))
            ):
                return PART
        elif token.text in _CONDITIONS and mine.isdisjoint(_CONDITIONS):
            condition = _condition(tokens, place)
            if token.text in ("only", "nur"):
                condition = condition[:1] if _restricts(tokens, place) else []
            main = _beside_condition(tokens, place)
            lacking = [word for word in condition if not is_said(said.words, word)]
            told = [word for word in main if is_said(said.words, word)]
            if condition and len(lacking) >= _MOST_MISSING * len(condition) and told:
                return PART
            # The condition itself, told as what is so.
            if condition and not lacking and main and len(told) <= _MOST_MISSING * len(main):
                return PART
            if token.text in _IF and not lacking and told and _is_told_as_fact(said, condition, main):
                return PART
    return _unrestricted(said, given)


def _is_told_as_fact(said: Facts, condition: Sequence[str], main: Sequence[str]) -> bool:
    """ "The seal leaks, stop the pump" of "If the seal leaks, stop the pump": two clauses, and no "if".

    "On a leaking seal, stop the pump" and "A leaking seal stops the pump" keep the condition.
    """
    if any(token.text in _CONDITIONAL for token in said.tokens):
        return False
    parts: list[list[Token]] = [[]]
    for token in said.tokens:
        if token.text in _LINKS:
            parts.append([])
        else:
            parts[-1].append(token)
    for part in parts:
        own = words_of(part)
        others = words_of([token for other in parts if other is not part for token in other])
        opens = part[0].text if part else ""
        if (
            opens not in _CONDITIONAL_OPENING
            and all(is_said(own, word) for word in condition)
            and sum(is_said(others, word) for word in main) > _MOST_MISSING * len(main)
        ):
            return True
    return False


def _unrestricted(said: Facts, given: Facts) -> str:
    """ "All damages above EUR 100" told as "All damages", "Children under 8 years" as "Children"."""
    for limited, word, figure in zip(given.tokens, given.tokens[1:], given.tokens[2:], strict=False):
        limits = word.text in _LIMITING and figure.number is not None
        kept = any(is_same(mine, figure) for mine in said.tokens)
        if limits and limited.kind in ("word", "name") and is_said(said.words, limited.text) and not kept:
            return PART
    for place, token in enumerate(said.tokens[:-1]):
        if token.text not in _EVERY:
            continue
        noun = next((t.text for t in said.tokens[place + 1 : place + 3] if t.kind in ("word", "name")), "")
        for n, other in enumerate(given.tokens[:-1]):
            if noun and alike(other.text, noun) and given.tokens[n + 1].text in _RESTRICTING:
                if other.kind not in ("word", "name"):
                    continue
                behind = given.tokens[n + 2 : n + 5]
                figures = [t for t in behind if t.number is not None or t.date is not None]
                words = content(behind, 2)
                there = any(is_said(said.words, word) for word in words) or any(
                    is_same(mine, figure) for figure in figures for mine in said.tokens
                )
                if (figures or words) and not there:
                    return PART
    return ""


def _restricts(tokens: Sequence[Token], place: int) -> bool:
    """ "only with", "nur bei": not "Only trained personnel", which is told of them."""
    behind = tokens[place + 1 : place + 2]
    return bool(place) and bool(behind) and behind[0].kind == "stop" and behind[0].text not in ARTICLES


def _beside_condition(tokens: Sequence[Token], place: int) -> list[str]:
    """The words right before a condition, or behind one that begins the sentence."""
    begins = not place or tokens[place - 1].text in _ENDS
    if not begins and (before := content(tokens[:place][::-1], _BESIDE)):
        return before
    comma = next((n for n, token in enumerate(tokens) if n > place and token.text == ","), len(tokens))
    return contents(tokens[comma:])


def _condition(tokens: Sequence[Token], place: int) -> list[str]:
    """Content words of the condition: up to the comma or the end."""
    found: list[str] = []
    for token in tokens[place + 1 :]:
        if token.text in (",", ";", ".") and found:
            break
        if is_content(token):
            found.append(token.text)
    return found
