"""The pattern detector: spans, kinds and targets, look-alikes, hostile text, the labelled passages."""

from __future__ import annotations

import time

import pytest

from core.research.references.detect import detect
from core.research.references.reference import ReferenceKind
from tests.benchmarks.research.detection import score
from tests.benchmarks.research.labelled import own_passages
from tests.scored import scored


@scored("references")
def test_kind_and_target(text: str, target: tuple[str, str]) -> None:
    assert target in [(one.kind.value, one.target) for one in detect(text)]


@scored("references")
def test_what_a_part_may_belong_to_is_told(text: str, elsewhere: str) -> None:
    assert detect(text)[0].elsewhere == elsewhere
    assert not detect(text)[0].document


def test_a_list_is_several_references_with_one_span() -> None:
    text = "as shown earlier [3, 5–7] and in Sections 4.1 through 4.3."
    found = detect(text)
    assert [one.number for one in found] == ["3", "5", "6", "7", "4.1", "4.2", "4.3"]
    assert {text[one.span.start : one.span.end] for one in found} == {"[3, 5–7]", "Sections 4.1 through 4.3"}
    assert all(one.words == text[one.span.start : one.span.end] for one in found)


@scored("references", list)
def test_a_range_names_what_lies_in_it(text: str, numbers: list[str]) -> None:
    assert [one.number for one in detect(text)] == numbers


def test_the_same_thing_has_the_same_key_in_both_languages() -> None:
    assert detect("siehe Abschnitt 3.2")[0].key == detect("see section 3.2")[0].key
    assert detect("siehe Abschnitt 3.2")[0].key != detect("see section 3.2 of the Service Manual")[0].key


@scored("references")
def test_look_alikes_are_none(text: str) -> None:
    assert detect(text) == []


def test_language_leaves_out_words_that_mean_something_else_in_it() -> None:
    text = "Er bestand mit Note 3 die Prüfung."
    assert detect(text, "de") == []
    assert [one.target for one in detect("with Note 3 to the accounts", "en")] == ["note 3"]
    # Where the text says to look there, it is one; a word without another meaning always is.
    assert next(one.target for one in detect("Siehe Note 3 des Abschlusses.", "de")).startswith("note 3")
    assert [one.target for one in detect("Die Form steht in Exhibit 7.", "de")] == ["annex 7"]


@pytest.mark.parametrize(
    "text",
    [
        "Section 1, 2, 3 and 4 " * 2000,
        "“see " * 8000,
        "Act of the " * 4000,
        "§ 1 Abs. 2, 3 und " * 2000,
        "a-" * 20000,
        "Smith, Jones, " * 6000,
    ],
)
def test_hostile_text_takes_no_longer_than_it_is_long(text: str) -> None:
    start = time.monotonic()
    detect(text)
    assert time.monotonic() - start < 10  # 0.3 s on an idle core; seconds each before the finders were bound


def test_own_passages_are_found_as_well_as_the_documentation_says() -> None:
    passages = own_passages()
    scores = score(passages, detect)
    assert scores.passages >= 300
    assert {*scores.by_kind} == set(ReferenceKind)
    assert scores.all.found / (scores.all.found + scores.all.missed) > 0.97
    assert scores.all.found / (scores.all.found + scores.all.invented) > 0.97
    # "works" was labelled by another hand: 3 of its 12 look-alikes are taken (4 at the first look).
    assert scores.all.told / scores.all.found > 0.98
    by_others = [one for one in passages if one.source == "works"]
    assert score(by_others, detect).alarms <= 3
    assert score([one for one in passages if one.source != "works"], detect).alarms <= 3
