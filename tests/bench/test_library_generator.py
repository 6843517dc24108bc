"""The generated library: the same for a seed, true to its pages, and as mixed as it says it is."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date
from decimal import Decimal
from itertools import pairwise
from pathlib import Path

import pymupdf
import pytest

from core.cancel import CancelToken
from tests.benchmarks.library.generator import MoneyTruth, Truth, read_truths, write_corpus, write_truths
from tests.benchmarks.library.generator.facts import Facts
from tests.benchmarks.library.generator.formats import printed_date
from tests.benchmarks.library.generator.planning import plans
from tests.benchmarks.library.generator.schema import FIELDS, SHARES
from tests.benchmarks.library.generator.truth import FieldTruth
from tests.benchmarks.library.generator.writing import layouts
from tests.benchmarks.library.run import write_documents

DOCUMENTS, SEED = 40, 7
TYPES = {"text": str, "enum": str, "number": Decimal, "money": MoneyTruth, "date": date, "bool": bool}
MONTHS = {
    word[:3]: number
    for words in (
        "jan feb mar apr may jun jul aug sep oct nov dec",
        "jan feb mär apr mai jun jul aug sep okt nov dez",
    )
    for number, word in enumerate(words.split(), 1)
}
WORDS = {
    **dict(zip(["one", "two", "three", "four", "five", "six", "seven", "eight"], range(1, 9), strict=True)),
    **dict(zip(["ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht"], range(1, 9), strict=True)),
    "einem": 1,
    "einer": 1,
    "eine": 1,
    "ten": 10,
    "zehn": 10,
    "twelve": 12,
    "zwölf": 12,
    "fourteen": 14,
    "vierzehn": 14,
    "eighteen": 18,
    "achtzehn": 18,
    "twenty-four": 24,
    "vierundzwanzig": 24,
    "thirty": 30,
    "dreißig": 30,
    "thirty-six": 36,
    "sechsunddreißig": 36,
    "forty-eight": 48,
    "achtundvierzig": 48,
    "sixty": 60,
    "sechzig": 60,
    "ninety": 90,
    "neunzig": 90,
}
DAYS = {"da": 1, "ta": 1, "we": 7, "wo": 7, "mo": 30, "ye": 365, "ja": 365}


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Truth]]:
    folder = tmp_path_factory.mktemp("corpus")
    return folder, write_corpus(folder, documents=DOCUMENTS, seed=SEED)


def normalised(text: str) -> str:
    return " ".join(text.split())


def test_a_seed_gives_the_same_library_and_another_seed_another(tmp_path: Path) -> None:
    first = write_corpus(tmp_path / "first", documents=8, seed=3)
    again = write_corpus(tmp_path / "again", documents=8, seed=3)
    assert again == first
    for truth in first:
        written = (tmp_path / "first" / truth.filename).read_bytes()
        assert (tmp_path / "again" / truth.filename).read_bytes() == written
    other = plans(DOCUMENTS, 4, layouts())
    assert [plan.layout for plan in other] != [plan.layout for plan in plans(DOCUMENTS, 3, layouts())]


def test_every_truth_is_printed_on_its_page(corpus: tuple[Path, list[Truth]]) -> None:
    folder, truths = corpus
    checked = 0
    for truth in truths:
        if truth.scanned:
            continue
        with pymupdf.open(folder / truth.filename) as document:
            pages = [normalised(page.get_text()) for page in document]
        for name, field in truth.fields.items():
            assert field.text in pages[field.page - 1], (truth.filename, name, field)
            if isinstance(field.value, str) and len(field.text) > 6:
                assert not any(field.text in page for page in pages[: field.page - 1]), (truth.filename, name)
            checked += 1
    assert checked > DOCUMENTS * 5


def test_scans_have_pictures_and_no_text(corpus: tuple[Path, list[Truth]]) -> None:
    folder, truths = corpus
    scans = [truth for truth in truths if truth.scanned]
    assert len(scans) == 6
    for truth in scans:
        with pymupdf.open(folder / truth.filename) as document:
            for page in document:
                assert page.get_text().strip() == ""
                (picture,) = page.get_images()
                assert picture[2] / page.rect.width * 72 >= 148  # dpi


def test_values_are_of_their_fields_and_agree_with_what_is_printed(corpus: tuple[Path, list[Truth]]) -> None:
    for truth in corpus[1]:
        for name, field in truth.fields.items():
            kind = FIELDS[truth.bucket][name]
            assert type(field.value) is TYPES[kind.type]
            if kind.type == "enum":
                assert field.value in kind.keys
            elif kind.type in ("text", "number", "money", "date"):
                assert agrees(field), (truth.filename, name, field)


def agrees(field: FieldTruth) -> bool:
    value, text = field.value, field.text
    if isinstance(value, date):
        return printed_day(text) == value
    if isinstance(value, MoneyTruth):
        return digits(text) == digits(f"{value.amount:.2f}")
    if isinstance(value, Decimal):
        span = printed_span(text)
        if span and value in (span, span / 30, Decimal(round(span / Decimal("30.4")))):
            return True
        return digits(text).strip("0") == digits(str(value)).strip("0")
    return squeezed(str(value)) == squeezed(text)


def digits(text: str) -> str:
    return re.sub(r"\D", "", text.replace("cm³", "").replace("m³", ""))


def squeezed(text: str) -> str:
    return re.sub(r"\s", "", text).casefold()


def printed_day(text: str) -> date:
    """Read without the generator's own code: the month's name or the order of the figures decides."""
    figures = [int(figure) for figure in re.findall(r"\d+", text)]
    if match := re.search(r"[A-Za-zä]{3,}", text.replace(" day of ", " ").replace("the ", "")):
        month = MONTHS[match.group()[:3].lower()]
        day, year = figures
        return date(year, month, day)
    if "-" in text:
        return date(*figures)
    if "/" in text:
        return date(figures[2], figures[0], figures[1])
    return date(figures[2], figures[1], figures[0])


def printed_span(text: str) -> Decimal | None:
    """Days of "sixty (60) days" or "drei Monate"; None where `text` is no stretch of time."""
    words = text.replace("(", " ").replace(")", " ").split()
    unit = DAYS.get(words[-1][:2].lower())
    number = int(words[0]) if words[0].isdigit() else WORDS.get(words[0])
    return Decimal(number * unit) if unit and number else None


def test_the_mix_is_what_the_schema_says() -> None:
    made = plans(1000, 5, layouts())
    assert Counter(plan.bucket for plan in made) == {bucket: share * 10 for bucket, share in SHARES.items()}
    assert sum(plan.scanned for plan in made) == 150
    for bucket, names in layouts().items():
        mine = [plan for plan in made if plan.bucket == bucket]
        assert len(set(names)) >= 6
        assert {(plan.layout, plan.language) for plan in mine} == {
            (name, language) for name in names for language in ("de", "en")
        }
        assert abs(sum(plan.language == "de" for plan in mine) / len(mine) - 0.5) < 0.03


def test_names_of_files_are_unique_and_often_say_nothing(corpus: tuple[Path, list[Truth]]) -> None:
    folder, truths = corpus
    assert len({truth.filename.casefold() for truth in truths}) == DOCUMENTS
    assert {path.name for path in folder.iterdir()} == {truth.filename for truth in truths}
    vague = re.compile(r"scan|img_|doc\d|dokument|document|untitled|unbenannt|neu|final", re.IGNORECASE)
    assert 6 <= sum(bool(vague.match(truth.filename)) for truth in truths) <= 24


def test_no_words_lie_on_each_other(corpus: tuple[Path, list[Truth]]) -> None:
    folder, truths = corpus
    for truth in truths:
        with pymupdf.open(folder / truth.filename) as document:
            for page in document:
                words = sorted(page.get_text("words"), key=lambda word: (round(word[3]), word[0]))
                for one, two in pairwise(words):
                    shared = min(one[2], two[2]) - max(one[0], two[0])
                    high = min(one[3], two[3]) - max(one[1], two[1])
                    overlaps = shared > 1.5 and high > 0.5 * (one[3] - one[1])
                    assert not overlaps, (truth.filename, page.number, one[4], two[4])


def test_truths_survive_their_file(corpus: tuple[Path, list[Truth]], tmp_path: Path) -> None:
    write_truths(tmp_path / "truths.jsonl", corpus[1])
    assert read_truths(tmp_path / "truths.jsonl") == corpus[1]


def test_what_is_not_drawn_is_not_true() -> None:
    facts = Facts("invoices")
    printed, _ = facts.say("invoice_number", "7", "7"), facts.say("iban", "DE1", "DE1")
    facts.note(f"No. {printed}", 2)
    assert facts.truths() == {"invoice_number": FieldTruth("7", 2, "7")}
    with pytest.raises(ValueError, match="no key"):
        facts.say("document_type", "letter", "letter")


@pytest.mark.parametrize(
    ("form", "language", "text"),
    [
        ("ordinal", "en", "April 1st, 2023"),
        ("us-of", "en", "the 1st day of April 2023"),
        ("slash", "en", "04/01/2023"),
        ("de", "de", "1. April 2023"),
    ],
)
def test_dates_are_printed_as_in_their_countries(form: str, language: str, text: str) -> None:
    assert normalised(printed_date(date(2023, 4, 1), form, language)) == text


def test_an_empty_library_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="at least"):
        write_corpus(tmp_path, documents=0, seed=1)


def test_documents_to_try_come_with_their_values(tmp_path: Path) -> None:
    output = write_documents(tmp_path / "examples", 5, SEED, CancelToken())
    values = tmp_path / "examples.jsonl"
    assert str(values) in output.notes[0]
    written = {path.name for path in (tmp_path / "examples").iterdir()}
    assert {truth.filename for truth in read_truths(values)} == written
