"""Gold with several readings: of every document the one that counts is the one with the largest F1.

For each document and measure the readings and the matching of arrays are chosen together so that 2A/(P + R)
is largest (0/0 is 1); of equal ones the one with the fewest leaves of gold. P, the system's leaves, is fixed,
so this is a fractional program: for the F1 known so far, λ, the largest 2A - λR is found, which adds up over
parts of a document and is an assignment in every array, and its F1 is the next λ, until none is larger
(Dinkelbach 1967). All numbers are integers, so that the end is a proof.

    expansion   documents with choices in the place of readings
    choice      the best choices, found by the columns and the matching that score all values
    batch       gold with the chosen readings, which is then scored as any other gold
"""
