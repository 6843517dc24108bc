"""Questions with known answers, as the benchmark `answers` asks them, and the rule that grades each.

The answers of XQuAD are words of a paragraph; its paragraphs lie in one library together. Those of
FinanceBench are read once for what a rule can tell: a figure, a yes or no, or only words.
"""

from __future__ import annotations

import hashlib
import html
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path
from typing import Literal

from tests.benchmarks.evaluation_data import json_lines
from tests.benchmarks.grading.figures_and_dates import Figure, figures_of, pattern
from tests.benchmarks.grading.grades import SCALES, UNITS
from tests.benchmarks.grading.rules import NumberRule
from tests.benchmarks.judged_sets import JudgedSet, financebench
from tests.benchmarks.writing import write_documents

SETS = ("xquad", "pairs", "absent", "nearby", "financebench")
Kind = Literal["words", "figure", "direction", "text", "absent"]
_SCALE_ASKED, _EITHER, _RISING, _FALLING = map(pattern, ("scale_asked", "either", "rising", "falling"))
_YES_NO = re.compile(r"\s*(yes|no)\b", re.IGNORECASE)
_QUESTION_WORD = re.compile(r"(?:what|which|who|whose|when|where|why|how)\b", re.IGNORECASE)
_NO_FIGURE = re.compile(
    r"(?:which|why|what (?:are|industry|was the outcome|drove)|in .* which|among)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class KnownAnswer:
    """One question and what is right.

    `words`: any of these, after SQuAD's normalisation. `figure`: what a figure of the answer must be.
    `rising`: for a question of direction, whether it goes up; `yes`: whether "yes" is right. `without`: the
    documents whose names hold this are taken out, and with them the answer: only declining is right. `also`:
    any of these as well, because two things are asked.
    """

    set_name: str
    question_id: str
    question: str
    gold: str
    kind: Kind
    words: tuple[str, ...] = ()
    figure: NumberRule | None = None
    yes: bool | None = None
    rising: bool | None = None
    without: str = ""
    also: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[str, ...]:
        return self.set_name, self.question_id

    @property
    def fingerprint(self) -> str:
        """Tells whether a kept line is of this very question and answer."""
        return hashlib.sha256(f"{self.question}\n{self.gold}\n{self.without}".encode()).hexdigest()[:16]


AnswerSet = tuple[JudgedSet, list[KnownAnswer]]  # a library, and what is asked of all of it


def load_set(name: str, folder: Path) -> AnswerSet:
    """One of `SETS` from the evaluation data in `folder`.

    `pairs` asks two questions of XQuAD at once, about two articles.
    `absent` is XQuAD without the article that answers, `nearby` without the paragraph alone: the others of
    its article are about the same matter, and a few of them answer, too.
    """
    if name == "financebench":
        rows = json_lines(folder / "financebench" / "questions.jsonl")
        known = [_reported(row["question_id"], row["question"], row["answer"]) for row in rows]
        return financebench(folder), known
    rows = json_lines(folder / "xquad" / "paragraphs.jsonl")
    titles = [str(row["title"]).replace("_", " ") for row in rows]  # an article has several paragraphs
    documents = [
        {"filename": f"{place:03} {title}.html", "pages": [_page(title, row["context"])]}
        for place, (row, title) in enumerate(zip(rows, titles, strict=True))
    ]
    judged = JudgedSet("xquad", (), lambda target: write_documents(documents, target))
    questions = [
        KnownAnswer(
            name,
            # All forms of a question are of the same half.
            f"xquad-{place:03}-{number:02}",
            asked["question"],
            asked["answers"][0],
            "absent" if name == "absent" else "words",
            words=tuple(asked["answers"]),
            without={"absent": titles[place], "nearby": f"{place:03} {titles[place]}"}.get(name, ""),
        )
        for place, row in enumerate(rows)
        for number, asked in enumerate(row["questions"])
    ]
    return judged, _pairs(questions, titles) if name == "pairs" else questions


def chosen(questions: Sequence[KnownAnswer], count: int) -> list[KnownAnswer]:
    """So many of them, the same ones every time, spread by chance; 0: all."""
    ordered = sorted(questions, key=lambda one: hashlib.sha256(one.question_id.encode()).hexdigest())
    return ordered[:count] if count else list(questions)


def _pairs(questions: Sequence[KnownAnswer], articles: Sequence[str]) -> list[KnownAnswer]:
    """Every question once, with the next one, in an order of chance, that is about another article."""

    def article(one: KnownAnswer) -> str:
        return articles[int(one.question_id.split("-")[1])]

    waiting, pairs = chosen(questions, len(questions)), []
    while waiting:
        first = waiting.pop(0)
        place = next((at for at, one in enumerate(waiting) if article(one) != article(first)), None)
        if place is not None:
            pairs.append(_both(first, waiting.pop(place)))
    return pairs


def _both(first: KnownAnswer, second: KnownAnswer) -> KnownAnswer:
    """As people write it: with "and" before a question word, else as two sentences."""
    if _QUESTION_WORD.match(second.question):
        question = f"{first.question.rstrip(' ?')}, and {second.question[0].lower()}{second.question[1:]}"
    else:
        question = f"{first.question} {second.question}"
    both = f"{first.question_id}+{second.question_id}"
    return replace(first, question_id=both, question=question, also=second.words)


def _page(title: str, text: str) -> str:
    name = html.escape(title)
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{name}</title></head><body>\n'
        f"<h1>{name}</h1>\n<p>{html.escape(text)}</p>\n</body></html>"
    )


def _reported(question_id: str, question: str, gold: str) -> KnownAnswer:
    """What a rule can tell of a gold answer: a direction, else its first figure, else only its words."""
    known = KnownAnswer("financebench", question_id, question, gold, "text")
    said = _YES_NO.match(gold)
    if said or _EITHER.search(question):
        first = gold.split(". ")[0]
        rising, falling = bool(_RISING.search(first)), bool(_FALLING.search(first))
        return replace(
            known,
            kind="direction",
            yes=said.group(1).lower() == "yes" if said else None,
            rising=rising if rising != falling else None,
        )
    figures = [figure for figure in figures_of(gold) if not figure.in_words]
    if not figures or _NO_FIGURE.match(question):
        return known
    return replace(known, kind="figure", figure=_rule(figures[0], question))


def _rule(figure: Figure, question: str) -> NumberRule:
    asked = _SCALE_ASKED.search(question)
    scale = next((part.lower() for part in asked.groups() if part), "") if asked else ""
    value, digits = figure.readings[0], Decimal(figure.written.replace(",", ""))
    if asked and abs(value) == digits:  # the gold leaves out the scale that was asked for
        value = value.scaleb(SCALES[scale])
    places = len(figure.written.partition(".")[2].rstrip("0"))
    half = Decimal(5).scaleb(-places - 1)  # of the last place it is rounded to
    share = float(half / digits) if digits else 0.0
    # "0.54", "2.7 times": a ratio may be told as a percentage, too; the grading tries both.
    return NumberRule.model_validate(
        {
            "value": value,
            "unit": "USD" if asked and "USD" in asked.group() else UNITS.get(figure.kind, ""),
            "asked_in": scale,
            "tolerance": min(max(0.005, share), 0.09),
            "words": ("times",),
        }
    )
