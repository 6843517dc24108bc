"""What an answer shows as quoted is found in any marks, and looked up letter by letter."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.types import Answer
from tests.bench.agent_run import GOOD, WARRANTY, page_text, run, said
from tests.benchmarks.agent.facts import run_facts
from tests.benchmarks.agent.quotes import not_verbatim, quotations, stands_in

QUESTION = "How long is the warranty?"


def wrong_in(text: str) -> tuple[str, ...]:
    return not_verbatim(run_facts(run(replace(GOOD, text=text))), QUESTION, page_text)[1]


def test_quotes_are_looked_up_on_their_page() -> None:
    assert not_verbatim(run_facts(run(GOOD)), QUESTION, page_text) == (1, ())
    changed = WARRANTY.replace("24", "36")
    assert not_verbatim(run_facts(run(said(WARRANTY, changed))), QUESTION, page_text) == (1, (changed,))
    text = f'It says: “{WARRANTY}” and "claims are made in person or by mail".'
    count, wrong = not_verbatim(run_facts(run(replace(GOOD, text=text))), QUESTION, page_text)
    assert (count, wrong) == (3, ("claims are made in person or by mail",))


@pytest.mark.parametrize("marked", ["“{}”", '"{}"', "„{}“", "„{}”", "»{}«", "«{}»", "« {} »", "‚{}‘", "›{}‹"])
@pytest.mark.parametrize("words", ["die Garantie beträgt 48 Monate ab Lieferung", "48 months"])
def test_a_quotation_is_found_in_any_marks_and_of_any_length(marked: str, words: str) -> None:
    text = f"Das Handbuch sagt {marked.format(words)}."
    assert quotations(text) == [words]
    assert wrong_in(text) == (words,)


@pytest.mark.parametrize("marked", ["‘{}’", "'{}'"])
def test_what_is_short_in_marks_that_are_apostrophes_is_a_term(marked: str) -> None:
    assert quotations(f"It says {marked.format('the firm’s own four words')}.") == [
        "the firm’s own four words"
    ]
    assert quotations(f"The {marked.format('Prior Credit Agreement')} was replaced.") == []


def test_marks_beside_others_are_told_apart() -> None:
    assert quotations("„eins zwei“ und „drei vier“, “five six” and “seven eight”") == [
        "eins zwei",
        "drei vier",
        "five six",
        "seven eight",
    ]
    assert quotations("The firms' rule is not the rule of the others' firms") == []


def test_the_words_of_the_question_are_no_quotation_and_neither_is_a_term() -> None:
    assert quotations("The “B-120” has «no pump of that size».") == ["no pump of that size"]
    assert quotations("A table » 1 « 2 has “no pump of that size” » 3.") == ["no pump of that size"]
    text = "Nothing is said about “what happens after a flood”."
    facts = run_facts(run(Answer(text)))
    assert not_verbatim(facts, "Quote “what happens after a flood”!", page_text) == (0, ())


def test_words_may_be_left_out_of_one_sentence_but_not_join_two() -> None:
    assert wrong_in("“The warranty … is 24 months from the date of delivery.”") == ()
    for stitched in ("The warranty … made in writing.", "24 months [...] in writing", "is … The warranty of"):
        assert wrong_in(f"“{stitched}”") == (stitched,)
    assert stands_in("It weighs … in all", "It weighs 3.5 kg (net 3.1 kg) in all.")


def test_half_a_word_is_no_word_of_the_source() -> None:
    assert wrong_in("“is 24 month”") == ("is 24 month",)
    assert wrong_in("“is 24 months”") == ()


def test_what_is_quoted_stands_in_what_was_opened_or_is_cited() -> None:
    elsewhere = replace(GOOD, text=f"“{WARRANTY}”", citations=(), statements=())
    assert not_verbatim(run_facts(run(elsewhere)), QUESTION, page_text)[1] == ()
    assert not_verbatim(run_facts(run(elsewhere, openings=())), QUESTION, page_text)[1] == (WARRANTY,)
