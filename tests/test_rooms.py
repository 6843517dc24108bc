"""Where modules lie: none is loose in `core`, and no two rooms use one name for two things."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import core

CORE = Path(core.__file__).parent
# One subject runs through these rooms, so that its modules are named alike: a table, its facade, its command.
LAYERED = {"cli", "engine", "events", "store", "types"}
# The field's standard terms: what they are says the room.
STANDARD = {"base", "limits", "prompts", "state", "tools"}
STANDARD |= {"planner", "executor", "pipeline", "retriever", "gate"}
# Formats, which one room reads and another writes.
FORMATS = {"docx", "html", "markdown", "pdf"}


def test_no_loose_modules_in_core() -> None:
    loose = {path.stem for path in CORE.glob("*.py")}
    assert loose == {"__init__", "cancel", "errors", "settings"}


def test_no_two_modules_have_one_name() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for path in CORE.rglob("*.py"):
        place = path.relative_to(CORE)
        if place.parts[0] not in LAYERED and not path.stem.startswith("__"):
            places[path.stem].append(place.as_posix())
    doubled = {name: sorted(found) for name, found in places.items() if len(found) > 1}
    assert {name: found for name, found in doubled.items() if name not in STANDARD | FORMATS} == {}
