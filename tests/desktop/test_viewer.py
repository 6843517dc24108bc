"""A cited page: the marks lie on the cited words, on straight and on rotated pages."""

from __future__ import annotations

import threading
from pathlib import Path

import pymupdf
import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage

from core.cancel import CancelToken
from core.ingest.readers.base import OutlineEntry
from core.types import Box, CitedPlace, Page, SourceState, Span, Word
from desktop.conversation.citations import Target
from desktop.conversation.marks import marked
from desktop.shared.theme import PAGE_HIGHLIGHT
from desktop.viewer.highlights import highlight_boxes, line_boxes
from desktop.viewer.page_layout import Fit
from tests.desktop.conftest import OpenWindow
from tests.desktop.scripted import ScriptedEngine, make_pdf


def word(text_start: int, x0: float, y0: float, x1: float, y1: float) -> Word:
    return Word(Span(text_start, text_start + 4), Box(x0, y0, x1, y1))


def test_words_of_a_line_become_one_box() -> None:
    words = [word(0, 10, 10, 30, 20), word(5, 33, 10, 60, 20), word(10, 10, 24, 40, 34)]
    assert line_boxes(words) == [Box(10, 10, 60, 20), Box(10, 24, 40, 34)]


def test_only_words_that_overlap_the_spans_are_marked() -> None:
    words = (word(100, 10, 10, 30, 20), word(105, 33, 10, 60, 20), word(110, 10, 24, 40, 34))
    page = Page(2, "", Span(100, 114), 200, 200, words=words)
    assert highlight_boxes(page, [Span(104, 105)]) == []
    assert highlight_boxes(page, [Span(106, 107)]) == [Box(33, 10, 60, 20)]


def red_area(image: QImage) -> QRectF:
    """The rectangle around all red pixels."""
    found = [
        (x, y)
        for y in range(image.height())
        for x in range(image.width())
        if (color := image.pixelColor(x, y)).red() > 150 and color.green() < 100
    ]
    xs, ys = [x for x, _ in found], [y for _, y in found]
    return QRectF(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


@pytest.mark.slow
@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_marks_lie_on_the_words(
    rotation: int, open_window, engine: ScriptedEngine, tmp_path: Path, qtbot
) -> None:
    path = tmp_path / "turned.pdf"
    document = pymupdf.open()
    page = document.new_page(width=400, height=300)
    page.insert_text((40, 60), "plain words before", fontsize=14)
    page.insert_text((40, 120), "CITED WORDS", fontsize=14, color=(1, 0, 0))
    page.insert_text((40, 180), "plain words after", fontsize=14)
    page.set_rotation(rotation)
    document.save(path)
    document.close()
    stored = engine.put(path)
    words = engine.pages[stored.document_id][0]
    at = words.text.index("CITED")
    target = Target(
        1, stored.document_id, stored.filename, CitedPlace(1), (Span(at, at + 11),), "CITED WORDS"
    )

    window = open_window()
    window.viewer.set_scale(1.5)
    with qtbot.waitSignal(window.viewer.page_shown) as shown:
        window.open_target(target)
    drawn, marks, _scroll = shown.args
    assert len(marks) == 1
    assert drawn.image.width() > drawn.image.height() if rotation in (0, 180) else True
    red = red_area(drawn.image)
    assert marks[0].adjusted(-3, -3, 3, 3).contains(red)
    assert marks[0].width() * marks[0].height() < 4 * red.width() * red.height()
    # What the window paints: yellow paper around the words, and nowhere else.
    painted = window.document.page.image
    corner = painted.pixelColor(int(marks[0].left()) + 1, int(marks[0].center().y()))
    assert corner.name().upper() in (PAGE_HIGHLIGHT, "#FFE28A", "#FFE389") or corner.blue() < 200
    assert painted.pixelColor(3, 3) == Qt.GlobalColor.white


@pytest.mark.parametrize("as_text", [False, True])
def test_a_sentence_over_a_page_end_is_marked_on_both_pages(
    as_text: bool, open_window, engine: ScriptedEngine, tmp_path: Path, qtbot
) -> None:
    stored = engine.put(make_pdf(tmp_path / "a.pdf", ["It begins here and", "ends there."]))
    if as_text:
        stored = engine.put_text("a.html", "html", engine.pages[stored.document_id])
    first, second = engine.pages[stored.document_id]
    place, spans = CitedPlace(1, last_page=2), (first.span, second.span)
    quote = "It begins here and ends there."
    window = open_window()
    with qtbot.waitSignal(window.viewer.text_shown if as_text else window.viewer.page_shown):
        window.open_target(Target(1, stored.document_id, stored.filename, place, spans, quote))
    if as_text:
        assert window.document.text.marked_texts() == [first.text, second.text]
    else:
        assert [len(window.viewer.marks_on(page)) for page in (first, second)] == [1, 1]
    assert window.document.quoted.text() == f"[1] cited · {stored.filename}, pp. 1–2"


def test_marks_are_multiplied_so_that_text_stays_readable() -> None:
    image = QImage(20, 20, QImage.Format.Format_RGB888)
    image.fill(Qt.GlobalColor.white)
    image.setPixelColor(10, 10, Qt.GlobalColor.black)
    result = marked(image, [QRectF(0, 0, 20, 20)])
    assert result.pixelColor(10, 10).name() == "#000000"
    assert result.pixelColor(5, 5).name().upper() == PAGE_HIGHLIGHT


def test_a_page_is_not_drawn_twice(open_window, engine: ScriptedEngine, manual: Path, qtbot) -> None:
    document = engine.put(manual)
    window = open_window()
    window.viewer.zooming.mode = Fit.NONE  # another width of the view would be another zoom
    with qtbot.waitSignal(window.viewer.page_shown):
        window.on_document_opened(document.document_id)
    with qtbot.waitSignal(window.viewer.page_shown):
        window.viewer.go_to(2)
    before = [render[1] for render in engine.renders].count(1)
    with qtbot.waitSignal(window.viewer.page_shown):
        window.viewer.go_to(1)
    assert [render[1] for render in engine.renders].count(1) == before


def test_a_quote_opens_where_its_words_stand_now(
    open_window, engine: ScriptedEngine, tmp_path: Path, qtbot
) -> None:
    document = engine.put(make_pdf(tmp_path / "two.pdf", ["A page without it.", "The pump is of bronze."]))
    quote = "The pump is of bronze."
    earlier = Target(1, document.document_id, "two.pdf", CitedPlace(1), (Span(2, 12),), quote)
    window = open_window()
    with qtbot.waitSignal(window.viewer.page_shown) as shown:
        window.open_target(earlier)
    drawn, marks, _scroll = shown.args
    assert (drawn.number, len(marks), window.viewer.target.page) == (2, 1, 2)
    assert "p. 2" in window.document.quoted.text()


def test_a_page_that_cannot_be_drawn_keeps_the_quote(open_window, engine: ScriptedEngine, qtbot) -> None:
    window = open_window()
    target = Target(1, "gone", "gone.pdf", CitedPlace(3), (Span(0, 4),), "the quoted words")
    with qtbot.waitSignal(window.viewer.failed):
        window.open_target(target)
    assert "no longer in the library" in window.document.page.message
    assert "the quoted words" in window.document.page.message


def test_n_and_p_walk_through_citations(open_window, engine: ScriptedEngine, tmp_path: Path, qtbot) -> None:
    from core.types import Mode, StatementStatus
    from tests.desktop.scripted import agent_run, answer_of, citation_of, statement_of

    path = make_pdf(tmp_path / "two.pdf", ["First page says alpha.", "Second page says beta."])
    document = engine.put(path)
    pages = engine.pages[document.document_id]
    cited = [citation_of(document, pages[0], "alpha", 1), citation_of(document, pages[1], "beta", 2)]
    answer = answer_of([statement_of("Alpha, then beta.", StatementStatus.SUPPORTED, *cited)], cited)
    engine.script = agent_run(answer, ["Alpha"])
    window = open_window()
    engine.go_on()
    engine.go_on()
    with qtbot.waitSignal(window.conversation.turn_finished):
        window.conversation.ask("Which letters?", Mode.CHAT)
    seen = []
    window.view.setFocus()
    for key in (Qt.Key.Key_N, Qt.Key.Key_N, Qt.Key.Key_N, Qt.Key.Key_P):
        with qtbot.waitSignal(window.viewer.page_shown) as shown:
            qtbot.keyClick(window.view if not seen else window.document.page, key)
        seen.append(shown.args[0].number)
    assert seen == [1, 2, 1, 2]


def test_a_file_that_does_not_answer_does_not_keep_the_next_document(
    open_window: OpenWindow,
    engine: ScriptedEngine,
    manual: Path,
    tmp_path: Path,
    qtbot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Neither its outline nor the look at its state: the share that it lies on is gone."""
    silent, other = engine.put(make_pdf(tmp_path / "silent.pdf", ["It lies far away."])), engine.put(manual)
    outline, state_of, hangs = engine.viewing.outline, engine.source_state_of, threading.Event()
    goes_on = threading.Event()

    def hanging_outline(document_id: str, cancel: CancelToken) -> list[OutlineEntry]:
        if document_id == silent.document_id:
            hangs.set()
            cancel.wait(30.0)
            cancel.check()
        return outline(document_id, cancel)

    def hanging_state(document_id: str) -> SourceState | None:
        goes_on.wait(30.0)
        return state_of(document_id)

    monkeypatch.setattr(engine.viewing, "outline", hanging_outline)
    monkeypatch.setattr(engine, "source_state_of", hanging_state)
    window = open_window()
    read: list[str] = []
    window.viewer.outline_changed.connect(lambda entries: read.append(window.viewer.document_id))
    window.on_document_opened(silent.document_id)
    window.viewer._ask_state()
    qtbot.waitUntil(hangs.is_set)
    with qtbot.waitSignal(window.viewer.page_shown, timeout=5_000):
        window.on_document_opened(other.document_id)
    qtbot.waitUntil(lambda: other.document_id in read)
    goes_on.set()


def test_marks_that_touch_are_not_darker_where_they_meet() -> None:
    image = QImage(40, 40, QImage.Format.Format_RGB888)
    image.fill(Qt.GlobalColor.white)
    result = marked(image, [QRectF(5, 5, 30, 12), QRectF(5, 14, 30, 12)])
    assert result.pixelColor(20, 15).name().upper() == PAGE_HIGHLIGHT


def test_another_column_gets_its_own_box() -> None:
    words = [word(0, 10, 10, 30, 20), word(5, 300, 10, 340, 20)]
    assert len(line_boxes(words)) == 2
