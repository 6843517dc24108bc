"""The verdict on one statement: how far the sentences it cites carry it.

Deliberately strict: a statement is only *quoted* or *supported* when nothing checkable in it is missing from
its evidence, and one sentence of it says so. What cannot be decided here (which column of a table row is
meant) is *weak*, never verified.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from core.answer.confidence import VERIFIED
from core.answer.facts.checkable import Facts, facts_of
from core.answer.facts.stems import has_word
from core.answer.verification.anaphora import refers_back, with_noun
from core.answer.verification.calculations import Recomputed, is_calculating
from core.answer.verification.compared_values import has_value, is_dated, is_table_row
from core.answer.verification.comparison import Comparison, as_written, compare, lacking, missing_code
from core.answer.verification.denials import is_fitting, without_reply
from core.answer.verification.dropped_conditions import PART, unconditional
from core.answer.verification.nearness import is_said
from core.answer.verification.quoting import limits, rest_of_quoted_sentence
from core.answer.verification.relations import DENIAL, Doubt
from core.answer.verification.stopwords import is_light, neutral_in
from core.answer.verification.verdict import (
    AS_REPLY,
    BY_WORDS,
    ELSEWHERE,
    EMPTY,
    QUOTED,
    UNCITED,
    Verdict,
    rank,
)
from core.text.numbers import Number
from core.types import StatementStatus, VerdictCode

_WEAK_COVERAGE = 0.3
_LIMITED = Doubt(VerdictCode.LIMITED, PART)
_COLUMN = Doubt(VerdictCode.TABLE_COLUMN, "A figure from a table row; its column was not checked.")
_CLAUSES = re.compile(r"[;,]?\s+(?:and|but|while|whereas|und|aber|während|wohingegen|sowie)\s+|;\s+")
_FEWEST_CLAUSE_WORDS = 3
_FEWEST_OWN_WORDS = 3  # content words; "and received an award": two may stand together anywhere
_MOST_BORROWED = 0.4  # of the words; the sentence that says it has the others itself
_NO_CELLS: Mapping[int, str] = {}
_IN_COLUMN = "Words and figures stand in a row of a table, under that year."
_ANAPHOR = re.compile(
    r"\b(?:he|she|it|they|him|her|them|his|its|their|this|these|such|both"
    r"|er|sie|es|ihn|ihm|ihr|ihre|ihren|sein|seine|dieser|diese|dieses|diesem)\b",
    re.IGNORECASE,
)


def verify(statement: str, evidence: Sequence[str], question: str = "", context: str = "") -> Verdict:
    """Judge `statement` (without citation markers) against the quoted sentences; see `Verification`."""
    return Verification(statement, question).judge(evidence, context)


class Verification:
    """One statement, judged against one group of sentences after the other.

    *Supported* needs every content word, name and figure of the statement in one sentence: the one word that
    is missing may be the one that matters ("allowed" for "prohibited", "costs" for "revenue"). A word of the
    same family, or one that means the same, is that word. Of the words that the statement repeats from the
    question, some may stand in the sentences before; those that only ask ("the name of") need not stand
    anywhere. A statement of several clauses may have a sentence for each.

    Args:
        statement: without citation markers.
        question: what the answer may repeat without making it up; it carries nothing by itself, so names and
            figures that stand only there keep the statement *weak*.
        settled: a calculation of the statement that is right; its figures need no other support.
    """

    def __init__(self, statement: str, question: str = "", settled: Recomputed | None = None) -> None:
        self._reply, statement = without_reply(statement)
        self._statement = statement
        self._said = (
            facts_of(statement) if settled is None else _without_figures(facts_of(statement), settled)
        )
        self._asked = facts_of(question)
        self._neutral = neutral_in(self._said)
        self._settled = settled is not None
        words = (self._said.words | self._said.identifiers) - self._neutral
        self._wanted = len(words) + len(self._said.numbers) + len(self._said.dates)
        asked = self._asked.words | self._asked.identifiers
        self._echoed = frozenset(word for word in words if is_said(asked, word))
        self._compared: dict[tuple[str, str], Comparison] = {}
        self._clauses: list[Verification] | None = None
        self._question = question

    def overlap(self, sentence: str) -> int:
        """How much of the statement the sentence has at first sight; cheap."""
        given = facts_of(sentence)
        figures = sum(any(number.equals(other) for other in given.numbers) for number in self._said.numbers)
        codes = len(self._said.identifiers & given.identifiers)
        dates = sum(any(date.is_carried_by(other) for other in given.dates) for date in self._said.dates)
        return len(self._said.words & given.words) + figures + codes + dates

    def may_gain(self, sentence: str, context: str) -> bool:
        """True if other sentences beside this one may make its verdict better."""
        return (
            refers_back(sentence)
            or bool(self._parts())
            or not self._echoed.isdisjoint(self._compare(sentence, context).strange)
        )

    @property
    def years(self) -> frozenset[int]:
        """The years that the statement names."""
        dated = {date.year for date in self._said.dates if date.precision == "year"}
        return frozenset(
            dated | {int(number.amount) for number in self._said.numbers if _may_be_year(number)}
        )

    def judge(
        self,
        evidence: Sequence[str],
        context: str = "",
        cells: Mapping[int, str] = _NO_CELLS,
        following: Collection[int] = (),
    ) -> Verdict:
        """The verdict on these sentences together.

        Args:
            evidence: the cited sentences, word for word, in the order of the document.
            context: title, headings and file name of the cited passage: names and codes may come from there,
                figures may not.
            cells: of rows of a table, by their place, what they say of the statement's year
                (`core.answer.figures.table_cells`).
            following: places of sentences that stand right behind the one before them in the document, too.
        """
        if not evidence:
            return UNCITED
        verdict = self._judged(self._with_nouns(evidence, following), context, cells)
        if not self._reply or verdict.status not in VERIFIED:
            return verdict
        if not is_fitting(self._reply, self._statement, self._question):
            return Verdict(StatementStatus.WEAK, VerdictCode.DENIAL_DIFFERS, DENIAL, verdict.score)
        # With a "no" before it, it is no copy.
        return replace(AS_REPLY, score=verdict.score) if verdict is QUOTED else verdict

    def _with_nouns(self, evidence: Sequence[str], following: Collection[int]) -> Sequence[str]:
        """What "it" stands for, in the place of it where that is certain."""
        return [
            (with_noun(evidence[place - 1], sentence, self._said) if place in following else "") or sentence
            for place, sentence in enumerate(evidence)
        ]

    def _judged(self, evidence: Sequence[str], context: str, cells: Mapping[int, str]) -> Verdict:
        rest = rest_of_quoted_sentence(self._statement, evidence)
        if cells:
            read = [cells.get(place, sentence) for place, sentence in enumerate(evidence)]
            around = " \n".join([context, *evidence])  # headings tell whose year it is
            by_column = max(
                (self._carried(place, read, around, None, in_column=True) for place in cells), key=rank
            )
            if by_column.status is StatementStatus.SUPPORTED:
                return by_column
        if rest == ("", ""):
            return QUOTED
        if not self._wanted and not self._settled:
            return EMPTY
        best = max(
            (self._carried(place, evidence, context, rest) for place in range(len(evidence))), key=rank
        )
        if best.status is StatementStatus.SUPPORTED:
            return QUOTED if rest is not None else best
        # A sentence that has everything and yet says something else is not mended by others; nor is one that
        # was copied without what limits it: "Unless it was opened, …".
        said_otherwise = any(self._compare(sentence, context).is_otherwise for sentence in evidence)
        if len(evidence) == 1 or said_otherwise or rest is not None:
            return best
        return max(best, self._by_clauses(evidence, context), key=rank)

    def _carried(
        self,
        place: int,
        evidence: Sequence[str],
        context: str,
        rest: tuple[str, str] | None,
        *,
        in_column: bool = False,
    ) -> Verdict:
        """The verdict if sentence `place` is the one that says it, and the others only what it is about.

        `in_column`: it is what a row says in the column that the statement means.
        """
        said, asked = self._said, self._asked
        compared = self._compare(evidence[place], context)
        others = [facts_of(sentence) for n, sentence in enumerate(evidence) if n != place]
        borrowed = [word for word in compared.strange if self._may_be_borrowed(word, place, evidence)]
        strange = [word for word in compared.strange if word not in borrowed]
        wanted = len((said.words | said.identifiers) - neutral_in(said)) + len(said.numbers) + len(said.dates)
        coverage = 1.0 - (len(strange) + len(borrowed) / 2) / wanted if wanted else 1.0
        figures = [
            n.text for n in compared.missing if not has_value(n, asked, facts_of(evidence[place]), *others)
        ]
        dates = [d.iso for d in compared.undated if not any(is_dated(d, f) for f in (asked, *others))]
        codes = [
            word
            for word in strange
            if word in said.identifiers and not any(word in f.identifiers for f in (asked, *others))
        ]
        if invented := [*figures, *dates, *codes]:
            reason = f"Not in the cited text: {', '.join(invented)}."
            code = missing_code(bool(figures), bool(dates), bool(codes), False)
            return Verdict(StatementStatus.UNSUPPORTED, code, reason, coverage / 4)
        found = len(said.numbers) - len(compared.missing) + len(said.dates) - len(compared.undated)
        if coverage < _WEAK_COVERAGE and not found:
            return replace(ELSEWHERE, score=coverage / 2)
        score = coverage + 0.3 * found
        doubt = lacking(said, compared, strange, self._statement)
        unasked = [word for word in compared.lent if self._question and word not in self._echoed]
        if not doubt and unasked:
            doubt = Doubt(
                VerdictCode.TITLE_ONLY,
                f"Only the title of the document says: {', '.join(as_written(unasked, self._statement))}.",
            )
        elsewhere = [*borrowed, *compared.lent]
        named = [word for word in borrowed if word in said.names]
        if not doubt and len(elsewhere) - len(named[1:]) > _MOST_BORROWED * wanted:
            doubt = Doubt(
                VerdictCode.MISSING_WORDS,
                f"Not in the cited sentence: {self._listed(elsewhere)}.",
            )
        if not doubt:
            limited = rest is not None and (
                limits(*rest) or unconditional(said, facts_of(evidence[place])) != ""
            )
            doubt = compared.doubt if rest is None else _LIMITED if limited else None
        # The only figure of a row has no other column to be mistaken for.
        several = len(facts_of(evidence[place]).numbers) > 1
        if not (doubt or in_column) and said.numbers and several and is_table_row(evidence[place]):
            doubt = _COLUMN
        if doubt and doubt is compared.doubt and not elsewhere and compared.contradicted:
            return Verdict(StatementStatus.UNSUPPORTED, doubt.code, doubt.reason, score)
        if doubt:
            return Verdict(StatementStatus.WEAK, doubt.code, doubt.reason, score)
        reason = _IN_COLUMN if in_column else BY_WORDS
        return Verdict(StatementStatus.SUPPORTED, VerdictCode.CARRIED, reason, 1.0 + score)

    def _compare(self, sentence: str, context: str) -> Comparison:
        key = (sentence, context)
        if key not in self._compared:
            self._compared[key] = compare(self._said, sentence, context, self._neutral)
        return self._compared[key]

    def _listed(self, words: Sequence[str]) -> str:
        return ", ".join(as_written(words, self._statement))

    def _by_clauses(self, evidence: Sequence[str], context: str) -> Verdict:
        """The weakest of the verdicts on its clauses, each against the sentence that carries it best.

        A clause without a name or code of its own is about those of the clause before it: the sentence must
        name them, or nobody else; and point back ("it") where the clause is short.
        """
        verdicts = []
        subjects: frozenset[str] = frozenset()
        for clause in self._parts():
            own = _named(clause._said)
            judged = [
                clause._carried(place, evidence, context, None)
                for place, sentence in enumerate(evidence)
                if own or not subjects or clause._may_be_about(subjects, sentence)
            ]
            verdicts.append(max(judged, key=rank, default=ELSEWHERE))
            subjects = own or subjects
        return min(verdicts, key=rank, default=ELSEWHERE)

    def _may_be_about(self, subjects: frozenset[str], sentence: str) -> bool:
        named = _named(facts_of(sentence))
        if named & subjects:
            return True
        return not named - subjects and (
            self._wanted >= _FEWEST_OWN_WORDS or _ANAPHOR.search(sentence) is not None
        )

    def _parts(self) -> list[Verification]:
        """Its clauses; none when it has only one."""
        if self._clauses is None:
            texts = [text for text in _CLAUSES.split(self._statement) if text.strip()]
            whole = len(texts) > 1 and all(len(text.split()) >= _FEWEST_CLAUSE_WORDS for text in texts)
            clauses = [Verification(text, self._question) for text in texts] if whole else []
            # "… and Kings Park" is no clause of its own.
            self._clauses = clauses if all(clause._is_clause() for clause in clauses) else []
        return self._clauses

    def _is_clause(self) -> bool:
        return any(token.kind in ("word", "number") for token in self._said.tokens)

    def _may_be_borrowed(self, word: str, place: int, evidence: Sequence[str]) -> bool:
        """A word of the question that the sentence need not repeat.

        Unless it says nothing, it must stand in a sentence before, to which the sentence points back ("she").
        """
        if word not in self._echoed:
            return False
        if is_light(self._said, word):
            return True
        before = (facts_of(sentence) for sentence in evidence[:place])
        return _ANAPHOR.search(evidence[place]) is not None and any(
            word in facts.identifiers or has_word(facts.words, word) for facts in before
        )


def _may_be_year(number: Number) -> bool:
    return number.amount == number.amount.to_integral_value() and number.is_year(int(number.amount))


def _without_figures(said: Facts, settled: Recomputed) -> Facts:
    """What is left to compare once its calculation is found right."""
    figures = {settled.stated, *settled.operands}
    return replace(
        said,
        numbers=tuple(number for number in said.numbers if number not in figures),
        words=frozenset(word for word in said.words if not is_calculating(word)),
        tokens=tuple(token for token in said.tokens if token.number not in figures),
    )


def _named(facts: Facts) -> frozenset[str]:
    return frozenset(facts.names) | facts.identifiers
