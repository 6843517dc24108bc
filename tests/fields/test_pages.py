"""What is read from a page, each a case: values and what only seems to be one, and the bucket it goes to."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cases import Case, cases, score
from tests.fields.pages import pages_of, sorted_into, values


@pytest.mark.parametrize("kind", ["values_of_documents", "values_of_lines", "values_of_tables"])
def test_values_of_a_page(kind: str, tmp_path: Path) -> None:
    def holds(case: Case) -> object:
        given = case.given
        pages = pages_of(given, tmp_path)
        found = values(given["bucket"], pages, given.get("language", "en"), given.get("name", ""))
        shown = {field: found.get(field) for field in case.expected}
        return shown == case.expected or f"expected {case.expected}, got {shown}"

    score(cases("pages", kind), holds)


def test_buckets_of_pages(tmp_path: Path) -> None:
    def holds(case: Case) -> object:
        bucket, confidence = sorted_into(pages_of(case.given, tmp_path))
        sure = confidence > case.given.get("above", 0)
        return (bucket == case.expected and sure) or f"expected {case.expected}, got {bucket}, {confidence}"

    score(cases("pages", "buckets"), holds)
