"""Reports as files: all that was answered stands in them, and nothing of a document becomes markup."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import lxml.html
import pymupdf
import pytest
from docx import Document
from markdown_it import MarkdownIt

from core.errors import StorageError, UsageError
from core.report.docx import to_docx
from core.report.html import to_html
from core.report.markdown import text, to_markdown
from core.report.report_content import ReportContent, content_of
from core.report.report_files import FORMATS, format_of, write_report
from core.runs.trace import TraceState
from core.types import (
    Answer,
    Citation,
    Confidence,
    ConflictSide,
    DocumentConflict,
    Evidence,
    Insufficiency,
    NearestPassage,
    PageKind,
    Statement,
    StatementStatus,
)
from core.types.research import (
    GraphEdge,
    GraphNode,
    OpenReference,
    QualityScore,
    ReportSource,
    ResearchReport,
    TodoItem,
)

HOSTILE = (
    "<script>alert(1)</script> [click](https://evil.example) ![x](file:///etc/passwd) **bold** `code` "
    "# no heading | a & b https://evil.example/x www.evil.example \x07 end"
)
QUOTE = "The seals are covered for 12 months. " + HOSTILE


def citation(number: int, document: str, page: int) -> Citation:
    return Citation(
        number, document, "h", f"{document}.pdf", f"chunk {number}", 0, page, (), QUOTE, QUOTE, 0.5
    )


@pytest.fixture
def content(content_state: TraceState) -> ReportContent:
    return content_of(content_state)


@pytest.fixture
def content_state() -> TraceState:
    """A small research report, with text of the worst kind in it."""
    evidence = (Evidence(2, "contract", 3, (), QUOTE),)
    covered = "The seals are covered for 12 months."
    doubt = "Not in the cited text: evil."
    answer = Answer(
        "ignored",
        statements=(
            Statement(covered, StatementStatus.SUPPORTED, evidence, section="Seals"),
            Statement(HOSTILE, StatementStatus.WEAK, evidence, doubt, "Seals"),
        ),
        citations=(citation(1, "manual", 4), citation(2, "contract", 3)),
        insufficiencies=(Insufficiency("Prices", "nothing was found for this task"),),
        confidence=Confidence.MEDIUM,
    )
    place = ("manual", "manual.pdf", 4, "it leads out of the library", "https://evil.example")
    report = ResearchReport(
        title="How long are seals covered?",
        language="en",
        clarified_by="user_end",
        sections=("Seals",),
        tasks=(TodoItem(1, "Seals", "Seals", "done"), TodoItem(2, "Prices", "Prices", "empty", "added")),
        quality=(QualityScore("factual_accuracy", 75), QualityScore("semantic_validity", 80, "model")),
        quality_total=155,
        accepted=False,
        retried=True,
        issues=("Not verified: 1 of 2 statements.",),
        sources=(
            ReportSource(1, "manual", "manual.pdf", "chunk 1", 4, ("Seals",), (1,)),
            ReportSource(2, "contract", "contract.pdf", "chunk 2", 3, ("Seals",), (1, 2), ("Annex B",)),
        ),
        nodes=(
            GraphNode("manual", "document", "manual.pdf", "manual"),
            GraphNode("contract", "document", "contract.pdf", "contract"),
            GraphNode("chunk 1", "passage", "", "manual", 4, 1),
            GraphNode("chunk 2", "passage", "", "contract", 3, 2),
        ),
        edges=(GraphEdge("chunk 1", "chunk 2", "reference", "Annex B"),),
        open_questions=("The passages read hardly say anything about “prices”.",),
        open_references=(OpenReference("the price list", "external", *place),),
        limits=("References of the task “Seals” were not all followed.",),
    )
    return TraceState(question="ok", mode="research", answer=answer, report=report)


def in_german(state: TraceState, **changes: Any) -> ReportContent:
    return content_of(replace(state, report=replace(state.report, language="de", **changes)))


def markdown_page(content: ReportContent) -> Any:
    """How a reader shows it that knows HTML and tables."""
    reader = MarkdownIt("commonmark", {"html": True}).enable("table")
    return lxml.html.fromstring(reader.render(to_markdown(content)))


def words_of(*nodes: Any) -> str:
    return " ".join(" ".join(node.text_content() for node in nodes).split())


TOLD = (
    "How long are seals covered?",
    "The seals are covered for 12 months.",
    "Not in the cited text: evil.",
    "nothing was found for this task",
    "155 of 500",
    "Not verified: 1 of 2 statements.",
    "hardly say anything about “prices”",
    "References of the task “Seals” were not all followed.",
    "manual.pdf, page 4: “the price list”",
    "was left open: it leads out of the library",
    "Prices (nothing found)",
    "contract.pdf, page 3",
    "manual.pdf, 4 → “Annex B” → contract.pdf, 3",
)


def test_a_german_report_tells_its_doubts_in_german(content_state: TraceState) -> None:
    written = to_markdown(in_german(content_state))
    assert "Nicht im zitierten Text: evil" in written
    assert "Not in the cited text" not in written


def test_a_place_is_told_as_the_sources_tell_it(content_state: TraceState) -> None:
    report = content_state.report
    named = tuple(replace(one, where="section 2 (Prices)") for one in report.open_references)
    english = content_of(replace(content_state, report=replace(report, open_references=named)))
    for content, words in (
        (english, "manual.pdf, section 2 (Prices): “the price list”"),
        (
            in_german(content_state, open_references=named),
            "manual.pdf, Abschnitt 2 (Prices): „the price list“",
        ),
        (in_german(content_state), "manual.pdf, Seite 4: „the price list“"),
    ):
        names = ("Limits and open questions", "Grenzen und offene Fragen")
        assert any(words in line for heading, lines in content.lists if heading in names for line in lines)


def test_no_heading_stands_twice(content_state: TraceState) -> None:
    answer = content_state.answer
    heading = "Where the documents disagree"
    sides = tuple(ConflictSide(f"d{n}", f"{n}.pdf", "", n, 1, f"{12 * n} months", "") for n in (1, 2))
    disputed = replace(
        answer,
        conflicts=(DocumentConflict(*sides, "", False),),
        statements=(*answer.statements, replace(answer.statements[0], section=heading)),
    )
    content = content_of(replace(content_state, answer=disputed))
    headings = [block.heading for block in content.blocks] + [name for name, _lines in content.lists]
    assert headings.count(heading) == 1
    assert any(
        "12 months [1] (1.pdf, page 1) and 24 months" in line
        for _name, lines in content.lists
        for line in lines
    )


def test_markdown_says_all_and_stays_text(content: ReportContent) -> None:
    page = markdown_page(content)
    said = words_of(page)
    assert all(told in said for told in TOLD)
    assert "<script>alert(1)</script>" in said
    assert page.xpath("//script | //a | //img | //code | //table") == []
    assert [node.text for node in page.xpath("//h1 | //h2")] == [
        "How long are seals covered?", "Seals", "Prices", "Limits and open questions", "Tasks", "Quality",
        "Sources",
    ]  # fmt: skip
    written = to_markdown(content)
    assert "https://" not in written, "some readers make links of bare addresses"
    assert "www." not in written


@pytest.mark.parametrize("line", ["1. one", "- one", "+ one", "# one", "> one", "===", "~~~", "---"])
def test_no_line_begins_a_block(line: str) -> None:
    page = lxml.html.fromstring(MarkdownIt().render(text(line)) or "<p></p>")
    assert page.xpath("//li | //h1 | //blockquote | //pre | //hr") == []
    assert page.text_content().strip() == line


def test_html_says_all_loads_nothing_and_stays_text(content: ReportContent) -> None:
    page = lxml.html.fromstring(to_html(content))
    assert all(told in words_of(page) for told in TOLD)
    assert page.xpath("//script | //img | //link | //iframe") == []
    assert {link.get("href") for link in page.xpath("//a")} == {"#source-2"}
    assert page.xpath("//*[@id='source-2']")
    assert "default-src 'none'" in page.xpath("//meta[@http-equiv]/@content")[0]


def test_word_says_all(content: ReportContent) -> None:
    document = Document(BytesIO(to_docx(content)))
    said = " ".join(" ".join(paragraph.text for paragraph in document.paragraphs).split())
    assert all(told in said for told in TOLD)
    assert "\x07" not in said
    assert document.core_properties.title == "How long are seals covered?"


def test_in_the_pdf_a_mark_stands_before_its_statement(content: ReportContent, tmp_path: Path) -> None:
    write_report(tmp_path / "report.pdf", content, "pdf")
    with pymupdf.open(tmp_path / "report.pdf") as document:
        lines = [" ".join(line.split()) for line in document[0].get_text().splitlines()]
    assert any(line.startswith("● The seals are covered for 12 months.") for line in lines), lines


def test_a_mark_never_says_more_than_the_status(content: ReportContent) -> None:
    assert [(line.mark, bool(line.doubt)) for line in content.blocks[0].lines] == [("●", False), ("◐", True)]


def test_all_that_a_statement_rests_on_is_quoted() -> None:
    weight, length = "The pump weighs 42 kg.", "It is 80 cm long."
    rests_on = (Evidence(1, "manual", 4, (), weight), Evidence(1, "manual", 5, (), length))
    said = Statement("The pump weighs 42 kg and is 80 cm long.", StatementStatus.SUPPORTED, rests_on)
    cited = replace(citation(1, "manual", 4), quote=weight)
    answer = Answer("ignored", statements=(said,), citations=(cited,), confidence=Confidence.HIGH)
    content = content_of(TraceState(question="How heavy is the pump?", answer=answer))
    assert content.sources[0].quotes == (("", weight), ("page 5", length))
    document = Document(BytesIO(to_docx(content)))
    quoted = [line.text for line in document.paragraphs if line.style and line.style.name == "Quote"]
    assert quoted == [weight, f"page 5: {length}"]
    for page in (lxml.html.fromstring(to_html(content)), markdown_page(content)):
        assert words_of(*page.xpath("//blockquote")) == f"{weight} page 5: {length}"


def test_a_german_report_names_its_places_in_german() -> None:
    weight = "Die Pumpe wiegt 42 kg."
    said = Statement(weight, StatementStatus.QUOTED, (Evidence(1, "manual", 4, (), weight),))
    place = {"filename": "Plan, page 2.docx", "page_kind": PageKind.SECTION, "page_label": "Zweck"}
    cited = replace(citation(1, "manual", 4), quote=weight, **place)
    answer = Answer("egal", statements=(said,), citations=(cited,), confidence=Confidence.HIGH)
    content = content_of(TraceState(question="Wie schwer ist die Pumpe?", answer=answer))
    assert content.sources[0].place == "Plan, page 2.docx, Abschnitt 4 (Zweck)"


def test_a_way_says_where_only_a_search_led(content_state: TraceState) -> None:
    edges = (replace(content_state.report.edges[0], kind="search"),)
    searched = replace(content_state.report, edges=edges)
    told = content_of(replace(content_state, report=searched)).sources[1].way
    assert told == "found by way of manual.pdf, 4 → searched for “Annex B” → contract.pdf, 3"
    assert "gesucht nach „Annex B“" in in_german(content_state, edges=edges).sources[1].way


def test_answers_of_other_modes_are_exported_as_well() -> None:
    statement = Statement("Die Pumpe wiegt 42 kg.", StatementStatus.QUOTED)
    answer = Answer("Die Pumpe wiegt 42 kg.", statements=(statement,), confidence=Confidence.HIGH)
    written = to_markdown(content_of(TraceState(question="Wie schwer ist die Pumpe?", answer=answer)))
    assert written.startswith("# Wie schwer ist die Pumpe?")
    assert "**Zuverlässigkeit:** hoch" in written
    assert "- ✓ Die Pumpe wiegt 42 kg." in written
    honest = to_markdown(content_of(TraceState(question="Why?", answer=Answer("I don't know."))))
    assert "- I don't know." in honest


def test_a_refusal_and_a_run_without_an_answer_are_no_report(content_state: TraceState) -> None:
    with pytest.raises(UsageError):
        content_of(replace(content_state, outcome="refused"))
    with pytest.raises(UsageError, match="no answer"):
        content_of(TraceState(question="Why?", outcome="needs_input"))


def test_a_file_appears_whole_or_not_at_all(content: ReportContent, tmp_path: Path) -> None:
    for ending in (".md", ".html", ".docx"):
        path = tmp_path / f"report{ending}"
        path.write_text("before")
        write_report(path, content, format_of(path))
        assert path.read_bytes() == FORMATS[format_of(path)](content) or ending == ".docx"
        assert path.stat().st_size > 500
    folder = tmp_path / "folder.md"
    folder.mkdir()
    with pytest.raises(StorageError, match=r"folder\.md could not be written"):
        write_report(folder, content, "markdown")
    assert sorted(found.name for found in tmp_path.iterdir()) == [
        "folder.md", "report.docx", "report.html", "report.md",
    ]  # fmt: skip
    with pytest.raises(UsageError, match="names no format"):
        format_of(tmp_path / "report.xyz")


def test_what_comes_nearest_stands_under_its_section_and_is_cited_by_nothing(
    content_state: TraceState,
) -> None:
    text = f"The paint is green. {HOSTILE}"
    near = NearestPassage("d", "h", "paint.pdf", "c", 0, 3, (), text, 0.4, section="Paint")
    gaps = (*content_state.answer.insufficiencies, Insufficiency("Paint", "nothing was found", ()))
    answer = replace(content_state.answer, nearest=(near,), insufficiencies=gaps)
    content = content_of(replace(content_state, answer=answer))
    (block,) = [one for one in content.blocks if one.nearest]
    assert (block.heading, block.lines) == ("Paint", ())
    assert [place for place, _quote in block.nearest] == ["paint.pdf, page 3"]
    assert len(content.sources) == len(content_of(content_state).sources)
    page = lxml.html.fromstring(to_html(content).split("\n", 1)[1])
    assert [one.text_content()[:18] for one in page.find_class("near")] == ["~ paint.pdf, page "]
    assert not page.xpath("//script")
    markdown = to_markdown(content)
    assert "> \\~ paint.pdf, page 3: The paint is green." in markdown
    assert "<script" not in MarkdownIt().render(markdown)
    told = [paragraph.text for paragraph in Document(BytesIO(to_docx(content))).paragraphs]
    assert any(row.startswith("~ paint.pdf, page 3: The paint is green.") for row in told)
