"""One file per command: `<name>.py` (`<name>_.py` where Python reserves the word) with a click command called `command`."""
