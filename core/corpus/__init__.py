"""Questions over buckets and fields: decomposition, exact tables and aggregates, clarification (seed 003)."""
