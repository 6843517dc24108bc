"""Buckets as tables: filters, totals, charts, and the editor of their schemas."""
