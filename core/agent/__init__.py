"""Agent mode: a bounded loop over exactly two tools whose grammar follows its state."""
