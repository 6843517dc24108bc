"""A library of two languages: a passage is found by its meaning where it has none of the question's words."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from core.cancel import CancelToken
from core.engine import Engine
from core.search.ranking import RetrievalOptions
from core.settings import Settings
from core.system.paths import AppPaths
from tests.conftest import MODELS_FOLDER

GERMAN = "Der Anspruch erlischt zehn Jahre nachdem der Hersteller die Maschine in den Verkehr gebracht hat."
ENGLISH = (
    "How long the meeting may last is told in the agenda.",
    "A claim of the treasurer to a refund is made in writing.",
    "How many machines there are in the workshop is told on the board.",
    "The maker of the cake is thanked after the meeting.",
    "Claims may be made at the desk of the workshop.",
    "After the concert the choir may use the hall as long as it likes.",
)
QUESTION = "How long after a maker has sold a machine may a claim be made?"


def test_a_passage_in_another_language_is_among_the_first(tmp_path: Path) -> None:
    folder = tmp_path / "documents"
    folder.mkdir()
    (folder / "gesetz.txt").write_text(f"{GERMAN} Das gilt nicht für Schäden der Maschine selbst.", "utf-8")
    for number, text in enumerate(ENGLISH):
        (folder / f"note {number}.txt").write_text(f"{text} This is what the members agreed.", "utf-8")
    paths = AppPaths(tmp_path / "data", MODELS_FOLDER, tmp_path / "cache", tmp_path / "logs")
    with Engine.open(paths, Settings()) as engine:
        for events in (engine.add_paths([folder], CancelToken()), engine.ingest(CancelToken())):
            list(events)
        places = []
        for weight in (0.0, RetrievalOptions().foreign_place_weight):
            search = engine.retriever(replace(RetrievalOptions(), foreign_place_weight=weight)).search
            found = [hit.filename for hit in search(QUESTION, limit=7).hits]
            places.append(found.index("gesetz.txt"))
    assert places[1] <= 2 < places[0]
