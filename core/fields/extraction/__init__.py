"""Reading the values of fields from the stored pages of a document: by labels, tables, layout and sentences.

Pure functions. `extract.read_fields` is the way in.
"""
