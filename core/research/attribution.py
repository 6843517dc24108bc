"""Phase 6: where each source came from, as data: documents, passages, and the references between them."""

from __future__ import annotations

from collections.abc import Collection, Generator, Mapping, Sequence
from dataclasses import replace

from core.events import AnswerReady, Event, GateChecked, ResearchReported
from core.research.base import Parts
from core.research.findings import spans_on_page
from core.research.report import Assembled, assembled
from core.research.state import Finding, Phase, ResearchState
from core.search.place_words import place_words
from core.types.research import GraphEdge, GraphNode, ReportSource, ResearchReport, TodoItem


def attribute(state: ResearchState, parts: Parts) -> Generator[Event, None, ResearchState]:
    """The finished report, as an answer with what a research adds to it."""
    report = assembled(state, parts)
    coverage = parts.retriever.coverage(state.document_ids)
    answer = replace(report.answer, coverage=coverage)
    yield parts.stamp(GateChecked, attempt=1, passed=True)
    yield parts.stamp(ResearchReported, report=reported(state, report, parts))
    yield parts.stamp(AnswerReady, answer=answer, usage=state.usage)
    return state.but(phase=Phase.DONE, answered=bool(answer.statements))


def reported(state: ResearchState, report: Assembled, parts: Parts) -> ResearchReport:
    """What the research adds to its answer."""
    sources = _sources(state, report)
    nodes, edges = _graph(state, report, sources, _places(report, parts))
    last = state.quality[-1] if state.quality else None
    total = last.total if last else 0
    return ResearchReport(
        title=state.question,
        language=state.language,
        clarified_by=state.clarified_by,
        sections=tuple(dict.fromkeys(draft.section for draft in report.drafts)),
        tasks=_worked_off(state, report),
        quality=last.scores if last else (),
        quality_total=total,
        accepted=last.accepted if last else False,
        retried=bool(state.earlier_sections),
        issues=last.issues if last else (),
        sources=sources,
        nodes=nodes,
        edges=edges,
        open_references=state.still_open(),
        open_questions=report.open_questions,
        limits=report.limits,
    )


def _worked_off(state: ResearchState, report: Assembled) -> tuple[TodoItem, ...]:
    """The list; a task whose passages carried no sentence of the report is not told as done."""
    return tuple(
        task if task.status != "done" or report.statements_of(task.title) else replace(task, status="empty")
        for task in state.todo()
    )


def _sources(state: ResearchState, report: Assembled) -> tuple[ReportSource, ...]:
    rows = []
    opened = {source.number for source in report.sources}
    for citation in report.answer.citations:
        sections = [
            draft.section
            for draft, judged in zip(report.drafts, report.answer.statements, strict=True)
            if any(row.citation == citation.number for row in judged.evidence)
        ]
        path = _path(state, citation.number, opened)
        rows.append(
            ReportSource(
                citation.number,
                citation.document_id,
                citation.filename,
                citation.chunk_id,
                citation.page,
                tuple(dict.fromkeys(sections)),
                tuple(found.number for found in path),
                tuple(found.via.text for found in path[1:] if found.via is not None),
            )
        )
    return tuple(rows)


def _path(state: ResearchState, number: int, opened: Collection[int]) -> list[Finding]:
    """The passages that led to this one, from the one a search found to itself; of a way over a passage that
    cannot be opened any more, what lies behind it.

    Where a search found it as well, that is the shortest way.
    """
    path: list[Finding] = []
    while number in opened and all(found.number != number for found in path):
        here = [found for found in state.findings if found.number == number]
        if not here:
            break
        found = next((one for one in here if one.via is None), here[0])
        path.insert(0, found)
        number = found.via.number if found.via is not None else 0
    return path


def _places(report: Assembled, parts: Parts) -> dict[int, str]:
    """The place of each passage in words: what is cited of it, or all of it that stands on its page."""
    cited = {one.number: one for one in report.answer.citations}
    places: dict[int, str] = {}
    for source in report.sources:
        if one := cited.get(source.number):
            place = one.cited_place
        else:
            place = parts.retriever.locate(source.document.document_id, spans_on_page(source))
        places[source.number] = place_words(place)
    return places


def _graph(
    state: ResearchState, report: Assembled, sources: Sequence[ReportSource], places: Mapping[int, str]
) -> tuple[tuple[GraphNode, ...], tuple[GraphEdge, ...]]:
    """Cited passages, those on the way to them, and addresses that these name; with their documents."""
    shown = {number for source in sources for number in source.path} | {one.number for one in sources}
    by_number = {source.number: source for source in report.sources}
    pages = {source.number: source.page for source in sources}
    nodes: dict[str, GraphNode] = {}
    edges: dict[tuple[str, str], GraphEdge] = {}
    for number in sorted(shown & by_number.keys()):
        source = by_number[number]
        own = source.document
        nodes.setdefault(
            own.document_id, GraphNode(own.document_id, "document", own.filename, own.document_id)
        )
        page = pages.get(number, source.page)
        label = source.chunk.context.splitlines()[-1][:80] if source.chunk.context else ""
        nodes[source.chunk.chunk_id] = GraphNode(
            source.chunk.chunk_id, "passage", label, own.document_id, page, number, places[number]
        )
        edge = GraphEdge(own.document_id, source.chunk.chunk_id, "contains")
        edges[(edge.source, edge.target)] = edge
    for link in sorted(state.links, key=lambda link: link.searched):  # what is known says more
        if {link.source, link.target} <= shown & by_number.keys():
            start, end = by_number[link.source].chunk.chunk_id, by_number[link.target].chunk.chunk_id
            kind = "search" if link.searched else "reference"
            edges.setdefault((start, end), GraphEdge(start, end, kind, link.text))  # type: ignore[arg-type]
    for reference in state.still_open():
        document = nodes.get(reference.document_id)
        if reference.address and document is not None:
            nodes.setdefault(reference.address, GraphNode(reference.address, "external", reference.address))
            key = (document.node_id, reference.address)
            edges.setdefault(key, GraphEdge(*key, "reference", reference.text))
    return tuple(nodes.values()), tuple(edges.values())
