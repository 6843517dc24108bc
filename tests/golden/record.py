"""Asks the recorded questions and writes down their events, without what differs between two runs."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

from core.cancel import CancelToken
from core.engine import Engine, Question
from core.events import TRANSIENT_KINDS, Event
from tests.golden.kit import index, open_engine
from tests.golden.questions import KINDS, Asked, Kind, Scripts

FOLDER = Path(__file__).parents[1] / "data" / "golden"
# Times and their estimates; what a run is called is replaced by when it came.
_TIMED = frozenset({"t_ms", "milliseconds", "seconds", "estimated_seconds", "began_ms", "read_at"})
_ONE_PAGE = ("last_page", 0)  # said of nearly every sentence
_UUID = re.compile(r"\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b")
_DIGITS = 3


def recorded(kind: Kind, home: Path) -> list[str]:
    """One line of JSON for each question of a kind, asked anew; its library is made below `home`."""
    library = home / kind.library.name
    if not library.exists():
        library.mkdir(parents=True)
        index(library, kind.library.files(library / "files"))
    lines: dict[str, str] = {}
    asked = kind.questions()
    copied = [one for one in asked if not one.turns]
    scripted = [one for one in asked if one.turns]
    for group, model in ((copied, None), (scripted, Scripts())):  # an engine has one model, or none
        if group:
            with open_engine(library, model=model) as engine:
                names = _Names(engine, library)
                for one in group:
                    if model is not None:
                        model.begin(one.turns)
                    lines[one.question_id] = _line(one, engine, names)
    return [lines[one.question_id] for one in asked]


def _line(asked: Asked, engine: Engine, names: _Names) -> str:
    scope = tuple(one.document_id for one in engine.documents() if one.filename in asked.documents)
    names.begin()
    runs = []
    for text in asked.texts:
        question = Question(
            text, asked.mode, scope or None, conversation_id=asked.question_id, **asked.wishes
        )
        events = engine.ask(question, CancelToken())
        runs.append([names.plain(event) for event in events if event.kind not in TRANSIENT_KINDS])
    line = {"question_id": asked.question_id, "texts": asked.texts, "runs": runs}
    return json.dumps(line, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


class _Names:
    """Readable names in place of ids that hang on bytes or chance."""

    def __init__(self, engine: Engine, library: Path) -> None:
        self._home = str(library)
        self._known: dict[str, str] = {}
        for document in engine.documents():
            self._known[document.document_id] = document.filename
            self._known[document.content_hash] = f"bytes of {document.filename}"
        for row in engine.database.query("SELECT chunk_id, document_id, idx FROM chunks"):
            self._known[row["chunk_id"]] = f"{self._known[row['document_id']]}#{row['idx']}"
        self._any = re.compile("|".join(sorted(map(re.escape, self._known), key=len, reverse=True)))
        self._random: dict[str, str] = {}

    def begin(self) -> None:
        """Count what chance has named anew: another question."""
        self._random.clear()

    def plain(self, event: Event) -> Any:
        """The event as JSON data that is the same in every run."""
        return self._value(event.model_dump(mode="json"))

    def _value(self, value: Any) -> Any:
        if isinstance(value, Mapping):
            kept = [one for one in value.items() if one[0] not in _TIMED and one != _ONE_PAGE]
            return {self._text(name): self._value(one) for name, one in kept}
        if isinstance(value, Sequence) and not isinstance(value, str):
            return [self._value(one) for one in value]
        if isinstance(value, float):
            return round(value, _DIGITS)
        return self._text(value) if isinstance(value, str) else value

    def _text(self, text: str) -> str:
        text = self._any.sub(lambda found: self._known[found[0]], text).replace(self._home, "~")
        return _UUID.sub(lambda found: self._random.setdefault(found[0], f"id {len(self._random) + 1}"), text)


def stored(kind: str) -> list[str]:
    """The lines of a kind as they were recorded."""
    path = FOLDER / f"{kind}.jsonl"
    return path.read_text(encoding="utf-8").splitlines() if path.is_file() else []


def write(home: Path) -> Iterator[str]:
    """Record all kinds anew; a sentence for each."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for kind in KINDS.values():
        lines = recorded(kind, home)
        (FOLDER / f"{kind.name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
        yield f"{kind.name}: {len(lines)} questions"


def differences(before: Sequence[str], now: Sequence[str]) -> list[str]:
    """For each question that is not as it was: where its events part ways."""
    old = {json.loads(line)["question_id"]: line for line in before}
    new = {json.loads(line)["question_id"]: line for line in now}
    found = [f"{name}: not recorded" for name in new if name not in old]
    found += [f"{name}: not asked any more" for name in old if name not in new]
    for name in old.keys() & new.keys():
        if old[name] != new[name]:
            found.append(f"{name}: {_first_difference(json.loads(old[name]), json.loads(new[name]))}")
    return found


def _first_difference(old: dict[str, Any], new: dict[str, Any]) -> str:
    if old["texts"] != new["texts"]:
        return f"asked was {old['texts']}, asked is {new['texts']}"
    for run, pair in enumerate(zip_longest(old["runs"], new["runs"], fillvalue=[]), start=1):
        for place, (was, now) in enumerate(zip_longest(*pair, fillvalue={"kind": "no event"}), start=1):
            for name in sorted({*was, *now}, key=lambda name: (name != "kind", name)):
                if was.get(name) != now.get(name):
                    told = _told(was.get(name), now.get(name))
                    return f"run {run}, event {place}: {was['kind']}.{name} {told}"
    return "written in another way"


def _told(was: Any, now: Any) -> str:
    old, new = (json.dumps(one, ensure_ascii=False) for one in (was, now))
    same = next((at for at, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), 0)
    part = slice(max(0, same - 60), same + 60)
    return f"was …{old[part]}…, is …{new[part]}…"


def main_check(home: Path) -> tuple[str, bool]:
    """A line for people, and whether everything is as it was."""
    total = 0
    found: list[str] = []
    for kind in KINDS.values():
        before = stored(kind.name)
        total += len(before)
        found += differences(before, recorded(kind, home))
    return "\n".join([*found, f"{total - len(found)} of {total} questions byte-equal"]), not found


def main(wish: str) -> int:
    """`--write` or `--check`; the exit code."""
    with tempfile.TemporaryDirectory() as folder:
        if wish == "--write":
            for told in write(Path(folder)):
                print(told)
            return 0
        told, same = main_check(Path(folder))
        print(told)
        return 0 if same else 1
