"""Which documents a library holds: kinds, languages, layouts, scans, and what their files are called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from tests.benchmarks.library.generator.schema import SCANNED_SHARE, SHARES

_FORBIDDEN = str.maketrans("", "", '/\\:*?"<>|\n\t')


@dataclass(frozen=True, slots=True)
class Plan:
    """Document `number` (from 0) of a library."""

    number: int
    bucket: str
    language: str
    layout: str
    scanned: bool


def plans(documents: int, seed: int, layouts: Mapping[str, Sequence[str]]) -> list[Plan]:
    """In the order they are written; kinds are mixed, layouts of a kind take turns in both languages."""
    chance = Random(f"plan {seed}")
    buckets = _by_share(documents)
    chance.shuffle(buckets)
    scanned = set(chance.sample(range(documents), round(documents * SCANNED_SHARE / 100)))
    turns = {bucket: chance.randrange(len(layouts[bucket])) for bucket in layouts}
    seen = dict.fromkeys(layouts, chance.randrange(2))
    made = []
    for number, bucket in enumerate(buckets):
        names = layouts[bucket]
        # Twice around: each layout comes up in one language, then in the other.
        turn = seen[bucket]
        layout = names[(turns[bucket] + turn) % len(names)]
        language = ("de", "en")[(turn + (turn // len(names) if len(names) % 2 == 0 else 0)) % 2]
        seen[bucket] += 1
        made.append(Plan(number, bucket, language, layout, number in scanned))
    return made


def _by_share(documents: int) -> list[str]:
    """So many of each kind as the shares say, by largest remainder."""
    exact = {bucket: documents * share / 100 for bucket, share in SHARES.items()}
    counts = {bucket: int(number) for bucket, number in exact.items()}
    rest = sorted(exact, key=lambda bucket: counts[bucket] - exact[bucket])
    for bucket in rest[: documents - sum(counts.values())]:
        counts[bucket] += 1
    return [bucket for bucket, count in counts.items() for _ in range(count)]


def file_name(chance: Random, names: Sequence[str], plan: Plan, taken: set[str]) -> str:
    """A name nobody has yet; scans are mostly called what the scanner calls them. Adds it to `taken`."""
    scanner = [
        f"scan{chance.randrange(1, 9999):04}",
        f"Scan_{chance.randrange(2020, 2026)}{chance.randrange(1, 13):02}{chance.randrange(1, 28):02}",
        f"IMG_{chance.randrange(1, 9999):04}",
        f"doc{chance.randrange(10000, 99999)}",
    ]
    vague = ["Dokument", "Unbenannt", "neu"] if plan.language == "de" else ["document", "Untitled", "final"]
    share = chance.random()
    if plan.scanned and share < 0.7:
        stem = chance.choice(scanner)
    elif share < 0.12:
        stem = chance.choice(vague)
    elif share < 0.2:
        stem = chance.choice(scanner)
    else:
        stem = chance.choice(list(names))
    stem = stem.translate(_FORBIDDEN).strip()
    name, again = f"{stem}.pdf", 1
    while name.casefold() in taken:
        again += 1
        name = f"{stem} ({again}).pdf"
    taken.add(name.casefold())
    return name
