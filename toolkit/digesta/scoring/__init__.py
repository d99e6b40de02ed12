"""Release × submission -> facts, scores, a scored submission."""
