"""Models in several GGUF files, as `gguf-split` of llama.cpp names them: `name-00001-of-00003.gguf`.

llama.cpp is given the first and finds the others by their names. Only names are looked at here. Any thread.
"""

from __future__ import annotations

import re
from pathlib import Path

_PART = re.compile(r"(.+)-(\d{5})-of-(\d{5})(\.gguf)", re.IGNORECASE)


def parts_of(path: Path) -> tuple[Path, ...]:
    """All files of the model that `path` belongs to, the first in front, also those that are not there."""
    named = _PART.fullmatch(path.name)
    if named is None or not 1 <= int(named[2]) <= int(named[3]):
        return (path,)
    stem, _number, count, ending = named.groups()
    return tuple(path.with_name(f"{stem}-{at:05}-of-{count}{ending}") for at in range(1, int(count) + 1))


def whole_name(path: Path) -> str:
    """Of the model, without its ending and the number of the part."""
    named = _PART.fullmatch(path.name)
    return named[1] if named is not None else path.stem
