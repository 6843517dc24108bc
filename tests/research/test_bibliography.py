"""Bibliographies: entries a line each, broken over lines, and run on in one line."""

from __future__ import annotations

import time

from core.research.references.bibliography import bibliography
from core.research.references.library_view import DocumentText, HeadingLine, PageText
from core.research.references.outline import landmarks
from tests.scored import scored


def read(*lines: str, heading: str = "Literatur") -> list[tuple[str, str]]:
    text = "\n".join(("1 Anfang", "Ein Satz.", heading, *lines))
    headings = (HeadingLine(0, 1, "1 Anfang"), HeadingLine(text.index(heading), 1, heading))
    document = DocumentText("one", "Bericht", (PageText(1, "", 0, text),), headings)
    entries = bibliography(document, landmarks(document))
    ends = [text[one.span.start : one.span.end].split()[-1] for one in entries]
    assert all(one.text.endswith(end) or len(one.text) == 600 for one, end in zip(entries, ends, strict=True))
    return [(one.label, one.text) for one in entries]


KRAUSE = "Krause, M.: Hydraulische Pressen. Verlag Nord, 2019."
HALLE = "Prüfbericht Hydraulik Halle 7, 2022."
OTT = "Ott, C.: Dichtungen. 2011."


@scored("references")
def test_entries_are_found_however_their_lines_are_broken(lines: tuple[str, ...]) -> None:
    assert read(*lines) == [("1", KRAUSE), ("2", HALLE), ("3", OTT)]


def test_an_entry_that_names_another_stays_one() -> None:
    assert read("[1] Ott, C.: Antwort auf Weber, siehe [2] Seite 4. 2011.", "[2] Weber, K.: Öl. 2018.") == [
        ("1", "Ott, C.: Antwort auf Weber, siehe [2] Seite 4. 2011."),
        ("2", "Weber, K.: Öl. 2018."),
    ]
    assert read("[1] Ott, C.: Zusatz zu [2] Öl. 2011. Band 2. Auflage 3. Berlin.")[0][0] == "1"
    assert len(read("[1] Ott, C.: Zusatz zu [2] Öl. 2011. Band 2. Auflage 3. Berlin.")) == 1


def test_labels_and_authors_run_on_too() -> None:
    assert [label for label, _ in read(f"[Kra19] {KRAUSE} [Ott11] {OTT}")] == ["Kra19", "Ott11"]
    by_author = read(
        "Krause, M. (2019): Pressen. Nord. Ott, C. und Weber, K. (2011): Öl. Huber, A. (2016): Z."
    )
    assert [text.split()[0] for _, text in by_author] == ["Krause,", "Ott,", "Huber,"]


def test_hostile_lines_take_no_longer_than_they_are_long() -> None:
    start = time.monotonic()
    assert len(read("[1] A. " + " ".join(f"[{n}] A." for n in range(2, 900)))) == 899
    assert len(read("[1] A. in " + "[9] Ab in " * 20000 + "Ab")) == 1
    assert time.monotonic() - start < 5  # 0.1 s on an idle core
