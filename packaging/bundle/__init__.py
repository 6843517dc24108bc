"""Making installers out of a checkout: the folder, what is in it, the Linux packages, and the proof."""
