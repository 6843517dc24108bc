"""The final answer: its grammar, what of it streams as a draft, and its parsing.

Each statement names its evidence sentences before its text; asking for the evidence first makes small models
cite well. Only labels of opened sentences are representable.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from core.agent.actions import first_json_object
from core.answer.sources import Source
from core.answer.statements import (
    DraftStatement,
    normalise_markers,
    split_statements,
    without_repetitions,
)
from core.llm.base import Grammar

MAX_STATEMENTS = 4
MAX_STATEMENT_CHARACTERS = 320
MAX_LABELS = 3
MAX_INSUFFICIENCIES = 2


@dataclass(frozen=True, slots=True)
class FinalDraft:
    """`unknown` are citations or labels that name nothing opened; they never reach the answer."""

    statements: tuple[DraftStatement, ...]
    insufficiencies: tuple[str, ...]
    unknown: tuple[str, ...] = ()


def final_grammar(sources: Sequence[Source]) -> Grammar:
    """JSON schema of the final answer over the opened `sources`."""
    labels = [sentence.label for source in sources for sentence in source.sentences]
    statement = {
        "type": "object",
        "properties": {
            "evidence": {
                "type": "array",
                "items": {"enum": labels},
                "minItems": 1,
                "maxItems": MAX_LABELS,
            },
            "text": {"type": "string", "minLength": 3, "maxLength": MAX_STATEMENT_CHARACTERS},
        },
        "required": ["evidence", "text"],
        "additionalProperties": False,
    }
    missing = {"type": "string", "minLength": 3, "maxLength": 120}
    return Grammar(
        json_schema={
            "type": "object",
            "properties": {
                "statements": {
                    "type": "array",
                    "items": statement,
                    "minItems": 1,
                    "maxItems": MAX_STATEMENTS,
                },
                "insufficiencies": {"type": "array", "items": missing, "maxItems": MAX_INSUFFICIENCIES},
            },
            "required": ["statements", "insufficiencies"],
            "additionalProperties": False,
        }
    )


def parse_final(text: str, sources: Sequence[Source]) -> FinalDraft:
    """Read a final answer: our statements, an `answer` with `[n]`, or plain text with `[n]`."""
    payload = first_json_object(text)
    if payload is None or ("evidence" in payload and "statements" not in payload):
        # Cut off at the token limit: the statements that were finished count, the rest is dropped.
        whole = _whole_statements(text)
        if whole or text.lstrip().startswith("{"):
            return _from_statements(whole, sources, ())
    if payload is None:
        return _from_markers(text, sources, ())
    insufficiencies = _insufficiencies(payload)
    if isinstance(payload.get("statements"), list):
        return _from_statements(payload["statements"], sources, insufficiencies)
    answer = payload.get("answer")
    return _from_markers(answer if isinstance(answer, str) else "", sources, insufficiencies)


def _from_statements(
    rows: Sequence[Any], sources: Sequence[Source], insufficiencies: tuple[str, ...]
) -> FinalDraft:
    known = {sentence.label: sentence for source in sources for sentence in source.sentences}
    statements: list[DraftStatement] = []
    unknown: list[str] = []
    for row in rows[:MAX_STATEMENTS]:
        if not isinstance(row, dict) or not isinstance(row.get("text"), str):
            continue
        text = " ".join(row["text"].split())
        if not any(character.isalnum() for character in text):
            continue
        named = [label for label in row.get("evidence", []) if isinstance(label, str)]
        unknown += [label for label in named if label not in known]
        labels = tuple(dict.fromkeys(label for label in named if label in known))
        citations = tuple(dict.fromkeys(known[label].citation for label in labels))
        statements.append(DraftStatement(text, citations, labels))
    return FinalDraft(tuple(without_repetitions(statements)), insufficiencies, tuple(unknown))


def _whole_statements(text: str) -> list[dict[str, Any]]:
    decoder = json.JSONDecoder()
    found: list[dict[str, Any]] = []
    start = text.find('{"evidence"')
    while start >= 0:
        try:
            value, _ = decoder.raw_decode(text, start)
        except json.JSONDecodeError:
            break
        found.append(value)
        start = text.find('{"evidence"', start + 1)
    return found


def _from_markers(text: str, sources: Sequence[Source], insufficiencies: tuple[str, ...]) -> FinalDraft:
    valid = frozenset(source.number for source in sources)
    by_document = {source.document.document_id: source.number for source in sources}
    normal = normalise_markers(text, by_document)
    everything = split_statements(normal, frozenset(range(1, 1000)))
    unknown = tuple(
        f"[{number}]" for draft in everything for number in draft.citations if number not in valid
    )
    return FinalDraft(tuple(split_statements(normal, valid)), insufficiencies, unknown)


def _insufficiencies(payload: dict[str, Any]) -> tuple[str, ...]:
    rows = payload.get("insufficiencies")
    texts: list[str] = []
    for row in rows if isinstance(rows, list) else []:
        text = row.get("missing") if isinstance(row, dict) else row
        if isinstance(text, str) and any(character.isalnum() for character in text):
            texts.append(" ".join(text.split()))
    return tuple(dict.fromkeys(texts))[:MAX_INSUFFICIENCIES]


class StatementStream:
    """Turns the streaming JSON into the text a user reads while it is written.

    Feed it the pieces; it returns what became visible: the `text` of each statement and then its citation
    numbers. Everything else of the JSON stays hidden.
    """

    def __init__(self) -> None:
        self._buffer = ""
        self._position = 0
        self._in_text = False
        self._markers = ""
        self._texts = 0

    def feed(self, piece: str) -> str:
        self._buffer += piece
        shown: list[str] = []
        while True:
            if not self._in_text:
                if not self._find_text():
                    break
                self._texts += 1
                if self._texts > 1:
                    shown.append(" ")
            text, closed = self._read_string()
            shown.append(text)
            if not closed:
                break
            shown.append(self._markers)
            self._in_text = False
        return "".join(shown)

    def _find_text(self) -> bool:
        start = self._buffer.find('"text":"', self._position)
        if start < 0:
            return False
        self._markers = self._citations(self._buffer[self._position : start])
        self._position = start + len('"text":"')
        self._in_text = True
        return True

    def _citations(self, before: str) -> str:
        opening, closing = before.rfind("["), before.rfind("]")
        if opening < 0 or closing < opening:
            return ""
        try:
            labels = json.loads(before[opening : closing + 1])
        except json.JSONDecodeError:
            return ""
        numbers = dict.fromkeys(str(label).split(".", maxsplit=1)[0] for label in labels)
        return " " + "".join(f"[{number}]" for number in numbers)

    def _read_string(self) -> tuple[str, bool]:
        """Decode what has arrived of the current string; escapes that are still incomplete wait."""
        end = self._position
        while end < len(self._buffer) and self._buffer[end] != '"':
            step = 1
            if self._buffer[end] == "\\":
                step = 6 if self._buffer[end + 1 : end + 2] == "u" else 2
                if self._buffer[end + 2 : end + 4].lower() in ("d8", "d9", "da", "db"):
                    step = 12  # the first half of a surrogate pair needs its second
                if end + step > len(self._buffer):
                    break
            end += step
        closed = end < len(self._buffer) and self._buffer[end] == '"'
        raw = self._buffer[self._position : end]
        self._position = end + 1 if closed else end
        try:
            return str(json.loads(f'"{raw}"', strict=False)), closed
        except json.JSONDecodeError:
            return "", closed
