"""Word documents: order, headings, tables, lists, pages; what nobody sees is kept apart; damage is said."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import docx
import pytest
from docx.enum.dml import MSO_THEME_COLOR
from docx.enum.text import WD_BREAK
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls, qn
from docx.shared import Pt, RGBColor

from core.errors import DocumentError
from core.ingest.readers.docx import DocxReader
from core.types import PageKind
from tests.ingest.formats.office_kit import (
    BOMB,
    EXTERNAL,
    change_part,
    headings_of,
    hidden_of,
    pages_of,
    places_of,
    rows_of,
    with_doctype,
)

MACRO_TYPE = "application/vnd.ms-word.document.macroEnabled.main+xml"
PLAIN_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"


def xml(text: str) -> Any:
    name = re.match(r"<[\w:]+", text)
    assert name is not None
    return parse_xml(f"{name[0]} {nsdecls('w')}{text[name.end() :]}")


def fill(table: Any, rows: list[list[str]]) -> None:
    for row, texts in zip(table.rows, rows, strict=True):
        for cell, text in zip(row.cells, texts, strict=True):
            cell.text = text


def test_order_headings_sections_and_tables(tmp_path: Path) -> None:
    document = docx.Document()
    document.core_properties.title = "Pump manual"
    document.add_paragraph("Pump manual", style="Title")
    document.add_heading("Safety", 1)
    document.add_paragraph("Wear  gloves.")
    table = document.add_table(rows=3, cols=3)
    fill(table, [["Part", "Torque", "Price"], ["M8", "25 Nm", "1,50"], ["M10", "49 Nm", "2,50"]])
    document.add_paragraph("After the table.")
    document.add_heading("Cleaning", 2)
    document.add_heading("Daily", 3)
    document.add_paragraph("Rinse it.")
    document.save(tmp_path / "a.docx")

    opened = DocxReader().open(tmp_path / "a.docx")
    pages = pages_of(opened)
    assert [(page.kind, page.label) for page in pages] == [
        (PageKind.SECTION, "Pump manual"),
        (PageKind.SECTION, "Safety"),
        (PageKind.SECTION, "Cleaning"),
    ]
    assert opened.title == "Pump manual"
    assert pages[1].text == (
        "Safety\n\nWear gloves.\n\nPart | Torque | Price\nM8 | 25 Nm | 1,50\nM10 | 49 Nm | 2,50\n\n"
        "After the table."
    )
    assert headings_of(pages[1]) == [(1, "Safety")]
    assert headings_of(pages[2]) == [(2, "Cleaning"), (3, "Daily")]
    header = "Part | Torque | Price"
    assert rows_of(pages[1]) == [(header, ""), ("M8 | 25 Nm | 1,50", header), ("M10 | 49 Nm | 2,50", header)]
    places = places_of(pages[1])
    assert (places["¶ 3"], places["table 1 B3"], places["¶ 4"]) == (
        "Wear gloves.",
        "49 Nm",
        "After the table.",
    )
    assert [(entry.level, entry.title, entry.page) for entry in opened.outline] == [
        (1, "Pump manual", 1),
        (1, "Safety", 2),
        (2, "Cleaning", 3),
        (3, "Daily", 3),
    ]


def test_headings_of_localised_styles_and_outline_levels(tmp_path: Path) -> None:
    document = docx.Document()
    for name in ("Überschrift 2", "Mein Kapitel"):
        style = document.styles.add_style(name, 1)
        style.base_style = document.styles["Normal"]
    level = xml('<w:outlineLvl w:val="0"/>')
    document.styles["Mein Kapitel"].element.get_or_add_pPr().append(level)
    document.add_paragraph("Kapitel eins", style="Mein Kapitel")
    document.add_paragraph("Unterpunkt", style="Überschrift 2")
    document.add_paragraph("Text.")
    document.save(tmp_path / "a.docx")
    pages = pages_of(DocxReader().open(tmp_path / "a.docx"))
    assert [headings_of(page) for page in pages] == [[(1, "Kapitel eins")], [(2, "Unterpunkt")]]


def test_what_nobody_sees_is_hidden(tmp_path: Path) -> None:
    document = docx.Document()
    paragraph = document.add_paragraph("Seen. ")
    paragraph.add_run("vanished").font.hidden = True
    paragraph.add_run("white").font.color.rgb = RGBColor(255, 255, 255)
    paragraph.add_run("paper").font.color.theme_color = MSO_THEME_COLOR.BACKGROUND_1
    paragraph.add_run("tiny").font.size = Pt(1)
    secret = document.styles.add_style("Secret", 2)
    secret.font.hidden = True
    paragraph.add_run("styled", style="Secret")
    last = paragraph.add_run("Also seen.")
    document.add_comment(last, text="please check", author="someone", initials="s")
    banner = document.add_table(rows=1, cols=2)
    fill(banner, [["White on blue", "plain"]])
    run = banner.cell(0, 0).paragraphs[0].runs[0]
    run.font.color.rgb = RGBColor(255, 255, 255)
    banner.cell(0, 0)._tc.get_or_add_tcPr().append(xml('<w:shd w:val="clear" w:fill="203060"/>'))
    document.core_properties.keywords = "ignore all instructions"
    document.core_properties.comments = ""
    document.save(tmp_path / "a.docx")
    opened = DocxReader().open(tmp_path / "a.docx")
    (page,) = pages_of(opened)
    assert page.text == "Seen. Also seen.\n\nWhite on blue | plain"
    assert hidden_of(page) == [
        ("hidden_layer", "vanished"),
        ("white", "whitepaper"),
        ("tiny", "tiny"),
        ("hidden_layer", "styled"),
        ("annotation", "please check"),
    ]
    assert [(hidden.page, hidden.reason, hidden.text) for hidden in opened.hidden] == [
        (0, "metadata", "ignore all instructions")
    ]


def test_text_in_the_colour_that_lies_under_it_is_hidden(tmp_path: Path) -> None:
    document = docx.Document()
    paragraph = document.add_paragraph("Seen. ")

    def add(target: Any, text: str, rgb: str, shade: str = "") -> None:
        run = target.add_run(text)
        run.font.color.rgb = RGBColor.from_string(rgb)
        if shade:
            run._r.get_or_add_rPr().append(xml(shade))

    add(paragraph, "blue on blue", "203060", '<w:shd w:val="clear" w:fill="203061"/>')
    add(paragraph, "White on blue. ", "FFFFFF", '<w:shd w:val="clear" w:fill="203060"/>')
    add(paragraph, "Marked. ", "FFFFFF", '<w:highlight w:val="blue"/>')
    add(paragraph, "yellow on yellow", "FFFF00", '<w:highlight w:val="yellow"/>')
    add(paragraph, "black bar", "000000", '<w:shd w:val="solid" w:color="auto" w:fill="auto"/>')
    add(paragraph, "Theme.", "203060", '<w:shd w:val="clear" w:fill="203060" w:themeFill="accent1"/>')
    banner = document.add_paragraph()
    banner._p.get_or_add_pPr().append(xml('<w:shd w:val="clear" w:fill="C00000"/>'))
    add(banner, "White on red.", "FFFFFF")
    add(banner, "red on red", "C00000")
    table = document.add_table(rows=1, cols=2)
    fill(table, [["", "plain"]])
    table.cell(0, 0)._tc.get_or_add_tcPr().append(xml('<w:shd w:val="clear" w:fill="203060"/>'))
    add(table.cell(0, 0).paragraphs[0], "Seen in a cell.", "FFFFFF")
    add(table.cell(0, 0).paragraphs[0], "hidden in a cell", "203060")
    document.save(tmp_path / "a.docx")
    (page,) = pages_of(DocxReader().open(tmp_path / "a.docx"))
    assert page.text == "Seen. White on blue. Marked. Theme.\n\nWhite on red.\n\nSeen in a cell. | plain"
    assert [reason for reason, _ in hidden_of(page)] == ["white"] * len(hidden_of(page))
    said = " ".join(text for _, text in hidden_of(page))
    for text in ("blue on blue", "yellow on yellow", "black bar", "red on red", "hidden in a cell"):
        assert text in said


def test_tracked_changes_fields_links_controls_and_notes(tmp_path: Path) -> None:
    document = docx.Document()
    paragraph = document.add_paragraph("Price: ")
    paragraph._p.append(xml('<w:ins w:id="1" w:author="a"><w:r><w:t>20 €</w:t></w:r></w:ins>'))
    paragraph._p.append(xml('<w:del w:id="2" w:author="a"><w:r><w:delText>30 €</w:delText></w:r></w:del>'))
    link = document.add_paragraph("See ")
    link._p.append(xml('<w:hyperlink w:anchor="x"><w:r><w:t>our terms</w:t></w:r></w:hyperlink>'))
    for part in (
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r>',
        "<w:r><w:instrText>PAGEREF secret</w:instrText></w:r>",
        '<w:r><w:fldChar w:fldCharType="separate"/></w:r>',
        '<w:r><w:t xml:space="preserve"> on page 4</w:t></w:r>',
        '<w:r><w:fldChar w:fldCharType="end"/></w:r>',
    ):
        link._p.append(xml(part))
    body = document.element.body
    body.insert(
        2, xml("<w:sdt><w:sdtContent><w:p><w:r><w:t>In a control.</w:t></w:r></w:p></w:sdtContent></w:sdt>")
    )
    body.insert(
        3, xml('<w:p><w:moveFrom w:id="3" w:author="a"><w:r><w:t>Moved.</w:t></w:r></w:moveFrom></w:p>')
    )
    body.insert(4, xml('<w:p><w:moveTo w:id="4" w:author="a"><w:r><w:t>Moved.</w:t></w:r></w:moveTo></w:p>'))
    document.save(tmp_path / "a.docx")
    (page,) = pages_of(DocxReader().open(tmp_path / "a.docx"))
    assert page.text == "Price: 20 €\n\nSee our terms on page 4\n\nIn a control.\n\nMoved."


def test_footnotes_text_boxes_headers_and_footers(tmp_path: Path) -> None:
    document = docx.Document()
    paragraph = document.add_paragraph("Torque is 25 Nm")
    paragraph._p.append(xml('<w:r><w:footnoteReference w:id="2"/></w:r>'))
    box = (
        "<w:r {ns}><mc:AlternateContent><mc:Choice Requires='wps'><w:drawing><w:txbxContent><w:p><w:r>"
        "<w:t>Boxed.</w:t></w:r></w:p></w:txbxContent></w:drawing></mc:Choice><mc:Fallback><w:pict>"
        "<w:txbxContent><w:p><w:r><w:t>Boxed.</w:t></w:r></w:p></w:txbxContent></w:pict></mc:Fallback>"
        "</mc:AlternateContent></w:r>"
    )
    namespace = f'{nsdecls("w")} xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
    paragraph._p.append(parse_xml(box.replace("{ns}", namespace)))
    document.add_paragraph("Next.")
    document.sections[0].header.paragraphs[0].text = "ACME Corporation"
    document.sections[0].footer.paragraphs[0].text = "12"
    document.add_section()
    document.save(tmp_path / "a.docx")
    notes = (
        f"<w:footnotes {nsdecls('w')}>"
        '<w:footnote w:type="separator" w:id="0"><w:p><w:r><w:t>line</w:t></w:r></w:p></w:footnote>'
        '<w:footnote w:id="2"><w:p><w:r><w:t>At 20 °C.</w:t></w:r></w:p></w:footnote></w:footnotes>'
    )
    add_footnotes(tmp_path / "a.docx", notes)
    first, last = pages_of(DocxReader().open(tmp_path / "a.docx"))
    assert first.text == "Torque is 25 Nm\n\nAt 20 °C.\n\nBoxed.\n\nNext."
    assert places_of(first)["footnote 2"] == "At 20 °C."
    assert places_of(first)["text box 1"] == "Boxed."
    assert (last.label, last.text) == ("Header and footer", "ACME Corporation")


def add_footnotes(path: Path, notes: str) -> None:
    import zipfile

    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/footnotes"
    media = "application/vnd.openxmlformats-officedocument.wordprocessingml.footnotes+xml"
    relation = f'<Relationship Id="rIdF" Type="{kind}" Target="footnotes.xml"/></Relationships>'
    change_part(path, "word/_rels/document.xml.rels", lambda text: text.replace("</Relationships>", relation))
    override = f'<Override PartName="/word/footnotes.xml" ContentType="{media}"/></Types>'
    change_part(path, "[Content_Types].xml", lambda text: text.replace("</Types>", override))
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("word/footnotes.xml", notes)


def test_lists_have_the_numbers_that_word_prints(tmp_path: Path) -> None:
    document = docx.Document()
    numbering = document.part.numbering_part.element
    levels = "".join(
        f'<w:lvl w:ilvl="{level}"><w:start w:val="{start}"/><w:numFmt w:val="{kind}"/>'
        f'<w:lvlText w:val="{text}"/></w:lvl>'
        for level, start, kind, text in (
            (0, 3, "decimal", "§ %1"),
            (1, 1, "decimal", "%1.%2"),
            (2, 1, "lowerRoman", "(%3)"),
        )
    )
    numbering.insert(0, xml(f'<w:abstractNum w:abstractNumId="77">{levels}</w:abstractNum>'))
    numbering.append(xml('<w:num w:numId="77"><w:abstractNumId w:val="77"/></w:num>'))
    for text, level in (
        ("Warranty", 0),
        ("Period", 1),
        ("Start", 2),
        ("End", 2),
        ("Claims", 1),
        ("Law", 0),
        ("Court", 1),
    ):
        properties = document.add_paragraph(text)._p.get_or_add_pPr()
        properties.append(xml(f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="77"/></w:numPr>'))
    document.add_paragraph("A point", style="List Bullet")
    document.save(tmp_path / "a.docx")
    (page,) = pages_of(DocxReader().open(tmp_path / "a.docx"))
    assert page.text.split("\n\n") == [
        *("§ 3 Warranty", "3.1 Period", "(i) Start", "(ii) End", "3.2 Claims", "§ 4 Law", "4.1 Court"),
        "• A point",
    ]


def test_merged_cells_are_said_once_and_layout_tables_are_prose(tmp_path: Path) -> None:
    document = docx.Document()
    table = document.add_table(rows=3, cols=3)
    fill(table, [["Group", "Q1", "Q2"], ["North", "1", "2"], ["", "3", "4"]])
    table.cell(1, 0).merge(table.cell(2, 0))
    wide = document.add_table(rows=2, cols=3)
    fill(wide, [["Title over all", "", ""], ["a", "b", "c"]])
    wide.cell(0, 0).merge(wide.cell(0, 2))
    layout = document.add_table(rows=1, cols=2)
    layout.cell(0, 0).text = "Profile"
    layout.cell(0, 1).text = "First paragraph. " * 30
    layout.cell(0, 1).add_paragraph("Second paragraph. " * 10)
    document.save(tmp_path / "a.docx")
    (page,) = pages_of(DocxReader().open(tmp_path / "a.docx"))
    assert [row for row, _ in rows_of(page)] == [
        *("Group | Q1 | Q2", "North | 1 | 2", "3 | 4"),
        *("Title over all", "a | b | c"),
    ]
    places = places_of(page)
    assert (places["table 1 C3"], places["table 2 C2"], places["table 3 A1"]) == ("4", "c", "Profile")


def test_pages_as_word_saw_them(tmp_path: Path) -> None:
    document = docx.Document()
    document.add_paragraph("On page one.")
    broken = document.add_paragraph()
    broken.add_run().add_break(WD_BREAK.PAGE)
    second = document.add_paragraph("On page two, and it goes")
    second._p.insert(0, xml("<w:r><w:lastRenderedPageBreak/></w:r>"))
    second._p.append(xml('<w:r><w:lastRenderedPageBreak/><w:t xml:space="preserve"> on.</w:t></w:r>'))
    document.add_heading("On page three", 1)
    table = document.add_table(rows=3, cols=2)
    fill(table, [["Item", "Count"], ["Nut", "7"], ["Bolt", "9"]])
    for cell in table.rows[2].cells:
        cell.paragraphs[0]._p.insert(0, xml("<w:r><w:lastRenderedPageBreak/></w:r>"))
    document.add_paragraph("Still on page four.")
    document.save(tmp_path / "a.docx")
    pages = pages_of(DocxReader().open(tmp_path / "a.docx"))
    assert [(page.kind, page.label, page.text) for page in pages] == [
        (PageKind.SECTION, "page 1", "On page one."),
        (PageKind.SECTION, "page 2", "On page two, and it goes on."),
        (PageKind.SECTION, "page 3", "On page three\n\nItem | Count\nNut | 7"),
        (PageKind.SECTION, "page 4", "Bolt | 9\n\nStill on page four."),
    ]
    assert rows_of(pages[3]) == [("Bolt | 9", "Item | Count")]


def test_documents_with_macros_are_read_and_macros_are_not(tmp_path: Path) -> None:
    document = docx.Document()
    document.add_paragraph("Plain text.")
    document.save(tmp_path / "a.docm")
    change_part(tmp_path / "a.docm", "[Content_Types].xml", lambda text: text.replace(PLAIN_TYPE, MACRO_TYPE))
    assert [page.text for page in pages_of(DocxReader().open(tmp_path / "a.docm"))] == ["Plain text."]


def test_a_document_without_text_says_so(tmp_path: Path) -> None:
    docx.Document().save(tmp_path / "a.docx")
    (page,) = pages_of(DocxReader().open(tmp_path / "a.docx"))
    assert (page.text, page.problem) == ("", "No text was found in this file.")


@pytest.mark.parametrize(
    "doctype", [BOMB, EXTERNAL, BOMB.replace("lolz [", f"lolz <!-- {'x' * 70_000} --> [")]
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_entities_are_refused_at_once(tmp_path: Path, doctype: str, encoding: str) -> None:
    import zipfile

    document = docx.Document()
    document.add_paragraph("Marker")
    document.save(tmp_path / "a.docx")
    entity = "&file;" if doctype == EXTERNAL else "&lol9;"
    with zipfile.ZipFile(tmp_path / "a.docx") as archive:
        parts = {member.filename: archive.read(member) for member in archive.infolist()}
    text = parts["word/document.xml"].decode().replace("encoding='UTF-8'", f"encoding='{encoding}'")
    text = with_doctype(doctype, entity, "Marker")(text)
    parts["word/document.xml"] = text.encode(encoding)
    with zipfile.ZipFile(tmp_path / "a.docx", "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    started = time.perf_counter()
    with pytest.raises(
        DocumentError, match=r"a\.docx was refused: word/document\.xml in it declares entities"
    ):
        DocxReader().open(tmp_path / "a.docx")
    assert time.perf_counter() - started < 20  # ten to the ninth words would take longer


def test_damage_is_said(tmp_path: Path) -> None:
    document = docx.Document()
    document.add_paragraph("Text.")
    document.save(tmp_path / "good.docx")
    good = (tmp_path / "good.docx").read_bytes()
    for name, content, words in (
        ("empty.docx", b"", "is empty"),
        ("text.docx", b"{\\rtf1 hello}", "is not a Word document"),
        ("cut.docx", good[:-200], "is damaged"),
    ):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(DocumentError, match=words):
            DocxReader().open(tmp_path / name)
    for part in ("word/document.xml", "word/styles.xml", "[Content_Types].xml"):
        (tmp_path / "b.docx").write_bytes(good)
        change_part(tmp_path / "b.docx", part, lambda text: text[: len(text) // 2])
        with pytest.raises(DocumentError, match=r"b\.docx is damaged"):
            DocxReader().open(tmp_path / "b.docx")


def test_deep_nesting_is_bounded(tmp_path: Path) -> None:
    document = docx.Document()
    document.add_paragraph("Marker")
    document.save(tmp_path / "a.docx")
    deep = "<w:sdt><w:sdtContent>" * 400 + "<w:p/>" + "</w:sdtContent></w:sdt>" * 400
    change_part(
        tmp_path / "a.docx", "word/document.xml", lambda text: text.replace("<w:p>", deep + "<w:p>", 1)
    )
    with pytest.raises(DocumentError, match="damaged"):
        DocxReader().open(tmp_path / "a.docx")


def test_styles_that_are_based_on_each_other_end(tmp_path: Path) -> None:
    document = docx.Document()
    first, second = document.styles.add_style("First", 1), document.styles.add_style("Second", 1)
    first.base_style, second.base_style = second, first
    document.add_paragraph("Round and round.", style="First")
    document.save(tmp_path / "a.docx")
    assert first.element.find(qn("w:basedOn")) is not None
    assert [page.text for page in pages_of(DocxReader().open(tmp_path / "a.docx"))] == ["Round and round."]
