"""A policy file to begin with: a group for each team, with the services that it owns. Owners seed a policy; they never are it."""

import json
from collections import defaultdict

from parsed_graph.schema import NodeLabel
from parsed_graph.view import View

_OPENING = """\
# Who may see what. Nothing is allowed that is not said here. Made from the owners of services: a beginning, to be read and changed.
# groups: everything, services, systems, domains, documents (paths), each with the patterns * and ?
# crossings: edges from one domain to another that may be seen, such as {from: sales, to: billing}

callers:
  operations: [everything]
  # ana: [team-orders]

groups:
  everything:
    everything: true
"""


def seed_policy(view: View) -> str:
    """The text of the file; every owner of a service that the view shows gets a group."""
    owned: defaultdict[str, list[str]] = defaultdict(list)
    for _, service in view.labelled(NodeLabel.SERVICE):
        owner = service.properties.get("owner")
        if isinstance(owner, str) and owner:
            owned[owner].append(service.name)
    groups = (
        f"  {json.dumps(owner, ensure_ascii=False)}:\n    services: {json.dumps(sorted(names), ensure_ascii=False)}\n"
        for owner, names in sorted(owned.items())
        if owner != "everything"
    )
    return _OPENING + "".join(groups) + "\ncrossings: []\n"
