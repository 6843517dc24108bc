"""The grammar of a chat answer: sentences that end in the number of a source that exists, or an honest no.

A model bound by it cannot leave a sentence without a citation and cannot cite a source it was not given.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.answer.statements import NO_ANSWER
from core.llm.base import Grammar

MAX_STATEMENTS = 12
MAX_STATEMENT_CHARACTERS = 420


def answer_grammar(numbers: Sequence[int], *, bullets: bool) -> Grammar:
    """GBNF for an answer that may cite the given source numbers (at least one)."""
    choices = " | ".join(f'"{number}"' for number in numbers)
    lead = '"- " ' if bullets else ""
    separator = '"\\n"' if bullets else "[ \\n]"
    rules = [
        f'root ::= "{NO_ANSWER}" | statement ({separator} statement){{0,{MAX_STATEMENTS - 1}}}',
        f"statement ::= {lead}first rest{{3,{MAX_STATEMENT_CHARACTERS}}} citation citation?",
        "first ::= [^ \\n\\r\\t\\[\\]*#-]",
        "rest ::= [^\\n\\r\\t\\[\\]]",
        f'citation ::= " "? "[" ({choices}) "]"',
    ]
    return Grammar(gbnf="\n".join(rules))
