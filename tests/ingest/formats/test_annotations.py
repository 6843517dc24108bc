"""Comments, speaker notes and hidden slides can be found and cited by their label, apart from the text."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import docx
import openpyxl
import pymupdf
import pytest
from openpyxl.comments import Comment
from pptx import Presentation
from pptx.opc.package import Part
from pptx.opc.packuri import PackURI
from pptx.util import Pt

from core.ingest.readers.base import ReadPage
from core.ingest.structure.annotations import annotations_of, own_page, own_text, with_annotations
from core.ingest.structure.chunking import Chunker
from core.ingest.structure.structure import find_structure
from core.ingest.structure.token_count import TokenizerCounter
from core.search.place_words import cited_place, place_words
from core.search.retriever import HybridRetriever
from core.settings import ChunkingSettings
from core.store.places import pack_places
from core.store.words import unpack_words
from core.types import Page, Span
from tests.ingest.formats.kit import change_part, pages_of
from tests.ingest.formats.made_odt import with_text
from tests.library_kit import open_library, write_tokenizer

FEE = "The entry fee is 20 euro."
SAID = "Members pay half of it."
REPLY = "Since May only."
DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main"
MODERN = "http://schemas.microsoft.com/office/2018/10/relationships"
SPREADSHEET = "http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"


def of_docx(path: Path) -> None:
    document = docx.Document()
    run = document.add_paragraph().add_run(FEE)
    document.add_comment(run, text=SAID, author="Anna", initials="A")
    document.add_paragraph("It is paid at the door.")
    document.save(str(path))


def of_odt(path: Path) -> None:
    note = f"<office:annotation><dc:creator>Anna</dc:creator><text:p>{SAID}</text:p></office:annotation>"
    with_text(path, f"<text:p>The entry fee{note} is 20 euro.</text:p>")


def of_rtf(path: Path) -> None:
    note = rf"{{\*\atnid A}}{{\*\atnauthor Anna}}\chatn{{\*\annotation{{\*\atnref 7}}{{\*\atndate 9}}{SAID}}}"
    path.write_text(rf"{{\rtf1\ansi The entry fee{note} is 20 euro.\par}}")


def of_pdf(path: Path, *, flags: int = 0) -> None:
    document = pymupdf.open()
    page = document.new_page()
    page.insert_text((72, 72), FEE)
    note = page.add_text_annot((300, 72), SAID)
    note.set_info(content=SAID, title="Anna")
    if flags:
        note.set_flags(flags)
        note.update()
    document.save(path)


def of_marked_pdf(path: Path) -> None:
    document = pymupdf.open()
    page = document.new_page()
    page.insert_text((72, 72), FEE)
    page.set_rotation(90)
    note = page.add_highlight_annot(page.search_for("entry fee")[0])
    note.set_info(content=SAID, title="Anna")
    document.save(path)


def fees(path: Path, author: str = "Anna", said: str = SAID) -> Any:
    book = openpyxl.Workbook()
    book.active.title = "Fees"
    book.active.append([FEE, "door"])
    book.active["B1"].comment = Comment(said, author)
    book.save(path)
    return book


def of_threads(path: Path) -> None:
    """A thread of two, which is written once more for programs that know no threads."""
    fees(path, "tc={1}", f"[Threaded comment] {SAID} {REPLY}")
    threads = "".join(
        f'<threadedComment ref="B1" personId="{{{name}}}"><text>{text}</text></threadedComment>'
        for name, text in (("Anna", SAID), ("Ben", REPLY))
    )
    people = "".join(f'<person displayName="{name}" id="{{{name}}}"/>' for name in ("Anna", "Ben"))
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr(
            "xl/threadedComments/threadedComment1.xml",
            f'<ThreadedComments xmlns="{SPREADSHEET}">{threads}</ThreadedComments>',
        )
        archive.writestr("xl/persons/person.xml", f'<personList xmlns="{SPREADSHEET}">{people}</personList>')
    change_part(
        path,
        "xl/worksheets/_rels/sheet1.xml.rels",
        lambda xml: xml.replace(
            "</Relationships>",
            '<Relationship Id="rIdT" Type="http://schemas.microsoft.com/office/2017/10/relationships/'
            'threadedComment" Target="../threadedComments/threadedComment1.xml"/></Relationships>',
        ),
    )


def of_struck_docx(path: Path) -> None:
    document = docx.Document()
    comment = document.add_comment(document.add_paragraph().add_run(FEE), text="", author="Anna")
    comment.paragraphs[0].add_run("Members pay nothing. ").font.strike = True
    comment.paragraphs[0].add_run(SAID)
    document.save(str(path))


def of_signed_note(path: Path) -> None:
    fees(path, said=f"Anna:\n{SAID}")


def pdf_with(path: Path, note: Callable[[Any, pymupdf.Page], object]) -> None:
    with pymupdf.open() as document:
        page = document.new_page()
        page.insert_text((72, 72), f"{FEE} Members pay half of the tour, and it is worth it.")
        note(document, page)
        document.save(path)


def of_page_words(path: Path) -> None:
    """A note made of words that stand on the page, too."""
    pdf_with(path, lambda _, page: page.add_text_annot((300, 300), SAID).set_info(content=SAID, title="Anna"))


def of_rich_note(path: Path) -> None:
    def note(document: Any, page: pymupdf.Page) -> None:
        made = page.add_text_annot((300, 300), "")
        made.set_info(title="Anna")
        document.xref_set_key(made.xref, "RC", f"(<body><p>{SAID}</p></body>)")
        # What Acrobat keeps of a click on "accepted".
        state = page.add_text_annot((300, 300), "Accepted set by Ben")
        document.xref_set_key(state.xref, "StateModel", "(Review)")

    pdf_with(path, note)


def show_of(path: Path, change: Callable[[Any, Any], object]) -> None:
    """One slide, "Fees", and what is done to the show and the slide."""
    show = Presentation()
    slide = show.slides.add_slide(show.slide_layouts[5])
    slide.shapes.title.text = "Fees"
    slide.shapes.add_textbox(Pt(9), Pt(200), Pt(400), Pt(40)).text_frame.text = FEE
    change(show, slide)
    show.save(str(path))


def of_notes(path: Path) -> None:
    show_of(path, lambda _, slide: setattr(slide.notes_slide.notes_text_frame, "text", SAID))


def of_slide_comments(path: Path, *, modern: bool) -> None:
    def related(part: Any, kind: str, xml: str) -> None:
        name = PackURI(f"/ppt/{kind}1.xml")
        part.relate_to(Part(name, "application/xml", part.package, xml.encode()), f"{MODERN}/{kind}")

    def change(show: Any, slide: Any) -> None:
        body = f'<txBody xmlns:a="{DRAWING}"><a:p><a:r><a:t>{{}}</a:t></a:r></a:p></txBody>'
        if modern:
            related(show.part, "authors", '<authorLst><author id="{A}" name="Anna"/></authorLst>')
            comment = f'<cm authorId="{{A}}"><replyLst/>{body.format(SAID)}</cm>'
        else:
            related(show.part, "commentAuthors", '<cmAuthorLst><cmAuthor id="0" name="Anna"/></cmAuthorLst>')
            comment = f'<cm authorId="0"><pos x="1" y="1"/><text>{SAID}</text></cm>'
        related(slide.part, "comments", f"<cmLst>{comment}</cmLst>")

    show_of(path, change)


ANNOTATED: dict[str, tuple[str, Callable[[Path], object], str, str]] = {
    # name: (file, what builds it, the label, the place as it is cited)
    "docx": ("a.docx", of_docx, "comment by Anna", "comment by Anna"),
    "odt": ("a.odt", of_odt, "comment by Anna", "section 2 (Cleaning, comment by Anna)"),
    "rtf": ("a.rtf", of_rtf, "comment by Anna", "comment by Anna"),
    "pdf sticky note": ("a.pdf", of_pdf, "comment by Anna", "page 1, comment by Anna"),
    "pdf marked words": ("a.pdf", of_marked_pdf, "comment by Anna", "page 1, comment by Anna"),
    "xlsx": ("a.xlsx", fees, "B1 (comment by Anna)", "sheet Fees, B1 (comment by Anna)"),
    "xlsx thread": ("a.xlsx", of_threads, "B1 (comment by Anna)", "sheet Fees, B1 (comment by Anna)"),
    "docx struck": ("a.docx", of_struck_docx, "comment by Anna", "comment by Anna"),
    "xlsx signed": ("a.xlsx", of_signed_note, "B1 (comment by Anna)", "sheet Fees, B1 (comment by Anna)"),
    "pdf words of the page": ("a.pdf", of_page_words, "comment by Anna", "page 1, comment by Anna"),
    "pdf rich note": ("a.pdf", of_rich_note, "comment by Anna", "page 1, comment by Anna"),
    "pptx notes": ("a.pptx", of_notes, "speaker notes", "slide 1 (Fees, speaker notes)"),
    "pptx comment": (
        "a.pptx",
        lambda path: of_slide_comments(path, modern=False),
        "comment by Anna",
        "slide 1 (Fees, comment by Anna)",
    ),
    "pptx modern comment": (
        "a.pptx",
        lambda path: of_slide_comments(path, modern=True),
        "comment by Anna",
        "slide 1 (Fees, comment by Anna)",
    ),
}


def stored(page: ReadPage) -> Page:
    span = Span(0, len(page.text))
    places = tuple(page.places)
    return Page(page.number, page.text, span, 0, 0, label=page.label, kind=page.kind, places=places)


@pytest.mark.parametrize("name", ANNOTATED)
def test_what_was_said_is_found_and_cited_by_its_label(tmp_path: Path, name: str) -> None:
    file, build, label, where = ANNOTATED[name]
    build(tmp_path / file)
    pages = pages_of(tmp_path / file)
    (page,) = (one for one in pages if SAID in one.text)
    at = page.text.index(SAID)
    (line,) = (one for one in page.lines if one.start <= at < one.end)
    assert line.annotation == label
    assert place_words(cited_place([stored(page)], [Span(at, at + 5)])) == where
    own = " ".join(page.text[one.start : one.end] for one in page.lines if not one.annotation)
    assert "fee is 20 euro." in own
    assert SAID not in own + str([one.hidden for one in pages])
    assert "Accepted" not in page.text

    chunker = Chunker(TokenizerCounter(write_tokenizer(tmp_path / "t")), ChunkingSettings())
    chunks = chunker.chunks("hash", "Prices", pages, find_structure(pages))
    text = "\f".join(one.text for one in pages)
    texts = {chunk.context: " ".join(text[one.start : one.end] for one in chunk.spans) for chunk in chunks}
    (context,) = (context for context, said in texts.items() if SAID in said)
    assert texts[context] == SAID
    assert context.split("\n")[-1] == label


def test_comments_and_notes_are_found_by_a_search_and_told_by_their_label(tmp_path: Path) -> None:
    for name, build in {"a.docx": of_docx, "b.pdf": of_pdf, "c.xlsx": fees, "d.pptx": of_notes}.items():
        build(tmp_path / name)
    library = open_library(tmp_path / "home")
    try:
        library.ingest(*[tmp_path / name for name in ("a.docx", "b.pdf", "c.xlsx", "d.pptx")])
        retriever = HybridRetriever(library.database, library.index, library.embedder)
        found = {
            hit.filename: (hit.chunk.text, place_words(hit.place))
            for hit in retriever.search("members pay half", limit=4, for_prompt=True).hits
            if hit.place is not None
        }
    finally:
        library.close()
    assert found == {
        "a.docx": (SAID, "comment by Anna"),
        "b.pdf": (SAID, "page 1, comment by Anna"),
        "c.xlsx": (SAID, "sheet Fees, B1 (comment by Anna)"),
        "d.pptx": (SAID, "slide 1 (Fees, speaker notes)"),
    }


def test_replies_are_told_by_who_wrote_them(tmp_path: Path) -> None:
    of_threads(tmp_path / "a.xlsx")
    (page,) = pages_of(tmp_path / "a.xlsx")
    assert [line.annotation for line in page.lines][1:] == ["B1 (comment by Anna)", "B1 (comment by Ben)"]
    assert "Threaded" not in page.text


@pytest.mark.parametrize("flag", [pymupdf.PDF_ANNOT_IS_HIDDEN, pymupdf.PDF_ANNOT_IS_NO_VIEW])
def test_a_note_that_no_program_shows_stays_hidden(tmp_path: Path, flag: int) -> None:
    of_pdf(tmp_path / "a.pdf", flags=flag)
    (page,) = pages_of(tmp_path / "a.pdf")
    assert SAID not in page.text
    assert [one.text for one in page.hidden if one.reason == "annotation"] == [SAID]


def test_a_comment_on_a_hidden_row_stays_hidden(tmp_path: Path) -> None:
    book = fees(tmp_path / "a.xlsx")
    book.active.append(["seen"])
    book.active.row_dimensions[1].hidden = True
    book.save(tmp_path / "a.xlsx")
    (page,) = pages_of(tmp_path / "a.xlsx")
    assert page.text == "seen"
    assert f"B1: {SAID}" in [one.text for one in page.hidden]


@pytest.mark.parametrize("title", ["Fees", ""])
def test_a_hidden_slide_is_read_and_says_that_it_is_one(tmp_path: Path, title: str) -> None:
    def hide(_: Any, slide: Any) -> None:
        slide._element.set("show", "0")
        slide.shapes.title.text = title

    show_of(tmp_path / "a.pptx", hide)
    (page,) = pages_of(tmp_path / "a.pptx")
    at = page.text.index(FEE)
    where = place_words(cited_place([stored(page)], [Span(at, at + 5)]))
    assert where == f"slide 1 ({title or 'Slide 1'}, hidden slide)"
    assert not page.hidden


@pytest.mark.parametrize("build", [of_pdf, of_marked_pdf, of_docx, of_notes])
def test_what_a_page_says_itself_is_told_without_what_was_said_about_it(
    tmp_path: Path, build: Callable[[Path], object]
) -> None:
    name = {of_docx: "a.docx", of_notes: "a.pptx"}.get(build, "a.pdf")
    build(tmp_path / name)
    (page,) = pages_of(tmp_path / name)
    whole = replace(stored(page), words=unpack_words(page.words, 0))
    own = own_page(whole)
    assert own.text == own_text(page)
    assert FEE in own.text
    assert SAID not in own.text
    assert [own.text[word.span.start : word.span.end] for word in own.words] in ([], FEE.split())
    assert own_page(own) == own


def test_recognised_text_keeps_what_was_said_about_its_page(tmp_path: Path) -> None:
    of_pdf(tmp_path / "a.pdf")
    (page,) = pages_of(tmp_path / "a.pdf")
    said = annotations_of(page.text, page.words, pack_places(page.places))
    text, lines, words, places = with_annotations("Recognised.", [], b"", said)
    assert text == f"Recognised.\n\n{SAID}"
    assert [line.annotation for line in lines] == ["comment by Anna"]
    assert annotations_of(text, words, pack_places(places)) == said
