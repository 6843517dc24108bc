"""The queue of documents: what is added, which stage is next, what is removed again."""
