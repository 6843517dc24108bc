"""Whether a written answer is right, after the rules of the field. Pure functions on the text a user sees.

Exact match and F1 are SQuAD's (Rajpurkar et al. 2016): lower case, without punctuation and articles. They ask
for short answers; whole sentences can hold the answer and still match badly, so *holds* is told beside them.
"""

from __future__ import annotations

import re
import string
from collections import Counter
from dataclasses import dataclass

from core.text.number_words import ENGLISH_NUMBERS, words_for
from core.types import Answer
from tests.benchmarks.answers.sets import KnownAnswer
from tests.benchmarks.grading.figures_and_dates import pattern
from tests.benchmarks.grading.grades import WRONG_BESIDE, grade, without_markers

_ARTICLES = re.compile(r"\b(?:a|an|the)\b")
_SIGNS = string.punctuation + "–—’‘“”«»"
_NUMBERS = {"zero": "0"} | {
    name: str(value) for name, value in words_for(ENGLISH_NUMBERS, range(1, 13)).items()
}
_YES, _NO, _RISES, _FALLS = map(pattern, ("yes", "no", "rises", "falls"))
_OPEN = re.compile(
    r"\b(?:is|are|was|were|has|have|had|do|does|did|in|of|to|for|by|on|at|as|and|or|with|from|that)\b"
)
TEXT_RECALL = 0.5


@dataclass(frozen=True, slots=True)
class Marks:
    """`exact` and `f1` of the short answer, or of all where there is none, against the best gold answer;
    `holds`: right by the rule of its kind.

    `beside`: the right figure stands there with other ones of its kind, which is not right. `partly`: of two
    things asked one is right and the other told as missing.
    """

    exact: bool = False
    f1: float = 0.0
    holds: bool = False
    beside: bool = False
    partly: bool = False


def marks_of(known: KnownAnswer, answer: Answer) -> Marks:
    """Grade the text of an answer, its citation markers left out."""
    if known.kind == "absent":
        return Marks()
    text = without_markers(answer.text)
    golds = known.words or (known.gold,)
    beside = partly = False
    if known.kind == "words":
        asked = (golds, known.also) if known.also else (golds,)
        held = [any(f" {_loosely(gold)} " in f" {_loosely(text)} " for gold in one) for one in asked]
        right = all(held)
        partly = any(held) and not right and bool(answer.insufficiencies)
    elif known.figure is not None:
        # Asked "in USD millions", "$ 4,102" means as much as "4,102".
        texts = [text, text.replace("$", "")] if known.figure.asked_in else [text]
        grades = [grade(known.figure, known.question, Answer(one)) for one in texts]
        right = any(one.correct for one in grades)
        beside = not right and any(one.reason == WRONG_BESIDE for one in grades)
    elif known.kind == "direction":
        right = _right_direction(known, text)
    else:
        wanted = {word for word in _loosely(known.gold).split() if not _OPEN.fullmatch(word)}
        right = bool(wanted) and len(wanted & set(_loosely(text).split())) >= TEXT_RECALL * len(wanted)
    short = answer.statements[0].text if answer.text.startswith("**") and answer.statements else text
    exact = any(normalised(short) == normalised(gold) for gold in golds)
    f1 = max(_token_f1(short, gold) for gold in golds)
    return Marks(exact, round(f1, 4), right, beside, partly)


def normalised(text: str) -> str:
    """SQuAD's form: lower case, no punctuation, no articles, single spaces."""
    plain = "".join(sign for sign in text.lower() if sign not in _SIGNS)
    return " ".join(_ARTICLES.sub(" ", plain).split())


def _loosely(text: str) -> str:
    """Words alone, joined words apart, small numbers in digits."""
    plain = "".join(" " if sign in _SIGNS else sign for sign in text.lower().replace("'s", ""))
    return " ".join(_NUMBERS.get(word, word) for word in _ARTICLES.sub(" ", plain).split())


def _token_f1(text: str, gold: str) -> float:
    """Harmonic mean of precision and recall of the words, 0 to 1."""
    said, wanted = normalised(text).split(), normalised(gold).split()
    common = sum((Counter(said) & Counter(wanted)).values())
    return 2 * common / (len(said) + len(wanted)) if said and wanted else float(said == wanted)


def _right_direction(known: KnownAnswer, text: str) -> bool:
    """By "yes" or "no", else by the one direction that the text names."""
    if known.yes is not None:
        said = True if _YES.search(text) else False if _NO.search(text) else None
        if said is not None:
            return said == known.yes
    rises, falls = bool(_RISES.search(text)), bool(_FALLS.search(text))
    return known.rising is not None and rises != falls and rises == known.rising
