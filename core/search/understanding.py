"""What a question asks for, understood without a language model. Pure functions over the registry.

Keywords without what only speaks of the answer's form; other words for its concepts, and abbreviations as
the documents themselves explain them; what must stand exactly; the roles of the pages that hold such figures;
and the documents that are meant.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from core.search.answer_form import without_form
from core.search.concepts import Concept, Concepts, cased_words, grams, joined, words
from core.search.exact import Exact, exact_parts
from core.search.periods import asks_for_newest
from core.search.registry import Registry
from core.search.routing import Route, Wanted, named_documents
from core.text.dates import quarter_in, years_in

_LONGEST_ABBREVIATED = 8
_MOST_EXPANSIONS = 24
_LONGEST_TYPED = 8  # words: a longer text is no name or line that somebody remembers
_SENTENCE = re.compile(r"[^.?!;]+(?:[.?!;](?!\s|$)[^.?!;]*)*[.?!;]?")
# Such a sentence asks for a reason, a way, a name, a place or a time, not for a figure.
_NO_FIGURE = re.compile(
    r"(?i)\b(?:why|explain\w*|describe\w*|discuss\w*|dr[oi]v\w+|reasons?|causes?d?|polic(?:y|ies)|methods?|which|who"
    r"|where|when|how (?:do|does|did|is|are|was|were|has|have|can|will|should)"
    r"|warum|weshalb|wieso|wodurch|wofür|wer|wo|wann|gründe?|erklär\w*|beschreib\w*"
    r"|wie (?:wird|werden|wurde|wurden|ist|sind))\b"
)
_FIGURE = re.compile(
    r"(?i)\b(?:how (?:much|many|high|large|big)|what(?:'s| is| are| was| were)|calculate|compute|average"
    r"|percent\w*|amount|wie (?:hoch|viele?|groß)|berechne\w*|durchschnitt\w*|prozent\w*|betrag|höhe)\b|%"
)


@dataclass(frozen=True, slots=True)
class Understood:
    """One question.

    `keywords` is what is left without what is said of the answer's form, `expansions` other words for it;
    `unnamed` what is left of them without the names of the documents that are meant.
    `typed` is the whole of a short text that is no question: it may stand somewhere as it is. `groups`:
    documents that are compared with each other.
    """

    text: str
    keywords: str
    expansions: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    exact: tuple[Exact, ...] = ()
    typed: Exact | None = None
    wanted: Wanted = field(default_factory=Wanted)
    route: Route | None = None
    groups: tuple[tuple[str, ...], ...] = ()
    unnamed: str = ""


def understand(
    text: str, concepts: Concepts, registry: Registry, allowed: Collection[str] | None = None
) -> Understood:
    """Understand a question put to `allowed` documents (`None`: to all of the registry)."""
    spoken = concepts.concepts_in(text)
    wanted = Wanted(
        years_in(text),
        quarter_in(text),
        tuple(concepts.kinds_asked_for(text)),
        asks_for_newest(text, concepts),
    )
    route, groups = named_documents(text, wanted, registry, allowed)
    keywords = without_form(text, concepts)
    return Understood(
        text=text,
        keywords=keywords,
        expansions=_expansions(text, spoken, registry, allowed, route),
        roles=_roles(text, concepts, bool(wanted.years or wanted.quarter)),
        exact=tuple(part for part in exact_parts(text) if not _is_kind(part, concepts)),
        typed=_typed(text),
        wanted=wanted,
        route=route,
        groups=groups,
        unnamed=_without_names(keywords, route) if route else keywords,
    )


def _without_names(text: str, route: Route) -> str:
    """In the documents of a name every passage is about its bearer; there the name hides the other words.

    The whole text where it is nothing but names, or has letters that fold into several words.
    """
    folded, cased = words(text), cased_words(text)
    longest = max(map(len, route.names), default=0)
    named = {
        place
        for first, last, gram in grams(folded, longest)
        if gram in route.names
        for place in range(first, last)
    }
    kept = [word for place, word in enumerate(cased) if place not in named]
    return " ".join(kept) if named and kept and len(folded) == len(cased) else text


def _roles(text: str, concepts: Concepts, has_period: bool) -> tuple[str, ...]:
    """The roles of the pages that hold a figure which a sentence of the text asks for."""
    found: dict[str, None] = {}
    for match in _SENTENCE.finditer(text):
        sentence = match[0]
        if _NO_FIGURE.search(sentence):
            continue
        for concept in concepts.concepts_in(sentence):
            if concept.parts or has_period or _FIGURE.search(sentence):
                found.update(dict.fromkeys(concept.roles))
    return tuple(found)


def _is_kind(part: Exact, concepts: Concepts) -> bool:
    """A 10-K is a kind of document; Rechnung-2023-17 is one of its names."""
    own = words(part.text)
    return bool(part.codes) and any(
        (match.first, match.last) == (0, len(own)) for match in concepts.kind_terms.find(own)
    )


def _typed(text: str) -> Exact | None:
    count = len(words(text))
    return Exact(text) if 2 <= count <= _LONGEST_TYPED and not text.rstrip().endswith("?") else None


def _expansions(
    text: str,
    spoken: Sequence[Concept],
    registry: Registry,
    allowed: Collection[str] | None,
    route: Route | None,
) -> tuple[str, ...]:
    """What the question's abbreviations stand for, and the user's other words for what it speaks of.

    What is meant alike in other words is found by the embedder. An
    abbreviation stands for what the documents mean by it that the question names, or else is put to.
    """
    own = {gram for _, _, gram in grams(words(text), _LONGEST_ABBREVIATED)}
    # Short forms are written in capitals: "does" is no "DOE".
    shorts = {joined(word) for word in text.split() if sum(ch.isupper() for ch in word) >= 2}
    meant = route.document_ids if route else ()
    short_here = sorted(short for short in shorts if short in registry.abbreviations)
    long_here = sorted(gram for gram in own if gram in registry.long_forms)
    found = [form for key in (*short_here, *long_here) for form in registry.explained(key, allowed, meant)]
    for concept in spoken:
        found += [*concept.terms, *concept.parts] if concept.of_user else ()
    unique = {joined(term): term for term in found if joined(term) not in own}
    return tuple(unique.values())[:_MOST_EXPANSIONS]
