"""Does this sentence answer? Small models judge it, behind a protocol."""
