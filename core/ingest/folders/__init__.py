"""Folders kept in step with the library: scanned, compared, watched."""
