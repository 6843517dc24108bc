"""What the table can be narrowed down to: values, years and ranges with their numbers. GUI thread."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QBrush
from PySide6.QtWidgets import QHeaderView, QLabel, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from core.fields.schema import BucketSchema, FieldType
from desktop.shared.numbers import grouped
from desktop.shared.theme import theme
from desktop.tables.facets import Facet, FacetEntry
from desktop.tables.table_control import Chip

_FIELD = Qt.ItemDataRole.UserRole + 1
_ENTRY = Qt.ItemDataRole.UserRole + 2
_ROW = 26
# Kinds, years and amounts first: they cut a table into few parts.
_ORDER = (
    FieldType.ENUM,
    FieldType.BOOL,
    FieldType.DATE,
    FieldType.MONEY,
    FieldType.TEXT,
    FieldType.NUMBER,
)
_OPEN = 5  # fields that are unfolded at first


class FacetPanel(QWidget):
    """`chosen(field, FacetEntry)`, `dropped(field, key)`."""

    chosen = Signal(str, object)
    dropped = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._schema: BucketSchema | None = None
        self._chips: set[tuple[str, str]] = set()
        self._facets: dict[str, Facet] = {}
        self._filling = False
        self.tree = QTreeWidget(self)
        self.tree.setColumnCount(2)
        self.tree.setHeaderHidden(True)
        self.tree.setRootIsDecorated(True)
        self.tree.setIndentation(12)
        self.tree.setUniformRowHeights(True)
        self.tree.setAccessibleName(self.tr("Narrow down"))
        self.tree.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.tree.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = self.tree.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.tree.itemChanged.connect(self.on_item_changed)
        self.tree.itemClicked.connect(self.on_item_clicked)
        self.empty = QLabel(self.tr("Nothing here tells the documents apart."), self)
        self.empty.setProperty("look", "caption")
        self.empty.setWordWrap(True)
        self.empty.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.empty)
        column.addWidget(self.tree, 1)
        theme().changed.connect(self.on_theme_changed)

    def show_schema(self, schema: BucketSchema) -> None:
        """Facets of this bucket will come; those of another one go."""
        self._schema = schema
        self._facets.clear()
        self.tree.clear()

    def show_facet(self, facet: Facet) -> None:
        """In place of the one of the same field."""
        self._facets[facet.field] = facet
        self._fill(facet)

    def show_chips(self, chips: Sequence[Chip]) -> None:
        """Which entries are in force."""
        self._chips = {(chip.field, chip.key) for chip in chips}
        self._filling = True
        for group in self._groups():
            for item in _children(group):
                entry = item.data(0, _ENTRY)
                if entry is not None:
                    item.setCheckState(0, self._state(item.data(0, _FIELD), entry))
        self._filling = False

    def entry_item(self, field: str, label: str) -> QTreeWidgetItem | None:
        """The row of an entry, by what it shows."""
        group = self._group(field)
        children = _children(group) if group is not None else []
        return next((item for item in children if item.text(0) == label), None)

    @Slot(QTreeWidgetItem, int)
    def on_item_changed(self, item: QTreeWidgetItem, column: int) -> None:
        entry, field = item.data(0, _ENTRY), item.data(0, _FIELD)
        if self._filling or column != 0 or entry is None:
            return
        if item.checkState(0) is Qt.CheckState.Checked:
            self.chosen.emit(field, entry)
        else:
            self.dropped.emit(field, entry.key)

    @Slot(QTreeWidgetItem, int)
    def on_item_clicked(self, item: QTreeWidgetItem, column: int) -> None:
        """The count is as good as the box; a field folds."""
        if item.data(0, _ENTRY) is None:
            if item.childCount():
                item.setExpanded(not item.isExpanded())
        elif column == 1:
            checked = item.checkState(0) is Qt.CheckState.Checked
            item.setCheckState(0, Qt.CheckState.Unchecked if checked else Qt.CheckState.Checked)

    @Slot()
    def on_theme_changed(self) -> None:
        for facet in list(self._facets.values()):
            self._fill(facet)

    def _fill(self, facet: Facet) -> None:
        schema = self._schema
        spec = schema.field(facet.field) if schema is not None else None
        if schema is None or spec is None:
            return
        self._filling = True
        entries = list(facet.entries)
        group = self._group(facet.field)
        if not entries:
            if group is not None:
                self.tree.takeTopLevelItem(self.tree.indexOfTopLevelItem(group))
        else:
            if group is None:
                group = self._new_group(schema, facet.field, spec.shown)
            self._fill_group(group, facet, entries)
        self.empty.setVisible(not self.tree.topLevelItemCount() and len(self._facets) == len(schema.fields))
        self._filling = False

    def _fill_group(self, group: QTreeWidgetItem, facet: Facet, entries: Sequence[FacetEntry]) -> None:
        muted = QBrush(theme().color("muted"))
        kept = self.tree.currentItem()
        current = kept.data(0, _ENTRY).key if kept is not None and kept.parent() is group and kept.data(
            0, _ENTRY
        ) is not None else None  # fmt: skip
        group.takeChildren()
        for entry in entries:
            item = QTreeWidgetItem(group, [entry.label, grouped(entry.documents)])
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setData(0, _FIELD, facet.field)
            item.setData(0, _ENTRY, entry)
            item.setCheckState(0, self._state(facet.field, entry))
            item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            item.setForeground(1, muted)
            item.setToolTip(0, entry.label)
            item.setData(
                0,
                Qt.ItemDataRole.AccessibleTextRole,
                self.tr("{label}, {n} documents").format(label=entry.label, n=entry.documents),
            )
            item.setSizeHint(0, QSize(0, _ROW))
            if entry.key == current:
                self.tree.setCurrentItem(item)
        if facet.more > 0:
            more = QTreeWidgetItem(group, [self.tr("{n} more").format(n=grouped(facet.more)), ""])
            more.setFlags(Qt.ItemFlag.ItemIsEnabled)
            more.setForeground(0, muted)
            more.setToolTip(
                0, self.tr("Use the filter line, or “Only documents with this value” in the table")
            )
            more.setSizeHint(0, QSize(0, _ROW))

    def _new_group(self, schema: BucketSchema, field: str, shown: str) -> QTreeWidgetItem:
        group = QTreeWidgetItem([shown, ""])
        group.setData(0, _FIELD, field)
        group.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
        group.setFont(0, theme().font("body", bold=True))
        group.setSizeHint(0, QSize(0, _ROW + 4))
        wanted = _ordered(schema)
        at = sum(wanted.index(other.data(0, _FIELD)) < wanted.index(field) for other in self._groups())
        self.tree.insertTopLevelItem(at, group)
        group.setFirstColumnSpanned(True)
        group.setExpanded(wanted.index(field) < _OPEN)
        return group

    def _groups(self) -> list[QTreeWidgetItem]:
        items = (self.tree.topLevelItem(place) for place in range(self.tree.topLevelItemCount()))
        return [item for item in items if item is not None]

    def _group(self, field: str) -> QTreeWidgetItem | None:
        return next((group for group in self._groups() if group.data(0, _FIELD) == field), None)

    def _state(self, field: str, entry: FacetEntry) -> Qt.CheckState:
        return Qt.CheckState.Checked if (field, entry.key) in self._chips else Qt.CheckState.Unchecked


def _ordered(schema: BucketSchema) -> list[str]:
    """Names of fields, those first that narrow down best."""
    specs = sorted(schema.fields, key=lambda spec: _ORDER.index(spec.type))
    # One of each kind before the second of any.
    leading = []
    for kind in _ORDER:
        same = [spec for spec in specs if spec.type is kind]
        # Of several amounts the sum of others, of several texts a name that stands at a place of its own.
        telling = [spec for spec in same if spec.sum_of or spec.stands in ("issuer", "first_party")]
        leading += [spec.name for spec in (telling or same)[:1]]
    return leading + [spec.name for spec in specs if spec.name not in leading]


def _children(group: QTreeWidgetItem) -> list[QTreeWidgetItem]:
    items = (group.child(at) for at in range(group.childCount()))
    return [item for item in items if item is not None]
