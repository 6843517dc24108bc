"""Reading a document of 3,000 pages, on the real engine: its library file and its renderer process."""

from __future__ import annotations

import hashlib
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pymupdf
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QDesktopServices, QGuiApplication, QMouseEvent
from PySide6.QtPrintSupport import QPrinter

from core import types
from core.engine import Engine
from core.settings import Settings
from core.types import Box, Document, DocumentStatus, Page, Span, Word
from desktop.main_window import MainWindow
from desktop.shared import dialogs
from desktop.viewer.page_layout import Fit, PageLayout, Sheet, fitting_scale
from desktop.viewer.page_selection import Place, Selection, nearest_word
from tests.desktop.viewing_kit import (
    THICK,
    longest_stall,
    make_library,
    make_thick_pdf,
    paths_below,
    store_thick,
)
from tests.library_kit import copy_library


@pytest.fixture(scope="module")
def thick(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Document]:
    folder = tmp_path_factory.mktemp("thick")
    path = make_thick_pdf(folder / "thick.pdf")
    return folder, make_library(folder, path)


@pytest.fixture
def engine(thick: tuple[Path, Document], tmp_path: Path) -> Iterator[Engine]:
    copy_library(thick[0] / "data", tmp_path / "data")
    opened = Engine.open(paths_below(tmp_path), Settings())
    opened.go_on = lambda: None  # type: ignore[attr-defined]
    yield opened
    opened.close()


@pytest.fixture
def window(open_window, engine: Engine, thick: tuple[Path, Document], qtbot) -> MainWindow:
    """With the thick document open on its first page."""
    window = open_window(lambda: engine)
    show(window, thick[1], qtbot)
    return window


def show(window: MainWindow, document: Document, qtbot) -> None:
    with qtbot.waitSignal(window.viewer.page_shown, timeout=20_000):
        window.on_document_opened(document.document_id)


@pytest.mark.slow
def test_3000_pages_open_and_scroll_without_stall(
    window: MainWindow, thick: tuple[Path, Document], qtbot
) -> None:
    """`-s` shows the figures. Limits are ten times what is wanted: the machine may be busy."""
    drawn: list[int] = []
    window.viewer.pictures.drawn.connect(drawn.append)
    window.viewer.pictures.forget()
    began = time.perf_counter()
    with longest_stall(window):
        show(window, thick[1], qtbot)
    opening = time.perf_counter() - began
    qtbot.waitUntil(lambda: len(drawn) >= 3)
    assert opening < 10
    assert len(drawn) < 10  # what is in view and next to it, of 3,000
    bar = window.document.page.verticalScrollBar()
    with longest_stall(window) as scrolling:
        for step in range(150):
            bar.setValue(round(bar.maximum() * step / 149) if step % 3 else bar.value() + 400)
            qtbot.wait(2)
    assert window.viewer.number == THICK
    qtbot.waitUntil(lambda: window.viewer.pictures.image(THICK) is not None)
    assert len(drawn) < 400
    assert scrolling[-1] < 1
    print(f"opened in {opening:.3f} s, longest stall {scrolling[-1] * 1000:.0f} ms, {len(drawn)} pages drawn")


def test_go_to_outline_thumbnails_fit_and_turn(window: MainWindow, qtbot) -> None:
    viewer, document = window.viewer, window.document
    qtbot.keyClick(window, Qt.Key.Key_G, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClicks(document.number, "1207")
    with qtbot.waitSignal(viewer.page_shown) as shown:
        qtbot.keyClick(document.number, Qt.Key.Key_Return)
    assert shown.args[0].number == viewer.number == 1207
    assert document.page.hasFocus()

    document.side.click()
    contents = document.contents
    qtbot.waitUntil(lambda: contents.outline_model.rowCount() == 60)
    assert contents.outline_model.index(24, 0).data() == "Chapter 25"
    start = contents.outline_model.index(0, 0, contents.outline_model.index(24, 0))
    assert (start.data(), contents.outline_model.page(start)) == ("Start", 1201)
    assert contents.outline_model.page(contents.outline.currentIndex()) == 1201  # where the reader is
    contents.outline.setCurrentIndex(contents.outline_model.index(10, 0))
    with qtbot.waitSignal(viewer.page_shown) as shown:
        qtbot.keyClick(contents.outline, Qt.Key.Key_Return)
    assert shown.args[0].number == 501

    viewer.outline_changed.emit([])  # of a document without one: its pages
    assert contents.currentWidget() is contents.thumbnails
    assert contents.thumbnails_model.rowCount() == THICK
    qtbot.waitUntil(lambda: viewer.pictures.small(501) is not None)
    assert viewer.pictures.small(1) is None  # not in view
    with qtbot.waitSignal(viewer.page_shown) as shown:
        qtbot.keyClick(contents.thumbnails, Qt.Key.Key_Down)
    assert shown.args[0].number == 502

    with qtbot.waitSignal(viewer.page_shown):
        viewer.set_scale(2.0)
    with qtbot.waitSignal(viewer.page_shown):
        viewer.fit(Fit.PAGE)
    rect = document.page.page_rect(502)
    assert rect.height() <= document.page.viewport().height()
    before = viewer.pictures.image(502)
    assert before is not None
    with qtbot.waitSignal(viewer.page_shown) as shown:
        window.reading.right.trigger()
    assert viewer.number == 502
    turned = shown.args[0]
    assert (turned.number, turned.turn) == (502, 90)
    assert turned.image.width() > turned.image.height()
    assert before.image.width() < before.image.height()


def test_search_finds_marks_and_walks(window: MainWindow, qtbot) -> None:
    viewer, finder = window.viewer, window.finder
    viewer.go_to(2500)
    qtbot.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    bar = window.document.find_bar
    assert bar.field.hasFocus()
    with qtbot.waitSignal(finder.changed, check_params_cb=lambda: bool(finder.matches)):
        qtbot.keyClicks(bar.field, "SEAL  number is w-02")
    assert len(finder.matches) == 1000
    assert bar.count.text() == "501 of 1,000"  # from where the reader is
    assert viewer.number == 2500
    qtbot.keyClick(bar.field, Qt.Key.Key_Return)
    assert bar.count.text() == "502 of 1,000"
    qtbot.waitUntil(lambda: viewer.number == 2501)
    found = finder.current
    assert found is not None
    qtbot.waitUntil(lambda: 2501 in viewer.words.pages)
    page = viewer.words.pages[2501]
    start = page.span.start
    assert page.text[found.span.start - start : found.span.end - start].lower() == "seal number is w-02"
    qtbot.keyClick(bar.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: viewer.number == 2500)

    bar.field.setText("no such words anywhere")
    qtbot.waitUntil(lambda: bar.count.text() == "Not found")
    assert not bar.following.isEnabled()
    qtbot.keyClick(bar.field, Qt.Key.Key_Escape)
    assert not bar.isVisible()
    assert window.document.page.hasFocus()


def test_words_are_selected_copied_and_asked_about(window: MainWindow, qtbot) -> None:
    view, viewer = window.document.page, window.viewer
    qtbot.waitUntil(lambda: 1 in viewer.words.pages)
    page = viewer.words.pages[1]

    def middle(word: int) -> QPoint:
        [mark] = view.boxes_in_view(1, [page.words[word].box])
        return mark.center().toPoint()

    first = next(n for n, w in enumerate(page.words) if page.text[w.span.start : w.span.end] == "seal")
    qtbot.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=middle(first))
    drag(view, middle(first), middle(first + 1))
    qtbot.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=middle(first + 1))
    assert viewer.words.selected_text == "seal number"
    qtbot.keyClick(view, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "seal number is"
    qtbot.keyClick(view, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert viewer.words.selected_text.startswith("seal number is W-00001.")
    assert "Line 0" in viewer.words.selected_text

    qtbot.keyClick(view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert viewer.words.selected_text == page.text
    qtbot.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=middle(first))
    assert viewer.words.selected_text == "seal"
    assert window.reading.ask.isEnabled()
    window.reading.ask.trigger()
    assert window.composer.edit.toPlainText() == "What does “seal” mean in thick.pdf?"
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=middle(0))
    assert viewer.words.selected_text == ""
    assert not window.reading.ask.isEnabled()
    qtbot.waitUntil(lambda: 2 in viewer.words.pages)
    viewer.words.select(Selection(Place(2, 3), Place(1, len(page.words) - 2)))  # over two pages
    assert viewer.words.selected_text.startswith("and seals.")
    assert viewer.words.selected_text.endswith("\n" + viewer.words.pages[2].text[: len("Page 2 of the")])


def drag(view, start: QPoint, end: QPoint) -> None:
    """As a mouse with its button held does; QTest moves without buttons."""
    for point in (start + QPoint(5, 0), end):
        event = QMouseEvent(
            QEvent.Type.MouseMove,
            QPointF(point),
            QPointF(view.viewport().mapToGlobal(point)),
            Qt.MouseButton.NoButton,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
        QGuiApplication.sendEvent(view.viewport(), event)


def test_printing_makes_the_pages_of_the_range(
    window: MainWindow, thick: tuple[Path, Document], tmp_path: Path, qtbot
) -> None:
    made = tmp_path / "printed.pdf"
    printer = QPrinter()
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(made))
    printer.setPrintRange(QPrinter.PrintRange.PageRange)
    printer.setFromTo(1, THICK)
    window.reading.print_on(printer)
    window.reading._progress.canceled.emit()  # as its button does
    qtbot.waitUntil(lambda: not window.reading.printing)
    assert window.library.notice.text == ""
    printer.setFromTo(3, 4)
    window.reading.print_on(printer)
    assert window.reading.printing
    qtbot.waitUntil(lambda: not window.reading.printing, timeout=20_000)
    with pymupdf.open(made) as printed, pymupdf.open(thick[0] / "thick.pdf") as source:
        assert printed.page_count == 2
        page, original = printed[1], source[3]
        ink = page.get_pixmap(dpi=30, colorspace=pymupdf.csGRAY).samples
        blank = printed[0].get_pixmap(dpi=30, colorspace=pymupdf.csGRAY).samples
        assert min(ink) < 200
        assert ink != blank
        assert abs(page.rect.width / page.rect.height - original.rect.width / original.rect.height) < 0.2


def test_it_opens_in_another_viewer(window: MainWindow, thick: tuple[Path, Document], monkeypatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: not opened.append(url.toLocalFile()))
    window.reading.elsewhere.trigger()
    assert opened == [str(thick[0] / "thick.pdf")]


def test_a_few_wide_pages_leave_the_others_at_the_width_of_the_view() -> None:
    portrait, landscape, narrow, slip = (Sheet(width, 792, 0) for width in (612, 792, 590, 200))
    sheets = [portrait, portrait, landscape, portrait, narrow, slip]
    room = (612, 400)
    assert [fitting_scale(sheets, number, room, Fit.WIDTH) for number in (1, 5)] == [1.0, 1.0]
    assert fitting_scale(sheets, 3, room, Fit.WIDTH) == pytest.approx(612 / 792)
    assert fitting_scale(sheets, 6, room, Fit.WIDTH) == pytest.approx(612 / 200)


def test_a_protected_file_can_be_opened_where_it_is_read(
    open_window, tmp_path: Path, qtbot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was read in an earlier session; its password was not kept."""
    plain, path = make_thick_pdf(tmp_path / "plain.pdf", 3), tmp_path / "pay.pdf"
    with pymupdf.open(plain) as opened:
        opened.save(path, encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="open sesame", owner_pw="x")
    engine = Engine.open(paths_below(tmp_path / "own"), Settings())
    stored = store_thick(engine, plain, 3)
    size, digest = path.stat().st_size, hashlib.sha256(path.read_bytes()).hexdigest()
    with engine.database.transaction() as connection:
        connection.execute(
            "UPDATE documents SET path = ?, filename = ?, size_bytes = ?, content_hash = ?",
            (str(path), path.name, size, digest),
        )
    engine.go_on = lambda: None  # type: ignore[attr-defined]
    window = open_window(lambda: engine)
    with qtbot.waitSignal(window.viewer.text_shown, timeout=20_000):
        window.on_document_opened(stored.document_id)
    bar = window.document.source
    qtbot.waitUntil(bar.password.isVisible)
    assert bar.text.startswith("pay.pdf is protected with a password.")
    assert not bar.retry.isVisible()
    assert not bar.other.isVisible()
    given = ["", "wrong", "open sesame"]
    monkeypatch.setattr(dialogs, "ask_password", lambda _parent, _name: given.pop(0))
    qtbot.mouseClick(bar.password, Qt.MouseButton.LeftButton)  # not given
    with qtbot.waitSignal(window.viewer.text_shown, timeout=20_000):
        qtbot.mouseClick(bar.password, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(bar.password.isVisible)
    with qtbot.waitSignal(window.viewer.page_shown, timeout=20_000):
        qtbot.mouseClick(bar.password, Qt.MouseButton.LeftButton)
    assert not bar.isVisible()
    assert window.library_state.documents.document(stored.document_id).status is DocumentStatus.INDEXED


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_a_point_of_the_strip_and_a_point_of_the_page_are_the_same(rotation: int) -> None:
    layout = PageLayout([Sheet(400, 300, 0), Sheet(400, 300, rotation), Sheet(100, 800, 0)], 1.5)
    corner = layout.to_strip(2).map(QPointF(10, 20))
    number, back = layout.on_page(corner)
    assert number == 2
    assert (back.x(), back.y()) == (pytest.approx(10), pytest.approx(20))
    rect = layout.rect(2)
    assert rect.contains(corner)
    assert (rect.width(), rect.height()) == ((450, 600) if rotation in (90, 270) else (600, 450))
    assert list(layout.between(rect.top() + 1, rect.bottom() - 1)) == [2]
    assert list(layout.between(rect.bottom() + 5, layout.height)) == [3]


def test_a_renderer_that_dies_costs_one_page(window: MainWindow, engine: Engine, qtbot) -> None:
    """Whatever a hostile file does to the process that draws it, the window goes on."""
    viewer = window.viewer
    worker = engine.viewing._renderer._worker
    pid = worker.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    with qtbot.waitSignal(viewer.page_shown, timeout=20_000) as shown:
        viewer.go_to(2000)
    assert shown.args[0].number == 2000
    assert worker.pid not in (None, pid)


@pytest.mark.parametrize(("x", "found"), [(15, 0), (40, 0), (75, 1), (200, 1)])
def test_the_mouse_finds_words_of_the_page_and_not_the_comment_that_hangs_on_them(
    x: float, found: int
) -> None:
    texts = (("Entry", Box(10, 10, 50, 20)), ("fee", Box(70, 10, 90, 20)), ("Check", Box(5, 5, 95, 25)))
    text, words = "Entry fee\n\nCheck", []
    for said, box in texts:
        start = 100 + text.index(said)
        words.append(Word(Span(start, start + len(said)), box))
    comment = types.Place(words[-1].span, "annotation", "comment by Ann")
    page = Page(1, text, Span(100, 100 + len(text)), 100, 100, words=tuple(words), places=(comment,))
    assert nearest_word(page, x, 15) == found
