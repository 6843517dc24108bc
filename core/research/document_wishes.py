"""What a reply wants left out, and which documents alone it wants ("nur vom Handbuch, ohne Preise"). Pure.

Words that are to be left out are not searched for: a search does not know "without".
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from core.answer.facts.stems import STOP_WORDS
from core.research.reply_clauses import clauses
from core.search.concepts import words
from core.text.textspan import word_list

_LONGEST = 8  # words of what is left out, or of a name
_ONLY = r"(?:nur|only|just|ausschließlich|lediglich|allein)"
_BEGINS = rf"(?:{_ONLY}|ohne|without|nicht|not|keine?n?|except|außer|leave out|skip|lass(?:en)?)\b"
_LINKS = "and|und|aber"  # "but" and "sondern" stay in their clause
_CONTRAST = re.compile(r"(?:\s*,)?\s+(?=(?:sondern|but)\b)", re.IGNORECASE)
_COURTESY = re.compile(
    r"^(?:(?:ja|nein|yes|no|ok(?:ay)?)\s*[,:–-]\s*|(?:bitte|please|aber|but|und|and|sondern)\s+)+",
    re.IGNORECASE,
)
_LEAVES_OUT = (
    re.compile(
        r"(?:weglassen|auslassen|ohne|nicht|keine?[nmrs]?|außer|ich (?:brauche|will|möchte) keine?n?"
        r"|leave out|skip|omit|exclude|excluding|without|not|no|none of|except(?: for)?"
        r"|i (?:do not|don.t) (?:need|want|care about))\s*:?\s+(?P<what>.+)",
        re.IGNORECASE,
    ),
    re.compile(r"(?:alles?|everything|all)\s+(?:außer|bis auf|except|but)\s+(?P<what>.+)", re.IGNORECASE),
    re.compile(r"lass(?:en sie|t)?\s+(?P<what>.+?)\s+(?:weg|aus)", re.IGNORECASE),
    re.compile(r"leave\s+(?P<what>.+?)\s+out", re.IGNORECASE),
    re.compile(
        r"(?P<what>.+?)\s+(?:weglassen|auslassen|brauche ich nicht|interessier(?:t|en)(?: mich)? nicht"
        r"|k(?:ann|önnen) (?:wegbleiben|entfallen|weg)"
        r"|(?:can|may|should) be (?:left out|omitted|skipped)|(?:is|are) not needed)",
        re.IGNORECASE,
    ),
    # "die Preise nicht": nouns only, as "die Pumpe läuft nicht" leaves nothing out
    re.compile(r"(?P<what>(?:(?:d(?:ie|er|as|en|em)|und|oder)\s+|[A-ZÄÖÜ][\w-]*,?\s+){1,8})nicht"),
)
# "not before 2020", "nicht mehr als", "not sure": a limit or a doubt, and nothing that could be left out.
_IS_LIMIT = word_list(
    "mehr more less weniger only nur just vor nach seit before after since until bis over under über unter",
    "sure sicher yet known bekannt older newer älter jünger relevant ganz so all alle sehr very really",
    "mind matter idea ahnung one problem preference further weitere weiteren",
)
_ONLY_WORD = re.compile(rf"^{_ONLY}\s+", re.IGNORECASE)
_ONLY_FROM = re.compile(
    rf"{_ONLY}\s+(?P<where>(?:vom|von|aus|im|in|from|of|about|über)\s+)?(?P<what>.+)", re.IGNORECASE
)
_BETWEEN = re.compile(r"\s*(?:,|&|\b(?:und|and|oder|or|sowie)\b)\s*", re.IGNORECASE)
_KIND = word_list("document documents dokument dokumente dokumenten file files datei dateien pdf called")
_LEAST_STEM, _LONGEST_ENDING = 5, 2  # letters


@dataclass(frozen=True, slots=True)
class Wishes:
    """`rest` can be searched for; `left_out` are things. `only` are names of what is wanted alone, as they
    stand in `alone`, without the word "only"; `names_place`: said of where it stands ("only from the
    manual")."""

    rest: str
    left_out: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    alone: str = ""
    names_place: bool = False


def wishes_of(text: str) -> Wishes:
    """The wishes of a reply; of what is wanted alone, the last."""
    rest: list[str] = []
    left_out: list[str] = []
    last = Wishes("")
    for clause in _clauses(text):
        bare = _COURTESY.sub("", clause).strip(" ,:?")
        found = _ONLY_FROM.fullmatch(bare)
        if things := _left_out(bare):
            left_out += things
        elif found and len(found.group("what").split()) <= _LONGEST:
            rest += [last.alone] if last.alone else []
            last = Wishes(
                "",
                (),
                _things(found.group("what")),
                _ONLY_WORD.sub("", bare),
                found.group("where") is not None,
            )
        elif clause:
            rest.append(bare if clause.casefold().startswith(("sondern", "but ")) else clause)
    if not left_out and not last.only:
        return Wishes(" ".join(text.split()))
    return replace(last, rest=" ".join(rest), left_out=tuple(left_out))


def _clauses(text: str) -> list[str]:
    rows = (part for clause in clauses(text, _BEGINS, _LINKS) for part in _CONTRAST.split(clause.text))
    return [row.strip().rstrip(".!") for row in rows]


def documents_named(wishes: Wishes, documents: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """The documents (id → names) that are wanted alone; none where any of the names means none.

    A name means the documents that are called so, with or without a code or year behind it; else those whose
    name has all its words, if these are more than one or said of where something stands: "only the seals"
    does not mean the document "seal contract".
    """
    found: list[str] = []
    for name in wishes.only:
        wanted = _telling(name)
        if not wanted:
            return ()
        names = {one: [_telling(text) for text in own] for one, own in documents.items()}
        in_part = {
            one: rows for one, own in names.items() if (rows := [n for n in own if _all_in(wanted, n)])
        }
        whole = [one for one, own in in_part.items() if any(_all_in(text, wanted) for text in own)]
        kind = [one for one, own in in_part.items() if any(_all_in(_bare(text), wanted) for text in own)]
        meant = whole or kind or (list(in_part) if len(wanted) > 1 or wishes.names_place else [])
        if not meant:
            return ()
        found += meant
    return tuple(dict.fromkeys(found))


def _left_out(clause: str) -> tuple[str, ...]:
    for shape in _LEAVES_OUT:
        found = shape.fullmatch(clause)
        if found is None:
            continue
        what = found.group("what").strip()
        first = what.split()[0].casefold().strip(" ,") if what else ""
        if first and first not in _IS_LIMIT and len(what.split()) <= _LONGEST:
            return _things(what)
    return ()


def _things(text: str) -> tuple[str, ...]:
    """What is enumerated, without articles."""
    rows = (
        " ".join(word for word in row.split() if word.casefold() not in STOP_WORDS)
        for row in _BETWEEN.split(text.strip(" .!?"))
    )
    return tuple(row for row in rows if row)


def _telling(name: str) -> list[str]:
    plain = re.sub(r"(?i)\.(?:pdf|docx?|xlsx?|txt|md|html?|pptx?)\b", " ", name)
    return [word for word in words(plain) if word not in _KIND and word not in STOP_WORDS]


def _bare(own: Sequence[str]) -> list[str]:
    """Without codes, years and single letters: "manual" of "manual P-20"."""
    return [word for word in own if len(word) > 1 and not any(sign.isdigit() for sign in word)] or list(own)


def _all_in(wanted: Sequence[str], own: Sequence[str]) -> bool:
    return all(any(_alike(word, other) for other in own) for word in wanted)


def _alike(one: str, other: str) -> bool:
    """The same, or with another ending: "Handbuchs"."""
    short, long = sorted((one, other), key=len)
    ends = len(long) - len(short) <= _LONGEST_ENDING and len(short) >= _LEAST_STEM
    return one == other or (ends and long.startswith(short) and not long[-1].isdigit())
