"""What may be claimed from marks: intervals, paired tests, rank intervals.

layout: clusters within tasks. jackknife: how any number changes without each cluster, its
variance and degrees of freedom. student: Student's t. intervals: one method for each kind of
number. ranks: paired tests of all pairs, Holm, rank intervals, tie groups. swaps: an exact test
of few clusters. estimates: one score over its submissions, joined from the above.

The version of all of this, and of who is on a board, is ``stats/4``. A release names it in its
manifest (``stats``), and it is in every signature; ``stats/3`` has other adversaries
(``scorers.base.OWN_FLOORS``), and ``stats/2``, which holds without it, no exact test. Results
depend on the marks; not on the order of questions, clusters, tasks or submissions, nor on
machine, thread count or BLAS kernel: sums are of integers or by ``math.fsum``, and what is not
an integer goes through IEEE 754's correctly rounded +, -, *, / and square root, one at a time.
"""
