"""What a statement adds of its own: words that nothing has which was read, and figures in another light.

Verification calls such a statement *weak*, as it calls many a true one: it looks for all in one sentence.
What is looked at here is narrower. A word that neither the documents cited nor the question have in any form
was made up; and "12 euros per month" is not 12 euros per year. Pure functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from core.answer.asking.question_language import question_language
from core.answer.facts.checkable import Facts, facts_of
from core.answer.facts.stems import WORD, is_compound_of, is_unit_word, one_spelling, stem
from core.answer.sources import Source
from core.answer.verification.nearness import is_said
from core.answer.verification.stopwords import is_light
from core.answer.verification.word_lists import CONFIRMING, HEDGES, LIGHT, NEUTRAL, SOURCES, stems
from core.text.numbers import Number
from core.text.textspan import word_list
from core.types import Statement

# They join, weaken, or speak of the answer itself: nothing that a document could say or not say.
_ADDING_NOTHING = (
    NEUTRAL
    | SOURCES
    | CONFIRMING
    | HEDGES
    | LIGHT
    | stems(
        "additionally furthermore moreover however meanwhile specifically overall finally both while whereas",
        "since because yes approximately roughly circa nearly almost around estimated answer question",
        "information detail details available unknown unclear unsure open whether if up out off such still",
        "already just so here now then unbekannt unklar offen ob falls bereits noch schon nun hier dann",
        "außerdem zudem ferner jedoch hingegen dagegen sowie insgesamt schließlich beide beiden während",
        "daher deshalb weil ja nein ungefähr etwa rund zirka knapp antwort frage informationen angaben",
        "contract agreement lease offer policy handbook guide letter invoice filing sheet paper clause form",
        "vertrag angebot richtlinie leitfaden brief rechnung geschäftsbericht datenblatt spezifikation",
    )
)
_POUND = stems("pound")
_ENDINGS = (
    "ment",
    "ly",
    "er",
    "ing",
    "ion",
    "ation",
    "al",
    "ity",
    "ness",
    "ung",
    "lich",
    "keit",
    "heit",
    "e",
)
_LEAST_ROOT = 3  # letters
_EACH = word_list("per a an each every pro je im in")
_PERIODS = {
    period: name
    for name, words in (
        ("hour", "hour hours hourly stunde stunden stündlich"),
        ("day", "day days daily tag tage täglich"),
        ("week", "week weeks weekly woche wochen wöchentlich"),
        ("month", "month months monthly monat monate monatlich"),
        ("quarter", "quarter quarters quarterly quartal quartale vierteljährlich"),
        ("year", "year years yearly annual annually annum jahr jahre jährlich"),
    )
    for period in stems(words)
}
_ADVERBS = stems(
    "hourly daily weekly monthly quarterly yearly annually stündlich täglich wöchentlich monatlich",
    "vierteljährlich jährlich",
)
_BEHIND = 3  # tokens from a figure to the period that it is for: "12 euros per month"
# What stands before a figure and says on which side of it, or when: each excludes the others.
_BOUNDS = {
    tuple(token.text for token in facts_of(phrase).tokens): bound
    for bound, phrases in (
        ("at most", "within/up to/at most/no more than/not more than/less than/maximum of"),
        ("at most", "innerhalb/innerhalb von/binnen/höchstens/maximal/bis zu/weniger als"),
        ("at least", "at least/no less than/not less than/more than/minimum of/exceeding"),
        ("at least", "mindestens/wenigstens/mehr als"),
        ("after", "after/nach/nach Ablauf von"),
    )
    for phrase in phrases.split("/")
}
_LONGEST_BOUND = max(map(len, _BOUNDS))


def strange_words(statement: Statement, sources: Sequence[Source], question: str) -> tuple[str, ...]:
    """Content words that neither what was read of the documents it cites nor the question has, as written.

    Any form of a word will do, another of its family, one that means the same, or a part of a compound.
    Nothing is told where statement or question is in another language than the documents. How many true and
    false statements this refuses stands in docs/evaluation.md.
    """
    read = read_of(statement, sources)
    languages = {_language_of(source) for source in read}
    if not {_told_language(statement.text), _told_language(question)} <= languages:
        return ()
    texts = [text for source in read for text in (source.chunk.text, source.surroundings)]
    facts = [facts_of(text) for text in (*texts, question)]
    known = frozenset(word for each in facts for word in (*each.words, *each.identifiers, *each.names))
    roots = frozenset(root for word in known for root in _roots(word))
    said = facts_of(statement.text)
    measures = frozenset(_measures(said))
    if any(number.currency == "GBP" for each in facts for number in each.numbers):
        measures |= _POUND
    strange = {
        word
        for word in said.words - _ADDING_NOTHING - measures
        if roots.isdisjoint(_roots(word))
        and not (is_said(known, word) or is_compound_of(word, known, said.words) or is_light(said, word))
    }
    written = WORD.findall(statement.text)
    return tuple(dict.fromkeys(word for word in written if stem(one_spelling(word)) in strange))


def _roots(word: str) -> frozenset[str]:
    """The word, and what is left of it without an ending that makes a noun of a verb and the like."""
    left = (word.removesuffix(ending) for ending in _ENDINGS)
    return frozenset({word, *(root for root in left if len(root) >= _LEAST_ROOT)})


def _measures(said: Facts) -> Iterator[str]:
    """The units behind its figures, which are compared with their figures."""
    for number, unit in zip(said.tokens, said.tokens[1:], strict=False):
        if number.number is not None and number.number.is_measure and is_unit_word(unit.text):
            yield unit.text


def altered_figures(statement: Statement, sources: Sequence[Source]) -> tuple[str, ...]:
    """Figures that the documents it cites give, but for another period, or on the other side of a limit."""
    texts = [source.chunk.text for source in read_of(statement, sources)]
    return (
        *_altered(_periods_in, statement.text, texts),
        *_altered(_bounds_in, statement.text, texts),
    )


def read_of(statement: Statement, sources: Sequence[Source]) -> list[Source]:
    """What was read of the documents that a statement cites."""
    documents = {row.document_id for row in statement.evidence}
    return [source for source in sources if source.document.document_id in documents]


_Figure = tuple[Number, str, str]  # what it is said to be, and how that is shown


def _altered(
    figures_in: Callable[[str], Iterator[_Figure]], statement: str, texts: Sequence[str]
) -> Iterator[str]:
    """Said of a figure here, and nowhere in the texts, where something else is said of it."""
    given = [figure for text in texts for figure in figures_in(text)]
    for number, said, shown in figures_in(statement):
        others = {other for figure, other, _shown in given if number.equals(figure)}
        if others and said not in others:
            yield shown


def _periods_in(text: str) -> Iterator[_Figure]:
    """Figures with the period that each is for."""
    tokens = facts_of(text).tokens
    for place, token in enumerate(tokens):
        if token.number is None:
            continue
        behind = tokens[place + 1 : place + 1 + _BEHIND]
        for before, word in zip((token, *behind), behind, strict=False):
            if word.kind in ("mark", "number", "date"):
                break
            if word.text in _PERIODS and (before.text in _EACH or word.text in _ADVERBS):
                yield token.number, _PERIODS[word.text], f"{token.number.text} … {_PERIODS[word.text]}"
                break


def _bounds_in(text: str) -> Iterator[_Figure]:
    """Figures with what the words before each make of it."""
    tokens = facts_of(text).tokens
    for place, token in enumerate(tokens):
        if token.number is None:
            continue
        for length in range(min(_LONGEST_BOUND, place), 0, -1):
            bound = _BOUNDS.get(tuple(before.text for before in tokens[place - length : place]))
            if bound:
                yield token.number, bound, f"{bound} {token.number.text}"
                break


def _language_of(source: Source) -> str:
    return source.document.language or _told_language(source.chunk.text)


def _told_language(text: str) -> str:
    """Of a sentence, which may be short."""
    return "de" if facts_of(text).german else question_language(text)
