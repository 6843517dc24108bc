"""The parts of a schema as inputs, each with what is wrong with it below. GUI thread."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QFrame,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from core.fields.schema import FieldType, SchemaProblem
from desktop.messages.core_words import said_line
from desktop.tables.field_words import type_word
from desktop.tables.schema_drafts import (
    Packed,
    lines_of,
    signs_of,
    signs_text,
    suits,
    values_of,
    values_text,
    words_of,
)

_LEAST_CHOICE = 80


class Row:
    """One input with its label and a place for what is wrong."""

    def __init__(self, editor: QWidget, label: QLabel, told: QLabel, cell: QWidget) -> None:
        self.editor = editor
        self.label = label
        self.told = told
        self.cell = cell  # holds the input and what is wrong

    def tell(self, sentence: str) -> None:
        self.told.setText(sentence)
        self.told.setVisible(bool(sentence))
        self.editor.setProperty("wrong", bool(sentence))
        self.editor.style().unpolish(self.editor)
        self.editor.style().polish(self.editor)
        self.editor.setAccessibleDescription(sentence or self.editor.toolTip())


class SchemaForm(QScrollArea):
    """Rows of inputs. `edited(key, value)` with plain values, as a file would have them."""

    edited = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: dict[str, Row] = {}
        self._filling = False
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._inner = QWidget()
        self._inner.setObjectName("form")
        self.form = QFormLayout()
        column = QVBoxLayout(self._inner)
        column.setContentsMargins(16, 8, 12, 4)
        column.addLayout(self.form)
        column.addStretch()  # below: a form would spread its rows over all the room
        self.form.setHorizontalSpacing(12)
        self.form.setVerticalSpacing(8)
        self.form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self.form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        self.setWidget(self._inner)

    def tell(self, found: Iterable[tuple[str, str]]) -> list[str]:
        """(key, what is wrong) at its input; what has no input here is given back."""
        sentences: dict[str, list[str]] = {}
        for key, sentence in found:
            sentences.setdefault(key, []).append(sentence)
        for key, row in self.rows.items():
            row.tell("; ".join(dict.fromkeys(sentences.pop(key, []))))
        return [sentence for rest in sentences.values() for sentence in rest]

    def called(self, key: str) -> str:
        """What the input is called; empty where there is none."""
        row = self.rows.get(key)
        return row.editor.accessibleName() if row is not None else ""

    def focus_on(self, key: str) -> None:
        row = self.rows.get(key)
        if row is not None:
            row.editor.setFocus()
            self.ensureWidgetVisible(row.editor)

    # --- building -------------------------------------------------------------------------------

    def add_line(self, key: str, label: str, tip: str = "") -> QLineEdit:
        edit = QLineEdit(self._inner)
        edit.textEdited.connect(lambda text: self._emit(key, text.strip()))
        self._add(key, label, edit, tip)
        return edit

    def add_text(
        self, key: str, label: str, tip: str, read: Callable[[str], Any] = words_of, lines: int = 4
    ) -> QPlainTextEdit:
        edit = QPlainTextEdit(self._inner)
        edit.setProperty("look", "field")
        edit.setTabChangesFocus(True)
        edit.setFixedHeight(edit.fontMetrics().lineSpacing() * lines + 18)
        edit.textChanged.connect(lambda: self._emit(key, read(edit.toPlainText())))
        self._add(key, label, edit, tip)
        return edit

    def add_choice(
        self, key: str, label: str, choices: Sequence[tuple[str, str]], tip: str = ""
    ) -> QComboBox:
        combo = QComboBox(self._inner)
        for value, words in choices:
            combo.addItem(words, value)
        combo.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        combo.setMinimumWidth(_LEAST_CHOICE)  # its longest words would push the form out of a narrow dialog
        combo.activated.connect(lambda: self._emit(key, combo.currentData()))
        self._add(key, label, combo, tip)
        return combo

    def add_tick(self, key: str, words: str, tip: str) -> QCheckBox:
        tick = QCheckBox(words, self._inner)
        tick.toggled.connect(lambda on: self._emit(key, on))
        self._add(key, "", tick, tip)
        tick.setAccessibleName(words)
        return tick

    def _add(self, key: str, label: str, editor: QWidget, tip: str) -> None:
        head = QLabel(label, self._inner)
        head.setBuddy(editor)
        editor.setAccessibleName(label)
        editor.setToolTip(tip)
        editor.setAccessibleDescription(tip)
        told = QLabel(self._inner)
        told.setProperty("look", "bad")
        told.setWordWrap(True)
        told.setTextFormat(Qt.TextFormat.PlainText)
        told.hide()
        cell = QWidget(self._inner)
        column = QVBoxLayout(cell)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(editor)
        column.addWidget(told)
        self.form.addRow(head, cell)
        self.rows[key] = Row(editor, head, told, cell)

    def show_row(self, key: str, shown: bool) -> None:
        row = self.rows[key]
        row.label.setVisible(shown)
        row.cell.setVisible(shown)

    def fill(self, key: str, text: str | bool) -> None:
        """Put a value in without reporting it."""
        self._filling = True
        editor = self.rows[key].editor
        if isinstance(editor, QCheckBox):
            editor.setChecked(bool(text))
        elif isinstance(editor, QComboBox):
            editor.setCurrentIndex(max(editor.findData(text), 0))
        elif isinstance(editor, QPlainTextEdit) and editor.toPlainText() != text:
            editor.setPlainText(str(text))
        elif isinstance(editor, QLineEdit) and editor.text() != text:
            editor.setText(str(text))
        self._filling = False

    def _emit(self, key: str, value: Any) -> None:
        if not self._filling:
            self.edited.emit(key, value)


class BucketForm(SchemaForm):
    """What a kind of documents is called, and what gives it away."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Which documents"))
        self.add_line("title", self.tr("Title"), self.tr("What you call these documents"))
        self.add_text(
            "description",
            self.tr("Description"),
            self.tr("What these documents are, in a sentence or two; documents are compared with it"),
            read=lambda text: " ".join(text.split()),
            lines=3,
        )
        self.add_text(
            "signs",
            self.tr("Words that give it away"),
            self.tr(
                "A word or phrase and its weight, a line each: invoice number = 4. Negative weights speak "
                "against the bucket."
            ),
            read=signs_of,
            lines=9,
        )
        self.add_text(
            "nouns",
            self.tr("Names in questions"),
            self.tr("What questions call such documents, one a line: invoice, invoices, bill"),
        )

    def show_bucket(self, packed: Packed, title: str) -> None:
        """`title`: in the language of the window."""
        self.fill("title", title)
        self.fill("description", packed.get("description", ""))
        self.fill("signs", signs_text(packed.get("signs")))
        self.fill("nouns", lines_of(packed.get("nouns")))


class FieldForm(SchemaForm):
    """One field. What most fields need not have is behind “More”."""

    _MORE = ("not_labels", "asked", "pattern", "joined", "anywhere", "stands", "pick", "sum_of")

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("The field"))
        self._kind = FieldType.TEXT.value
        self.add_line("title", self.tr("Title"), self.tr("What you call it"))
        self.add_line(
            "name",
            self.tr("Name"),
            self.tr("What filters call it: small letters, digits and underscores, for example due_date"),
        )
        self.add_choice("type", self.tr("Type"), [(kind.value, type_word(kind)) for kind in FieldType])
        self.add_line("unit", self.tr("Unit"), self.tr("What numbers are converted to: %, V, A, kg, °C …"))
        self.add_choice(
            "total",
            self.tr("In totals"),
            self._totals(),
            self.tr(
                "What the last row of the table and charts make of many values. Usual: money, weights, "
                "lengths and times are added up, other figures with a unit averaged; of numbers without a "
                "unit, such as years, least and greatest are shown."
            ),
        )
        self.add_text(
            "values",
            self.tr("Values"),
            self.tr("Each value with the words that give it away: credit_note: credit note, gutschrift"),
            read=values_of,
            lines=4,
        )
        self.add_line("description", self.tr("Description"), self.tr("What it means, in a few words"))
        self.add_text(
            "labels",
            self.tr("Labels"),
            self.tr(
                "Words that stand beside or above the value in documents, one a line, the likeliest first"
            ),
            lines=6,
        )
        self.more = QPushButton(self.tr("More"), self._inner)
        self.more.setProperty("look", "toggle")
        self.more.setCheckable(True)
        self.more.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.form.addRow("", self.more)
        self.add_text(
            "not_labels",
            self.tr("Other labels"),
            self.tr("Words beside which a value is another one, such as “delivery date”; one a line"),
        )
        self.add_text(
            "asked", self.tr("In questions"), self.tr("Words by which questions mean this field; one a line")
        )
        self.add_line(
            "pattern", self.tr("Pattern"), self.tr("A regular expression that a value matches whole")
        )
        self.add_tick("joined", self.tr("without spaces"), self.tr("Spaces within a value are taken out"))
        self.add_tick(
            "anywhere",
            self.tr("also without a label"),
            self.tr("The pattern is looked for on the whole page"),
        )
        self.add_choice("stands", self.tr("Stands as"), self._places())
        self.add_choice("pick", self.tr("Of several figures"), self._picks())
        self.add_line(
            "sum_of",
            self.tr("Sum of"),
            self.tr("Names of fields that add up to this one, with commas between"),
        )
        self.more.toggled.connect(self.on_more)
        self.edited.connect(self.on_edited)
        self._show_rows()

    def show_field(self, packed: Packed, title: str) -> None:
        """`title`: in the language of the window."""
        self._kind = str(packed.get("type", ""))
        self.fill("title", title)
        for key in ("name", "type", "unit", "description", "pattern", "stands", "pick", "total"):
            self.fill(key, packed.get(key, ""))
        for key in ("labels", "not_labels", "asked"):
            self.fill(key, lines_of(packed.get(key)))
        for key in ("joined", "anywhere"):
            self.fill(key, bool(packed.get(key)))
        self.fill("values", values_text(packed.get("values")))
        self.fill("sum_of", ", ".join(packed.get("sum_of", ())))
        self._show_rows()

    def tell(self, found: Iterable[tuple[str, str]]) -> list[str]:
        problems = list(found)
        if any(key in self._MORE for key, _sentence in problems):
            self.more.setChecked(True)
        return super().tell(problems)

    @Slot(bool)
    def on_more(self, _more: bool) -> None:
        self._show_rows()

    @Slot(str, object)
    def on_edited(self, key: str, value: object) -> None:
        if key == "type":
            self._kind = str(value)
            self._show_rows()

    def _emit(self, key: str, value: Any) -> None:
        if key == "sum_of":
            value = [name.strip() for name in value.split(",") if name.strip()]
        super()._emit(key, value)

    def _show_rows(self) -> None:
        for key in self.rows:
            hidden = key in self._MORE and not self.more.isChecked()
            self.show_row(key, suits(key, self._kind) and not hidden)

    def _places(self) -> list[tuple[str, str]]:
        return [
            ("", self.tr("beside its label")),
            ("issuer", self.tr("who sends the document")),
            ("recipient", self.tr("whom it is sent to")),
            ("first_party", self.tr("the first party of a contract")),
            ("second_party", self.tr("the second party of a contract")),
            ("dateline", self.tr("the day of a letter")),
            ("law", self.tr("whose law applies")),
            ("heading", self.tr("its largest line")),
            ("year", self.tr("the year it is about")),
            ("number", self.tr("the number of the document itself")),
        ]

    def _totals(self) -> list[tuple[str, str]]:
        return [
            ("", self.tr("as usual")),
            ("sum", self.tr("added up")),
            ("average", self.tr("averaged")),
            ("range", self.tr("least and greatest")),
        ]

    def _picks(self) -> list[tuple[str, str]]:
        return [
            ("", self.tr("the likeliest")),
            ("min", self.tr("the least")),
            ("max", self.tr("the largest")),
            ("result", self.tr("that of a column of results")),
            ("only", self.tr("the only one, of several none")),
        ]


def split_problems(
    problems: Iterable[SchemaProblem],
) -> tuple[list[tuple[str, str]], dict[int, list[tuple[str, str]]]]:
    """What is wrong with the bucket, and place of a field → what is wrong there; each as (key, sentence), in
    the language of the window."""
    of_bucket: list[tuple[str, str]] = []
    of_fields: dict[int, list[tuple[str, str]]] = {}
    for problem in problems:
        location, reason = problem.location, problem.reason
        if len(location) >= 2 and location[0] == "fields" and isinstance(location[1], int):
            key = str(location[2]) if len(location) > 2 else _meant(reason)
            deeper = [str(part) for part in location[3:] if isinstance(part, str) and part != "[key]"]
            told = ": ".join(filter(None, [", ".join(deeper), said_line(reason)]))
            of_fields.setdefault(location[1], []).append((key, told))
        else:
            deeper = [str(part) for part in location[1:] if isinstance(part, str) and part != "[key]"]
            told = ": ".join(filter(None, [", ".join(deeper), said_line(reason)]))
            of_bucket.append((str(location[0]) if location else "", told))
    return of_bucket, of_fields


def _meant(reason: str) -> str:
    """The input that a sentence about the whole field is about."""
    if "unit" in reason:
        return "unit"
    if "values" in reason:
        return "values"
    if "pattern" in reason:
        return "pattern"
    if "total" in reason:
        return "total"
    return "sum_of" if "add up" in reason else "type"
