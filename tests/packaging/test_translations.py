"""Every text of the window has its German, with the same placeholders, and what is shipped is made of it."""

from __future__ import annotations

import ast
import textwrap
from pathlib import Path

import pytest
import translate
from PySide6.QtCore import QTranslator
from translation_sources import UntranslatableError, window_texts


@pytest.fixture(scope="module")
def wanted() -> dict[tuple[str, str], str]:
    return translate.wanted()


def test_every_text_of_the_window_has_its_german(wanted: dict[tuple[str, str], str]) -> None:
    faults = translate.faults(wanted, translate.read(translate.TEXTS))
    assert not faults, "\n".join([*faults, "`python packaging/translate.py` tells what to do."])


def test_what_is_shipped_is_up_to_date(wanted: dict[tuple[str, str], str]) -> None:
    german = translate.read(translate.TEXTS)
    assert translate.TEXTS.read_text(encoding="utf-8") == translate.document(wanted, german)
    shipped = QTranslator()
    assert shipped.load(str(translate.COMPILED))
    assert [key for key in wanted if shipped.translate(*key) != german[key]] == []


def test_faults_are_found() -> None:
    texts = dict.fromkeys([("A", "{n} of {all}"), ("A", "&Open"), ("A", "new"), ("A", "{n:,} rows")], "a.py")
    german = {
        ("A", "{n} of {all}"): "{n} von {of}",
        ("A", "&Open"): "Öffnen",
        ("A", "{n:,} rows"): "{n} Zeilen",
    }
    assert len(translate.faults(texts, german)) == 4


def test_texts_are_found_wherever_they_stand(tmp_path: Path) -> None:
    folder = tmp_path / "desktop"
    folder.mkdir()
    source = """
        def _tr(text):
            return QCoreApplication.translate("Words", text)

        class Panel(QWidget):
            def name(self, one):
                return self.tr("panel") + _tr("word" " and word") + text.translate(_TABLE)
    """
    (folder / "a.py").write_text(textwrap.dedent(source), encoding="utf-8")
    assert window_texts(folder) == {
        ("Panel", "panel"): "desktop/a.py",
        ("Words", "word and word"): "desktop/a.py",
    }
    (folder / "a.py").write_text(
        'class P:\n    def f(self):\n        return self.tr(f"{self.x}")', encoding="utf-8"
    )
    with pytest.raises(UntranslatableError):
        window_texts(folder)


def test_a_text_kept_for_both_forms_differs() -> None:
    """`counted(n, one, many)`: the plural has the figure, the singular says one."""
    german = translate.read(translate.TEXTS)
    for path in (translate.ROOT / "desktop").rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "counted":
                texts = [
                    one.args[-1].value for one in call.args[1:] if isinstance(one, ast.Call) and one.args
                ]
                if len(texts) == 2:
                    one, many = ({done for (_, key), done in german.items() if key == text} for text in texts)
                    assert one
                    assert many
                    assert not one & many, texts
