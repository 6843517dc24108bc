"""The grammar of a chat answer: sentences that end in the number of a source that exists, or an honest no.

A model bound by it cannot leave a sentence without a citation and cannot cite a source it was not given.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.llm.base import Grammar

MAX_SENTENCE_CHARACTERS = 400
WIDE_MARKS = (
    "，。；：、！？（）【】「」"  # marks that bilingual models slip into English and German sentences
)
ABBREVIATIONS = (
    "Inc",
    "Corp",
    "Ltd",
    "Co",
    "No",
    "approx",
    "vs",
    "Art",
    "Sec",
    "Dr",
    "Mr",
    "Ms",
    "Nr",
    "ca",
    "bzw",
)


def answer_grammar(
    numbers: Sequence[int], *, max_statements: int, bullets: bool, no_answer: str, wide_marks: bool = False
) -> Grammar:
    """GBNF for an answer that may cite the given source numbers (at least one), or is `no_answer`.

    A statement is one sentence: behind a full stop only a space-less character goes on (decimals, "U.S."),
    or a space after a known abbreviation; anything else must be the citation. Left free, small models run
    through all the sources before they cite the first, or go on in small letters.
    """
    choices = " | ".join(f'"{number}"' for number in numbers)
    abbreviations = " | ".join(f'"{word}"' for word in ABBREVIATIONS)
    lead = '"- " ' if bullets else ""
    separator = '"\\n"' if bullets else "[ \\n]"
    never = r"\n\r\t\[\].!?" + ("" if wide_marks else WIDE_MARKS)
    rules = [
        f'root ::= "{no_answer}" | statement ({separator} statement){{0,{max_statements - 1}}}',
        f"statement ::= {lead}first rest{{3,{MAX_SENTENCE_CHARACTERS}}} [.!?]? citation citation?",
        f"first ::= [^ #*{never}-]",
        f"rest ::= [^{never}*] | [.!?] [^ {never}*] | [*] [^{never}*] | abbreviation dot",
        'dot ::= ". "',
        f"abbreviation ::= {abbreviations}",
        f'citation ::= " "? "[" ({choices}) "]"',
    ]
    return Grammar(gbnf="\n".join(rules))
