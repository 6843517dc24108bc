"""Fixed sentences in both languages, with the same slots and the literal words of the specification."""

from __future__ import annotations

import re

import pytest

from core.answer.asking.question_language import question_language
from core.answer.replies import _REPLIES, reply, reply_template

SLOT = re.compile(r"slot\w+")


class _Slots(dict[str, str]):
    """Fills every slot with its own name."""

    def __missing__(self, name: str) -> str:
        return f"slot{name}"


@pytest.mark.parametrize("key", sorted(_REPLIES))
def test_every_sentence_is_there_in_both_languages_with_the_same_slots(key: str) -> None:
    templates = [reply_template(key, language) for language in ("en", "de")]
    english, german = (template.format_map(_Slots()) for template in templates)
    assert english != german
    assert sorted(SLOT.findall(english)) == sorted(SLOT.findall(german))
    for text in (english, german):
        assert text.strip() == text
        assert text


def test_another_language_gets_english() -> None:
    assert reply("thanks", "fr") == reply("thanks", "en")


@pytest.mark.parametrize("key", sorted(_REPLIES))
def test_nothing_is_called_uploaded(key: str) -> None:
    """Documents stay where they are, and the program works without a network."""
    for language in ("en", "de"):
        assert not re.search("upload|hochgeladen", reply_template(key, language), re.IGNORECASE)


def test_where_words_do_not_tell_the_language_before_counts() -> None:
    assert question_language("B-120?", "de") == "de"
    assert question_language("B-120?") == "en"
