"""Are documents that disagree told, and only those? Cases written by hand, half of them German.

A case is a question over a few short passages, each a document with its date, title and heading, and the two
values that disagree, or none; by turns the lines are tuned on and held out. What is told is what disagrees
with the sentences that chat would copy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import astuple, replace
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from core.answer.asking.question import without_directions
from core.answer.asking.question_language import question_language
from core.answer.disagreement.conflicts import are_of_two_things, find_conflicts, signs_of
from core.answer.disagreement.exact_values import differing
from core.answer.judged_sentences import judge_sentences
from core.answer.sources import Source
from core.judge.answer_judges import CrossEncoderJudge
from core.judge.run_judge import RunJudge
from core.judge.similarity import TextSimilarity
from core.judge.word_judge import WordJudge
from core.models.catalogue import load_catalogue
from core.models.store import ModelStore
from core.search.crossencoder import FastembedCrossEncoder
from core.search.embedder import embedder_of
from tests.answer.helpers import source_of
from tests.benchmarks.evaluation_data import json_lines, own_data
from tests.benchmarks.fitting import fitted
from tests.benchmarks.reporting import Bench, write_lines

# What differs is exact there; elsewhere it is words.
EXACT = ("figure", "money", "date", "time", "percent", "replaces")
_BESIDE, _MOST_COPIED = 0.1, 2  # as chat's concise style


def run_conflicts(bench: Bench, *, tuned: bool = False, details: Path | None = None) -> None:
    """`tuned`: the half that limits were fitted on. `details`: its mistakes; never those of the other."""
    rows = json_lines(own_data() / "conflicts" / "cases.jsonl")[not tuned :: 2]
    bench.notes.append(f"half: {'tuned' if tuned else 'held out'}; {len(rows)} cases")
    models = ModelStore(bench.paths.models, load_catalogue())
    chosen = bench.settings.models
    with ExitStack() as stack:
        embedder = embedder_of(models.require(chosen.embedding_model))
        stack.callback(embedder.close)
        installed = models.require(chosen.judge_model)
        encoder = FastembedCrossEncoder(installed.folder, installed.main_file)
        stack.callback(encoder.close)
        similarity = TextSimilarity(embedder)
        for judge in (CrossEncoderJudge(encoder, chosen.judge_model, similarity), WordJudge(similarity)):
            bench.prefix = f"{judge.name}: "
            run = RunJudge(judge)
            _measure(bench, rows, run, details if tuned and judge.name != "words" else None)
            if tuned:
                bench.notes.append(_weights(rows, run))


def _measure(bench: Bench, rows: Sequence[dict[str, Any]], judge: RunJudge, details: Path | None) -> None:
    found = {row["id"]: _told(row, judge) for row in rows}
    differ = [row for row in rows if row["values"]]
    kinds: dict[str, Callable[[str], bool]] = {
        "": lambda _kind: True,
        ", exact values": lambda kind: kind in EXACT,
        ", words": lambda kind: kind not in EXACT,
    }
    for name, is_own in kinds.items():
        own = [row for row in differ if is_own(row["kind"])]
        right = sum(_is_found(row, found[row["id"]]) for row in own)
        bench.share(f"of the conflicts, told{name}", right, len(own))
    agree = [row for row in rows if not row["values"]]
    alarms = [row for row in agree if found[row["id"]]]
    bench.share("false alarms, of cases without a conflict", len(alarms), len(agree), better="lower")
    told = [(row, pair) for row in rows for pair in found[row["id"]]]
    bench.share("of the pairs told, right", sum(_is_found(row, [pair]) for row, pair in told), len(told))
    missed = [row for row in differ if not _is_found(row, found[row["id"]])]
    lines = [f"{row['id']}: {row['values']}, told {found[row['id']]}" for row in (*missed, *alarms)]
    write_lines(details, lines)


def _told(row: dict[str, Any], judge: RunJudge) -> list[tuple[str, str]]:
    """What each pair gives: its values, with their sentences."""
    question, sources = without_directions(row["question"]), sources_of(row)
    language = question_language(question)
    evidence = judge_sentences(question, language, sources, judge)
    likely = evidence.likely or evidence.sentences
    copied = [one for one in likely if one.certainty >= likely[0].certainty - _BESIDE][:_MOST_COPIED]
    found = find_conflicts(question, {one.sentence.text for one in copied}, sources, judge)
    pairs = [(one.first, one.second) for one in found]
    return [
        (f"{one.shown_value}: {one.sentence.text}", f"{other.shown_value}: {other.sentence.text}")
        for one, other in pairs
    ]


def sources_of(row: dict[str, Any]) -> list[Source]:
    """A document for each passage."""
    sources = []
    for number, told in enumerate(row["passages"], start=1):
        source = source_of(number, told["text"], told["document"], date=told["date"])
        document = replace(source.document, title=told["title"], language=row["id"][:2])
        sources.append(
            replace(source, document=document, chunk=replace(source.chunk, context=told["heading"]))
        )
    return sources


def _is_found(row: dict[str, Any], pairs: Sequence[tuple[str, str]]) -> bool:
    """Whether one of them has the values that disagree, a side each."""
    if not row["values"]:
        return False
    first, second = row["values"]
    return any(
        (first in one and second in other) or (second in one and first in other) for one, other in pairs
    )


def _weights(rows: Sequence[dict[str, Any]], judge: RunJudge) -> str:
    """What `core.judge.calibration` holds, fitted on all pairs with other values, drafts left out."""
    pairs = [pair for row in rows if row["kind"] != "draft" for pair in _pairs(row, judge)]
    weights = fitted(np.array([signs for signs, _ in pairs]), np.array([right for _, right in pairs]))
    told = ", ".join(f"{value:.2f}" for value in weights)
    return f"{judge.name}: bias, similarity, alike, apart {told}; of {len(pairs)} pairs"


def _pairs(row: dict[str, Any], judge: RunJudge) -> Iterator[tuple[tuple[float, ...], bool]]:
    question, sources = without_directions(row["question"]), sources_of(row)
    judged = judge_sentences(question, question_language(question), sources, judge, 99)
    likely = [one for one in judged.sentences if one.certainty]
    for one, other in combinations(likely, 2):
        texts = one.sentence.text, other.sentence.text
        if differing(*texts) and not are_of_two_things(question, one, other):
            yield astuple(signs_of(one, other, question, judge)), _is_found(row, [texts])
