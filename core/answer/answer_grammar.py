"""The grammar of an answer in plain words: sentences with the number of a source, or an honest no.

A model bound by it cannot leave a sentence without a citation and cannot cite a source it was not given.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.llm.base import Grammar
from core.text.textspan import word_list

MAX_SENTENCE_CHARACTERS = 400
MAX_GREETING_CHARACTERS = 40
# Emphasis, the beginning of JSON, and what bilingual models slip into English and German sentences.
ODD_MARKS = "*{}，。；：、！？（）【】「」"
ABBREVIATIONS = (
    *sorted(
        word_list(
            "Inc Corp Ltd Co No approx vs Art Sec Fig Dr Mr Ms Mrs Prof St U.S e.g i.e",
            "Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec Okt Dez",
            "Nr ca bzw Mio Mrd Tsd Abs Str usw inkl zzgl",
        )
    ),
    *("z. B", "d. h"),
)


def answer_grammar(
    numbers: Sequence[int],
    *,
    max_statements: int,
    no_answer: str,
    texts: Sequence[str] = (),
    json_key: str = "",
    min_statements: int = 1,
    lines: bool = False,
    uncited: bool = False,
) -> Grammar:
    """GBNF for an answer that may cite the given source numbers (at least one), or is `no_answer`.

    A statement is one sentence: behind a full stop only a space-less character goes on (decimals, "U.S."), or
    a space after a known abbreviation, an initial or the number of a day ("31. Dezember"); anything else must
    be the citation. Left free, small models run through all the sources before they cite the first, or go on
    in small letters, emphasis and notes. Those of `ODD_MARKS` that question or sources (`texts`) have may be
    written all the same. With a `json_key` the answer is the only string of a JSON object, as a model goes on
    that has written JSON before.

    `lines`: each statement stands on a line of its own, and begins with a word. `uncited`: a short line may
    stand without a number, as a greeting does. Without `no_answer` there is no other way to answer.
    """
    choices = " | ".join(f'"{number}"' for number in numbers)
    abbreviations = " | ".join(f'"{word}"' for word in ABBREVIATIONS)
    separator = '" "' if json_key else r'"\n"' if lines else r"[ \n]"
    odd = "".join(mark for mark in ODD_MARKS if not any(mark in text for text in texts))
    never = r"\n\r\t\[\]" + odd + (r"\"\\" if json_key else "")
    escaped = r' | "\\" ["\\]' if json_key else ""
    before, after = (f'"{{\\"{json_key}\\": \\"" ', ' "\\"}"') if json_key else ("", "")
    refusal = f'"{no_answer}" | ' if no_answer else ""
    greeting = f"first rest{{1,{MAX_GREETING_CHARACTERS}}} [.!?,]? | " if uncited else ""
    rules = [
        f"root ::= {before}answer{after}",
        f"answer ::= {refusal}line ({separator} line){{{min_statements - 1},{max_statements - 1}}}",
        f"line ::= {greeting}statement",
        f"statement ::= first rest{{3,{MAX_SENTENCE_CHARACTERS}}} [.!?]? citation citation?",
        "first ::= [^ #.!?*{" + never + (r"`_0-9" if lines else "") + "-]",
        f"rest ::= [^.!?{never}] | [.!?] [^ {never}] | abbreviation dot | day dot | initial dot{escaped}",
        'dot ::= ". "',
        'day ::= " " [0-9] [0-9]?',
        'initial ::= " " [A-Z]',
        f"abbreviation ::= {abbreviations}",
        f'citation ::= " "? "[" ({choices}) "]"',
    ]
    return Grammar(gbnf="\n".join(rules))
