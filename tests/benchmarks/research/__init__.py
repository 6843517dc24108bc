"""What `docuchat bench research` measures."""
