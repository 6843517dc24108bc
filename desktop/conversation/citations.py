"""From an answer to the places it points at: which page, which spans, which words. Pure; no Qt."""

from __future__ import annotations

from dataclasses import dataclass, replace

from core.search.quote_places import PARTS_JOINED, QuotePlace
from core.types import ORIGIN_UNKNOWN, Answer, Citation, CitedPlace, NearestPassage, Origin, Span
from core.types.research import ResearchReport


@dataclass(frozen=True, slots=True)
class Target:
    """Where a chip leads. `number` is the `[n]`, 0 for a passage that has none; `spans` lie in the document's
    text. `gives_orders`: the passage around it reads like an order to the program. `origin`: what it was read
    from, as that stood when the answer was given. `awaits`: no answer cites it yet.
    """

    number: int
    document_id: str
    filename: str
    place: CitedPlace
    spans: tuple[Span, ...]
    quote: str
    score: float = 0.0
    gives_orders: bool = False
    origin: Origin = ORIGIN_UNKNOWN
    awaits: bool = False

    @property
    def page(self) -> int:
        return self.place.page

    def standing_at(self, place: QuotePlace | None) -> Target:
        """The same words in a document that was read anew since; None: nowhere on its page."""
        if place is None:
            return replace(self, spans=())
        if place.page == self.page:
            return replace(self, spans=place.spans)
        return replace(self, place=CitedPlace(place.page), spans=place.spans)


def target_of(answer: Answer, number: int, statement: int | None = None) -> Target | None:
    """The place of `[number]`, narrowed to what the statement rests on when it is known.

    Evidence (single sentences) is more exact than the citation's own spans and comes first; only evidence on
    one page can be shown at once, so the first page wins.
    """
    citation = next((found for found in answer.citations if found.number == number), None)
    if citation is None:
        return None
    evidence = []
    if statement is not None and 0 <= statement < len(answer.statements):
        evidence = [item for item in answer.statements[statement].evidence if item.citation == number]
    if not evidence:
        evidence = [item for one in answer.statements for item in one.evidence if item.citation == number]
    if not evidence:
        return _target(citation, citation.cited_place, citation.spans, citation.quote)
    page = evidence[0].page
    here = [item for item in evidence if item.page == page]
    quotes = list(dict.fromkeys(item.quote for item in here))
    spans = tuple(sorted({span for item in here for span in item.spans}))
    place = citation.place_on(page, max(item.last_page for item in here))
    return _target(citation, place, spans, PARTS_JOINED.join(quotes))


def way_target(report: ResearchReport, number: int) -> Target | None:
    """The page of a passage that led to a source of a report, and is not cited itself."""
    names = {node.node_id: node.label for node in report.nodes if node.kind == "document"}
    for node in report.nodes:
        if node.kind == "passage" and node.number == number:
            name = names.get(node.document_id, "")
            return Target(0, node.document_id, name, CitedPlace(node.page), (), "")
    return None


def _target(citation: Citation, place: CitedPlace, spans: tuple[Span, ...], quote: str) -> Target:
    return Target(
        citation.number,
        citation.document_id,
        citation.filename,
        place,
        spans,
        quote,
        citation.score,
        citation.gives_orders,
        citation.origin,
    )


def targets_of(answer: Answer) -> list[Target]:
    """One place per citation, in the order of their numbers: what `n` and `p` walk through."""
    found = (target_of(answer, citation.number) for citation in answer.citations)
    return sorted((target for target in found if target is not None), key=lambda target: target.number)


def nearest_target(answer: Answer, index: int) -> Target | None:
    """The place of a passage that was shown as nearest, counted from 0."""
    return passage_target(answer.nearest[index]) if 0 <= index < len(answer.nearest) else None


def passage_target(passage: NearestPassage, number: int = 0) -> Target:
    """The place of a passage that no answer cites (yet)."""
    return Target(
        number,
        passage.document_id,
        passage.filename,
        passage.cited_place,
        passage.spans,
        passage.quote,
        passage.score,
        origin=passage.origin,
        awaits=number > 0,
    )
