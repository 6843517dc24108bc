"""Names in a question that values of the library have, and names that none has. Pure functions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from core.corpus.asking.question_words import WORD, Found, QuestionWords, phrases
from core.fields.values import text_key

LEGAL_FORMS = frozenset(
    phrases(
        "gmbh|mbh|ag|se|kg|kgaa|ohg|ug|ek|ev|eg|gbr|inc|incorporated|corp|corporation|llc|ltd|limited|plc|llp"
        "|lp|sa|srl|spa|sarl|sas|bv|nv|as|ab|oy|aps|co|company"
    )
)
_FORMS = LEGAL_FORMS | {*phrases("the|and|und|of|&|für|der|die")}
_LEAST_LETTERS = 3
_COMMON = frozenset(
    phrases(
        "first|new|global|national|general|international|group|systems|service|services|solutions|technik"
        "|handel|energy|power|software|consulting|logistics|partner|partners|main|north|south"
    )
)
_BEFORE_NAMES = frozenset(phrases("from|by|with|to|for|of|von|mit|bei|an|für|vom|außer|except|nicht"))


@dataclass(frozen=True, slots=True)
class NamedValue:
    """A name in the question. `key` is compared with `Value.key`: equal when `exact`, contained otherwise."""

    key: str
    fields: tuple[str, ...]
    exact: bool
    found: Found


class KnownNames:
    """The values that text fields of a bucket have, to be found in questions."""

    def __init__(self, values: Mapping[str, Iterable[str]]) -> None:
        """`values`: field → what is shown of its values."""
        self._exact: dict[tuple[str, ...], dict[str, str]] = {}
        self._parts: dict[tuple[str, ...], dict[str, str]] = {}
        self._longest = 1
        for field, names in values.items():
            for name in names:
                self._add(field, name)

    def _add(self, field: str, name: str) -> None:
        words = tuple(match.group().casefold().replace("’", "'") for match in WORD.finditer(name))
        if len("".join(words)) < 2:  # the revision "A" is an article in a question
            return
        key = text_key(name)
        self._exact.setdefault(words, {}).setdefault(field, key)
        core = tuple(word for word in words if word.strip(".") not in _FORMS)
        for last in range(len(core), 0, -1):
            part = core[:last]
            tells = len(part[0]) >= _LEAST_LETTERS and part[0] not in _COMMON and not part[0].isdigit()
            if last > 1 or last == len(core) or tells:  # the first word of a name is enough to mean it
                self._parts.setdefault(part, {})[field] = " ".join(part)
        self._longest = max(self._longest, len(words))

    def find(self, question: QuestionWords, *, written_anyhow: bool = False) -> list[NamedValue]:
        """Names whose words are not understood yet, the longest first at each word; `written_anyhow`: without
        a capital and a word before them that tells names, too."""
        found, place = [], 0
        while place < len(question.words):
            named = self._at(question, place, written_anyhow)
            if named is None:
                place += 1
            else:
                found.append(named)
                place = named.found.last
        return found

    def _at(self, question: QuestionWords, place: int, anyhow: bool) -> NamedValue | None:
        for length in range(min(self._longest, len(question.words) - place), 0, -1):
            words = Found(place, place + length)
            if not question.is_free(words):
                continue
            keys = tuple(word.key.removesuffix("'s") for word in question.words[place : place + length])
            # Names are typed without capitals, too: "invoices from acme".
            sure = anyhow or length > 1 or question.words[place].is_capital
            sure = sure or bool({*question.before(place)} & _BEFORE_NAMES)
            exact = self._exact.get(keys) if len("".join(keys)) > 1 else None
            if exact and (sure or _has_digit(keys[0])):
                key = next(iter(exact.values()))
                return NamedValue(key, tuple(exact), not self._goes_on(keys), words)
            part = self._parts.get(keys)
            if part and sure:
                key = text_key(question.between(words)).removesuffix("'s")
                return NamedValue(key, tuple(part), False, words)
        return None

    def _goes_on(self, keys: tuple[str, ...]) -> bool:
        """Whether a code is the beginning of others: "SOT-23" of "SOT-23-5"."""
        code = len(keys) == 1 and _has_digit(keys[0])
        return code and any(len(one) == 1 and one[0].startswith(keys[0] + "-") for one in self._exact)


def unknown_names(question: QuestionWords, prepositions: Iterable[str]) -> list[tuple[str, Found]]:
    """(preposition, words) of capitalised names behind a preposition that nothing stands for."""
    found = []
    wanted = set(prepositions)
    for place, word in enumerate(question.words[1:], 1):
        before = question.words[place - 1].key
        if before not in wanted or question.taken[place] or not word.is_capital or word.text[0].isdigit():
            continue
        last = place + 1
        while (
            last < len(question.words)
            and not question.taken[last]
            and (question.words[last].is_capital or question.words[last].key in _FORMS)
            and question.text[question.words[last - 1].end : question.words[last].start].isspace()
        ):
            last += 1
        found.append((before, Found(place, last)))
    return found


def _has_digit(key: str) -> bool:
    return any(character.isdigit() for character in key)
