"""Names of documents in questions: what is a name, and what only looks like one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from core.ingest.readers.base import ReadPage
from core.ingest.structure.document_facts import find_facts
from core.search.name_index import NameIndex, keys_of

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


def index_of(library: Mapping[str, Sequence[str]]) -> NameIndex:
    return NameIndex().replaced(len(library), {}, {name: keys_of(names) for name, names in library.items()})


@pytest.fixture(scope="module")
def index() -> NameIndex:
    return index_of(LIBRARY)


def test_a_name_of_nearly_all_documents_tells_nothing() -> None:
    index = index_of({f"d{number}": ["Acme Ltd", f"Paper {number}"] for number in range(40)})
    assert index.names_in("What does Acme pay?") == []
    assert [match.name for match in index.names_in("What does Paper 7 say?")] == ["paper7"]


def test_documents_come_and_go_without_the_rest(index: NameIndex) -> None:
    old, new = keys_of(LIBRARY["epson"]), keys_of(["Brother manual"])
    changed = index.replaced(index.documents, {"epson": old}, {"epson": new})
    assert changed.names_in("the Epson manual") == []
    assert [set(match.document_ids) for match in changed.names_in("the Brother manual")] == [{"epson"}]
    assert [set(match.document_ids) for match in changed.names_in("about Microsoft")] == [{"software"}]
    assert [set(match.document_ids) for match in index.names_in("the Epson manual")] == [{"epson"}]
    assert changed.names_in("the Brothr Manual")[0].document_ids == {"epson"}


def facts_names(text: str, filename: str = "scan.pdf") -> tuple[str, ...]:
    return find_facts(filename, "", [ReadPage(1, text, 595.0, 842.0, 0, "", b"")]).names


def test_parties_of_a_contract_are_no_names() -> None:
    text = (
        'This agreement is between Kestrel Pumps Ltd ("Kestrel") and Nordwind GmbH (the "Supplier").\n'
        'The flat is let by Lindner GmbH (nachfolgend "Vermieter") to Ms Yilmaz ("Mieter").'
    )
    assert facts_names(text) == ("Kestrel Pumps", "Nordwind", "Lindner", "Kestrel")


def test_words_before_a_market_are_no_names() -> None:
    assert facts_names("SHARES ARE TRADED ON NYSE AND LISTED FOR TRADING IN NASDAQ") == ()
    assert facts_names("Common stock ADBE NASDAQ") == ("ADBE",)
