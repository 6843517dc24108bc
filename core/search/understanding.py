"""What a question asks for, understood without a language model. Pure functions over the registry.

Keywords without what only speaks of the answer's form; other words for its concepts, and abbreviations as
the documents themselves explain them; phrases in quotes, numbers and identifiers, which must stand exactly;
the roles of the pages that hold such figures; and the documents that are meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from core.concepts import Concept, Concepts, grams, joined, words
from core.search.registry import Registry
from core.store.facts import DocumentFacts

_QUOTED = re.compile(r"[\"“„«]([^\"“”„«»]{2,120})[\"”“»]")
# B-120, 2025-0417, DE89 3704, § 573: letters with figures, or figures that are no plain small number.
_IDENTIFIER = re.compile(
    r"(?<![\w-])(?=[\w./-]*\d)(?=[\w./-]*[A-Za-z/-])[A-Za-z0-9][\w./-]*[A-Za-z0-9](?![\w-])"
)
# No beginning of a date: 1.5.2024 is also written as 1. Mai 2024.
_NUMBER = re.compile(
    r"(?<![\w.,-])\d{1,3}(?:[.,]\d{3})+(?:[.,]\d+)?(?![\w]|\.\d)|(?<![\w.,-])\d+[.,]\d+(?![\w]|\.\d)"
)
_YEAR = re.compile(
    r"(?i)(?<![\w.,-])(?:FY\s?'?|fiscal(?:\s+year)?\s+|GJ\s?)?((?:19[5-9]|20[0-4])\d)(?![\d.,]*\d)(?:\s?Q[1-4])?(?![\w])"
    r"|(?<![A-Za-z])FY\s?'?(\d\d)(?!\d)"
)
_QUARTER = re.compile(
    r"(?i)(?<![A-Za-z0-9])Q([1-4])(?!\d)|(?<=\d)Q([1-4])(?!\d)|\b(first|second|third|fourth)\s+quarter"
    r"|\b([1-4])\.\s*Quartal"
)
_QUARTERS = {"first": 1, "second": 2, "third": 3, "fourth": 4}
_SENTENCE = re.compile(r"[^.?!;:]+(?:[.?!;:](?!\s|$)[^.?!;:]*)*[.?!;:]?")
_LEAST_KEPT = 3  # words: a question that would have fewer left is searched as it is
_LONGEST_ABBREVIATED = 8
_MOST_EXPANSIONS = 24

NAMED_YEAR, OTHER_YEAR, NEXT_YEAR, SAME_QUARTER, SAME_KIND = 0.5, 0.3, 0.15, 0.2, 0.2
_CLOSE = 0.06  # documents of one name that score so near the best are all meant
_BY_PERIOD_ONLY = 0.4
_SELECTIVE = 0.6  # a route to more of the documents than this is none


@dataclass(frozen=True, slots=True)
class Route:
    """Documents that a question seems to mean, and how certain that is (0 to 1)."""

    document_ids: tuple[str, ...]
    certainty: float


@dataclass(frozen=True, slots=True)
class Understood:
    """One question. `keywords` is what is left without instructions, `expansions` other words for it."""

    text: str
    keywords: str
    expansions: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    exact: tuple[str, ...] = ()
    years: tuple[int, ...] = ()
    quarter: int = 0
    kinds: tuple[str, ...] = ()
    route: Route | None = None


def understand(
    text: str, concepts: Concepts, registry: Registry, allowed: Collection[str] | None = None
) -> Understood:
    """Understand a question put to `allowed` documents (`None`: to all of the registry)."""
    spoken = concepts.concepts_in(text)
    years, quarter = _years(text), _quarter(text)
    kinds = tuple(concepts.kinds_in(text))
    return Understood(
        text=text,
        keywords=without_instructions(text, concepts),
        expansions=_expansions(text, spoken, registry),
        roles=tuple(dict.fromkeys(role for concept in spoken for role in concept.roles)),
        exact=tuple(part for part in exact_parts(text) if not concepts.kinds_in(part)),
        years=years,
        quarter=quarter,
        kinds=kinds,
        route=_route(text, years, quarter, kinds, registry, allowed),
    )


def without_instructions(text: str, concepts: Concepts) -> str:
    """The question without clauses that say how to answer; unchanged if little would be left."""
    begins = tuple(" ".join(words(phrase)) + " " for phrase in concepts.instructions)

    def instructs(part: str) -> bool:
        return (" ".join(words(part)) + " ").startswith(begins)

    kept: list[str] = []
    bare = re.sub(r"\(([^()]*)\)", lambda found: " " if _is_form(found[1], instructs) else found[0], text)
    for match in _SENTENCE.finditer(bare):
        sentence = match[0]
        clauses = re.split(r"(?<=,)\s+", sentence.strip())
        if "?" not in sentence and any(instructs(clause) for clause in clauses):
            continue
        remaining = [clause for clause in clauses if not instructs(clause)]
        kept.append(" ".join(remaining))
    stripped = " ".join(" ".join(kept).split())
    return stripped if len(words(stripped)) >= _LEAST_KEPT else text


def exact_parts(text: str) -> tuple[str, ...]:
    """Phrases in quotes, identifiers and written numbers: what must be found as it stands."""
    found = [match[1].strip() for match in _QUOTED.finditer(text)]
    rest = _QUOTED.sub(" ", text)
    for match in (*_IDENTIFIER.finditer(rest), *_NUMBER.finditer(rest)):
        part = match[0].strip(".-/")
        period = (
            _YEAR.fullmatch(part) or _QUARTER.fullmatch(part) or re.fullmatch(r"(?i)(?:FY|Q)\d+\w*", part)
        )
        if part and not period:
            found.append(part)
    return tuple(dict.fromkeys(found))


def _is_form(inside: str, instructs: Callable[[str], bool]) -> bool:
    """True for "(in USD millions)", "(round to one decimal place)": about the answer."""
    plain = " ".join(words(inside))
    begins = (
        "in usd",
        "in eur",
        "in million",
        "in billion",
        "in thousand",
        "in percent",
        "in unit",
        "in mio",
    )
    return plain.startswith(begins) or instructs(inside)


def _expansions(text: str, spoken: Sequence[Concept], registry: Registry) -> tuple[str, ...]:
    """Other words for what the question speaks of, without those that it has itself."""
    own = {gram for _, _, gram in grams(words(text), _LONGEST_ABBREVIATED)}
    # Short forms are written in capitals: "does" is no "DOE".
    shorts = {joined(word) for word in text.split() if sum(ch.isupper() for ch in word) >= 2}
    found = [registry.abbreviations[short] for short in shorts if short in registry.abbreviations]
    found += [registry.long_forms[gram] for gram in own if gram in registry.long_forms]
    for concept in spoken:
        found += [*concept.terms, *concept.parts]
    unique = {joined(term): term for term in found if joined(term) not in own}
    return tuple(unique.values())[:_MOST_EXPANSIONS]


# --- which documents ------------------------------------------------------------------------------


def _route(
    text: str,
    years: Sequence[int],
    quarter: int,
    kinds: Sequence[str],
    registry: Registry,
    allowed: Collection[str] | None,
) -> Route | None:
    within = set(registry.documents) if allowed is None else set(allowed) & registry.documents.keys()
    if len(within) < 2:
        return None

    def period(document_id: str) -> float:
        return _fit(registry.documents[document_id].facts, years, quarter, kinds)

    meant: dict[str, None] = {}
    certainty = 1.0
    for match in registry.names_in(text):
        scores = {document_id: period(document_id) for document_id in match.document_ids & within}
        if scores:
            best = max(scores.values())
            near = sorted(name for name, score in scores.items() if score >= best - _CLOSE)
            meant.update(dict.fromkeys(near))
            certainty = min(certainty, match.certainty)
    if not meant and (years or kinds):
        scores = {document_id: period(document_id) for document_id in within}
        best = max(scores.values())
        if best >= OTHER_YEAR or (kinds and best > 0):
            meant = dict.fromkeys(sorted(name for name, score in scores.items() if score >= best - _CLOSE))
            certainty = _BY_PERIOD_ONLY
    if not meant or len(meant) > _SELECTIVE * len(within):
        return None
    return Route(tuple(meant), certainty)


def _fit(facts: DocumentFacts, years: Sequence[int], quarter: int, kinds: Sequence[str]) -> float:
    score = 0.0
    if years and facts.years:
        newest = max(years)
        if facts.years[0] == newest:
            score += NAMED_YEAR
        elif set(years) & set(facts.years):
            score += OTHER_YEAR
        elif newest + 1 in facts.years:
            score += NEXT_YEAR  # a report gives the figures of the year before, too
    if quarter and facts.quarter == quarter:
        score += SAME_QUARTER
    if kinds and facts.kind in kinds:
        score += SAME_KIND
    return score


def _years(text: str) -> tuple[int, ...]:
    found = [int(match[1]) if match[1] else 2000 + int(match[2]) for match in _YEAR.finditer(text)]
    return tuple(dict.fromkeys(found))


def _quarter(text: str) -> int:
    match = _QUARTER.search(text)
    if match is None:
        return 0
    return int(match[1] or match[2] or match[4] or _QUARTERS[match[3].lower()])
