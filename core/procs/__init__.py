"""One frozen-safe way to run worker processes. See `WorkerProcess` (parent) and `Channel` (child)."""

from core.procs.channel import Channel, Request
from core.procs.worker import Reply, WorkerProcess

__all__ = ["Channel", "Reply", "Request", "WorkerProcess"]
