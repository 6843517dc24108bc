"""The set-up behind `packaging/dev.py`: standard library only, since nothing else is installed yet."""
