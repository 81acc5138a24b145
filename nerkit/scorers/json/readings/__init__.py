"""Gold with several readings: in every document, the readings with the largest F1 count.

For each document and measure, nerkit chooses the readings and the matching of arrays together so that 2A/(P +
R) is largest (0/0 is 1). Among equally good choices it takes the choice with the fewest gold leaves. P, the
number of the system's leaves, is fixed, so this is a fractional program. For the F1 known so far, λ, nerkit
finds the largest 2A - λR. This sum adds up over parts of a document and is an assignment in every array. The
F1 of this choice is the next λ, until no F1 is larger (Dinkelbach 1967). All numbers are integers, so the end
is a proof.

    expansion   documents with choices in the place of readings
    choice      the best choices, found by the columns and the matching that score all values
    batch       gold with the chosen readings, which is then scored like any other gold
"""
