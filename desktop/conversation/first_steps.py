"""The first start on a computer: what stays here, which model suits it, something to try. GUI thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QDir, QFileInfo, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop.settings.settings_control import SettingsController
from desktop.shared.flow_layout import FlowLayout
from desktop.shared.numbers import file_size

if TYPE_CHECKING:
    from core.models.overview import ModelState

_PARTS = 1000
_WIDTH = 580


def _tr(text: str) -> str:
    return QCoreApplication.translate("FirstSteps", text)


class FirstSteps(QDialog):
    """Not modal, and everything in it can be left for later."""

    samples_requested = Signal()
    settings_requested = Signal()

    def __init__(
        self, settings: SettingsController, *, offer_samples: bool, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._settings = settings
        self._suits: ModelState | None = None
        self._wanted = ""  # what is fetched from here
        self.setWindowTitle(_tr("Welcome to DocuChat"))
        self.setFixedWidth(_WIDTH)
        title = QLabel(_tr("Ask your documents, and check every answer"), self)
        title.setProperty("look", "title")
        title.setWordWrap(True)
        says = self._label(
            _tr(
                "Your documents, questions and answers stay on this computer. DocuChat works without a "
                "network; only fetching a model uses one, and only when you press the button. Each sentence "
                "of an answer shows how far your documents carry it, and a click shows the words on their "
                "page."
            )
        )
        heading = QLabel(_tr("A language model for this computer"), self)
        heading.setProperty("look", "strong")
        self.model = self._label(_tr("Looking at this computer …"))
        self.why = self._label("")
        self.why.setProperty("look", "muted")
        self.act = QPushButton(self)
        self.act.hide()
        self.act.clicked.connect(self.on_act)
        self.stop = self._button(_tr("Stop"), settings.stop)
        self.stop.hide()
        self.from_file = self._button(_tr("Take from a file…"), self.on_from_file)
        self.from_file.setToolTip(
            _tr("Needs no network: a copy of the file becomes the model, if its bytes are right.")
        )
        self.from_file.hide()
        self.from_folder = self._button(_tr("From a folder…"), self.on_from_folder)
        self.from_folder.setToolTip(
            _tr("A folder that has the model, another program's models, or wheels; what lies below is seen.")
        )
        self.from_folder.hide()
        self.others = self._button(_tr("Other models…"), self.on_others)
        self.bar = QProgressBar(self)
        self.bar.setRange(0, _PARTS)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(_tr("Fetching the model"))
        self.bar.hide()
        row = FlowLayout(spacing=8)
        for button in (self.act, self.from_file, self.from_folder, self.stop, self.others):
            row.addWidget(button)
        self.samples = self._button(_tr("Try the sample documents"), self.on_samples)
        self.samples.setVisible(offer_samples)
        self.leave = self._button(_tr("Begin"), self.accept)
        self.leave.setDefault(True)
        foot = QHBoxLayout()
        foot.addWidget(self.samples)
        foot.addStretch()
        foot.addWidget(self.leave)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 20)
        column.setSpacing(12)
        for widget in (title, says, heading, self.model, self.why, self.bar):
            column.addWidget(widget)
        column.addLayout(row)
        column.addSpacing(8)
        column.addLayout(foot)
        settings.listed.connect(self.on_listed)
        settings.changed.connect(self.on_listed)
        settings.fetching_changed.connect(self.on_listed)
        settings.models.dataChanged.connect(self.on_progress)
        settings.fetch_ended.connect(self.on_fetch_ended)

    def open(self) -> None:
        """Show it, and ask which model suits this computer."""
        self._settings.refresh()
        self.show()
        self.leave.setFocus()

    @Slot()
    def on_listed(self) -> None:
        """What suits this computer, in as much room as the words take."""
        self._show_choice()
        layout = self.layout()
        if layout is not None:
            layout.activate()
            self.setFixedHeight(layout.heightForWidth(_WIDTH))

    def _show_choice(self) -> None:
        from core.models.overview import recommended  # psutil and the catalogue: the worker has them by now

        states = self._settings.models.states
        if not states:
            return
        busy = bool(self._settings.fetching)
        self._suits = recommended(states)
        suits = self._suits
        self.bar.setVisible(busy)
        self.stop.setVisible(busy)
        self.others.setEnabled(not busy)
        if suits is None:
            self.model.setText(_tr("None of the models fits into the free memory."))
            self.why.setText(
                _tr(
                    "DocuChat answers with sentences of your documents, word for word. Close other programs "
                    "and look again in the settings, or use a server of your own."
                )
            )
            self.act.hide()
            self.from_file.hide()
            self.from_folder.hide()
            self._lead(self.leave)
            return
        on_its_way = (one for one in states if one.entry.model_id == self._settings.fetching)
        self.model.setText(next(on_its_way, suits).entry.name)
        self.why.setText(self._why(suits))
        self.act.setVisible(not busy and not self._in_use(suits))
        for button in (self.from_file, self.from_folder):
            button.setVisible(not busy and not suits.installed)
        size = file_size(suits.entry.total_bytes)
        self._lead(self.leave if self.act.isHidden() else self.act)
        self.act.setText(_tr("Use it") if suits.installed else _tr("Fetch it ({size})").format(size=size))

    def _lead(self, first: QPushButton) -> None:
        """What is most likely wanted stands out."""
        for button in (self.act, self.leave):
            button.setProperty("look", "primary" if button is first else "")
            button.style().unpolish(button)
            button.style().polish(button)

    def _in_use(self, state: ModelState) -> bool:
        chosen = self._settings.settings.models
        return state.installed and not chosen.server_url and chosen.answer_model == state.entry.model_id

    def _why(self, state: ModelState) -> str:
        told = _tr("The largest that runs here beside your other programs.")
        parts = [told, self._settings.models.memory(state)]
        if self._in_use(state):
            parts.append(_tr("It is installed and answers your questions."))
        elif state.installed:
            parts.append(_tr("It is installed already."))
        else:
            parts.append(
                _tr(
                    "Until then, and without it, DocuChat answers with sentences of your documents, word for "
                    "word."
                )
            )
        return " ".join(parts)

    @Slot()
    def on_progress(self) -> None:
        row = self._settings.models.row_of(self._settings.fetching)
        if row >= 0:
            fetching = self._settings.models.fetching
            self.bar.setValue(int(_PARTS * (fetching.fraction or 0.0)) if fetching else 0)
            if fetching is not None:
                self.why.setText(f"{fetching.stage}\n")

    @Slot()
    def on_act(self) -> None:
        if self._suits is None:
            return
        if self._suits.installed:
            self._choose(self._suits.entry.model_id)
        else:
            self._fetch(self._suits.entry.model_id)

    def _fetch(self, model_id: str, source: str = "") -> None:
        self._wanted = model_id
        self._settings.fetch(model_id, source)

    @Slot()
    def on_from_file(self) -> None:
        path, _kind = QFileDialog.getOpenFileName(
            self, _tr("Take the model from a file"), "", _tr("Models (*.gguf);;All files (*)")
        )
        if path:
            self.take_file(path)

    def take_file(self, path: str) -> None:
        """The file becomes the model that it is by its name or size; any other is tried as the one shown, and
        refused with what is wrong with it."""
        if self._suits is None:
            return
        file = QFileInfo(path)
        alike = (
            state
            for state in self._settings.models.states
            if not state.entry.place
            and (state.entry.main.name == file.fileName() or state.entry.main.size == file.size())
        )
        self._fetch(next(alike, self._suits).entry.model_id, path)

    @Slot()
    def on_from_folder(self) -> None:
        path = QFileDialog.getExistingDirectory(self, _tr("Take the model from a folder"))
        if path:
            self.take_folder(path)

    def take_folder(self, path: str) -> None:
        """The model whose file lies in it by name, else the one shown: its file is looked for by size in the
        folders below, and its wheels in the folder itself."""
        if self._suits is None:
            return
        folder = QDir(path)
        named = (
            state
            for state in (self._suits, *self._settings.models.states)
            if not state.entry.place and folder.exists(state.entry.main.name)
        )
        self._fetch(next(named, self._suits).entry.model_id, path)

    def _choose(self, model_id: str) -> None:
        self._settings.change("models", {"answer_model": model_id, "server_url": "", "server_model": ""})

    @Slot(str, str, str)
    def on_fetch_ended(self, model_id: str, outcome: str, sentence: str) -> None:
        suits = self._suits.entry.model_id if self._suits is not None else ""
        if outcome == "done" and model_id in (self._wanted, suits):
            self._choose(model_id)
        elif sentence:
            self.why.setText(sentence)

    @Slot()
    def on_others(self) -> None:
        self.accept()
        self.settings_requested.emit()

    @Slot()
    def on_samples(self) -> None:
        self.accept()
        self.samples_requested.emit()

    def _label(self, text: str) -> QLabel:
        label = QLabel(text, self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        return label

    def _button(self, name: str, slot: object) -> QPushButton:
        button = QPushButton(name, self)
        button.setAutoDefault(False)
        button.clicked.connect(slot)
        return button
