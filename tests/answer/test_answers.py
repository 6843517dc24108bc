"""Whether a text answers a question, what it lacks, and how sure an answer is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.answer.asking.question import holds, question_parts, wanted_by
from core.answer.asking.series import series_share
from core.answer.assemble import build_answer
from core.answer.confidence import features_of, score_of, word_for
from core.answer.extractive import extract, is_heading
from core.answer.figures.given_values import tells_figure
from core.answer.figures.table_cells import heading_over, read_cell
from core.answer.relevance.aboutness import is_about_other_matters, tells_only_earlier
from core.answer.relevance.content_given import gives_figure
from core.answer.relevance.counted_things import counted_things, counts, speaks_of_counted
from core.answer.relevance.kinds_given import asked_thing, lacks_kind, lacks_measure
from core.answer.relevance.missing_kinds import most_confidence
from core.answer.relevance.near_answers import confidence_of_copy
from core.answer.relevance.newest_source import of_the_newest
from core.answer.sources import Source
from core.answer.statements import DraftStatement
from core.answer.verification.calculations import calculation_in
from core.answer.verification.statement import judge_statement
from core.types import Confidence, Evidence, Span, Statement, StatementStatus
from tests.answer.helpers import on_page_one, source_of
from tests.answer.test_answering import FERRY, GLOVES, WARRANTY, WEIGHT, in_language, near, written
from tests.answer.test_calculations import judged
from tests.answer.test_confidence import PUMP, SURE
from tests.answer.test_counted import STAFF
from tests.answer.test_extract import GERMAN
from tests.answer.test_figure_answers import BALANCE, CASH, INCOME, answered, pages
from tests.answer.test_newest import numbers, sources
from tests.cases import score_rules

PUMP_EXTRACT = source_of(
    1,
    "The B-120 is a pump for clean water. It weighs 42 kg and moves 120 litres a minute. "
    "Karst Works in Bonn has made it since 2011. Operators wear gloves when the housing is open.",
)


def best(question: str, sources: Sequence[Source]) -> str:
    return extract(question, sources)[0].sentence.text


def _copied(*texts: str) -> list[Statement]:
    return [
        Statement(
            text=text, status=StatementStatus.QUOTED, evidence=(Evidence(1, "d", 1, (Span(0, 1),), text),)
        )
        for text in texts
    ]


def about_other_matters(question: str, text: str, filename: str) -> object:
    return is_about_other_matters(question, [source_of(1, text, filename)])


def only_an_earlier_year(question: str, text: str) -> bool:
    return bool(tells_only_earlier(text, question))


def near_by_score(question: str, said: str, score: float) -> object:
    return near(question, said, source_of(1, said, score=score))


def uncertain_figures_of_other_years_or_others_are_near_at_best(question: str, is_near: bool) -> bool:
    row = "Aldermoor revenue 2016 2015 5,854.4 4,795.5"
    source = source_of(1, row, score=0.8)
    said = "The revenue was 5,854.4."
    return (
        written(question, said, source).statements[0].status is StatementStatus.WEAK
        and near(question, said, source) is is_near
    )


def near_across_languages(language: str) -> object:
    return near(FERRY, GLOVES, in_language(source_of(1, GLOVES, score=0.3), language))


def near_in_year(year: str) -> object:
    return near(
        f"What did the B-120 pump weigh in {year}?",
        WEIGHT,
        source_of(1, WEIGHT, "pump.pdf", score=0.8, date="2021-05-01"),
    )


def what_answers_the_matter_of_the_question_or_one_part_of_it_answers(question: str, said: str) -> bool:
    return not near(question, said, source_of(1, said, score=0.45)) and near(
        question, "Karst is a town in Bonn.", source_of(1, "Karst is a town in Bonn.", score=0.2)
    )


def demands_parts_and_other_sentences_do_not_take_a_right_answer_away(asked: str) -> bool:
    return not near(asked, WARRANTY, source_of(1, WARRANTY, score=0.55)) and near(
        asked, GLOVES, source_of(1, GLOVES, score=0.4)
    )


def the_confidence_of_what_was_copied(score: float, coverage: float) -> object:
    source = source_of(1, GLOVES, score=score)
    answer = written(FERRY, GLOVES, source)
    return confidence_of_copy(FERRY, answer.statements, answer.citations, [source], coverage)


def the_word_for_features(change: dict[str, float]) -> object:
    return word_for(replace(SURE, **change))


def more_of_a_good_sign_never_lowers_the_score(feature: str) -> bool:
    low, high = (replace(SURE, **{feature: 0.1}), replace(SURE, **{feature: 0.9}))
    return score_of(low) < score_of(high) <= 1.0


def a_question_of_two_parts_of_which_one_is_answered_is_not_high(question: str) -> bool:
    source = source_of(1, "Die Garantie für die Pumpe B-120 gilt 24 Monate.") if "Wie" in question else PUMP
    draft = DraftStatement(source.sentences[0].text, (1,))
    answer = build_answer([draft], [source], question, locate=on_page_one)
    return (
        features_of(answer.statements, answer.citations, question).parts == 0.5
        and answer.confidence is Confidence.MEDIUM
    )


def a_number_of_what_is_counted_answers(question: str, text: str) -> bool:
    return speaks_of_counted(text, question) and gives_figure(text, question)


def a_number_of_others_does_not(question: str, text: str) -> bool:
    return not speaks_of_counted(text, question) and (not gives_figure(text, question))


def what_is_counted_stands_before_the_verb(question: str, things: tuple[str, ...]) -> bool:
    return counted_things(question) == tuple(things)


def the_number_stands_right_before_what_is_counted(text: str) -> object:
    return counts(text, STAFF)


def the_best_sentence(question: str) -> object:
    return best(question, [PUMP_EXTRACT, GERMAN])


def where_a_figure_is_asked_for_sentences_about_it_that_have_one_come_first(
    question: str, text: str
) -> object:
    return best(question, [source_of(1, text, score=0.8)])


def what_a_question_word_asks_for(question: str) -> object:
    return wanted_by(question)


def what_a_text_offers(text: str, question: str) -> object:
    return holds(wanted_by(question), text, question)


def the_parts_of_a_question(question: str, parts: tuple[str, ...]) -> bool:
    return question_parts(question) == tuple(parts)


def heading(text: str, context: str) -> object:
    source = source_of(1, text)
    return is_heading(text, replace(source, chunk=replace(source.chunk, context=context)))


def most_confidence_of(question: str, texts: list[str]) -> object:
    return most_confidence(question, _copied(*texts))


def the_latest_that_tells_of_it_counts(question: str) -> object:
    return numbers(of_the_newest(question, sources()))


def how_much_of_a_series_is_given(question: str, answer: str) -> object:
    return series_share(question, answer)


def an_answer_for_two_of_four_quarters_is_not_high(quarters: int) -> object:
    names = ("first", "second", "third", "fourth")
    said = [f"Revenue by segment in the {name} quarter was {n} million." for n, name in enumerate(names, 21)]
    return build_answer(
        [DraftStatement(text, (1,)) for text in said[:quarters]],
        [source_of(1, " ".join(said))],
        "What was revenue by quarter?",
        locate=on_page_one,
    ).confidence


def a_figure_of_another_kind_is_no_answer(question: str, said: str) -> bool:
    return lacks_measure(question, said, said) and lacks_kind(question, said, said)


def without_its_measure(question: str, said: str) -> bool:
    return bool(lacks_measure(question, said, said))


def lacks(question: str, said: str) -> object:
    return lacks_kind(question, said, said)


def what_is_asked_for_by_its_name(question: str) -> object:
    return asked_thing(question)


def figure_told(question: str) -> object:
    return answered(question, pages(INCOME, BALANCE, CASH))


def status_of_calculation(text: str) -> object:
    return judge_statement(
        DraftStatement(text, (1,)),
        pages(BALANCE),
        "Was there a drop in the inventories of Karst between 2020 and 2021?",
    ).status


def columns_of_real_statements(lines: str, row: str, year: int) -> object:
    source = source_of(1, f"{lines}\n{row}")
    sentence = next(one for one in source.sentences if one.text == row)
    heading = heading_over(source.sentences, sentence)
    cell = read_cell(row, [line.text for line in heading], year)
    return cell.text if cell else ""


def whether_a_models_words_tell_the_figure(text: str, figure: str) -> object:
    return tells_figure(text, figure)


def a_wrong_figure_is_unsupported_and_the_right_one_named(text: str, right: str) -> bool:
    statement = judged(text)
    return (
        statement.status is StatementStatus.UNSUPPORTED
        and right in statement.reason
        and (statement.calculation is not None)
        and (not statement.calculation.is_right)
    )


def percentage_points_are_a_difference_though_a_margin_is_a_ratio(
    statement: str, shown: str, right: bool
) -> bool:
    found = calculation_in(statement, ["The margin, die Marge, was 8 % in 2021 and 11 % in 2022."])
    return found is not None and (found.operation, found.shown, found.is_right) == (
        "difference",
        shown,
        right,
    )


RULES = (
    a_figure_of_another_kind_is_no_answer,
    a_number_of_others_does_not,
    a_number_of_what_is_counted_answers,
    a_question_of_two_parts_of_which_one_is_answered_is_not_high,
    a_wrong_figure_is_unsupported_and_the_right_one_named,
    about_other_matters,
    an_answer_for_two_of_four_quarters_is_not_high,
    columns_of_real_statements,
    demands_parts_and_other_sentences_do_not_take_a_right_answer_away,
    figure_told,
    heading,
    how_much_of_a_series_is_given,
    lacks,
    more_of_a_good_sign_never_lowers_the_score,
    most_confidence_of,
    near_across_languages,
    near_in_year,
    only_an_earlier_year,
    near_by_score,
    percentage_points_are_a_difference_though_a_margin_is_a_ratio,
    status_of_calculation,
    the_best_sentence,
    the_confidence_of_what_was_copied,
    the_latest_that_tells_of_it_counts,
    the_number_stands_right_before_what_is_counted,
    the_parts_of_a_question,
    the_word_for_features,
    uncertain_figures_of_other_years_or_others_are_near_at_best,
    what_a_question_word_asks_for,
    what_a_text_offers,
    what_answers_the_matter_of_the_question_or_one_part_of_it_answers,
    what_is_asked_for_by_its_name,
    what_is_counted_stands_before_the_verb,
    where_a_figure_is_asked_for_sentences_about_it_that_have_one_come_first,
    whether_a_models_words_tell_the_figure,
    without_its_measure,
)


def test_what_answers() -> None:
    score_rules("answers", {rule.__name__: rule for rule in RULES})
