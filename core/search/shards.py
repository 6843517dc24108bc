"""The shape of an embedded shard and of questions to it, for the index and the process that builds graphs.

Values, and the making of a shard. Measured with Edge 0.9.0 on chunks like real ones (`benchmarks scale`):
with vectors also kept in 4 bits a value, looked through first, and the best compared in full, a search
without a graph takes a quarter of the time and finds the same ten; 1 bit a value loses 1 to 10 of 100.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import qdrant_edge as qe

from core.search.base import IndexPoint, Vectors
from core.search.keywords import DENSE, KEYWORDS, document_vector

_LINKS, _BUILD_WIDTH = 16, 128  # of the graph
_SEARCH_WIDTH = 512  # with 200 the graph of 100,000 points lost 3 of 100, at a tenth of a millisecond less
_INDEX_FROM_KB = 10_000  # of vectors in one segment: smaller ones are looked through faster
_COPY_BATCH = 200
_COMPARED = 3.0  # times as many as are asked for are compared in full
# Two files of the write-ahead log are always there in full length, which is 32 MB where nothing is said. With
# 1 MB 10,000 points take half as long again, with 4 MB as long as with 32.
_LOG_BYTES = 4 << 20
_CONFIG_FILE = "edge_config.json"


def shard_config(dimensions: int) -> Any:
    """What `load` takes. Segments written with other settings stay as they are."""
    quantized = qe.TurboQuantQuantizationConfig(bits=qe.TurboQuantBitSize.Bits4, always_ram=True)
    return qe.EdgeConfig(
        vectors={
            DENSE: qe.EdgeVectorParams(dimensions, qe.Distance.Cosine, quantization_config=quantized),
        },
        sparse_vectors={KEYWORDS: qe.EdgeSparseVectorParams(modifier=qe.Modifier.Idf)},
        hnsw_config=qe.HnswIndexConfig(_LINKS, _BUILD_WIDTH, _INDEX_FROM_KB),
        optimizers=qe.EdgeOptimizersConfig(indexing_threshold=_INDEX_FROM_KB),
        wal_enabled=True,
    )


def create_shard(folder: Path, dimensions: int) -> Any:
    """A new, empty shard in an empty folder, with an index of the documents that its points belong to.

    The size of the log's files belongs to Edge's configuration, but Python's `EdgeConfig` (0.9.0) cannot say
    it. What is not said when a shard is loaded is taken from its own file, so that one is written first; a
    version whose `EdgeConfig` has `wal_options` needs no file. Shards made before keep their log.

    Raises:
        OSError: the folder cannot be written. Edge raises its own errors.
    """
    log = {"segment_capacity": _LOG_BYTES, "segment_queue_len": 0, "retain_closed": 1}
    (folder / _CONFIG_FILE).write_text(json.dumps({"wal_options": log}), encoding="utf-8")
    shard = qe.EdgeShard.load(str(folder), shard_config(dimensions))
    shard.update(qe.UpdateOperation.create_field_index("document_id", qe.PayloadSchemaType.Keyword))
    return shard


def near(vector: Vectors) -> Any:
    """The query for chunks near a vector."""
    return qe.Query.Nearest(vector.astype(np.float32).tolist(), using=DENSE)


def search_params() -> Any:
    """Few bits first, then the best ones in full; wide enough in the graph."""
    return qe.SearchParams(
        hnsw_ef=_SEARCH_WIDTH,
        quantization=qe.QuantizationSearchParams(rescore=True, oversampling=_COMPARED),
    )


def of_documents(document_ids: Sequence[str]) -> Any:
    """The condition that a point belongs to one of these."""
    match = qe.MatchAny(list(document_ids))
    return qe.Filter(must=[qe.FieldCondition("document_id", match=match)])


def edge_point(point: IndexPoint) -> Any:
    """A chunk with its keyword vector."""
    vector: dict[str, Any] = {KEYWORDS: document_vector(point.keyword_text, point.language)}
    if point.vector is not None:
        vector[DENSE] = point.vector.astype(np.float32).tolist()
    return qe.Point(point.chunk_id, vector, {"document_id": point.document_id, "page": point.page})


def copy_points(source: Any, target: Any) -> int:
    """Write all points of a shard into another one, with all they carry; how many there were."""
    copied, offset = 0, None
    while True:
        request = qe.ScrollRequest(offset=offset, limit=_COPY_BATCH, with_payload=True, with_vector=True)
        records, offset = source.scroll(request)
        if records:
            points = [qe.Point(found.id, found.vector, found.payload) for found in records]
            target.update(qe.UpdateOperation.upsert_points(points))
            copied += len(records)
        if offset is None:
            return copied


def points_per_document(shard: Any) -> dict[str, tuple[int, int]]:
    """document_id → (points, points with a dense vector)."""
    everything = _facet(shard, None)
    embedded = _facet(shard, qe.Filter(must=[qe.HasVectorCondition(DENSE)]))
    return {name: (count, embedded.get(name, 0)) for name, count in everything.items()}


def _facet(shard: Any, condition: Any) -> dict[str, int]:
    request = qe.FacetRequest("document_id", limit=1_000_000, exact=True, filter=condition)
    return {str(hit.value): int(hit.count) for hit in shard.facet(request).hits if hit.count}
