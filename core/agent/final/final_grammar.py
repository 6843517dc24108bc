"""The grammar of the final answer: what is not opened cannot be cited, what is demanded cannot be left out.

A question that demands no form is answered in plain sentences, each with its citation, as in chat: asked for
evidence by its labels, small models repeat sentences beside the question instead of answering it. They stand
in a JSON string, because a model that has written JSON until then goes on with it. Otherwise each statement
names its evidence sentences before its text. Quotations are pointed at, never typed. Demanded headings are
the keys of an object, so each gets its statements; one without evidence is a word on what is missing. As an
object beside the list, that word was what small models wrote under every heading, whatever they had read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.agent.demands.constraints import PromptConstraints
from core.answer.answer_grammar import answer_grammar
from core.answer.asking.question_language import question_language
from core.answer.replies import reply
from core.answer.sources import Source
from core.llm.base import Grammar

MAX_STATEMENTS = 4
MAX_SECTION_STATEMENTS = 3
MAX_STATEMENT_CHARACTERS = 320
MAX_LABELS = 3
MAX_QUOTES = 2
MAX_INSUFFICIENCIES = 2
MAX_MISSING_CHARACTERS = 120
SECTION_TOKENS = 160  # what a section or a list of quotations adds to the answer

_MISSING: dict[str, Any] = {"type": "string", "minLength": 3, "maxLength": MAX_MISSING_CHARACTERS}


def is_plain(constraints: PromptConstraints, *, gbnf: bool) -> bool:
    """Whether the answer is plain sentences; a model without `gbnf` has been told to write JSON."""
    demanded = (
        constraints.required_sections
        or constraints.requires_exact_quote
        or constraints.requires_insufficiency_disclosure
    )
    return gbnf and not demanded


def plain_grammar(sources: Sequence[Source], question: str) -> Grammar:
    """Sentences with citations of the `sources` (at least one), or the words for an honest no."""
    return answer_grammar(
        [source.number for source in sources],
        max_statements=MAX_STATEMENTS,
        no_answer=reply("not_in_documents", question_language(question)),
        texts=(question, *(source.chunk.text for source in sources)),
        json_key="answer",
    )


def final_grammar(sources: Sequence[Source], constraints: PromptConstraints | None = None) -> Grammar:
    """JSON schema of the final answer over the citable `sources` (at least one sentence)."""
    demanded = constraints or PromptConstraints()
    labels = [sentence.label for source in sources for sentence in source.sentences]
    properties: dict[str, Any] = {}
    evidence = _list({"enum": labels}, 1, MAX_LABELS)
    if demanded.requires_exact_quote:
        headings = {"section": {"enum": list(demanded.required_sections)}}
        quote = _object({**(headings if demanded.required_sections else {}), "evidence": evidence})
        properties["quotes"] = _list(quote, 1, MAX_QUOTES)
    text = {"type": "string", "minLength": 3, "maxLength": MAX_STATEMENT_CHARACTERS}
    statement = _object({"evidence": evidence, "text": text})
    if demanded.required_sections:
        row = _object({"evidence": _list({"enum": labels}, 0, MAX_LABELS), "text": text})
        section = _list(row, 1, MAX_SECTION_STATEMENTS)
        properties["sections"] = _object(dict.fromkeys(demanded.required_sections, section))
    else:
        properties["statements"] = _list(statement, 1, MAX_STATEMENTS)
    properties["insufficiencies"] = _list(_MISSING, 0, MAX_INSUFFICIENCIES)
    return Grammar(json_schema=_object(properties))


def answer_tokens(usual: int, constraints: PromptConstraints) -> int:
    """Tokens that the final answer may take: `usual`, and more where more was demanded."""
    parts = len(constraints.required_sections) + constraints.requires_exact_quote
    return usual + SECTION_TOKENS * max(parts - 1, 0)


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _list(items: dict[str, Any], low: int, high: int) -> dict[str, Any]:
    return {"type": "array", "items": items, "minItems": low, "maxItems": high}
