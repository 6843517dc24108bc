"""Is what is told of the kind that was asked for: an amount to "what is the price", a person to "who"?

Pure functions over English and German. They say when nothing of the kind is there, and are silent in doubt:
unknown units, words that may name a person, a place or a time, and the asked word itself all count as told.
"""

from __future__ import annotations

import re

from core.answer.asking.question import asking_words, holds, may_be_money, wanted_by
from core.answer.facts.checkable import Facts, facts_of
from core.answer.facts.stems import stem
from core.answer.relevance.content_given import names_money
from core.answer.verification.nearness import is_said
from core.answer.verification.word_lists import DENYING, stems
from core.text.numbers import Number

# What names the thing that is asked for: "which colour", "what is the notice period of".
_NAMED = re.compile(
    r"\b(?:(?:what|which|how high)\s+(?:(?:is|are|was|were)\s+)?"
    r"(?:the\s+|its\s+|their\s+|(?-i:(?:[A-Z&][\w&.-]*\s+){0,3}?[A-Z][\w&.-]*)['’]s?\s+)?"
    r"(?P<thing>[a-z-]+(?:\s+[a-z-]+){0,2}?)\s*"
    r"(?:\?|\b(?:of|for|in|on|at|to|from|by|with|does|do|did|is|are|was|were|has|have|had|can|may|must|should)\b)"
    r"|(?:welche[mnrs]?|(?:was ist|was sind|wie lautet|wie lauten|wie ist|wie hoch (?:ist|sind|war|waren))"
    r"\s+(?:der|die|das))\s+(?P<ding>\w+))",
    re.IGNORECASE,
)
_MONEY = "money"
# The kind of figure that a noun has, by its last part: "purchase price", "Kaufpreis".
_MEASURED = {
    noun: frozenset(kinds.split())
    for nouns, kinds in (
        ("price cost rent fee salary wage preis miete gebühr gehalt lohn kaufpreis", _MONEY),
        ("weight gewicht", "mass pound"),
        ("width breite diameter durchmesser", "length foot mile"),
        ("distance entfernung", "length foot mile time"),
        ("temperature temperatur", "degree celsius fahrenheit kelvin"),
        ("voltage spannung", "voltage"),
        ("pressure druck", "pressure"),
        ("volume volumen", "volume memory"),
    )
    for noun in nouns.split()
}
# The same asked by a verb or an adjective, and the words that tell it.
_ASKED_OTHERWISE = (
    (
        re.compile(r"\bwhat (?:do|does|did|will) .*\bcost\b|\bwas kostete?n?\b", re.IGNORECASE),
        frozenset({_MONEY}),
        ("cost", "price", "kostet", "preis"),
    ),
    (
        re.compile(
            r"\bhow heavy\b|\bwhat (?:do|does|did) .*\bweigh\b|\bwie schwer\b|\bwas wiegt\b", re.IGNORECASE
        ),
        frozenset({"mass", "pound"}),
        ("weight", "heavy", "light", "gewicht", "schwer", "leicht", "wiegt"),
    ),
)
_FOR_NOTHING = stems(
    "free gratis complimentary included nothing kostenlos kostenfrei gebührenfrei umsonst inklusive enthalten"
)
# Endings and words by which somebody may be named without a name: "the tenant", "the supervisory board".
_SOMEBODY = re.compile(
    r"\b(?:\w{2,}(?:er|or|ist|ant|ent|ian|ee|man|men|woman|women|ary)s?|board|committee|council|team|firm|company"
    r"|compan(?:y|ies)|staff|department|office|people|person|persons|party|parties|shop|workshop|plant|group|unit"
    r"|agency|authority|court|bank|state|city|police|union|club|family|parents|children|host|guests?|heirs?"
    r"|everyone|anyone|somebody|someone|nobody|all|both|he|she|they|we|you|head|chair|chief|clerk|cook|nurse"
    r"|university|school|college|association|society|foundation|institute|ministry|government|parliament)\b",
    re.IGNORECASE,
)
_BY_SOMEBODY = re.compile(
    r"\bby (?:(?:the|an?|its|his|her|their|our)\s+)?(?!(?:end|way|means|hand|use|time|far|law)\b)[a-z]{3,}",
    re.IGNORECASE,
)
# Not "which company car": a verb follows.
_WHICH_COMPANY = re.compile(
    r"\b(?:which|what) (?:company|firm|manufacturer|maker|supplier|vendor|contractor|organi[sz]ation|agency"
    r"|author|person)"
    r"(?: (?:is|was|has|had|does|did|can|may|must|should|will|would|made|makes|built|builds|sold|sells|bought"
    r"|buys|wrote|won|led|owns|signs|pays|paid|supplies|delivers|[a-z]{3,}ed)\b|\s*\?)"
    r"|\bwelche[rsnm]? (?:firma|unternehmen|hersteller|lieferant|betrieb|organisation|behörde|autor"
    r"|person)\b",
    re.IGNORECASE,
)
_SOMEWHERE = re.compile(
    r"\b(?:in|on|at|behind|under|below|above|near|next to|beside|between|inside|outside|opposite|along|around"
    r"|from|to|into|onto|through|here|there|left|right|everywhere|nowhere|abroad|im|am|an|auf|hinter|unter|über|neben"
    r"|zwischen|bei|beim|vor|aus|nach|zu|zum|zur|hier|dort|links|rechts|überall|nirgends)\b",
    re.IGNORECASE,
)
_SOMETIME = re.compile(
    r"\b(?:after|before|during|until|till|since|when|whenever|once|upon|on|at|as soon as|within|every|each"
    r"|daily|weekly|monthly|yearly|annually|quarterly|always|never|immediately|now|today|tomorrow|yesterday"
    r"|noon|midnight|morning|evening|night|spring|summer|autumn|winter|later|earlier|ago|century"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|nach|vor|während|bis|seit|wenn|sobald|bei|beim|binnen|innerhalb"
    r"|jede[mnrs]?|täglich|wöchentlich|monatlich|jährlich|immer|nie|sofort|jetzt|heute|morgen|mittags?|abends?|nachts?"
    r"|frühling|frühjahr|sommer|herbst|uhr|mit|am|im"
    r"|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?)\b",
    re.IGNORECASE,
)
_FIGURE = re.compile(r"\d[\d.,]*\s*[^\W\d_]*")  # with its unit
_A_TIME = frozenset({"time", "month"})


def asked_thing(question: str) -> str:
    """What the question asks for by its name: "notice period"; empty where it names none."""
    named = _NAMED.search(question)
    return (named.group("thing") or named.group("ding")) if named else ""


def lacks_measure(question: str, said: str, quotes: str = "") -> bool:
    """Whether an amount or a measure is asked for by its name, and nothing of the kind is told.

    Args:
        said: the statements; quotes: what they rest on, where the asked word may stand.
    """
    kinds, words = _measure_asked(question)
    if not kinds:
        return False
    facts, asked = facts_of(said), facts_of(question)
    spoken = facts.words | facts_of(quotes).words
    if any(is_said(spoken, stem(word)) for word in words) or _says_none(facts):
        return False
    figures = [n for n in facts.numbers if not any(n.equals(other) for other in asked.numbers)]
    return not any(_is_of(number, kinds) for number in figures) and not (
        _MONEY in kinds and names_money(said)
    )


def lacks_kind(question: str, said: str, quotes: str = "") -> bool:
    """Also whether nobody is named to "who", no time to "when", no place to "where"."""
    if lacks_measure(question, said, quotes) or lacks_somebody(question, said):
        return True
    wanted = wanted_by(question)
    if asking_words(question) != 1 or _says_none(facts_of(said)):
        return False
    times = any(number.measured in _A_TIME for number in facts_of(said).numbers)
    if wanted == "place":
        said = _FIGURE.sub(" ", said)  # "80 Liter" is no name
    if wanted == "person" or holds(wanted, said, question):
        return False
    if wanted == "place":
        return not _SOMEWHERE.search(said)
    if wanted == "date":
        return not times and not _SOMETIME.search(said)
    return False


def lacks_somebody(question: str, said: str) -> bool:
    """Whether somebody is asked for ("who", "which company"), and nobody told but whom the question names."""
    asks = wanted_by(question) == "person" or _WHICH_COMPANY.search(question) is not None
    if not asks or asking_words(question) != 1 or _says_none(facts_of(said)):
        return False
    said = _FIGURE.sub(" ", said)  # "80 Liter" is no name
    if holds("person", said, question):
        return False
    asked = question.casefold()
    new = " ".join(word for word in re.findall(r"[^\W\d_]+", said) if word.casefold() not in asked)
    return not (_SOMEBODY.search(new) or _BY_SOMEBODY.search(said))


def _measure_asked(question: str) -> tuple[frozenset[str], tuple[str, ...]]:
    """The kinds of figure that answer, and the words that tell of them; empty where none is asked for."""
    if asking_words(question) > 1:
        return frozenset(), ()
    for pattern, kinds, words in _ASKED_OTHERWISE:
        if pattern.search(question):
            return kinds, words
    head = asked_thing(question).casefold().split(" ")[-1]
    for noun, kinds in _MEASURED.items():
        if head == noun or (len(noun) > 4 and head.endswith(noun)):
            return kinds, (head, noun)
    return frozenset(), ()


def _is_of(number: Number, kinds: frozenset[str]) -> bool:
    """A figure of such a kind, or with a unit that is not known."""
    if _MONEY in kinds:
        return may_be_money(number)
    return number.measured in kinds if number.is_measure else not (number.currency or number.percent)


def _says_none(facts: Facts) -> bool:
    """It denies something, or says that it is free."""
    texts = {token.text for token in facts.tokens}
    return bool(facts.negations) or not texts.isdisjoint(DENYING | _FOR_NOTHING)
