"""What a command writes into build/ in pieces: a tree that takes over what stays, a spool."""
