"""The labelled set of the verification benchmark: true statements, and false ones made of them.

`data/verification` says which parts of the evaluation data each is put together from; the data itself is read
from the folder that `DOCUCHAT_SHARED` names.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.errors import UsageError
from tests.benchmarks.evaluation_data import json_lines, own_data

TRUE_KINDS = ("verbatim", "paraphrase", "claim")


@dataclass(frozen=True, slots=True)
class Labelled:
    """A statement over the passage it cites. `kind`: of `TRUE_KINDS`, or the way in which it is false.

    `question` is what was asked, empty where nothing was. `held_out`: of the half nothing was tuned on.
    """

    statement: str
    kind: str
    passage: str
    title: str
    question: str
    held_out: bool

    @property
    def is_true(self) -> bool:
        return self.kind in TRUE_KINDS


def labelled_statements(folder: Path) -> list[Labelled]:
    """All statements, of both halves, in a fixed order."""
    told, *rows = json_lines(own_data() / "verification" / "statements.jsonl")
    paragraphs = json_lines(folder / "xquad" / "paragraphs.jsonl")
    abstracts = {row["document_id"]: row for row in json_lines(folder / "scifact" / "corpus.jsonl")}
    claims = {row["query_id"]: row["text"] for row in json_lines(folder / "scifact" / "queries.jsonl")}

    def put_together(row: Mapping[str, Any]) -> Labelled:
        question = ""
        if "xquad" in row:
            source = paragraphs[row["xquad"]]
            asked = source["questions"][row["asked"]]
            parts = {"p": source["context"], "q": asked["question"], "a": asked["answers"][0]}
            question = _joined(row["question"], parts) if "question" in row else asked["question"]
            title = source["title"].replace("_", " ")
        else:
            source = abstracts[row["scifact"]]
            text = " ".join(sentence.strip() for sentence in source["sentences"])
            parts = {"p": text, "q": claims[row["asked"]]}
            title = source["title"].rstrip(".")
        return Labelled(
            _joined(row["said"], parts), row["kind"], parts["p"], title, question, row["held_out"]
        )

    try:
        found = [put_together(row) for row in rows]
    except LookupError:
        found = []
    texts = "\n".join(f"{one.statement}\t{one.question}\t{one.passage}" for one in found)
    if hashlib.sha256(texts.encode()).hexdigest() != told["sha256"]:
        raise UsageError(f"The evaluation data in {folder} are not those that the statements were made of.")
    return found


def _joined(pieces: Sequence[Any], parts: Mapping[str, str]) -> str:
    """A piece is a part's name with the characters taken of it, or text of its own."""
    return "".join(
        piece if isinstance(piece, str) else parts[piece[0]][piece[1] : piece[2]] for piece in pieces
    )
