"""What documents of several buckets have in common. Each is narrowed down by its own conditions; then
names are compared (`core.corpus.shared_values`), by the program and not by a model."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass

from core.corpus import result_tables as display
from core.corpus.base import FieldLibrary, LibraryRow
from core.corpus.bucket import ROWS, Answering, BucketAnswer, Part
from core.corpus.decomposition import Joined
from core.corpus.evidence import RowEvidence
from core.corpus.library_texts import sentence
from core.corpus.shared_values import Held, Thing, things
from core.events import Event
from core.fields.filters import EVERYTHING
from core.fields.schema import FieldSpec
from core.fields.values import FieldValue
from core.types import Evidence, Statement, StatementStatus, VerdictCode

_SHOWN = 3  # documents of one bucket in a row
_COLUMNS = 3  # fields of one bucket beside its documents


@dataclass(frozen=True, slots=True)
class Common:
    """What was found. `nameless`: bucket → documents that match and have none of the compared fields."""

    things: Sequence[Thing]
    nameless: Mapping[str, int]


class JoinedAnswer:
    """One question over buckets that are joined; `answers` in its order."""

    def __init__(
        self,
        library: FieldLibrary,
        answers: Mapping[str, BucketAnswer],
        joined: Joined,
        evidence: RowEvidence,
        *,
        german: bool,
    ) -> None:
        self._library = library
        self._answers = answers
        self._joined = joined
        self._evidence = evidence
        self._german = german
        self._with = [bucket for bucket in answers if bucket not in joined.without]

    def compared(self, counts: Mapping[str, int]) -> Generator[Event, None, Common]:
        """Compare the names in the documents that match, so many of each bucket, a call for each."""
        common = self.common(self._answers)
        for bucket, answer in self._answers.items():
            told = f"{counts[bucket] - common.nameless[bucket]} of {counts[bucket]} have one"
            yield from answer.call("compare", told, ", ".join(self._joined.fields[bucket]))
        return common

    def common(self, answers: Mapping[str, BucketAnswer]) -> Common:
        """What is in all buckets but in none of `Joined.without`. `answers`: with conditions of any kind."""
        held: list[Held] = []
        nameless = {}
        for bucket, answer in answers.items():
            named = set()
            for name in self._joined.fields[bucket]:
                spec = answer.spec(name)
                for text in answer.questions.texts(name, answer.where):
                    held.append(Held(bucket, text.document_id, spec.names, text.key, text.shown))
                    named.add(text.document_id)
            nameless[bucket] = answer.questions.count(answer.where).count - len(named)
        found = [
            thing
            for thing in things(held, self._joined.names)
            if all(bucket in thing.documents for bucket in self._with)
            and not any(bucket in thing.documents for bucket in self._joined.without)
        ]
        return Common(found, nameless)

    def answer(self, common: Common, counts: Mapping[str, int]) -> Answering:
        """A table with a row for each thing."""
        shown = common.things[:ROWS]
        rows = self._rows(shown)
        for bucket in self._with:
            listed = sum(len(thing.documents[bucket]) for thing in shown)
            yield from self._answers[bucket].call("list", f"{listed} documents")
        opening = [self._opening(common, counts)]
        if len(common.things) > len(shown):
            opening.append(self._say("first_of", shown=len(shown)))
        without = self._joined.without
        absent = self.unknown(common, counts, without) if without else []
        lines, statements = [], []
        for thing in shown:
            line, statement = self._row(thing, rows, absent)
            lines.append(line)
            statements.append(statement)
        others = (told for answer in self._answers.values() for told in answer.unknown())
        unknown = (*self.unknown(common, counts), *others)
        weak = [entry.reason for entry in statements if entry.status is StatementStatus.WEAK]
        first = self._evidence.over(opening[0], (), (), statements, [*dict.fromkeys([*weak, *unknown])])
        text = "\n\n".join([" ".join(opening), display.table(self._head(), lines)])
        return Part(text, (first, *statements), unknown)

    def unknown(self, common: Common, counts: Mapping[str, int], buckets: Sequence[str] = ()) -> list[str]:
        """Documents that nothing can be told of, for they have no name to compare. `buckets`: only theirs."""
        return [
            self._say(
                "nameless",
                count=count,
                of=counts[bucket],
                **self._answers[bucket].named(counts[bucket]),
                fields=self._fields(bucket),
            )
            for bucket, count in common.nameless.items()
            if count and (not buckets or bucket in buckets)
        ]

    def nothing(self, counts: Mapping[str, int]) -> str:
        """That nothing is found, and what was compared."""
        sides = self._and(self._side(bucket, counts[bucket]) for bucket in self._answers)
        return self._say("joined_nothing", sides=sides.rstrip(","), fields=self._compared())

    # --- inside --------------------------------------------------------------------------------

    def _opening(self, common: Common, counts: Mapping[str, int]) -> str:
        parts = []
        for bucket in self._with:
            documents = {one for thing in common.things for one in thing.documents[bucket]}
            parts.append(
                self._say("joined_side", shown=len(documents), side=self._side(bucket, counts[bucket]))
            )
        without = self._and(self._side(bucket, counts[bucket]) for bucket in self._joined.without)
        told = self._say(
            "joined_without" if without else "joined",
            count=len(common.things),
            sides=self._and(parts).rstrip(","),
            others=without,
            fields=self._compared(),
        )
        return display.cell(told)

    def _side(self, bucket: str, count: int) -> str:
        answer = self._answers[bucket]
        if answer.where == EVERYTHING:
            return f"{count} {answer.named(count)['of_bucket']}"
        return self._say("joined_filter", count=count, **answer.named(count), filter=answer.conditions)

    def _head(self) -> list[str]:
        head = [self._say("common")]
        for bucket in self._with:
            head.append(self._answers[bucket].schema.shown)
            head += [spec.shown for spec in self._columns(bucket)]
        return head

    def _columns(self, bucket: str) -> list[FieldSpec]:
        """The fields of a bucket that the question has conditions on."""
        compared = self._joined.fields[bucket]
        return [spec for spec in self._answers[bucket].about() if spec.name not in compared][:_COLUMNS]

    def _rows(self, shown: Sequence[Thing]) -> dict[str, LibraryRow]:
        return {
            row.document_id: row
            for bucket in self._with
            for row in self._library.rows(
                bucket, [one for thing in shown for one in thing.documents[bucket][:_SHOWN]]
            )
        }

    def _row(
        self, thing: Thing, rows: Mapping[str, LibraryRow], absent: Sequence[str]
    ) -> tuple[str, Statement]:
        """`absent`: what speaks against its not being in other buckets. That it is not is quoted nowhere."""
        cells = [thing.name]
        evidence: list[Evidence] = []
        status, reasons = StatementStatus.QUOTED, list(absent)
        if self._joined.without:
            status = StatementStatus.WEAK if absent else StatementStatus.SUPPORTED
        for bucket in self._with:
            documents = thing.documents[bucket]
            found = [rows[one] for one in documents[:_SHOWN] if one in rows]
            more = f" (+{len(documents) - len(found)})" if len(documents) > len(found) else ""
            cells.append("; ".join(row.filename for row in found) + more)
            columns = self._columns(bucket)
            for spec in columns:
                shown = (
                    display.shown_value(spec, row.values.get(spec.name), german=self._german) for row in found
                )
                cells.append("; ".join(dict.fromkeys(shown)))
            compared = [self._answers[bucket].spec(name) for name in self._joined.fields[bucket]]
            for row in found:
                quoted = self._quoted(row, thing, compared)
                values = [value for spec in columns if (value := row.values.get(spec.name)) is not None]
                own = self._evidence.cited(row, [*quoted, *values], [value.field for value in quoted])
                evidence += own
                if not own or more:
                    status = min(status, StatementStatus.SUPPORTED, key=_SUREST_LAST.index)
            sure, reason = self._evidence.certainty(found, [*compared, *columns])
            if sure is StatementStatus.WEAK:
                status = sure
                reasons.append(reason)
        if thing.spellings:
            status = StatementStatus.WEAK
            names = ", ".join(f"“{name}”" for name in thing.spellings)
            reasons.append(self._say("spellings", names=names))
        text = " | ".join(map(display.cell, cells))
        numbers = "".join(f"[{number}]" for number in dict.fromkeys(one.citation for one in evidence))
        statement = Statement(
            text, status, tuple(evidence), "; ".join(dict.fromkeys(reasons)), code=VerdictCode.FIELD
        )
        return f"{text} {numbers}".rstrip(), statement

    def _quoted(self, row: LibraryRow, thing: Thing, compared: Sequence[FieldSpec]) -> list[FieldValue]:
        """The values by which a document is told, without those that name something else."""
        values = [row.values[spec.name] for spec in compared if spec.name in row.values]
        called = thing.name.casefold()
        meant = [one for one in values if one.value is not None and one.value.shown.casefold() in called]
        return meant or values

    def _compared(self) -> str:
        named = dict.fromkeys(self._fields(bucket) for bucket in self._answers)
        return " – ".join(named)

    def _fields(self, bucket: str) -> str:
        specs = [self._answers[bucket].spec(name) for name in self._joined.fields[bucket]]
        return f" {self._say('or')} ".join(spec.shown for spec in specs)

    def _and(self, parts: Iterable[str]) -> str:
        return f" {self._say('and')} ".join(parts)

    def _say(self, key: str, **words: object) -> str:
        return sentence(key, german=self._german, **words)


_SUREST_LAST = (StatementStatus.WEAK, StatementStatus.SUPPORTED, StatementStatus.QUOTED)
