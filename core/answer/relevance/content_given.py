"""What an answer tells of what was asked: more than the question, and a figure where only that answers.

Pure functions over English and German. They say when an answer is none, not whether it is right.
"""

from __future__ import annotations

import re

from core.answer.asking.question import Wanted, asking_words, may_be_money
from core.answer.asking.question_language import question_language
from core.answer.facts.checkable import facts_of
from core.answer.relevance.counted_things import counted_things, counts, speaks_of_counted
from core.answer.verification.nearness import is_said
from core.answer.verification.word_lists import DENYING, NEUTRAL, stems

_COSTS = (
    r"(?:pays?|paid|costs?|spends?|spent|charged?|owed?|kostet|kosten|kostete|zahlt|zahlen|gezahlt|bezahlt)"
)
# What only a figure answers: a question that begins so, or after a few words ("Roughly how much …").
_FIGURES: tuple[tuple[Wanted, re.Pattern[str]], ...] = (
    (
        "money",
        re.compile(
            rf"\b(?:how much|wie ?viel)\b(?! of\b).*\b{_COSTS}\b|\bwas kostete?n?\b"
            r"|\bhow much (?:dividends?|revenue|income|profit|interest|tax)\b|\bwie hoch\b[^?]* dividende\b"
            r"|\b(?:what|which)(?: [a-z]+){0,3} (?:dividend|salary|wage)s?(?: per \w+)?"
            r" (?:do|does|did|will|is|are|was|were)\b",
            re.IGNORECASE,
        ),
    ),
    ("duration", re.compile(r"\b(?:how long|how old|wie lange|wie alt)\b", re.IGNORECASE)),
    (
        "number",
        re.compile(
            r"\b(?:how many|wie ?viele[nrs]?)\b"
            r"|\b(?:what|which|by (?:what|which)) (?:percentage|percent|proportion)\b"
            r"|\b(?:what|how (?:large|big|high))\b[^?]* (?:headcount|number of employees|total number of)\b"
            r"|\bwelche[nr]? (?:anzahl|prozentsatz)\b"
            r"|\bwie (?:hoch|groß)\b[^?]* (?:anzahl|mitarbeiterzahl|belegschaft)\b",
            re.IGNORECASE,
        ),
    ),
)
# Words that answer such a question without digits.
_IN_WORDS = re.compile(
    r"\b(?:one|once|twice|thrice|double[sd]?|doubling|triple[sd]?|half|halved|thirds?|dozens?"
    r"|(?<!first )(?<!second )(?<!third )(?<!fourth )quarters?(?! (?:of )?(?:fiscal|20|19))"
    r"|(?<!\d )(?:hundreds?|thousands?|millions?|billions?)|several|few|many|most|all|both|every"
    r"|unlimited|indefinite(?:ly)?|permanent(?:ly)?|forever|lifetime|perpetual|until|till|as long as"
    r"|free|gratis|complimentary|included|nothing|none|no|nobody"
    r"|eine[mnrs]?|ein|einmal|zweimal|doppelt|halb\w*|hälfte|drittel|viertel|dutzend|mehrere|einige"
    r"|viele|alle|beide|jede[mnrs]?|unbegrenzt|unbefristet|dauerhaft|lebenslang|ewig|bis|solange"
    r"|kostenlos|kostenfrei|umsonst|inklusive|enthalten|nichts|keine?[nmrs]?|niemand)\b",
    re.IGNORECASE,
)
_MONEY_WORDS = re.compile(
    r"\b(?:rupees?|kron(?:er|or|a|e)|francs?|franken|rappen|cents?|pence|penn(?:y|ies)|yen|yuan|renminbi|won|pesos?|reais"
    r"|rand|zloty|lira|dirhams?|shekels?|forint|ruble|rubel|taler)\b",
    re.IGNORECASE,
)
# "our Windows 10", "Xbox One": what something is called counts nothing. German has a capital for every noun.
_NAMED_BY_NUMBER = re.compile(
    r"(?<=[a-z,] )(?:[A-Z][\w’'-]*\s+)+(?:One|Two|Three|Four|Five|I{1,3}|\d{1,3})(?![\w%]|[.,]\d)"
)
_COUNTS_MONEY = re.compile(
    rf"[$€£¥]|\b(?:dollars?|euros?|pounds?|usd|eur|gbp|chf)\b|{_MONEY_WORDS.pattern}", re.IGNORECASE
)
_PAYS_WHAT = re.compile(
    r"\bwhat (?:do|does|did|will)\b.*\b(?:pay|cost|charge|spend)\b"
    r"|\bwas\b.*\b(?:zahlt|zahlen|kostet|kosten)\b",
    re.IGNORECASE,
)
_OFFERS = re.compile(
    r"\b(?:or|either|between|among|oder|entweder|zwischen|(?:which|what|who|welche[mnrs]?|wer) (?:of|von))\b",
    re.IGNORECASE,
)
_JOINING = stems("while whereas both während wohingegen beide")
# "with the number of each", "give a figure for every section", "jeweils mit der Anzahl".
_A_FIGURE = r"(?:numbers?|figures?|counts?|headcounts?|totals?|zahl(?:en)?|anzahl|ziffern?|stückzahl(?:en)?)"
_OF_EACH = re.compile(
    rf"\b{_A_FIGURE}\b[^.?!;]{{0,30}}\b(?:each|every|both|jeweils|jede[mnrs]?|beide[nr]?)\b"
    rf"|\b(?:each|every|both|jeweils|jede[mnrs]?|beide[nr]?)\b[^.?!;]{{0,30}}\b{_A_FIGURE}\b"
    r"|\bhow many\b[^.?!;]{0,30}\beach\b|\bwie ?viele\b[^.?!;]{0,30}\bjeweils\b",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?:19|20)\d\d")
_LIST_MARK = re.compile(r"^[^\w\n]*(?:\(\w{1,2}\)|\d{1,2}[.)])\s+(?=[^\W\d_])", re.MULTILINE)
# "Item 11", "see Note 5": numbers of parts of a document.
PLACES = re.compile(
    r"\b(?:items?|notes?|sections?|pages?|tables?|parts?|forms?|exhibits?|chapters?|annex|appendix|figures?"
    r"|abschnitt|seiten?|ziffer|tabelle|anhang|anlage|kapitel|abbildung)\s+\d[\w.-]*",
    re.IGNORECASE,
)
_ROUGHLY = re.compile(
    r"\b(?:no|none|nobody|dozens?|hundreds?|thousands?|millions?|billions?|half|thirds?|quarters?"
    r"|keine?[nmrs]?|niemand|dutzend\w*|hunderte?n?|tausende?n?|millionen|milliarden|hälfte|drittel|viertel)\b",
    re.IGNORECASE,
)


def figure_wanted_by(question: str) -> Wanted:
    """The kind of figure without which nothing answers the question; empty where words may as well.

    Only "how many", "how long", "how old" and "how much does it cost", with no second question word beside
    it, which may be the one that is meant.
    """
    if asking_words(question) != 1:
        return ""
    return next((wanted for wanted, pattern in _FIGURES if pattern.search(question)), "")


def figure_of_each(question: str) -> bool:
    """Whether it asks for a figure of each thing or section ("with the number of each")."""
    return _OF_EACH.search(question) is not None


def gives_number(text: str) -> bool:
    """Whether it has a number, in digits or words, that is no date and no part of a name ("Windows 10")."""
    if question_language(text) == "en":
        text = _NAMED_BY_NUMBER.sub(" ", text)
    return bool(facts_of(text).numbers) or _ROUGHLY.search(text) is not None


def gives_figure(text: str, question: str) -> bool:
    """Whether `text` has what `figure_wanted_by` tells of, in digits or words, or says that there is none.

    A text that speaks of other things than are counted has not.
    """
    lines = text.splitlines()
    if len(lines) > 1 and counted_things(question):
        # The number of one line and what another speaks of do not belong together.
        return any(gives_figure(line, question) for line in lines)
    text = PLACES.sub(" ", _LIST_MARK.sub("", text))
    wanted = figure_wanted_by(question)
    counts_money = _COUNTS_MONEY.search(question) is not None
    if wanted == "number" and not (counts_money or speaks_of_counted(text, question)):
        return False
    if wanted == "number" and question_language(question) == "en":
        text = _NAMED_BY_NUMBER.sub(" ", text)
    said, asked = facts_of(text), facts_of(question)
    if not wanted or said.negations or _IN_WORDS.search(text):
        return True
    new = [
        number
        for number in said.numbers
        if not any(number.equals(other) and number.unit == other.unit for other in asked.numbers)
    ]
    if wanted == "number" and not counts(text, question):
        new = [number for number in new if not _YEAR.fullmatch(number.text)]
    if counted_things(question):  # a share of them is no number of them
        new = [number for number in new if not number.percent]
    if wanted == "number" and not counts_money:  # fees are no number of members
        new = [number for number in new if not number.currency]
    if wanted == "money":
        return bool(_MONEY_WORDS.search(text)) or any(may_be_money(number) for number in new)
    return bool(new) or (wanted == "duration" and bool(set(said.dates) - set(asked.dates)))


def names_money(text: str) -> bool:
    """A currency without a sign of its own: "rupees"."""
    return _MONEY_WORDS.search(text) is not None


def tells_nothing(text: str, question: str) -> bool:
    """ "Microsoft pays for LinkedIn." to "What does Microsoft pay for LinkedIn?": only words of the question.

    Judged only where a figure or an amount is asked for: the answer to "who" may well be among the words of
    the question. False, too, where the question offers the answers or the text denies something.
    """
    if not (figure_wanted_by(question) or _PAYS_WHAT.search(question)) or _OFFERS.search(question):
        return False
    said, asked = facts_of(text), facts_of(question)
    return (
        not said.negations
        and not any(token.text in DENYING for token in said.tokens)
        and all(
            is_said(asked.words | asked.identifiers, word)
            for word in (said.words | said.identifiers) - NEUTRAL - _JOINING
        )
        and not said.numbers
        and set(said.dates) <= set(asked.dates)
        and not said.commands
        and not _IN_WORDS.search(text)
    )
