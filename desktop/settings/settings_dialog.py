"""The settings: pages with a list of them at the left. What is changed holds at once. GUI thread."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QPushButton,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from core.system.paths import AppPaths
from desktop.messages.words import counted
from desktop.settings.backup_rows import when
from desktop.settings.data_folder import DataController
from desktop.settings.data_page import DataPage
from desktop.settings.language_choice import LanguageChoice
from desktop.settings.models_page import ModelsPage
from desktop.settings.privacy_page import PrivacyPage
from desktop.settings.settings_control import SettingsController
from desktop.settings.settings_forms import AnswersForm, MachineForm
from desktop.shared import dialogs
from desktop.shared.dialog_sizes import keep_size
from desktop.shared.numbers import file_size
from desktop.start.window_memory import WindowMemory
from desktop.workers.upkeep import MoveData, PutBack, Repair


def _tr(text: str) -> str:
    return QCoreApplication.translate("Settings", text)


class SettingsDialog(QDialog):
    """Not modal: a question can be asked beside it. `order_given(Order)`: to be carried out while no library
    is open. `folders_requested`: as of the data page."""

    order_given = Signal(object)
    folders_requested = Signal()

    def __init__(
        self,
        settings: SettingsController,
        data: DataController,
        paths: AppPaths,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._settings = settings
        self._data = data
        self.setWindowTitle(_tr("Settings"))
        self.resize(860, 640)
        self.setMinimumSize(720, 480)
        keep_size(self, "settings")
        self.models = ModelsPage(settings)
        self.answers = AnswersForm()
        self.machine = MachineForm(LanguageChoice(WindowMemory(paths.data)))
        self.data = DataPage(data, paths)
        self.privacy = PrivacyPage()
        self.names = QListWidget(self)
        self.names.setAccessibleName(_tr("Pages of the settings"))
        self.names.setFixedWidth(170)
        self.pages = QStackedWidget(self)
        for name, page in (
            (_tr("Models"), self.models),
            (_tr("Answers"), self._scrolled(self.answers)),
            (_tr("This computer"), self._scrolled(self.machine)),
            (_tr("Data and copies"), self._scrolled(self.data)),
            (_tr("Privacy"), self._scrolled(self.privacy)),
        ):
            page.setAccessibleName(name)
            self.names.addItem(name)
            self.pages.addWidget(page)
        self.names.currentRowChanged.connect(self.pages.setCurrentIndex)
        self.notice = QLabel(self)
        self.notice.setProperty("look", "bad")
        self.notice.setWordWrap(True)
        self.notice.hide()
        close = QPushButton(_tr("Close"), self)
        close.clicked.connect(self.accept)
        foot = QHBoxLayout()
        foot.addWidget(self.notice, 1)
        foot.addStretch()
        foot.addWidget(close)
        sides = QHBoxLayout()
        sides.setSpacing(20)
        sides.addWidget(self.names)
        sides.addWidget(self.pages, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(12)
        column.addLayout(sides, 1)
        column.addLayout(foot)
        self.names.setCurrentRow(0)
        self.models.model_chosen.connect(self.on_model_chosen)
        self.models.server_chosen.connect(self.on_server_chosen)
        for form in (self.answers, self.machine, self.data):
            form.edited.connect(self.on_edited)
        data.copy_ready.connect(self.on_copy_ready)
        data.target_ready.connect(self.on_target_ready)
        self.data.repair_requested.connect(self.on_repair_requested)
        self.data.folders_requested.connect(self.folders_requested)
        self.privacy.diagnostics_requested.connect(self.on_diagnostics)
        self.privacy.updates_requested.connect(settings.check_updates)
        settings.gpu_told.connect(self.machine.show_gpu)
        settings.update_told.connect(self.privacy.on_update_told)
        settings.changed.connect(self.on_settings)
        settings.notice_given.connect(self.on_notice)
        self.on_settings()

    def open_on(self, page: int = 0) -> None:
        """Show it, up to date, with that page in front."""
        self._settings.refresh()
        self._settings.ask_gpu()
        self._data.refresh()
        self.notice.hide()
        self.names.setCurrentRow(page)
        if self.isVisible():
            self.raise_()
            self.activateWindow()
        self.show()

    @Slot()
    def on_settings(self) -> None:
        settings = self._settings.settings
        self.answers.show_settings(settings)
        self.machine.show_settings(settings)
        self.data.show_settings(settings)
        self.privacy.show_settings(settings)

    @Slot(str, dict)
    def on_edited(self, section: str, values: dict[str, object]) -> None:
        self._keep(section, values)

    @Slot(str)
    def on_model_chosen(self, model_id: str) -> None:
        self._keep("models", {"answer_model": model_id, "server_url": "", "server_model": ""})

    @Slot(str, str)
    def on_server_chosen(self, url: str, model: str) -> None:
        self._keep("models", {"server_url": url, "server_model": model})

    def _keep(self, section: str, values: dict[str, object]) -> None:
        self.notice.hide()
        self._settings.change(section, values)

    @Slot(str, int)
    def on_copy_ready(self, path: str, documents: int) -> None:
        backups = self._data.survey.backups if self._data.survey is not None else ()
        made = next((when(one.made_at) for one in backups if str(one.path) == path), "")
        told = counted(documents, _tr("1 document"), _tr("{n} documents"))
        sure, with_settings = dialogs.confirm_put_back(self, path, made, told)
        if sure:
            self.order_given.emit(PutBack(Path(path), with_settings))

    @Slot(str, bool)
    def on_target_ready(self, folder: str, left: bool) -> None:
        found = self._data.survey
        size = (
            (found.library_bytes + found.index_bytes + found.copies_bytes + found.models_bytes)
            if found
            else 0
        )
        if dialogs.confirm_move(self, folder, file_size(size), interrupted=left):
            self.order_given.emit(MoveData(Path(folder)))

    @Slot()
    def on_repair_requested(self) -> None:
        if dialogs.confirm_repair(self):
            self.order_given.emit(Repair())

    @Slot()
    def on_diagnostics(self) -> None:
        path, _kind = QFileDialog.getSaveFileName(
            self, _tr("Save a diagnostics file"), "docuchat-diagnostics.zip", _tr("Archives (*.zip)")
        )
        if path:
            self._settings.save_diagnostics(path)

    @Slot(str, bool)
    def on_notice(self, sentence: str, ok: bool) -> None:
        self.notice.setProperty("look", "muted" if ok else "bad")
        self.notice.style().unpolish(self.notice)
        self.notice.style().polish(self.notice)
        self.notice.setText(sentence)
        self.notice.show()

    def _scrolled(self, page: QWidget) -> QScrollArea:
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setObjectName("settingsArea")
        area.setWidget(page)
        return area
