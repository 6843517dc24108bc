"""A prompt cut into what demands are made of: sentences with the lists below them, clauses, names, numbers.

It shapes text and judges none: whether a clause demands anything is told by examples (`analysis`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from core.text.number_words import ENGLISH_NUMBERS, GERMAN_NUMBERS, words_for
from core.text.quotations import quotations_in
from core.text.textspan import split_sentences, word_list

_BULLET = re.compile(r"\s*(?:[-*•–—▪◦]|\(?(?:\d{1,2}|[a-hA-H])[.)]|#{1,4})\s+")
_INLINE_NUMBER = re.compile(r"(?:(?<=\s)|^)\(?\d{1,2}[.)]\s+")
_CLAUSE_END = re.compile(r"[;:]\s+|\s[–—-]\s+|,\s+|\s+(?=(?:and|und|with|mit|under|unter)\s)")
_MEMBER_END = re.compile(r"\s*[,;/|→]\s+(?:(?:and|or|und|oder)\s+)?|\s+(?:and|or|und|oder|sowie|&)\s+")
_REMARK = re.compile(r"\s*(?::|\s[–—-]\s|\().*$", re.DOTALL)
_ARTICLE = re.compile(r"^(?:the|an?|der|die|das|den|dem|eine?[nmr]?)\s+", re.IGNORECASE)
_AROUND = " \t.,;:!?*_#\"“”„«»'‘’`"
_LONGEST_PLAIN_ITEM = 60  # characters of a listed line without a bullet
_FEWEST_WORDS = 2  # of a clause that says something by itself
_BEGINNING = 6  # words
_MOST_RESTS, _MOST_CLAUSES = 4, 24  # of a sentence: each costs some milliseconds
_MOST_WORDS = 6  # of a name
_LARGEST = 12
_NUMBERS = {
    **words_for(ENGLISH_NUMBERS | GERMAN_NUMBERS, range(2, _LARGEST + 1)),
    "twice": 2,
    "zweimal": 2,
    "dreimal": 3,
    **dict.fromkeys(word_list("both couple pair beide beiden zweier"), 2),
}
_NUMBER = re.compile(
    r"(?<![\w.,/])(?P<number>\d{1,2}(?![\w.,/]*\d)|(?:"
    + "|".join(sorted(_NUMBERS, key=len, reverse=True))
    + r")\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence or a line. `items`: the lines listed below it, where it announces them."""

    text: str
    items: tuple[str, ...] = ()


def sentences(prompt: str) -> Iterator[Sentence]:
    """In order; the lines of a list come with the line above them and again alone."""
    lines = [line for line in prompt.splitlines() if line.strip()]
    for place, line in enumerate(lines):
        text = _BULLET.sub("", line, count=1) if _BULLET.match(line) else line
        spans = split_sentences(text)
        for number, span in enumerate(spans, 1):
            sentence = text[span.start : span.end].strip()
            announces = number == len(spans) and sentence.endswith(":")
            yield Sentence(sentence, _items_below(lines[place + 1 :]) if announces else ())


def clauses(sentence: str) -> tuple[str, ...]:
    """The sentence, its parts between commas, colons, dashes and "and", and what follows each of these; of
    what is no question also the beginnings of long parts: "Quote verbatim what" is lost in a long matter."""
    ends = [0, *(found.end() for found in _CLAUSE_END.finditer(sentence)), len(sentence)]
    parts = [sentence[start:end].strip() for start, end in pairwise(ends)]
    rests = [sentence[start:].strip() for start in ends[1:-2]][:_MOST_RESTS]
    long = () if sentence.endswith("?") else (part for part in parts if len(part.split()) > _BEGINNING)
    begun = [" ".join(part.split()[:_BEGINNING]) for part in long]
    told = [part for part in (*parts, *rests, *begun) if len(part.split()) >= _FEWEST_WORDS]
    return tuple(dict.fromkeys([sentence, *told]))[:_MOST_CLAUSES]


def names_in(sentence: Sentence, small_words: Collection[str]) -> tuple[str, ...]:
    """Names that a sentence lists: the lines below it, else what it quotes, else the members of "a, b and c".

    The first member begins behind the last of `small_words`, and the last ends before the next of them; a
    list behind a colon is whole.
    """
    text = sentence.text
    if sentence.items:
        return once([_title(item) for item in sentence.items])
    if quoted := quotations_in(text):
        return once([name.text.strip(_AROUND) for name in quoted])
    before, _, behind = text.partition(":")
    listed = behind.strip() and not behind.rstrip().endswith("?")
    members = [_title(member) for member in _members(behind if listed else before)]
    if not listed:
        members = _between(members, small_words)
    named = next(
        (place for place, name in enumerate(members) if len(name.split()) > _MOST_WORDS), len(members)
    )
    return once(members[:named])


def _between(members: Sequence[str], small_words: Collection[str]) -> list[str]:
    """The members without what stands before the names ("for rent … and then for repairs") or behind them."""
    words = [member.split() for member in members]
    small = [[word.casefold().strip(_AROUND) in small_words for word in member] for member in words]
    before = [place for place, is_small in enumerate(small[0]) if is_small] if members else []
    lead = words[0][before[-1]].casefold() if before else ""
    names = []
    for place, member in enumerate(words):
        folded = [word.casefold() for word in member]
        begin = folded.index(lead) + 1 if place and lead in folded else 0
        begin = before[-1] + 1 if before and not place else begin
        ends = range(begin + 1, len(member)) if place and place == len(words) - 1 else ()
        names.append(" ".join(member[begin : next((end for end in ends if small[place][end]), len(member))]))
    return [name for name in map(_title, names) if name and not set(_words(name)) <= set(small_words)]


def number_in(clause: str) -> int | None:
    """The first number, in figures (1 to 12) or words (from two on)."""
    found = _NUMBER.search(clause)
    if found is None:
        return None
    word = found["number"].casefold()
    value = int(word) if word.isdigit() else _NUMBERS[word]
    return value if 1 <= value <= _LARGEST else None


def once(names: Sequence[str]) -> tuple[str, ...]:
    """Each name once, in order, whatever its case."""
    first: dict[str, str] = {}
    for name in names:
        first.setdefault(name.casefold(), name)
    return tuple(first.values())


def _items_below(lines: Sequence[str]) -> tuple[str, ...]:
    """The bulleted lines that come next, or else two or more short plain ones."""
    bulleted = bool(lines) and bool(_BULLET.match(lines[0]))
    items: list[str] = []
    for line in lines:
        bullet, text = _BULLET.match(line), line.strip()
        if bool(bullet) != bulleted or (
            not bulleted and (len(text) > _LONGEST_PLAIN_ITEM or text[-1] in ".!?")
        ):
            break
        items.append(line[bullet.end() :] if bullet else text)
    return tuple(items) if bulleted or len(items) > 1 else ()


def _members(text: str) -> list[str]:
    """Up to the first that "and" joins."""
    numbers = list(_INLINE_NUMBER.finditer(text))
    if len(numbers) > 1:
        ends = [*(number.start() for number in numbers[1:]), len(text)]
        return [text[number.end() : end] for number, end in zip(numbers, ends, strict=True)]
    members: list[str] = []
    start, joined = 0, False
    for end in _MEMBER_END.finditer(text):
        members.append(text[start : end.start()])
        if joined:
            return members
        start, joined = end.end(), any(character.isalpha() or character == "&" for character in end[0])
    return [*members, text[start:]]


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def _title(raw: str) -> str:
    """A name without its article and the remark that follows it: "Risks (at most five)"."""
    return _ARTICLE.sub("", _REMARK.sub("", raw.strip().strip("*")).strip(_AROUND))
