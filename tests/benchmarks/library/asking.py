"""Questions over a library with their right answers: how one is put together from what its documents state.

Answers are computed over the documents of one bucket that meet every condition. Names, years and limits that
a question mentions come from the documents too, by fixed rules, so that the same library gets the same
questions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any, TypeVar

from tests.benchmarks.library.answers import Amount, Extreme, Group, extremes, groups, means, plain, sums
from tests.benchmarks.library.conditions import Condition, day_of, number_of
from tests.benchmarks.library.generator.truth import Truth

KINDS = ("list", "count", "sum", "average", "min", "max", "group", "clarify", "text")
# More documents than this are not read as text to answer one question.
READABLE = 100
_Key = TypeVar("_Key", str, int, Decimal, tuple[int, int])


@dataclass(frozen=True, slots=True)
class LibraryQuestion:
    """A question and its right answer.

    `kind` is one of `KINDS`, `bucket` is empty where a question names none. `filenames` are the documents
    that meet `conditions`, sorted: the answer of a list, what a computation runs over, for `overload` those
    that would have to be read, for `text` those the question is about (none where it names no document).
    `count` is their number. `field` is what is summed, averaged or compared: `amounts` hold the sum or mean
    of each currency or unit, `extremes` the lowest or highest of each. A mean has 28 digits; compare it
    rounded.
    `groups` by `group_by`, or by its year, leave out documents that do not state it, and are sorted by key.
    `reason` of a clarify question is `no_results` or `overload`.
    """

    question_id: str
    question: str
    language: str
    kind: str
    bucket: str
    filenames: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    count: int = 0
    field: str = ""
    amounts: tuple[Amount, ...] = ()
    extremes: tuple[Extreme, ...] = ()
    group_by: str = ""
    by_year: bool = False
    groups: tuple[Group, ...] = ()
    reason: str = ""


@dataclass(slots=True)
class Asked:
    """`left_out` are the ids of questions that would tell nothing about this library, and why."""

    questions: list[LibraryQuestion] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)


class Shelf:
    """The documents of one bucket, and the questions of one topic about them.

    Methods that pick a name, year or limit from the documents that meet `where` take it from all where those
    offer none, and raise LookupError where none does.
    """

    def __init__(self, topic: str, language: str, bucket: str, truths: Iterable[Truth], asked: Asked) -> None:
        self._topic, self._language, self._bucket, self._asked = topic, language, bucket, asked
        self._all = sorted(
            (truth for truth in truths if bucket in ("", truth.bucket)), key=lambda truth: truth.filename
        )
        self._number = 0

    # Questions.

    def listing(self, question: str, *conditions: Condition) -> None:
        self._add("list", question, conditions)

    def counting(self, question: str, *conditions: Condition) -> None:
        self._add("count", question, conditions)

    def total(self, question: str, of: str, *conditions: Condition) -> None:
        self._add("sum", question, conditions, field=of, amounts=sums(self._meeting(conditions), of))

    def average(self, question: str, of: str, *conditions: Condition) -> None:
        self._add("average", question, conditions, field=of, amounts=means(self._meeting(conditions), of))

    def highest(self, question: str, of: str, *conditions: Condition) -> None:
        self._add(
            "max", question, conditions, field=of, extremes=extremes(self._meeting(conditions), of, max)
        )

    def lowest(self, question: str, of: str, *conditions: Condition) -> None:
        self._add(
            "min", question, conditions, field=of, extremes=extremes(self._meeting(conditions), of, min)
        )

    def grouped(self, question: str, by: str, *conditions: Condition, of: str = "") -> None:
        self._group(question, by, conditions, of, by_year=False)

    def by_year(self, question: str, by: str, *conditions: Condition, of: str = "") -> None:
        self._group(question, by, conditions, of, by_year=True)

    def no_results(self, question: str, *conditions: Condition) -> None:
        """Nobody meets the conditions; such a question must say so, not guess."""
        self._number += 1
        if not self._all or self._meeting(conditions):
            self._leave_out("some document meets it, or there is none of the kind")
            return
        self._keep("clarify", question, conditions, reason="no_results")

    def overload(self, question: str, *conditions: Condition) -> None:
        """Too many documents would have to be read."""
        self._number += 1
        if len(self._meeting(conditions)) <= READABLE:
            self._leave_out("so few documents can be read")
            return
        self._keep("clarify", question, conditions, reason="overload")

    def reading(self, question: str, *conditions: Condition) -> None:
        """About the words of a document; about no document in particular without conditions."""
        self._number += 1
        if conditions and not self._meeting(conditions):
            self._leave_out("no such document")
            return
        self._keep("text", question, conditions)

    # What questions mention.

    def name(self, of: str, *where: Condition, rank: int = 0) -> str:
        """The most often stated text, or the one `rank` places on; from the end where it is negative."""
        for truths in (self._meeting(where), self._all):
            if texts := [text for truth in truths if isinstance(text := truth.value(of), str)]:
                return _ranked(texts, rank)
        return str(_nothing(of))

    def number(self, of: str, *where: Condition, rank: int = 0) -> Decimal:
        """The most often stated number or amount, or the one `rank` places on."""
        return _ranked(self._numbers(of, where, ""), rank)

    def year(self, of: str, *where: Condition, rank: int = 0) -> int:
        return _ranked([day.year for day in self._days(of, where)], rank)

    def quarter(self, of: str, *where: Condition, rank: int = 0) -> tuple[int, int]:
        """Year and quarter, 1 to 4."""
        return _ranked([(day.year, (day.month + 2) // 3) for day in self._days(of, where)], rank)

    def month(self, of: str, *where: Condition, rank: int = 0) -> tuple[int, int]:
        """Year and month, 1 to 12."""
        return _ranked([(day.year, day.month) for day in self._days(of, where)], rank)

    def last_year(self, of: str) -> int:
        return max(day.year for day in self._days(of, ()))

    def year_without(self, of: str, *where: Condition) -> int:
        """The first year some document states but none that meets `where`."""
        meeting = self._meeting(where)
        taken = {day.year for truth in meeting if (day := day_of(truth, of)) is not None}
        free = sorted({day.year for day in self._days(of, ())} - taken)
        return free[0] if taken and free else _nothing(of)

    def day(self, of: str, *where: Condition, share: float = 0.5) -> date:
        """A day with about that share of the dates before it: the first of a month where one parts them."""
        days = sorted(self._days(of, where, least=2))
        middle = days[min(int(len(days) * share), len(days) - 1)]
        for day in (middle.replace(day=1), middle):
            if days[0] < day < days[-1]:
                return day
        return days[-1]

    def limit(
        self, of: str, *where: Condition, share: float = 0.5, scale: int = 1, currency: str = ""
    ) -> Decimal:
        """A number with about that share of the values below it, with few digits, times `scale`."""
        values = sorted(number * scale for number in self._numbers(of, where, currency, least=2))
        middle = values[min(int(len(values) * share), len(values) - 1)]
        rounded = [_rounded(middle, digits) for digits in (1, 2, 3, 4)]
        return next(
            (number for number in rounded if values[0] < number < values[-1]), values[len(values) // 2]
        )

    def first_parting(self, of: str, options: Sequence[int], *where: Condition) -> Decimal:
        """The first option with values above it and values not above it."""
        values = self._numbers(of, where, "")
        return next((Decimal(n) for n in options if min(values) <= n < max(values)), Decimal(options[0]))

    def top(self, of: str, currency: str = "") -> Decimal:
        return max(self._numbers(of, (), currency))

    def _days(self, of: str, where: Sequence[Condition], least: int = 1) -> list[date]:
        """At least so many different ones."""
        for truths in (self._meeting(where), self._all):
            days = [day for truth in truths if (day := day_of(truth, of)) is not None]
            if len(set(days)) >= least:
                return days
        return list(_nothing(of))

    def _numbers(self, of: str, where: Sequence[Condition], currency: str, least: int = 1) -> list[Decimal]:
        for truths in (self._meeting(where), self._all):
            found = (number_of(truth, of, currency) for truth in truths)
            numbers = [number for number in found if number is not None]
            if len(set(numbers)) >= least:
                return numbers
        return list(_nothing(of))

    # Keeping.

    def _meeting(self, conditions: Sequence[Condition]) -> list[Truth]:
        return [truth for truth in self._all if all(condition.holds(truth) for condition in conditions)]

    def _group(
        self, question: str, by: str, conditions: Sequence[Condition], of: str, *, by_year: bool
    ) -> None:
        found = groups(self._meeting(conditions), by, of, by_year=by_year)
        self._add("group", question, conditions, field=of, group_by=by, by_year=by_year, groups=found)

    def _add(self, kind: str, question: str, conditions: Sequence[Condition], **answer: Any) -> None:
        """Left out where the answer is empty, or conditions leave every document of the bucket."""
        self._number += 1
        found = self._meeting(conditions)
        if not found or any(not value for name, value in answer.items() if name in _ANSWERS):
            self._leave_out("nothing is found")
            return
        if len(answer.get("groups", "ab")) < 2:
            self._leave_out("there is only one group")
            return
        if conditions and len(found) == len(self._all):
            self._leave_out("every document meets the conditions")
            return
        self._keep(kind, question, conditions, **answer)

    def _keep(self, kind: str, question: str, conditions: Sequence[Condition], **answer: Any) -> None:
        about = () if kind == "text" and not conditions else self._meeting(conditions)
        self._asked.questions.append(
            LibraryQuestion(
                self._id(),
                question.replace("..", "."),  # after a name that ends with one
                self._language,
                kind,
                "" if kind == "text" and not conditions else self._bucket,
                tuple(truth.filename for truth in about),
                tuple(condition.words for condition in conditions),
                len(about),
                **answer,
            )
        )

    def _leave_out(self, reason: str) -> None:
        self._asked.left_out.append(f"{self._id()}: {reason}")

    def _id(self) -> str:
        return f"{self._language}-{self._topic}-{self._number:02}"


@dataclass(frozen=True, slots=True)
class Topic:
    """`ask` puts its questions to the shelf of `bucket`, which is empty for all documents."""

    name: str
    bucket: str
    ask: Callable[[Shelf], None]


def ask_all(topics: Sequence[Topic], language: str, truths: Sequence[Truth], asked: Asked) -> None:
    """Adds to `asked`; from where a topic finds no name or number to mention, its questions are left out."""
    for topic in topics:
        shelf = Shelf(topic.name, language, topic.bucket, truths, asked)
        try:
            topic.ask(shelf)
        except LookupError as error:
            asked.left_out.append(f"{language}-{topic.name}, the rest: {error}")


_ANSWERS = ("amounts", "extremes", "groups")
_LEGAL = {"gmbh", "ag", "kg", "inc.", "llc", "ltd", "llp", "corp.", "co.", "e.k.", "b.v.", "ab", "&"}
# First words that leave open which firm is meant.
_COMMON = {
    *(
        "akademie",
        "atelier",
        "berner",
        "bürobedarf",
        "catalana",
        "donau",
        "druckerei",
        "great",
        "halbleiterwerk",
    ),
    *("harbor", "immobilienverwaltung", "kalibrierlabor", "klebtechnik", "leuchtwerk", "liberty", "lone"),
    *("lumière", "officine", "pumpenwerk", "schreinerei", "summit", "thames", "tirol", "wiener"),
}


def short(name: str) -> str:
    """What people call a firm: its first word, or as many as it takes to know it by."""
    words: list[str] = []
    for word in name.split():
        if words and word.casefold() in _LEGAL:
            break
        words.append(word.strip(","))
        if len(word) >= 4 and word[0].isupper() and word.casefold() not in _COMMON:
            break
    return " ".join(words)


def english(number: Decimal | int) -> str:
    """1250.5 as 1,250.5."""
    return f"{plain(Decimal(number)):,f}"


def german(number: Decimal | int) -> str:
    """1250.5 as 1.250,5."""
    return english(number).translate(str.maketrans(",.", ".,"))


def thousands(number: Decimal) -> str:
    """1500 as 1.5k; below a thousand as it is."""
    return f"{plain(number / 1000):f}k" if number >= 1000 else english(number)


def _rounded(number: Decimal, digits: int) -> Decimal:
    return number if not number else round(number, digits - 1 - number.adjusted()) + Decimal(0)


def _ranked(values: list[_Key], rank: int) -> _Key:
    """By how often, then by value; the last one where there are fewer than `rank` says."""
    order = sorted(Counter(values).items(), key=lambda item: (-item[1], item[0]))
    return order[max(min(rank, len(order) - 1), -len(order))][0]


def _nothing(of: str) -> Any:
    raise LookupError(f"too few documents state {of}")
