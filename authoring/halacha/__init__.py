"""Halacha questions whose truths are computed: drawn families, the sun, the Hebrew calendar."""
