"""Settings as inputs: how answers look, how documents are read, what the window looks like. GUI thread.

Each input reports a change as soon as it is made, and knows how it shows the settings; `show_settings` fills
all of them without reporting.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QLabel,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from core.settings import Settings
from desktop.settings.language_choice import LanguageChoice
from desktop.shared.theme import Appearance, theme

_CAPTION_WIDTH = 360


class SettingsForm(QWidget):
    """Rows of inputs, each for one value of `core.settings`: `edited(section, {name: value})`."""

    edited = Signal(str, dict)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.filling = False
        self._fillers: list[Callable[[Settings], object]] = []
        self.form = QFormLayout()
        self.form.setHorizontalSpacing(16)
        self.form.setVerticalSpacing(12)
        self.form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.FieldsStayAtSizeHint)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addLayout(self.form)
        column.addStretch()

    def show_settings(self, settings: Settings) -> None:
        """Fill the inputs."""
        self.filling = True
        for fill in self._fillers:
            fill(settings)
        self.filling = False

    def choice(
        self, label: str, section: str, name: str, choices: Sequence[tuple[str, object]], says: str = ""
    ) -> QComboBox:
        """One of `choices`, (words, value) each."""
        box = QComboBox(self)
        for words, value in choices:
            box.addItem(words, value)
        box.currentIndexChanged.connect(lambda _row: self._tell(section, name, box.currentData()))
        self.row(
            label,
            box,
            says,
            lambda settings: box.setCurrentIndex(max(box.findData(_value(settings, section, name)), 0)),
        )
        return box

    def number(
        self,
        label: str,
        section: str,
        name: str,
        least: int,
        most: int,
        unit: str = "",
        says: str = "",
        least_means: str = "",
    ) -> QSpinBox:
        """A whole number between the two; `least_means` is shown instead of the least one."""
        box = QSpinBox(self)
        box.setRange(least, most)
        box.setSpecialValueText(least_means)
        box.setKeyboardTracking(False)
        box.setSuffix(f" {unit}" if unit else "")
        box.valueChanged.connect(lambda value: self._tell(section, name, value))
        self.row(label, box, says, lambda settings: box.setValue(int(_value(settings, section, name))))
        return box

    def decimal(
        self, label: str, section: str, name: str, least: float, most: float, step: float, says: str = ""
    ) -> QDoubleSpinBox:
        """A number with two decimals between the two."""
        box = QDoubleSpinBox(self)
        box.setRange(least, most)
        box.setSingleStep(step)
        box.setKeyboardTracking(False)
        box.valueChanged.connect(lambda value: self._tell(section, name, round(value, 2)))
        self.row(label, box, says, lambda settings: box.setValue(float(_value(settings, section, name))))
        return box

    def check(self, label: str, section: str, name: str, says: str = "") -> QCheckBox:
        """On or off."""
        box = QCheckBox(label, self)
        box.toggled.connect(lambda on: self._tell(section, name, on))
        self.row("", box, says, lambda settings: box.setChecked(bool(_value(settings, section, name))))
        return box

    def row(self, label: str, editor: QWidget, says: str, fill: Callable[[Settings], object]) -> None:
        """Any input with its name, a caption, and what makes it show the settings."""
        self._fillers.append(fill)
        editor.setToolTip(says)
        if label:
            editor.setAccessibleName(label)
        if isinstance(editor, QAbstractSpinBox):
            editor.lineEdit().setTextMargins(6, 0, 6, 0)
        if not says:
            self.form.addRow(label, editor)
            return
        told = QLabel(says, self)
        told.setProperty("look", "caption")
        told.setWordWrap(True)
        told.setMinimumWidth(_CAPTION_WIDTH)
        both = QVBoxLayout()
        both.setSpacing(2)
        both.addWidget(editor, 0, Qt.AlignmentFlag.AlignLeft)
        both.addWidget(told)
        told.ensurePolished()  # its height is asked for before it is shown, with the right font
        told.setMinimumHeight(told.heightForWidth(_CAPTION_WIDTH))
        self.form.addRow(label, both)

    def _tell(self, section: str, name: str, value: object) -> None:
        if not self.filling:
            self.edited.emit(section, {name: value})


def _value(settings: Settings, section: str, name: str) -> Any:
    return getattr(getattr(settings, section), name)


class AnswersForm(SettingsForm):
    """How questions are answered."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.style_ = self.choice(
            self.tr("Answers are"),
            "answers",
            "style",
            (
                (self.tr("concise"), "concise"),
                (self.tr("detailed"), "detailed"),
                (self.tr("lists"), "bullet"),
            ),
        )
        self.extractive = self.choice(
            self.tr("Copied sentences"),
            "answers",
            "extractive",
            (
                (self.tr("where the model cannot write"), "auto"),
                (self.tr("always"), "always"),
                (self.tr("never"), "never"),
            ),
            self.tr("Chat answers with sentences of the documents, word for word, in under a second."),
        )
        self.top_k = self.number(
            self.tr("Passages a chat answer reads"),
            "answers",
            "top_k",
            1,
            50,
            says=self.tr("More take longer."),
        )
        self.max_tokens = self.number(
            self.tr("Longest answer"), "answers", "max_tokens", 16, 4096, self.tr("tokens")
        )
        self.temperature = self.decimal(
            self.tr("Freedom of wording"),
            "answers",
            "temperature",
            0.0,
            2.0,
            0.1,
            self.tr("Temperature: 0 answers the same each time."),
        )
        self.agent_limits = self.choice(
            self.tr("Agent mode"),
            "answers",
            "agent_limits",
            (
                (self.tr("as many steps as the question needs"), "standard"),
                (self.tr("five steps, never more"), "strict"),
            ),
        )
        self.chat_timeout = self.number(
            self.tr("An answer is given up after"), "answers", "chat_timeout_s", 10, 86_400, self.tr("s")
        )


class MachineForm(SettingsForm):
    """How much of this computer is used, how documents are read, and how the window looks."""

    def __init__(self, language: LanguageChoice, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.appearance = QComboBox(self)
        for words, look in (
            (self.tr("Like the system"), "system"),
            (self.tr("Light"), "light"),
            (self.tr("Dark"), "dark"),
        ):
            self.appearance.addItem(words, look)
        self.appearance.currentIndexChanged.connect(self.on_appearance)
        self.row(self.tr("Appearance"), self.appearance, "", self._show_appearance)
        self.language = language
        restart = self.tr("Holds from the next start of DocuChat on.")
        self.row(self.tr("Language"), language, restart, lambda _settings: language.show_kept())
        self.ocr = self.choice(
            self.tr("Scanned pages"),
            "library",
            "ocr",
            ((self.tr("their text is recognised"), "auto"), (self.tr("are left as they are"), "off")),
            self.tr("Holds from the next start on, for documents that are read then."),
        )
        self.pause_on_battery = self.check(
            self.tr("Reading documents pauses on battery"),
            "library",
            "pause_on_battery",
            self.tr("A computer that does not tell how it is powered counts as plugged in."),
        )
        self.notify = self.check(
            self.tr("Tell when long work has ended"),
            "window",
            "notify",
            self.tr(
                "Only while another program is in front, and without a word of your documents or questions."
            ),
        )
        self.load_model = self.check(
            self.tr("Load the model when DocuChat starts"),
            "window",
            "load_model",
            self.tr("In the background. Otherwise it is loaded, and takes memory, with the first question."),
        )
        self.context = self.number(
            self.tr("Context of the model"),
            "models",
            "context_tokens",
            0,
            131_072,
            self.tr("tokens"),
            self.tr("0: as much as the free memory carries."),
            self.tr("automatic"),
        )
        self.threads = self.number(
            self.tr("Processor cores"),
            "models",
            "threads",
            0,
            256,
            says=self.tr("0: as many as there are."),
            least_means=self.tr("automatic"),
        )
        self.gpu_layers = self.number(
            self.tr("Layers on the graphics card"),
            "models",
            "gpu_layers",
            -1,
            1000,
            says=self.tr("0: none. -1: all."),
        )
        self._gpu_row = self.form.rowCount() - 1
        self.show_gpu(False)

    @Slot(bool)
    def show_gpu(self, usable: bool) -> None:
        """Layers can lie on a graphics card only where llama.cpp was built for it."""
        self.form.setRowVisible(self._gpu_row, usable)

    def on_appearance(self, _row: int) -> None:
        if not self.filling:
            look: Appearance = self.appearance.currentData()
            theme().set_appearance(look)

    def _show_appearance(self, _settings: Settings) -> None:
        """Of the window, not of the settings: it may have been changed in the menu."""
        self.appearance.setCurrentIndex(max(self.appearance.findData(theme().appearance), 0))
