"""What the model may write in a state, and how its output is read."""

from __future__ import annotations

import jsonschema
import pytest

from core.agent.actions import (
    ActionError,
    Compose,
    OpenCitation,
    SearchDocs,
    action_grammar,
    parse_action,
)
from core.agent.state import AllowedActions
from tests.scored import scored

IDS = '"docId": "c5bd8bfc-1234-5678-abcd-1234567890ab", "chunkId": "a1b2c3d4-5678-90ab-cdef-1234567890ab"'


@pytest.mark.parametrize(
    ("text", "action"),
    [
        (
            '{"type":"tool_call","tool":"search_docs","input":{"query":"reindex  sql"}}',
            SearchDocs("reindex sql"),
        ),
        ('TOOL_CALL {"tool": "search_docs", "input": {"query": "x y"}}', SearchDocs("x y")),
        ('Sure!\n```json\n{"tool":"open_citation","input":{"result":3}}\n```', OpenCitation(result=3)),
        (
            f'TOOL_CALL {{"tool": "open_citation", "input": {{{IDS}}}}}',
            OpenCitation(
                document_id="c5bd8bfc-1234-5678-abcd-1234567890ab",
                chunk_id="a1b2c3d4-5678-90ab-cdef-1234567890ab",
            ),
        ),
        ('{"type":"final"}', Compose()),
        ('FINAL {"answer": "x [1]", "citations": [1]}', Compose()),
        ('{"sections": {"A": []}}', Compose()),
        ('{"quotes": []}', Compose()),
    ],
)
def test_both_spellings_of_the_seeds_parse(text: str, action: object) -> None:
    assert parse_action(text) == action


@scored("actions")
def test_anything_else_is_an_error_that_says_what_to_write(text: str) -> None:
    with pytest.raises(ActionError, match=r"\w"):
        parse_action(text)


def test_the_grammar_holds_only_what_is_allowed() -> None:
    search = {"type": "tool_call", "tool": "search_docs", "input": {"query": "warranty"}}
    final = {"type": "final"}

    def opening(number: int) -> dict[str, object]:
        return {"type": "tool_call", "tool": "open_citation", "input": {"result": number}}

    def accepts(allowed: AllowedActions, value: object) -> bool:
        schema = action_grammar(allowed).json_schema
        assert schema is not None
        return bool(jsonschema.Draft202012Validator(schema).is_valid(value))

    first = AllowedActions(search=True, open_results=(), final=False)
    assert accepts(first, search)
    assert not accepts(first, final)
    assert not accepts(first, opening(1))
    later = AllowedActions(search=False, open_results=(2, 5), final=True)
    assert not accepts(later, search)
    assert accepts(later, final)
    assert accepts(later, opening(5))
    assert not accepts(later, opening(1))


def test_a_word_in_prose_does_not_name_the_object_of_another() -> None:
    call = 'TOOL_CALL {"tool":"search_docs","input":{"query":"seal"}}'
    said = f'I will not output FINAL {{"answer": ...}}. Instead {call}'
    assert parse_action(said) == SearchDocs("seal")
    assert isinstance(parse_action('{"type":"Final"}'), Compose)
    assert isinstance(parse_action('FINAL {"answer":"42 kg [1]."}'), Compose)
