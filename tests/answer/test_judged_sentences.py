"""Sentences are judged by words, by meaning, and by a cross-encoder; each stands in for the others."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from core.answer.figures.copied_cells import copied_statement
from core.answer.judged_sentences import judge_sentences, with_headings
from core.answer.sources import lead_over, leads_of
from core.errors import ModelError
from core.judge.answer_judges import CrossEncoderJudge
from core.judge.similarity import TextSimilarity
from core.search.base import Vectors
from tests.answer.helpers import source_of
from tests.library_kit import JUDGE_MODEL, HashingEmbedder, answer_judge

STATUTES = "Das Vermögen fällt an den Tierschutz. Die Kasse prüft ein Mitglied. Der Beitrag ist fällig."


class Refusing:
    """Takes nothing that it reads for an answer, and keeps what it was given."""

    def __init__(self) -> None:
        self.given: list[str] = []

    def scores(self, _query: str, passages: Sequence[str]) -> list[float]:
        self.given += passages
        return [-9.0] * len(passages)


class Broken(HashingEmbedder):
    def embed(self, texts: Sequence[str]) -> Vectors:
        raise ModelError("The embedding model is gone.")


class Alike(HashingEmbedder):
    """All texts mean the same."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        return np.stack([self.embed_query(text) for text in texts])

    def embed_query(self, text: str) -> Vectors:
        vector: Vectors = np.zeros(self.dimensions, np.float32)
        vector[0] = 1.0
        return vector


def test_a_question_in_other_words_finds_its_sentence_by_meaning() -> None:
    """No word of it stands there, and the cross-encoder has not read German."""
    sources = [source_of(1, STATUTES, "satzung.pdf")]
    best = judge_sentences("Wer kriegt das Geld am Ende?", "de", sources, answer_judge()).sentences[0]
    assert "Tierschutz" in best.sentence.text


def test_what_was_not_read_is_no_better_than_what_was_refused() -> None:
    encoder = Refusing()
    text = " ".join(f"Pump {name} is heavy." for name in "ABCDEFGHIJKLMNOP")
    judge = CrossEncoderJudge(encoder, JUDGE_MODEL, TextSimilarity(Alike()))
    judged = judge_sentences("Which pump is heavy?", "en", [source_of(1, text)], judge, 99)
    assert len(encoder.given) < len(judged.sentences)
    assert not judged.likely


def test_an_embedder_that_fails_leaves_the_cross_encoder() -> None:
    encoder = Refusing()
    judge = CrossEncoderJudge(encoder, JUDGE_MODEL, TextSimilarity(Broken()))
    judged = judge_sentences("Which pump is heavy?", "en", [source_of(1, "Pump A is heavy.")], judge)
    assert encoder.given
    assert (judged.judge, judged.likely) == (JUDGE_MODEL, ())


EXCLUDED = "We do not pay for:\n- lost keys\n- broken glass. It must be\nour own.\n- hail"


def test_an_item_is_read_and_shown_behind_what_leads_to_its_list() -> None:
    source = source_of(1, f"{EXCLUDED}\n\nWe pay at once.")
    over = {one.text.split()[1]: heading for one, heading in with_headings(source)}
    lead = "We do not pay for"
    assert over == {"do": "", "lost": lead, "broken": lead, "must": "", "hail": lead, "pay": ""}
    hail = next(one for one in source.sentences if "hail" in one.text)
    assert copied_statement(hail, source).text == "We do not pay for: · - hail"
    told = copied_statement(source.sentences[0], source).text.split(" · ")
    assert told == ["We do not pay for:", "- lost keys", "- broken glass.", "It must be our own.", "- hail"]


@pytest.mark.parametrize(
    "between",
    [
        "\n\n2. What we pay for\n\n- fire",
        "\n2. We pay for:\n- fire",
        "\n\nWe pay for what the keys cost\n\n- fire",
        "\nWe pay for all that the keys cost, and what a new lock costs to the amount of this, for\n- fire",
    ],
)
def test_an_item_stands_under_no_other_list(between: str) -> None:
    source = source_of(1, EXCLUDED + between)
    fire = next(one for one in source.sentences if "fire" in one.text)
    assert "do not pay" not in copied_statement(fire, source).text
    assert "fire" not in copied_statement(source.sentences[0], source).text


def test_a_sentence_that_breaks_off_is_shown_with_the_line_below() -> None:
    text = (
        "To take only the first page of a file, with no notes, run\n\n  cut --first in.pdf out.pdf\n\nDone."
    )
    source = source_of(1, text)
    assert copied_statement(source.sentences[0], source).text.endswith("· cut --first in.pdf out.pdf")


def test_a_row_is_shown_behind_the_names_of_its_columns() -> None:
    source = source_of(1, "Item | Pieces | Price\nShelf | 24 | 41.50\nTable | 2 | 310.00")
    shown = copied_statement(source.sentences[2], source).text
    assert shown == "Item | Pieces | Price · Table | 2 | 310.00"


def test_a_row_is_shown_behind_no_names_of_another_table() -> None:
    other = "Item | Pieces | Price\nShelf | 24 | 41.50\n\nName | Days | Age\nBob | 3 | 44"
    joined = other.replace("\n\n", "\n")
    for text in (other, joined):
        source = source_of(1, text)
        assert "Pieces" not in copied_statement(source.sentences[-1], source).text


def test_leads_of_a_long_list_are_those_of_each_item() -> None:
    text = "We pay for:\n" + "".join(f"- item {number}\n" for number in range(60)) + "2. Not for:\n- hail"
    source = source_of(1, text)
    assert leads_of(source) == [lead_over(source, place) for place in range(len(source.sentences))]
    assert {lead.text for lead in leads_of(source) if lead is not None} == {"We pay for:", "2. Not for:"}
