"""What the parsers of several kinds of artefacts share."""
