"""The buckets of a library: those the program comes with, as the user changed them, and the user's own."""

from __future__ import annotations

from core.fields.schema import BucketSchema, built_in_schemas
from core.store.database import Database
from core.store.fields import BucketRepository


def schemas_of(database: Database) -> dict[str, BucketSchema]:
    """bucket → its schema as it is now.

    Raises:
        core.errors.StorageError: one of them is damaged.
    """
    return built_in_schemas() | BucketRepository(database).all()
