"""The server's adapter beside the embedded index: the same chunks, the same questions, the same results?

`qdrant-client` in its in-memory mode stands for the server: it compares all vectors in Python, so its times
say nothing about a server's. What is compared is exact: no graph, no 4-bit vectors first. On the caller's
thread.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from core.search.base import ScoredPoint, Vectors
from core.search.edge import EdgeIndex
from core.search.fusion import reciprocal_rank_fusion
from core.search.server import ServerIndex
from tests.benchmarks.scale.synthetic import DIMENSIONS, SyntheticLibrary

MOST_SERVED = 20_000  # chunks; above, the in-memory mode itself advises against it
QUESTIONS = 10  # in each selection: a search takes the in-memory mode a second and more
CANDIDATES = 50  # of each ranking, as the retriever asks for
SCORES_AGREE = 0.002  # cosines are rounded differently, weights of words computed in another order
_SHOWN = 10
_UPSERT = 400


@dataclass(slots=True)
class Comparison:
    """Rankings compared with those of the embedded index, and seconds of each search by selection."""

    compared: int = 0
    same: int = 0
    same_shown: int = 0
    shown: int = 0
    largest_difference: float = 0.0
    insert_per_s: float = 0.0
    seconds: dict[str, list[float]] = field(default_factory=dict)


def compare_with_server(
    library: SyntheticLibrary,
    embedded: EdgeIndex,
    selections: Mapping[str, Sequence[str] | None],
    check: Callable[[], None],
) -> Comparison:
    """Ask both indexes the same questions in the same selections (name → document ids, None for all).

    Raises:
        StorageError: one of them cannot be read. What `check` raises after Stop.
    """
    found = Comparison()
    with _in_memory() as server:
        chunks, seconds = _insert(library, server, check)
        found.insert_per_s = chunks / seconds
        questions = [library.question(number) for number in range(QUESTIONS)]
        for name, selected in selections.items():
            times = found.seconds.setdefault(name, [])
            for text, vector in questions:
                check()
                began = time.perf_counter()
                theirs = _rankings(server, text, vector, selected)
                times.append(time.perf_counter() - began)
                own = [
                    embedded.search_dense(vector, CANDIDATES, selected, exact=True),
                    embedded.search_keywords(text, CANDIDATES, selected),
                ]
                for one, other in zip(own, theirs, strict=True):
                    found.compared += 1
                    found.same += same_ranking(one, other)
                    found.largest_difference = max(found.largest_difference, _difference(one, other))
                found.shown += 1
                found.same_shown += _fused(own) == _fused(theirs)
    return found


def same_ranking(one: Sequence[ScoredPoint], other: Sequence[ScoredPoint]) -> bool:
    """Whether two rankings are the same but for the order of equal scores.

    Place by place the scores are equal, and every chunk that is in one only scores as low as the last place,
    where chunks of equal score may have been cut off.
    """
    if len(one) != len(other) or _difference(one, other) > SCORES_AGREE:
        return False
    lowest = min((point.score for point in (*one, *other)), default=0.0)
    of_one, of_other = ({point.chunk_id: point.score for point in ranking} for ranking in (one, other))
    alone = of_one.keys() ^ of_other.keys()
    return all((of_one.get(name) or of_other[name]) <= lowest + SCORES_AGREE for name in alone) and all(
        abs(of_one[name] - of_other[name]) <= SCORES_AGREE for name in of_one.keys() & of_other.keys()
    )


def _difference(one: Sequence[ScoredPoint], other: Sequence[ScoredPoint]) -> float:
    return max((abs(a.score - b.score) for a, b in zip(one, other, strict=False)), default=0.0)


def _rankings(
    index: ServerIndex, text: str, vector: Vectors, selected: Sequence[str] | None
) -> list[list[ScoredPoint]]:
    return [
        index.search_dense(vector, CANDIDATES, selected),
        index.search_keywords(text, CANDIDATES, selected),
    ]


def _fused(rankings: Sequence[Sequence[ScoredPoint]]) -> list[str]:
    """What would be shown."""
    fused = reciprocal_rank_fusion([[point.chunk_id for point in ranking] for ranking in rankings])
    return [chunk_id for chunk_id, _ in fused[:_SHOWN]]


def _insert(library: SyntheticLibrary, server: ServerIndex, check: Callable[[], None]) -> tuple[int, float]:
    """Chunks and the seconds they took."""
    chunks, spent = 0, 0.0
    for document in library:
        check()
        points = document.points()
        began = time.perf_counter()
        for start in range(0, len(points), _UPSERT):
            server.upsert(points[start : start + _UPSERT])
        spent += time.perf_counter() - began
        chunks += len(points)
    return chunks, spent


@contextmanager
def _in_memory() -> Iterator[ServerIndex]:
    from qdrant_client import QdrantClient  # 0.5 s, needed here only

    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Payload indexes have no effect")
        server = ServerIndex(QdrantClient(":memory:"), "scale", DIMENSIONS, where="memory")
    try:
        yield server
    finally:
        server.close()
