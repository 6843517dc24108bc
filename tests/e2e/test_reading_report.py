"""`docuchat docs FILE` says how a file was read, what was set aside, and what lies in it."""

from __future__ import annotations

import json
from pathlib import Path

import pymupdf

from core.published.schemas import SCHEMAS
from tests.e2e.program import docuchat


def made(path: Path) -> Path:
    document = pymupdf.open()
    page = document.new_page()
    page.insert_text((72, 90), "The entry fee is 20 euro from May on.", fontsize=11)
    page.insert_text((72, 120), "Nobody reads this line of white words.", fontsize=11, color=(1, 1, 1))
    page.add_text_annot((300, 90), "Ask the treasurer about the fee.").set_info(title="Ann")
    document.new_page().insert_text((72, 90), "The hall is closed on Mondays.", fontsize=11)
    document.embfile_add("prices.txt", b"The old price was 15 euro for each visitor.", filename="prices.txt")
    document.save(path)
    return path


def test_how_a_file_was_read(tmp_path: Path) -> None:
    home, file = tmp_path / "home", made(tmp_path / "fees.pdf")
    assert docuchat("index", str(file), home=home).returncode == 0
    told = docuchat("docs", "fees.pdf", home=home).stdout
    assert str(file) in told
    assert "2 pages" in told
    assert "white: 1, set aside" in told
    assert "comment by Ann: 1, can be asked about" in told
    assert "files in it, documents of their own: prices.txt" in told
    assert "docuchat docs --hidden" in told
    inner = docuchat("docs", "prices.txt", home=home).stdout
    assert "It was read whole." in inner
    output = json.loads(docuchat("docs", "--json", "fees.pdf", home=home).stdout)
    SCHEMAS["document"].model_validate(output)
    (note,) = output["report"]["notes"]
    assert (note["where"], note["text"]) == ("page 1, comment by Ann", "Ask the treasurer about the fee.")
    assert docuchat("docs", "nothing.pdf", home=home).returncode == 2
