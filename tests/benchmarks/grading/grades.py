"""Whether an answer is right, told by the rule of its task. Pure functions on the answer a user sees.

Only the text counts: a right passage behind a citation does not make a wrong sentence right. Figures are read
by `tests.benchmarks.grading.figures_and_dates`, not by what the program checks its answers with.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from core.answer.confidence import VERIFIED
from core.types import Answer
from tests.benchmarks.grading.figures_and_dates import (
    Figure,
    FigureKind,
    dates_of,
    figures_of,
    pattern,
    sentences_of,
)
from tests.benchmarks.grading.rules import (
    AllRule,
    DateRule,
    DisclosedRule,
    NamedPart,
    NameRule,
    NumberRule,
    PhrasesRule,
    QuoteRule,
    Rule,
    SectionsRule,
    Unit,
)

NO_FIGURE = "no figure of the asked kind"
OTHER_FIGURE = "another figure"
WRONG_SCALE = "right digits, but another scale, unit or sign"
WRONG_BESIDE = "a wrong one beside the right one"
CLAIMS = "shows a statement as verified"
SWAPPED = "right figures of the wrong things"

_SCALES = {"": 0, "thousand": 3, "million": 6, "billion": 9}
_KINDS: dict[Unit, FigureKind] = {
    "": "plain", "USD": "money", "percent": "percent", "percentage points": "points",
}  # fmt: skip
_CHANGE, _UNKNOWN, _DENIED = pattern("change"), pattern("unknown"), pattern("denied")
# What is lacking tells a gap where the sentence is about documents: these words have other meanings, too.
_LACKING, _DOCUMENTS = pattern("lacking"), pattern("documents")
_MARKERS = re.compile(r"\s*\[\d+(?:\s*[,;]\s*\d+)*\]")
_LINE_END_HYPHEN = re.compile(r"(?<=\w)-[^\S\n]*\n\s*(?=[a-zß-ÿ])")
_PLAIN = str.maketrans("‘’‚“”„«»–—−‐", '\'\'\'"""""----')


@dataclass(frozen=True, slots=True)
class Grade:
    """`reason` says why it is not right. `disclosed`: see `is_disclosed`."""

    correct: bool
    disclosed: bool
    reason: str = ""


def grade(rule: Rule, question: str, answer: Answer) -> Grade:
    """Judge the answer to a question by its rule."""
    disclosed = is_disclosed(answer)
    if isinstance(rule, DisclosedRule):
        reason = "" if disclosed else CLAIMS if verified_texts(answer) else "does not say so"
    else:
        reason = _fault(rule, without_markers(answer.text), question, answer)
    return Grade(not reason, disclosed, reason)


def is_disclosed(answer: Answer) -> bool:
    """It says that something is missing, and claims nothing verified.

    A gap named beside the answer counts where the answer states nothing; otherwise its text must say so.
    """
    says = admits(answer.text) or (bool(answer.insufficiencies) and not answer.statements)
    return says and not verified_texts(answer)


def admits(text: str) -> bool:
    """The text says of something that it is not known, not found or not told."""
    return any(
        _UNKNOWN.search(sentence) or (_LACKING.search(sentence) and _DOCUMENTS.search(sentence))
        for _, sentence in sentences_of(text)
    )


def verified_texts(answer: Answer) -> list[str]:
    """The statements that a user sees marked as carried by the documents."""
    return [statement.text for statement in answer.statements if statement.status in VERIFIED]


def without_markers(text: str) -> str:
    return _MARKERS.sub("", text)


def same_words(text: str) -> str:
    """Text in one form: ligatures, quotes, dashes, line-end hyphens and white space do not count."""
    text = unicodedata.normalize("NFKC", text).replace("\u00ad", "")
    text = re.sub(r"(?<=\w)-\s*\n\s*(?=[a-z])", "", text).translate(_PLAIN)
    return re.sub(r"\s+([,.;:!?)%])", r"\1", " ".join(text.split()))


def is_verbatim(quote: str, text: str) -> bool:
    """Whether the words of `quote` stand in `text`, one after the other; a part of a word is none of them."""
    wanted = same_words(quote).strip("\"' ").rstrip(".")
    before = r"(?<!\w)" if wanted[:1].isalnum() else ""
    behind = r"(?!\w)" if wanted[-1:].isalnum() else ""
    sought = before + re.escape(wanted) + behind
    return any(re.search(sought, same_words(each)) for each in readings(text))


def readings(text: str) -> tuple[str, str]:
    """The text, and again with the hyphens at its lines' ends: one may belong to its word or not.

    All words of a quote have it alike.
    """
    return text, _LINE_END_HYPHEN.sub("-", text)


def section_texts(text: str, headings: Sequence[str]) -> dict[str, str]:
    """The text under each heading that is there; a heading begins a line, with or without marks before it."""
    found: list[tuple[int, int, str]] = []
    for heading in headings:
        sought = rf"^[ \t#*_>\d.)-]*{re.escape(heading)}(?![\w])[ \t*_]*(?::[ \t*_]*|[–—-][ \t]+|$)"
        if match := re.search(sought, text, re.IGNORECASE | re.MULTILINE):
            found.append((*match.span(), heading))
    found.sort()
    stops = [*(start for start, _, _ in found), len(text)][1:]
    return {heading: text[end:stop].strip() for (_, end, heading), stop in zip(found, stops, strict=True)}


def _fault(rule: Rule, text: str, question: str, answer: Answer) -> str:
    """Why the text breaks the rule; empty when it is right."""
    match rule:
        case NumberRule():
            return _number(rule, text, question, ())
        case DateRule():
            return _date(rule, text, question)
        case NameRule():
            return _name(rule, text)
        case PhrasesRule():
            return _phrases(rule, text)
        case QuoteRule():
            return "" if is_verbatim(rule.text, text) else "the words are not there, letter by letter"
        case AllRule():
            return _all(rule, text, question)
        case SectionsRule():
            return _sections(rule, text, question, answer)
        case DisclosedRule():
            return "" if admits(text) else "does not say that it is missing"


def _number(rule: NumberRule, text: str, question: str, siblings: Sequence[NumberRule]) -> str:
    asked = {(figure.kind, value) for figure in figures_of(question) for value in figure.readings}
    right, wrong, digits = False, False, False
    for figure in figures_of(text):
        if _DENIED.search(figure.before):
            continue
        if _is(rule, figure):
            right = True
            continue
        digits = digits or _same_digits(rule, figure)
        known = any((figure.kind, value) in asked for value in figure.readings) or any(
            _is(sibling, figure) or _is_explained(sibling, figure) for sibling in (rule, *siblings)
        )
        wrong = wrong or (_is_comparable(rule, figure) and not known)
    if right:
        return WRONG_BESIDE if wrong else ""
    return WRONG_SCALE if digits else OTHER_FIGURE if wrong else NO_FIGURE


def _is_explained(rule: NumberRule, figure: Figure) -> bool:
    return any(
        _explained(other.says, figure.sentence)
        and _is(rule.model_copy(update={"value": other.value}), figure)
        for other in rule.beside
    )


def _is(rule: NumberRule, figure: Figure) -> bool:
    room = abs(rule.value) * Decimal(str(rule.tolerance))
    fits = any(abs(value - rule.value) <= room for value in _values(rule, figure))
    return fits and _is_of_kind(rule, figure)


def _values(rule: NumberRule, figure: Figure) -> Iterable[Decimal]:
    values = list(figure.readings)
    if rule.asked_in and figure.bare:
        values = [value.scaleb(_SCALES[rule.asked_in]) for value in values]
    return [-abs(value) for value in values] if rule.change and _falls(figure) else values


def _falls(figure: Figure) -> bool:
    """Whether the words nearest to it say so: "a 6.2% decline", "sales declined 6.2%"."""
    behind = _CHANGE.search(" ".join(figure.after.split()[:3]))
    before = list(_CHANGE.finditer(figure.before))
    nearest = behind or (before[-1] if before else _CHANGE.search(figure.after))
    return nearest is not None and bool(nearest.group("falling"))


def _is_of_kind(rule: NumberRule, figure: Figure) -> bool:
    """Whether its unit is the rule's; a bare figure may be an amount of money, or count anything."""
    kind = _KINDS[rule.unit]
    if figure.kind != kind:
        return kind == "money" and figure.kind == "plain" and not figure.behind and not figure.in_words
    words = {word.lower().rstrip("s") for word in rule.words}
    return not figure.behind or bool(words & {word.rstrip("s") for word in figure.behind})


def _is_comparable(rule: NumberRule, figure: Figure) -> bool:
    """Whether it could be taken for the answer: of its kind, not a hundred times larger or smaller.

    A bare one is no claim where it does not look like an amount ("17,846", "1.40").
    """
    bare = figure.bare or (figure.in_words and not figure.behind)
    if not _is_of_kind(rule, figure) or (bare and not re.search(r"[.,]\d", figure.written)):
        return False
    share = rule.unit in ("percent", "percentage points")
    return share or any(1 <= 100 * abs(value / rule.value) <= 10_000 for value in _values(rule, figure))


def _same_digits(rule: NumberRule, figure: Figure) -> bool:
    """The right digits at another power of a thousand, or with another unit."""
    return any(
        value and abs(abs(value.scaleb(exponent)) / abs(rule.value) - 1) <= Decimal("0.0001")
        for value in figure.readings
        for exponent in range(-9, 10, 3)
    )


def _date(rule: DateRule, text: str, question: str) -> str:
    known = {date.iso for date in dates_of(question)}
    dates = [
        date.iso
        for date in dates_of(text)
        if date.iso not in known and not _DENIED.search(text[: date.start])
    ]
    right = any(iso.startswith(rule.date) for iso in dates)
    if len(rule.date) == 4:
        right = right or bool(re.search(rf"\b{rule.date}\b", text))
    # "December 2022" beside "23 December 2022" says less, not otherwise.
    wrong = any(
        not rule.date.startswith(iso) and not iso.startswith((rule.date, *rule.beside)) for iso in dates
    )
    if right:
        return WRONG_BESIDE if wrong else ""
    return "another date" if wrong else "no such date"


def _name(rule: NameRule, text: str) -> str:
    right = any(_holds(text, name) for name in rule.names)
    if any(
        (at := _place_of(sentence, [other.name])) >= 0
        and not (_DENIED.search(sentence[:at]) or _explained(other.says, sentence))
        for other in rule.beside
        for _, sentence in sentences_of(text)
    ):
        return WRONG_BESIDE if right else "another name"
    return "" if right else "the name is not there"


def _phrases(rule: PhrasesRule, text: str) -> str:
    missing = [group[0] for group in rule.all if not any(_holds(text, phrase) for phrase in group)]
    if missing:
        return f"not said: {', '.join(missing)}"
    found = [phrase for phrase in rule.none if _holds(text, phrase)]
    return f"said, though it is not so: {', '.join(found)}" if found else ""


def _all(rule: AllRule, text: str, question: str) -> str:
    faults: list[str] = []
    for part in rule.parts:
        others = [other.answer for other in rule.parts if other is not part]
        match part.answer:
            case NumberRule():
                siblings = [other for other in others if isinstance(other, NumberRule)]
                fault = _number(part.answer, text, question, siblings)
            case DateRule():
                dates = tuple(other.date for other in others if isinstance(other, DateRule))
                beside = (*part.answer.beside, *dates)
                fault = _date(part.answer.model_copy(update={"beside": beside}), text, question)
            case _:
                fault = _fault(part.answer, text, question, Answer(text))
        if fault:
            faults.append(f"{part.about[0]}: {fault}")
    if not faults and any(_swapped(sentence, rule.parts) for _, sentence in sentences_of(text)):
        return SWAPPED
    return "; ".join(faults)


def _swapped(sentence: str, parts: Sequence[NamedPart]) -> bool:
    """Figures of a sentence in another order than the names they belong to, or beside another's name only."""
    named = _in_order(_place_of(sentence, part.about) for part in parts)
    told = _in_order(_place_of_value(sentence, part) for part in parts)
    return bool(named) and [number for number in named if number in told] != told


def _in_order(places: Iterable[int]) -> list[int]:
    """The numbers of those that have a place, in order of the places."""
    return [number for _, number in sorted((at, number) for number, at in enumerate(places) if at >= 0)]


def _place_of(sentence: str, names: Sequence[str]) -> int:
    places = [match.start() for name in names if (match := _pattern(name).search(same_words(sentence)))]
    return min(places, default=-1)


def _place_of_value(sentence: str, part: NamedPart) -> int:
    match part.answer:
        case NumberRule() as rule:
            return next((figure.start for figure in figures_of(sentence) if _is(rule, figure)), -1)
        case DateRule(date=wanted):
            return next((date.start for date in dates_of(sentence) if date.iso.startswith(wanted)), -1)
        case _:
            return -1


def _sections(rule: SectionsRule, text: str, question: str, answer: Answer) -> str:
    texts = section_texts(text, [section.heading for section in rule.sections])
    rows = [f"{row.section} {row.missing}" for row in answer.insufficiencies]
    claims = [without_markers(claim) for claim in verified_texts(answer)]
    faults: list[str] = []
    for section in rule.sections:
        own = texts.get(section.heading)
        if isinstance(section.answer, DisclosedRule):
            says = any(_holds(row, section.heading) for row in rows) or admits(own or "")
            claimed = own and any(is_verbatim(claim, own) for claim in claims)
            fault = "" if says and not claimed else "does not say that it is missing"
        elif own is None:
            fault = "the section is not there"
        else:
            fault = _fault(section.answer, own, question, replace(answer, text=own))
        if fault:
            faults.append(f"{section.heading}: {fault}")
    return "; ".join(faults)


def _explained(says: Sequence[str], sentence: str) -> bool:
    """Whether a word of the sentence begins with one of `says`."""
    words = same_words(sentence).casefold()
    return any(re.search(rf"(?<!\w){re.escape(word.casefold())}", words) for word in says)


def _holds(text: str, phrase: str) -> bool:
    return bool(_pattern(phrase).search(same_words(text)))


def _pattern(phrase: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(same_words(phrase))}(?!\w)", re.IGNORECASE)
