"""A submission's recorded command, run again in a sandbox: what level ``rerun`` rests on."""
