"""A question to many documents: the conditions and computations it is read as, or left to the texts."""

from __future__ import annotations

from core.answer.extractive import Extract
from core.answer.sources import SourceSentence
from core.corpus.asking.decompose import Vocabulary, decompose
from core.corpus.decomposition import Decomposition, Intent
from core.corpus.library_routing import is_about_fields, is_german
from core.corpus.relaxing import without
from core.corpus.topics import Evidence, reviewed
from core.types import Span
from tests.cases import score_rules
from tests.corpus.test_decompose import TODAY, VOCABULARY, read, told


def read_readings(question: str) -> Decomposition:
    return decompose(question, VOCABULARY, german=is_german(question), today=TODAY)


def conditions(question: str) -> list[str]:
    """As `told`, those of which one is enough with their group."""
    found = read_readings(question).constraints
    return [f"{told(one)} ({one.group})" if one.group else told(one) for one in found]


def goes_to_the_texts(question: str) -> bool:
    return not is_about_fields(read_readings(question))


def conditions_of_a_list(question: str, bucket: str, conditions: list[str]) -> bool:
    found = read(question)
    return (
        found.intent is Intent.LIST
        and found.primary_buckets == (bucket,)
        and ([told(constraint) for constraint in found.constraints] == conditions)
        and (found.left_over == ())
        and (found.output_preferences.format == "table")
    )


def computations(question: str, kind: str, field: str, group: str) -> bool:
    found = read(question)
    return (
        found.intent is Intent.COMPUTE
        and found.computation is not None
        and (
            (found.computation.kind, found.computation.field, found.computation.group_by)
            == (kind, field, group)
        )
        and (found.left_over == ())
    )


def a_question_about_a_text_is_left_to_the_text(question: str) -> bool:
    found = read(question)
    return found.intent is Intent.QA and found.primary_buckets == () and (found.constraints == ())


def what_conditions_cannot_say_is_left_to_the_texts(question: str) -> object:
    found = read(question)
    return (found.intent, found.primary_buckets)


def a_negation_is_used_or_speaks_against_a_table(question: str) -> bool:
    found = read(question)
    return any(one.operator in ("IS NULL", "!=") for one in found.constraints) or not is_about_fields(found)


def a_numbered_part_of_a_text_is_asked_of_that_text(question: str) -> bool:
    found = read(question)
    return (found.intent, found.primary_buckets) == (Intent.QA, ())


def a_question_without_a_condition_reads_well(question: str, raw: str, nouns: tuple[str, ...]) -> object:
    return without(question, raw, tuple(nouns), ("npn transistors", "solvents"))


def a_negation_denies_what_stands_behind_it(question: str, wanted: list[str]) -> bool:
    return conditions(question) == wanted and (not goes_to_the_texts(question))


def every_name_of_a_list_is_looked_for_in_all_fields(question: str, wanted: list[str]) -> bool:
    return conditions(question) == wanted and read_readings(question).left_over == ()


def a_figure_is_no_year_and_a_unit_no_kind(question: str) -> object:
    return conditions(question)


def what_nobody_can_be_sure_of_is_left_to_the_texts(question: str) -> bool:
    return bool(goes_to_the_texts(question))


def a_limit_with_a_figure_is_a_condition(question: str, kind: str | None) -> bool:
    found = read_readings(question)
    return (found.computation and found.computation.kind) == kind and found.intent is (
        Intent.COMPUTE if kind else Intent.LIST
    )


def small_german_words_tell_the_language(question: str) -> bool:
    return bool(is_german(question))


def words_that_are_parts_of_names(question: str, kind: str | None, wanted: list[str]) -> bool:
    names = {"invoices": {"vendor_name": ["Total Energies SE"], "customer_name": ["May & Sons"]}}
    found = decompose(question, Vocabulary(VOCABULARY.schemas, names), german=False, today=TODAY)
    return [told(one) for one in found.constraints] == wanted and (
        found.computation and found.computation.kind
    ) == kind


def headings_and_superlatives_are_computed(question: str, kind: str, field: str, group: str) -> bool:
    computation = read_readings(question).computation
    return computation is not None and (computation.kind, computation.field, computation.group_by) == (
        kind,
        field,
        group,
    )


def an_order_or_a_name_is_no_group(question: str) -> bool:
    computation = read_readings(question).computation
    return computation is None or not computation.group_by


def words_that_were_left_over(question: str, wanted: list[str]) -> bool:
    return conditions(question) == wanted and (not read_readings(question).left_over)


def the_review_decides(found: int, documents: int, last: bool) -> object:
    return reviewed(
        Evidence(
            best={
                str(number): Extract(SourceSentence("1.1", 1, 1, Span(0, 4), "Text"), 1.0, 1.0, 0.5)
                for number in range(found)
            }
        ),
        documents,
        last=last,
    ).status


RULES = (
    a_figure_is_no_year_and_a_unit_no_kind,
    a_limit_with_a_figure_is_a_condition,
    a_negation_denies_what_stands_behind_it,
    a_negation_is_used_or_speaks_against_a_table,
    a_numbered_part_of_a_text_is_asked_of_that_text,
    a_question_about_a_text_is_left_to_the_text,
    a_question_without_a_condition_reads_well,
    an_order_or_a_name_is_no_group,
    computations,
    conditions_of_a_list,
    every_name_of_a_list_is_looked_for_in_all_fields,
    headings_and_superlatives_are_computed,
    small_german_words_tell_the_language,
    the_review_decides,
    what_conditions_cannot_say_is_left_to_the_texts,
    what_nobody_can_be_sure_of_is_left_to_the_texts,
    words_that_are_parts_of_names,
    words_that_were_left_over,
)


def test_what_a_question_is_read_as() -> None:
    score_rules("readings", {rule.__name__: rule for rule in RULES})


def test_other_is_left_over_where_it_names_no_kind() -> None:
    found = read_readings("How many other contracts?")
    assert (found.constraints, found.left_over) == ((), ("other",))


def test_a_figure_that_several_fields_can_be_is_not_given_to_the_first() -> None:
    assert goes_to_the_texts("Parts that can take more than 150 °C")
    assert conditions("Parts with more than 40 V") == ["voltage_max > 40 V"]


def test_who_sends_is_the_issuer_though_it_is_a_customer_too() -> None:
    assert conditions("Hat Acme uns Gutschriften geschickt? Bitte auflisten") == [
        "vendor_name LIKE %acme%",
        "document_type = credit_note",
    ]
    assert conditions("Which invoices has Acme sent us in 2023?")[0] == "vendor_name LIKE %acme%"
    assert conditions("invoices sent to Acme") == ["customer_name LIKE %acme%"]


def test_a_code_that_others_begin_with_means_them_too() -> None:
    packages = {"datasheets": {"package": ["SOT-23", "SOT-23-5", "TO-92"]}}
    found = decompose(
        "Transistors in SOT-23", Vocabulary(VOCABULARY.schemas, packages), german=False, today=TODAY
    )
    assert told(found.constraints[0]) == "package LIKE %sot-23%"
