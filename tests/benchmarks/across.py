"""Are questions answered from documents in another language? XQuAD, every other article in German.

Each question about an article in the other language is searched for and judged in its whole library, and once
more without the paragraph that answers it: as it is, and after the language model has put it into the
language of the documents. Chat goes by the latter only where it comes nearer.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass

from core.answer.asked_parts import AskedPart
from core.answer.judged_sentences import JudgedEvidence, judge_sentences
from core.chat.put_otherwise import put_otherwise
from core.chat.retriever import SourceRetriever
from core.engine import Engine
from core.events import EventStamper
from core.judge.calibration import LEAST
from core.judge.run_judge import RunJudge
from core.llm.calls import UsageMeter
from tests.benchmarks.answers.marks import normalised
from tests.benchmarks.answers.sets import KnownAnswer, chosen, load_set
from tests.benchmarks.evaluation_data import is_held_out, shared_folder
from tests.benchmarks.judged_sets import MIXED, open_library, xquad
from tests.benchmarks.judges.run import result_of
from tests.benchmarks.reporting import Bench

_QUESTIONS, _QUICK = 60, 4  # in each language


@dataclass(frozen=True, slots=True)
class _Asked:
    """`is_put`: into the language of the documents; `present`: the paragraph that answers is there."""

    language: str
    is_put: bool
    present: bool
    certainty: float
    holds: bool


def run_across(bench: Bench, *, tuned: bool = False) -> None:
    """With the configured language model; answers as the documents say them. `tuned`: the half that limits
    were fitted on."""
    count = _QUICK if bench.quick else _QUESTIONS
    library = xquad(shared_folder(), MIXED, "en")
    rows: list[_Asked] = []
    with closing(open_library(library, bench.paths, bench.settings, bench.folder, bench.cancel)) as engine:
        spoken = {document.filename.split()[0]: document.language for document in engine.documents()}
        sets = {"de": "xquad-de", "en": "xquad"}
        known = {language: load_set(name, shared_folder())[1] for language, name in sets.items()}
        for language, other in (("de", "en"), ("en", "de")):
            said = {one.question_id: one.words for one in known[other]}
            foreign = [
                one.model_copy(update={"words": said[one.question_id]})
                for one in known[language]
                if is_held_out(one.question_id) is not tuned
                and spoken[one.question_id.split("-")[-2]] not in ("", language)
            ]
            for one in chosen(foreign, count):
                bench.cancel.check()
                rows += _asked(engine, one, language, bench)
    for language in ("de", "en"):
        for is_put in (False, True):
            own = [row for row in rows if row.language == language and row.is_put is is_put]
            bench.prefix = f"asked in {language}, {'put otherwise' if is_put else 'as it is'}: "
            present = [row for row in own if row.present]
            nearby = [row for row in own if not row.present]
            sure = [row for row in present if row.certainty >= LEAST]
            bench.share("the best sentence holds the answer", sum(row.holds for row in present), len(present))
            bench.share("… and is taken for one", sum(row.holds for row in sure), len(present))
            bench.share(
                "another is taken for one", sum(not row.holds for row in sure), len(present), better="lower"
            )
            taken = sum(row.certainty >= LEAST for row in nearby)
            bench.share("without the paragraph, any is", taken, len(nearby), better="lower")
    bench.notes.append(f"half: {'tuned' if tuned else 'held out'}; {count} questions in each language")


def _asked(engine: Engine, one: KnownAnswer, language: str, bench: Bench) -> Iterator[_Asked]:
    paragraph = f"{one.question_id.split('-')[-2]} "
    search = SourceRetriever(engine.retriever(), engine.settings.answers.top_k)
    others = [each.document_id for each in engine.documents() if not each.filename.startswith(paragraph)]
    words = [normalised(word) for word in one.words]
    stamp, cancel = EventStamper(), bench.cancel
    for present, selection in ((True, None), (False, others)):
        judge = RunJudge(engine.answer_judge())
        found = result_of(search.find(one.question, selection, language, stamp, cancel))
        as_it_is = judge_sentences(one.question, language, found.sources, judge)
        model = engine.language_model()
        part = AskedPart(one.question, as_it_is)
        said = result_of(
            put_otherwise(
                [part],
                language,
                engine.retriever(),
                judge,
                model,
                UsageMeter(model.model_name),
                stamp,
                cancel,
            )
        )
        put = as_it_is
        if said:
            again = result_of(search.find_each(said, found, selection, language, stamp, cancel))
            put = judge_sentences(one.question, language, again.sources, judge)
        for is_put, evidence in ((False, as_it_is), (True, put)):
            yield _row(evidence, words, language, is_put=is_put, present=present)


def _row(evidence: JudgedEvidence, words: list[str], language: str, *, is_put: bool, present: bool) -> _Asked:
    if not evidence.sentences:
        return _Asked(language, is_put, present, 0.0, holds=False)
    best = evidence.sentences[0]
    holds = any(word in normalised(best.sentence.text) for word in words)
    return _Asked(language, is_put, present, best.certainty, holds)
