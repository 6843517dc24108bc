"""What a chart of a bucket shows: bars over time or by group, with the numbers behind them. No widgets.

Computed on the thread `figures` by `FieldQueries.groups`, so a chart says what `docuchat table --by` says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Literal

from core.fields.filters import EVERYTHING, Filter
from core.fields.results import Amount, Group
from core.fields.schema import BucketSchema, FieldSpec, FieldType
from desktop.tables.field_words import shown_key

if TYPE_CHECKING:
    from core.store.fields.groups import Period
    from core.store.fields.queries import FieldQueries

Measure = Literal["count", "sum", "average"]
MOST_GROUPS = 20
MOST_PERIODS = 600  # fifty years of months


@dataclass(frozen=True, slots=True)
class ChartRequest:
    """`by`: a date, text, list or yes/no; `of`: what is added up, empty to count documents; `unit`: the one
    that is shown, empty for the one that most documents have."""

    by: str
    of: str = ""
    measure: Measure = "count"
    period: Period = "year"
    unit: str | None = None


@dataclass(frozen=True, slots=True)
class Bar:
    """`figure` is None where a group has nothing to add up in the unit shown."""

    key: str
    label: str
    figure: Decimal | None
    documents: int


@dataclass(frozen=True, slots=True)
class Chart:
    """`units`: all there are, the most documents first; `unit`: that of the figures. `left_out`: groups that
    are not shown; `without`: documents without a value of `by`, or of what is added up; `elsewhere`: those
    of the groups shown whose value is in another unit."""

    request: ChartRequest
    bars: tuple[Bar, ...] = ()
    unit: str = ""
    units: tuple[str, ...] = ()
    left_out: int = 0
    without: int = 0
    elsewhere: int = 0
    over_time: bool = False


def chart_of(
    questions: FieldQueries, schema: BucketSchema, request: ChartRequest, where: Filter = EVERYTHING
) -> Chart:
    """The chart over the documents that pass the filter.

    Raises:
        UsageError: there is no such field, or it cannot be grouped by or added up.
    """
    spec = schema.field(request.by)
    over_time = spec is not None and spec.type is FieldType.DATE
    counts = request.measure == "count" or not request.of
    groups = questions.groups(
        request.by,
        where,
        period=request.period,
        of=None if counts else request.of,
        limit=MOST_PERIODS if over_time else MOST_GROUPS,
    )
    units = () if counts else _units(groups.groups)
    unit = request.unit if request.unit in units else (units[0] if units else "")
    bars = [_bar(spec, group, unit, "count" if counts else request.measure) for group in groups.groups]
    if over_time:
        bars = list(_with_gaps(bars, request.period))[-MOST_PERIODS:]
    return Chart(
        request,
        tuple(bars),
        unit or "",
        units,
        groups.count - len(groups.groups),
        groups.without + groups.without_amount,
        0 if counts else _elsewhere(groups.groups, unit or ""),
        over_time,
    )


def _elsewhere(groups: Sequence[Group], unit: str) -> int:
    return sum(amount.documents for group in groups for amount in group.amounts if amount.unit != unit)


def _units(groups: Sequence[Group]) -> tuple[str, ...]:
    documents: dict[str, int] = {}
    for group in groups:
        for amount in group.amounts:
            documents[amount.unit] = documents.get(amount.unit, 0) + amount.documents
    return tuple(sorted(documents, key=lambda unit: (-documents[unit], unit)))


def _bar(spec: FieldSpec | None, group: Group, unit: str, measure: Measure) -> Bar:
    label = shown_key(spec, group.shown) if spec is not None else group.shown
    if measure == "count":
        return Bar(group.key, label, Decimal(group.documents), group.documents)
    amount = next((entry for entry in group.amounts if entry.unit == unit), None)
    if amount is None:
        return Bar(group.key, label, None, 0)
    return Bar(group.key, label, _figure(amount, measure), amount.documents)


def _figure(amount: Amount, measure: Measure) -> Decimal:
    return amount.figure / amount.documents if measure == "average" else amount.figure


def _with_gaps(bars: Sequence[Bar], period: Period) -> Iterator[Bar]:
    """Periods without a document stand between the others: time has no holes."""
    by_key = {bar.key: bar for bar in bars}
    if not bars:
        return
    count = 0
    key = bars[0].key
    while key <= bars[-1].key and count < 10 * MOST_PERIODS:
        yield by_key.get(key) or Bar(key, key, None, 0)
        key = next_period(key, period)
        count += 1


def next_period(key: str, period: Period) -> str:
    """2023 → 2024, 2023-Q4 → 2024-Q1, 2023-12 → 2024-01."""
    year = int(key[:4])
    if period == "quarter":
        quarter = int(key[6:])
        return f"{year:04}-Q{quarter + 1}" if quarter < 4 else f"{year + 1:04}-Q1"
    if period == "month":
        month = int(key[5:7])
        return f"{year:04}-{month + 1:02}" if month < 12 else f"{year + 1:04}-01"
    return f"{year + 1:04}"


def period_days(key: str) -> tuple[str, str]:
    """First and last day of a year, quarter or month, as dates are written."""
    import calendar

    year = int(key[:4])
    first, last = 1, 12
    if "Q" in key:
        first = 3 * int(key[6:]) - 2
        last = first + 2
    elif len(key) == 7:
        first = last = int(key[5:7])
    day = calendar.monthrange(year, last)[1]
    return f"{year:04}-{first:02}-01", f"{year:04}-{last:02}-{day:02}"
