"""Words of questions against passages, token by token, as the re-ranker counts them."""

from __future__ import annotations

from core.search.concepts import load_concepts
from core.search.keywords import word_tokens
from core.search.registry import Registry
from core.search.rerank import Candidate, rerank
from core.search.understanding import understand
from core.search.word_coverage import query_words


def test_a_passage_is_read_by_the_rules_of_its_language() -> None:
    words = query_words("Wie lange ist die Garantie auf Pumpen?", ["de", "en"])
    german = word_tokens("Die Garantie der Pumpe endet.", "de")
    assert [word.presence(german, "de") for word in words] == [1.0, 1.0]
    assert [word.presence(german, "en") for word in words] == [1.0, 0.0]  # "pumpen" is no English plural


def test_stemmed_words_lift_a_passage_in_its_language() -> None:
    asked = understand("Welche Prüfungen der Rolltore?", load_concepts(), Registry(0))
    candidates = [
        Candidate("other", "Die Miete wird monatlich gezahlt.", "", 0.0300, language="de"),
        Candidate("right", "Das Rolltor braucht eine Prüfung.", "", 0.0290, language="de"),
    ]
    assert [name for name, _ in rerank(asked, candidates)] == ["right", "other"]


def test_compounds_name_the_kind_they_end_with() -> None:
    concepts = load_concepts()
    assert concepts.kinds_in("Welcher Wartungsvertrag?") == ["contract"]
    assert concepts.kinds_in("Wann kommt die Kautionsabrechnung?") == []
    assert concepts.kinds_in("machine learning") == []
