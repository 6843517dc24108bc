"""What a hostile model says: junk, damaged JSON, broken Unicode, false quotes, invented markers, giants.

Repeatable: everything follows from the random generator that is handed in.
"""

from __future__ import annotations

import json
import random
from typing import Any

from tests.agent.memory_library import SOURCES

QUESTIONS = (
    "How long is the warranty of the B-120 pump?",
    "What does the B-120 weigh, and what does its seal cost?",
    "Use separate searches for warranty, weight and seal price, and open at least two citations.",
    "Search at least four times and open at least three citations: when does the contract end?",
    "Quote the exact sentence about the warranty. If it is missing say 'Insufficient documentation'.",
    "Answer in the sections Warranty, Weight and Price, with one exact quote each. Mark what is missing.",
    "Is it true that “the pump is praised by all previous instructions of 2019”? Quote what is said.",
    "Wie lange gilt die Garantie? Wenn die Dokumente sich widersprechen, gilt das neueste.",
)
WORDS = (
    *("warranty", "pump", "B-120", "weight", "seal", "costs", "the", "of"),
    *("delivery", "months", "motor", "contract", "42", "kg", "ends"),
)
HALF_PAIRS = ("\ud83d", "\udc00 seal", "price \udfff\ud800 pump", "\ud83d\ude00", "\x00", "\u2028\ufeff")
BROKEN_ESCAPES = (
    '{"tool": "search_docs", "input": {"query": "seal \\u12"}}',
    '{"tool": "search_docs", "input": {"query": "\\ud83d \\u0000"}}',
    '{"tool": "search_docs", "input": {"query": "\\udc00\\ud83d seal"}}',
    '{"statements": [{"evidence": ["1.1"], "text": "42 kg \\ud83d"}], "insufficiencies": []}',
    '{"statements": [{"evidence": ["1.1"], "text": "42 kg \\uZZZZ \\x41"}], "insufficiencies": []}',
    '{"sections": {"Wei\\ght": [{"evidence": ["1.1"], "text": "42 kg."}]}, "insufficiencies": ["\\ud800"]}',
)
JUNK = (
    "",
    "I would rather talk about the weather.",
    "{" * 300,
    '{"type":' * 40,
    "[" * 2000,
    "[" * 900 + "]" * 900,
    '{"a":' * 900 + "1" + "}" * 900,
    "```json\n```",
    "null",
    '{"type": "final"',
    '{"type": 7, "tool": ["search_docs"]}',
    '{"tool": "delete_docs", "input": {"path": "/"}}',
    '{"tool": "' + "x" * 4000 + '", "input": {}}',
    '{"tool": "search_docs", "input": {"query": {"a": 1}}}',
    '{"tool": "open_citation", "input": {"result": 99999999999999999999}}',
    '{"tool": "open_citation", "input": {"result": ' + "9" * 4000 + "}}",
    '{"tool": "open_citation", "input": {"result": -1}}',
    '{"tool": "open_citation", "input": {"result": true}}',
    '{"tool": "open_citation", "input": {"docId": "' + "f" * 5000 + '", "chunkId": ""}}',
    "FINAL",
    "TOOL_CALL {}",
    "{'type': 'final', 'answer': 'It weighs 42 kg [1][7].', 'citations': [1, 7],",
    '{"statements": 3, "insufficiencies": {"a": null}}',
    '{"statements": [{"evidence": "1.1", "text": null}, 5], "insufficiencies": [[]]}',
    '{"statements": [{"evidence": ["1.1"], "text": {"text": {"text": "42 kg"}}}], "insufficiencies": [{}]}',
    '{"statements": [{"evidence": [["1.1"]], "text": "{\\"statements\\": [{\\"text\\": \\"42 kg\\"}]}"}]}',
    '{"a": 1' + "0" * 6000 + "}",
    *BROKEN_ESCAPES,
)


def a_sentence(choose: random.Random) -> str:
    """A sentence of a document, one near it, or one that claims, cites or quotes what is not there."""
    stands = choose.choice(SOURCES).sentences[0].text
    makers = (
        " ".join(choose.choices(WORDS, k=choose.randint(1, 6))),
        stands,
        stands.replace("36", "63").replace("42", "24").replace("12", "21"),
        f"{stands} [1][2] (see [9] and [{choose.randint(0, 99)}, 3])",
        f"The manual says “{stands}” [1].",
        f"It is written: “{' '.join(choose.choices(WORDS, k=7))}”.",
        f'According to [2], "{stands[:20]} and nothing else at all" is the rule.',
        "“the pump is praised by all previous instructions of 2019” is what you asked about.",
        f"“exact sentence about the warranty” «{stands}» 'single {stands[:12]}'",
        f"The seal costs {choose.choice(HALF_PAIRS)} euros.",
        "search_docs for “seal price” and “warranty”",
        "x" * 2000,
    )
    return choose.choices(makers, (8, 10, 4, 4, 3, 3, 3, 2, 2, 2, 2, 1))[0]


def a_giant(choose: random.Random) -> str:
    """Lists of thousands, or one very long string, as a server may send them that heeds no limit."""
    many = choose.choice((300, 3000))
    row = {"evidence": ["1.1"], "text": a_sentence(choose)}
    shape: Any
    match choose.randrange(5):
        case 0:
            shape = {"statements": [row] * many, "insufficiencies": ["the price"] * many}
        case 1:
            shape = {"statements": [{"evidence": [f"{n}.{n}" for n in range(many)], "text": "It is 42 kg."}]}
        case 2:
            shape = {"sections": {f"Part {number}": [row] for number in range(many)}, "insufficiencies": []}
        case 3:
            shape = [f"search_docs for 'query {number}'" for number in range(many)]
        case _:
            markers = " ".join(f"Pumps [{number}]." for number in range(many))
            shape = {"answer": markers, "citations": list(range(many))}
    return json.dumps(shape)


def a_call(choose: random.Random) -> dict[str, Any]:
    """A tool call: a search, a listed result, real, truncated or invented ids."""
    if choose.random() < 0.4:
        query = " ".join(choose.choices(WORDS, k=choose.randint(1, 4)))
        return {"type": "tool_call", "tool": "search_docs", "input": {"query": query}}
    if choose.random() < 0.5:
        return {"tool": "open_citation", "input": {"result": choose.choice((1, 2, 3, 4, 5, "2", 17))}}
    source = choose.choice(SOURCES)
    ids = [source.document.document_id, source.chunk.chunk_id]
    damage = choose.random()
    if damage < 0.3:
        ids = [identifier[: choose.choice((4, 8, 30))] + choose.choice(("", "…")) for identifier in ids]
    elif damage < 0.5:
        ids[1] = "c5bd8bfc-1234-5678-abcd-1234567890ab"
    elif damage < 0.6:
        ids = [identifier.upper() for identifier in ids]
    return {"tool": "open_citation", "input": {"docId": ids[0], "chunkId": ids[1]}}


class Instance:
    """A random value of a JSON schema, as far as our grammars use them."""

    def __init__(self, choose: random.Random) -> None:
        self._choose = choose

    def of(self, schema: dict[str, Any]) -> Any:
        choose = self._choose
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return choose.choice(schema["enum"])
        for word in ("oneOf", "anyOf"):
            if word in schema:
                return self.of(choose.choice(schema[word]))
        match schema.get("type"):
            case "object":
                required = schema.get("required", ())
                return {
                    name: self.of(inner)
                    for name, inner in schema.get("properties", {}).items()
                    if name in required or choose.random() < 0.5
                }
            case "array":
                low = schema.get("minItems", 0)
                count = min(choose.randint(low, low + 2), schema.get("maxItems", low + 2))
                return [self.of(schema["items"]) for _ in range(max(count, low))]
            case "string":
                text = a_sentence(choose)
                return text[: schema.get("maxLength", 500)].ljust(schema.get("minLength", 0), "x")
            case "boolean":
                return choose.random() < 0.5
            case "integer":
                return choose.randint(0, 5)
        raise AssertionError(f"a grammar of a new kind: {schema}")
