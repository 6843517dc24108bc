"""Fields of PDF forms say what a reader sees: "caption: ticked", the chosen entry, the value."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import docx
import pymupdf
import pytest

from core.ingest.readers.base import ReadPage
from core.ingest.readers.pdf import PdfReader
from tests.ingest.formats.kit import pages_of
from tests.ingest.formats.made_docx import xml

CHECK, RADIO = pymupdf.PDF_WIDGET_TYPE_CHECKBOX, pymupdf.PDF_WIDGET_TYPE_RADIOBUTTON
TEXT = pymupdf.PDF_WIDGET_TYPE_TEXT
COMBO, LIST = pymupdf.PDF_WIDGET_TYPE_COMBOBOX, pymupdf.PDF_WIDGET_TYPE_LISTBOX
Draw = Callable[[pymupdf.Document, pymupdf.Page], None]


def field(page: pymupdf.Page, kind: int, name: str, value: Any, x: float, y: float, **more: Any) -> int:
    widget = pymupdf.Widget()
    widget.field_type, widget.field_name, widget.field_value = kind, name, value
    for key, what in more.items():
        setattr(widget, key, what)
    widget.rect = pymupdf.Rect(x, y, x + (14 if kind == CHECK else 120), y + 14)
    page.add_widget(widget)
    return int(list(page.widgets())[-1].xref)


def read(path: Path, draw: Draw, *, check: bool = True) -> ReadPage:
    with pymupdf.open() as document:
        draw(document, document.new_page())
        document.save(path)
    document = PdfReader().open(path)
    try:
        (page,) = document.pages(check=check)
    finally:
        document.close()
    return page


def captions_before(_: pymupdf.Document, page: pymupdf.Page) -> None:
    for place, (name, value) in enumerate((("Electric vehicle:", True), ("Trailer", False))):
        page.insert_text((60, 91 + 30 * place), name)
        field(page, CHECK, f"f{place}", value, 220, 80 + 30 * place)


def captions_behind(_: pymupdf.Document, page: pymupdf.Page) -> None:
    for place, (name, value) in enumerate((("Electric vehicle", True), ("Trailer", False))):
        field(page, CHECK, f"f{place}", value, 60, 80 + 30 * place)
        page.insert_text((80, 91 + 30 * place), name)


def several_in_a_row(_: pymupdf.Document, page: pymupdf.Page) -> None:
    page.insert_text((60, 91), "Vehicle")
    for place, (name, value) in enumerate((("Electric vehicle", True), ("Trailer", False))):
        field(page, CHECK, f"f{place}", value, 160 + 160 * place, 80)
        page.insert_text((180 + 160 * place, 91), name)


def no_captions(_: pymupdf.Document, page: pymupdf.Page) -> None:
    field(page, CHECK, "f0", True, 60, 80, field_label="Electric vehicle")
    field(page, CHECK, "Trailer", False, 60, 110)


def radio_group(document: pymupdf.Document, page: pymupdf.Page) -> None:
    parent = document.get_new_xref()
    buttons = []
    for place, (name, value) in enumerate((("Electric vehicle", True), ("Trailer", False))):
        buttons.append(field(page, CHECK, f"f{place}", value, 60, 80 + 30 * place))
        page.insert_text((80, 91 + 30 * place), name)
    for button in buttons:
        for key in ("T", "FT", "Ff", "V"):
            document.xref_set_key(button, key, "null")
        document.xref_set_key(button, "Parent", f"{parent} 0 R")
    kids = " ".join(f"{button} 0 R" for button in buttons)
    flags = pymupdf.PDF_BTN_FIELD_IS_RADIO
    document.update_object(parent, f"<< /FT /Btn /Ff {flags} /T (Vehicle) /V /Yes /Kids [{kids}] >>")
    document.xref_set_key(document.pdf_catalog(), "AcroForm/Fields", f"[{parent} 0 R]")


@pytest.mark.parametrize("check", [True, False])
@pytest.mark.parametrize(
    "draw", [captions_before, captions_behind, several_in_a_row, no_captions, radio_group]
)
def test_a_box_is_ticked_or_not(tmp_path: Path, draw: Draw, check: bool) -> None:
    page = read(tmp_path / "form.pdf", draw, check=check)
    assert "Electric vehicle: ticked" in page.text
    assert "Trailer: not ticked" in page.text
    assert not any(sign.isdigit() for sign in page.text)


def filled(document: pymupdf.Document, page: pymupdf.Page) -> list[int]:
    rows: list[tuple[str, int, Any, dict[str, Any]]] = [
        ("Holder:", TEXT, "Ada Lovelace", {}),
        ("Colour:", COMBO, "green", {"choice_values": ["red", "green", "blue"]}),
        ("Country:", LIST, "Spain", {"choice_values": ["France", "Spain", "Italy"]}),
    ]
    fields = []
    for place, (name, kind, value, more) in enumerate(rows):
        page.insert_text((60, 91 + 30 * place), name)
        fields.append(field(page, kind, f"f{place}", value, 220, 80 + 30 * place, text_fontsize=9, **more))
    return fields


def with_appearance(document: pymupdf.Document, page: pymupdf.Page) -> None:
    filled(document, page)


def without_appearance(document: pymupdf.Document, page: pymupdf.Page) -> None:
    for xref in filled(document, page):
        document.xref_set_key(xref, "AP", "null")


def empty_appearance(document: pymupdf.Document, page: pymupdf.Page) -> None:
    """As programs leave it that fill in values and have the viewer draw them."""
    for xref in filled(document, page):
        appearance = int(document.xref_get_key(xref, "AP/N")[1].split()[0])
        document.update_stream(appearance, b" ")
    document.xref_set_key(document.pdf_catalog(), "AcroForm/NeedAppearances", "true")


@pytest.mark.parametrize("draw", [with_appearance, without_appearance, empty_appearance])
def test_values_and_chosen_entries_stand_behind_their_captions(tmp_path: Path, draw: Draw) -> None:
    page = read(tmp_path / "form.pdf", draw)
    for said in ("Holder: Ada Lovelace", "Colour: green", "Country: Spain"):
        assert said in page.text
    assert not {"France", "Italy", "red", "blue"} & set(page.text.split())
    assert page.hidden == []


def test_a_tick_without_a_field_is_no_figure(tmp_path: Path) -> None:
    def draw(_: pymupdf.Document, page: pymupdf.Page) -> None:
        for place, (sign, name) in enumerate((("4", "Electric vehicle"), ("3", "Trailer"), ("8", "Boat"))):
            page.insert_text((60, 91 + 30 * place), sign, fontname="zadb")
            page.insert_text((80, 91 + 30 * place), f"{name} 4")

    text = read(tmp_path / "flat.pdf", draw).text
    assert text.split("\n") == ["✔ Electric vehicle 4", "✓ Trailer 4", "✘ Boat 4"]


def test_a_sentence_far_from_a_box_is_not_its_caption(tmp_path: Path) -> None:
    document = pymupdf.open()
    page = document.new_page()
    page.insert_text((72, 100), "The tenant must pay the deposit.", fontsize=11)
    box = pymupdf.Widget()
    box.field_type, box.field_name = pymupdf.PDF_WIDGET_TYPE_CHECKBOX, "agreed"
    box.rect = pymupdf.Rect(500, 90, 512, 102)
    page.add_widget(box)
    document.save(tmp_path / "lease.pdf")
    opened = PdfReader().open(tmp_path / "lease.pdf")
    (read,) = opened.pages()
    opened.close()
    assert "The tenant must pay the deposit." in read.text
    assert "deposit.: " not in read.text
    assert "agreed: not ticked" in read.text


def drawn_by_the_viewer(document: pymupdf.Document, page: pymupdf.Page) -> None:
    """Values without appearances, as scripts fill them in: the box that was drawn is the old one."""
    page.insert_text((60, 91), "Pets")
    box = field(page, CHECK, "pets", True, 220, 80)
    document.xref_set_key(box, "AS", "/Off")
    listed = ["[(ES)(Spain)]", "[(FR)(France)]", "[(IT)(Italy)]"]
    for place, (value, flags) in enumerate((("[(ES)(IT)]", 2097152), ("(FR)", 131072), ("null", 0))):
        page.insert_text((60, 121 + 30 * place), f"Country {'abc'[place]}:")
        chosen = field(
            page, LIST, f"c{place}", "Spain", 220, 110 + 30 * place, choice_values=["Spain", "France"]
        )
        for key, what in (("V", value), ("Opt", f"[{''.join(listed)}]"), ("Ff", str(flags)), ("AP", "null")):
            document.xref_set_key(chosen, key, what)
    page.insert_text((60, 211), "IBAN:")
    comb = pymupdf.PDF_TX_FIELD_IS_COMB
    field(page, TEXT, "iban", "DE4450010", 220, 200, field_flags=comb, text_maxlen=9)
    page.insert_text((60, 241), "Password:")
    secret = field(page, TEXT, "secret", "hunter2", 220, 230, field_flags=pymupdf.PDF_TX_FIELD_IS_PASSWORD)
    document.xref_set_key(secret, "AP", "null")
    document.xref_set_key(document.pdf_catalog(), "AcroForm/NeedAppearances", "true")


def test_what_a_viewer_draws_is_read_and_not_what_is_stored_or_was_drawn(tmp_path: Path) -> None:
    page = read(tmp_path / "form.pdf", drawn_by_the_viewer)
    for said in ("Pets: ticked", "Country a: Spain, Italy", "Country b: France", "IBAN: DE4450010"):
        assert said in page.text
    assert "Country c:" in page.text.split("\n")
    assert "hunter2" not in page.text + str(page.hidden)
    assert page.hidden == []


def signs(path: Path) -> None:
    """Wingdings, of which no file is at hand, is the name of a font whose letters are drawn as signs."""
    with pymupdf.open() as document:
        page = document.new_page()
        page.insert_font(fontname="F0", fontbuffer=pymupdf.Font("cjk").buffer)
        for place, (sign, name) in enumerate((("þ", "Electric vehicle"), ("¨", "Trailer 4"))):
            page.insert_text((60, 91 + 30 * place), sign, fontname="F0")
            page.insert_text((80, 91 + 30 * place), name)
        for number in range(1, document.xref_length()):
            said = document.xref_object(number)
            document.update_object(number, re.sub(r"/Droid[^/\s]*", "/Wingdings-Regular", said))
        document.save(path)


def legacy_boxes(path: Path) -> None:
    document = docx.Document()
    for mark, name in (("<w:checked/>", "Electric vehicle"), ("", "Trailer 4")):
        box = f'<w:ffData><w:checkBox><w:default w:val="0"/>{mark}</w:checkBox></w:ffData>'
        paragraph = document.add_paragraph()
        paragraph._p.append(xml(f'<w:r><w:fldChar w:fldCharType="begin">{box}</w:fldChar></w:r>'))
        paragraph.add_run(f" {name}")
    document.save(str(path))


def symbols(path: Path) -> None:
    document = docx.Document()
    for code, name in (("F0FE", "Electric vehicle"), ("F0A8", "Trailer 4")):
        paragraph = document.add_paragraph()
        paragraph._p.append(xml(f'<w:r><w:sym w:font="Wingdings" w:char="{code}"/></w:r>'))
        paragraph.add_run(f" {name}")
    document.save(str(path))


def web_form(path: Path) -> None:
    path.write_text(
        "<p><input type=checkbox checked> Electric vehicle<p><input type=checkbox> Trailer 4"
        "<p>Colour: <select><option>red<option selected>green</select><input type=checkbox role=button>"
    )


@pytest.mark.parametrize(
    ("name", "build"),
    [("a.pdf", signs), ("a.docx", legacy_boxes), ("b.docx", symbols), ("a.html", web_form)],
)
def test_boxes_are_ticked_or_not_in_every_format(
    tmp_path: Path, name: str, build: Callable[[Path], None]
) -> None:
    build(tmp_path / name)
    text = "\n".join(page.text for page in pages_of(tmp_path / name))
    assert re.search("[☑☒] Electric vehicle", text)
    assert "☐ Trailer 4" in text
    assert text.count("☐") == 1
    assert "red" not in text
