"""A library of one moment: what is written meanwhile is not seen, and nothing can be written into it."""

from __future__ import annotations

import pytest

from core.errors import BugError, StorageError
from core.store.database import Database
from core.store.snapshot import Snapshot, snapshot_of


def stamp(database: Database) -> int:
    return int(database.query("SELECT value FROM search_stamp")[0][0])


def test_what_is_written_meanwhile_is_not_seen(database: Database) -> None:
    with snapshot_of(database) as still:
        before = stamp(still)
        database.execute("UPDATE search_stamp SET value = value + 1")
        assert stamp(still) == before
        assert stamp(database) == before + 1
        with snapshot_of(still) as same:
            assert stamp(same) == before
        assert stamp(still) == before  # an inner one does not close it
    with snapshot_of(database) as later:
        assert stamp(later) == before + 1


def test_it_is_taken_when_it_is_made_not_when_it_is_first_read(database: Database) -> None:
    before = stamp(database)
    with snapshot_of(database) as still:
        database.execute("UPDATE search_stamp SET value = value + 1")
        assert stamp(still) == before


def test_nothing_is_written_into_a_snapshot(database: Database) -> None:
    with snapshot_of(database) as still, pytest.raises(BugError):
        still.execute("UPDATE search_stamp SET value = 0")


def test_a_closed_one_says_so_and_lets_the_log_be_folded_in(database: Database) -> None:
    database.connection().execute("PRAGMA busy_timeout = 1")
    still = Snapshot(database)
    database.execute("UPDATE search_stamp SET value = value + 1")
    assert not database.checkpoint()
    still.close()
    still.close()
    with pytest.raises(StorageError, match="closed"):
        stamp(still)
    assert database.checkpoint()
