"""The grammar of a chat answer: sentences that end in the number of a source that exists, or an honest no.

A model bound by it cannot leave a sentence without a citation and cannot cite a source it was not given.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.answer.statements import NO_ANSWER
from core.llm.base import Grammar


def answer_grammar(numbers: Sequence[int], *, max_statements: int, bullets: bool) -> Grammar:
    """GBNF for an answer that may cite the given source numbers (at least one).

    The length of a statement is left to `max_tokens`: bounded repetition (`{3,420}`) made llama.cpp check
    each refused token five times as long (measured).
    """
    choices = " | ".join(f'"{number}"' for number in numbers)
    lead = '"- " ' if bullets else ""
    separator = '"\\n"' if bullets else "[ \\n]"
    rules = [
        f'root ::= "{NO_ANSWER}" | statement ({separator} statement){{0,{max_statements - 1}}}',
        f"statement ::= {lead}first rest rest rest+ citation citation?",
        "first ::= [^ \\n\\r\\t\\[\\]*#-]",
        "rest ::= [^\\n\\r\\t\\[\\]]",
        f'citation ::= " "? "[" ({choices}) "]"',
    ]
    return Grammar(gbnf="\n".join(rules))
