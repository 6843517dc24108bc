"""A sentence that tells the figure of the one before it for something else: "For seals it is 12 months."

Pure functions.
"""

from __future__ import annotations

import re

from core.answer.facts.checkable import Facts, facts_of
from core.answer.verification.nearness import is_said
from core.types import Span

_WHITE_SPACE = 2  # characters
_FIGURE = r"[^.;:\d]{0,30}\d[^;:]*"
_NOUN = r"(?P<noun>[^\W\d_][\w-]*(?: [^\W\d_][\w-]*){0,3}?)"
_OF = r"(?: (?:of|for|on|in|von|vom|für|bei|des|der|auf|im)\b[^,;:]{1,50}?)?"
_VERB = r"(?P<verb>is|was|amounts to|beträgt|ist|betrug|war|liegt bei|dauert)"
_SINGLE = re.compile(rf"(?P<article>the|its|our|der|die|das) {_NOUN}{_OF} {_VERB} {_FIGURE}", re.IGNORECASE)
_CASE = r"(?P<case>(?:for|in|on|at|with|bei|für|in|im|auf) [^,;:.]{2,60}?)"
_ENGLISH = re.compile(rf"{_CASE},? it (?P<verb>is|was|amounts to) (?P<rest>{_FIGURE})", re.IGNORECASE)
_GERMAN = re.compile(
    rf"{_CASE} (?P<verb>beträgt|ist|betrug|war|dauert) (?P<pronoun>er|sie|es) (?P<rest>{_FIGURE})",
    re.IGNORECASE,
)
_ARTICLE_OF = {"er": "der", "sie": "die", "es": "das"}


def refers_back(sentence: str) -> bool:
    """Whether it tells a figure of "it" for a case of its own."""
    text = " ".join(sentence.split())
    return _ENGLISH.fullmatch(text) is not None or _GERMAN.fullmatch(text) is not None


def with_noun(before: str, sentence: str, said: Facts) -> str:
    """ "For seals the warranty period is 12 months" of a sentence with "it" and the one right before it.

    Empty unless both tell a figure with the same verb, and `said` names the noun and the case that the second
    is about.
    """
    text = " ".join(sentence.split())
    first = _SINGLE.fullmatch(" ".join(before.split()))
    second = _ENGLISH.fullmatch(text) or _GERMAN.fullmatch(text)
    if first is None or second is None or first["verb"].casefold() != second["verb"].casefold():
        return ""
    case, noun = facts_of(second["case"]).words, facts_of(first["noun"]).words
    if not case or not noun or not all(is_said(said.words, word) for word in case | noun):
        return ""
    article, pronoun = first["article"].casefold(), second.groupdict().get("pronoun")
    if pronoun is not None and _ARTICLE_OF[pronoun.casefold()] != article:
        return ""
    # In the order of the statement: another order of names is a doubt of its own.
    order = [token.text for token in said.tokens if token.text in case | noun]
    verb, rest = second["verb"], second["rest"]
    if order and order[0] in noun:
        return f"{article} {first['noun']} {second['case']} {verb} {rest}"
    if pronoun is None:
        return f"{second['case']} {article} {first['noun']} {verb} {rest}"
    return f"{second['case']} {verb} {article} {first['noun']} {rest}"


def follows(before: Span, span: Span) -> bool:
    """Whether nothing but white space can stand between two sentences of one source."""
    return 0 <= span.start - before.end <= _WHITE_SPACE
