"""Everything that may take time: one QObject per lane, each on its own QThread, owned by `crew.Crew`."""
