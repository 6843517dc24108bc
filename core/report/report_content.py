"""What an exported report holds, in order, from the folded events of a run. Values only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.answer.asking.question_language import question_language
from core.answer.disagreement.conflicts import conflict_line
from core.errors import UsageError
from core.report.doubts import doubt_in
from core.runs.research_lines import score_words
from core.runs.trace import TraceState
from core.search.place_words import named_within, place_in, place_words, source_words
from core.types import Answer, Citation, Statement
from core.types.research import OpenReference, ReportSource, ResearchReport

WORDS = {
    "en": {
        "language": "en",
        "quoted": "quoted",
        "supported": "supported",
        "weak": "weak",
        "unsupported": "unsupported",
        "confidence": "Confidence",
        "high": "high",
        "medium": "medium",
        "low": "low",
        "question": "Question",
        "marks": "✓ quoted and ● supported are verified; ◐ weak and ! unsupported are not.",
        "missing": "Missing",
        "nearest": "Nearest passages, for you to judge; not part of the answer",
        "conflicts": "Where the documents disagree",
        "values": "Values that differ",
        "limits": "Limits and open questions",
        "quality": "Quality",
        "tasks": "Tasks",
        "notes": "Notes",
        "sources": "Sources",
        "by_reference": "found by way of",
        "searched": "searched for {text}",
        "not_followed": "{name}, {place}: “{text}”{address} was left open: {reason}",
        "of_500": "{total} of 500",
        "quote": "“{text}”",
        "model": "in part by the model",
        "done": "done",
        "empty": "nothing found",
        "open": "open",
    },
    "de": {
        "language": "de",
        "quoted": "wörtlich",
        "supported": "belegt",
        "weak": "schwach belegt",
        "unsupported": "nicht belegt",
        "confidence": "Zuverlässigkeit",
        "high": "hoch",
        "medium": "mittel",
        "low": "niedrig",
        "question": "Frage",
        "marks": "✓ wörtlich und ● belegt sind geprüft; ◐ schwach belegt und ! nicht belegt sind es nicht.",
        "missing": "Es fehlt",
        "nearest": "Die nächstliegenden Textstellen, für Ihr Urteil; nicht Teil der Antwort",
        "conflicts": "Wo die Dokumente sich widersprechen",
        "values": "Abweichende Angaben",
        "limits": "Grenzen und offene Fragen",
        "quality": "Qualität",
        "tasks": "Aufgaben",
        "notes": "Hinweise",
        "sources": "Quellen",
        "by_reference": "gefunden über",
        "searched": "gesucht nach {text}",
        "not_followed": "{name}, {place}: „{text}“{address} blieb offen: {reason}",
        "of_500": "{total} von 500",
        "quote": "„{text}“",
        "model": "teils vom Modell",
        "done": "erledigt",
        "empty": "nichts gefunden",
        "open": "offen",
    },
}
_GLYPHS = {"quoted": "✓", "supported": "●", "weak": "◐", "unsupported": "!"}


@dataclass(frozen=True, slots=True)
class Line:
    """A statement: its mark, text, the numbers it cites, and (unless it is verified) why not."""

    mark: str
    text: str
    numbers: tuple[int, ...]
    doubt: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """A section: its heading, which may be empty, its statements and what is missing in it.

    `nearest`: where it says nothing, a heading and place and words of what comes nearest; cited by nothing.
    """

    heading: str
    lines: tuple[Line, ...]
    missing: tuple[str, ...] = ()
    nearest_heading: str = ""
    nearest: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Reference:
    """A source: its number, place in words, the way by which it was found (if by references), and all that
    statements rest on of it: quotes, each with its place where that is another page."""

    number: int
    place: str
    quotes: tuple[tuple[str, str], ...]
    way: str = ""


@dataclass(frozen=True, slots=True)
class ReportContent:
    """`facts` are pairs of name and value shown under the title; `lists` pairs of heading and lines."""

    title: str
    language: str
    marks: str
    facts: tuple[tuple[str, str], ...]
    blocks: tuple[Block, ...]
    lists: tuple[tuple[str, tuple[str, ...]], ...]
    sources_heading: str
    sources: tuple[Reference, ...]


def content_of(state: TraceState) -> ReportContent:
    """The report of a run that gave an answer.

    Raises:
        UsageError: it gave none, or the question was refused.
    """
    answer = state.answer
    if answer is None or state.outcome == "refused":
        raise UsageError(
            "This run gave no answer that could be exported.", "`docuchat runs list` shows which did."
        )
    report = state.report
    title = report.title if report else state.question
    language = report.language if report else question_language(state.question)
    words = WORDS.get(language, WORDS["en"])
    facts = [(words["confidence"], words[answer.confidence.value])]
    if report is not None and report.quality:
        facts.append((words["quality"], words["of_500"].format(total=report.quality_total)))
    return ReportContent(
        title=" ".join(title.split()),
        language=language,
        marks=words["marks"],
        facts=tuple(facts),
        blocks=_blocks(answer, words, language),
        lists=(*_lists(answer, report, words), *(((words["notes"], state.notes),) if state.notes else ())),
        sources_heading=words["sources"],
        sources=tuple(_reference(citation, answer, report, words) for citation in answer.citations),
    )


def _blocks(answer: Answer, words: dict[str, str], language: str) -> tuple[Block, ...]:
    headings = [statement.section for statement in answer.statements]
    headings += [row.section for row in answer.insufficiencies if row.section]
    if not headings:
        near = _near("", answer, words)
        return (
            Block(
                "", (Line("", " ".join(answer.text.split()), ()),), (), words["nearest"] if near else "", near
            ),
        )
    rows: list[Block] = []
    for heading in dict.fromkeys(headings):
        near = _near(heading, answer, words)
        rows.append(
            Block(
                heading,
                tuple(_line(one, words, language) for one in answer.statements if one.section == heading),
                tuple(row.missing for row in answer.insufficiencies if row.section == heading),
                words["nearest"] if near else "",
                near,
            )
        )
    return tuple(rows)


def _near(heading: str, answer: Answer, words: dict[str, str]) -> tuple[tuple[str, str], ...]:
    """Place and words of each passage that comes nearest to a section of which nothing was found."""
    rows = []
    for one in answer.nearest:
        if one.section == heading:
            name = named_within(one.filename, one.origin.container)
            where = source_words(one.filename, one.cited_place, one.origin).removeprefix(name)
            rows.append((f"{name}{place_in(words['language'], where)}", " ".join(one.quote.split())))
    return tuple(rows)


def _line(statement: Statement, words: dict[str, str], language: str) -> Line:
    status = statement.status.value
    numbers = sorted({row.citation for row in statement.evidence})
    doubtful = status in ("weak", "unsupported")
    doubt = f"{words[status]}: {doubt_in(language, statement.reason)}" if doubtful else ""
    return Line(_GLYPHS[status], " ".join(statement.text.split()), tuple(numbers), doubt)


def _lists(
    answer: Answer, report: ResearchReport | None, words: dict[str, str]
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    rows: list[tuple[str, Sequence[str]]] = []
    if answer.conflicts:
        told = [conflict_line(one, words["language"]) for one in answer.conflicts]
        # A research has a section of that name, with both sides quoted.
        has_section = any(one.section == words["conflicts"] for one in answer.statements)
        rows.append((words["values" if has_section else "conflicts"], told))
    missing = [row.missing for row in answer.insufficiencies if not row.section]
    if report is None:
        rows.append((words["missing"], missing))
    else:
        left = [
            words["not_followed"].format_map(_open(one, words["language"])) for one in report.open_references
        ]
        rows.append((words["limits"], [*missing, *report.open_questions, *report.limits, *left]))
        rows.append((words["tasks"], [f"{task.title} ({words[task.status]})" for task in report.tasks]))
        scores = [
            score_words(one, words["language"], ": ")
            + (f" ({words['model']})" if one.judged_by == "model" else "")
            for one in report.quality
        ]
        rows.append((words["quality"], [*scores, *report.issues]))
    return tuple((heading, tuple(lines)) for heading, lines in rows if lines)


def _open(reference: OpenReference, language: str) -> dict[str, object]:
    address = reference.address
    return {
        "name": reference.filename,
        "place": place_in(language, reference.where or f"page {reference.page}"),
        "text": reference.text,
        "address": f" ({address})" if address and address != reference.text else "",
        "reason": reference.reason,
    }


def _reference(
    citation: Citation, answer: Answer, report: ResearchReport | None, words: dict[str, str]
) -> Reference:
    way = ""
    if report is not None:
        found = next((one for one in report.sources if one.number == citation.number), None)
        if found is not None and found.references:
            way = f"{words['by_reference']} {_way(found, report, words)}"
    name = named_within(citation.filename, citation.origin.container)
    where = source_words(citation.filename, citation.cited_place, citation.origin).removeprefix(name)
    return Reference(
        citation.number, f"{name}{place_in(words['language'], where)}", _quotes(citation, answer, words), way
    )


def _quotes(citation: Citation, answer: Answer, words: dict[str, str]) -> tuple[tuple[str, str], ...]:
    rows = {(citation.page, citation.quote): ""}
    for row in (row for statement in answer.statements for row in statement.evidence):
        if row.citation == citation.number and row.page == citation.page:
            rows.setdefault((row.page, row.quote), "")
        elif row.citation == citation.number:
            place = place_words(citation.place_on(row.page, row.last_page))
            rows.setdefault((row.page, row.quote), place_in(words["language"], place))
    return tuple((place, quote) for (_page, quote), place in rows.items())


def _way(source: ReportSource, report: ResearchReport, words: dict[str, str]) -> str:
    """ "manual.pdf, page 4 → “Annex B” → notes.txt, line 2": passages, and what named them."""
    labels = {node.node_id: node.label for node in report.nodes if node.kind == "document"}
    language = words["language"]
    places = {
        node.number: f"{labels.get(node.document_id, '')}, {place_in(language, node.where) or node.page}"
        for node in report.nodes
        if node.kind == "passage"
    }
    steps = [places.get(source.path[0], "")]
    for before, number, text in zip(source.path, source.path[1:], source.references, strict=False):
        named = words["quote"].format(text=text)
        named = words["searched"].format(text=named) if report.is_searched(before, number) else named
        steps += [named, places.get(number, "")]
    return " → ".join(steps)
