"""What is missing, what was not done and what was left out stand under different words."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from core.types import Insufficiency, InsufficiencyKind
from desktop.conversation.turn_html import _missing_html


@pytest.mark.parametrize(
    ("kind", "label"),
    [
        (InsufficiencyKind.GAP, "Not found in what was read:"),
        (InsufficiencyKind.UNMET, "Not done as asked:"),
        (InsufficiencyKind.LEFT_OUT, "Left out:"),
    ],
)
def test_each_kind_has_its_label(qapp: QApplication, kind: InsufficiencyKind, label: str) -> None:
    assert f"{label} the &lt;price&gt;" in _missing_html(Insufficiency("", "the <price>", (), kind))
