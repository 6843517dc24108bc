"""The page about one document: every line opens its place, every question can be asked. GUI thread."""

from __future__ import annotations

from PySide6.QtCore import QUrl, Signal, Slot
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QFrame, QTextBrowser, QWidget

from core.types import CitedPlace
from desktop.conversation.citations import Target, target_of
from desktop.guide.guide_control import GuideController
from desktop.guide.guide_html import guide_html, sheet
from desktop.guide.report_html import ANCHOR, report_html, summary_html
from desktop.shared.markup import plain_html
from desktop.shared.theme import theme

_MARGIN = 12


class GuideView(QTextBrowser):
    """`target_chosen(Target)`; `question_chosen(document_id, question)`; `file_chosen(document_id)`: one that
    lies in the document."""

    target_chosen = Signal(object)
    question_chosen = Signal(str, str)
    file_chosen = Signal(str)

    def __init__(self, guides: GuideController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.controller = guides
        self._shown = ""  # id of the document
        self._whole = False  # long lists of the report, too
        self._report_awaited = False
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.setAcceptDrops(False)
        self.setUndoRedoEnabled(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName(self.tr("Guide to the document"))
        self.document().setDocumentMargin(_MARGIN)
        self.document().setIndentWidth(16)
        self.anchorClicked.connect(self.on_anchor_clicked)
        guides.changed.connect(self.refresh)
        theme().changed.connect(self.refresh)
        self.refresh()

    def show_report(self) -> None:
        """As soon as it is there, and what stands above it."""
        self._report_awaited = True
        self._bring_report()

    @Slot()
    def refresh(self) -> None:
        """As the controller has it now; what is shown of the same document stays where it was read."""
        self.document().setDefaultFont(theme().font("body"))
        self.document().setDefaultStyleSheet(theme().fill(sheet()))
        guides, bar = self.controller, self.verticalScrollBar()
        at = bar.value()
        if guides.document_id != self._shown:
            self._shown, self._whole, at = guides.document_id, False, 0
        self.setHtml(self._html())
        bar.setValue(at)
        self._bring_report()

    def _bring_report(self) -> None:
        guides = self.controller
        if self._report_awaited and guides.report is not None:
            self.scrollToAnchor(ANCHOR)
            self._report_awaited = guides.guide is None and not guides.problem

    def _html(self) -> str:
        guides = self.controller
        tone = {name: theme().name(name) for name in ("text", "muted", "accent", "good", "weak", "bad")}
        report = guides.report
        below = report_html(report, tone, whole=self._whole) if report is not None else ""
        if guides.guide is not None:
            how_read = summary_html(report, tone) if report is not None else ""
            return f"{guide_html(guides.guide, guides.more, tone, how_read)}{below}"
        if report is not None and not report.document.status.can_be_searched:
            said = report.document.filename
        elif guides.problem:
            said = guides.problem
        elif guides.document_id:
            said = self.tr("Looking through the document …")
        else:
            said = self.tr(
                "Click a document in the library to see what it is, what it says first of all, its dates and "
                "amounts, and what you could ask it."
            )
        return f'<p class="caption">{plain_html(said)}</p>{below}'

    def loadResource(self, kind: int, name: QUrl | str) -> QImage:
        """Nothing is ever loaded, as in the conversation."""
        return QImage()

    @Slot(QUrl)
    def on_anchor_clicked(self, url: QUrl) -> None:
        scheme, number = url.scheme(), int(url.path()) if url.path().isdigit() else 0
        report = self.controller.report
        if scheme in ("cite", "page", "note"):
            target = self._cited(number) if scheme == "cite" else self._reported(scheme, number)
            if target is not None:
                self.target_chosen.emit(target)
        elif scheme == "ask" and (guide := self.controller.guide) is not None:
            self.question_chosen.emit(guide.document_id, guide.questions[number].text)
        elif scheme == "file" and report is not None:
            self.file_chosen.emit(report.files[number].document_id)
        elif scheme == "all":
            self._whole = True
            self.refresh()
        elif scheme == ANCHOR:
            self.scrollToAnchor(ANCHOR)

    def _cited(self, place: int) -> Target | None:
        guide = self.controller.guide
        if guide is None or not guide.answer.statements[place].evidence:
            return None
        first = guide.answer.statements[place].evidence[0]
        return target_of(guide.answer, first.citation, place)

    def _reported(self, scheme: str, number: int) -> Target | None:
        """A page of the document, or what was said about it."""
        report = self.controller.report
        if report is None:
            return None
        name, document_id = report.document.filename, report.document.document_id
        if scheme == "page":
            return Target(0, document_id, name, CitedPlace(number), (), "")
        note = report.notes[number]
        return Target(0, document_id, name, note.place, note.spans, note.text)
