"""Settings, first page: the models of this computer, or a server of the user's own. GUI thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListView,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from core.settings import SERVER_KEY_VARIABLE
from desktop.library.card_delegate import CardDelegate
from desktop.shared import dialogs
from desktop.shared.flow_layout import FlowLayout

if TYPE_CHECKING:
    from core.models.overview import ModelState
    from desktop.settings.settings_control import SettingsController


class ModelsPage(QWidget):
    """Choosing, fetching and checking a model. `model_chosen(model_id)`, `server_chosen(url, model)`."""

    model_chosen = Signal(str)
    server_chosen = Signal(str, str)

    def __init__(self, settings: SettingsController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._kept_server = ("", "")
        self._to_select = ""
        self._build()
        settings.models.modelReset.connect(self.on_models)
        settings.changed.connect(self.on_settings)
        settings.fetching_changed.connect(self.show_buttons)
        settings.fetch_ended.connect(self.on_fetch_ended)
        settings.server_told.connect(self.on_server_told)
        self.on_settings()

    def _build(self) -> None:
        says = self._muted(
            self.tr(
                "A language model writes the answers. Without one, DocuChat answers with sentences of your "
                "documents, word for word."
            )
        )
        self.list = QListView(self)
        self.list.setModel(self._settings.models)
        self.list.setItemDelegate(CardDelegate(self.list, body_lines=3))
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setMouseTracking(True)
        self.list.setAccessibleName(self.tr("Language models"))
        self.list.selectionModel().selectionChanged.connect(self.show_buttons)
        self.use = self._button(self.tr("Use this model"), self.on_use)
        self.use.setProperty("look", "primary")
        self.get = self._button(self.tr("Fetch"), self.on_fetch)
        self.get.setToolTip(
            self.tr("Uses the file where another program has it; else it is downloaded, and checked.")
        )
        self.from_file = self._button(self.tr("Take from a file…"), self.on_from_file)
        self.from_file.setToolTip(self.tr("A copy of the file becomes this model, if its bytes are right."))
        self.from_folder = self._button(self.tr("From a folder…"), self.on_from_folder)
        self.from_folder.setToolTip(
            self.tr(
                "Looks for this model in a folder and those below: a copy of another program's models will "
                "do, and so will wheels."
            )
        )
        self.add_file = self._button(self.tr("File…"), self.on_add_file)
        self.add_folder = self._button(self.tr("Folder…"), self.on_add_folder)
        self.check = self._button(self.tr("Check"), self.on_verify)
        self.check.setToolTip(
            self.tr("Reads every byte of its files and compares them with what they should be.")
        )
        self.remove = self._button(self.tr("Remove…"), self.on_remove)
        self.stop = self._button(self.tr("Stop"), self._settings.stop)
        buttons = FlowLayout(spacing=8)
        for button in (
            self.use,
            self.get,
            self.from_file,
            self.from_folder,
            self.check,
            self.remove,
            self.stop,
        ):
            buttons.addWidget(button)
        self.told = self._muted("")
        self.told.hide()
        own = QHBoxLayout()
        own.setSpacing(8)
        own.addWidget(
            self._muted(
                self.tr("A model you have already, of LM Studio, Ollama or GPT4All for example, in place:")
            ),
            1,
        )
        for button, name in (
            (self.add_file, self.tr("Use a GGUF file where it lies")),
            (self.add_folder, self.tr("Use the GGUF files of a folder where they lie")),
        ):
            button.setToolTip(name)
            button.setAccessibleName(name)
            own.addWidget(button)

        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addWidget(says)
        column.addWidget(self.list, 1)
        column.addLayout(buttons)
        column.addLayout(own)
        column.addWidget(self.told)
        column.addLayout(self._server())

    def _server(self) -> QVBoxLayout:
        heading = QLabel(self.tr("Or a model server of your own"), self)
        heading.setProperty("look", "strong")
        says = self._muted(
            self.tr(
                "llama.cpp, LM Studio, Ollama or another server with OpenAI's interface. Questions and the "
                "passages found for them are sent to this address, and nowhere else. A key is not kept here: "
                "it is read from the environment variable {variable} at the start (Help → Documentation, "
                "Installing, tells how)."
            ).format(variable=SERVER_KEY_VARIABLE)
        )
        self.url = QLineEdit(self)
        self.url.setPlaceholderText("http://localhost:8080")
        self.url.setAccessibleName(self.tr("Address of the server"))
        self.server_model = QComboBox(self)
        self.server_model.setAccessibleName(self.tr("Model on the server"))
        name = QLineEdit(self.server_model)
        name.setPlaceholderText(self.tr("Model on the server"))
        self.server_model.setLineEdit(name)
        self.test = self._button(self.tr("Test"), self.on_test)
        self.use_server = self._button(self.tr("Use this server"), self.on_use_server)
        self.leave_server = self._button(self.tr("Back to this computer"), self.on_leave_server)
        self.url.textChanged.connect(self.show_buttons)
        self.server_told = self._muted("")
        self.server_told.hide()
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(8)
        grid.addWidget(self.url, 0, 0)
        grid.addWidget(self.server_model, 0, 1)
        grid.setColumnStretch(0, 3)
        grid.setColumnStretch(1, 2)
        row = QHBoxLayout()
        row.setSpacing(8)
        for button in (self.test, self.use_server, self.leave_server):
            row.addWidget(button)
        row.addStretch()
        column = QVBoxLayout()
        column.setSpacing(8)
        column.addWidget(heading)
        column.addWidget(says)
        column.addLayout(grid)
        column.addLayout(row)
        column.addWidget(self.server_told)
        return column

    # --- models of this computer ----------------------------------------------------------------

    @property
    def chosen(self) -> ModelState | None:
        """The model of the row that is selected."""
        return self._settings.models.state(self.list.currentIndex().row())

    @Slot()
    def on_models(self) -> None:
        models = self._settings.models
        if self._to_select and (added := models.row_of(self._to_select)) >= 0:
            self._to_select = ""
            self.list.setCurrentIndex(models.index(added))
        row = max(models.row_of(self._settings.settings.models.answer_model), 0)
        if models.rowCount() and not self.list.currentIndex().isValid():
            self.list.setCurrentIndex(models.index(row))
        self.show_buttons()

    @Slot()
    def show_buttons(self) -> None:
        state, busy = self.chosen, bool(self._settings.fetching)
        installed = state is not None and state.installed
        chosen = self._settings.settings.models
        in_use = state is not None and not chosen.server_url and state.entry.model_id == chosen.answer_model
        self.use.setEnabled(installed and not in_use)
        self.get.setEnabled(state is not None and not installed and not busy)
        own = state is not None and bool(state.entry.place)
        for button in (self.from_file, self.from_folder):
            button.setEnabled(state is not None and not own and not installed and not busy)
        self.add_file.setEnabled(not busy)
        self.add_folder.setEnabled(not busy)
        self.check.setEnabled(installed and not busy)
        needed = state is not None and state.entry.model_id in chosen.chosen
        self.remove.setEnabled((installed or own) and not needed and not busy)
        self.stop.setVisible(busy)
        self.test.setEnabled(bool(self.url.text().strip()))
        self.use_server.setEnabled(bool(self.url.text().strip()))
        self.leave_server.setVisible(bool(chosen.server_url))

    @Slot()
    def on_use(self) -> None:
        if self.chosen is not None:
            self.model_chosen.emit(self.chosen.entry.model_id)

    @Slot()
    def on_fetch(self) -> None:
        if self.chosen is not None:
            self._tell("")
            self._settings.fetch(self.chosen.entry.model_id)

    @Slot()
    def on_from_file(self) -> None:
        path, _kind = QFileDialog.getOpenFileName(
            self, self.tr("Take the model from a file"), "", self.tr("Models (*.gguf);;All files (*)")
        )
        if path:
            self.take_from(path)

    @Slot()
    def on_from_folder(self) -> None:
        path = QFileDialog.getExistingDirectory(self, self.tr("Take the model from a folder"))
        if path:
            self.take_from(path)

    def take_from(self, path: str) -> None:
        """A copy of the file, or of what a folder has of it, becomes the chosen model, if its bytes are
        right."""
        if self.chosen is not None:
            self._tell("")
            self._settings.fetch(self.chosen.entry.model_id, path)

    @Slot()
    def on_add_file(self) -> None:
        path, _kind = QFileDialog.getOpenFileName(
            self,
            self.tr("Use a GGUF file where it lies"),
            "",
            self.tr("Models (*.gguf);;All files (*)"),
        )
        if path:
            self.add_place(path)

    @Slot()
    def on_add_folder(self) -> None:
        path = QFileDialog.getExistingDirectory(
            self, self.tr("Use the GGUF files of a folder where they lie")
        )
        if path:
            self.add_place(path)

    def add_place(self, path: str) -> None:
        """The file, or the models of the folder, come into the list and stay where they lie."""
        self._tell(self.tr("Looking for models in {path} …").format(path=path))
        self._settings.add(path)

    @Slot()
    def on_verify(self) -> None:
        if self.chosen is not None:
            self._tell("")
            self._settings.verify(self.chosen.entry.model_id)

    @Slot()
    def on_remove(self) -> None:
        state = self.chosen
        if state is not None and dialogs.confirm_remove_model(self, state.entry.name, state.place):
            self._tell("")
            self._settings.remove(state.entry.model_id)

    @Slot(str, str, str)
    def on_fetch_ended(self, model_id: str, outcome: str, sentence: str) -> None:
        row = self._settings.models.row_of(model_id)
        if row < 0 and outcome == "done":
            self._to_select = model_id  # the list with it comes next
        state = self._settings.models.state(row)
        name = state.entry.name if state is not None else model_id
        self._tell(sentence or self.tr("{name} is ready, every byte is right.").format(name=name), outcome)

    def _tell(self, sentence: str, outcome: str = "") -> None:
        _say(self.told, sentence, bad=outcome == "failed")

    # --- a server -------------------------------------------------------------------------------

    @Slot()
    def on_settings(self) -> None:
        """An address that was typed and is not used yet stays when something else has changed."""
        chosen = self._settings.settings.models
        kept = (chosen.server_url, chosen.server_model)
        if kept != self._kept_server:
            self._kept_server = kept
            self.url.setText(chosen.server_url)
            self.server_model.setCurrentText(chosen.server_model)
        self.show_buttons()

    @Slot()
    def on_test(self) -> None:
        self.test.setEnabled(False)
        _say(self.server_told, self.tr("Asking the server …"))
        self._settings.test_server(self.url.text().strip(), self.server_model.currentText().strip())

    @Slot(str, bool)
    def on_server_told(self, sentence: str, ok: bool) -> None:
        names, typed = self._settings.server_models, self.server_model.currentText().strip()
        if ok and names:
            self.server_model.clear()
            self.server_model.addItems(list(names))
            self.server_model.setCurrentText(typed or names[0])
        _say(self.server_told, sentence, bad=not ok)
        self.show_buttons()

    @Slot()
    def on_use_server(self) -> None:
        name = self.server_model.currentText().strip()
        if not name:
            _say(
                self.server_told,
                self.tr("Write which of its models to use, or test it to see them."),
                bad=True,
            )
            return
        self.server_chosen.emit(self.url.text().strip(), name)

    @Slot()
    def on_leave_server(self) -> None:
        self.server_chosen.emit("", "")

    # --- inside ---------------------------------------------------------------------------------

    def _muted(self, text: str) -> QLabel:
        label = QLabel(text, self)
        label.setProperty("look", "muted")
        label.setWordWrap(True)
        return label

    def _button(self, name: str, slot: object) -> QPushButton:
        button = QPushButton(name, self)
        button.setAutoDefault(False)
        button.clicked.connect(slot)
        return button


def _say(label: QLabel, sentence: str, *, bad: bool = False) -> None:
    label.setText(sentence)
    label.setVisible(bool(sentence))
    label.setProperty("look", "bad" if bad else "muted")
    label.style().unpolish(label)
    label.style().polish(label)
