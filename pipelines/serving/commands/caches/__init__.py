"""What can be done with the cache of replies, one file each."""
