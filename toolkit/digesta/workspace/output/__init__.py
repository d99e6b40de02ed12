"""What a command writes into build/: a tree that takes over what stays, a spool, stamps."""
