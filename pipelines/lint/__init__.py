"""Checks decision records against one another and against the services that there are: what `lint` says, proposes and puts right."""
