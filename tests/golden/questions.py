"""Which questions are recorded, of which library, and what a scripted model says to them."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.llm.base import GenerationRequest
from core.types import Mode
from tests.cases import cases
from tests.golden.kit import write_pdf
from tests.research.kit import answering
from tests.scripted_model import ScriptedModel

_TESTS = Path(__file__).parents[1]
_SAMPLES = _TESTS.parent / "resources" / "samples"
_PAPERS = _TESTS / "benchmarks" / "data" / "papers"
_GERMAN = _TESTS / "benchmarks" / "data" / "german"
_OFFICE = _TESTS / "benchmarks" / "data" / "library"
_READ = (".pdf", ".docx", ".html", ".txt")
_LONG = "debian-faq.pdf"


@dataclass(frozen=True)
class Asked:
    """One question, or a conversation. `turns`: what the model says; nothing: there is no model."""

    question_id: str
    texts: tuple[str, ...]
    mode: Mode = Mode.CHAT
    documents: tuple[str, ...] = ()
    wishes: Mapping[str, Any] = field(default_factory=lambda: {"extractive": True})
    turns: Sequence[Any] = ()


class Scripts(ScriptedModel):
    """The model of an engine that stays open: it begins each script as if it were new."""

    def __init__(self) -> None:
        super().__init__([], repeat_last=True)

    def begin(self, turns: Sequence[Any]) -> None:
        self._turns, self._evaluated, self.history = list(turns), [], []


@dataclass(frozen=True)
class Library:
    """Documents that are indexed together. `files` writes what is not there into a folder of its own."""

    name: str
    files: Callable[[Path], list[Path]]


@dataclass(frozen=True)
class Kind:
    """Questions of one kind, of one library."""

    name: str
    library: Library
    questions: Callable[[], list[Asked]]


def _json_lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _by_name(paths: Iterable[Path]) -> list[Path]:
    return sorted(paths, key=lambda path: path.name)


def _papers(target: Path) -> list[Path]:
    target.mkdir()
    written = []
    for told in _json_lines(_PAPERS / "documents.jsonl"):
        path = target / told["filename"]
        if path.suffix == ".pdf":
            write_pdf(path, told["pages"])
        else:
            path.write_text("\n\n".join(told["pages"]) + "\n", encoding="utf-8", newline="\n")
        written.append(path)
    return written


def _office(_target: Path) -> list[Path]:
    return _by_name(path for path in (_OFFICE / "documents").iterdir() if path.suffix in _READ)[::2]


def _german_files(_target: Path) -> list[Path]:
    """Without the one that takes longer to index than all others of all kinds."""
    return _by_name(path for path in _GERMAN.iterdir() if path.suffix in _READ and path.name != _LONG)


SAMPLES = Library("samples", lambda _target: _by_name(_SAMPLES.glob("*.pdf")))
PAPERS = Library("papers", _papers)
GERMAN = Library("german", _german_files)
OFFICE = Library("office", _office)


def _told(of: str) -> list[tuple[str, tuple[str, ...], str]]:
    """Name, texts, and what the model says or which words of a passage it repeats."""
    return [(case.id, tuple(case.given["texts"]), case.expected) for case in cases("golden_questions", of)]


def _samples() -> list[Asked]:
    rows = _json_lines(_SAMPLES / "questions.jsonl")
    asked = [Asked(row["question_id"], (row["question"],)) for row in rows]
    asked += [
        Asked(f"{row['question_id']}-selected", (row["question"],), documents=tuple(row["documents"]))
        for row in rows
    ]
    return asked + [Asked(name, texts) for name, texts, _ in _told("talk")]


def _written() -> list[Asked]:
    """Chat answers that a model writes: a right one, wrong ones, and none."""
    return [Asked(name, texts, wishes={}, turns=(answer,)) for name, texts, answer in _told("written")]


def _papers_asked() -> list[Asked]:
    return [
        Asked(row["question_id"], (row["question"],)) for row in _json_lines(_PAPERS / "questions.jsonl")[::2]
    ]


def _german_asked() -> list[Asked]:
    rows = [row for row in _json_lines(_GERMAN / "questions.jsonl") if row["document"] != _LONG]
    return [Asked(row["question_id"], (row["question"],)) for row in rows[::2]]


def _office_asked() -> list[Asked]:
    """What people in an office ask, of documents that mostly are not there, and what is asked of those."""
    told = tomllib.loads((_TESTS / "corpus" / "office_questions.toml").read_text(encoding="utf-8"))
    typed = [row["text"] for row in told["questions"] if row["asks"] != "texts"][::6]
    asked = {f"office-{number:02}": text for number, text in enumerate(typed, start=1)}
    made = _json_lines(_OFFICE / "questions.jsonl")[::9]
    asked |= {row["question_id"]: row["question"] for row in made}
    return [
        Asked(name, (text,), Mode.AGENT, wishes={}, turns=_agent_turns("")) for name, text in asked.items()
    ]


def _agent_turns(words: str) -> tuple[Any, ...]:
    """A plan, a search, two openings, then the shown sentence with these words, or the first, as answer."""

    def compose(request: GenerationRequest) -> dict[str, Any]:
        prompt = "\n".join(message.content for message in request.messages)
        shown = re.findall(r"^(\d+\.\d+) (.+)$", prompt, re.MULTILINE) or [("1.1", "Nothing is said.")]
        label, text = next((pair for pair in shown if words in pair[1]), shown[0])
        return {"statements": [{"evidence": [label], "text": text}], "insufficiencies": []}

    def tool(name: str, **given: Any) -> dict[str, Any]:
        return {"type": "tool_call", "tool": name, "input": given}

    plan = '["search_docs for the answer", "open_citation for the best result", "Compose the answer"]'
    found = [tool("open_citation", result=number) for number in (1, 2, 3)]
    return (plan, tool("search_docs", query=words or "agreement"), *found, {"type": "final"}, compose)


def _agent() -> list[Asked]:
    asked = [
        Asked(name, texts, Mode.AGENT, wishes={}, turns=_agent_turns(words))
        for name, texts, words in _told("agent")
    ]
    chatter = ("I would rather talk about the weather.",)
    disobeying = Asked("agent-disobeying", asked[0].texts, Mode.AGENT, wishes={}, turns=chatter)
    return [*asked, disobeying]


def _research() -> list[Asked]:
    copied = {"extractive": True, "skip_questions": True, "approve_tasks": True}
    asked = [Asked(name, texts, Mode.RESEARCH, wishes=copied) for name, texts, _ in _told("research")]
    (wide,) = asked[0].texts
    turn = answering(
        queries=("warranty of the pump", "warranty of seals"),
        aspects=("pump", "seals"),
        tasks=("Find the warranty of the pump", "Find the warranty of the seals"),
        section="The B-120 is warranted for 24 months from the date of delivery. [1]",
    )
    written = copied | {"extractive": False}
    return [
        *asked,
        Asked("research-replies", (wide, "/end", "- 2; ok"), Mode.RESEARCH),
        Asked("research-written", (wide,), Mode.RESEARCH, wishes=written, turns=(turn,)),
    ]


KINDS = {
    name: Kind(name, library, questions)
    for name, library, questions in (
        ("samples", SAMPLES, _samples),
        ("written", SAMPLES, _written),
        ("agent", SAMPLES, _agent),
        ("research", SAMPLES, _research),
        ("papers", PAPERS, _papers_asked),
        ("german", GERMAN, _german_asked),
        ("library", OFFICE, _office_asked),
    )
}
