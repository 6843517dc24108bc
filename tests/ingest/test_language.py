"""The language of a text is named when the text says it, and not otherwise."""

from __future__ import annotations

import subprocess
import sys

import pytest

from core.ingest.structure.document_language import SAMPLE_CHARACTERS, detect_language
from tests.cases import cases, score
from tests.ingest.test_textquality import SOUND

CODES = {case.id: case.expected for case in cases("ingest", "sound")}


@pytest.mark.slow
def test_a_sentence_or_two_say_the_language_and_figures_have_none() -> None:
    assert {name: detect_language(SOUND[name]) for name in CODES} == CODES


def test_so_do_capitals_and_a_text_with_a_table_in_it() -> None:
    languages = {name: code for name, code in CODES.items() if code}
    figures = f"\n{SOUND['a table']}{SOUND['numbers alone']}"
    assert {name: detect_language(SOUND[name].upper()) for name in languages} == languages
    assert {name: detect_language(SOUND[name] + figures) for name in languages} == languages


def test_codes_formulas_and_too_little_text_say_nothing() -> None:
    for text in (SOUND[name] for name in CODES if not CODES[name]):
        assert detect_language(text) == ""
    score(
        cases("ingest", "too_little"),
        lambda case: detect_language(case.given["text"]) == "" or "a language was named",
    )


def test_of_two_languages_the_one_with_more_text_is_named() -> None:
    english, german = SOUND["English"], SOUND["German"]
    assert detect_language(english * 4 + german) == "en"
    assert detect_language(english + german * 4) == "de"


def test_a_long_text_is_looked_at_in_several_places() -> None:
    names = "Kowalski Nowak Wiśniewski Wójcik Kamiński Lewandowski Zieliński " * (SAMPLE_CHARACTERS // 60)
    assert detect_language(names + SOUND["German"] * (3 * SAMPLE_CHARACTERS // 100)) == "de"


def test_nothing_is_loaded_before_it_is_needed() -> None:
    program = (
        "import sys; import core.ingest.structure.document_language as language; "
        "language.detect_language('12'); assert 'py3langid' not in sys.modules; "
        "assert language.detect_language('This is a sentence in English.') == 'en'; "
        "assert 'py3langid' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
