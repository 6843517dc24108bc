"""A conversation as Markdown, HTML, PDF and DOCX: everything is in it, and nothing in it is alive."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest
from docx import Document

from core.answer.active_markup import is_alive
from core.answer.plain_text import plain_words
from core.cancel import CancelToken
from core.errors import StorageError, UsageError
from core.export import Exchange, Transcript, answer_text, transcript_markdown, write_transcript
from core.export.markdown import safe_markdown
from core.export.page import transcript_html
from core.runs.trace import TraceState
from core.types import (
    Answer,
    Citation,
    Confidence,
    Evidence,
    Insufficiency,
    Mode,
    Span,
    Statement,
    StatementStatus,
)
from tests.scored import scored

HOSTILE = (
    "See ![x](file:///etc/passwd), [here](http://e.example), <img src=x> & <http://e.example> [1]: http://e"
)


def cited(number: int, filename: str, page: int, quote: str) -> Citation:
    return Citation(number, "d", "h", filename, "c", 0, page, (Span(0, 5),), quote, quote, 0.8)


@pytest.fixture
def transcript() -> Transcript:
    first = cited(1, "b-120_manual.pdf", 3, "The warranty is 36 months.")
    evidence = (Evidence(1, "d", 3, first.spans, first.quote),)
    answer = Answer(
        "The warranty is 36 months. [1]\n\n- parts\n- labour\n\n"
        "| part | months |\n|---|---|\n| seal | 12 |\n",
        (Statement("The warranty is 36 months.", StatementStatus.QUOTED, evidence),),
        (first,),
        (Insufficiency("", "the price", ("price of the pump",)),),
        Confidence.HIGH,
    )
    hostile = Answer(HOSTILE)
    return Transcript(
        "Warranty *of* the pump",
        0.0,
        (
            Exchange("How long is\nthe warranty?", Mode.CHAT, 60.0, TraceState("r", answer=answer)),
            Exchange("1. <b>And</b> now?", Mode.AGENT, 90.0, TraceState("s", answer=hostile)),
            Exchange("Stopped?", Mode.CHAT, 99.0, TraceState("t", outcome="cancelled")),
        ),
    )


def test_markdown_has_answers_marks_gaps_and_sources(transcript: Transcript) -> None:
    written = transcript_markdown(transcript)
    assert written.startswith("# Warranty \\*of\\* the pump\n")
    assert "## How long is the warranty?\n" in written
    assert "The warranty is 36 months. ✓ \\[1\\]" in written
    assert "◐ Not found in what was read: the price (searched for “price of the pump”)" in written
    assert "- \\[1\\] b-120\\_manual.pdf, page 3: “The warranty is 36 months.”" in written
    assert "Stopped before there was an answer." in written


@pytest.mark.parametrize("copied", ["2. Installing", "# Installing"])
def test_an_item_keeps_the_number_its_words_begin_with(copied: str) -> None:
    def page_of(text: str) -> str:
        exchange = Exchange("What is it?", Mode.CHAT, 60.0, TraceState("r", answer=Answer(text)))
        return transcript_html(Transcript("Talk", 0.0, (exchange,)))

    assert f"<li>{copied}</li>\n<li>Using</li>" in page_of(f"- {copied}\n- Using\n")
    assert "\\" not in page_of("```\n- 2. Installing\n```\n")


def test_nothing_in_it_is_a_link_an_image_or_html(transcript: Transcript) -> None:
    page = transcript_html(transcript)
    for alive in ("<img", "<b>", 'href="http', 'href="file'):
        assert alive not in page
    assert "See ![x](file:///etc/passwd), [here](http://e.example), &lt;img src=x&gt; &amp;" in page
    assert '<a href="#answer1-source1">[1]</a>' in page
    assert 'id="answer1-source1"' in page
    assert "[1]: http://e" in page


@scored("attacks")
def test_what_only_looks_like_code_is_not_alive(attack: str) -> None:
    exchange = Exchange(attack, Mode.CHAT, 60.0, TraceState("r", answer=Answer(attack)))
    talk = Transcript(attack, 0.0, (exchange,))
    assert not is_alive(transcript_markdown(talk))
    page = transcript_html(talk)
    assert "<img" not in page
    assert "<a " not in page
    assert not is_alive(plain_words(attack))


def test_code_stays_code() -> None:
    assert safe_markdown("Type `<name>[0]`.") == "Type `<name>[0]`."
    assert plain_words("Type `<name>[0]`.") == "Type `<name>[0]`."


def test_a_pdf_has_the_text_and_links_from_citations_to_sources(
    transcript: Transcript, tmp_path: Path
) -> None:
    path = tmp_path / "talk.pdf"
    write_transcript(transcript, path, CancelToken())
    with pymupdf.open(path) as document:
        text = " ".join("".join(page.get_text() for page in document).split())
        links = [link for page in document for link in page.get_links()]
    assert "The warranty is 36 months. ✓ [1]" in text
    assert "b-120_manual.pdf, page 3" in text
    assert links
    assert all(link["kind"] == pymupdf.LINK_GOTO for link in links)
    assert [path.name for path in tmp_path.iterdir()] == ["talk.pdf"]


def test_a_word_document_has_real_headings_lists_and_tables(transcript: Transcript, tmp_path: Path) -> None:
    path = tmp_path / "talk.DOCX"
    write_transcript(transcript, path, CancelToken())
    document = Document(str(path))
    styled = [(paragraph.style.name, paragraph.text) for paragraph in document.paragraphs]
    assert ("Heading 1", "How long is the warranty?") in styled
    assert ("List Bullet", "labour") in styled
    assert ("Normal", "[1] b-120_manual.pdf, page 3: “The warranty is 36 months.”") in styled
    assert [[cell.text for cell in row.cells] for row in document.tables[0].rows] == [
        ["part", "months"],
        ["seal", "12"],
    ]


def test_what_cannot_be_written_is_told_and_leaves_nothing(transcript: Transcript, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"talk\.odt does not say"):
        write_transcript(transcript, tmp_path / "talk.odt", CancelToken())
    with pytest.raises(StorageError, match="could not be written"):
        write_transcript(transcript, tmp_path / "missing" / "talk.md", CancelToken())
    assert list(tmp_path.iterdir()) == []


def test_a_copied_answer_is_its_text_and_its_sources(transcript: Transcript) -> None:
    copied = answer_text(transcript.exchanges[0].state.answer)
    assert copied.startswith("The warranty is 36 months. [1]")
    assert copied.endswith("\n\n[1] b-120_manual.pdf, page 3: “The warranty is 36 months.”")


@pytest.fixture
def resting_on_several() -> Answer:
    """One citation whose passage goes over a page, and three statements on it."""
    one = cited(1, "list.pdf", 3, "Pump B-120, sold since 2019, costs 900 euros.")
    quotes = ((3, "Pump A costs 5 euros."), (3, one.quote), (4, "Pump C costs 7 euros."))
    statements = tuple(
        Statement(quote, StatementStatus.QUOTED, (Evidence(1, "d", page, one.spans, quote),))
        for page, quote in quotes
    )
    return Answer("\n".join(f"- {quote} [1]" for _page, quote in quotes), statements, (one,))


def test_the_sources_quote_all_that_the_answer_rests_on_and_a_citation_leads_to_the_first_line(
    resting_on_several: Answer,
) -> None:
    assert answer_text(resting_on_several).splitlines()[-2:] == [
        "[1] list.pdf, page 3: “Pump A costs 5 euros. … Pump B-120, sold since 2019, costs 900 euros.”",
        "[1] list.pdf, page 4: “Pump C costs 7 euros.”",
    ]
    exchange = Exchange("Prices?", Mode.CHAT, 1.0, TraceState("r", answer=resting_on_several))
    page = transcript_html(Transcript("Prices", 0.0, (exchange,)))
    assert page.count('id="answer1-source1"') == 1
    assert page.count("<li>[1] list.pdf, page 4: “Pump C costs 7 euros.”</li>") == 1
