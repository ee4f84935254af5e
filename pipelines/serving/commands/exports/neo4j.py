"""`export neo4j`: the graph in a Neo4j database, or as CSV files for its import."""

from pathlib import Path

import click

from pipelines.serving.examples import ExampledCommand
from pipelines.serving.options import confidence_option, open_view, query_options


@click.command(
    "neo4j",
    cls=ExampledCommand,
    short_help="The graph in Neo4j.",
    examples=(
        "estategraph export neo4j --uri bolt://localhost:7687",
        "estategraph export neo4j --uri neo4j+s://db.example --user estate --database shop --functions",
        "estategraph export neo4j --csv import",
    ),
)
@click.option("--uri", metavar="URI", help="Of a server that speaks Bolt. NEO4J_PASSWORD holds the password.")
@click.option("--user", default="neo4j", show_default=True, help="Empty for a server without authentication.")
@click.option("--database", default="", help="[default: the user's]")
@click.option("--csv", type=click.Path(file_okay=False, path_type=Path), metavar="DIR", help="Write CSV files here.")
@click.option("--functions", is_flag=True, help="Files and functions too.")
@confidence_option
@query_options
def command(
    uri: str | None,
    user: str,
    database: str,
    csv: Path | None,
    functions: bool,
    confidence: float | None,
    settings: Path | None,
    output: Path,
    as_json: bool,
) -> None:
    """Bring a Neo4j database in step with the graph, or write CSV files for neo4j-admin.

    Of what is in the database, only what an earlier export wrote is ever removed.
    """
    from parsed_graph.schema import NodeLabel
    from pipelines.exports.exported_estate import read_estate
    from pipelines.exports.exported_labels import EXPORTED
    from pipelines.serving.as_json import print_json
    from pipelines.serving.terminal import say

    if (uri is None) == (csv is None):
        raise click.UsageError("give --uri or --csv")
    view = open_view(settings, output, confidence)
    labels = tuple(NodeLabel) if functions else EXPORTED
    if csv is not None:
        from pipelines.exports.neo4j.csv_files import write_csv

        files = write_csv(csv, read_estate(view, labels))
        if as_json:
            print_json(files)
            return
        say(f"{files.folder}: {files.nodes} nodes, {files.relationships} relationships")
        say(f"Import into an empty database: {files.command}")
        return
    from pipelines.exports.neo4j.bolt import Server, export_bolt
    from pipelines.wiring import neo4j_password

    written = export_bolt(Server(str(uri), user, neo4j_password(), database), view, labels)
    if as_json:
        print_json(written)
        return
    say(
        f"{written.uri}: {written.nodes} nodes, {written.relationships} relationships;"
        f" removed {written.nodes_removed} nodes, {written.relationships_removed} relationships"
    )
