"""What can be taken in from outside the checkouts, one file each."""
