"""How the subjects of a question are written in its answer."""

from pipelines.asking.mention import Mention
from pipelines.asking.phrases import listed
from pipelines.asking.route import Route
from pipelines.asking.scope import Scope


def subject_name(scope: Scope, subject: Mention) -> str:
    """How the subject is written; without the version where all versions are meant."""
    if not subject.keys:
        return subject.text
    node = scope.view.node(subject.key)
    if subject.how == "both":
        return listed([scope.name(each) for each in scope.view.nodes(subject.keys)])
    if subject.how == "kind" and len(subject.keys) > 1:
        return f"{subject.text} ({listed([each.name for each in scope.view.nodes(subject.keys)])})"
    return f"{node.label}({node.name})" if len(subject.keys) > 1 else scope.name(node)


def subject_names(scope: Scope, route: Route) -> str:
    """The subject and what else must hold."""
    return listed([subject_name(scope, mention) for mention in (route.subjects[0], *route.also)])
