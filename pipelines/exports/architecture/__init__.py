"""The architecture in the languages of catalogues and diagrams: Backstage, Structurizr, C4 in Mermaid."""
