"""Buckets of documents, the fields their schemas name, the values read for them, and filters over these.

Values and pure functions: storage is `core.store.fields`.
"""
