"""What a question is understood as: its language, parts and orders, small talk, and what it leans on."""

from __future__ import annotations

from typing import Any

from core.answer.asking.eligibility import check_question
from core.answer.asking.followup import Turn, exchanged, leaning, put_together
from core.answer.asking.injection import addresses_the_assistant, orders_the_program
from core.answer.asking.question import newest_counts, wanted_by, without_directions
from core.answer.asking.question_language import question_language
from core.answer.asking.question_parts import parts_of
from core.answer.asking.small_talk import small_talk, without_greeting
from core.answer.figures.formulas import items_of, parse_formula
from core.answer.figures.requests import FigureRequest, figure_request
from core.answer.replies import reply
from core.answer.statements import is_no_answer
from core.types import Coverage
from tests.answer.test_followup import PUMP, SALES, rewritten, understand
from tests.answer.test_small_talk import LIBRARY
from tests.cases import score_rules


def told(request: FigureRequest | None) -> tuple[str, tuple[str, ...], tuple[int, ...]]:
    assert request is not None
    return request.kind, tuple(item.words for item in items_of(request.formulas[0])), request.years


def a_plain_question_is_taken_as_it_is_without_a_model_call(question: str) -> bool:
    return leaning(question) == "no" and understand(question, [PUMP, SALES], []) == (question, [])


def what_leans_on_the_conversation(question: str) -> object:
    return leaning(question)


def another_year_or_code_is_exchanged_by_rule(question: str, before: str, after: str) -> bool:
    understood, events = understand(question, [Turn(before, "…")], [])
    return understood == after and rewritten(events) == [("rule", "")]


def what_is_not_sure_is_not_exchanged(question: str, before: str) -> object:
    return exchanged(question, before)


def the_model_makes_it_stand_by_itself(question: str, earlier: list[dict[str, Any]], written: str) -> bool:
    understood, events = understand(question, [Turn(**turn) for turn in earlier], [{"question": written}])
    return (
        understood == written
        and [event.kind for event in events] == ["model_called", "question_rewritten"]
        and (rewritten(events) == [("model", "")])
    )


def output_of_another_form_is_passed_over(said: str) -> bool:
    understood, events = understand("What does it weigh?", [PUMP], [said])
    return understood == "What does it weigh (B-120)?" and rewritten(events) == [("rule", "")]


def without_a_model_question_and_subject_are_put_together(question: str, before: dict[str, Any]) -> object:
    return put_together(question, Turn(**before))


def a_question_is_read_into_items_years_and_an_operation(
    question: str, kind: str, items: tuple[str, ...], years: tuple[int, ...]
) -> bool:
    return told(figure_request(question)) == (kind, tuple(items), tuple(years))


def what_is_not_understood_wholly_is_not_read(question: str) -> object:
    return figure_request(question)


def what_is_no_formula_over_line_items(text: str) -> object:
    return parse_formula(text)


def orders(question: str) -> bool:
    return bool(orders_the_program(question))


def orders_in_a_document(text: str) -> bool:
    return bool(addresses_the_assistant(text))


def what_is_asked_of_two_names_is_a_question_of_each(
    question: str, asked: list[str], standing: list[str]
) -> bool:
    parts = parts_of(question)
    return [part.asked for part in parts] == asked and [part.standing for part in parts] == standing


def headings_and_one_name_make_no_parts(question: str) -> object:
    return parts_of(question)


def what_is_said_of_sources_that_disagree_is_not_asked(
    question: str, asked: str | None, newest: bool
) -> bool:
    return without_directions(question) == (asked or question) and newest_counts(question) is newest


def a_measure_behind_what_is_a_figure(question: str) -> object:
    return wanted_by(question)


def reply_to_small_talk(text: str, key: str, language: str) -> bool:
    return small_talk(text, LIBRARY) == reply(key, language, searched=4, total=5)


def questions_to_the_documents(text: str) -> object:
    return small_talk(text, LIBRARY)


def a_greeting_is_not_searched_for(asked: str) -> object:
    return without_greeting(asked)


def the_literal_sentences_of_the_specification(key: str) -> object:
    return reply(key)


def the_sentence_for_not_found_is_known_as_one(language: str) -> bool:
    return bool(is_no_answer(reply("not_in_documents", language)))


def the_language_of_a_question(text: str) -> object:
    return question_language(text)


def refusals(question: str, flags: tuple[str, ...], response: str) -> bool:
    verdict = check_question(question, Coverage(3, 3))
    return (
        not verdict.needs_retrieval
        and verdict.safety_flags == tuple(flags)
        and verdict.response.startswith(response)
    )


RULES = (
    a_greeting_is_not_searched_for,
    a_measure_behind_what_is_a_figure,
    a_plain_question_is_taken_as_it_is_without_a_model_call,
    a_question_is_read_into_items_years_and_an_operation,
    another_year_or_code_is_exchanged_by_rule,
    headings_and_one_name_make_no_parts,
    orders,
    orders_in_a_document,
    output_of_another_form_is_passed_over,
    questions_to_the_documents,
    refusals,
    reply_to_small_talk,
    the_language_of_a_question,
    the_literal_sentences_of_the_specification,
    the_model_makes_it_stand_by_itself,
    the_sentence_for_not_found_is_known_as_one,
    what_is_asked_of_two_names_is_a_question_of_each,
    what_is_no_formula_over_line_items,
    what_is_not_sure_is_not_exchanged,
    what_is_not_understood_wholly_is_not_read,
    what_is_said_of_sources_that_disagree_is_not_asked,
    what_leans_on_the_conversation,
    without_a_model_question_and_subject_are_put_together,
)


def test_what_is_understood() -> None:
    score_rules("questions", {rule.__name__: rule for rule in RULES})
