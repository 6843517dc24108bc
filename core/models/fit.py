"""What a model needs against what this machine has: memory, and the context that fits into it.

Memory of a model with a context of n tokens = `memory_bytes` (weights and work buffers, from the catalogue)
+ n × `kv_bytes_per_token`. A quarter of the free memory, at least 512 MiB, stays for the rest of the program
and of the computer: the embedder alone takes about 450 MB (measured). Pure arithmetic; any thread.
"""

from __future__ import annotations

from dataclasses import dataclass

import psutil

from core.models.catalogue import ModelEntry

# A document question with its evidence rarely needs more, and every token of context costs memory and time.
DEFAULT_CONTEXT = 8192
MINIMUM_CONTEXT = 1024
CONTEXT_STEP = 256
RESERVE_BYTES = 512 << 20
# Below this a model (135 million weights) writes fluent sentences that have little to do with its prompt.
LEAST_WRITER_BYTES = 400_000_000


@dataclass(frozen=True, slots=True)
class Fit:
    """`needed_bytes` with the smallest useful context, the machine's memory, and what is free."""

    needed_bytes: int
    total_bytes: int
    free_bytes: int

    @property
    def verdict(self) -> str:
        """`fits`, `tight` (other programs must be closed) or `too large`."""
        if self.needed_bytes + RESERVE_BYTES > self.total_bytes:
            return "too large"
        return "fits" if self.needed_bytes <= self.free_bytes - RESERVE_BYTES else "tight"


def free_memory() -> int:
    """Bytes that can be taken without swapping."""
    return int(psutil.virtual_memory().available)


def memory_needed(entry: ModelEntry, context_tokens: int) -> int:
    """Bytes the model needs with that context."""
    return entry.memory_bytes + context_tokens * entry.kv_bytes_per_token


def can_write(entry: ModelEntry) -> bool:
    """Whether an answer model is large enough to write answers rather than to be tried out."""
    return entry.memory_bytes >= LEAST_WRITER_BYTES


def fit(entry: ModelEntry) -> Fit:
    """Compare `entry` with this machine."""
    memory = psutil.virtual_memory()
    context = min(entry.context_tokens, MINIMUM_CONTEXT) if entry.role == "answer" else 0
    return Fit(memory_needed(entry, context), int(memory.total), int(memory.available))


def choose_context(entry: ModelEntry, free_bytes: int, requested: int = 0) -> int:
    """Context size in tokens for an answer model.

    `requested` 0 means `DEFAULT_CONTEXT`. The result is never above the model's own context or what the
    memory carries: (free − max(free / 4, 512 MiB) − memory_bytes) / kv_bytes_per_token, rounded down to 256;
    and never under 1,024, because below that no evidence fits: then loading may fail, and says so.
    """
    wanted = min(requested or DEFAULT_CONTEXT, entry.context_tokens or DEFAULT_CONTEXT)
    if entry.kv_bytes_per_token:
        usable = free_bytes - max(free_bytes // 4, RESERVE_BYTES) - entry.memory_bytes
        carried = max(usable, 0) // entry.kv_bytes_per_token
        wanted = min(wanted, carried)
    if wanted >= CONTEXT_STEP:
        wanted -= wanted % CONTEXT_STEP
    floor = min(MINIMUM_CONTEXT, entry.context_tokens or MINIMUM_CONTEXT)
    return max(wanted, floor)
