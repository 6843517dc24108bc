"""What a question makes the search look for: periods, exact terms, forms of words, kinds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.search.answer_form import without_form
from core.search.compounds import compounds_in
from core.search.concepts import load_concepts
from core.search.coverage import page_list
from core.search.exact import exact_parts
from core.search.german import other_spellings
from core.search.keywords import encoder, query_vector, word_tokens
from core.search.name_index import NameIndex, keys_of
from core.search.periods import asks_for_newest, quarter_in, years_in
from core.search.place_words import join_addresses
from core.search.registry import Registry
from core.search.section_segments import asks_to_explain
from core.search.understanding import understand
from core.search.word_coverage import query_words
from core.types import (
    Place,
    Span,
)
from tests.cases import score_rules

LIBRARY = {
    "lease": ["Hausverwaltung Lindner GmbH"],
    "harbour": ["Harbour Authority Brakel"],
    "epson": ["Epson manual"],
    "software": ["Microsoft Corporation", "MSFT"],
    "budget": ["Haushaltsplan Gemeinde Weiler"],
    "contract": ["mayermeister"],
    "energy": ["Total"],
    "processors": ["AMD"],
    "shop": ["Zephyr Energy plc"],
    **{f"other{number}": [f"Paper {number}"] for number in range(40)},
}


def parts(text: str) -> list[str]:
    return [part.text for part in exact_parts(text)]


def tokens(text: str, language: str = "en") -> set[int]:
    return set(encoder(language).embed_query(text).indices)


def index_of(library: Mapping[str, Sequence[str]]) -> NameIndex:
    return NameIndex().replaced(len(library), {}, {name: keys_of(names) for name, names in library.items()})


def presences(question: str, passage: str, language: str) -> list[float]:
    tokens = word_tokens(passage, language)
    return [word.presence(tokens, language) for word in query_words(question, [language])]


def page_lists(numbers: list[int]) -> object:
    return page_list(numbers)


def what_must_stand_exactly(question: str) -> object:
    return parts(question)


def boundaries_are_kept(asked: str, text: str) -> bool:
    (part,) = exact_parts(asked)
    return not part.stands_in(text) and part.stands_in(f"{text} and {asked} too")


def what_speaks_of_the_answer_is_left_out(question: str) -> object:
    return without_form(question, load_concepts())


def what_speaks_of_the_subject_stays(question: str) -> bool:
    return without_form(question, load_concepts()) == question


def where_a_word_is_a_part(word: str, text: str) -> object:
    return compounds_in(text, word)


def forms_of_a_word_are_one_token_and_stop_words_none(language: str, text: str, same: str) -> bool:
    return tokens(text, language) == tokens(same, language) and len(tokens(same, language)) == 2


def a_word_is_found_in_a_script_without_spaces(language: str, text: str, word: str) -> bool:
    return (
        tokens(word, language) <= tokens(text, language)
        and len(tokens(text, language)) > len(tokens(word, language)) > 0
    )


def german_umlauts_are_found_however_they_are_written(question: str, text: str) -> bool:
    return tokens(text, "de") <= set(query_vector(question, ["de"]).indices)


def what_only_looks_like_an_umlaut_is_left_alone(word: str) -> object:
    return other_spellings([word.lower()])


def compounds_and_their_parts_find_each_other(question: str, text: str) -> bool:
    return tokens(text, "de") & set(query_vector(question, ["en", "de"]).indices) and (
        not tokens(text, "de") & tokens(question, "de")
    )


def a_name_is_found(question: str, document: str, certainty: float) -> bool:
    return [(set(match.document_ids), match.certainty) for match in index_of(LIBRARY).names_in(question)] == [
        ({document}, certainty)
    ]


def what_only_looks_like_a_name_is_none(question: str) -> object:
    return index_of(LIBRARY).names_in(question)


def years_and_spans(question: str, years: tuple[int, ...]) -> bool:
    return years_in(question) == tuple(years)


def quarters(text: str) -> object:
    return quarter_in(text)


def the_newest_is_asked_for(question: str) -> object:
    return asks_for_newest(question, load_concepts())


def addresses_are_joined(addresses: list[str]) -> object:
    return join_addresses([Place(Span(n, n + 1), "any", address) for n, address in enumerate(addresses)])


def kinds_are_known_in_the_plural(question: str, kinds: list[str]) -> bool:
    return understand(question, load_concepts(), Registry(0)).wanted.kinds == tuple(kinds)


def what_is_to_be_explained(question: str) -> object:
    return asks_to_explain(question)


def a_word_is_found_in_other_forms(question: str, passage: str, language: str) -> object:
    return presences(question, passage, language)


RULES = (
    a_name_is_found,
    a_word_is_found_in_a_script_without_spaces,
    a_word_is_found_in_other_forms,
    addresses_are_joined,
    boundaries_are_kept,
    compounds_and_their_parts_find_each_other,
    forms_of_a_word_are_one_token_and_stop_words_none,
    german_umlauts_are_found_however_they_are_written,
    kinds_are_known_in_the_plural,
    page_lists,
    quarters,
    the_newest_is_asked_for,
    what_is_to_be_explained,
    what_must_stand_exactly,
    what_only_looks_like_a_name_is_none,
    what_only_looks_like_an_umlaut_is_left_alone,
    what_speaks_of_the_answer_is_left_out,
    what_speaks_of_the_subject_stays,
    where_a_word_is_a_part,
    years_and_spans,
)


def test_what_is_searched_for() -> None:
    score_rules("searches", {rule.__name__: rule for rule in RULES})
