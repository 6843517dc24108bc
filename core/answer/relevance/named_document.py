"""Passages of the document that a question names: "How many employees does Karst have?" asks nothing of the
report of Bolt, which says "we have 300 employees" and its own name nowhere. Exact; pure.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePath

from core.answer.asking.question_language import question_language
from core.answer.sources import Source

_WORD = re.compile(r"[^\W_]+")
_SHORTEST = 4  # letters: shorter ones stand in other words


def names_of(question: str, source: Source) -> list[str]:
    """Words of the question with a capital with which a word of the document's title or file name begins, in
    small letters: "General" of GENERALMILLS_2022.pdf."""
    called = f"{source.document.title} {PurePath(source.document.filename).stem}".casefold()
    words = (word.casefold() for word in _WORD.findall(question)[1:] if word[0].isupper())
    return [word for word in words if len(word) >= _SHORTEST and re.search(rf"(?<![^\W_]){word}", called)]


def of_the_named(question: str, sources: Sequence[Source]) -> list[Source]:
    """Those that have a name of the question, if one of their documents is called by such a name; else all.

    A German question names no document so: all its nouns have capitals.
    """
    names = {name for one in sources for name in names_of(question, one)}
    if not names or question_language(question) == "de":
        return list(sources)
    texts = [f"{one.surroundings}\n{one.chunk.text}".casefold() for one in sources]
    return [one for one, text in zip(sources, texts, strict=True) if any(name in text for name in names)]
