"""The labelled set of `docuchat bench verification`: true statements, and false ones made of them.

True are sentences of a document (*verbatim*), questions and answers turned into sentences (*paraphrase*), and
claims that experts found supported (*claim*); false are their corruptions and the claims that experts found
contradicted. Built from `eval/xquad` and `eval/scifact` of the folder that `DOCUCHAT_SHARED` names, the same
on every computer. The halves are told apart by document.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from core.answer.facts.stems import WORD
from core.text.textspan import split_sentences
from tests.benchmarks.evaluation_data import json_lines
from tests.benchmarks.verification.corruptions import (
    EXCHANGED,
    RARE,
    corruptions_of,
    exchanged_word,
    names_in,
)
from tests.benchmarks.verification.sentences import sentence_from

TRUE_KINDS = ("verbatim", "paraphrase", "claim")
CONTRADICTED = "contradicted claim"
_FEWEST_WORDS = 6
_QUOTED_EACH = 2  # sentences an expert named, of one claim
_COMMON_EACH = 2  # corruptions of kinds that nearly every statement allows, of one statement


@dataclass(frozen=True, slots=True)
class Labelled:
    """A statement over the passage it cites. `kind`: of `TRUE_KINDS`, a corruption's, or `CONTRADICTED`.

    `question` is what was asked, empty where nothing was. `held_out`: of the half nothing was tuned on.
    """

    statement: str
    kind: str
    passage: str
    title: str
    question: str = ""
    held_out: bool = False

    @property
    def is_true(self) -> bool:
        return self.kind in TRUE_KINDS


@dataclass(frozen=True, slots=True)
class _Document:
    name: str
    title: str
    true: tuple[Labelled, ...]
    false: tuple[Labelled, ...] = ()


@dataclass(frozen=True, slots=True)
class _Foreign:
    """Names and words of other documents."""

    names: Sequence[str]
    words: Sequence[str]


def labelled_statements(folder: Path) -> list[Labelled]:
    """All statements, of both halves, in a fixed order.

    Raises:
        UsageError: the data are missing or cannot be read.
    """
    documents = [*_xquad(json_lines(folder / "xquad" / "paragraphs.jsonl")), *_scifact(folder / "scifact")]
    # Alternating in an order of chance makes the halves equal, and keeps each document's own half.
    documents.sort(key=lambda document: hashlib.sha256(document.name.encode()).hexdigest())
    names = {
        document.name: [name for labelled in document.true for name in names_in(labelled.passage)]
        for document in documents
    }
    words = {
        document.name: sorted({word for labelled in document.true for word in WORD.findall(labelled.passage)})
        for document in documents
    }
    found: list[Labelled] = []
    for place, document in enumerate(documents):
        near = [documents[place - step].name for step in (1, 2, 3)]
        foreign = _Foreign(
            [n for name in near for n in names[name]], [w for name in near for w in words[name]]
        )
        for labelled in [*_with_corruptions(document.true, foreign), *document.false]:
            found.append(replace(labelled, held_out=bool(place % 2)))
    return found


def _with_corruptions(true: Sequence[Labelled], foreign: _Foreign) -> Iterable[Labelled]:
    for labelled in true:
        yield labelled
        random = Random(labelled.statement)
        found = corruptions_of(labelled.statement, labelled.passage, foreign.names, random)
        common = [corruption for corruption in found if corruption.kind not in RARE]
        chosen = random.sample(common, min(_COMMON_EACH, len(common)))
        for corruption in found:
            if corruption.kind in RARE or corruption in chosen:
                yield replace(labelled, statement=corruption.text, kind=corruption.kind)
        if labelled.kind == "paraphrase":
            text, question = exchanged_word(
                labelled.statement, labelled.question, labelled.passage, foreign.words, random
            )
            if text:
                yield replace(labelled, statement=text, question=question, kind=EXCHANGED)


def _xquad(paragraphs: Sequence[dict[str, Any]]) -> list[_Document]:
    titles: dict[str, list[dict[str, Any]]] = {}
    for paragraph in paragraphs:
        titles.setdefault(paragraph["title"], []).append(paragraph)
    return [
        _Document(title, title.replace("_", " "), tuple(_of_paragraphs(title.replace("_", " "), own)))
        for title, own in titles.items()
    ]


def _of_paragraphs(title: str, paragraphs: Sequence[dict[str, Any]]) -> Iterable[Labelled]:
    for paragraph in paragraphs:
        passage = paragraph["context"]
        sentences = [passage[span.start : span.end] for span in split_sentences(passage)]
        quoted: set[str] = set()
        for asked in paragraph["questions"]:
            answer = asked["answers"][0]
            holding = next((text for text in sentences if answer in text), "")
            sentence = sentence_from(asked["question"], answer)
            if not sentence:
                continue
            kind = "verbatim" if sentence.rstrip(".") in passage else "paraphrase"
            yield Labelled(sentence, kind, passage, title, asked["question"])
            if holding not in quoted and len(holding.split()) >= _FEWEST_WORDS:
                quoted.add(holding)
                yield Labelled(holding, "verbatim", passage, title, asked["question"])


def _scifact(folder: Path) -> list[_Document]:
    abstracts = {row["document_id"]: row for row in json_lines(folder / "corpus.jsonl")}
    true: dict[str, list[Labelled]] = {}
    false: dict[str, list[Labelled]] = {}
    for query in json_lines(folder / "queries.jsonl"):
        judged = {entry["document_id"]: entry["label"] for entry in query["evidence"]}
        for document_id, label in judged.items():
            abstract = abstracts.get(document_id)
            if abstract is None:
                continue
            title = abstract["title"].rstrip(".")
            passage = " ".join(sentence.strip() for sentence in abstract["sentences"])
            claim = Labelled(query["text"].strip(), "claim", passage, title)
            if label != "SUPPORT":
                false.setdefault(document_id, []).append(replace(claim, kind=CONTRADICTED))
                continue
            own = true.setdefault(document_id, [])
            own.append(claim)
            named = _evidence_sentences(query["evidence"], document_id, abstract["sentences"])
            for sentence in list(named)[:_QUOTED_EACH]:
                if all(known.statement != sentence for known in own) and sentence in passage:
                    own.append(Labelled(sentence, "verbatim", passage, title))
    return [
        _Document(name, abstracts[name]["title"], tuple(true.get(name, ())), tuple(false.get(name, ())))
        for name in {**true, **false}
    ]


def _evidence_sentences(
    evidence: Sequence[dict[str, Any]], document_id: str, sentences: Sequence[str]
) -> Iterable[str]:
    """The sentences the experts named, as "[2 5]", if they are whole ones."""
    for entry in evidence:
        for number in re.findall(r"\d+", entry["sentences"]) if entry["document_id"] == document_id else ():
            text = sentences[int(number)].strip()
            if len(text.split()) >= _FEWEST_WORDS and text.endswith((".", "!", "?")):
                yield text
