"""One file per framework or artefact; the registry finds the modules here by itself."""
