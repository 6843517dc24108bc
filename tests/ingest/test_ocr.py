"""Recognised text: the words that stand on the page, with boxes on them, whichever way the paper lay."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import psutil
import pymupdf
import pytest
from PIL import Image

from core.cancel import CancelToken
from core.errors import Cancelled, DocumentError, PasswordError, WorkerError
from core.ingest.ocr.recogniser import FONTS_MISSING, LETTERS_WRONG, TextRecognizer
from core.ingest.queue.content_hash import read_content
from core.ingest.structure.lines import unpack_lines
from tests.e2e.test_offline import NETWORK_CALL
from tests.ingest.scan_kit import (
    fits,
    found_words,
    overlaps,
    recall,
    recognised,
    scan,
    words_of,
)
from tests.ingest.test_textquality import SOUND

SAMPLES = Path(__file__).resolve().parents[2] / "resources" / "samples"
OPENS = "open"
LINES = (
    "Wartungsvertrag für Prüfgeräte",
    "Laufzeit 24 Monate, Gebühr 1.250 EUR",
    "Déjà payé à Genève",
)


@pytest.fixture(scope="module")
def recogniser() -> Iterator[TextRecognizer]:
    made = TextRecognizer()
    yield made
    made.close()


def paper(path: Path, lines: tuple[str, ...] = LINES, *, font: str = "helv", **saving: object) -> Path:
    """A small page with lines 20 points apart."""
    with pymupdf.open() as document:
        page = document.new_page(width=300, height=120)
        if font == "cjk":
            page.insert_font(fontname="F0", fontbuffer=pymupdf.Font("cjk").buffer)
        for row, line in enumerate(lines):
            page.insert_text((15, 30 + 20 * row), line, fontsize=11, fontname="F0" if font == "cjk" else font)
        document.save(path, **saving)
    return path


def picture(path: Path, source: Path) -> Path:
    with pymupdf.open(source) as document:
        document[0].get_pixmap(dpi=150).save(path)
    return path


@pytest.mark.slow
def test_a_small_picture_is_read_word_by_word(recogniser: TextRecognizer, tmp_path: Path) -> None:
    source = paper(tmp_path / "p.pdf")
    (page,) = recognised(recogniser, picture(tmp_path / "p.png", source), format_name="png")
    assert page.text.split("\n") == list(LINES)
    assert page.confidence > 0.95
    assert not page.problem
    with pymupdf.open(source) as document:
        assert min(overlaps(words_of(document[0]), found_words(page))) > 0.4
    assert [page.text[line.start : line.end] for line in unpack_lines(page.lines)] == list(LINES)
    assert len(page.words) < 6 * 1024


@pytest.mark.slow
def test_a_page_of_a_scanned_pdf(recogniser: TextRecognizer, tmp_path: Path) -> None:
    source = SAMPLES / "invoice-2025-0417.pdf"
    (page,) = recognised(recogniser, scan(source, [1], tmp_path / "scan.pdf"))
    with pymupdf.open(source) as document:
        assert fits(words_of(document[0]), found_words(page)) == ""


def test_a_page_without_writing_is_no_failure(recogniser: TextRecognizer, tmp_path: Path) -> None:
    (page,) = recognised(recogniser, paper(tmp_path / "p.pdf", ()))
    assert (page.text, page.words, page.confidence, page.problem) == ("", b"", 1.0, "")


@pytest.mark.slow
@pytest.mark.parametrize("language", ["Russian", "Greek", "Korean"])
def test_writing_that_cannot_be_read_is_said_not_guessed(
    recogniser: TextRecognizer, tmp_path: Path, language: str
) -> None:
    text = SOUND[language]
    lines = tuple(text[at : at + 26] for at in range(0, min(len(text), 104), 26))
    (page,) = recognised(recogniser, paper(tmp_path / "p.pdf", lines, font="cjk"))
    assert (page.text, page.confidence) == ("", 0.0)
    assert "cannot be read" in page.problem


@pytest.mark.slow
def test_letters_of_another_font_are_no_text(recogniser: TextRecognizer, tmp_path: Path) -> None:
    """What a page shows when its embedded font is lost: every letter 29 places off, drawn perfectly."""
    text = "the tenant shall return all the keys at the end of the lease and leave the flat clean and in the "
    text += "state in which it was handed over at the start of this contract"
    moved = "".join(chr(ord(letter) - 29) if letter != " " else " " for letter in text)
    lines = tuple(moved[at : at + 40] for at in range(0, 160, 40))
    source = paper(tmp_path / "p.pdf", lines)
    (page,) = recognised(recogniser, source)
    assert (page.text, page.confidence, page.problem) == ("", 0.0, FONTS_MISSING)
    (page,) = recognised(recogniser, picture(tmp_path / "p.png", source), format_name="png")
    assert (page.text, page.confidence, page.problem) == ("", 0.0, LETTERS_WRONG)


def test_chinese_is_read_without_spaces(recogniser: TextRecognizer, tmp_path: Path) -> None:
    text = SOUND["Chinese"]
    (page,) = recognised(recogniser, paper(tmp_path / "p.pdf", (text[:20], text[20:40]), font="cjk"))
    assert page.text.replace("\n", "") == text[:40]


@pytest.mark.slow
def test_a_document_in_an_archive_and_one_with_a_password(recogniser: TextRecognizer, tmp_path: Path) -> None:
    locked = paper(
        tmp_path / "locked.pdf", encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw=OPENS, owner_pw="owner"
    )
    (page,) = recognised(recogniser, locked, password=OPENS)
    assert LINES[1] in page.text
    with pytest.raises(PasswordError, match=r"locked\.pdf"):
        recognised(recogniser, locked, password=OPENS.upper())
    inner = picture(tmp_path / "inner.png", paper(tmp_path / "p.pdf"))
    with zipfile.ZipFile(tmp_path / "outer.zip", "w") as archive:
        archive.write(inner, "scans/inner.png")
    digest, _ = read_content(inner, lambda: None)
    (page,) = recognised(
        recogniser, tmp_path / "outer.zip", format_name="png", member="scans/inner.png", content_hash=digest
    )
    assert page.text.split("\n") == list(LINES)


def test_other_content_is_refused(recogniser: TextRecognizer, tmp_path: Path) -> None:
    path = paper(tmp_path / "p.pdf")
    with pytest.raises(DocumentError, match="has changed"):
        recognised(recogniser, path, content_hash="0" * 64)
    path.unlink()
    with pytest.raises(DocumentError, match="cannot be read"):
        recognised(recogniser, path, content_hash="0" * 64)


@pytest.mark.slow
def test_a_page_that_cannot_be_drawn_costs_only_itself(recogniser: TextRecognizer, tmp_path: Path) -> None:
    path = tmp_path / "p.tif"
    pages = [Image.open(picture(tmp_path / f"{n}.png", paper(tmp_path / "p.pdf"))) for n in range(3)]
    pages[0].save(path, save_all=True, append_images=pages[1:], compression="tiff_deflate")
    content = bytearray(path.read_bytes())
    with Image.open(path) as tiff:
        tiff.seek(1)
        strips = list(zip(tiff.tag_v2[273], tiff.tag_v2[279], strict=True))
    for start, length in strips:
        content[start : start + length] = b"\x00" * length
    path.write_bytes(content)
    first, second, third = recognised(recogniser, path, [1, 2, 3], format_name="tiff")
    assert first.text == third.text != ""
    assert (second.text, second.confidence) == ("", 0.0)
    assert "Page 2 of p.tif" in second.problem


@pytest.mark.slow
def test_a_process_that_dies_costs_the_page(tmp_path: Path) -> None:
    path = scan(paper(tmp_path / "p.pdf"), [1, 1, 1], tmp_path / "s.pdf")
    recogniser = TextRecognizer()
    try:
        pages = recogniser.recognise(path, "", "pdf", "", "", [1, 2, 3], "", CancelToken())
        assert next(pages).text
        pid = recogniser.pid
        assert pid is not None
        os.kill(pid, signal.SIGSTOP)  # so that the next page is under way when it dies
        killing = threading.Timer(1, os.kill, (pid, signal.SIGKILL))
        killing.start()
        second = next(pages)
        assert (second.text, second.confidence) == ("", 0.0)
        assert "stopped" in second.problem
        assert next(pages).text
        assert recogniser.pid not in (None, pid)
    finally:
        recogniser.close()


@pytest.mark.slow
def test_stop_and_the_end_after_a_time_without_work(tmp_path: Path, real_workers: None) -> None:
    path = paper(tmp_path / "p.pdf")
    recogniser = TextRecognizer(idle_s=0.5)
    try:
        assert recogniser.pid is None
        assert recognised(recogniser, path)[0].text
        process = psutil.Process(recogniser.pid)
        assert process.nice() >= 10
        process.wait(timeout=20)
        assert recogniser.pid is None
        assert recognised(recogniser, path)[0].text  # starts anew
        stop = CancelToken()
        stop.set()
        with pytest.raises(Cancelled):
            list(recogniser.recognise(path, "", "pdf", "", "", [1], "", stop))
    finally:
        recogniser.close()
    with pytest.raises(WorkerError, match="closed"):
        recognised(recogniser, path)


@pytest.mark.slow
def test_a_dash_alone_keeps_its_column(recogniser: TextRecognizer, tmp_path: Path) -> None:
    """Ink is ink: the dashes are drawn, one em wide, because the fonts at hand have none."""
    path = tmp_path / "table.pdf"
    rows = (("", "2023", "2022"), ("Rent", "—", "120"), ("Repairs", "45", "—"), ("Total", "45", "120"))
    with pymupdf.open() as document:
        page = document.new_page(width=320, height=140)
        for number, cells in enumerate(rows):
            baseline = 40 + 20 * number
            for x, cell in zip((20, 160, 250), cells, strict=True):
                if cell == "—":
                    page.draw_rect((x, baseline - 3.2, x + 10, baseline - 2.6), color=None, fill=0)
                else:
                    page.insert_text((x, baseline), cell, fontsize=10)
            page.draw_line((150, baseline + 6), (300, baseline + 6), width=0.5)
        page.draw_line((160, 112), (171, 112), width=0.7)  # as short as a dash, but no row is here
        document.save(path)
    (page,) = recognised(recogniser, scan(path, [1], tmp_path / "scan.pdf"))
    assert page.text.splitlines()[-3:] == ["Rent — 120", "Repairs 45 —", "Total 45 120"]
    assert page.text.count("—") == 2


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="strace is Linux's")
def test_no_socket_is_opened(tmp_path: Path) -> None:
    if shutil.which("strace") is None:
        pytest.skip("strace is not installed (apt-get install strace)")
    program = (
        "from pathlib import Path\n"
        "from core.cancel import CancelToken\n"
        "from core.ingest.ocr.recogniser import TextRecognizer\n"
        "if __name__ == '__main__':\n"
        "    recogniser = TextRecognizer()\n"
        f"    path = Path({str(paper(tmp_path / 'p.pdf'))!r})\n"
        "    print(next(recogniser.recognise(path, '', 'pdf', '', '', [1], '', CancelToken())).text)\n"
        "    recogniser.close()\n"
    )
    script, log = tmp_path / "read.py", tmp_path / "calls"
    script.write_text(program, encoding="utf-8")
    root = Path(__file__).resolve().parents[2]
    tracer = ["strace", "-f", "--seccomp-bpf", "-qq", "-e", "trace=network", "-o", str(log)]
    done = subprocess.run(
        [*tracer, sys.executable, str(script)],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        check=False,
        timeout=150,
    )
    if "ptrace" in done.stderr and done.returncode != 0:
        pytest.skip("tracing processes is not allowed here")
    assert LINES[0] in done.stdout, done.stderr
    assert [line for line in log.read_text(encoding="utf-8").splitlines() if NETWORK_CALL.search(line)] == []


@pytest.mark.slow
@pytest.mark.parametrize("sample", sorted(SAMPLES.glob("*.pdf")), ids=lambda path: path.stem)
def test_all_sample_documents(recogniser: TextRecognizer, tmp_path: Path, sample: Path) -> None:
    with pymupdf.open(sample) as document:
        numbers = list(range(1, document.page_count + 1))
        truth = [words_of(page) for page in document]
    began = time.monotonic()
    pages = recognised(recogniser, scan(sample, numbers, tmp_path / "scan.pdf"), numbers)
    assert [fits(words, found_words(page)) for words, page in zip(truth, pages, strict=True)] == [""] * len(
        pages
    )
    assert all(recall(words, found_words(page)) >= 0.95 for words, page in zip(truth, pages, strict=True))
    assert (time.monotonic() - began) / len(pages) < 60
