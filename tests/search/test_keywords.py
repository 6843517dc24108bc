"""Words are stemmed by the rules of their language, a question by those of all languages it is asked in."""

from __future__ import annotations

from core.search.keywords import encoder, query_vector, stemmer_language


def tokens(text: str, language: str = "en") -> set[int]:
    return set(encoder(language).embed_query(text).indices)


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


def test_a_question_finds_the_word_in_documents_of_each_language() -> None:
    question = "Verträge and contracts"
    vector = query_vector(question, ["en", "de", "en"])
    wanted = set(vector.indices)
    assert wanted == tokens("Verträge contracts", "en") | tokens("Verträge contracts", "de")
    assert len(vector.indices) == len(wanted)
    assert tokens("Vertrag", "de") <= wanted
    assert tokens("contract", "en") <= wanted
    assert set(query_vector(question, []).indices) == tokens(question)


def test_words_that_only_ask_are_not_looked_for() -> None:
    found = set(query_vector("Wie lange und wofür hat man die Garantie für Pumpen?", ["de"]).indices)
    assert tokens("Garantie Pumpe", "de") <= found
    assert not found & tokens("lange wofür für", "de")
    assert query_vector("wofür?", ["de"]).indices  # unless there is nothing else


def test_words_that_say_nothing_in_the_questions_language_are_not_looked_for() -> None:
    question = "What is the notice period of the contract?"
    both = set(query_vector(question, ["de", "en"]).indices)
    assert both == tokens("notice period contract", "en") | tokens("notice period contract", "de")
