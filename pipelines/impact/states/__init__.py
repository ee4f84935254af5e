"""Where the two states of an estate come from that `impact diff` compares: git revisions, folders, or a patch."""
