"""How well the judges of answers judge."""
