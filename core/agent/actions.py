"""The model's actions: their JSON schema for a state, and the parser for both spellings of the specification.

With a grammar the model writes `{"type":"tool_call","tool":"open_citation","input":{"result":2}}`: the number
of a listed result instead of two UUIDs (72 characters that a small model copies slowly and wrongly). Models
without a grammar may write the UUIDs; both end as the same typed action.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from core.agent.queries import MAX_QUERY_CHARACTERS, MIN_QUERY_CHARACTERS, as_query
from core.agent.repair import read_json_object
from core.agent.state import AllowedActions
from core.llm.base import Grammar
from core.llm.grammars import object_schema


@dataclass(frozen=True, slots=True)
class SearchDocs:
    query: str


@dataclass(frozen=True, slots=True)
class OpenCitation:
    """Either `result` or both ids are set."""

    result: int | None = None
    document_id: str = ""
    chunk_id: str = ""


@dataclass(frozen=True, slots=True)
class Compose:
    """The model wants to answer."""


Action = SearchDocs | OpenCitation | Compose


class ActionError(ValueError):
    """The output is no action; the text tells the model what to write instead."""


def action_grammar(allowed: AllowedActions) -> Grammar:
    """A JSON schema in which only what `allowed` permits can be written."""
    choices: list[dict[str, Any]] = []
    if allowed.search:
        query: dict[str, Any] = {
            "type": "string",
            "minLength": MIN_QUERY_CHARACTERS,
            "maxLength": MAX_QUERY_CHARACTERS,
        }
        if allowed.queries:
            query = {"enum": list(allowed.queries)}
        choices.append(_tool_schema("search_docs", object_schema({"query": query})))
    if allowed.open_results:
        result = {"enum": list(allowed.open_results)}
        choices.append(_tool_schema("open_citation", object_schema({"result": result})))
    if allowed.final:
        choices.append(object_schema({"type": {"const": "final"}}))
    return Grammar(json_schema=choices[0] if len(choices) == 1 else {"oneOf": choices})


def _tool_schema(tool: str, tool_input: dict[str, Any]) -> dict[str, Any]:
    return object_schema({"type": {"const": "tool_call"}, "tool": {"const": tool}, "input": tool_input})


_ANSWERS = frozenset({"answer", "statements", "sections", "quotes"})
_PREFIX = re.compile(r"\b(TOOL_CALL|FINAL)\b[\s:]*(?=\{)")


def parse_action(text: str) -> Action:
    """Read one action from a bare JSON object, `TOOL_CALL {…}` or `FINAL {…}`; usual damage is repaired.

    Of several actions in one answer the first counts.

    Raises:
        ActionError: no JSON object, an unknown tool, or an input of the wrong shape.
    """
    named, payload = _named_object(text)
    if payload is None:
        raise ActionError("Output exactly one JSON object.")
    if str(named or payload.get("type")).casefold() == "final" or (
        "tool" not in payload and payload.keys() & _ANSWERS
    ):
        return Compose()
    if "tool" not in payload:
        raise ActionError('Output one JSON object whose "type" is "tool_call" or "final".')
    tool = payload.get("tool")
    tool_input = payload.get("input")
    if not isinstance(tool_input, dict):
        raise ActionError('A tool call needs "input" with an object.')
    if tool == "search_docs":
        return _search(tool_input.get("query"))
    if tool == "open_citation":
        return _opening(tool_input)
    raise ActionError(f"There is no tool named {str(tool)[:40]!r}; only search_docs and open_citation.")


def _named_object(text: str) -> tuple[str, dict[str, Any] | None]:
    """The first object that can be read, and the word right before it; no word names another's object."""
    words = list(_PREFIX.finditer(text))
    ends = [word.start() for word in words[1:]]
    for word, end in zip(words, [*ends, len(text)], strict=False):
        if payload := read_json_object(text[word.end() : end]):
            return word.group(1), payload
    return "", read_json_object(text)


def _search(query: object) -> SearchDocs:
    if not isinstance(query, str) or not any(character.isalnum() for character in query):
        raise ActionError('search_docs needs {"query": "words to search for"}.')
    return SearchDocs(as_query(query))


def _opening(tool_input: dict[str, Any]) -> OpenCitation:
    result = tool_input.get("result")
    if isinstance(result, str) and re.fullmatch(r"\s*\[?\d{1,4}\]?\s*", result):
        result = int(result.strip(" []\n\t"))
    if isinstance(result, int) and not isinstance(result, bool):
        return OpenCitation(result=result)
    document_id = tool_input.get("docId", tool_input.get("document_id"))
    chunk_id = tool_input.get("chunkId", tool_input.get("chunk_id"))
    if isinstance(document_id, str) and isinstance(chunk_id, str):
        return OpenCitation(document_id=document_id, chunk_id=chunk_id)
    raise ActionError('open_citation needs {"result": number of a listed result}.')
