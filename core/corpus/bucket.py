"""The answer of one bucket: listed, counted, added up or grouped, each value with its place. Figures are
computed by the library, because a language model must not add up invoices. Sees protocols only."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace

from core.cancel import CancelToken
from core.corpus import result_tables as display
from core.corpus.asking.kinds import kinds_of
from core.corpus.asking.question_words import inflected
from core.corpus.base import FieldLibrary
from core.corpus.condition_filters import filter_of
from core.corpus.currencies import each_currency
from core.corpus.decomposition import Computation, Decomposition
from core.corpus.evidence import CITED, RowEvidence
from core.corpus.library_texts import sentence
from core.events import Event, EventStamper, ToolCalled, ToolReturned
from core.fields.filters import And, Comparison, Filter, Operator, described, parse_filter
from core.fields.results import Amounts, Counted, Group
from core.fields.schema import BucketSchema, FieldSpec, FieldType
from core.fields.titles import in_german, noun
from core.fields.values import Value, enum_value
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


@dataclass(slots=True)
class Calls:
    """Questions to the fields as the trace shows them; Stop ends the run behind each."""

    stamp: EventStamper
    cancel: CancelToken
    count: int = 0

    def told(self, tool: str, given: dict[str, str], told: str) -> Generator[Event, None, None]:
        self.count += 1
        call_id = f"library-{self.count}"
        yield self.stamp(ToolCalled, call_id=call_id, tool=tool, tool_input=given)
        yield self.stamp(ToolReturned, call_id=call_id, ok=True, summary=told)
        self.cancel.check()


class BucketAnswer:
    """What a question asks of one bucket; `where`: its conditions as a filter, `conditions`: in words.

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
        self._evidence = evidence
        self._calls = calls
        self._german = german
        self._form = asked.output_preferences.format
        schema = library.schemas()[bucket]
        self.schema: BucketSchema = in_german(schema) if german else schema
        self.questions = library.questions(bucket)
        self.where: Filter = filter_of(asked.constraints, self.schema, german=german)
        self.conditions = described(self.where, self.schema, german=german)

    def counted(self) -> Generator[Event, None, Counted]:
        """How many documents match, as a call of the trace."""
        found = self.questions.count(self.where)
        yield from self.call("count", f"{found.count} of {found.of}")
        return found

    def answer(self, counted: Counted) -> Answering:
        """The table or figure that is asked for. `counted`: at least one document."""
        wanted = self._asked.computation
        if wanted is None:
            return (yield from self._listed(counted))
        if wanted.group_by:
            return (yield from self._grouped(wanted, counted.count))
        if wanted.kind == "count":
            return self._over_first(self._matching(counted.count, counted.of), counted.count)
        return (yield from self._figure(wanted, counted.count))

    def _listed(self, counted: Counted) -> Answering:
        ordering = self._asked.ordering
        limit = min(ROWS, ordering.limit if ordering and ordering.limit else ROWS)
        parts, currencies = [self.where], list[str]()
        if ordering is not None and self.spec(ordering.field).type is FieldType.MONEY:
            extremes = self.questions.extremes(ordering.field, self.where)
            currencies = [entry.unit for entry in extremes.per_unit]
        if ordering is not None and len(currencies) > 1:  # amounts of several cannot be compared
            limit = max(1, min(limit, ROWS // len(currencies)))
            parts = each_currency(ordering.field, currencies, self.where)
        found: list[str] = []
        for part in parts:
            page = self.questions.documents(
                part,
                order_by=ordering.field if ordering else None,
                descending=ordering.descending if ordering else False,
                limit=limit,
            )
            yield from self.call("list", f"{len(page.document_ids)} of {page.count}", where=part)
            found += page.document_ids
        opening = [self._matching(counted.count, counted.of)]
        if ordering is not None and len(parts) > 1:
            told = ", ".join(code or self._say("no_currency") for code in currencies)
            field = self.spec(ordering.field).shown
            opening.append(self._say("top_each", shown=limit, field=field, currencies=told))
        elif ordering is not None and ordering.limit:
            opening.append(self._say("top", shown=len(found), field=self.spec(ordering.field).shown))
        elif counted.count > len(found):
            opening.append(self._say("first_of", shown=len(found)))
        return self._over(found, opening[0], " ".join(opening))

    def _figure(self, wanted: Computation, count: int) -> Answering:
        """A sum, an average, or the least or greatest of each unit, with the documents it is of."""
        spec = self.spec(wanted.field)
        if wanted.kind in ("min", "max"):
            return (yield from self._extreme(wanted.kind, spec))
        ask = self.questions.total if wanted.kind == "sum" else self.questions.average
        amounts = ask(spec.name, self.where)
        yield from self.call(wanted.kind, self._amounts(spec, amounts) or "no values", spec.name)
        held = sum(entry.documents for entry in amounts.per_unit)
        text = self._over_all(wanted.kind, spec, held, self._amounts(spec, amounts), amounts.without)
        return self._over_first(text, count, amounts.without, spec)

    def _extreme(self, kind: str, spec: FieldSpec) -> Answering:
        extremes = self.questions.extremes(spec.name, self.where)
        ranges = (
            f"{self._shown(spec, one.least)} … {self._shown(spec, one.greatest)}" for one in extremes.per_unit
        )
        yield from self.call(kind, "; ".join(ranges) or "no values", spec.name)
        greatest = kind == "max"
        ends = [
            (one.greatest, one.greatest_documents) if greatest else (one.least, one.least_documents)
            for one in extremes.per_unit
        ]
        if spec.type is FieldType.DATE:
            kind = "latest" if greatest else "earliest"
        held = sum(entry.documents for entry in extremes.per_unit)
        figure = "; ".join(self._shown(spec, value) for value, _ in ends)
        text = self._over_all(kind, spec, held, figure, extremes.without)
        if not ends:
            return Part(text, (), tuple(self.unknown()))
        documents = [one for _, own in ends for one in own]
        return self._over(documents, text, " ".join([text, *self._limits(extremes.without, spec)]))

    def _over_all(self, kind: str, spec: FieldSpec, held: int, figure: str, without: int) -> str:
        """A figure in words, or that none of the documents has a value to compute with."""
        if not figure:
            return self._say("unknown", count=without, of=without, **self.named(without), field=spec.shown)
        return self._say(kind, field=spec.shown, documents=held, **self.named(held), figure=figure)

    def _grouped(self, wanted: Computation, count: int) -> Answering:
        name, _, period = wanted.group_by.partition("/")
        by = self.spec(name)
        summed = self.spec(wanted.field) if wanted.kind in ("sum", "average") and wanted.field else None
        groups = self.questions.groups(
            by.name,
            self.where,
            period="month" if period == "month" else "year",
            of=summed.name if summed else None,
        )
        yield from self.call("group by", f"{groups.count} groups", wanted.group_by)
        mean = wanted.kind == "average"
        head = [by.shown, self._say("documents")]
        if summed is not None:
            head.append(self._say("mean_of", field=summed.shown) if mean else summed.shown)
        lines = [self._group_line(_mean(group) if mean else group, by, summed) for group in groups.groups]
        opening = self._say("groups", count=count, **self.named(count), field=by.shown)
        parts = [opening, *self._limits(groups.without, by)]
        if summed is not None and groups.without_amount:
            parts.append(self._say("no_value", count=groups.without_amount, field=summed.shown))
        text = "\n\n".join([" ".join(parts), display.laid_out(self._form, head, lines)])
        page = self.questions.documents(self.where, order_by=by.name, limit=CITED)
        if count > len(page.document_ids):
            text = "\n\n".join([text, self._say("first_of", shown=len(page.document_ids))])
        part = self._over(page.document_ids, opening, text)
        if wanted.kind in ("min", "max"):
            told = self._say("no_group_extremes", field=self.spec(wanted.field).shown)
            part = replace(part, unknown=(*part.unknown, told))
        return part

    def _group_line(self, group: Group, by: FieldSpec, summed: FieldSpec | None) -> str:
        if self._form == "table":
            return display.group_cells(group, by, summed, german=self._german)
        documents = f"{group.documents} {self.noun(group.documents)}"
        return display.group_words(group, by, summed, documents, german=self._german)

    def _over_first(self, text: str, count: int, without: int = 0, spec: FieldSpec | None = None) -> Part:
        """A figure, with the first documents it was made from."""
        page = self.questions.documents(self.where, limit=CITED)
        parts = [text, *(self._limits(without, spec) if spec is not None else ())]
        if count > len(page.document_ids):
            parts.append(self._say("first_of", shown=len(page.document_ids)))
        return self._over(page.document_ids, text, " ".join(parts))

    def _limits(self, without: int, spec: FieldSpec) -> list[str]:
        """What a figure leaves out: documents without a value, and those that do not match."""
        told = [self._say("no_value", count=without, field=spec.shown)] if without else []
        if self._asked.constraints:
            told.append(self._say("group_filter", filter=display.cell(self.conditions)))
        return told

    def _over(self, documents: Sequence[str], claim: str, text: str) -> Part:
        """A text with the table of documents below it; `claim`: the sentence that rests on them."""
        rows = self._library.rows(self._bucket, documents)
        specs = display.columns(self.schema, self._asked)
        lines, statements = self._evidence.rows(rows, specs, self._form)
        head = [self._say("file"), *(entry.shown for entry in specs)]
        unknown = self.unknown()
        about = [spec for spec in self.about() if spec in specs]
        first = self._evidence.over(claim, rows, about, statements, unknown)
        laid_out = display.laid_out(self._form, head, lines)
        return Part(f"{text}\n\n{laid_out}", (first, *statements), tuple(unknown))

    # --- small things --------------------------------------------------------------------------

    def call(
        self, tool: str, told: str, field: str = "", where: Filter | None = None
    ) -> Generator[Event, None, None]:
        """A question to the fields, as the trace shows it; `where`: where it asks for others than match."""
        words = self.conditions if where is None else described(where, self.schema, german=self._german)
        given = {"bucket": self._bucket, "filter": words} | ({"field": field} if field else {})
        return self._calls.told(tool, given, told)

    def about(self) -> list[FieldSpec]:
        """The fields that the question is about, in the schema's order."""
        about = {name for entry in self._asked.constraints for name in (entry.field, *entry.any_of)}
        if self._asked.computation is not None:
            about.add(self._asked.computation.field)
        return [spec for spec in self.schema.fields if spec.name in about]

    def _matching(self, count: int, of: int) -> str:
        if not self.conditions:
            return self._say("all", count=count, **self.named(count))
        words = display.cell(self.conditions)
        return self._say("matching", count=count, of=of, **self.named(of), filter=words)

    def _repeated(self) -> list[str]:
        """Of what is counted or added up: reminders, which state again what an invoice states; of what is
        added up credit notes, whose amounts are added as they are written, mostly without a minus."""
        wanted = self._asked.computation
        if wanted is None or wanted.kind in ("min", "max"):
            return []
        told = []
        reminders = self._others(_REMINDER)
        count = self.questions.count(reminders).count if reminders is not None else 0
        if count:
            told.append(self._say("reminders", count=count))
        credit = self._others(_CREDIT) if wanted.kind in ("sum", "average") else None
        if credit is not None:
            spec = self.spec(wanted.field)
            above_zero = parse_filter({spec.name: {">": 0}}, self.schema)
            amounts = self.questions.total(spec.name, And((credit, above_zero)))
            count = sum(entry.documents for entry in amounts.per_unit)
            if count:
                told.append(self._say("credit_notes", count=count, figures=self._amounts(spec, amounts)))
        return told

    def _others(self, kind: str) -> Filter | None:
        """Those of a kind; None where there is no such kind, or the question says which it means."""
        spec = next((spec for spec in self.schema.fields if kind in spec.values), None)
        if spec is None or any(entry.field == spec.name for entry in self._asked.constraints):
            return None
        return And((self.where, Comparison(spec.name, Operator.EQUAL, (enum_value(kind),))))

    def unknown(self) -> list[str]:
        """Compared fields that some documents have no value of, and documents that say a thing twice."""
        counted, fine = self.questions.count(self.where), ("IS NULL", "IS NOT NULL")
        missing = {entry.field for entry in self._asked.constraints if entry.operator in fine}
        return self._repeated() + [
            self._say(
                "unknown", count=count, of=counted.of, **self.named(counted.of), field=self.spec(name).shown
            )
            for name, count in counted.without.items()
            if count and name not in missing
        ]

    def spec(self, name: str) -> FieldSpec:
        found = self.schema.field(name)
        if found is None:
            raise KeyError(name)
        return found

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
        dative = noun(self.schema, count, german=self._german, dative=True)
        return {"bucket": self.noun(count), "of_bucket": dative}

    def _amounts(self, spec: FieldSpec, amounts: Amounts) -> str:
        return "; ".join(display.amount(spec, entry, german=self._german) for entry in amounts.per_unit)

    def _shown(self, spec: FieldSpec, value: Value) -> str:
        return display.shown(spec, value, german=self._german)

    def _say(self, key: str, **words: object) -> str:
        return sentence(key, german=self._german, **words)


def _mean(group: Group) -> Group:
    """With the mean of its documents in the place of each sum."""
    means = (replace(amount, figure=amount.figure / amount.documents) for amount in group.amounts)
    return replace(group, amounts=tuple(means))
