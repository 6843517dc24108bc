"""Buckets, the fields of their schemas, values and filters: pure functions; `core.store.fields` stores."""
