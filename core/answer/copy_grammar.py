"""The grammar of copying: a model bound by it can only write words that stand in given sentences, in a row.

So whatever it writes can be looked up, is in a language of the documents, and cannot be invented.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from core.llm.base import Grammar
from core.text.unspaced import SIGN_WITHOUT_SPACES

_OPENING = "“”\"'‘’«»([{„‚"
_CLOSING = ".,;:!?)]}”“\"'’»…。，；：！？、（）「」『』"
# A sign of a script without spaces is a word, with the marks behind it.
_SIGN = rf"{SIGN_WITHOUT_SPACES}[^\s\w]*"
_WORD = re.compile(rf"({_SIGN}|(?:(?!{SIGN_WITHOUT_SPACES})\S)+)(\s*)")


def copy_grammar(sentences: Sequence[str], others: Sequence[str] = ()) -> Grammar:
    """GBNF for words of one of the sentences that follow each other there, or for one of the `others`.

    Punctuation before the first word and behind the last one is left out. One rule for each word: it may be
    the last, or its successor follows.
    """
    starts: list[str] = []
    rules: list[str] = []
    for number, sentence in enumerate(sentences):
        for name, rule in _rules(number, _WORD.findall(sentence)):
            if name.startswith("w"):
                starts.append(name)
            rules.append(f"{name} ::= {rule}")
    first = " | ".join([*map(json.dumps, others), *starts])
    return Grammar(gbnf="\n".join([f"root ::= {first}", *rules]))


def _rules(number: int, words: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """`w`: a word that begins the copy; `f`: the same word, following another one.

    Args:
        words: each with the white space behind it.
    """
    for place, (word, space) in enumerate(words):
        gap = " " if space else ""
        bare = word.lstrip(_OPENING)
        core = bare.rstrip(_CLOSING) or bare or word
        head = word[: len(word) - len(bare)] if bare else ""
        tail = bare[len(core) :] if bare else ""
        last = place + 1 == len(words)
        more = "" if last else f" ({_literal(tail + gap)} f{number}x{place + 1})?"
        if any(character.isalnum() for character in core):
            yield f"w{number}x{place}", _literal(core) + more
            yield f"f{number}x{place}", (f"{_literal(head)} " if head else "") + f"w{number}x{place}"
        else:  # a dash between words neither begins nor ends a copy
            follows = f"{_literal(word + gap)} f{number}x{place + 1}"
            yield f"f{number}x{place}", _literal(word) if last else follows


def _literal(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
