"""The git repository that a workspace lies in: what is committed, and what somebody sends in."""
