"""Kinds of requests, and a reading plan for each kind that no single passage answers."""
