"""Taking a question apart by its words: intent, bucket, conditions, what is to be computed. Pure functions.

`decompose.decompose` is the way in. What no rule understands is reported, never dropped.
"""
