"""Number formats and headers of tables: what a reader sees, and which rows name the columns."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import Any

from core.ingest.readers import cell_numbers, tables
from core.text import table_heads
from tests.cases import score_rules


def shown(value: Any, number_format: str) -> str:
    if isinstance(value, dict):
        (kind, said) = next(iter(value.items()))
        values = {"datetime": datetime.fromisoformat, "time": time.fromisoformat}
        value = timedelta(hours=said) if kind == "hours" else values[kind](said)
    return cell_numbers.shown(value, number_format)


def test_numbers_headers_and_names_of_columns() -> None:
    score_rules(
        "cells",
        {
            "shown": shown,
            "is_value": table_heads.is_value,
            "header_rows": table_heads.header_rows,
            "column_name": tables.column_name,
        },
    )
