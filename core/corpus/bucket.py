"""The answer of one bucket: listed, counted, added up or grouped, each value with its place. Figures are
computed by the library, because a language model must not add up invoices. Any thread. Sees protocols
only."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace

from core.corpus import result_tables as display
from core.corpus.asking.decompose import kinds_of
from core.corpus.asking.question_words import inflected
from core.corpus.base import FieldLibrary, LibraryRow
from core.corpus.condition_filters import filter_of
from core.corpus.currencies import each_currency
from core.corpus.decomposition import Decomposition
from core.corpus.evidence import CITED, RowEvidence
from core.corpus.library_calls import Calls
from core.corpus.library_texts import sentence
from core.errors import BugError
from core.events import Event
from core.fields.filters import And, Comparison, Filter, Operator, described, parse_filter
from core.fields.results import Amounts, Counted, Extremes, Group
from core.fields.schema import BucketSchema, FieldSpec, FieldType
from core.fields.titles import in_german, noun
from core.fields.values import enum_value
from core.types import Statement

# Kinds of documents that are counted in with others and mean another thing: one asks again for what another
# has asked for, the other gives something back.
_REMINDER, _CREDIT = "reminder", "credit_note"
ROWS = 50  # of a table; all of them go into an export


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of an answer: its text, the statements in it in their order, and what is not known."""

    text: str
    statements: tuple[Statement, ...] = ()
    unknown: tuple[str, ...] = ()


Answering = Generator[Event, None, Part]


class BucketAnswer:
    """What a question asks of one bucket; `where`: its conditions as a filter.

    Raises:
        core.errors.UsageError: a condition does not suit the schema.
    """

    def __init__(
        self,
        library: FieldLibrary,
        bucket: str,
        asked: Decomposition,
        evidence: RowEvidence,
        calls: Calls,
        *,
        german: bool,
    ) -> None:
        self._library = library
        self._bucket = bucket
        self._asked = asked
        self._shown_rows = evidence
        self._calls = calls
        self._german = german
        self._form = asked.output_preferences.format
        schema = library.schemas()[bucket]
        self.schema: BucketSchema = in_german(schema) if german else schema
        self.questions = library.questions(bucket)
        self.where: Filter = filter_of(asked.constraints, self.schema, german=german)

    def counted(self) -> Generator[Event, None, Counted]:
        """How many documents match, as a call of the trace."""
        found = self.questions.count(self.where)
        yield from self.call("count", self.where, f"{found.count} of {found.of}")
        return found

    def answer(self, counted: Counted) -> Answering:
        """The table or figure that is asked for. `counted`: at least one document."""
        if self._asked.computation is not None:
            return (yield from self._computed(self.where, counted.count))
        return (yield from self._listed(self.where, counted.count, counted.of))

    def _listed(self, where: Filter, count: int, of: int) -> Answering:
        ordering = self._asked.ordering
        limit = min(ROWS, ordering.limit if ordering and ordering.limit else ROWS)
        currencies = self._currencies(where)
        if ordering is not None and len(currencies) > 1:
            limit = max(1, min(limit, ROWS // len(currencies)))
            parts = each_currency(ordering.field, currencies, where)
        else:
            parts = [where]
        found: list[str] = []
        for part in parts:
            page = self.questions.documents(
                part,
                order_by=ordering.field if ordering else None,
                descending=ordering.descending if ordering else False,
                limit=limit,
            )
            yield from self.call("list", part, f"{len(page.document_ids)} of {page.count}")
            found += page.document_ids
        rows = self._library.rows(self._bucket, found)
        specs = display.columns(self.schema, self._asked)
        lines, statements = self._shown_rows.rows(rows, specs, self._form)
        head = [self._say("file"), *(spec.shown for spec in specs)]
        opening = [self._matching(where, count, of)]
        if ordering is not None and len(parts) > 1:
            told = ", ".join(code or self._say("no_currency") for code in currencies)
            opening.append(
                self._say("top_each", shown=limit, field=self._shown(ordering.field), currencies=told)
            )
        elif ordering is not None and ordering.limit:
            opening.append(self._say("top", shown=len(rows), field=self._shown(ordering.field)))
        elif count > len(rows):
            opening.append(self._say("first_of", shown=len(rows)))
        text = "\n\n".join([" ".join(opening), display.laid_out(self._form, head, lines)])
        first = self._shown_rows.over(opening[0], rows, self._about(specs), statements, self.unknown(where))
        return self._part(text, (first, *statements), where)

    def _currencies(self, where: Filter) -> list[str]:
        """Of amounts that are ordered, those of the most documents first; they cannot be compared."""
        ordering = self._asked.ordering
        if ordering is None or self.spec(ordering.field).type is not FieldType.MONEY:
            return []
        return [entry.unit for entry in self.questions.extremes(ordering.field, where).per_unit]

    def _computed(self, where: Filter, count: int) -> Answering:
        wanted = self._asked.computation
        if wanted is None:
            raise BugError("nothing is to be computed")
        if wanted.group_by:
            return (yield from self._grouped(where, count))
        if wanted.kind == "count":
            text = self._matching(where, count, self.questions.count().count)
            return self._with_rows(where, text, count)
        spec = self.spec(wanted.field)
        if wanted.kind in ("min", "max"):
            return (yield from self._extreme(where, spec, greatest=wanted.kind == "max"))
        ask = self.questions.total if wanted.kind == "sum" else self.questions.average
        amounts = ask(spec.name, where)
        yield from self.call(wanted.kind, where, _figures(spec, amounts), field=spec.name)
        text = self._amounts(wanted.kind, spec, amounts)
        return self._with_rows(where, text, count, amounts.without, spec)

    def _amounts(self, kind: str, spec: FieldSpec, amounts: Amounts) -> str:
        if not amounts.per_unit:
            return self._say_unknown(amounts.without, spec)
        figures = "; ".join(display.amount(spec, entry, german=self._german) for entry in amounts.per_unit)
        documents = sum(entry.documents for entry in amounts.per_unit)
        return self._say(kind, field=spec.shown, documents=documents, **self.named(documents), figure=figures)

    def _extreme(self, where: Filter, spec: FieldSpec, *, greatest: bool) -> Answering:
        extremes = self.questions.extremes(spec.name, where)
        yield from self.call("max" if greatest else "min", where, _extremes(spec, extremes), field=spec.name)
        if not extremes.per_unit:
            text = self._say_unknown(extremes.without, spec)
            return self._part(text, (), where)
        documents: list[str] = []
        figures = []
        for entry in extremes.per_unit:
            value = entry.greatest if greatest else entry.least
            documents += entry.greatest_documents if greatest else entry.least_documents
            figures.append(display.shown(spec, value, german=self._german))
        held = sum(entry.documents for entry in extremes.per_unit)
        key = ("latest" if greatest else "earliest") if spec.type == "date" else "max" if greatest else "min"
        text = self._say(
            key,
            field=spec.shown,
            figure="; ".join(figures),
            documents=held,
            **self.named(held),
        )
        rows = self._library.rows(self._bucket, documents)
        return self._with_these(where, text, rows, extremes.without, spec)

    def _grouped(self, where: Filter, count: int) -> Answering:
        wanted = self._asked.computation
        if wanted is None:
            raise BugError("nothing is to be computed")
        name, _, period = wanted.group_by.partition("/")
        by = self.spec(name)
        added = wanted.kind in ("sum", "average") and bool(wanted.field)
        summed = self.spec(wanted.field) if added else None
        groups = self.questions.groups(
            by.name,
            where,
            period="month" if period == "month" else "year",
            of=summed.name if summed else None,
        )
        yield from self.call("group by", where, f"{groups.count} groups", field=wanted.group_by)
        mean = wanted.kind == "average"
        figure = self._say("mean_of", field=summed.shown) if summed and mean else summed and summed.shown
        head = [by.shown, self._say("documents"), *([figure] if figure else [])]
        shown = [_mean(group) if mean else group for group in groups.groups]
        lines = [self._group_line(group, by, summed) for group in shown]
        parts = [self._say("groups", count=count, **self.named(count), field=by.shown)]
        if self._asked.constraints:
            parts.append(
                self._say(
                    "group_filter", filter=display.cell(described(where, self.schema, german=self._german))
                )
            )
        if groups.without:
            parts.append(self._say("no_value", count=groups.without, field=by.shown))
        if summed is not None and groups.without_amount:
            parts.append(self._say("no_value", count=groups.without_amount, field=summed.shown))
        text = "\n\n".join([" ".join(parts), display.laid_out(self._form, head, lines)])
        part = self._grouped_with_rows(where, text, parts[0], by, count)
        if wanted.kind in ("min", "max"):
            told = self._say("no_group_extremes", field=self.spec(wanted.field).shown)
            part = replace(part, unknown=(*part.unknown, told))
        return part

    def _group_line(self, group: Group, by: FieldSpec, summed: FieldSpec | None) -> str:
        if self._form == "table":
            return display.group_cells(group, by, summed, german=self._german)
        documents = f"{group.documents} {self.noun(group.documents)}"
        return display.group_words(group, by, summed, documents, german=self._german)

    def _grouped_with_rows(self, where: Filter, text: str, opening: str, by: FieldSpec, count: int) -> Part:
        """Groups, with the first documents that were counted: each leads to where its values stand."""
        page = self.questions.documents(where, order_by=by.name, limit=CITED)
        rows = self._library.rows(self._bucket, page.document_ids)
        if count > len(rows):
            text = "\n\n".join([text, self._say("first_of", shown=len(rows))])
        return self._over_rows(where, opening, text, rows)

    def _with_rows(
        self, where: Filter, text: str, count: int, without: int = 0, spec: FieldSpec | None = None
    ) -> Part:
        """A figure, with the first documents it was made from."""
        page = self.questions.documents(where, limit=CITED)
        rows = self._library.rows(self._bucket, page.document_ids)
        return self._with_these(where, text, rows, without, spec, of=count)

    def _with_these(
        self,
        where: Filter,
        text: str,
        rows: Sequence[LibraryRow],
        without: int,
        spec: FieldSpec | None,
        of: int = 0,
    ) -> Part:
        parts = [text]
        if without and spec is not None:
            parts.append(self._say("no_value", count=without, field=spec.shown))
        if self._asked.constraints and self._asked.computation and self._asked.computation.kind != "count":
            words = described(where, self.schema, german=self._german)
            parts.append(self._say("group_filter", filter=display.cell(words)))
        if of > len(rows):
            parts.append(self._say("first_of", shown=len(rows)))
        return self._over_rows(where, text, " ".join(parts), rows)

    def _over_rows(self, where: Filter, claim: str, text: str, rows: Sequence[LibraryRow]) -> Part:
        """A text with the table of documents below it; `claim`: the sentence that rests on them."""
        specs = display.columns(self.schema, self._asked)
        lines, statements = self._shown_rows.rows(rows, specs, self._form)
        head = [self._say("file"), *(entry.shown for entry in specs)]
        first = self._shown_rows.over(claim, rows, self._about(specs), statements, self.unknown(where))
        return self._part(
            "\n\n".join([text, display.laid_out(self._form, head, lines)]), (first, *statements), where
        )

    def _part(self, text: str, statements: tuple[Statement, ...], where: Filter) -> Part:
        return Part(text, statements, tuple(self.unknown(where)))

    # --- small things --------------------------------------------------------------------------

    def call(self, tool: str, where: Filter, told: str, field: str = "") -> Generator[Event, None, None]:
        """A question to the fields, as the trace shows it."""
        return self._calls.told(
            tool, self._bucket, described(where, self.schema, german=self._german), told, field
        )

    def about(self) -> list[FieldSpec]:
        """The fields that the question is about, in the schema's order."""
        about = {name for entry in self._asked.constraints for name in (entry.field, *entry.any_of)}
        if self._asked.computation is not None:
            about.add(self._asked.computation.field)
        return [spec for spec in self.schema.fields if spec.name in about]

    def _about(self, specs: Sequence[FieldSpec]) -> list[FieldSpec]:
        """Those of the shown fields that the question is about."""
        return [spec for spec in self.about() if spec in specs]

    def _matching(self, where: Filter, count: int, of: int) -> str:
        words = described(where, self.schema, german=self._german)
        if not words:
            return self._say("all", count=count, **self.named(count))
        return self._say("matching", count=count, of=of, **self.named(of), filter=display.cell(words))

    def _repeated(self, where: Filter) -> list[str]:
        """Of what is counted or added up: reminders, which state again what an invoice states; of what is
        added up credit notes, whose amounts are added as they are written, mostly without a minus."""
        wanted = self._asked.computation
        if wanted is None or wanted.kind in ("min", "max"):
            return []
        told = []
        reminders = self._others(where, _REMINDER)
        count = self.questions.count(reminders).count if reminders is not None else 0
        if count:
            told.append(self._say("reminders", count=count))
        credit = self._others(where, _CREDIT) if wanted.kind in ("sum", "average") else None
        if credit is not None:
            spec = self.spec(wanted.field)
            above_zero = parse_filter({spec.name: {">": 0}}, self.schema)
            amounts = self.questions.total(spec.name, And((credit, above_zero)))
            count = sum(entry.documents for entry in amounts.per_unit)
            figures = "; ".join(display.amount(spec, one, german=self._german) for one in amounts.per_unit)
            if count:
                told.append(self._say("credit_notes", count=count, figures=figures))
        return told

    def _others(self, where: Filter, kind: str) -> Filter | None:
        """Those of a kind; None where there is no such kind, or the question says which it means."""
        spec = next((spec for spec in self.schema.fields if kind in spec.values), None)
        if spec is None or any(entry.field == spec.name for entry in self._asked.constraints):
            return None
        return And((where, Comparison(spec.name, Operator.EQUAL, (enum_value(kind),))))

    def unknown(self, where: Filter) -> list[str]:
        """Compared fields that some documents have no value of, and documents that say a thing twice."""
        counted = self.questions.count(where)
        return self._repeated(where) + [
            self._say(
                "unknown", count=count, of=counted.of, **self.named(counted.of), field=self._shown(name)
            )
            for name, count in counted.without.items()
            if count and not self._asks_for_missing(name)
        ]

    def _say_unknown(self, count: int, spec: FieldSpec) -> str:
        """None of the documents has a value to compute with."""
        return self._say("unknown", count=count, of=count, **self.named(count), field=spec.shown)

    def _asks_for_missing(self, name: str) -> bool:
        return any(
            entry.field == name and entry.operator in ("IS NULL", "IS NOT NULL")
            for entry in self._asked.constraints
        )

    def spec(self, name: str) -> FieldSpec:
        found = self.schema.field(name)
        if found is None:
            raise KeyError(name)
        return found

    def _shown(self, name: str) -> str:
        found = self.schema.field(name)
        return found.shown if found else name

    def nouns(self) -> list[str]:
        """How questions call these documents, the plural that stands for all of them last."""
        kinds = self.kinds()
        return [*(noun for noun in self.schema.nouns if noun.casefold() not in kinds), self.plural()]

    def kinds(self) -> set[str]:
        """How questions call them by their kind, or by a part of its name ("transistors")."""
        parts = {
            form
            for spec in self.schema.fields
            if spec.type is FieldType.ENUM
            for name in spec.values
            for part in name.split("_")
            if len(part) > 3
            for form in inflected(part)
        }
        return parts | kinds_of(self.schema)

    def plural(self) -> str:
        return self.schema.shown if self._german else self.schema.shown.lower()

    def noun(self, count: int) -> str:
        """Behind a number: "1 invoice", "2 invoices"."""
        return noun(self.schema, count, german=self._german)

    def named(self, count: int) -> dict[str, str]:
        """The same for a sentence, with what stands behind a "von"."""
        return {
            "bucket": self.noun(count),
            "of_bucket": noun(self.schema, count, german=self._german, dative=True),
        }

    def _say(self, key: str, **words: object) -> str:
        return sentence(key, german=self._german, **words)


def _figures(spec: FieldSpec, amounts: Amounts) -> str:
    return "; ".join(display.amount(spec, entry) for entry in amounts.per_unit) or "no values"


def _extremes(spec: FieldSpec, extremes: Extremes) -> str:
    ranges = (
        f"{display.shown(spec, one.least)} … {display.shown(spec, one.greatest)}" for one in extremes.per_unit
    )
    return "; ".join(ranges) or "no values"


def _mean(group: Group) -> Group:
    """With the mean of its documents in the place of each sum."""
    means = (replace(amount, figure=amount.figure / amount.documents) for amount in group.amounts)
    return replace(group, amounts=tuple(means))
