"""The grammar of a chat answer: sentences that end in the number of a source that exists, or an honest no.

A model bound by it cannot leave a sentence without a citation and cannot cite a source it was not given.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.answer.statements import NO_ANSWER
from core.llm.base import Grammar

MAX_SENTENCE_CHARACTERS = 400


def answer_grammar(numbers: Sequence[int], *, max_statements: int, bullets: bool) -> Grammar:
    """GBNF for an answer that may cite the given source numbers (at least one).

    A statement is one sentence: after a full stop followed by a space only a small letter, a figure or a
    bracket goes on ("approx. 5 kg", "Inc. and"); anything else must be the citation. Left free, small models
    run through all the sources before they cite the first.
    """
    choices = " | ".join(f'"{number}"' for number in numbers)
    lead = '"- " ' if bullets else ""
    separator = '"\\n"' if bullets else "[ \\n]"
    rules = [
        f'root ::= "{NO_ANSWER}" | statement ({separator} statement){{0,{max_statements - 1}}}',
        f"statement ::= {lead}first rest{{3,{MAX_SENTENCE_CHARACTERS}}} [.!?]? citation citation?",
        "first ::= [^ \\n\\r\\t\\[\\]*#.!?-]",
        'rest ::= [^\\n\\r\\t\\[\\].!?] | [.!?] [^ \\n\\r\\t\\[\\]] | [.!?] " " [a-z0-9(]',
        f'citation ::= " "? "[" ({choices}) "]"',
    ]
    return Grammar(gbnf="\n".join(rules))
