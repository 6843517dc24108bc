"""What two sentences of the same matter give differently: a figure, a date, a run of words, a denial.

Pure functions. Each returns the two values, or None where the sentences do not differ in such a way.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from core.answer.asking.question import wanted_by
from core.answer.facts.checkable import Facts, facts_of
from core.answer.facts.stems import NEGATIONS, has_word, is_unit_word, one_spelling, stem
from core.answer.facts.token_rows import Token
from core.answer.verification.nearness import is_said
from core.answer.verification.word_lists import LIMITING, stems
from core.text.dates import Date
from core.text.numbers import Number, with_digits
from core.text.textspan import word_list
from core.text.units import size_of

_MOST_OTHER_WORDS = 4  # that stand for the value of each
_LEAST_SAME_WORDS = 3
_LEAST_SAME_BESIDE = 2  # where the value stands behind "by" to "who"
_CODED = re.compile(r"[^\W_]+(?:[-/.'’][^\W_]+)*")
_CONTENT = ("word", "name", "code")
_BY = frozenset({"by", "von", "vom", "durch"})
_ARTICLES = word_list("a an the der die das den dem des ein eine einen einem einer")
_BEING = word_list("is are was were be ist sind war waren") | {":"}
# "is allowed" and "may" say the same, "is prohibited" and "must not", too.
ALLOWED = stems("allow allowed permit permitted erlaubt gestattet zulässig")
FORBIDDEN = stems("forbid forbidden prohibit prohibited ban banned verboten untersagt unzulässig")
_EXCEPTING = frozenset({"without", "ohne"})
# "not more than 5", "not only": the sentence is no denial. "No, it is …" repeats one.
_NO_DENIAL = re.compile(
    r"\b(?:not|no|nicht|kein\w*)\s+(?:only|just|merely|less|fewer|later|earlier|nur|bloß|weniger|später|früher"
    r"|(?:more|mehr)\s+(?:than|als))\b",
    re.IGNORECASE,
)
# "see Table 3", "regelt § 4": behind these stands what numbers a part of a text.
_PART_BEFORE = re.compile(
    r"(?:§§?|\b(?:sections?|chapters?|clauses?|articles?|paragraphs?|tables?|figures?|pages?|annex|appendix|schedule"
    r"|notes?|items?|exhibit|part|see|abschnitt\w*|kapitel\w*|ziffer\w*|artikel\w*|absatz|absätze\w*|tabellen?"
    r"|abbildung(?:en)?|seiten?|anlagen?|anhang|punkt|teil|siehe|abs\.|art\.|nr\.|no\.|fig\.|tab\.|pp?\.|s\.))\s*\(?$",
    re.IGNORECASE,
)
_SPANS = {"time", "month"}
_DAYS = {"time": 1 / 86400, "month": 30.4}  # of the least unit of each
_NEARLY = 0.93  # 4 weeks are a month to some
_SAYS_NO = re.compile(r"^\W*(?:no|nein)\s*,\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Wording:
    """Words that a sentence has where the other has others: "managing director".

    `placed`: they stand where the answer to the question stands ("which oil": behind "oil").
    """

    words: frozenset[str]
    text: str
    placed: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Denial:
    """Whether something is denied or forbidden, and the words it is said of."""

    words: frozenset[str]
    denied: bool
    text: str = field(compare=False)


Value = Number | Date | Wording | Denial


def same_value(one: Value, other: Value) -> bool:
    if isinstance(one, Number) and isinstance(other, Number):
        return one.is_carried_by(other) or other.is_carried_by(one)
    return one == other


def says(text: str, value: Value) -> bool:
    """Whether a statement gives the value."""
    facts = facts_of(text)
    match value:
        case Wording():
            said = facts.words | frozenset(facts.names) | facts.identifiers
            return all(is_said(said, word) for word in value.words)
        case Denial():
            found = _denial_of(text)
            return (
                found is not None
                and found.denied == value.denied
                and all(is_said(found.words, word) for word in value.words)
            )
        case Date():
            return any(date.is_carried_by(value) for date in facts.dates)
    return any(number.is_carried_by(value) for number in facts.numbers)


def terms_of(facts: Facts) -> frozenset[str]:
    """Words and codes, without the units of figures."""
    units = {f"{number.unit}{ending}" for number in facts.numbers for ending in ("", "s", "e", "en")}
    if facts.numbers:
        units |= {word for word in facts.words if is_unit_word(word)}
    return (facts.words - units) | facts.identifiers


def other_figures(
    facts: Facts, rival: Facts, text: str, rival_text: str
) -> tuple[Number | Date, Number | Date] | None:
    """A figure or, where neither has any, a date of the same kind that the sentences give differently.

    What numbers a part of a text is no figure: "see Table 3" and "see Table 5" do not disagree.
    """
    numbers = (
        (one, other)
        for one, other in itertools.product(_figures(facts, text), _figures(rival, rival_text))
        if _same_kind(one, other)
        and not any(one.equals(each) or one.is_carried_by(each) for each in rival.numbers)
        and not any(other.equals(each) or other.is_carried_by(each) for each in facts.numbers)
    )
    if facts.numbers or rival.numbers:
        return next(numbers, None)
    dates = (
        (one, other)
        for one, other in itertools.product(facts.dates, rival.dates)
        if one.precision == other.precision and one not in rival.dates and other not in facts.dates
    )
    return next(dates, None)


def other_words(text: str, rival: str, question: str) -> tuple[Wording, Wording] | None:
    """The one run of words in which two sentences of the same words, without figures, differ.

    What the question names is no value; at the beginning stands what a sentence is about, unless the question
    asks who. A code is a value only where the answer stands: "the oil Castrol G4" to "which oil".
    """
    sides = [facts_of(text), facts_of(rival)]
    if any(facts.numbers or facts.dates or facts.negations for facts in sides):
        return None
    mine, theirs = ([t for t in facts.tokens if t.kind in _CONTENT] for facts in sides)
    run = _changed([token.text for token in mine], [token.text for token in theirs])
    if run is None:
        return None
    (start, end), (other_start, other_end) = run
    here = frozenset(token.text for token in mine[start:end])
    there = frozenset(token.text for token in theirs[other_start:other_end])
    same = len(mine) - (end - start)
    placed = _is_placed(sides[0], mine[start], question) and _is_placed(
        sides[1], theirs[other_start], question
    )
    codes = any(token.kind == "code" for token in (*mine[start:end], *theirs[other_start:other_end]))
    if not placed and (codes or same < _LEAST_SAME_WORDS):
        return None
    if placed and same < _LEAST_SAME_BESIDE and wanted_by(question) == "person":
        return None
    if max(len(here), len(there)) > _MOST_OTHER_WORDS or (not start and wanted_by(question) != "person"):
        return None
    asked = facts_of(question)
    named = any(is_said(asked.words | asked.identifiers, word) for word in here | there)
    if named or any(is_said(there, word) for word in here):
        return None
    return Wording(here, _written(text, here), placed), Wording(there, _written(rival, there), placed)


def other_denial(text: str, rival: str) -> tuple[Denial, Denial] | None:
    """One denies, or forbids, what the other says: "may enter the lab", "must not enter the lab".

    The denial has to be flat: with words that the other has not it may be of a part only.
    """
    one, other = _denial_of(text), _denial_of(rival)
    if one is None or other is None or one.denied == other.denied:
        return None
    denied, affirmed = (one, other) if one.denied else (other, one)
    if not denied.words or not all(has_word(affirmed.words, word) for word in denied.words):
        return None
    permits = not (ALLOWED | FORBIDDEN).isdisjoint(facts_of(denied.text).words)
    if len(denied.words) == 1 and not (permits and len(affirmed.words) == 1):
        return None
    flat = LIMITING | _EXCEPTING
    if any(token.text in flat for token in facts_of(denied.text).tokens):
        return None
    return Denial(denied.words, one.denied, text), Denial(denied.words, other.denied, rival)


def _denial_of(text: str) -> Denial | None:
    """None where it denies twice, or what it denies is a measure ("not more than")."""
    text = _SAYS_NO.sub("", text)
    if _NO_DENIAL.search(text):
        return None
    facts = facts_of(text)
    denials = sum(token.text in NEGATIONS - _EXCEPTING for token in facts.tokens)
    denials += not facts.words.isdisjoint(FORBIDDEN)
    if denials > 1:
        return None
    return Denial(terms_of(facts) - ALLOWED - FORBIDDEN, bool(denials), text)


def _differ_as_spans(one: Number, other: Number) -> bool:
    """Months and weeks are no parts of each other: "3 months", "6 weeks" differ, "12 months" and "52 weeks"
    need not."""
    days = [
        float(number.amount) * float(size_of(number.unit)) * _DAYS[number.measured] for number in (one, other)
    ]
    return min(days) < _NEARLY * max(days)


def _changed(mine: list[str], theirs: list[str]) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Where the only run of other words stands in each; None where they differ otherwise."""
    blocks = SequenceMatcher(None, mine, theirs, autojunk=False).get_opcodes()
    changed = [block for block in blocks if block[0] != "equal"]
    if len(changed) != 1 or changed[0][0] != "replace":
        return None
    _kind, start, end, other_start, other_end = changed[0]
    return (start, end), (other_start, other_end)


def _is_placed(facts: Facts, first: Token, question: str) -> bool:
    """The run that begins with `first` stands behind a word of the question, or behind "by" to "who"."""
    before = [token.text for token in facts.tokens if token.start < first.start]
    while before and before[-1] in _ARTICLES:
        before.pop()
    if wanted_by(question) == "person":
        return bool(before) and before[-1] in _BY
    if before and before[-1] in _BEING:
        before.pop()
    return bool(before) and before[-1] in facts_of(question).words


def _written(text: str, words: frozenset[str]) -> str:
    return " ".join(
        word
        for word in _CODED.findall(text)
        if not words.isdisjoint((stem(one_spelling(word)), word.casefold()))
    )


def _figures(facts: Facts, text: str) -> list[Number]:
    digits = with_digits(text)  # what `start` counts in
    return [number for number in facts.numbers if not _PART_BEFORE.search(digits[: number.start])]


def _same_kind(one: Number, other: Number) -> bool:
    alike = one.unit == other.unit or (one.is_measure and one.measured == other.measured)
    alike = alike or ({one.measured, other.measured} == _SPANS and _differ_as_spans(one, other))
    return alike and one.percent == other.percent and one.currency == other.currency
