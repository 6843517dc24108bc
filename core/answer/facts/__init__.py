"""The checkable facts of a text: numbers, dates, units, quotations, commands."""
