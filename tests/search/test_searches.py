"""What a question makes the search look for: periods, exact terms, forms of words, names, languages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from core.ingest.readers.base import ReadPage
from core.ingest.structure.document_facts import find_facts
from core.search.answer_form import without_form
from core.search.compounds import compounds_in
from core.search.concepts import load_concepts
from core.search.coverage import page_list
from core.search.exact import Exact, coded, exact_parts
from core.search.fusion import reciprocal_rank_fusion
from core.search.german import other_spellings
from core.search.ids import as_uuid
from core.search.keywords import encoder, query_vector, stemmer_language, word_tokens
from core.search.name_index import NameIndex, keys_of
from core.search.periods import asks_for_newest, recency
from core.search.place_words import cited_place, join_addresses, place_words
from core.search.registry import Registry
from core.search.rerank import Candidate, rerank
from core.search.section_segments import asks_to_explain
from core.search.understanding import understand
from core.search.word_coverage import query_words
from core.store.facts import DocumentFacts
from core.text.dates import quarter_in, years_in
from core.types import CitedPlace, Page, PageKind, Place, Span
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
CONCEPTS = load_concepts()


def tokens(text: str, language: str = "en") -> set[int]:
    return set(encoder(language).embed_query(text).indices)


def asked(text: str, *languages: str) -> set[int]:
    return set(query_vector(text, languages).indices)


def index_of(library: Mapping[str, Sequence[str]]) -> NameIndex:
    return NameIndex().replaced(len(library), {}, {name: keys_of(names) for name, names in library.items()})


NAMES = index_of(LIBRARY)


def boundaries_are_kept(asked: str, text: str) -> bool:
    (part,) = exact_parts(asked)
    return not part.stands_in(text) and part.stands_in(f"{text} and {asked} too")


def spellings_of_one_thing_find_each_other(spellings: list[str]) -> bool:
    parts = [part for asked in spellings for part in exact_parts(asked)]
    return len(parts) == len(spellings) and all(
        part.stands_in(f"See {written}, please.") for part in parts for written in spellings
    )


def presences(question: str, passage: str, language: str) -> list[float]:
    words = word_tokens(passage, language)
    return [word.presence(words, language) for word in query_words(question, [language])]


def a_word_is_found_in_a_script_without_spaces(language: str, text: str, word: str) -> bool:
    whole, part = tokens(text, language), tokens(word, language)
    return part <= whole and len(whole) > len(part) > 0


def names_in(question: str, index: NameIndex = NAMES) -> list[tuple[set[str], float]]:
    return [(set(match.document_ids), match.certainty) for match in index.names_in(question)]


def test_what_is_searched_for() -> None:
    rules = {
        "a_name_is_found": lambda question, document, certainty: (
            names_in(question) == [({document}, certainty)]
        ),
        "a_word_is_found_in_a_script_without_spaces": a_word_is_found_in_a_script_without_spaces,
        "a_word_is_found_in_other_forms": presences,
        "accents_are_folded": lambda written, plain, language: (
            tokens(written, language) == tokens(plain, language)
        ),
        "addresses_are_joined": lambda addresses: join_addresses(
            [Place(Span(n, n + 1), "any", address) for n, address in enumerate(addresses)]
        ),
        "boundaries_are_kept": boundaries_are_kept,
        "compounds_and_their_parts_find_each_other": lambda question, text: (
            bool(tokens(text, "de") & asked(question, "en", "de"))
            and not tokens(text, "de") & tokens(question, "de")
        ),
        "compounds_name_the_kind_they_end_with": lambda question: CONCEPTS.kinds_in(question),
        "forms_of_a_word_are_one_token_and_stop_words_none": lambda language, text, same: (
            tokens(text, language) == tokens(same, language) and len(tokens(same, language)) == 2
        ),
        "german_umlauts_are_found_however_they_are_written": lambda question, text: (
            tokens(text, "de") <= asked(question, "de")
        ),
        "kinds_are_known_in_the_plural": lambda question, kinds: (
            understand(question, CONCEPTS, Registry(0)).wanted.kinds == tuple(kinds)
        ),
        "names_of_a_document": lambda text: (
            find_facts("scan.pdf", "", [ReadPage(1, text, 595.0, 842.0, 0, "", b"")]).names
        ),
        "only_ids_are_ids": lambda text: as_uuid(text) is not None and str(as_uuid(text)) == text,
        "page_lists": lambda numbers: page_list(numbers),
        "quarters": lambda text: quarter_in(text),
        "rankings_are_fused": lambda rankings: [item for item, _ in reciprocal_rank_fusion(rankings)],
        "spellings_of_one_thing_find_each_other": spellings_of_one_thing_find_each_other,
        "the_newest_is_asked_for": lambda question: asks_for_newest(question, CONCEPTS),
        "what_is_to_be_explained": lambda question: asks_to_explain(question),
        "what_must_stand_exactly": lambda question: [part.text for part in exact_parts(question)],
        "what_only_looks_like_a_name_is_none": lambda question: NAMES.names_in(question),
        "what_only_looks_like_an_umlaut_is_left_alone": lambda word: other_spellings([word.lower()]),
        "what_speaks_of_the_answer_is_left_out": lambda question: without_form(question, CONCEPTS),
        "what_speaks_of_the_subject_stays": lambda question: without_form(question, CONCEPTS) == question,
        "where_a_word_is_a_part": lambda word, text: compounds_in(text, word),
        "years_and_spans": lambda question, years: years_in(question) == tuple(years),
    }
    score_rules("searches", rules)


def test_a_phrase_stands_word_by_word_whatever_is_between_them() -> None:
    phrase = Exact("right of first refusal")
    assert phrase.stands_in("has a Right of\nfirst-refusal.")
    assert not phrase.stands_in("the right of the first refusal")
    assert not phrase.stands_in("the bright of first refusal")


def test_the_index_has_one_word_for_each_spelling() -> None:
    text, words = coded("am 08.05.2023 über 36.000 Euro")
    assert (text, words) == ("am  08 05 2023  über   Euro", ["20230508", "202305", "36000"])
    for one, other in (("36,000", "36.000"), ("RE-2023-1", "RE/2023/1"), ("2023-05-08", "May 8, 2023")):
        assert word_tokens(one, "en") & word_tokens(other, "en")
    assert not word_tokens("36,000", "en") & word_tokens("54,000", "en")
    assert word_tokens("Mai 2023", "de") & word_tokens("08.05.2023", "de") - word_tokens("2023", "de")


def test_fused_scores_by_hand() -> None:
    fused = reciprocal_rank_fusion([["a", "b", "c"], ["c", "a"]])
    assert dict(fused) == pytest.approx({"a": 1 / 61 + 1 / 62, "c": 1 / 63 + 1 / 61, "b": 1 / 62})


def test_an_unknown_language_is_english_and_one_without_rules_keeps_its_words() -> None:
    assert encoder() is encoder("en") is encoder("")
    assert [stemmer_language(name) for name in ("", "en", "pl")] == ["english", "english", ""]
    assert tokens("boards", "pl") != tokens("board", "pl")
    assert len(tokens("the spółki spółka", "pl")) == 3


def test_a_question_finds_the_word_in_documents_of_each_language() -> None:
    question = "Verträge and contracts"
    wanted = asked(question, "en", "de", "en")
    assert wanted == tokens("Verträge contracts", "en") | tokens("Verträge contracts", "de")
    assert len(query_vector(question, ["en", "de", "en"]).indices) == len(wanted)
    assert tokens("Vertrag", "de") | tokens("contract", "en") <= wanted
    assert asked(question) == tokens(question)


def test_words_that_only_ask_or_say_nothing_in_the_questions_language_are_not_looked_for() -> None:
    found = asked("Wie lange und wofür hat man die Garantie für Pumpen?", "de")
    assert tokens("Garantie Pumpe", "de") <= found
    assert not found & tokens("lange wofür für", "de")
    assert asked("wofür?", "de")  # unless there is nothing else
    both = asked("What is the notice period of the contract?", "de", "en")
    assert both == tokens("notice period contract", "en") | tokens("notice period contract", "de")


def test_a_name_of_nearly_all_documents_tells_nothing() -> None:
    index = index_of({f"d{number}": ["Acme Ltd", f"Paper {number}"] for number in range(40)})
    assert names_in("What does Acme pay?", index) == []
    assert [match.name for match in index.names_in("What does Paper 7 say?")] == ["paper7"]


def test_documents_come_and_go_without_the_rest() -> None:
    old, new = keys_of(LIBRARY["epson"]), keys_of(["Brother manual"])
    changed = NAMES.replaced(NAMES.documents, {"epson": old}, {"epson": new})
    assert names_in("the Epson manual", changed) == []
    for index, question, document in (
        (changed, "the Brother manual", "epson"),
        (changed, "the Brothr Manual", "epson"),
        (changed, "about Microsoft", "software"),
        (NAMES, "the Epson manual", "epson"),
    ):
        assert [found for found, _certainty in names_in(question, index)] == [{document}]


def test_documents_are_ordered_by_what_they_are_about_then_by_their_date() -> None:
    order = [
        DocumentFacts(),
        DocumentFacts(date="2019-03-01"),
        DocumentFacts(years=(2021,), date="2022-02-01"),
        DocumentFacts(years=(2021,), quarter=2),
        DocumentFacts(date="2023-05-08"),
        DocumentFacts(date="2023-05-30"),
    ]
    assert sorted((order[place] for place in (3, 5, 0, 4, 2, 1)), key=recency) == order


def test_only_what_the_spans_touch_is_named() -> None:
    places = tuple(Place(Span(100 + 10 * n, 109 + 10 * n), "line", f"line {n + 1}") for n in range(5))
    page = Page(3, "", Span(100, 150), 0, 0, label="Intro", kind=PageKind.SECTION, places=places)
    assert cited_place([page], [Span(112, 118)]) == CitedPlace(3, PageKind.SECTION, "Intro", "line 2")
    assert cited_place([page], [Span(119, 131)]).place == "lines 3–4"
    assert cited_place([page], [Span(109, 110)]).place == ""
    assert cited_place([page], [Span(0, 50)]).place == ""


def test_a_passage_is_read_and_lifted_by_the_rules_of_its_language() -> None:
    words = query_words("Wie lange ist die Garantie auf Pumpen?", ["de", "en"])
    german = word_tokens("Die Garantie der Pumpe endet.", "de")
    assert [word.presence(german, "de") for word in words] == [1.0, 1.0]
    assert [word.presence(german, "en") for word in words] == [1.0, 0.0]  # "pumpen" is no English plural
    question = understand("Welche Prüfungen der Rolltore?", CONCEPTS, Registry(0))
    candidates = [
        Candidate("other", "Die Miete wird monatlich gezahlt.", "", 0.0300, language="de"),
        Candidate("right", "Das Rolltor braucht eine Prüfung.", "", 0.0290, language="de"),
    ]
    assert [name for name, _ in rerank(question, candidates)] == ["right", "other"]


@pytest.mark.parametrize(
    ("place", "told", "short"),
    [
        (CitedPlace(2, last_page=3), "pages 2–3", "pp. 2–3"),
        (CitedPlace(3, PageKind.PAGE, "iii", last_page=4), "pages 3–4 (iii f.)", "pp. 3–4 (iii f.)"),
        (
            CitedPlace(3, PageKind.SLIDE, "Roadmap", last_page=4),
            "slides 3–4 (Roadmap)",
            "slides 3–4 (Roadmap)",
        ),
        (CitedPlace(1, PageKind.SECTION, "", "lines 9–12", 2), "lines 9–12", "lines 9–12"),
        (CitedPlace(2, place="comment by Ann"), "page 2, comment by Ann", "p. 2, comment by Ann"),
    ],
)
def test_a_place_may_be_two_pages(place: CitedPlace, told: str, short: str) -> None:
    assert (place_words(place), place_words(place, short=True)) == (told, short)
