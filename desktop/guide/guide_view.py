"""The page about one document: every line opens its place, every question can be asked. GUI thread."""

from __future__ import annotations

from PySide6.QtCore import QUrl, Signal, Slot
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QFrame, QTextBrowser, QWidget

from desktop.conversation.citations import Target, target_of
from desktop.guide.guide_control import GuideController
from desktop.guide.guide_html import guide_html, sheet
from desktop.shared.markup import plain_html
from desktop.shared.theme import theme

_MARGIN = 12


class GuideView(QTextBrowser):
    """`target_chosen(Target)`; `question_chosen(document_id, question)`."""

    target_chosen = Signal(object)
    question_chosen = Signal(str, str)

    def __init__(self, guides: GuideController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.controller = guides
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

    @Slot()
    def refresh(self) -> None:
        """As the controller has it now; the same guide with more in it stays where it was read."""
        self.document().setDefaultFont(theme().font("body"))
        self.document().setDefaultStyleSheet(theme().fill(sheet()))
        guides = self.controller
        bar = self.verticalScrollBar()
        at = bar.value() if guides.guide is not None and not guides.more else 0
        self.setHtml(self._html())
        bar.setValue(at)

    def _html(self) -> str:
        guides = self.controller
        if guides.guide is not None:
            tone = {name: theme().name(name) for name in ("text", "accent", "good", "weak", "bad")}
            return guide_html(guides.guide, guides.more, tone)
        if guides.problem:
            said = guides.problem
        elif guides.document_id:
            said = self.tr("Looking through the document …")
        else:
            said = self.tr(
                "Click a document in the library to see what it is, what it says first of all, its dates and "
                "amounts, and what you could ask it."
            )
        return f'<p class="caption">{plain_html(said)}</p>'

    def loadResource(self, kind: int, name: QUrl | str) -> QImage:
        """Nothing is ever loaded, as in the conversation."""
        return QImage()

    @Slot(QUrl)
    def on_anchor_clicked(self, url: QUrl) -> None:
        guide, number = self.controller.guide, url.path()
        if guide is None or not number.isdigit():
            return
        if url.scheme() == "cite":
            target = self._target(int(number))
            if target is not None:
                self.target_chosen.emit(target)
        elif url.scheme() == "ask":
            self.question_chosen.emit(guide.document_id, guide.questions[int(number)].text)

    def _target(self, place: int) -> Target | None:
        guide = self.controller.guide
        if guide is None or not guide.answer.statements[place].evidence:
            return None
        first = guide.answer.statements[place].evidence[0]
        return target_of(guide.answer, first.citation, place)
