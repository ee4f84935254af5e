"""The rules of the router, one file each: a function from a reading and the kind that is asked for to a route, or None."""
