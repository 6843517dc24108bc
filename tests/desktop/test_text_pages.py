"""Pages without a picture are shown as the text that was read, with the cited words marked."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtGui import QTextCursor

from core.types import PAGE_BREAK, CitedPlace, Page, PageKind, SourceState, Span
from desktop.conversation.citations import Target
from desktop.shared.theme import PAGE_HIGHLIGHT, theme
from desktop.viewer.text_page import TextPage
from tests.desktop.scripted import ScriptedEngine

SHEETS = ("Region\tSales\nNorth\t12 😀\nSouth\t<b>34</b>", "Year\tTotal\n2024\t46")


def sheets() -> list[Page]:
    pages: list[Page] = []
    start = 0
    for number, (name, text) in enumerate(zip(("Sales", "Sum"), SHEETS, strict=True), start=1):
        span = Span(start, start + len(text))
        pages.append(Page(number, text, span, 0.0, 0.0, label=name, kind=PageKind.SHEET))
        start += len(text) + len(PAGE_BREAK)
    return pages


def target_on(document_id: str, page: Page, quote: str, place: str = "") -> Target:
    at = page.span.start + page.text.index(quote)
    spans = (Span(at, at + len(quote)),)
    cited = CitedPlace(page.number, page.kind, page.label, place)
    return Target(1, document_id, "sales.xlsx", cited, spans, quote, 0.5)


@pytest.mark.parametrize(("number", "quote", "look"), [(1, "<b>34</b>", "light"), (2, "2024\t46", "dark")])
def test_cited_cells_are_marked_in_the_text(
    number: int, quote: str, look: str, open_window, engine: ScriptedEngine, qtbot
) -> None:
    theme().set_appearance(look)
    document = engine.put_text("sales.xlsx", "xlsx", sheets())
    page = engine.page(document.document_id, number)
    assert page is not None
    window = open_window()
    with qtbot.waitSignal(window.viewer.text_shown):
        window.open_target(target_on(document.document_id, page, quote, "B3"))
    viewer = window.document
    assert viewer.stack.currentWidget() is viewer.text
    # The mark-up of a file is text here.
    assert viewer.text.toPlainText() == f"Sheet Sales\n{SHEETS[0]}\nSheet Sum\n{SHEETS[1]}"
    assert viewer.text.marked_texts() == [quote]  # beyond the emoji, which Qt counts as two
    [mark] = viewer.text.extraSelections()
    ink, paper = mark.format.foreground().color(), mark.format.background().color()
    assert paper.name().upper() == PAGE_HIGHLIGHT
    assert paper.lightness() - ink.lightness() > 120
    assert viewer.text.isReadOnly()
    assert viewer.quoted.text() == f"[1] cited · sales.xlsx, sheet {page.label}, B3"
    assert viewer.place.text() == f"Sheet {page.label}"
    assert f"sheet {page.label} of sales.xlsx" in viewer.text.accessibleName()
    assert engine.renders == []


def test_sheets_are_walked_through_and_sized_like_pages(open_window, engine: ScriptedEngine, qtbot) -> None:
    document = engine.put_text("sales.xlsx", "xlsx", sheets())
    window = open_window()
    with qtbot.waitSignal(window.viewer.text_shown):
        window.on_document_opened(document.document_id)
    view = window.document.text
    assert view.marked_texts() == []
    size = view.font().pointSizeF()
    window.document.on_larger()
    assert view.font().pointSizeF() == pytest.approx(1.25 * size)
    window.viewer.fit()
    assert view.font().pointSizeF() == pytest.approx(size)
    window.document.on_next_page()
    assert window.viewer.number == 2
    assert window.document.place.text() == "Sheet Sum"
    assert window.document.number.text() == "2"
    assert not window.document._buttons["next"].isEnabled()


def shown(view: TextPage) -> bool:
    """Whether the first mark begins in the middle, not where a view leaves it that scrolled too soon."""
    selections = view.extraSelections()  # kept: a selection owns its cursor
    cursor = QTextCursor(selections[0].cursor)
    cursor.setPosition(cursor.selectionStart())
    area, mark = view.viewport().rect(), view.cursorRect(cursor)
    return area.contains(mark) and abs(mark.center().y() - area.center().y()) < area.height() / 4


@pytest.mark.parametrize(
    ("name", "format_name", "kind"),
    [("arrears.xlsx", "xlsx", PageKind.SHEET), ("notes.docx", "docx", PageKind.SECTION)],
)
def test_the_first_click_in_a_fresh_window_shows_the_mark(
    name: str, format_name: str, kind: PageKind, open_window, engine: ScriptedEngine, qtbot
) -> None:
    text = "\n".join(f"Flat {number} | {'owes rent ' * (number % 9)}| {number * 7}" for number in range(400))
    page = Page(1, text, Span(0, len(text)), 0.0, 0.0, label="Arrears", kind=kind)
    document = engine.put_text(name, format_name, [page])
    window = open_window()
    window.show()
    qtbot.waitExposed(window)
    with qtbot.waitSignal(window.viewer.text_shown):
        window.open_target(target_on(document.document_id, page, "Flat 288 "))
    view = window.document.text
    qtbot.waitUntil(lambda: shown(view))
    bar = view.verticalScrollBar()
    bar.setValue(0)
    window.resize(window.width() - 40, window.height() - 40)
    qtbot.wait(50)
    assert bar.value() == 0  # the reader scrolled; a new size does not take that back


def test_text_of_a_file_that_changed_says_so(open_window, engine: ScriptedEngine, qtbot) -> None:
    document = engine.put_text("sales.xlsx", "xlsx", sheets())
    engine.library[document.document_id] = replace(document, source_state=SourceState.MISSING)
    window = open_window()
    with qtbot.waitSignal(window.viewer.text_shown):
        window.on_document_opened(document.document_id)
    bar = window.document.source
    qtbot.waitUntil(bar.isVisible)
    assert "no longer where it was" in bar.text
    assert bar.locate.isVisible()
    assert not bar.reread.isVisible()


def test_words_are_found_over_all_sheets_and_asked_about(open_window, engine: ScriptedEngine, qtbot) -> None:
    document = engine.put_text("sales.xlsx", "xlsx", sheets())
    window = open_window()
    with qtbot.waitSignal(window.viewer.text_shown):
        window.on_document_opened(document.document_id)
    view, bar = window.document.text, window.document.find_bar
    window.reading.find.trigger()
    qtbot.keyClicks(bar.field, "4")
    qtbot.waitUntil(lambda: bar.count.text() == "1 of 3")
    qtbot.waitUntil(lambda: view.found_texts() == ["4", "4", "4"])
    window.reading.find_next.trigger()
    window.reading.find_next.trigger()
    assert bar.count.text() == "3 of 3"
    assert window.viewer.number == 2
    cursor = view.document().find("South")
    view.setTextCursor(cursor)
    assert window.reading.ask.isEnabled()
    window.reading.ask.trigger()
    assert window.composer.edit.toPlainText() == "What does “South” mean in sales.xlsx?"


def test_a_long_text_comes_in_parts_as_it_is_read(open_window, engine: ScriptedEngine, qtbot) -> None:
    pages, start = [], 0
    for number in range(1, 9):
        text = "\n".join(f"part {number} line {line}" for line in range(5000))
        pages.append(Page(number, text, Span(start, start + len(text)), 0, 0, kind=PageKind.SECTION))
        start += len(text) + len(PAGE_BREAK)
    document = engine.put_text("long.md", "markdown", pages)
    window = open_window()
    with qtbot.waitSignal(window.viewer.text_shown):
        window.on_document_opened(document.document_id)
    view = window.document.text
    assert not view.has_page(8)  # too much to lay out at once
    with qtbot.waitSignal(window.viewer.text_shown):
        window.viewer.go_to(7)
    assert view.has_page(7)
    assert window.viewer.number == 7
    last = pages[7].span.end
    with qtbot.waitSignal(window.viewer.text_shown):
        window.viewer.reveal(8, Span(last - 4, last))
    assert window.viewer.number == 8


def test_a_file_that_was_found_again_has_its_new_name(open_window, engine: ScriptedEngine, qtbot) -> None:
    document = engine.put_text("sales.xlsx", "xlsx", sheets())
    window = open_window()
    with qtbot.waitSignal(window.viewer.text_shown):
        window.on_document_opened(document.document_id)
    engine.library[document.document_id] = replace(document, filename="sales-2025.xlsx")
    window.library_state.refresh()
    documents = window.library_state.documents
    qtbot.waitUntil(lambda: documents.document(document.document_id).filename == "sales-2025.xlsx")
    window.viewer.reload()
    assert window.document.title.text() == "sales-2025.xlsx"


def test_a_mark_deep_in_a_huge_sheet_is_shown(open_window, engine: ScriptedEngine, qtbot) -> None:
    text = "\n".join(f"row {number}" for number in range(120_000))
    page = Page(1, text, Span(0, len(text)), 0.0, 0.0, label="All", kind=PageKind.SHEET)
    document = engine.put_text("huge.csv", "csv", [page])
    window = open_window()
    with qtbot.waitSignal(window.viewer.text_shown):
        window.open_target(target_on(document.document_id, page, "row 99999\n"))
    view = window.document.text
    assert view.marked_texts() == ["row 99999\n"]
    assert view.cursorRect().top() < view.viewport().height()
