"""Whether words of a question name a document: its file, its title, the lines at the top of its pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.answer.sources import Source
from core.search.concepts import words
from core.text.textspan import is_table_row

_LEAST_LETTERS = 3  # of a word that is looked for within a file's name
_FIRST_LINES = 5  # of a page, that may name whose table it is
_LONGEST_NAME = 6  # words of such a line
# These say what is asked, also where a file's name has them within another word.
_NO_NAMES = frozenset(words("net gross core tax pre non per cash cost total income sales debt"))
_JOINING = "n"  # "JnJ" stands for "J and J"


def is_named(unexplained: Iterable[str], sources: Sequence[Source]) -> bool:
    """Whether each word is what the document of these sources, or one of their pages, is called."""
    return all(any(names(word, source) for source in sources) for word in unexplained)


def names(word: str, source: Source) -> bool:
    """A word of the names, a part of the file's, or its initials ("JnJ", "JPM")."""
    lines = [sentence.text for sentence in source.sentences[:_FIRST_LINES]]
    titles = " ".join(
        line
        for line in lines
        if len(line.split()) <= _LONGEST_NAME and not line.endswith(".") and not is_table_row(line)
    )
    file_name = words(source.document.filename.rpartition(".")[0].replace("_", " "))
    if word in file_name or word in words(f"{source.document.title} {titles}"):
        return True
    within = len(word) >= _LEAST_LETTERS and word not in _NO_NAMES
    if within and any(word in part for part in file_name):
        return True
    letters = "".join(part[0] for part in file_name if part.isalpha())
    short = "".join(word.split(_JOINING)) if word[1:-1] == _JOINING else word
    return len(short) > 1 and letters.startswith(short)
