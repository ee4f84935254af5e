"""A corpus of one RFC and a chat, as GraphRAG's tables would hold it."""

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

RFC = (
    "# Passports\n\nParcels out of the EU need a plant passport.\nThe orders-api shall ask the Passport Office for one."
)
CHAT = "ana: mail is late again\n\nben: The mail service waits for the Passport Office"


def write_corpus(folder: Path) -> Path:
    """The tables of the corpus; its entities are in capitals, as GraphRAG writes them."""
    folder.mkdir(parents=True)
    documents = [{"id": "d1", "title": "rfc-1.md", "text": RFC}, {"id": "d2", "title": "chat.txt", "text": CHAT}]
    units = [{"id": "u1", "text": RFC, "document_id": "d1"}, {"id": "u2", "text": CHAT, "document_id": "d2"}]
    entities = [
        {"title": "ORDERS-API", "type": "ORGANIZATION", "description": "Asks for passports", "text_unit_ids": ["u1"]},
        {
            "title": "MAIL",
            "type": "ORGANIZATION",
            "description": "A service that writes mails",
            "text_unit_ids": ["u2"],
        },
        {"title": "PASSPORT OFFICE", "type": "ORGANIZATION", "description": "An office", "text_unit_ids": ["u1", "u2"]},
        {"title": "CUSTOMS UNION", "type": "GEO", "description": "Nowhere in the text", "text_unit_ids": ["u1"]},
    ]
    links = [
        {"source": "ORDERS-API", "target": "PASSPORT OFFICE", "description": "asks it", "text_unit_ids": ["u1"]},
        {"source": "MAIL", "target": "ORDERS-API", "description": "never together", "text_unit_ids": ["u1", "u2"]},
    ]
    for name, rows in (
        ("documents", documents),
        ("text_units", units),
        ("entities", entities),
        ("relationships", links),
    ):
        pq.write_table(pa.Table.from_pylist(rows), folder / f"{name}.parquet")
    return folder
