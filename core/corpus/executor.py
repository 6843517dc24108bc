"""A question over one or several buckets, answered exactly: counted, listed, added up, or asked back
(specification 003, without its loop where none is due). Any thread. Sees protocols only."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace

from core.cancel import CancelToken
from core.corpus import result_tables as display
from core.corpus.base import FieldLibrary
from core.corpus.bucket import BucketAnswer, Calls, Part
from core.corpus.decomposition import Decomposition, Intent, Joined
from core.corpus.evidence import RowEvidence, strange_citations
from core.corpus.joined import JoinedAnswer
from core.corpus.library_routing import OVERLOAD
from core.corpus.library_texts import sentence
from core.corpus.relaxing import without
from core.corpus.topics import MOST_PASSAGES, MOST_ROWS, TopicReader
from core.errors import BugError
from core.events import (
    AnswerReady,
    Event,
    EventStamper,
    GateChecked,
    InputRequired,
    QuestionDecomposed,
    RunFinished,
    StepStarted,
)
from core.fields.results import Counted
from core.fields.schema import FieldType
from core.fields.titles import in_german, noun
from core.types import (
    Answer,
    Confidence,
    Insufficiency,
    InsufficiencyKind,
    Statement,
    StatementStatus,
    VerdictCode,
)
from core.types.research import ClarificationType

_FACETS = 4

ReadTexts = Callable[[Sequence[str]], Iterator[Event]]
_Answers = Mapping[str, BucketAnswer]


class LibraryExecutor:
    """Answers one question. `read_texts`: answers it from the texts of documents, to the end of the run.
    `topics`: reads what each document says about a topic; without it they are read together. `reads`:
    takes a question apart as this one was, so that none is suggested that would mean another thing."""

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
        topics: TopicReader | None = None,
        reads: Callable[[str], Decomposition | None] | None = None,
    ) -> None:
        self._library = library
        self._asked = asked
        self._stamp = stamp
        self._read_texts = read_texts
        self._topics = topics
        self._reads = reads
        self._question = question
        self._german = german
        self._evidence = RowEvidence(library, german=german)
        self._calls = Calls(stamp, cancel)

    def run(self) -> Iterator[Event]:
        """Yield the run's events after `RunStarted`, ending with one `RunFinished`.

        Raises:
            core.errors.KnownError: the library cannot be read. core.errors.Cancelled: after Stop.
        """
        yield self._stamp(StepStarted, step="decompose")
        with ExitStack() as moment:
            self._library = moment.enter_context(self._library.of_one_moment())
            self._evidence = RowEvidence(self._library, german=self._german)
            texts = yield from self._computed()
            if texts is None:
                return
        yield from self._read_texts(texts)

    def _computed(self) -> Generator[Event, None, Sequence[str] | None]:
        """All that the fields can answer; else the documents whose texts must be read."""
        answers = self._answers()
        yield self._stamp(
            QuestionDecomposed,
            decomposition=self._asked.model_dump(mode="json"),
            conditions=self._conditions(answers, always=len(answers) > 1),
        )
        counts: dict[str, Counted] = {}
        for bucket, answer in answers.items():
            counts[bucket] = yield from answer.counted()
        if self._asked.everything:
            yield from self._answered(self._everything(answers, counts))
        elif self._asked.joined is not None:
            yield from self._from_joined(self._asked.joined, answers, counts)
        elif not any(counted.count for counted in counts.values()):
            yield from self._no_results(answers)
        elif self._asked.intent in (Intent.QA, Intent.SUMMARIZE):
            return (yield from self._from_texts(answers, sum(counted.count for counted in counts.values())))
        else:
            part = yield from self._from_fields(answers, counts)
            yield from self._answered(part)
        return None

    def _answers(self, leaving_out: str = "") -> dict[str, BucketAnswer]:
        """For each bucket what is asked of it, without the conditions that some words made."""
        return {
            bucket: BucketAnswer(
                self._library,
                bucket,
                _without(self._asked.of_bucket(bucket), leaving_out),
                self._evidence,
                self._calls,
                german=self._german,
            )
            for bucket in self._asked.primary_buckets
        }

    # --- answers -------------------------------------------------------------------------------

    def _from_fields(self, answers: _Answers, counts: Mapping[str, Counted]) -> Generator[Event, None, Part]:
        """Of one bucket its answer; of several one after the other, under their names."""
        if len(answers) == 1:
            [(bucket, only)] = answers.items()
            return (yield from only.answer(counts[bucket]))
        parts = []
        for bucket, answer in answers.items():
            counted = counts[bucket]
            part = (yield from answer.answer(counted)) if counted.count else self._empty(answer, counted)
            parts.append(replace(part, text=f"**{display.cell(answer.schema.shown)}**\n\n{part.text}"))
        text = self._together(answers, counts)
        return Part(
            "\n\n".join([text, *(part.text for part in parts)]),
            tuple(statement for part in parts for statement in part.statements),
            (*self._unsuited(), *(told for part in parts for told in part.unknown)),
        )

    def _together(self, answers: _Answers, counts: Mapping[str, Counted], unfiled: int = 0) -> str:
        """How many documents there are of each bucket, and of those that are in none yet."""
        told = [f"{counts[name].count} {answer.noun(counts[name].count)}" for name, answer in answers.items()]
        if unfiled:
            told.append(self._say("unfiled", count=unfiled))
        count = sum(counted.count for counted in counts.values()) + unfiled
        return self._say("together", count=count, parts=", ".join(told))

    def _everything(self, answers: _Answers, counts: Mapping[str, Counted]) -> Part:
        filed = sum(counted.count for counted in counts.values())
        text = self._together(answers, counts, max(0, self._library.coverage().total - filed))
        return Part(text, (Statement(text, StatementStatus.SUPPORTED, (), "", code=VerdictCode.FIELD),))

    def _empty(self, answer: BucketAnswer, counted: Counted) -> Part:
        if not counted.of:
            return Part(self._say("none", bucket=answer.plural()))
        words = display.cell(answer.conditions)
        text = self._say("no_results", bucket=answer.plural(), filter=words)
        return Part(text, (), tuple(answer.unknown()))

    def _from_joined(
        self, joined: Joined, answers: _Answers, counted: Mapping[str, Counted]
    ) -> Iterator[Event]:
        counts = {bucket: found.count for bucket, found in counted.items()}
        join = JoinedAnswer(self._library, answers, joined, self._evidence, german=self._german)
        common = yield from join.compared(counts)
        if common.things:
            part = yield from join.answer(common, counts)
            unsuited = " ".join(map(display.cell, self._unsuited()))
            yield from self._answered(replace(part, text="\n\n".join(filter(None, [part.text, unsuited]))))
            return
        told = [join.nothing(counts), *join.unknown(common, counts), *_unknown(answers)]
        yield from self._relaxed(told, answers, lambda others: len(join.common(others).things))

    def _answered(self, part: Part) -> Iterator[Event]:
        missing = []
        if self._asked.left_over:
            words = " ".join(self._asked.left_over)
            missing.append(Insufficiency("", self._say("unused", words=words), (), InsufficiencyKind.UNMET))
        if self._asked.read_by_model:
            told = self._say("read_by_model")
            missing.append(Insufficiency("", told, (), InsufficiencyKind.UNMET))
        missing += [Insufficiency("", told) for told in part.unknown]
        unsure = any(statement.status is StatementStatus.WEAK for statement in part.statements)
        sourceless = not self._evidence.citations  # nothing of it can be looked at
        confidence = Confidence.MEDIUM if unsure or missing or sourceless else Confidence.HIGH
        answer = Answer(
            text=part.text,
            statements=part.statements,
            citations=tuple(self._evidence.citations),
            insufficiencies=tuple(missing),
            confidence=Confidence.LOW if self._asked.left_over else confidence,
            coverage=self._library.coverage(),
        )
        yield from self._ready(answer)

    def _ready(self, answer: Answer) -> Iterator[Event]:
        """The answer, once every number in it is known to be a citation of it."""
        strange = strange_citations(answer)
        if strange:
            raise BugError(f"a library answer cites what it does not have: {', '.join(strange)}")
        yield self._stamp(GateChecked, attempt=1, passed=True)
        yield self._stamp(AnswerReady, answer=answer)
        yield self._stamp(RunFinished, outcome="answered")

    def _from_texts(self, answers: _Answers, count: int) -> Generator[Event, None, Sequence[str] | None]:
        """The question is about what the documents say: each is quoted; a single one is to be read."""
        topic = " ".join(self._asked.topic_terms)
        if self._topics and topic and count > 1 and (count <= OVERLOAD or self._asked.names_documents):
            yield from self._by_document(self._topics, answers, count, topic)
            return None
        if count > OVERLOAD:
            prompt = self._say("overload", count=count, bucket=self._plural(answers))
            counted, options = self._facets(answers)
            yield from self._ask_back("overload", prompt, counted, options)
            return None
        ids: list[str] = []
        for answer in answers.values():
            page = answer.questions.documents(answer.where, limit=OVERLOAD)
            yield from answer.call("list", f"{len(page.document_ids)} documents")
            ids += page.document_ids
        return ids

    def _by_document(self, topics: TopicReader, answers: _Answers, count: int, topic: str) -> Iterator[Event]:
        """What each of the documents says about the topic; asked back where none says anything."""
        ids = {bucket: answer.questions.ids(answer.where) for bucket, answer in answers.items()}
        evidence = yield from topics.read(topic, [one for own in ids.values() for one in own])
        if not evidence.best:
            prompt = self._say("no_topic", count=count, bucket=self._plural(answers), topic=topic)
            yield from self._ask_back("no_results", prompt, self._say("change"), ())
            return
        opening = [
            self._say(
                "topic_filter" if any(answer.conditions for answer in answers.values()) else "topic",
                shown=len(evidence.best),
                count=count,
                bucket=self._plural(answers),
                of_bucket=self._plural(answers, "of_bucket"),
                topic=display.cell(topic),
                filter=display.cell(self._conditions(answers)),
            )
        ]
        all_read = count <= OVERLOAD
        if not all_read:
            opening.append(self._say("topic_best", passages=MOST_PASSAGES))
        if len(evidence.best) > MOST_ROWS:
            opening.append(self._say("first_of", shown=MOST_ROWS))
        silent = [
            row.filename
            for bucket, own in ids.items()
            for row in self._library.rows(bucket, [one for one in own if one not in evidence.best])
            if all_read
        ]
        answer = topics.answer(topic, evidence, " ".join(opening), silent)
        missing = [Insufficiency("", told) for told in (*self._unsuited(), *_unknown(answers))]
        yield from self._ready(
            replace(
                answer,
                insufficiencies=(*answer.insufficiencies, *missing),
                coverage=self._library.coverage(),
            )
        )

    # --- asking back ---------------------------------------------------------------------------

    def _no_results(self, answers: _Answers) -> Iterator[Event]:
        """What was tried."""
        told = [
            self._say("no_results", bucket=one.plural(), filter=one.conditions or self._say("nothing"))
            for one in answers.values()
        ]

        def count_of(others: _Answers) -> int:
            return sum(one.questions.count(one.where).count for one in others.values())

        yield from self._relaxed([*told, *_unknown(answers)], answers, count_of)

    def _relaxed(
        self, told: Sequence[str], answers: _Answers, count_of: Callable[[_Answers], int]
    ) -> Iterator[Event]:
        """Ask back, with what there would be without each condition."""
        helping, options = list[str](), list[str]()
        raws = dict.fromkeys(
            entry.raw_text for bucket in answers for entry in self._asked.of_bucket(bucket).constraints
        )
        for raw in filter(None, raws):
            others = self._answers(leaving_out=raw)
            count = count_of(others)
            changed = [bucket for bucket in others if others[bucket].where != answers[bucket].where]
            for bucket in changed[:1]:
                yield from others[bucket].call("count", str(count))
            if count:
                helping.append(self._say("relax", raw=raw, count=count))
                nouns = [noun for bucket in changed for noun in others[bucket].nouns()]
                kinds = {kind for bucket in changed for kind in others[bucket].kinds()}
                option = without(self._question, raw, nouns, kinds)
                if self._asks_without(option, raw):
                    options.append(option)
        options = [option for option in dict.fromkeys(options) if option != self._question]
        helping.append(self._say("change"))
        yield from self._ask_back("no_results", " ".join(told), " ".join(helping), tuple(options))

    def _asks_without(self, option: str, raw: str) -> bool:
        """Whether a suggestion is a question that asks just what is left of this one without some words."""
        asked = self._reads(option) if self._reads is not None else _without(self._asked, raw)
        return asked is not None and _meaning(asked) == _meaning(_without(self._asked, raw))

    def _facets(self, answers: _Answers) -> tuple[str, tuple[str, ...]]:
        """How many documents the commonest kinds or years have, and the question narrowed to each."""
        answer = next(iter(answers.values()))
        specs = [spec for spec in answer.schema.fields if spec.type in (FieldType.ENUM, FieldType.DATE)]
        if not specs or len(answers) > 1:
            return "", ()
        groups = answer.questions.groups(specs[0].name, answer.where, limit=_FACETS).groups
        named = [(group.shown.replace("_", " "), group.documents) for group in groups]
        counts = ", ".join(f"{name} ({count})" for name, count in named)
        counted = self._say("facets", field=specs[0].shown, groups=counts) if named else ""
        asked = self._question.rstrip(" ?.")
        options = (f"{asked} – {name}?" for name, _ in named)
        return counted, tuple(option for option in options if self._narrows(option))

    def _narrows(self, option: str) -> bool:
        """Whether a suggestion is read with one condition more than this question."""
        if self._reads is None:
            return True
        read = self._reads(option)
        return read is not None and len(read.constraints) > len(self._asked.constraints)

    def _ask_back(
        self, kind: ClarificationType, why: str, helping: str, options: tuple[str, ...]
    ) -> Iterator[Event]:
        prompt = " ".join(filter(None, [why, helping]))
        yield self._stamp(
            InputRequired, prompt=prompt, options=options, type=kind, missing_info=helping or why
        )
        yield self._stamp(RunFinished, outcome="needs_input")

    # --- small things --------------------------------------------------------------------------

    def _conditions(self, answers: _Answers, *, always: bool = False) -> str:
        """The conditions in words, of several buckets with their names. `always`: names without any, too."""
        if len(answers) == 1:
            return next(iter(answers.values())).conditions
        return "; ".join(
            f"{answer.schema.shown}: {answer.conditions or self._say('every')}"
            for answer in answers.values()
            if answer.conditions or always
        )

    def _unsuited(self) -> list[str]:
        """Conditions that hold for one bucket and are none of another."""
        told = []
        for entry in self._asked.unsuited:
            schema = self._library.schemas()[entry.bucket]
            named = noun(in_german(schema) if self._german else schema, 2, german=self._german)
            told.append(self._say("unsuited", raw=entry.raw_text, bucket=named))
        return told

    def _plural(self, answers: _Answers, key: str = "bucket") -> str:
        return f" {self._say('and')} ".join(answer.named(2)[key] for answer in answers.values())

    def _say(self, key: str, **words: object) -> str:
        return sentence(key, german=self._german, **words)


def _unknown(answers: _Answers) -> list[str]:
    return [told for answer in answers.values() for told in answer.unknown()]


def _meaning(asked: Decomposition) -> object:
    """What two questions have in common that ask the same."""
    tests = {(one.bucket, one.field, one.any_of, one.operator, one.value) for one in asked.constraints}
    return asked.primary_buckets, asked.computation, asked.ordering, asked.left_over, asked.joined, tests


def _without(asked: Decomposition, raw: str) -> Decomposition:
    kept = tuple(entry for entry in asked.constraints if not raw or entry.raw_text != raw)
    return asked.model_copy(update={"constraints": kept})
