"""The machine and the installation: paths, logs, one instance, cores, battery, updates."""
