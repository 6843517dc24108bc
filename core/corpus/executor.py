"""A question over a bucket, answered exactly: counted, listed, added up, or asked back.

The orchestrator of specification 003 without its loop where none is due: conditions are compiled, not
searched for, and figures are computed by the library, because a language model must not add up invoices.
Runs on whatever thread iterates it. Sees protocols only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from core.cancel import CancelToken
from core.corpus import display
from core.corpus.base import FieldLibrary, FieldQuestions, LibraryRow
from core.corpus.conditions import filter_of
from core.corpus.decomposition import Decomposition, Intent
from core.corpus.evidence import CITED, RowEvidence
from core.corpus.wording import sentence
from core.events import (
    AnswerReady,
    Event,
    EventStamper,
    InputRequired,
    QuestionDecomposed,
    RunFinished,
    StepStarted,
    ToolCalled,
    ToolReturned,
)
from core.fields.filters import Filter, described
from core.fields.results import Amounts, Extremes
from core.fields.schema import BucketSchema, FieldSpec, FieldType
from core.types import (
    Answer,
    Confidence,
    Insufficiency,
    InsufficiencyKind,
    Statement,
    StatementStatus,
)

ROWS = 50  # of a table; all of them go into an export
OVERLOAD = 100  # documents that are read for one question, at most (specification 003, section 10.2)
_FACETS = 4

ReadTexts = Callable[[Sequence[str]], Iterator[Event]]


class LibraryExecutor:
    """Answers one question; make a new one for the next.

    Args:
        read_texts: answers the question from the texts of these documents, to the end of the run.
        question: as the user put it.
    """

    def __init__(
        self,
        library: FieldLibrary,
        asked: Decomposition,
        stamp: EventStamper,
        read_texts: ReadTexts,
        cancel: CancelToken,
        *,
        question: str,
        german: bool,
    ) -> None:
        self._library = library
        self._asked = asked
        self._stamp = stamp
        self._read_texts = read_texts
        self._cancel = cancel
        self._question = question
        self._german = german
        self._bucket = asked.primary_buckets[0]
        self._schema: BucketSchema = library.schemas()[self._bucket]
        self._questions: FieldQuestions = library.questions(self._bucket)
        self._calls = 0
        self._shown_rows = RowEvidence(library, german=german)

    def run(self) -> Iterator[Event]:
        """Yield the run's events after `RunStarted`, ending with one `RunFinished`.

        Raises:
            core.errors.KnownError: the library cannot be read, or a condition does not suit it.
            core.errors.Cancelled: after Stop.
        """
        yield self._stamp(StepStarted, step="decompose")
        where = filter_of(self._asked.constraints, self._schema, german=self._german)
        yield self._stamp(
            QuestionDecomposed,
            decomposition=self._asked.model_dump(mode="json"),
            conditions=described(where, self._schema),
        )
        counted = self._questions.count(where)
        told = f"{counted.count} of {counted.of}"
        yield from self._call("count", where, told)
        if counted.count == 0:
            yield from self._no_results(where)
        elif self._asked.intent in (Intent.QA, Intent.SUMMARIZE):
            yield from self._from_texts(where, counted.count)
        elif self._asked.computation is not None:
            yield from self._computed(where, counted.count)
        else:
            yield from self._listed(where, counted.count, counted.of)

    # --- answers -------------------------------------------------------------------------------

    def _listed(self, where: Filter, count: int, of: int) -> Iterator[Event]:
        ordering = self._asked.ordering
        limit = min(ROWS, ordering.limit if ordering and ordering.limit else ROWS)
        page = self._questions.documents(
            where,
            order_by=ordering.field if ordering else None,
            descending=ordering.descending if ordering else False,
            limit=limit,
        )
        yield from self._call("list", where, f"{len(page.document_ids)} of {page.count}")
        rows = self._library.rows(self._bucket, page.document_ids)
        specs = display.columns(self._schema, self._asked)
        lines, statements = self._shown_rows.rows(rows, specs)
        head = [self._say("file"), *(spec.shown for spec in specs)]
        opening = [self._matching(where, count, of)]
        if ordering is not None and ordering.limit:
            opening.append(self._say("top", shown=len(rows), field=self._shown(ordering.field)))
        elif count > len(rows):
            opening.append(self._say("first_of", shown=len(rows)))
        text = "\n\n".join([" ".join(opening), display.table(head, lines)])
        first = self._shown_rows.over(opening[0], rows, self._about(specs), statements, self._unknown(where))
        yield from self._answered(text, (first, *statements), where)

    def _computed(self, where: Filter, count: int) -> Iterator[Event]:
        wanted = self._asked.computation
        if wanted is None:
            return
        if wanted.group_by:
            yield from self._grouped(where, count)
            return
        if wanted.kind == "count":
            text = self._matching(where, count, self._questions.count().count)
            yield from self._with_rows(where, text, count)
            return
        spec = self._spec(wanted.field)
        if wanted.kind in ("min", "max"):
            yield from self._extreme(where, spec, greatest=wanted.kind == "max")
            return
        ask = self._questions.total if wanted.kind == "sum" else self._questions.average
        amounts = ask(spec.name, where)
        yield from self._call(wanted.kind, where, _figures(spec, amounts), field=spec.name)
        yield from self._with_rows(
            where, self._amounts(wanted.kind, spec, amounts), count, amounts.without, spec
        )

    def _amounts(self, kind: str, spec: FieldSpec, amounts: Amounts) -> str:
        if not amounts.per_unit:
            return self._say("unknown", count=amounts.without, of=amounts.without, bucket=self._plural(),
                             field=spec.shown)  # fmt: skip
        figures = "; ".join(display.amount(spec, entry) for entry in amounts.per_unit)
        documents = sum(entry.documents for entry in amounts.per_unit)
        return self._say(kind, field=spec.shown, documents=documents, bucket=self._plural(), figure=figures)

    def _extreme(self, where: Filter, spec: FieldSpec, *, greatest: bool) -> Iterator[Event]:
        extremes = self._questions.extremes(spec.name, where)
        yield from self._call("max" if greatest else "min", where, _extremes(spec, extremes), field=spec.name)
        if not extremes.per_unit:
            text = self._say("unknown", count=extremes.without, of=extremes.without, bucket=self._plural(),
                             field=spec.shown)  # fmt: skip
            yield from self._answered(text, (), where)
            return
        documents: list[str] = []
        figures = []
        for entry in extremes.per_unit:
            value = entry.greatest if greatest else entry.least
            documents += entry.greatest_documents if greatest else entry.least_documents
            figures.append(display.shown(spec, value))
        key = ("latest" if greatest else "earliest") if spec.type == "date" else "max" if greatest else "min"
        text = self._say(
            key,
            field=spec.shown,
            figure="; ".join(figures),
            documents=sum(entry.documents for entry in extremes.per_unit),
            bucket=self._plural(),
        )
        rows = self._library.rows(self._bucket, documents)
        yield from self._with_these(where, text, rows, extremes.without, spec)

    def _grouped(self, where: Filter, count: int) -> Iterator[Event]:
        wanted = self._asked.computation
        if wanted is None:
            return
        name, _, period = wanted.group_by.partition("/")
        by = self._spec(name)
        summed = self._spec(wanted.field) if wanted.field and wanted.kind == "sum" else None
        groups = self._questions.groups(
            by.name,
            where,
            period="month" if period == "month" else "year",
            of=summed.name if summed else None,
        )
        yield from self._call("group by", where, f"{groups.count} groups", field=wanted.group_by)
        head = [by.shown, self._say("documents"), *([summed.shown] if summed else [])]
        lines = [display.group_cells(group, by, summed) for group in groups.groups]
        parts = [self._say("groups", count=count, bucket=self._plural(), field=by.shown)]
        if self._asked.constraints:
            parts.append(self._say("group_filter", filter=described(where, self._schema)))
        if groups.without:
            parts.append(self._say("no_value", count=groups.without, field=by.shown))
        if summed is not None and groups.without_amount:
            parts.append(self._say("no_value", count=groups.without_amount, field=summed.shown))
        text = "\n\n".join([" ".join(parts), display.table(head, lines)])
        yield from self._answered(text, (), where)

    def _with_rows(
        self, where: Filter, text: str, count: int, without: int = 0, spec: FieldSpec | None = None
    ) -> Iterator[Event]:
        """A figure, with the first documents it was made from."""
        page = self._questions.documents(where, limit=CITED)
        rows = self._library.rows(self._bucket, page.document_ids)
        yield from self._with_these(where, text, rows, without, spec, of=count)

    def _with_these(
        self,
        where: Filter,
        text: str,
        rows: Sequence[LibraryRow],
        without: int,
        spec: FieldSpec | None,
        of: int = 0,
    ) -> Iterator[Event]:
        specs = display.columns(self._schema, self._asked)
        lines, statements = self._shown_rows.rows(rows, specs)
        parts = [text]
        if without and spec is not None:
            parts.append(self._say("no_value", count=without, field=spec.shown))
        if self._asked.constraints and self._asked.computation and self._asked.computation.kind != "count":
            parts.append(self._say("group_filter", filter=described(where, self._schema)))
        if of > len(rows):
            parts.append(self._say("first_of", shown=len(rows)))
        head = [self._say("file"), *(entry.shown for entry in specs)]
        whole = "\n\n".join([" ".join(parts), display.table(head, lines)])
        first = self._shown_rows.over(text, rows, self._about(specs), statements, self._unknown(where))
        yield from self._answered(whole, (first, *statements), where)

    def _answered(self, text: str, statements: tuple[Statement, ...], where: Filter) -> Iterator[Event]:
        missing = []
        if self._asked.left_over:
            words = " ".join(self._asked.left_over)
            missing.append(Insufficiency("", self._say("unused", words=words), (), InsufficiencyKind.UNMET))
        missing += [Insufficiency("", told) for told in self._unknown(where)]
        unsure = any(statement.status is StatementStatus.WEAK for statement in statements)
        confidence = Confidence.MEDIUM if unsure or missing else Confidence.HIGH
        if self._asked.left_over:
            confidence = Confidence.LOW
        answer = Answer(
            text=text,
            statements=statements,
            citations=tuple(self._shown_rows.citations),
            insufficiencies=tuple(missing),
            confidence=confidence,
            coverage=self._library.coverage(),
        )
        yield self._stamp(AnswerReady, answer=answer)
        yield self._stamp(RunFinished, outcome="answered")

    def _from_texts(self, where: Filter, count: int) -> Iterator[Event]:
        """The question is about what the documents say: they are read, unless they are too many."""
        if count > OVERLOAD:
            prompt = self._say("overload", count=count, bucket=self._plural())
            yield from self._ask_back(prompt, self._facets(where))
            return
        page = self._questions.documents(where, limit=OVERLOAD)
        yield from self._call("list", where, f"{len(page.document_ids)} documents")
        yield from self._read_texts(page.document_ids)

    # --- asking back ---------------------------------------------------------------------------

    def _no_results(self, where: Filter) -> Iterator[Event]:
        """What was tried, and which condition to leave out."""
        filter_words = described(where, self._schema) or self._say("nothing")
        prompt = self._say("no_results", bucket=self._plural(), filter=filter_words)
        unknown = self._unknown(where)
        options = []
        for place, constraint in enumerate(self._asked.constraints):
            others = [entry for at, entry in enumerate(self._asked.constraints) if at != place]
            relaxed = filter_of(others, self._schema, german=self._german)
            count = self._questions.count(relaxed).count
            yield from self._call("count", relaxed, str(count))
            if count and constraint.raw_text:
                unknown.append(self._say("relax", raw=constraint.raw_text, count=count))
                options.append(" ".join(self._question.replace(constraint.raw_text, " ").split()))
        prompt = " ".join([prompt, *unknown, self._say("change")])
        yield from self._ask_back(prompt, tuple(options))

    def _facets(self, where: Filter) -> tuple[str, ...]:
        """The question, narrowed to the kinds or the years that most documents have."""
        specs = [spec for spec in self._schema.fields if spec.type in (FieldType.ENUM, FieldType.DATE)]
        if not specs:
            return ()
        groups = self._questions.groups(specs[0].name, where, limit=_FACETS).groups
        asked = self._question.rstrip(" ?")
        return tuple(f"{asked} – {group.shown.replace('_', ' ')}?" for group in groups)

    def _ask_back(self, prompt: str, options: tuple[str, ...]) -> Iterator[Event]:
        yield self._stamp(InputRequired, prompt=prompt, options=options)
        yield self._stamp(RunFinished, outcome="needs_input")

    # --- small things --------------------------------------------------------------------------

    def _about(self, specs: Sequence[FieldSpec]) -> list[FieldSpec]:
        """Those of the shown fields that the question is about."""
        about = {name for entry in self._asked.constraints for name in (entry.field, *entry.any_of)}
        if self._asked.computation is not None:
            about.add(self._asked.computation.field)
        return [spec for spec in specs if spec.name in about]

    def _matching(self, where: Filter, count: int, of: int) -> str:
        words = described(where, self._schema)
        if not words:
            return self._say("all", count=count, bucket=self._plural())
        return self._say("matching", count=count, of=of, bucket=self._plural(), filter=words)

    def _unknown(self, where: Filter) -> list[str]:
        """Compared fields that some documents have no value of."""
        counted = self._questions.count(where)
        return [
            self._say("unknown", count=count, of=counted.of, bucket=self._plural(), field=self._shown(name))
            for name, count in counted.without.items()
            if count and not self._asks_for_missing(name)
        ]

    def _asks_for_missing(self, name: str) -> bool:
        return any(
            entry.field == name and entry.operator in ("IS NULL", "IS NOT NULL")
            for entry in self._asked.constraints
        )

    def _call(self, tool: str, where: Filter, told: str, field: str = "") -> Iterator[Event]:
        """A question to the fields, as the trace shows it; Stop ends the run behind it."""
        self._calls += 1
        call_id = f"library-{self._calls}"
        given = {"bucket": self._bucket, "filter": described(where, self._schema)}
        if field:
            given["field"] = field
        yield self._stamp(ToolCalled, call_id=call_id, tool=tool, tool_input=given)
        yield self._stamp(ToolReturned, call_id=call_id, ok=True, summary=told)
        self._cancel.check()

    def _spec(self, name: str) -> FieldSpec:
        found = self._schema.field(name)
        if found is None:
            raise KeyError(name)
        return found

    def _shown(self, name: str) -> str:
        found = self._schema.field(name)
        return found.shown if found else name

    def _plural(self) -> str:
        return self._schema.shown if self._german else self._schema.shown.lower()

    def _say(self, key: str, **words: object) -> str:
        return sentence(key, german=self._german, **words)


def _figures(spec: FieldSpec, amounts: Amounts) -> str:
    return "; ".join(display.amount(spec, entry) for entry in amounts.per_unit) or "no values"


def _extremes(spec: FieldSpec, extremes: Extremes) -> str:
    ranges = (
        f"{display.shown(spec, one.least)} … {display.shown(spec, one.greatest)}" for one in extremes.per_unit
    )
    return "; ".join(ranges) or "no values"
