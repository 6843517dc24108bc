"""A question about three or more things at once: "What applies to the storage, the prices and the testing of
seals?". Pure, English and German.

Each thing becomes a question with the words before and behind them all. Only where the form is certain:
what is compared or computed of all together stays one question.
"""

from __future__ import annotations

import re

from core.plans.request_kinds import RequestKinds
from core.types.requests import RequestKind

_ART = (
    r"(?:the|an?|our|its|their|die|der|das|den|dem|des|eine?[nrms]?|unsere?[nrms]?|ihre?[nrms]?|deren|dessen)"
)
_EN_PREP = r"(?:about|on|for|to|of|regarding|concerning|with|in|at|from|by)"
_ORDER_EN = r"(?:describe|explain|summari[sz]e|list|report)"
_ORDER_DE = r"(?:beschreibe|erkläre|erläutere|nenne)"
_WORD_EN = rf"(?!(?:{_EN_PREP}|{_ART}|and|or)\b)[a-z][\w-]*"
_THING_EN = rf"(?:{_ART}\s+)?{_WORD_EN}(?:\s+{_WORD_EN})?"
_THING_DE = rf"(?:{_ART}\s+)?(?:[a-zäöüß]+(?:e|en|er|es|em)\s+)?[A-ZÄÖÜ][\w-]*"
_ENGLISH = re.compile(
    rf"(?P<head>(?:(?i:what|which|how|who|where|when|please|tell)\b[^,?]*?\s{_EN_PREP}"
    rf"|(?i:what) (?:is|are|was|were)|(?i:(?:please )?{_ORDER_EN})))"
    rf"\s+(?P<first>{_THING_EN}(?:\s*,\s*{_THING_EN})+),?\s+(?:and|as well as)\s+(?P<last>{_THING_EN})"
    rf"(?P<tail>\s+{_EN_PREP}\s+[^,?]+)?\s*\??"
)
_GERMAN = re.compile(
    r"(?P<head>(?:(?i:was|wie|welche[nrms]?|wer|wem|wen|wo|wann|gibt|bitte)\b[^,?]*?\s[a-zäöüß]+"
    rf"|(?i:(?:bitte )?{_ORDER_DE})))"
    rf"\s+(?P<first>{_THING_DE}(?:\s*,\s*{_THING_DE})+)\s+(?:und|sowie)\s+(?P<last>{_THING_DE})"
    r"(?P<tail>\s+[^,?]+)?\s*\??"
)
_BEGINS_WITH_ARTICLE = re.compile(rf"{_ART}\s", re.IGNORECASE)
_LEAST = 3


def questions_of_list(question: str, kinds: RequestKinds) -> tuple[str, ...]:
    """A question for each thing that the question enumerates; the question itself where it does not."""
    said = " ".join(question.split())
    found = _GERMAN.fullmatch(said) or _ENGLISH.fullmatch(said)
    if found is None or kinds.kind_of(said).kind in (RequestKind.COMPARISON, RequestKind.FIGURE):
        return (question,)
    things = [*re.split(r"\s*,\s*", found.group("first")), found.group("last")]
    if len(things) < _LEAST or _may_be_of_one(things):
        return (question,)
    tail = found.group("tail") or ""
    return tuple(f"{found.group('head')} {thing}{tail}" for thing in things)


def _may_be_of_one(things: list[str]) -> bool:
    """Words that share the noun of the last ("red, green and blue pumps"), or whose first stands in another
    phrase than the others ("the storage in Bonn, the prices and …")."""
    has_article = [_BEGINS_WITH_ARTICLE.match(thing) is not None for thing in things]
    if any(has_article) and not has_article[0]:
        return True
    *others, last = (len(_BEGINS_WITH_ARTICLE.sub("", thing, count=1).split()) for thing in things)
    return not all(has_article) and last > max(others)
