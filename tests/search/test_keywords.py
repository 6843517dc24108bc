"""Words are stemmed by the rules of their language, a question by those of all languages it is asked in."""

from __future__ import annotations

import pytest

from core.search.german import other_spellings
from core.search.keywords import encoder, query_vector, stemmer_language


def tokens(text: str, language: str = "en") -> set[int]:
    return set(encoder(language).embed_query(text).indices)


@pytest.mark.parametrize(
    ("language", "text", "same"),
    [
        ("en", "the boards were running", "board run"),
        ("de", "die Häuser und der Vertrag", "Haus Verträge"),
        ("fr", "les contrats nationales", "contrat national"),
        ("es", "las empresas españolas", "empresa española"),
        ("ru", "отчёты и акции", "отчёт акция"),
    ],
)
def test_forms_of_a_word_are_one_token_and_stop_words_none(language: str, text: str, same: str) -> None:
    assert tokens(text, language) == tokens(same, language)
    assert len(tokens(same, language)) == 2


def test_accents_are_folded() -> None:
    assert tokens("Müller", "de") == tokens("Muller", "de")
    assert tokens("Zürich", "en") == tokens("Zurich", "en")


def test_an_unknown_language_is_taken_for_english() -> None:
    assert encoder() is encoder("en") is encoder("")
    assert stemmer_language("") == stemmer_language("en") == "english"


def test_a_language_without_rules_keeps_its_words_as_they_stand() -> None:
    assert stemmer_language("pl") == ""
    assert tokens("boards", "pl") != tokens("board", "pl")
    assert len(tokens("the spółki spółka", "pl")) == 3


@pytest.mark.parametrize(
    ("language", "text", "word"),
    [
        ("zh", "董事会批准了年度报告。", "报告"),
        ("ja", "取締役会は年次報告書を承認した。", "報告書を"),
        ("th", "คณะกรรมการอนุมัติรายงานประจำปี", "อนุมัติ"),
    ],
)
def test_a_word_is_found_in_a_script_without_spaces(language: str, text: str, word: str) -> None:
    assert tokens(word, language) <= tokens(text, language)
    assert len(tokens(text, language)) > len(tokens(word, language)) > 0


def test_a_question_finds_the_word_in_documents_of_each_language() -> None:
    question = "Verträge and contracts"
    vector = query_vector(question, ["en", "de", "en"])
    wanted = set(vector.indices)
    assert wanted == tokens("Verträge contracts", "en") | tokens("Verträge contracts", "de")
    assert len(vector.indices) == len(wanted)
    assert tokens("Vertrag", "de") <= wanted
    assert tokens("contract", "en") <= wanted
    assert set(query_vector(question, []).indices) == tokens(question)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Kuendigung", "Kündigung"),
        ("Kündigungen", "Die Kuendigung"),
        ("Gebuehrenhoehe", "Gebührenhöhe"),
        ("Straße", "Strasse"),
    ],
)
def test_german_umlauts_are_found_however_they_are_written(question: str, text: str) -> None:
    assert tokens(text, "de") <= set(query_vector(question, ["de"]).indices)


@pytest.mark.parametrize("word", ["Quelle", "neue", "Frauen", "Treue", "Quoten", "abenteuerlich"])
def test_what_only_looks_like_an_umlaut_is_left_alone(word: str) -> None:
    assert other_spellings([word.lower()]) == []


def test_words_that_only_ask_are_not_looked_for() -> None:
    found = set(query_vector("Wie lange und wofür hat man die Garantie für Pumpen?", ["de"]).indices)
    assert tokens("Garantie Pumpe", "de") <= found
    assert not found & tokens("lange wofür für", "de")
    assert query_vector("wofür?", ["de"]).indices  # unless there is nothing else


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Welche Kündigungsfrist gilt?", "Die Frist der Kündigung beträgt neun Monate."),
        ("Wie lang ist die Frist der Kündigung?", "Die Kündigungsfrist beträgt neun Monate."),
        ("Wie viele Unfälle bei der Arbeit gab es?", "Die Zahl der Arbeitsunfälle sank."),
        ("Wann kommt die Kautionsabrechnung?", "Die Kaution ist binnen sechs Monaten fällig."),
    ],
)
def test_compounds_and_their_parts_find_each_other(question: str, text: str) -> None:
    assert tokens(text, "de") & set(query_vector(question, ["en", "de"]).indices)
    assert not tokens(text, "de") & tokens(question, "de")


def test_words_that_say_nothing_in_the_questions_language_are_not_looked_for() -> None:
    question = "What is the notice period of the contract?"
    both = set(query_vector(question, ["de", "en"]).indices)
    assert both == tokens("notice period contract", "en") | tokens("notice period contract", "de")
