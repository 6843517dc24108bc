"""How sure an answer may look that lacks what was asked for: an amount, a person, a label beside a figure.

Pure functions over English and German. In doubt nothing is said to be lacking.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.answer.asking.question import asking_sentences, asking_words
from core.answer.facts.checkable import facts_of
from core.answer.figures.lexicon import lexicon
from core.answer.figures.table_cells import label_of
from core.answer.relevance.content_given import PLACES, names_money
from core.answer.relevance.kinds_given import asked_thing, lacks_kind, lacks_somebody
from core.answer.verification.word_lists import DENYING
from core.search.concepts import words
from core.text.numbers import Number
from core.types import Confidence, Statement

_ORDER = (Confidence.LOW, Confidence.MEDIUM, Confidence.HIGH)
_BARE_FIGURE = re.compile(r"[\W_]*\d[\d\W_]*")
_CITED = re.compile(r"\[\d+\]")
# What is earned and lost is told by an amount of money, "net sales" and "Jahresüberschuss".
_NAME = (
    r"(?:(?:net|total|operating|gross|annual|quarterly|consolidated|comprehensive|pre-?tax|adjusted|core)\s+){0,3}"
    r"(?:revenues?|sales|income|profits?|earnings|turnover|ebitd?a?|loss(?:es)?|compensation|remuneration"
    r"|\w*(?:vergütung|umsatz|umsätze|umsatzerlöse|erlöse?|gewinne?|verluste?|überschuss|ertrag|erträge))\b"
)
_AMOUNT = re.compile(_NAME, re.IGNORECASE)
_HOW_MUCH = re.compile(rf"\b(?:how much|wie ?viel)\s+{_NAME}", re.IGNORECASE)
# "Which income is taxed?", "What is revenue?": words answer that.
_IN_WORDS = re.compile(
    r"\b(?:what|which|welche[mnrs]?)\s+(?:\w+\s+){1,3}?(?:is|are|can|may|must|should|gilt|gelten|ist|sind|kann"
    r"|können|darf|dürfen|muss|müssen)\b|\bwhat (?:is|are) (?:\w+\s+){0,2}\w+\s*\?",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?:19|20)\d\d")
_NOTE_MARK = re.compile(r"^\W*(?:\(\w{1,2}\)|\d{1,2}[.)]?)\s+(?=[^\W\d_])")


def no_surer_than(confidence: Confidence, most: Confidence) -> Confidence:
    """The lower of the two."""
    return min(confidence, most, key=_ORDER.index)


def most_confidence(question: str, statements: Sequence[Statement]) -> Confidence:
    """Low where an amount of money is asked for and no figure told, or somebody and nobody told.

    Medium where what was asked for seems to be missing: a time to "when", the row of the line item that the
    question names, the words beside a figure.
    """
    asked = asking_sentences(question) or question
    said = " \n".join(statement.text for statement in statements)
    if asking_words(asked) == 1 and (_lacks_amount(asked, statements) or lacks_somebody(asked, said)):
        return Confidence.LOW
    quotes = " \n".join(row.quote for statement in statements for row in statement.evidence)
    doubtful = (
        any(is_bare_figure(statement.text) for statement in statements)
        or lacks_kind(asked, said, quotes)
        or _tells_other_rows(asked, statements)
    )
    return Confidence.MEDIUM if doubtful else Confidence.HIGH


def is_bare_figure(text: str) -> bool:
    """ "1,890.00" without any word; a unit or a currency is one."""
    return _BARE_FIGURE.fullmatch(_CITED.sub("", text)) is not None and not re.search(r"[$€£¥%°]", text)


def _asks_amount(question: str) -> bool:
    """ "What net revenue did they report?"; not "What drove the revenue?"."""
    if _IN_WORDS.search(question):
        return False
    return bool(_HOW_MUCH.search(question) or _AMOUNT.fullmatch(asked_thing(question)))


def _lacks_amount(question: str, statements: Sequence[Statement]) -> bool:
    if not _asks_amount(question):
        return False
    for statement in statements:
        for text in (statement.text, *(row.quote for row in statement.evidence)):
            facts = facts_of(PLACES.sub(" ", _NOTE_MARK.sub("", text)))
            denies = facts.negations or any(token.text in DENYING for token in facts.tokens)
            if denies or names_money(text) or any(map(_may_be_amount, facts.numbers)):
                return False
    return True


def _may_be_amount(number: Number) -> bool:
    """Any figure but a year, a percentage or a measure."""
    if number.currency:
        return True
    return not (number.percent or number.is_measure or _YEAR.fullmatch(number.text))


def _tells_other_rows(question: str, statements: Sequence[Statement]) -> bool:
    """Whether all that is told are rows of tables, and none is that of the line item that is asked for."""
    thing = asked_thing(question)
    item = lexicon().item(thing) if thing else None
    if item is None:
        return False
    name = words(thing)
    labels: list[str] = []
    for statement in statements:
        found = [label for row in statement.evidence if (label := label_of(row.quote))]
        if not found and facts_of(statement.text).numbers:
            return False
        labels += found
    return bool(labels) and not any(
        _has(words(label), name)
        or any(re.fullmatch(row, " ".join(words(label))) for row in item.rows)
        or any(_has(words(label), words(other)) for other in item.names)
        for label in labels
    )


def _has(label: Sequence[str], name: Sequence[str]) -> bool:
    """The words stand there side by side."""
    return any(list(label[n : n + len(name)]) == list(name) for n in range(len(label) - len(name) + 1))
