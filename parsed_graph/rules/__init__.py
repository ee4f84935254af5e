"""What the rules of several frameworks share: how calls, routes, clients and topics are read."""
