"""The generator: what makes predictions. The only place that may use a network."""
