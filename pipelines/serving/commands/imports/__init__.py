"""One file per thing to do with what other systems extracted, with a click command called `command`."""
