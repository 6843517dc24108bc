"""What the benchmark makes of labelled passages: what counts as found, and figures with their bounds."""

from __future__ import annotations

import pytest

from core.research.references.detect import detect
from core.research.references.reference import Reference, ReferenceKind
from core.types import Span
from tests.benchmarks.figures import Results
from tests.benchmarks.research.detection import score, tells_numbers
from tests.benchmarks.research.labelled import Label, Passage, own_passages
from tests.benchmarks.research.library_plan import chains, planned_library
from tests.benchmarks.research.real_places import real_places
from tests.benchmarks.research.references import _detection, _halves

TEXT = "see section 3.2 of the Service Manual"
PASSAGE = Passage(
    TEXT, "en", "own", False, (Label(ReferenceKind.SECTION, Span(4, 15)),), (Span(23, len(TEXT)),)
)


def reference(kind: ReferenceKind, start: int, end: int, document: str = "") -> Reference:
    return Reference(kind, TEXT[start:end], Span(start, end), "section", "3.2", document)


def test_found_missed_and_invented() -> None:
    right = reference(ReferenceKind.SECTION, 4, 15, "Service Manual")
    assert score([PASSAGE], lambda _: [right]).mistakes == []
    wider = score([PASSAGE], lambda _: [reference(ReferenceKind.SECTION, 4, 18, "Service Manual")])
    assert (wider.all.found, wider.all.exact, wider.mistakes) == (1, 0, [])
    kind = score([PASSAGE], lambda _: [reference(ReferenceKind.DOCUMENT, 4, 15)])
    assert (kind.all.found, kind.all.missed, kind.all.invented) == (0, 1, 1)
    assert kind.containers.missed == 1
    elsewhere = score([PASSAGE], lambda _: [right, reference(ReferenceKind.SECTION, 0, 3)])
    assert (elsewhere.all.found, elsewhere.all.invented) == (1, 1)
    silent = Passage("nothing", "en", "own", False, (), ())
    assert score([silent], lambda _: [reference(ReferenceKind.SECTION, 0, 3)]).alarms == 1


@pytest.mark.parametrize(
    ("words", "numbers", "told"),
    [
        ("Sections 4.1 through 4.3", ("4.1", "4.2", "4.3"), True),
        ("Sections 4.1 through 4.3", ("4.1", "4.3"), False),
        ("§§ 7 bis 9", ("7", "8", "9"), True),
        ("§§ 7 bis 9", ("7", "8", "19"), False),
        ("§ 15 Abs. 2 Satz 3", ("15(2)",), True),
        ("§ 15 Abs. 2 Satz 3", ("16(2)",), False),
        ("Absatz 2 Satz 3", ("2",), True),
        ("Absätzen 1 und 2", ("1",), False),
        ("pages 44-46", ("44", "45", "46"), True),
        ("drawing 4711-E-03", ("4711",), False),
        ("[5, Chapter 2]", ("5",), True),
        ("Weber et al. (2017, pp. 12–15)", ("Weber 2017",), True),
    ],
)
def test_a_wrong_number_or_half_a_range_does_not_count_as_told(
    words: str, numbers: tuple[str, ...], told: bool
) -> None:
    span = Span(0, len(words))
    found = [Reference(ReferenceKind.SECTION, words, span, "section", number) for number in numbers]
    assert tells_numbers(words, found) is told
    passage = Passage(words, "en", "own", False, (Label(ReferenceKind.SECTION, span),), ())
    scores = score([passage], lambda _: found)
    assert (scores.all.found, scores.all.told, len(scores.mistakes)) == (1, int(told), int(not told))


def test_halves_do_not_share_a_passage_and_each_figure_has_bounds() -> None:
    halves = _halves(own_passages())
    texts = [passage.text for half in halves.values() for passage in half]
    assert len(texts) == len(set(texts)) == len({passage.text for passage in own_passages()})
    kept_back = [one for name in ("held out", "labelled last", "works and addresses") for one in halves[name]]
    assert all(passage.held_out for passage in kept_back)
    for kind in ReferenceKind:
        assert any(label.kind is kind for passage in kept_back for label in passage.labels), kind
    results: Results = {}
    lines: list[str] = []
    _detection("held out", halves["held out"], detect, results, lines)
    low = results["held out.all.precision, lower bound"].value
    high = results["held out.all.precision, upper bound"].value
    share = results["held out.all.precision"]
    assert low is not None
    assert high is not None
    assert share.value is not None
    assert low < share.value <= high
    assert share.of is not None
    assert share.of >= 90


def test_the_constructed_library_is_as_the_documentation_says() -> None:
    documents, known = planned_library()
    assert len(documents) >= 40
    assert {document.language for document in documents} == {"de", "en"}
    names = {document.filename for document in documents}
    headings = {(document.filename, block.name) for document in documents for block in document.blocks}
    for one in known:
        for file, place in one.targets:
            assert file in names
            assert not place or (file, place) in headings, one
    assert len(chains(known)) >= 15


def test_real_places_are_left_out_where_their_files_are_not(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setenv("DOCUCHAT_SHARED", "/nowhere")
    assert real_places() == []
    monkeypatch.delenv("DOCUCHAT_SHARED")
    assert real_places() == []
