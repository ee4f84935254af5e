"""One file per report of `impact`, with a click command called `command`."""
