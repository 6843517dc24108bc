"""Questions with known answers, as the benchmark `answers` asks them, and the rule that grades each.

The answers of XQuAD are words of a paragraph; its paragraphs lie in one library together. What a rule can
tell of those of FinanceBench is kept in `data/answers`: a figure, a yes or no, or only words.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from tests.benchmarks.evaluation_data import json_lines, own_data
from tests.benchmarks.grading.rules import NumberRule, Part
from tests.benchmarks.judged_sets import XQUAD_FILES, JudgedSet, financebench, title_of, xquad, xquad_id

SETS = ("xquad", "xquad-de", "pairs", "absent", "nearby", "financebench")
Kind = Literal["words", "figure", "direction", "text", "absent"]


class KnownAnswer(Part):
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

    `xquad-de` is XQuAD in German. `pairs` asks two questions of XQuAD at once, about two articles.
    `absent` is XQuAD without the article that answers, `nearby` without the paragraph alone: the others of
    its article are about the same matter, and a few of them answer, too.
    """
    if name == "financebench":
        rows = json_lines(folder / "financebench" / "questions.jsonl")
        truths = {
            row["question_id"]: row for row in json_lines(own_data() / "answers" / "financebench.jsonl")
        }
        return financebench(folder), [
            KnownAnswer(
                set_name=name, question=row["question"], gold=row["answer"], **truths[row["question_id"]]
            )
            for row in rows
        ]
    language = "de" if name == "xquad-de" else "en"
    judged = xquad(folder, language)
    rows = json_lines(folder / "xquad" / XQUAD_FILES[language])
    titles = [title_of(row) for row in rows]
    questions = [
        KnownAnswer(
            set_name=name,
            question_id=xquad_id(place, number),
            question=asked["question"],
            gold=asked["answers"][0],
            kind="absent" if name == "absent" else "words",
            words=tuple(asked["answers"]),
            without={"absent": titles[place], "nearby": f"{place:03} {titles[place]}"}.get(name, ""),
        )
        for place, row in enumerate(rows)
        for number, asked in enumerate(row["questions"])
    ]
    return judged, _pairs(questions) if name == "pairs" else questions


def chosen(questions: Sequence[KnownAnswer], count: int) -> list[KnownAnswer]:
    """So many of them, the same ones every time, spread by chance; 0: all."""
    ordered = sorted(questions, key=lambda one: hashlib.sha256(one.question_id.encode()).hexdigest())
    return ordered[:count] if count else list(questions)


def _pairs(questions: Sequence[KnownAnswer]) -> list[KnownAnswer]:
    """As people write them: with "and" between, else as two sentences."""
    by_id, pairs = {one.question_id: one for one in questions}, []
    for row in json_lines(own_data() / "answers" / "pairs.jsonl"):
        first, second = by_id[row["first"]], by_id[row["second"]]
        question = f"{first.question} {second.question}"
        if row["joined"]:
            asked = second.question[0].lower() + second.question[1:]
            question = f"{first.question.rstrip(' ?')}, and {asked}"
        both = f"{first.question_id}+{second.question_id}"
        pairs.append(
            first.model_copy(update={"question_id": both, "question": question, "also": second.words})
        )
    return pairs
