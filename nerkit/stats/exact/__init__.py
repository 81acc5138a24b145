"""The exact p-value of exchanging units between two systems, without drawing, wherever the sizes allow it.

The two systems' outputs may be exchanged in each of the M units that differ: 2^M equally likely ways. An
example with three units and the counts of right guesses and all guesses; steps are the changes that an
exchange makes:

    unit    A      B      step
    d1      4/6    4/5    (0, -1)
    d2      3/6    4/4    (1, -2)
    d3      4/5    5/5    (1, 0)

P of A after an exchange depends only on two sums of steps, and B has the rest of the totals. Therefore the 8
ways lie on 3 by 4 cells. How many ways lead to each cell is counted without going through them.

quotients       scores as quotients of integers, and the sums that these depend on
distributions   how many ways lead to each cell: all ways, one large integer, a table
transform       the same near the mean, of a product of cosines
halves          sums of one number per unit, in two halves (Horowitz & Sahni 1974)
row_counts      the counts of a row by unit, which all pairs of its system share
exchanges       the exchanges of a row of added counts: which way is taken, and p
rows            the rows of two sheets; p: the p of one score
"""
