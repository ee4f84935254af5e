"""Routers of Go that functions of other files fill: `orders.Register(api.Group("/orders"))` puts a path before their routes."""

from parsed_graph.framework import Framework
from parsed_graph.rules.go_routers import mounts

FRAMEWORK = Framework("go_router_mounts", ("go",), files=(mounts,))
