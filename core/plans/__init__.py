"""How requests are read for: their kinds, and a reading plan for each that no single passage answers."""
