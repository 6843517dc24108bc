"""What a prompt demands of its answer: sections, quotes, sources, searches, disclosures."""
