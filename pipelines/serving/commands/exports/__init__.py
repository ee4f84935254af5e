"""One file per format of `export`, with a click command called `command`."""
