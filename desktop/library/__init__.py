"""The list of documents and folders, their states and their menus."""
