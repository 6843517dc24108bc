"""Settings, the page about the data: where it lies, its copies, a check, another place for it. GUI thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QListView,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from core.settings import Settings
from core.system.paths import AppPaths
from desktop.library.card_delegate import CardDelegate
from desktop.shared.item_roles import Role
from desktop.shared.numbers import file_size
from desktop.shared.opening import open_with_system

if TYPE_CHECKING:
    from desktop.settings.data_folder import DataController

_LEAST_ROWS = 140  # pixels of the list of copies


class DataPage(QWidget):
    """Reports wishes. `edited(section, values)` as the forms do; `repair_requested` after a check that found
    damage; `folders_requested`: the folders that the library keeps in step with."""

    edited = Signal(str, dict)
    repair_requested = Signal()
    folders_requested = Signal()

    def __init__(self, data: DataController, paths: AppPaths, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._data = data
        self._filling = False
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self._label(self.tr("Where everything lies"), "strong"))
        column.addLayout(self._folders(paths))
        self.in_step = self._button(self.tr("Folders kept in step…"), self.folders_requested)
        column.addWidget(self.in_step, 0, Qt.AlignmentFlag.AlignLeft)
        self.sizes = self._label("", "caption")
        column.addWidget(self.sizes)
        column.addLayout(self._care())
        self.why_not = self._label("", "caption")
        self.why_not.hide()
        column.addWidget(self.why_not)
        column.addSpacing(8)
        column.addWidget(self._label(self.tr("Copies of the library"), "strong"))
        column.addWidget(
            self._label(
                self.tr(
                    "Texts, conversations, answers and settings; not the documents, which stay where they "
                    "are. A copy on the same disk does not survive the disk: put one elsewhere now and then."
                ),
                "muted",
            )
        )
        column.addWidget(self._daily())
        self.no_room = self._label("", "bad")
        self.no_room.setWordWrap(True)
        self.no_room.hide()
        column.addWidget(self.no_room)
        column.addWidget(self._list(), 1)
        column.addLayout(self._buttons())
        column.addLayout(self._foot())
        data.surveyed.connect(self.on_surveyed)
        data.busy_changed.connect(self.show_buttons)
        data.progressed.connect(self.bar.setValue)
        data.told.connect(self.on_told)
        self.show_buttons()

    def _folders(self, paths: AppPaths) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(2)
        grid.setColumnStretch(1, 1)
        for row, (name, path) in enumerate(
            (
                (self.tr("Library and settings"), paths.data),
                (self.tr("Models"), paths.models),
                (self.tr("Log"), paths.logs),
            )
        ):
            link = QPushButton(str(path), self)
            link.setProperty("look", "link")
            link.setProperty("fit", "text")
            link.setCursor(Qt.CursorShape.PointingHandCursor)
            link.setAccessibleName(self.tr("Open the folder: {name}").format(name=name))
            link.setToolTip(str(path))
            link.setAutoDefault(False)
            link.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            link.clicked.connect(lambda _on=False, place=path: open_with_system(place))
            grid.addWidget(self._label(name), row, 0)
            grid.addWidget(link, row, 1)
        return grid

    def _care(self) -> QHBoxLayout:
        self.relocate = self._button(self.tr("Move to another folder…"), self.on_move)
        self.check = self._button(self.tr("Check the library"), self._data.check)
        self.check.setToolTip(self.tr("Reads every page of its file; changes nothing."))
        self.repair = self._button(self.tr("Repair…"), self.repair_requested)
        self.repair.setToolTip(self.tr("Saves what can be read of the library; the damaged file is kept."))
        self.repair.hide()
        self._data.damage_found.connect(self.repair.show)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.relocate)
        row.addWidget(self.check)
        row.addWidget(self.repair)
        row.addStretch()
        return row

    def _daily(self) -> QCheckBox:
        self.daily = QCheckBox(self.tr("Make a copy each day"), self)
        self.daily.setToolTip(self.tr("The newest of each of the last three days and three weeks stay."))
        self.daily.toggled.connect(self.on_daily)
        return self.daily

    def _list(self) -> QListView:
        self.list = QListView(self)
        self.list.setObjectName("cards")
        self.list.setModel(self._data.backups)
        self.list.setItemDelegate(CardDelegate(self.list))
        self.list.setUniformItemSizes(True)
        self.list.setMouseTracking(True)
        self.list.setMinimumHeight(_LEAST_ROWS)
        self.list.setAccessibleName(self.tr("Copies of the library"))
        self.list.selectionModel().selectionChanged.connect(self.show_buttons)
        self._data.backups.modelReset.connect(self.on_reset)
        self.none = self._label(self.tr("None yet."), "muted")
        self.none.setAlignment(Qt.AlignmentFlag.AlignCenter)
        inside = QVBoxLayout(self.list)
        inside.addWidget(self.none)
        return self.list

    def _buttons(self) -> QHBoxLayout:
        self.back_up = self._button(self.tr("Copy now"), lambda: self._data.back_up())
        self.back_up.setProperty("look", "primary")
        self.back_up_to = self._button(self.tr("Copy to a folder…"), self.on_back_up_to)
        self.restore = self._button(self.tr("Put back…"), self.on_restore)
        self.restore.setToolTip(self.tr("The selected copy takes the place of the library, which is kept."))
        self.restore_file = self._button(self.tr("Put back a file…"), self.on_restore_file)
        row = QHBoxLayout()
        row.setSpacing(8)
        for button in (self.back_up, self.back_up_to, self.restore, self.restore_file):
            row.addWidget(button)
        row.addStretch()
        return row

    def _foot(self) -> QHBoxLayout:
        self.told = self._label("", "muted")
        self.told.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setRange(0, 1000)
        self.bar.setAccessibleName(self.tr("Progress"))
        self.bar.setFixedWidth(120)
        self.stop = self._button(self.tr("Stop"), self._data.stop)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.told, 1)
        row.addWidget(self.bar)
        row.addWidget(self.stop)
        return row

    # --- what is shown ---------------------------------------------------------------------------

    def show_settings(self, settings: Settings) -> None:
        self._filling = True
        self.daily.setChecked(settings.library.backups == "auto")
        self._filling = False
        self._show_room()

    @Slot()
    def on_surveyed(self) -> None:
        found = self._data.survey
        if found is None:
            return
        parts = [
            name.format(size=file_size(size))
            for name, size in (
                (self.tr("library {size}"), found.library_bytes),
                (self.tr("search index {size}"), found.index_bytes),
                (self.tr("copies {size}"), found.copies_bytes),
                (self.tr("models {size}"), found.models_bytes),
                (self.tr("free on this disk {size}"), found.free_bytes),
            )
            if size is not None
        ]
        self.sizes.setText(" · ".join(parts))
        why_not = {
            "": "",
            "option": self.tr("The program was told where its data lies: it is moved by hand."),
            "variable": self.tr("DOCUCHAT_HOME says where the data lies: it is moved by hand."),
            "beside": self.tr("The data lies beside the program, and moves with the program's folder."),
        }
        self._show_room()
        self.why_not.setText(why_not[found.placed_by])
        self.why_not.setVisible(bool(found.placed_by))
        self.show_buttons()

    def _show_room(self) -> None:
        missing = self._data.survey.missing_bytes if self._data.survey is not None else 0
        told = self.tr("Today's copy was not made: {size} are missing on the disk.")
        self.no_room.setText(told.format(size=file_size(missing)))
        self.no_room.setVisible(bool(missing) and self.daily.isChecked())

    @Slot()
    def on_reset(self) -> None:
        if self._data.backups.rowCount():
            self.list.setCurrentIndex(self._data.backups.index(0))
        self.none.setVisible(not self._data.backups.rowCount())
        self.show_buttons()

    @Slot()
    def show_buttons(self) -> None:
        busy, found = bool(self._data.doing), self._data.survey
        has_library = found is not None and found.library_bytes > 0
        for button in (self.back_up, self.back_up_to, self.check):
            button.setEnabled(has_library and not busy)
        self.restore.setEnabled(self.list.currentIndex().isValid() and not busy)
        self.restore_file.setEnabled(not busy)
        self.repair.setEnabled(not busy)
        self.relocate.setEnabled(found is not None and not found.placed_by and not busy)
        self.bar.setVisible(busy)
        self.stop.setVisible(busy)
        if busy:
            self._say(self._data.doing, "muted")

    @Slot(str, bool)
    def on_told(self, sentence: str, ok: bool) -> None:
        self._say(sentence, "muted" if ok else "bad")

    def _say(self, sentence: str, look: str) -> None:
        self.told.setText(sentence)
        self.told.setProperty("look", look)
        self.told.style().unpolish(self.told)
        self.told.style().polish(self.told)

    # --- what the user does ----------------------------------------------------------------------

    @Slot(bool)
    def on_daily(self, on: bool) -> None:
        if not self._filling:
            self.edited.emit("library", {"backups": "auto" if on else "off"})
            self._show_room()

    @Slot()
    def on_back_up_to(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, self.tr("Copy the library to this folder"))
        if folder:
            self._data.back_up(folder)

    @Slot()
    def on_restore(self) -> None:
        index = self.list.currentIndex()
        if index.isValid():
            self._data.check_copy(index.data(Role.KEY))

    @Slot()
    def on_restore_file(self) -> None:
        path, _kind = QFileDialog.getOpenFileName(
            self,
            self.tr("Put back a copy of the library"),
            "",
            self.tr("Libraries (*.sqlite3);;All files (*)"),
        )
        if path:
            self._data.check_copy(path)

    @Slot()
    def on_move(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, self.tr("Move the data into this folder"))
        if folder:
            self._data.check_target(folder)

    # --- inside ----------------------------------------------------------------------------------

    def _label(self, text: str, look: str = "") -> QLabel:
        label = QLabel(text, self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(look in ("muted", "caption"))
        label.setProperty("look", look)
        return label

    def _button(self, name: str, slot: object) -> QPushButton:
        button = QPushButton(name, self)
        button.setAutoDefault(False)
        button.clicked.connect(slot)
        return button
