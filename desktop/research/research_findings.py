"""The passages that the report of a research may rest on, as they are kept. GUI thread."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QLabel, QListWidget, QListWidgetItem, QSizePolicy, QVBoxLayout, QWidget

from core.events import FindingKept
from core.types import CitedPlace
from desktop.conversation.citations import Target
from desktop.library.card_delegate import CardDelegate
from desktop.messages.words import counted
from desktop.research.research_words import where_words
from desktop.shared.item_roles import Role

_SHOWN_ROWS = 5
_LONGEST = 220  # characters of a snippet


class ResearchFindings(QFrame):
    """`target_chosen(Target)`: the page of a passage. New ones come below; what is chosen stays chosen."""

    target_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[FindingKept, ...] = ()
        self.heading = QLabel(self)
        self.heading.setProperty("look", "strong")
        self.list = QListWidget(self)
        self.list.setItemDelegate(CardDelegate(self.list, body_lines=3, glyph_width=0))
        self.list.setMouseTracking(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setCursor(Qt.CursorShape.PointingHandCursor)
        self.list.setAccessibleName(self.tr("Passages that were found"))
        self.list.itemClicked.connect(self.on_chosen)
        self.list.itemActivated.connect(self.on_chosen)
        self.list.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.heading)
        column.addWidget(self.list)
        self.hide()

    def show_findings(self, kept: Sequence[FindingKept]) -> None:
        if tuple(kept[: len(self._shown)]) != self._shown:
            self.list.clear()
            self._shown = ()
        for found in kept[len(self._shown) :]:
            self._append(found)
        self._shown = tuple(kept)
        self.heading.setText(
            counted(len(kept), self.tr("1 passage was found"), self.tr("{n} passages were found"))
        )
        rows = [self.list.sizeHintForRow(row) for row in range(min(self.list.count(), _SHOWN_ROWS))]
        self.list.setFixedHeight(sum(rows) + 2 * self.list.frameWidth() + 4)
        self.setVisible(bool(kept))

    @Slot(QListWidgetItem)
    def on_chosen(self, item: QListWidgetItem) -> None:
        self.target_chosen.emit(item.data(Role.KEY))

    def _append(self, found: FindingKept) -> None:
        snippet = " ".join(found.snippet.split())
        snippet = snippet if len(snippet) <= _LONGEST else f"{snippet[:_LONGEST].rstrip()} …"
        place = f"[{found.number}] {found.filename}, {where_words(found.where, found.page)}"
        if found.via_number:
            place += self.tr(" · named by [{number}]").format(number=found.via_number)
        item = QListWidgetItem(f"{place}\n{snippet}")
        item.setData(Role.TITLE, place)
        item.setData(Role.BODY, snippet)
        item.setToolTip(" ".join(found.snippet.split()))
        item.setData(
            Role.KEY,
            Target(0, found.document_id, found.filename, CitedPlace(found.page), (), found.snippet),
        )
        self.list.addItem(item)
