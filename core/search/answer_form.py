"""What a question says about the form of its answer: "State the result in millions. Show your working."

Pure functions. Such a part says nothing about the subject, and its words would be searched for. Only parts
that consist of nothing but words about answers and sources are taken for one, so that no subject is lost.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.search.concepts import Concepts, words

_PART = re.compile(r"[^.?!:;]+(?:[.?!:;](?!\s|$)[^.?!:;]*)*[.?!:;]*")
_BRACKETS = re.compile(r"\(([^()]*)\)")
# May stand beside words about answers; alone they make no instruction.
_SMALL = frozenset(
    words(
        "a all also an and any are as at be by can do for from in into is it kindly may more most must no "
        "not of on only or per please should such than that the then there these this to via with within "
        "you your my just up down one two three four five next before if possible exact exactly primarily "
        "aber alle als am an auch auf aus bei bitte da dabei das dein deine dem den der die du ein eine "
        "einem einen einer etwa für genau höchstens im in ist kein keine man maximal mit nach nicht noch "
        "nur oder pro sich sie so soll und uns unser vom von wenn zu zum zur zwei drei dich "
    )
)


def without_form(text: str, concepts: Concepts) -> str:
    """The question without sentences at its beginning and end, first clauses and brackets about its form.

    As it is when nothing else would be left.
    """

    def is_form(part: str) -> bool:
        return _is_form(part, concepts)

    kept = _BRACKETS.sub(lambda found: " " if is_form(found[1]) else found[0], text)
    parts = [match[0].strip() for match in _PART.finditer(kept)]
    while parts and not parts[-1].endswith("?") and is_form(parts[-1]):
        parts.pop()
    while parts and not parts[0].endswith("?") and is_form(parts[0]):
        parts.pop(0)
    if parts:
        first, comma, rest = parts[0].partition(", ")
        if comma and is_form(first):
            parts[0] = rest
    stripped = " ".join(" ".join(parts).split())
    return stripped if words(stripped) else text


def _is_form(part: str, concepts: Concepts) -> bool:
    """Whether a part has words about answers and, besides sources of answers, no other words."""
    own = words(part)
    if concepts.form_words.isdisjoint(own):
        return False
    allowed = (concepts.form_words, concepts.beside_form, _SMALL)
    return all(
        word.isdigit() or any(word in some for some in allowed) for word in _without_sources(own, concepts)
    )


def _without_sources(own: Sequence[str], concepts: Concepts) -> list[str]:
    """Without the names of documents and of their parts: an answer may be wanted from one alone."""
    taken = {
        place
        for book in (concepts.kind_terms, concepts.source_terms)
        for match in book.find(own)
        for place in range(match.first, match.last)
    }
    return [word for place, word in enumerate(own) if place not in taken]
