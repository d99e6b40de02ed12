"""What may be claimed from marks: intervals, paired tests, rank intervals.

draws: SplitMix64 and the stratified cluster draws that everything here resamples by.
replicates: a score, or any metric of summed facts, once per resample, in exact integers.
intervals: Wilson, percentile bootstrap, MOVER-Wilson, and which of them a board shows.
ranks: paired tests of all pairs with Holm, rank intervals, tie groups.
resamples: one board's score over its submissions, joined from the above.

The version of all of this is ``stats/1`` and stands in every signature. Results depend on the
release's digest (by the seed) and on the marks; not on the order of questions, clusters, tasks
or submissions, nor on machine, thread count, BLAS kernel or numpy's own generators: products
are of integers below 2**53, where float64 arithmetic is exact in any order; what is not an
integer goes through IEEE 754's correctly rounded +, -, *, / and square root, one at a time.
"""
