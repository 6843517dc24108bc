"""Words of one family: a verb and the nouns and adjectives made of it, and words that mean the same.

"invaded" and "invasion", "zahlt" and "Zahlung"; "purchased" and "bought". Careful rather than complete: a
pair that is missing makes a true statement *weak*, a wrong pair would make a false one *supported*. Works on
stems as `core.answer.facts.stems.stem` makes them. Pure functions.
"""

from __future__ import annotations

from functools import lru_cache

from core.answer.facts.stems import one_spelling, stem
from core.system.paths import resources
from core.text.textspan import word_list

_SHORTEST_ROOT = 4
_VERB_ENDINGS = ("ed", "e", "n", "t", "te", "et")
# Ending of a noun or adjective → what the verb (or the noun) ends with in its place.
_MADE_OF = (
    ("uction", "uc"), ("ription", "rib"), ("eption", "eiv"), ("olution", "olv"), ("uisition", "uir"),
    ("ification", "ify"), ("ification", "ifi"), ("ification", "if"), ("ication", "y"), ("ication", "i"),
    ("ission", "it"), ("sion", "d"), ("sion", "t"), ("sion", "s"), ("ation", ""), ("ition", ""), ("ion", ""),
    ("ator", "at"), ("or", ""), ("er", ""), ("ment", ""), ("ance", ""), ("ence", ""), ("al", ""), ("ist", ""),
    ("ism", ""), ("ability", ""), ("able", ""), ("ivity", "iv"), ("ive", ""),
    ("ical", "y"), ("ic", "y"), ("ical", "ic"), ("ic", ""), ("ional", "ion"), ("ial", "y"), ("ious", "ion"),
    ("ry", "er"),
    ("ung", ""), ("ungs", ""), ("lich", ""),
)  # fmt: skip
_NOT_MADE = word_list(
    "general capital moral formal several rational initial critical social partial material serial",
    "mineral minor under other better corner major senior junior manner number matter offer order former",
    "latter power paper quarter letter member center chapter career customer passion mission station",
    "nation portion section action fashion motion public music basic topic native active passive positive",
    "negative relative expensive massive element moment document argument apartment mother father brother",
    "border personal department parliament instrument party state states",
)


def same_family(left: str, right: str) -> bool:
    """True for stems of a verb and a noun or adjective made of it, or of two made of one verb."""
    if left[:3] != right[:3] and not (left.startswith("ge") or right.startswith("ge")):
        return False
    return bool(_roots(left) & _roots(right))


@lru_cache(maxsize=8192)
def synonyms_of(word: str) -> frozenset[str]:
    """Stems that mean the same as this stem, itself among them; empty where none is known."""
    return _groups().get(word, frozenset())


@lru_cache(maxsize=1)
def _groups() -> dict[str, frozenset[str]]:
    """Each line of the file is a group; a word may stand in several, which do not become one."""
    found: dict[str, frozenset[str]] = {}
    for line in (resources() / "synonyms.txt").read_text(encoding="utf-8").splitlines():
        words = line.partition("#")[0].split()
        group = frozenset(stem(one_spelling(word)) for word in words)
        for word in group:
            found[word] = found.get(word, frozenset()) | group
    return found


@lru_cache(maxsize=16384)
def _roots(word: str) -> frozenset[str]:
    """What a word may have been made of, with and without the endings of verbs."""
    roots = _without_verb_endings(word)
    if word.startswith("ge") and word.endswith("t") and len(word) >= 7:
        roots |= _without_verb_endings(word[2:])
    if word not in _NOT_MADE:
        for ending, instead in _MADE_OF:
            head = word.removesuffix(ending)
            if head != word and len(head + instead) >= _SHORTEST_ROOT:
                roots |= _without_verb_endings(head + instead)
    return frozenset(root for root in roots if len(root) >= _SHORTEST_ROOT)


def _without_verb_endings(word: str) -> set[str]:
    return {word, *(word.removesuffix(ending) for ending in _VERB_ENDINGS)}
